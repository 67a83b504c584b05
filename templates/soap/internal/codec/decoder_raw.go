package codec

import (
	"bytes"
	"slices"

	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/xsd"
)

// RawXML returns the current element, read through its end tag.
func (d *Decoder) RawXML() xsd.RawXML {
	if d.fill(); d.isInclude() {
		d.SkipUnknown()
	}
	e := NewEncoder(nil, false)
	defer e.Release()
	if d.copyElement(e, int(d.current.name)-1); d.Failed != nil || !d.TakeMemory(int64(len(e.Buf))) {
		return ""
	}
	return xsd.RawXML(e.Buf)
}

// InnerXML returns the content of the current element, read through its end
// tag, as markup by itself: its elements declare the namespaces that they take
// from around them.
func (d *Decoder) InnerXML() string {
	if d.Failed != nil || d.current.mode != tagOpen {
		d.Skip()
		return ""
	}
	e := NewEncoder(nil, false)
	defer e.Release()
	from := d.Pos // start of the text that has not been copied yet
	for d.Open(); d.Child(); {
		d.copyElement(e, from)
		from = d.Pos
	}
	if d.Failed != nil {
		return ""
	}
	end := bytes.LastIndex(d.Buf[:d.Pos], []byte("</"))
	if e.Buf = append(e.Buf, d.Buf[from:end]...); !d.TakeMemory(int64(len(e.Buf))) {
		return ""
	}
	return string(e.Buf)
}

// copyElement reads the current element through its end tag, and writes the document from
// a position on up to there. The element declares the namespaces that it takes from around it.
func (d *Decoder) copyElement(e *Encoder, from int) {
	element, scope := d.current, d.scope
	included := d.isInclude()
	if d.Skip(); d.Failed != nil {
		return
	}
	if included {
		e.Buf = d.Inline(e.Buf, from, d.Pos)
		return
	}
	e.Buf = append(e.Buf, d.Buf[from:element.end]...)
	d.declareOuter(e, scope[:element.mark], scope[element.mark:], usedPrefixes(d.Buf[element.name:d.Pos]))
	e.Buf = d.Inline(e.Buf, int(element.end), d.Pos)
}

// declareOuter writes the declarations of outer that an element uses and does
// not make itself. used is used up. A declaration is written once for each
// element that needs it, however long it is: what that adds to a document is
// bounded.
func (d *Decoder) declareOuter(e *Encoder, outer, own []NSBinding, used map[string]bool) {
	used[""] = true // the default namespace is for names without a prefix
	for _, b := range own {
		delete(used, string(b.Prefix))
	}
	from := len(e.Buf)
	for _, i := range declaredIn(outer, used) {
		switch b := &outer[i]; {
		case len(b.Prefix) > 0:
			e.AttrString(" xmlns:"+string(b.Prefix)+`="`, b.URI, `"`)
		case b.URI != "":
			e.AttrString(` xmlns="`, b.URI, `"`)
		}
		if maxBytes := 32*len(d.Buf) + 1<<20; d.declared+len(e.Buf)-from > maxBytes {
			d.Fail("namespaces make open content grow by more than %d bytes", maxBytes)
			return
		}
	}
	d.declared += len(e.Buf) - from
}

// declaredIn returns the indices of the declarations that used prefixes have in
// a scope, the innermost first.
func declaredIn(scope []NSBinding, used map[string]bool) []int {
	var at []int
	for prefix := range used {
		for i, b := range slices.Backward(scope) {
			if string(b.Prefix) == prefix {
				at = append(at, i)
				break
			}
		}
	}
	slices.SortFunc(at, func(a, b int) int { return b - a })
	return at
}

// usedPrefixes returns everything before a colon that could be a prefix: in the
// names of elements and attributes, and in qualified names in their content. What is
// between two single colons, as in URNs, is none.
func usedPrefixes(markup []byte) map[string]bool {
	used := map[string]bool{}
	for i := 0; ; {
		n := bytes.IndexByte(markup[i:], ':')
		if n < 0 {
			return used
		}
		start := i + n
		for start > i && (markup[start-1] >= 0x80 || lex.NameBytes[markup[start-1]] != 0) {
			start--
		}
		afterColon := start == i && i > 0 && (i == 1 || markup[i-2] != ':')
		if start < i+n && !afterColon {
			used[string(markup[start:i+n])] = true
		}
		i += n + 1
	}
}
