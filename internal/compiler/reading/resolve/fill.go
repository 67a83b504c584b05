package resolve

import (
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// fillGlobals is pass 2: it fills every global component from its element.
func (r *resolver) fillGlobals() {
	for _, g := range r.order {
		c := context{g.schema, nil}
		if g.original != nil {
			c.self = g
		}
		switch component := g.component.(type) {
		case *xsd.SimpleType:
			r.fillSimpleType(c, g.element, component)
		case *xsd.ComplexType:
			r.fillComplexType(c, g.element, component)
		case *xsd.ElementDeclaration:
			r.fillElement(c, g.element, component)
		case *xsd.AttributeDeclaration:
			r.fillAttribute(c, g.element, component)
		case *xsd.Group:
			if g.original != nil {
				component.Original, _ = g.original.component.(*xsd.Group)
			}
			r.fillGroup(c, g.element, component)
		case *xsd.AttributeGroup:
			if g.original != nil {
				component.Original, _ = g.original.component.(*xsd.AttributeGroup)
			}
			r.fillAttributeGroup(c, g.element, component)
		case *xsd.Notation:
			r.checkAttributes(g.element)
		}
	}
	for _, k := range r.keyRefs {
		r.resolveKeyRef(k)
	}
}

// forbid reports attributes that are not allowed in this form of e, such as name
// together with ref. why completes the message "attribute x is not allowed".
func (r *resolver) forbid(e *xmltree.Element, why string, attributes ...string) {
	for _, name := range attributes {
		if a := e.Attr(name); a != nil {
			d := r.report(diag.Conflict, a.Pos(), "attribute %s is not allowed %s", diag.Quote(name), why)
			if name != "name" && name != "ref" && name != "type" {
				d.Severity = diag.Warning // the meaning is clear without it
				d.Message += " and is ignored"
			}
		}
	}
}

// child returns the child element of e with one of the names in the schema
// namespace, or nil. If there are several, it returns the first and reports the
// others.
func (r *resolver) child(e *xmltree.Element, names ...string) *xmltree.Element {
	var found *xmltree.Element
	for child := range e.Named(xsd.Namespace, names...) {
		if found != nil {
			d := r.report(diag.Conflict, child.Pos(), "%s has %s in addition to %s", diag.Quote(e.RawName()), diag.Quote(child.RawName()), diag.Quote(found.RawName()))
			relate(d, found.Pos(), "first used here")
			continue
		}
		found = child
	}
	return found
}

// typeRef returns the type that the attribute a names. On failure it reports an
// error and returns nil.
func (r *resolver) typeRef(c context, a *xmltree.Attr) xsd.Type {
	component, ok := r.component(c, typeKind, a, a.Value)
	if !ok {
		if r.lenient && c.schema != nil {
			r.useInstead("xs:anyType")
		}
		return nil
	}
	return component.(xsd.Type)
}

// simpleTypeRef returns the simple type that value names. On failure it reports an
// error and returns anySimpleType.
func (r *resolver) simpleTypeRef(c context, a *xmltree.Attr, value string) *xsd.SimpleType {
	component, ok := r.component(c, typeKind, a, value)
	if !ok {
		if r.lenient {
			r.useInstead("xs:anySimpleType")
		}
		return xsd.AnySimpleType
	}
	simple, ok := component.(*xsd.SimpleType)
	if !ok {
		if name := component.Component().Name; name.Space == wsdl11.EncodingSOAP11 || name.Space == wsdl11.EncodingSOAP12 {
			if base, ok := xsd.Builtin(xsd.QName{Space: xsd.Namespace, Local: name.Local}).(*xsd.SimpleType); ok {
				r.report(diag.BadDerivation, a.Pos(), "%s is a complex type; the type of its text is used", diag.Quote(value)).Severity = diag.Warning
				return base
			}
		}
		d := r.report(diag.BadDerivation, a.Pos(), "%s is a complex type; want a simple type", diag.Quote(value))
		if pos := component.Component().Pos; !pos.IsZero() {
			relate(d, pos, "the complex type")
		}
		return xsd.AnySimpleType
	}
	return simple
}

// anonymousSimple returns the anonymous simple type for an inline xs:simpleType.
func (r *resolver) anonymousSimple(c context, e *xmltree.Element, owner xsd.Component) *xsd.SimpleType {
	t := &xsd.SimpleType{Info: r.info(c.schema, e, xsd.QName{}), Owner: owner}
	r.forbid(e, "on a type without a name", "name")
	r.fillSimpleType(context{c.schema, nil}, e, t)
	return t
}
