package validate

import (
	"sync"

	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

var (
	anyTypeName   = xsd.QName{Space: xsd.Namespace, Local: "anyType"}
	anySimpleName = xsd.QName{Space: xsd.Namespace, Local: "anySimpleType"}
)

// builtinType is a built-in type that is derived from another one (XML Schema part 2, section 3).
type builtinType struct {
	name, base string
	facets     schema.Facets
	list       bool // base is the type of the items
}

// derivedTypes are the built-in types that are not primitive, each after its base.
var derivedTypes = []builtinType{
	{name: "normalizedString", base: "string", facets: schema.Facets{WhiteSpace: "replace"}},
	{name: "token", base: "normalizedString", facets: schema.Facets{WhiteSpace: "collapse"}},
	{name: "language", base: "token", facets: schema.Facets{Patterns: []string{"^[a-zA-Z]{1,8}(?:-[a-zA-Z0-9]{1,8})*$"}}},
	{name: "NMTOKEN", base: "token"},
	{name: "NMTOKENS", base: "NMTOKEN", list: true},
	{name: "Name", base: "token"},
	{name: "NCName", base: "Name"},
	{name: "ID", base: "NCName"},
	{name: "IDREF", base: "NCName"},
	{name: "IDREFS", base: "IDREF", list: true},
	{name: "ENTITY", base: "NCName"},
	{name: "ENTITIES", base: "ENTITY", list: true},
	{name: "integer", base: "decimal"},
	{name: "nonPositiveInteger", base: "integer", facets: schema.Facets{MaxInclusive: "0"}},
	{name: "negativeInteger", base: "nonPositiveInteger", facets: schema.Facets{MaxInclusive: "-1"}},
	{name: "long", base: "integer", facets: schema.Facets{MinInclusive: "-9223372036854775808", MaxInclusive: "9223372036854775807"}},
	{name: "int", base: "long", facets: schema.Facets{MinInclusive: "-2147483648", MaxInclusive: "2147483647"}},
	{name: "short", base: "int", facets: schema.Facets{MinInclusive: "-32768", MaxInclusive: "32767"}},
	{name: "byte", base: "short", facets: schema.Facets{MinInclusive: "-128", MaxInclusive: "127"}},
	{name: "nonNegativeInteger", base: "integer", facets: schema.Facets{MinInclusive: "0"}},
	{name: "unsignedLong", base: "nonNegativeInteger", facets: schema.Facets{MaxInclusive: "18446744073709551615"}},
	{name: "unsignedInt", base: "unsignedLong", facets: schema.Facets{MaxInclusive: "4294967295"}},
	{name: "unsignedShort", base: "unsignedInt", facets: schema.Facets{MaxInclusive: "65535"}},
	{name: "unsignedByte", base: "unsignedShort", facets: schema.Facets{MaxInclusive: "255"}},
	{name: "positiveInteger", base: "nonNegativeInteger", facets: schema.Facets{MinInclusive: "1"}},
}

// builtinTypes returns the built-in types by name.
var builtinTypes = sync.OnceValue(func() map[xsd.QName]*xsdType {
	types := make(map[xsd.QName]*xsdType)
	anything := &xsdWildcard{any: true, process: laxProcess}
	anyType := &xsdType{
		name: anyTypeName, by: byRestriction, complex: true, mixed: true, anyAttribute: anything,
		content: sequenceOf(&xsdParticle{kind: wildcardParticle, max: -1, wildcard: anything}),
	}
	types[anyTypeName] = anyType
	anySimple := &xsdType{name: anySimpleName, base: anyType, by: byRestriction}
	types[anySimpleName] = anySimple
	for local, primitive := range primitives {
		t := &xsdType{name: xsd.QName{Space: xsd.Namespace, Local: local}, base: anySimple, by: byRestriction, variety: atomicVariety, primitive: primitive}
		if primitive != stringPrimitive {
			t.space = collapseSpace
		}
		types[t.name] = t
	}
	for _, b := range derivedTypes {
		base := types[xsd.QName{Space: xsd.Namespace, Local: b.base}]
		if b.list {
			base, b.facets.MinLength = listOf(base, anySimple), "1"
		}
		t := newRestriction(base, &b.facets)
		t.name, t.lexical = xsd.QName{Space: xsd.Namespace, Local: b.name}, lexicalRules[b.name]
		types[t.name] = t
	}
	return types
})

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
