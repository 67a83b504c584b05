package resolve

import (
	"cmp"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/templates/soap/component"
)

// fillAttribute fills d from an xs:attribute (part 1, section 3.2.2).
func (r *resolver) fillAttribute(c context, e *xmltree.Element, d *xsd.AttributeDeclaration) {
	r.checkStructure(e)
	if d.Global {
		r.forbid(e, "on a global attribute", "ref", "form", "use")
	}
	d.Default, d.Fixed = r.valueConstraint(e)
	d.ValueScope = e
	named, inner := e.Attr("type"), r.child(e, "simpleType")
	if named != nil && inner != nil {
		report := r.report(diag.Conflict, inner.Pos(), "attribute %s has both a type attribute and an inline type", diag.Quote(d.Name.Local))
		relate(report, named.Pos(), "the attribute")
	}
	switch {
	case named != nil:
		d.Type = r.simpleTypeRef(c, named, named.Value)
	case inner != nil:
		d.Type = r.anonymousSimple(c, inner, d)
	default:
		d.Type = xsd.AnySimpleType
	}
}

// attributeUse returns the attribute use for an xs:attribute in a type or attribute
// group (part 1, section 3.5.2). On failure it reports an error and returns nil.
func (r *resolver) attributeUse(c context, e *xmltree.Element, owner xsd.Component) *xsd.AttributeUse {
	use := &xsd.AttributeUse{Pos: e.Pos(), Documentation: schemaDocumentation(e), ValueScope: e}
	written := oneOf(r, e.Attr("use"), "", "\"optional\", \"required\" or \"prohibited\"",
		map[string]string{"optional": "", "required": "required", "prohibited": "prohibited"})
	use.Required, use.Prohibited = written == "required", written == "prohibited"
	if ref := e.Attr("ref"); ref != nil {
		r.checkStructure(e)
		r.forbid(e, "together with \"ref\"", "name", "type", "form")
		component, ok := r.component(c, attributeKind, ref, ref.Value)
		if !ok {
			return nil
		}
		use.Attribute = component.(*xsd.AttributeDeclaration)
	} else {
		local, ok := r.name(e)
		if !ok {
			return nil
		}
		name := xsd.QName{Local: local}
		if r.qualified(e.Attr("form"), c.AttributesQualified) {
			name.Space = c.TargetNamespace
		}
		use.Attribute = &xsd.AttributeDeclaration{Info: r.info(c.schema, e, name), Owner: owner}
		r.fillAttribute(c, e, use.Attribute)
	}
	use.Default, use.Fixed = r.valueConstraint(e)
	use.ArrayType = r.arrayType(c, e)
	return use
}

// arrayType reads wsdl:arrayType (WSDL 1.1, section 2.2): a type's name and at
// least one pair of brackets.
func (r *resolver) arrayType(c context, e *xmltree.Element) *xsd.ArrayType {
	a := e.AttrNS(wsdl11.Namespace, "arrayType")
	if a == nil {
		return nil
	}
	value := strings.TrimSpace(a.Value)
	name, dimensions := value, ""
	if bracket := strings.IndexByte(value, '['); bracket >= 0 {
		name, dimensions = value[:bracket], value[bracket:]
	}
	if strings.Trim(dimensions, "[],0123456789 ") != "" || !strings.HasSuffix(dimensions, "]") {
		r.badValue(a, "a type followed by \"[]\"")
		if !r.lenient {
			return nil
		}
		r.diags[len(r.diags)-1].Message += "; an array of that type is used"
		dimensions = "[]"
	}
	array := &xsd.ArrayType{Item: xsd.AnyType, Dimensions: dimensions}
	if component, ok := r.component(c, typeKind, a, name); ok {
		array.Item = component.(xsd.Type)
	}
	return array
}

// attributesOf holds the attributes written in an element: uses and references to
// groups in document order, and a wildcard.
type attributesOf struct {
	members []attributeMember
	any     *xsd.Wildcard
}

type attributeMember struct {
	use   *xsd.AttributeUse
	group *xsd.AttributeGroup // if use is nil
	pos   diag.Pos
}

func (r *resolver) attributesOf(c context, e *xmltree.Element, owner xsd.Component) attributesOf {
	var all attributesOf
	for child := range e.Elements() {
		if child.Name.Space != xsd.Namespace {
			continue
		}
		switch child.Name.Local {
		case "attribute":
			if use := r.attributeUse(c, child, owner); use != nil {
				all.members = append(all.members, attributeMember{use: use, pos: use.Pos})
			}
		case "attributeGroup":
			if group, ok := r.groupReference(c, attributeGroupKind, child).(*xsd.AttributeGroup); ok {
				all.members = append(all.members, attributeMember{group: group, pos: child.Pos()})
			}
		case "anyAttribute":
			r.checkStructure(child)
			if all.any != nil {
				relate(r.report(diag.Conflict, child.Pos(), "a second %s", diag.Quote(child.RawName())), all.any.Pos, "first used here")
				continue
			}
			all.any = r.wildcard(c, child)
		}
	}
	return all
}

