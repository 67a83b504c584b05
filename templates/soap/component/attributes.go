package component

import (
	"cmp"

	"example.com/quartet/templates/soap/xsd"
)

// Attribute is the use of an attribute in a type, or a global attribute declaration (part 1, sections 3.2 and 3.5).
type Attribute struct {
	Name     xsd.QName
	Type     *Type // a simple type
	Required bool
	Default  *Value // nil: none
	Fixed    *Value // nil: none
	Doc      string // see ReadDocumented

	prohibited bool
	array      *array
}

// attributes are those in a type or a group: their uses, and the wildcard.
type attributes struct {
	uses   []*Attribute
	byName map[xsd.QName]*Attribute
	any    *Wildcard
}

// attributesIn returns the attributes in a node, with the groups that it refers to.
func (s *Set) attributesIn(c context, n *node) *attributes {
	all := new(attributes)
	var groups *Wildcard
	for _, child := range n.nodes {
		switch child.local {
		case "attribute":
			s.addUse(all, s.attributeUse(c, child))
		case "anyAttribute":
			if all.any == nil {
				all.any = c.wildcard(child)
			}
		case "attributeGroup":
			e := s.entry(c, attributeGroupKind, child, child.value("ref"))
			if e == nil {
				continue
			}
			group := s.attributeGroup(e)
			for _, use := range group.uses {
				if !use.prohibited { // in a group it has no effect (part 1, section 3.4.2)
					s.addUse(all, use)
				}
			}
			groups = groups.Intersection(group.any)
		}
	}
	all.any = all.any.Intersection(groups)
	return all
}

// addUse adds a use, unless it is nil or there is one of that name.
func (s *Set) addUse(all *attributes, use *Attribute) {
	if use == nil || all.byName[use.Name] != nil || s.tooMany(1) {
		return
	}
	if all.byName == nil {
		all.byName = make(map[xsd.QName]*Attribute)
	}
	all.byName[use.Name] = use
	all.uses = append(all.uses, use)
}

// tooMany counts attributes, and reports whether there are too many of them.
func (s *Set) tooMany(n int) bool {
	if s.uses += n; s.uses <= maxAttributes {
		return false
	}
	s.fail("the types and attribute groups have more than %d attributes, inherited ones included", maxAttributes)
	return true
}

// attributeGroup returns the attributes of a group, none if it contains itself.
func (s *Set) attributeGroup(e *entry) *attributes {
	switch {
	case e.uses != nil:
		return e.uses
	case e.making || s.steps >= maxSteps:
		s.fail("the attribute group %s contains itself, or too many others", e.name)
		return new(attributes)
	}
	n := s.node(e)
	if n == nil {
		return new(attributes)
	}
	e.making = true
	s.steps++
	e.uses = s.attributesIn(e.context(), n)
	s.steps--
	e.making = false
	return e.uses
}

// attributeUse returns the use of an attribute, nil if there is none.
func (s *Set) attributeUse(c context, n *node) *Attribute {
	var use Attribute
	if ref, ok := n.attr("ref"); ok {
		e := s.entry(c, attributeKind, n, ref)
		if e == nil {
			return nil
		}
		use = *s.attributeOf(e)
		use.Doc = cmp.Or(n.doc, use.Doc)
		if byDefault, fixed := valuesIn(n); byDefault != nil || fixed != nil {
			use.Default, use.Fixed = byDefault, fixed
		}
	} else {
		name := c.localName(n, c.attributesQualified)
		if name.Local == "" {
			return nil
		}
		use = s.attribute(c, n, name)
	}
	required := n.value("use")
	use.Required, use.prohibited = required == "required", required == "prohibited"
	use.array = s.arrayIn(c, n)
	return &use
}

// attribute reads an attribute declaration.
func (s *Set) attribute(c context, n *node, name xsd.QName) Attribute {
	a := Attribute{Name: name, Type: s.simpleIn(c, n, "type"), Doc: n.doc}
	a.Default, a.Fixed = valuesIn(n)
	return a
}

// attributeOf returns a global attribute.
func (s *Set) attributeOf(e *entry) *Attribute {
	if e.attribute != nil {
		return e.attribute
	}
	e.attribute = &Attribute{Name: e.name, Type: anySimpleType}
	if n := s.node(e); n != nil {
		*e.attribute = s.attribute(e.context(), n, e.name)
	}
	return e.attribute
}

// valuesIn returns the default and the fixed value in a declaration, of which there is one at most.
func valuesIn(n *node) (byDefault, fixed *Value) {
	if text, ok := n.attr("fixed"); ok {
		return nil, &Value{Text: text, scope: n.scope}
	}
	if text, ok := n.attr("default"); ok {
		return &Value{Text: text, scope: n.scope}, nil
	}
	return nil, nil
}

// inherit returns the attributes of a type: those of its base that it does not replace or prohibit, and its own (part 1, section
// 3.4.2).
func (s *Set) inherit(base []*Attribute, own *attributes) []*Attribute {
	if s.tooMany(len(base)) {
		base = nil
	}
	all := make([]*Attribute, 0, len(base)+len(own.uses))
	inherited := make(map[*Attribute]bool)
	for _, use := range base {
		other := own.byName[use.Name]
		if other == nil {
			all = append(all, use)
			continue
		}
		if inherited[other] = true; !other.prohibited {
			all = append(all, other)
		}
	}
	for _, use := range own.uses {
		if !use.prohibited && !inherited[use] {
			all = append(all, use)
		}
	}
	return all
}
