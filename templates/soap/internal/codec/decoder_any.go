package codec

import (
	"slices"
	"strings"

	"example.com/quartet/templates/soap/xsd"
)

// anyType reads an element of the type xs:anyType.
func (d *Decoder) anyType() xsd.AnyType {
	d.fill()
	if d.IsNil() {
		d.AcceptTag(nilNotAllowed)
	}
	return d.nillableAnyType()
}

// nillableAnyType is anyType for an element that may be nil.
func (d *Decoder) nillableAnyType() xsd.AnyType {
	if d.Failed != nil {
		return xsd.AnyType{}
	}
	var v xsd.AnyType
	if a := d.attr(XSINamespace, "type"); a != nil {
		v.Type = d.typeName(a)
	}
	v.Attrs = d.otherAttrs()
	if v.Nil = d.readNil(); v.Nil {
		return v
	}
	scope := d.scope
	v.Content = d.InnerXML()
	if prefix, _, ok := strings.Cut(strings.TrimSpace(v.Content), ":"); ok && v.Type == (xsd.QName{Space: xsd.Namespace, Local: "QName"}) {
		v.Attrs = d.appendPrefix(v.Attrs, scope, prefix)
	}
	return v
}

// appendPrefix appends the declaration that a prefix has in a scope, unless it is there.
func (d *Decoder) appendPrefix(attrs []xsd.Attr, scope []NSBinding, prefix string) []xsd.Attr {
	for _, b := range slices.Backward(scope) {
		if string(b.Prefix) != prefix {
			continue
		}
		declared := xsd.Attr{Name: xsd.QName{Space: xmlnsNamespace, Local: prefix}, Value: b.URI}
		if !slices.Contains(attrs, declared) && d.TakeMemory(2*attrBytes) { // slices grow by half and more
			attrs = append(attrs, declared)
		}
		break
	}
	return attrs
}

// typeName resolves the value of xsi:type (XML Schema part 1, section 2.6.1).
func (d *Decoder) typeName(a *Attribute) xsd.QName {
	space, local, ok := d.ResolveQName(string(a.Value))
	if !ok {
		d.FailTag("the value of xsi:type is not a qualified name whose prefix is declared")
	}
	return xsd.QName{Space: space, Local: local}
}

// otherAttrs returns the attributes of the current tag that are not attributes of XML Schema instances. They have been read then.
func (d *Decoder) otherAttrs() (attrs []xsd.Attr) {
	for i := range d.Attrs {
		if a := &d.Attrs[i]; a.URI != XSINamespace {
			attrs = d.appendAttribute(attrs, a)
		}
	}
	d.attrIndex = len(d.Attrs)
	return attrs
}

const attrBytes = 3 * stringBytes // size of an xsd.Attr without its text

// appendAttribute appends an attribute, and declarations of the prefixes in its value.
func (d *Decoder) appendAttribute(attrs []xsd.Attr, a *Attribute) []xsd.Attr {
	if !d.TakeMemory(2 * attrBytes) {
		return attrs
	}
	attrs = append(attrs, xsd.Attr{Name: xsd.QName{Space: a.URI, Local: string(d.Buf[a.Local:a.End])}, Value: string(a.Value)})
	for _, prefix := range prefixesIn(string(a.Value)) {
		attrs = d.appendPrefix(attrs, d.scope, prefix)
	}
	return attrs
}
