package support

import "bytes"

// InnerXML returns the content of the current element, read through its end
// tag, as markup that stands alone: its elements declare the namespaces that
// they take from around them.
func (d *Decoder) InnerXML() string {
	if d.err != nil || d.tag.mode != tagOpen {
		d.Skip()
		return ""
	}
	e := NewEncoder(nil, false)
	defer e.Release()
	from := d.pos // of what has not been copied yet
	d.Open()
	for d.Child() {
		child := d.tag
		scope := d.scope
		d.Skip()
		if d.err != nil {
			return ""
		}
		e.buf = append(e.buf, d.buf[from:child.end]...)
		declareOuter(e, scope[:child.mark], scope[child.mark:], usedPrefixes(d.buf[child.name:d.pos]))
		e.buf = append(e.buf, d.buf[child.end:d.pos]...)
		from = d.pos
	}
	if d.err != nil {
		return ""
	}
	end := bytes.LastIndex(d.buf[:d.pos], []byte("</"))
	e.buf = append(e.buf, d.buf[from:end]...)
	return string(e.buf)
}

// declareOuter writes the declarations of outer that an element uses and does
// not make itself.
func declareOuter(e *Encoder, outer, own []nsBinding, used map[string]bool) {
	done := map[string]bool{}
	for _, b := range own {
		done[string(b.prefix)] = true
	}
	for i := len(outer) - 1; i >= 0; i-- {
		prefix, uri := string(outer[i].prefix), outer[i].uri
		if done[prefix] {
			continue
		}
		done[prefix] = true
		switch {
		case prefix == "" && uri != "":
			e.AttrString(` xmlns="`, uri, `"`)
		case used[prefix]:
			e.AttrString(` xmlns:`+prefix+`="`, uri, `"`)
		}
	}
}

// usedPrefixes returns everything before a colon that could be a prefix: in the
// names of elements and attributes, and in qualified names in their content.
func usedPrefixes(markup []byte) map[string]bool {
	used := map[string]bool{}
	for i := 0; ; {
		n := bytes.IndexByte(markup[i:], ':')
		if n < 0 {
			return used
		}
		start := i + n
		for start > i && (markup[start-1] >= 0x80 || nameBytes[markup[start-1]] != 0) {
			start--
		}
		if start < i+n {
			used[string(markup[start:i+n])] = true
		}
		i += n + 1
	}
}
