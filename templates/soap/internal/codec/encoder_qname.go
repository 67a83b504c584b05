package codec

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/xsd"
)

// qName writes an xs:QName or xs:NOTATION.
func (e *Encoder) qName(open string, v xsd.QName, close string) {
	e.open(open)
	e.writeQName(open, v, "")
	e.Buf = append(e.Buf, close...)
}

// writeQName writes a name. A namespace that has no prefix gets the wanted one if it can.
func (e *Encoder) writeQName(markup string, v xsd.QName, wanted string) {
	switch {
	case !lex.IsNCName(v.Local):
		e.fail(markup, "%q is not an xs:QName", v.Local)
	case e.bare:
		e.text(v.String())
	default:
		prefix := e.prefixLike(markup, v.Space, wanted)
		e.Buf = append(append(e.Buf, prefix...), v.Local...)
	}
}

// anySimple writes an xs:anySimpleType as an element.
func (e *Encoder) anySimple(open string, v xsd.AnySimple, close string) {
	if len(v.Attrs) > 0 && !e.bare && v.Space == "" {
		if open = strings.TrimSuffix(open, ">"); !e.xsi {
			open += ` xmlns:xsi="` + XSINamespace + `"`
		}
		element := xsd.NewText(v.Text)
		element.Type, element.Attrs = v.Type, v.Attrs
		e.anyType(open, element, close)
		return
	}
	e.open(open)
	if v.Type != (xsd.QName{}) && !e.bare {
		e.xsiType(open, v.Type)
	}
	e.putAnySimple(open, v, false)
	e.Buf = append(e.Buf, close...)
}

// xsiType adds the attribute xsi:type to the start tag that open has written.
func (e *Encoder) xsiType(markup string, typ xsd.QName) {
	if !lex.IsNCName(typ.Local) {
		e.fail(markup, "xsi:type: %q is not an xs:QName", typ.Local)
		return
	}
	prefix := e.prefixLike(markup, typ.Space, "")
	if !e.xsi {
		e.declareHere("xsi", XSINamespace)
	}
	e.insert(` xsi:type="`, prefix+typ.Local, `"`)
}

// anySimpleText writes an xs:anySimpleType without its type.
func (e *Encoder) anySimpleText(open string, v xsd.AnySimple, close string) {
	e.open(open)
	e.putAnySimple(open, v, false)
	e.Buf = append(e.Buf, close...)
}

// attrAnySimple writes an xs:anySimpleType as an attribute, which has no type.
func (e *Encoder) attrAnySimple(open string, v xsd.AnySimple, close string) {
	e.open(open)
	e.putAnySimple(open, v, true)
	e.Buf = append(e.Buf, close...)
}

func (e *Encoder) putAnySimple(markup string, v xsd.AnySimple, attr bool) {
	switch {
	case v.Space != "":
		prefix := v.Text[:max(strings.IndexByte(v.Text, ':'), 0)]
		e.writeQName(markup, v.QName(), prefix)
	case attr:
		e.attrText(markup, v.Text)
	default:
		e.text(v.Text)
	}
}

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

// prefixLike returns the prefix for a namespace, with its colon, for a name in content. Namespaces that elements around do not
// declare are declared for the value that open has begun. A new prefix is the wanted one, unless that is "" or has another meaning
// here.
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
	if prefix, ok := e.prefixOf(space, true); ok {
		return prefix
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

// prefixOf returns the prefix with its colon that the document declares for a namespace, false if there is none. It is "" for the
// default namespace, which is not for attributes.
func (e *Encoder) prefixOf(space string, byDefault bool) (prefix string, ok bool) {
	for i, ns := range e.ns {
		switch {
		case ns.URI != space || !e.declares(i):
		case ns.Prefix != "":
			return ns.Prefix + ":", true
		case byDefault:
			return "", true
		}
	}
	return "", false
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
