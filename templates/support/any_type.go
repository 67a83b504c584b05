package support

import (
	"slices"
	"strings"
)

// AnyType is an element of the type xs:anyType: attributes, and text and
// elements in any order.
type AnyType struct {
	// Type is the type that xsi:type names, the zero name if there is none.
	Type QName

	// Attrs are the attributes, but for those of XML Schema itself.
	Attrs []Attr

	// Content is the markup of the content. It stands alone: the elements in it
	// declare the namespaces that they use. What is sent has to be such markup;
	// text in it is escaped.
	Content string
}

// Text returns the character content, that of the elements in it left out.
func (v AnyType) Text() string {
	d := NewDecoder([]byte("<x>"+v.Content+"</x>"), noNamespaces, markupLimits)
	defer d.Release()
	if !d.Root() {
		return ""
	}
	return d.Text()
}

// NewText returns an element with text for its content, without a type.
func NewText(text string) AnyType {
	return AnyType{Content: escapeText(text)}
}

func escapeText(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\r", "&#xD;").Replace(text)
}

// AnyType reads an element of the type xs:anyType.
func (d *Decoder) AnyType() AnyType {
	d.fill()
	if d.err == nil && (d.tag.mode == tagNil || d.tag.mode == tagNilClosed) {
		d.failTag("xsi:nil on an element that must have a value")
	}
	if d.err != nil {
		return AnyType{}
	}
	var v AnyType
	for i := range d.attrs {
		switch a := &d.attrs[i]; {
		case a.uri != xsiNamespace:
			v.Attrs = d.appendAttr(v.Attrs, a)
		case string(d.buf[a.local:a.end]) == "type":
			v.Type = d.typeName(a)
		}
	}
	d.nextAttr = len(d.attrs)
	outer := len(d.scope)
	scope := d.scope
	v.Content = d.InnerXML()
	if v.Type == (QName{xsdNamespace, "QName"}) {
		v.Attrs = appendPrefix(v.Attrs, scope[:outer], v.Content)
	}
	return v
}

const xsdNamespace = "http://www.w3.org/2001/XMLSchema"

// appendPrefix appends the declaration of the prefix that a qualified name has,
// unless it is there.
func appendPrefix(attrs []Attr, scope []nsBinding, name string) []Attr {
	prefix, _, ok := strings.Cut(strings.TrimSpace(name), ":")
	if !ok {
		return attrs
	}
	for i := len(scope) - 1; i >= 0; i-- {
		if string(scope[i].prefix) != prefix {
			continue
		}
		if declared := (Attr{QName{xmlnsNamespace, prefix}, scope[i].uri}); !slices.Contains(attrs, declared) {
			attrs = append(attrs, declared)
		}
		break
	}
	return attrs
}

// typeName resolves the value of xsi:type (XML Schema part 1, section 2.6.1).
func (d *Decoder) typeName(a *attribute) QName {
	space, local, ok := d.ResolveQName(string(a.value))
	if !ok {
		d.failTag("the value of xsi:type is not a qualified name whose prefix is declared")
	}
	return QName{space, local}
}

// AnyType writes an element of the type xs:anyType; open is its start tag, with
// or without the final ">".
func (e *Encoder) AnyType(open string, v AnyType, close string) {
	e.Raw(strings.TrimSuffix(open, ">"))
	if v.Type != (QName{}) {
		e.typeAttr(v.Type)
	}
	renamed := e.declarePrefixes(v.Attrs)
	for i, a := range v.Attrs {
		if a.Name.Space != xmlnsNamespace {
			a.Value = renamed.in(a.Value)
			e.attr(a, i, v.Attrs[:i])
		}
	}
	e.Raw(">")
	if v.Type == (QName{xsdNamespace, "QName"}) {
		v.Content = renamed.in(v.Content)
	}
	e.copyContent(open, v.Content)
	e.Raw(close)
}

// typeAttr writes xsi:type. A namespace without a prefix that could stand here
// gets one.
func (e *Encoder) typeAttr(name QName) {
	if !isNCName(name.Local) {
		e.fail("xsi:type", "%q is not the name of a type", name.Local)
		return
	}
	if name.Space == "" && e.hasDefault() {
		e.fail("xsi:type", "the type %s has no namespace, which cannot be said beside a default namespace", name.Local)
		return
	}
	prefix := ""
	if name.Space != "" {
		prefix = e.typePrefix(name.Space)
	}
	e.AttrString(` xsi:type="`, prefix+name.Local, `"`)
}

// typePrefix returns the prefix with its colon for the type names of a
// namespace, "" for the default namespace, and declares it if need be.
func (e *Encoder) typePrefix(space string) string {
	for _, ns := range e.ns {
		switch {
		case ns.URI != space:
		case ns.Prefix == "":
			return ""
		default:
			return ns.Prefix + ":"
		}
	}
	e.AttrString(` xmlns:q="`, space, `"`)
	return "q:"
}