// attributeGroupSource holds the attributes of a group before references are
// expanded (pass 3).
type attributeGroupSource struct {
	attributesOf
	inProgress bool
}

func (r *resolver) fillAttributeGroup(c context, e *xmltree.Element, g *xsd.AttributeGroup) {
	r.checkStructure(e)
	r.forbid(e, "on a named attribute group", "ref")
	r.groups[g] = &attributeGroupSource{attributesOf: r.attributesOf(c, e, g)}
}

func (r *resolver) completeAttributeGroup(g *xsd.AttributeGroup) {
	source := r.groups[g]
	if source == nil {
		return
	}
	if source.inProgress {
		r.report(diag.Circular, g.Pos, "attribute group %s contains itself", diag.Quote(g.Name.Local))
		return
	}
	source.inProgress = true
	g.Attributes, g.AnyAttribute = r.expand(source.attributesOf)
	r.countAttributes(g, len(g.Attributes))
	delete(r.groups, g)
}

// countAttributes reports the component with which there are too many attributes. Components after it are not
// expanded.
func (r *resolver) countAttributes(c xsd.Component, n int) {
	before := r.attributes
	if r.attributes += n; before <= r.budget && r.attributes > r.budget {
		r.report(diag.TooLarge, c.Component().Pos, "the types and attribute groups up to this one have more than %d attributes, including the attributes of base types and other groups: too many for a contract of this size", r.budget)
	}
}

// expand replaces references to groups with the groups' attributes and intersects
// the wildcards (part 1, section 3.4.2, complete wildcard).
func (r *resolver) expand(all attributesOf) ([]*xsd.AttributeUse, *xsd.Wildcard) {
	var uses []*xsd.AttributeUse
	byName := make(map[xsd.QName]*xsd.AttributeUse, len(all.members))
	add := func(use *xsd.AttributeUse, pos diag.Pos) {
		// The referenced declaration is complete only in pass 3.
		if use.Default == nil && use.Fixed == nil {
			use.Default, use.Fixed = use.Attribute.Default, use.Attribute.Fixed
			if use.Default != nil || use.Fixed != nil {
				use.ValueScope = use.Attribute.ValueScope
			}
		}
		name := use.Attribute.Name
		if previous := byName[name]; previous != nil {
			if previous.Attribute.Pos != use.Attribute.Pos {
				relate(r.report(diag.Duplicate, pos, "duplicate attribute %s", diag.Quote(name.Local)), previous.Pos, "the other attribute")
			}
			return
		}
		byName[name] = use
		uses = append(uses, use)
	}
	any := all.any
	for _, m := range all.members {
		if m.use != nil {
			add(m.use, m.pos)
			continue
		}
		r.completeAttributeGroup(m.group)
		if r.attributes > r.budget {
			break
		}
		for _, use := range m.group.Attributes {
			if !use.Prohibited { // a prohibited use in a group has no effect (part 1, section 3.4.2)
				add(use, m.pos)
			}
		}
		any = r.intersect(any, m.group.AnyAttribute)
	}
	return uses, any
}

// intersect returns the wildcard for the names that both a and b allow (part 1, section 3.10.6), with processContents of a. If one
// is nil, it returns the other.
func (r *resolver) intersect(a, b *xsd.Wildcard) *xsd.Wildcard {
	if a != nil && b != nil && a.Constraint == xsd.NotNamespace && b.Constraint == xsd.NotNamespace &&
		a.Namespaces[0] != b.Namespaces[0] && a.Namespaces[0] != "" && b.Namespaces[0] != "" {
		r.report(diag.Unsupported, b.Pos, "the intersection of two wildcards that exclude different namespaces cannot be expressed").Severity = diag.Warning
	}
	return combined(a, b, (*component.Wildcard).Intersection)
}

// union returns the wildcard for the names that a or b allows (part 1, section 3.10.6), with processContents of a. If one is nil, it
// returns the other.
func union(a, b *xsd.Wildcard) *xsd.Wildcard { return combined(a, b, (*component.Wildcard).Union) }

func combined(a, b *xsd.Wildcard, combine func(a, b *component.Wildcard) *component.Wildcard) *xsd.Wildcard {
	if a == nil || b == nil {
		return cmp.Or(a, b)
	}
	w, namespaces := *a, combine(namespacesOf(a), namespacesOf(b))
	w.Constraint, w.Namespaces = xsd.NamespacesList, namespaces.Namespaces
	switch {
	case namespaces.Any:
		w.Constraint = xsd.AnyNamespace
	case namespaces.Not:
		w.Constraint = xsd.NotNamespace
	}
	return &w
}

// namespacesOf returns a wildcard for the same namespaces.
func namespacesOf(w *xsd.Wildcard) *component.Wildcard {
	return &component.Wildcard{Any: w.Constraint == xsd.AnyNamespace, Not: w.Constraint == xsd.NotNamespace, Namespaces: w.Namespaces}
}
