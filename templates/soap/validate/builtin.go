package validate

import (
	"sync"

	"example.com/quartet/templates/soap/component"
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
	t := &xsdType{name: c.Name, base: base, by: byRestriction, primitive: primitives[c.Name.Local], lexical: lexicalRules[c.Name.Local]}
	switch {
	case t.primitive == stringPrimitive:
		t.variety = atomicVariety
	case t.primitive != noPrimitive:
		t.variety, t.space = atomicVariety, collapseSpace
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
	return &xsdType{base: anySimple, by: byRestriction, variety: listVariety, item: item, space: collapseSpace}
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

var spaceNames = map[string]xsdSpace{"preserve": preserveSpace, "replace": replaceSpace, "collapse": collapseSpace}

// facetsOf returns the facets in the order in which they are checked.
func facetsOf(f *schema.Facets) []xsdFacet {
	var facets []xsdFacet
	one := func(kind facetKind, value string) {
		if value == "" {
			return
		}
		facet := xsdFacet{kind: kind, values: []string{value}}
		if kind.counts() {
			facet.number = countOf(value)
		}
		facets = append(facets, facet)
	}
	one(whiteSpaceFacet, f.WhiteSpace)
	one(lengthFacet, f.Length)
	one(minLengthFacet, f.MinLength)
	one(maxLengthFacet, f.MaxLength)
	one(totalDigitsFacet, f.TotalDigits)
	one(fractionDigitsFacet, f.FractionDigits)
	one(minInclusiveFacet, f.MinInclusive)
	one(minExclusiveFacet, f.MinExclusive)
	one(maxInclusiveFacet, f.MaxInclusive)
	one(maxExclusiveFacet, f.MaxExclusive)
	if len(f.Patterns) > 0 {
		facets = append(facets, xsdFacet{kind: patternFacet, values: f.Patterns})
	}
	if len(f.Enumeration) > 0 {
		facets = append(facets, xsdFacet{kind: enumerationFacet, values: f.Enumeration})
	}
	return facets
}
