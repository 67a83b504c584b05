package component

import (
	"cmp"
	"strings"

	"example.com/quartet/templates/soap/lexical"
)

// Facets are the constraining facets of one step of the derivation of a simple type (XML Schema part 2, section 4.3), as they are
// written. A facet that is not there is "".
type Facets struct {
	WhiteSpace                   string // preserve, replace or collapse
	Length, MinLength, MaxLength string
	TotalDigits, FractionDigits  string
	MinInclusive, MinExclusive   string
	MaxInclusive, MaxExclusive   string
	Patterns                     []string // a value matches one of them
	Enumeration                  []Value
}

// Facet is a facet with its value as it is written. Patterns of one step are one pattern with branches.
type Facet struct {
	Kind  lexical.FacetKind
	Value string
}

// List returns the facets except the white space and the enumeration.
func (f *Facets) List() []Facet {
	var all []Facet
	if f == nil {
		return nil
	}
	single := f.single()
	for k := range lexical.FacetKind(len(single)) {
		if value := single[k]; value != nil && *value != "" && k != lexical.WhiteSpace {
			all = append(all, Facet{k, *value})
		}
	}
	if len(f.Patterns) > 0 {
		all = append(all, Facet{lexical.Pattern, strings.Join(f.Patterns, "|")})
	}
	return all
}

// single returns the values of the facets that a step has once.
func (f *Facets) single() [len(lexical.FacetNames)]*string {
	return [...]*string{
		lexical.WhiteSpace: &f.WhiteSpace, lexical.Length: &f.Length, lexical.MinLength: &f.MinLength, lexical.MaxLength: &f.MaxLength,
		lexical.MinInclusive: &f.MinInclusive, lexical.MinExclusive: &f.MinExclusive, lexical.MaxInclusive: &f.MaxInclusive,
		lexical.MaxExclusive: &f.MaxExclusive, lexical.TotalDigits: &f.TotalDigits, lexical.FractionDigits: &f.FractionDigits,
	}
}

// facetsIn returns the facets in a restriction, nil if there are none.
func facetsIn(n *node) *Facets {
	f, some := new(Facets), false
	single := f.single()
	for _, child := range n.nodes {
		value, ok := child.attr("value")
		if !ok {
			continue
		}
		switch kind, known := lexical.FacetKindOf(child.local); {
		case !known:
			continue
		case kind == lexical.Pattern:
			f.Patterns = append(f.Patterns, value)
		case kind == lexical.Enumeration:
			f.Enumeration = append(f.Enumeration, Value{value, child.doc, child.scope})
		default:
			*single[kind] = cmp.Or(*single[kind], strings.Trim(value, blanks)) // of several the first counts
		}
		some = true
	}
	if !some {
		return nil
	}
	return f
}

// simpleType reads an xs:simpleType (part 1, section 3.14.2).
func (s *Set) simpleType(c context, n *node) *Definition {
	d := &Definition{Base: anySimpleType, By: Restriction}
	step := n.child("restriction", "list", "union")
	if step == nil {
		return d
	}
	switch step.local {
	case "restriction":
		d = s.restricted(s.simpleIn(c, step, "base"), facetsIn(step))
	case "list":
		d.Variety, d.Item = List, s.part(s.simpleIn(c, step, "itemType"))
	case "union":
		d.Variety = Union
		for _, name := range strings.Fields(step.value("memberTypes")) {
			d.Members = append(d.Members, s.part(s.simpleNamed(c, step, name)))
		}
		for _, child := range step.nodes {
			if child.local == "simpleType" {
				d.Members = append(d.Members, s.part(s.inline(c, child)))
			}
		}
	}
	return d
}

// part returns a type of items or members, which are not made of the type that they are in.
func (s *Set) part(t *Type) *Type {
	t, _ = s.base(t, anySimpleType)
	return t
}

// restricted returns the properties of a restriction of a simple type.
func (s *Set) restricted(base *Type, facets *Facets) *Definition {
	base, from := s.base(base, anySimpleType)
	return &Definition{Base: base, By: Restriction, Variety: from.Variety, Item: from.Item, Members: from.Members, Facets: facets}
}

// simpleIn returns the simple type that an attribute of a node names, or that the node contains.
func (s *Set) simpleIn(c context, n *node, attribute string) *Type {
	if name, ok := n.attr(attribute); ok {
		return s.simpleNamed(c, n, name)
	}
	if inner := n.child("simpleType"); inner != nil {
		return s.inline(c, inner)
	}
	return anySimpleType
}
