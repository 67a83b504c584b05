package xsd

import (
	"slices"

	"example.com/quartet/templates/soap/lexical"
)

// AnyType is anyType, from which all other types are derived (part 1, section
// 3.4.7).
var AnyType = &ComplexType{
	Info:        Info{Name: builtinName("anyType")},
	Builtin:     true,
	ContentKind: MixedContent,
	Derivation:  Restriction,
}

// AnySimpleType is anySimpleType, the base of all simple types (part 1, section
// 3.14.7).
var AnySimpleType = &SimpleType{
	Info:    Info{Name: builtinName("anySimpleType")},
	Builtin: true,
	Variety: AnySimple,
}

// builtins holds anyType, anySimpleType and the 44 built-in datatypes of part
// 2, section 3, by local name. It is never written after initialization.
var builtins = make(map[string]Type)

// builtinOrder holds base types before the types derived from them.
var builtinOrder []Type

func init() {
	anything := &Wildcard{ProcessContents: Lax}
	AnyType.OwnContent = &Particle{Min: 1, Max: 1, Term: &ModelGroup{
		Particles: []*Particle{{Min: 0, Max: Unbounded, Term: anything}},
	}}
	AnyType.Content = AnyType.OwnContent
	AnyType.OwnAnyAttribute = &Wildcard{ProcessContents: Lax}
	AnyType.AnyAttribute = AnyType.OwnAnyAttribute
	register("anyType", AnyType)
	register("anySimpleType", AnySimpleType)

	for _, name := range lexical.PrimitiveNames() {
		facet := fixed(lexical.WhiteSpace, "collapse")
		if name == "string" {
			facet = &Facet{Kind: lexical.WhiteSpace, Value: "preserve"}
		}
		primitive(name, facet)
	}

	derived("normalizedString", "string", &Facet{Kind: lexical.WhiteSpace, Value: "replace"})
	derived("token", "normalizedString", &Facet{Kind: lexical.WhiteSpace, Value: "collapse"})
	derived("language", "token", &Facet{Kind: lexical.Pattern, Value: `[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*`})
	derived("NMTOKEN", "token", &Facet{Kind: lexical.Pattern, Value: `\c+`})
	list("NMTOKENS", "NMTOKEN")
	derived("Name", "token", &Facet{Kind: lexical.Pattern, Value: `\i\c*`})
	derived("NCName", "Name", &Facet{Kind: lexical.Pattern, Value: `[\i-[:]][\c-[:]]*`})
	derived("ID", "NCName")
	derived("IDREF", "NCName")
	list("IDREFS", "IDREF")
	derived("ENTITY", "NCName")
	list("ENTITIES", "ENTITY")

	derived("integer", "decimal", fixed(lexical.FractionDigits, "0"), &Facet{Kind: lexical.Pattern, Value: `[\-+]?[0-9]+`})
	bounded := func(name, base, min, max string) {
		var facets []*Facet
		if min != "" {
			facets = append(facets, &Facet{Kind: lexical.MinInclusive, Value: min})
		}
		if max != "" {
			facets = append(facets, &Facet{Kind: lexical.MaxInclusive, Value: max})
		}
		derived(name, base, facets...)
	}
	bounded("nonPositiveInteger", "integer", "", "0")
	bounded("negativeInteger", "nonPositiveInteger", "", "-1")
	bounded("long", "integer", "-9223372036854775808", "9223372036854775807")
	bounded("int", "long", "-2147483648", "2147483647")
	bounded("short", "int", "-32768", "32767")
	bounded("byte", "short", "-128", "127")
	bounded("nonNegativeInteger", "integer", "0", "")
	bounded("unsignedLong", "nonNegativeInteger", "", "18446744073709551615")
	bounded("unsignedInt", "unsignedLong", "", "4294967295")
	bounded("unsignedShort", "unsignedInt", "", "65535")
	bounded("unsignedByte", "unsignedShort", "", "255")
	bounded("positiveInteger", "nonNegativeInteger", "1", "")
}

// Builtin returns anyType, anySimpleType or the built-in datatype with the given
// name, or nil.
func Builtin(name QName) Type {
	if name.Space != Namespace {
		return nil
	}
	return builtins[name.Local]
}

// Builtins returns anyType, anySimpleType and the 44 built-in datatypes. Base types precede the types derived from them.
func Builtins() []Type { return slices.Clone(builtinOrder) }

func register(name string, t Type) {
	builtins[name] = t
	builtinOrder = append(builtinOrder, t)
}

func primitive(name string, facets ...*Facet) {
	t := &SimpleType{Info: Info{Name: builtinName(name)}, Builtin: true, Base: AnySimpleType, Facets: facets}
	t.Primitive = t
	register(name, t)
}

func derived(name, base string, facets ...*Facet) {
	b := builtins[base].(*SimpleType)
	register(name, &SimpleType{
		Info: Info{Name: builtinName(name)}, Builtin: true, Base: b, Primitive: b.Primitive, Facets: facets,
	})
}

func list(name, item string) {
	register(name, &SimpleType{
		Info: Info{Name: builtinName(name)}, Builtin: true, Base: AnySimpleType, Derivation: ByList,
		Variety: List, Item: builtins[item].(*SimpleType), Facets: []*Facet{{Kind: lexical.MinLength, Value: "1"}},
	})
}

func builtinName(local string) QName { return QName{Space: Namespace, Local: local} }

func fixed(kind lexical.FacetKind, value string) *Facet {
	return &Facet{Kind: kind, Value: value, Fixed: true}
}
