package component

import (
	"example.com/quartet/templates/soap/lexical"
	"example.com/quartet/templates/soap/xsd"
)

// builtins are the built-in types by their local names. They are not written after initialization. The rules for the values of
// integers and names, which facets could express, are left to those who read values.
var builtins = make(map[string]*Type)

// Builtin returns xs:anyType, xs:anySimpleType or the built-in data type with a name (part 2, section 3), nil if there is none.
func Builtin(name xsd.QName) *Type {
	if name.Space != xsd.Namespace {
		return nil
	}
	return builtins[name.Local]
}

var (
	anyType       = newAnyType()
	anySimpleType = newBuiltin("anySimpleType", &Definition{Base: anyType, By: Restriction})
)

func newBuiltin(local string, d *Definition) *Type {
	t := &Type{Name: xsd.QName{Space: xsd.Namespace, Local: local}, Simple: local != "anyType"}
	t.definition.Store(d)
	builtins[local] = t
	return t
}

func newAnyType() *Type {
	anything := &Wildcard{Any: true, Process: xsd.Lax}
	return newBuiltin("anyType", &Definition{
		By: Restriction, Mixed: true, AnyAttribute: anything,
		Content: GroupOf(Sequence, &Particle{Kind: WildcardTerm, Max: -1, Wildcard: anything, Size: 1}),
	})
}

func init() {
	for _, local := range lexical.PrimitiveNames() {
		newBuiltin(local, &Definition{Base: anySimpleType, By: Restriction, Variety: Atomic})
	}
	derive := func(local, base string, facets *Facets) {
		newBuiltin(local, &Definition{Base: builtins[base], By: Restriction, Variety: Atomic, Facets: facets})
	}
	list := func(local, item string) {
		of := NewType(true, &Definition{Base: anySimpleType, By: Restriction, Variety: List, Item: builtins[item]})
		newBuiltin(local, &Definition{Base: of, By: Restriction, Variety: List, Item: builtins[item], Facets: &Facets{MinLength: "1"}})
	}
	derive("normalizedString", "string", &Facets{WhiteSpace: "replace"})
	derive("token", "normalizedString", &Facets{WhiteSpace: "collapse"})
	derive("language", "token", &Facets{Patterns: []string{"[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*"}})
	derive("NMTOKEN", "token", nil)
	list("NMTOKENS", "NMTOKEN")
	derive("Name", "token", nil)
	derive("NCName", "Name", nil)
	derive("ID", "NCName", nil)
	derive("IDREF", "NCName", nil)
	list("IDREFS", "IDREF")
	derive("ENTITY", "NCName", nil)
	list("ENTITIES", "ENTITY")
	derive("integer", "decimal", nil)
	derive("nonPositiveInteger", "integer", &Facets{MaxInclusive: "0"})
	derive("negativeInteger", "nonPositiveInteger", &Facets{MaxInclusive: "-1"})
	derive("long", "integer", &Facets{MinInclusive: "-9223372036854775808", MaxInclusive: "9223372036854775807"})
	derive("int", "long", &Facets{MinInclusive: "-2147483648", MaxInclusive: "2147483647"})
	derive("short", "int", &Facets{MinInclusive: "-32768", MaxInclusive: "32767"})
	derive("byte", "short", &Facets{MinInclusive: "-128", MaxInclusive: "127"})
	derive("nonNegativeInteger", "integer", &Facets{MinInclusive: "0"})
	derive("unsignedLong", "nonNegativeInteger", &Facets{MaxInclusive: "18446744073709551615"})
	derive("unsignedInt", "unsignedLong", &Facets{MaxInclusive: "4294967295"})
	derive("unsignedShort", "unsignedInt", &Facets{MaxInclusive: "65535"})
	derive("unsignedByte", "unsignedShort", &Facets{MaxInclusive: "255"})
	derive("positiveInteger", "nonNegativeInteger", &Facets{MinInclusive: "1"})
}
