package support

import (
	"slices"
	"strings"
)

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

// isAny reports whether a wildcard stands for an attribute.
func (d *Decoder) isAny(w *Wildcard, a *attribute) bool {
	return w != nil && a.uri != xsiNamespace && w.allows(a.ns, a.uri)
}

// AppendAttr appends the attribute that NextAttr has moved to, and declarations
// of the prefixes in its value.
func (d *Decoder) AppendAttr(attrs []Attr) []Attr {
	if d.err != nil {
		return attrs
	}
	return d.appendAttr(attrs, &d.attrs[d.nextAttr-1])
}

func (d *Decoder) appendAttr(attrs []Attr, a *attribute) []Attr {
	attrs = append(attrs, Attr{QName{a.uri, string(d.buf[a.local:a.end])}, string(a.value)})
	for _, prefix := range prefixesIn(string(a.value)) {
		b := d.lookup([]byte(prefix))
		if b == nil {
			continue
		}
		if declared := (Attr{QName{xmlnsNamespace, prefix}, b.uri}); !slices.Contains(attrs, declared) {
			attrs = append(attrs, declared)
		}
	}
	return attrs
}
