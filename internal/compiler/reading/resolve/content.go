package resolve

import (
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// particle returns the particle for an element, a group reference, a model group
// or a wildcard in a content model (part 1, section 3.9.2). It returns nil for
// other elements and if maxOccurs is 0.
func (r *resolver) particle(c context, e *xmltree.Element, owner xsd.Component) *xsd.Particle {
	if e.Name.Space != xsd.Namespace {
		return nil
	}
	var term xsd.Term
	switch e.Name.Local {
	case "element":
		if d := r.localElement(c, e, owner); d != nil {
			term = d
		}
	case "group":
		if g, ok := r.groupReference(c, groupKind, e).(*xsd.Group); ok {
			term = g.Content
		}
	case "all", "choice", "sequence":
		term = r.modelGroup(c, e, owner, &xsd.ModelGroup{Info: r.info(c.schema, e, xsd.QName{})})
	case "any":
		r.checkStructure(e)
		term = r.wildcard(c, e)
	default:
		return nil
	}
	min, max := r.bounds(e)
	if term == nil || max == 0 {
		return nil
	}
	return &xsd.Particle{Min: min, Max: max, Term: term, Pos: e.Pos()}
}

// modelGroup fills m from an xs:all, xs:choice or xs:sequence.
func (r *resolver) modelGroup(c context, e *xmltree.Element, owner xsd.Component, m *xsd.ModelGroup) *xsd.ModelGroup {
	r.checkStructure(e)
	m.Compositor = map[string]xsd.Compositor{"sequence": xsd.Sequence, "choice": xsd.Choice, "all": xsd.All}[e.Name.Local]
	for child := range e.Elements() {
		if p := r.particle(c, child, owner); p != nil {
			m.Particles = append(m.Particles, p)
		}
	}
	if m.Compositor == xsd.All {
		if a := e.Attr("maxOccurs"); a != nil && strings.TrimSpace(a.Value) != "1" && strings.TrimSpace(a.Value) != "0" {
			r.badValue(a, "0 or 1, which \"all\" requires")
		}
	}
	return m
}

// groupReference returns the group or attribute group that the attribute ref of an
// element names; nil after an error, which has been reported.
func (r *resolver) groupReference(c context, k kind, e *xmltree.Element) xsd.Component {
	r.checkStructure(e)
	ref := e.Attr("ref")
	if ref == nil {
		r.report(diag.MissingAttr, e.Pos(), "%s has no attribute \"ref\"", diag.Quote(e.RawName()))
		return nil
	}
	r.forbid(e, "together with \"ref\"", "name")
	component, ok := r.component(c, k, ref, ref.Value)
	if !ok {
		return nil
	}
	return component
}

func (r *resolver) fillGroup(c context, e *xmltree.Element, g *xsd.Group) {
	r.checkStructure(e)
	r.forbid(e, "on a named group", "ref", "minOccurs", "maxOccurs")
	content := r.child(e, "all", "choice", "sequence")
	if content == nil {
		r.report(diag.MissingAttr, e.Pos(), "group %s has no content", diag.Quote(g.Name.Local))
		return
	}
	g.Content.Info.Documentation = schemaDocumentation(content)
	g.Content.Info.Pos = content.Pos()
	r.modelGroup(c, content, g, g.Content)
}

// localElement returns the declaration for an xs:element in a content model: a new
// local declaration, or the global one that it refers to.
func (r *resolver) localElement(c context, e *xmltree.Element, owner xsd.Component) *xsd.ElementDeclaration {
	if ref := e.Attr("ref"); ref != nil {
		r.checkAttributes(e)
		r.forbid(e, "together with \"ref\"", "name", "type", "nillable", "default", "fixed", "form", "block", "final", "abstract", "substitutionGroup")
		for child := range e.Elements() {
			if !child.Is(xsd.Namespace, "annotation") {
				r.unexpected(child)
			}
		}
		component, ok := r.component(c, elementKind, ref, ref.Value)
		if !ok {
			return r.placeholder(c, ref)
		}
		return component.(*xsd.ElementDeclaration)
	}
	local, ok := r.name(e)
	if !ok {
		return nil
	}
	r.forbid(e, "on a local element", "final", "abstract", "substitutionGroup")
	name := xsd.QName{Local: local}
	if r.qualified(e.Attr("form"), c.ElementsQualified) {
		name.Space = c.TargetNamespace
	}
	d := &xsd.ElementDeclaration{Info: r.info(c.schema, e, name), Owner: owner}
	r.fillElement(c, e, d)
	return d
}

// fillElement fills d from an xs:element (part 1, section 3.3.2).
func (r *resolver) fillElement(c context, e *xmltree.Element, d *xsd.ElementDeclaration) {
	r.checkStructure(e)
	if d.Global {
		r.forbid(e, "on a global element", "ref", "form", "minOccurs", "maxOccurs")
	}
	d.Nillable = r.boolean(e.Attr("nillable"), false)
	d.Abstract = d.Global && r.boolean(e.Attr("abstract"), false)
	d.Block = r.derivations(e.Attr("block"), c.BlockDefault) & ofElements
	d.Final = r.derivations(e.Attr("final"), c.FinalDefault) & ofComplexTypes
	d.Default, d.Fixed = r.valueConstraint(e)
	d.ValueScope = e
	d.Type = r.elementType(c, e, d)
	for child := range e.Named(xsd.Namespace, "key", "keyref", "unique") {
		r.constraint(c, child, d)
	}
}

// elementType returns the declared type of d, or anyType by default. It returns nil
// if d gets the type of the head element of its substitution group in pass 3.
func (r *resolver) elementType(c context, e *xmltree.Element, d *xsd.ElementDeclaration) xsd.Type {
	if a := e.Attr("substitutionGroup"); a != nil && d.Global {
		if head, ok := r.component(c, elementKind, a, a.Value); ok {
			d.SubstitutionHead = head.(*xsd.ElementDeclaration)
			d.SubstitutionHead.Substitutes = append(d.SubstitutionHead.Substitutes, d)
		}
	}
	named, inner := e.Attr("type"), r.child(e, "simpleType", "complexType")
	if named != nil && inner != nil {
		report := r.report(diag.Conflict, inner.Pos(), "element %s has both a type attribute and an inline type", diag.Quote(d.Name.Local))
		relate(report, named.Pos(), "the attribute")
	}
	switch {
	case named != nil:
		if t := r.typeRef(c, named); t != nil {
			return t
		}
	case inner != nil && inner.Name.Local == "simpleType":
		return r.anonymousSimple(c, inner, d)
	case inner != nil:
		r.forbid(inner, "on a type without a name", "name")
		t := &xsd.ComplexType{Info: r.info(c.schema, inner, xsd.QName{}), Owner: d}
		r.fillComplexType(context{c.schema, nil}, inner, t)
		return t
	case d.SubstitutionHead != nil:
		r.inheritsType[d] = true
		return nil
	}
	return xsd.AnyType
}

func (r *resolver) valueConstraint(e *xmltree.Element) (def, fixed *string) {
	d, f := e.Attr("default"), e.Attr("fixed")
	if d != nil && f != nil {
		relate(r.report(diag.Conflict, f.Pos(), "\"default\" and \"fixed\" cannot be used together"), d.Pos(), "the default")
		return nil, &f.Value
	}
	if d != nil {
		return &d.Value, nil
	}
	if f != nil {
		return nil, &f.Value
	}
	return nil, nil
}

// wildcard returns the wildcard for an xs:any or xs:anyAttribute (part 1, section
// 3.10.2).
func (r *resolver) wildcard(c context, e *xmltree.Element) *xsd.Wildcard {
	w := &xsd.Wildcard{Info: r.info(c.schema, e, xsd.QName{})}
	w.ProcessContents = oneOf(r, e.Attr("processContents"), xsd.Strict, "\"strict\", \"lax\" or \"skip\"",
		map[string]xsd.ProcessContents{"strict": xsd.Strict, "lax": xsd.Lax, "skip": xsd.Skip})
	a := e.Attr("namespace")
	if a == nil {
		return w
	}
	switch value := strings.TrimSpace(a.Value); value {
	case "##any":
	case "##other":
		w.Constraint, w.Namespaces = xsd.NotNamespace, []string{c.TargetNamespace}
	default:
		w.Constraint = xsd.NamespacesList
		for _, word := range strings.Fields(value) {
			namespace := word
			switch {
			case word == "##targetNamespace":
				namespace = c.TargetNamespace
			case word == "##local":
				namespace = ""
			case strings.HasPrefix(word, "##"):
				r.badValue(a, "a list of namespaces, ##targetNamespace and ##local, or only ##any or ##other")
				continue
			}
			w.Namespaces = collect.Union(w.Namespaces, namespace)
		}
	}
	return w
}
