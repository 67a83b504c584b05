package support

import (
	"bytes"
	"slices"
)

// RawXML returns the current element, read through its end tag.
func (d *Decoder) RawXML() RawXML {
	d.fill()
	element, scope := d.tag, d.scope
	d.Skip()
	if d.err != nil {
		return ""
	}
	e := NewEncoder(nil, false)
	defer e.Release()
	e.buf = append(e.buf, d.buf[element.name-1:element.end]...)
	rest := d.buf[element.end:d.pos]
	d.declareOuter(e, scope[:element.mark], scope[element.mark:], usedPrefixes(d.buf[element.name:d.pos]))
	if d.err != nil {
		return ""
	}
	e.buf = append(e.buf, rest...)
	return RawXML(e.buf)
}

// OptRawXML is RawXML for an element that may be absent.
func (d *Decoder) OptRawXML() RawXML { return d.RawXML() }

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
		d.declareOuter(e, scope[:child.mark], scope[child.mark:], usedPrefixes(d.buf[child.name:d.pos]))
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
// not make itself. used is used up. A declaration is written once for each
// element that needs it, however long it is: what that adds to a document is
// bounded.
func (d *Decoder) declareOuter(e *Encoder, outer, own []nsBinding, used map[string]bool) {
	used[""] = true // the default namespace is for names without a prefix
	for _, b := range own {
		delete(used, string(b.prefix))
	}
	from := len(e.buf)
	for _, i := range declaredIn(outer, used) {
		switch b := &outer[i]; {
		case len(b.prefix) > 0:
			e.AttrString(" xmlns:"+string(b.prefix)+`="`, b.uri, `"`)
		case b.uri != "":
			e.AttrString(` xmlns="`, b.uri, `"`)
		}
		if most := 32*len(d.buf) + 1<<20; d.declared+len(e.buf)-from > most {
			d.Fail("namespaces make open content grow by more than %d bytes", most)
			return
		}
	}
	d.declared += len(e.buf) - from
}

// declaredIn returns the indices of the declarations that used prefixes have in
// a scope, the innermost first.
func declaredIn(scope []nsBinding, used map[string]bool) []int {
	var at []int
	for prefix := range used {
		for i, b := range slices.Backward(scope) {
			if string(b.prefix) == prefix {
				at = append(at, i)
				break
			}
		}
	}
	slices.SortFunc(at, func(a, b int) int { return b - a })
	return at
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
