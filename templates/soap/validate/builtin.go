package validate

import (
	"sync"

	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/lexical"
	"example.com/quartet/templates/soap/xsd"
)

var (
	anyTypeName   = xsd.QName{Space: xsd.Namespace, Local: "anyType"}
	anySimpleName = xsd.QName{Space: xsd.Namespace, Local: "anySimpleType"}
)

// builtins are the built-in types by name. They are not a variable with an initializer, which would be linked into every program that
// imports the package.
var builtins struct {
	once  sync.Once
	types map[xsd.QName]*xsdType
}

// builtinTypes returns the built-in types by name.
func builtinTypes() map[xsd.QName]*xsdType {
	builtins.once.Do(makeBuiltins)
	return builtins.types
}

func makeBuiltins() {
	types := make(map[xsd.QName]*xsdType)
	builtins.types = types
	anything := &xsdWildcard{any: true, process: laxProcess}
	anyType := &xsdType{
		name: anyTypeName, by: byRestriction, complex: true, mixed: true, anyAttribute: anything,
		content: sequenceOf(&xsdParticle{kind: wildcardParticle, max: -1, wildcard: anything}),
	}
	types[anyTypeName] = anyType
	for _, c := range component.Builtins()[1:] {
		types[c.Name] = newBuiltin(c, types)
	}
}

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
	if d.Facets != nil || base.variety != anySimpleVariety {
		t.restrict(base, d.Facets)
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

// restrict makes t a restriction of base. f is nil if it adds no facets.
func (t *xsdType) restrict(base *xsdType, f *component.Facets) {
	t.base, t.by = base, byRestriction
	t.variety, t.primitive, t.item, t.members, t.space = base.variety, base.primitive, base.item, base.members, base.space
	if f == nil {
		return
	}
	t.facets = facetsOf(base, f)
	if space, ok := lexical.SpaceOf(f.WhiteSpace); ok {
		t.space = space
	}
}
