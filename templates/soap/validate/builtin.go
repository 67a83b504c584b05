package validate

import (
	"sync"

	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/lexical"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

var (
	anyTypeName   = xsd.QName{Space: xsd.Namespace, Local: "anyType"}
	anySimpleName = xsd.QName{Space: xsd.Namespace, Local: "anySimpleType"}
)

// builtinTypes returns the built-in types by name.
var builtinTypes = sync.OnceValue(func() map[xsd.QName]*xsdType {
	types := make(map[xsd.QName]*xsdType)
	anything := &xsdWildcard{any: true, process: laxProcess}
	anyType := &xsdType{
		name: anyTypeName, by: byRestriction, complex: true, mixed: true, anyAttribute: anything,
		content: sequenceOf(&xsdParticle{kind: wildcardParticle, max: -1, wildcard: anything}),
	}
	types[anyTypeName] = anyType
	for _, c := range component.Builtins()[1:] {
		types[c.Name] = newBuiltin(c, types)
	}
	return types
})

// newBuiltin returns a built-in type. types has those that it is made of.
func newBuiltin(c *component.Type, types map[xsd.QName]*xsdType) *xsdType {
	d := c.Definition()
	base := types[d.Base.Name]
	t := &xsdType{name: c.Name, base: base, by: byRestriction, primitive: lexical.PrimitiveOf(c.Name.Local), lexical: lexical.Rules[c.Name.Local]}
	switch {
	case t.primitive == lexical.String:
		t.variety = atomicVariety
	case t.primitive != lexical.NoPrimitive:
		t.variety, t.space = atomicVariety, lexical.Collapse
	case d.Variety == component.List:
		base = listOf(types[d.Item.Name], types[anySimpleName])
	}
	if d.Facets != nil {
		t.restrict(base, facetValues(base, d.Facets))
	} else if base.variety != anySimpleVariety {
		t.restrict(base, nil)
	}
	return t
}

// builtin returns a built-in type, xs:anyType if there is none of that name.
func builtin(local string) *xsdType {
	if t := builtinTypes()[xsd.QName{Space: xsd.Namespace, Local: local}]; t != nil {
		return t
	}
	return builtinTypes()[anyTypeName]
}

func sequenceOf(children ...*xsdParticle) *xsdParticle {
	return &xsdParticle{kind: sequenceParticle, min: 1, max: 1, children: children}
}

// listOf returns an anonymous list type.
func listOf(item, anySimple *xsdType) *xsdType {
	return &xsdType{base: anySimple, by: byRestriction, variety: listVariety, item: item, space: lexical.Collapse}
}

// newRestriction returns an anonymous restriction of a simple type.
func newRestriction(base *xsdType, f *schema.Facets) *xsdType {
	t := &xsdType{by: byRestriction}
	t.restrict(base, f)
	return t
}

// restrict makes t a restriction of base, with the steps before the last one between them.
func (t *xsdType) restrict(base *xsdType, f *schema.Facets) {
	if f != nil && f.Base != nil {
		base = newRestriction(base, f.Base)
	}
	t.base, t.by = base, byRestriction
	t.variety, t.primitive, t.item, t.members, t.space = base.variety, base.primitive, base.item, base.members, base.space
	if f == nil {
		return
	}
	t.facets = facetsOf(f)
	if space, ok := spaceNames[f.WhiteSpace]; ok {
		t.space = space
	}
}

var spaceNames = map[string]lexical.Space{"preserve": lexical.Preserve, "replace": lexical.Replace, "collapse": lexical.Collapse}

// facetsOf returns the facets in the order in which they are checked.
func facetsOf(f *schema.Facets) []xsdFacet {
	var facets []xsdFacet
	one := func(kind lexical.FacetKind, value string) {
		if value == "" {
			return
		}
		facet := xsdFacet{kind: kind, values: []string{value}}
		if kind.IsNumber() {
			facet.number = countOf(value)
		}
		facets = append(facets, facet)
	}
	one(lexical.WhiteSpace, f.WhiteSpace)
	one(lexical.Length, f.Length)
	one(lexical.MinLength, f.MinLength)
	one(lexical.MaxLength, f.MaxLength)
	one(lexical.TotalDigits, f.TotalDigits)
	one(lexical.FractionDigits, f.FractionDigits)
	one(lexical.MinInclusive, f.MinInclusive)
	one(lexical.MinExclusive, f.MinExclusive)
	one(lexical.MaxInclusive, f.MaxInclusive)
	one(lexical.MaxExclusive, f.MaxExclusive)
	if len(f.Patterns) > 0 {
		facets = append(facets, xsdFacet{kind: lexical.Pattern, values: f.Patterns})
	}
	if len(f.Enumeration) > 0 {
		facets = append(facets, xsdFacet{kind: lexical.Enumeration, values: f.Enumeration})
	}
	return facets
}
