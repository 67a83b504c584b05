package codec

import (
	"bytes"
	"slices"
	"strconv"

	"example.com/quartet/templates/soap/internal/lex"
)

// open writes the markup before a value that may hold names, and notes where their
// namespaces can be declared: at the end of the element's start tag, or before the
// attribute. If open is empty, the start tag has been written.
func (e *Encoder) open(open string) {
	if e.list {
		return // the list has written it
	}
	e.tagEnd = len(e.Buf)
	e.Buf = append(e.Buf, open...)
	if n := len(e.Buf); n > 0 && e.Buf[n-1] == '>' {
		e.tagEnd = n - 1
	}
}

// prefix returns the prefix for a namespace, with its colon, for a name in
// content. Namespaces that elements around do not declare are declared for the
// value that open has begun.
func (e *Encoder) prefix(markup, space string) string { return e.prefixLike(markup, space, "") }

// prefixLike is prefix where a new prefix should be the wanted one, unless that has
// another meaning here.
func (e *Encoder) prefixLike(markup, space, wanted string) string {
	switch {
	case space == XMLNamespace:
		return "xml:"
	case space == "":
		if e.hasDefault() {
			e.fail(markup, "a name without a namespace, where all names without a prefix have one")
		}
		return ""
	}
	for i, ns := range e.ns {
		switch {
		case ns.URI != space || !e.declares(i):
		case ns.Prefix != "":
			return ns.Prefix + ":"
		default:
			return ""
		}
	}
	for _, ns := range e.declared {
		if ns.URI == space {
			return ns.Prefix + ":"
		}
	}
	if wanted == "" || !lex.IsNCName(wanted) || e.reserved(wanted) || e.tagDeclares(wanted) {
		e.Prefixes++
		wanted = "q" + strconv.Itoa(e.Prefixes)
	}
	prefix := wanted
	e.declareHere(prefix, space)
	if e.list {
		e.declared = append(e.declared, Namespace{URI: space, Prefix: prefix})
	}
	return prefix + ":"
}

// tagDeclares reports whether the start tag in which namespaces are declared has declared a
// prefix.
func (e *Encoder) tagDeclares(prefix string) bool {
	tag := e.Buf[:e.tagEnd]
	return bytes.Contains(e.Buf[max(bytes.LastIndexByte(tag, '<'), 0):], []byte(" xmlns:"+prefix+`="`))
}

// declareHere declares a namespace for the value that open has begun.
func (e *Encoder) declareHere(prefix, space string) {
	e.insert(` xmlns:`+prefix+`="`, space, `"`)
}

// insert puts an attribute where namespaces are declared.
func (e *Encoder) insert(open, value, close string) {
	from := len(e.Buf)
	e.AttrString(open, value, close)
	attr := slices.Clone(e.Buf[from:])
	e.Buf = slices.Insert(e.Buf[:from], e.tagEnd, attr...)
	e.tagEnd += len(attr)
}
