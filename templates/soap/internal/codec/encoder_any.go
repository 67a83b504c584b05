package codec

import (
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/xsd"
)

// anyType writes an element of the type xs:anyType; open is its start tag, with
// or without the final ">".
func (e *Encoder) anyType(open string, v xsd.AnyType, close string) {
	e.Raw(strings.TrimSuffix(open, ">"))
	if v.Type != (xsd.QName{}) {
		e.typeAttr(v.Type)
	}
	renamed := e.anyAttrs(v.Attrs, nil)
	if v.Nil {
		if e.Raw(` xsi:nil="true">` + close); v.Content != "" {
			e.fail(open, "an element that is nil has content")
		}
		return
	}
	e.Raw(">")
	if v.Type == (xsd.QName{Space: xsd.Namespace, Local: "QName"}) {
		v.Content = renamed.in(v.Content)
	}
	e.copyContent(open, v.Content)
	e.Raw(close)
}

// typeAttr writes xsi:type. A namespace without a prefix that could stand here
// gets one.
func (e *Encoder) typeAttr(name xsd.QName) {
	if !lex.IsNCName(name.Local) {
		e.fail("xsi:type", "%q is not the name of a type", name.Local)
		return
	}
	if name.Space == "" && e.hasDefault() {
		e.fail("xsi:type", "the type %s has no namespace, which cannot be said beside a default namespace", name.Local)
		return
	}
	prefix := ""
	if name.Space != "" {
		var ok bool
		if prefix, ok = e.prefixOf(name.Space, true); !ok {
			prefix = "q:"
			e.AttrString(` xmlns:q="`, name.Space, `"`)
		}
	}
	e.AttrString(` xsi:type="`, prefix+name.Local, `"`)
}

// anyAttrs writes attributes that must be none of the known ones.
func (e *Encoder) anyAttrs(attrs []xsd.Attr, known []shapeField) (renamed renamedPrefixes) {
	renamed = e.declarePrefixes(attrs)
	for i, a := range attrs {
		for _, f := range known {
			if f.name == a.Name.Local && NamespaceURI(e.ns, f.ns) == a.Name.Space {
				e.fail(a.Name.Local, "the attribute is declared: set its field")
			}
		}
		if a.Name.Space != xmlnsNamespace {
			a.Value = renamed.in(a.Value)
			e.attr(a, i, attrs[:i])
		}
	}
	return renamed
}

// declarePrefixes writes the declarations among attributes. What the document
// has a use for itself gets another name.
func (e *Encoder) declarePrefixes(attrs []xsd.Attr) (renamed renamedPrefixes) {
	for i, a := range attrs {
		prefix, uri := a.Name.Local, a.Value
		switch {
		case a.Name.Space != xmlnsNamespace || slices.Contains(attrs[:i], a):
			continue
		case slices.ContainsFunc(attrs[:i], func(b xsd.Attr) bool { return b.Name == a.Name }):
			e.fail("xmlns:"+prefix, "the prefix is declared twice")
			continue
		case !lex.IsNCName(prefix) || prefix == "xml" || prefix == "xmlns" || uri == "" || uri == XMLNamespace || uri == xmlnsNamespace:
			e.fail("xmlns:"+prefix, "a prefix or a namespace that cannot be declared")
			continue
		case slices.Contains(e.ns, Namespace{URI: uri, Prefix: prefix}):
			if e.declares(slices.Index(e.ns, Namespace{URI: uri, Prefix: prefix})) {
				continue
			}
		case e.reserved(prefix):
			if renamed == nil {
				renamed = make(renamedPrefixes)
			}
			e.Prefixes++
			renamed[prefix] = "q" + strconv.Itoa(e.Prefixes)
			prefix = renamed[prefix]
		}
		e.AttrString(" xmlns:"+prefix+`="`, uri, `"`)
	}
	return renamed
}

// reserved reports whether names that the encoder writes may have a prefix: one
// of the table, or one that it makes itself.
func (e *Encoder) reserved(prefix string) bool {
	switch made := strings.TrimRight(prefix, "0123456789"); {
	case prefix == "xsi", prefix == "soap", prefix == "q", made != prefix && (made == "a" || made == "q"):
		return true
	}
	return slices.ContainsFunc(e.ns, func(ns Namespace) bool { return ns.Prefix == prefix })
}

// attr writes the attribute number i, which must be none of those before.
func (e *Encoder) attr(a xsd.Attr, i int, before []xsd.Attr) {
	for _, b := range before {
		if b.Name == a.Name {
			e.fail(a.Name.Local, "the attribute is given twice")
		}
	}
	switch {
	case !lex.IsNCName(a.Name.Local):
		e.fail("an attribute", "%q is not the name of an attribute", a.Name.Local)
	case a.Name.Space == XSINamespace:
		e.fail(a.Name.Local, "an attribute of the namespace %s", a.Name.Space)
	default:
		e.AttrString(" "+e.attrPrefix(a.Name.Space, i)+a.Name.Local+`="`, a.Value, `"`)
	}
}

// attrPrefix returns the prefix with its colon for attributes of a namespace,
// and declares it if need be.
func (e *Encoder) attrPrefix(space string, i int) string {
	switch space {
	case "":
		return ""
	case XMLNamespace:
		return "xml:"
	}
	if prefix, ok := e.prefixOf(space, false); ok {
		return prefix
	}
	prefix := "a" + strconv.Itoa(i+1)
	e.AttrString(" xmlns:"+prefix+`="`, space, `"`)
	return prefix + ":"
}
