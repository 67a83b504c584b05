package sample

import (
	"fmt"
	"slices"

	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// attributes adds the attributes of a type to an element. A maximal instance
// has all of them, at any depth. With SOAP encoding (SOAP 1.1, section 5),
// optional attributes are omitted except soapenc:arrayType.
func (b *builder) attributes(e *Element, c *xsd.ComplexType) error {
	for _, use := range c.Attributes {
		if use.Attribute.Name == arrayOffset && !use.Required {
			continue // only partially transmitted arrays have it
		}
		if b.encoded && use.ArrayType == nil && !use.Required {
			continue
		}
		if !use.Required && !b.encoded && (b.options.Mode == Minimal || b.options.Mode == Random && b.rng.IntN(3) == 0) {
			continue
		}
		value, err := b.attributeValue(use)
		if err != nil {
			if use.Required {
				return fmt.Errorf("attribute %s: %w", use.Attribute.Name, err)
			}
			continue
		}
		e.Attrs = append(e.Attrs, Attr{Name: use.Attribute.Name, Value: value, Type: use.Attribute.Type, Use: use})
	}
	if c.AnyAttribute != nil && !b.encoded && b.includeOptional() {
		b.anyAttribute(e, c.AnyAttribute, slices.ContainsFunc(c.Attributes, isID))
	}
	return nil
}

func isID(use *xsd.AttributeUse) bool {
	return use.Attribute.Type.BuiltinBase().Name.Local == "ID"
}

var arrayOffset = xsd.QName{Space: wsdl11.EncodingSOAP11, Local: "offset"}

func (b *builder) attributeValue(use *xsd.AttributeUse) (string, error) {
	switch {
	case use.Fixed != nil:
		return b.written(use.Attribute.Type, *use.Fixed, use.ValueScope), nil
	case use.ArrayType != nil:
		return b.doc.QName(use.ArrayType.Item.Component().Name) + use.ArrayType.Dimensions, nil // items replaces the dimensions
	}
	return b.simple(use.Attribute.Type)
}

// anyAttribute adds an attribute that a wildcard allows, if there is one. If the type of the
// element has an ID, the attribute does not have the type ID (XML Schema part 1, section
// 3.4.4, Element Locally Valid (Complex Type), clause 5).
func (b *builder) anyAttribute(e *Element, w *xsd.Wildcard, hasID bool) {
	var known []*xsd.AttributeDeclaration
	for _, d := range b.g.set.Attributes {
		if w.Allows(d.Name.Space) && e.Attr(d.Name) == nil && len(known) < 8 {
			known = append(known, d)
		}
	}
	if w.ProcessContents != xsd.Strict {
		n := b.pick(len(known)+1, 0)
		if n == 0 {
			b.unknownAttribute(e, w)
			return
		}
		known = known[n-1:]
	}
	for _, d := range known {
		use := &xsd.AttributeUse{Attribute: d, Fixed: d.Fixed, ValueScope: d.ValueScope}
		if hasID && isID(use) {
			continue
		}
		if value, err := b.attributeValue(use); err == nil && d.Name.Space != xsd.InstanceNamespace {
			e.Attrs = append(e.Attrs, Attr{Name: d.Name, Value: value, Type: d.Type})
			return
		}
	}
}

func (b *builder) unknownAttribute(e *Element, w *xsd.Wildcard) {
	space, ok := unknownNamespace(w)
	if !ok {
		return
	}
	name := xsd.QName{Space: space, Local: "note"}
	if b.g.set.Attribute(name) != nil || e.Attr(name) != nil {
		return
	}
	e.Attrs = append(e.Attrs, Attr{Name: name, Value: "extra"})
}

// exampleNamespace is the namespace of elements and attributes that no schema
// declares.
const exampleNamespace = "urn:example:extension"

// unknownNamespace returns a namespace that a wildcard allows, preferably
// exampleNamespace.
func unknownNamespace(w *xsd.Wildcard) (string, bool) {
	if w.Allows(exampleNamespace) {
		return exampleNamespace, true
	}
	for _, n := range w.Namespaces {
		if w.Constraint == xsd.NamespacesList && n != xsd.InstanceNamespace && n != xmltree.XMLNamespace && n != xmltree.XMLNSNamespace {
			return n, true
		}
	}
	return "", false
}
