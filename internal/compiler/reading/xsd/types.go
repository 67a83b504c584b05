package xsd

import (
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/templates/soap/lexical"
)

// Type is a type definition: a *SimpleType or a *ComplexType.
type Type interface {
	Component
	// BaseType returns the type that this type is derived from, or nil for anyType.
	BaseType() Type
	// OwnerOf returns the component that contains an anonymous type, or nil for a
	// named type.
	OwnerOf() Component
	isType()
}

// Derivation is how a type is derived from its base.
type Derivation int

const (
	Restriction Derivation = iota
	Extension
	ByList  // simple types only
	ByUnion // simple types only
	Substitution
)

// DerivationSet is a set of derivations: the value of a block or final attribute or
// of their defaults.
type DerivationSet uint8

// Has reports whether d is in the set.
func (s DerivationSet) Has(d Derivation) bool { return s&(1<<d) != 0 }

// With returns the set with d added.
func (s DerivationSet) With(d Derivation) DerivationSet { return s | 1<<d }

// Variety is the variety of a simple type (part 1, section 3.14.1).
type Variety int

const (
	Atomic Variety = iota
	List
	Union
	AnySimple // anySimpleType, which has no variety
)

// SimpleType is a simple type definition (part 1, section 3.14).
type SimpleType struct {
	Info
	Owner      Component // the element, attribute or type that contains an anonymous type; nil for a named type
	Builtin    bool      // a built-in type (part 2, section 3)
	Derivation Derivation
	Final      DerivationSet

	// Base is the base type. It is anySimpleType for a type defined by xs:list
	// or xs:union, and nil only for anySimpleType.
	Base    *SimpleType
	Variety Variety

	// Primitive is the primitive type at the root of an atomic type; nil for
	// lists, unions and anySimpleType.
	Primitive   *SimpleType
	Item        *SimpleType   // item type of a list, inherited by restriction
	Members     []*SimpleType // member types of a union in order, inherited by restriction
	MemberKinds MemberKinds   // what is among Members, at any depth

	// Facets are the facets written in this derivation step. The facets of the
	// base types apply, too: see Effective, Enumeration and Patterns.
	Facets []*Facet
}

// BaseType returns Base, or anyType for anySimpleType.
func (t *SimpleType) BaseType() Type {
	if t.Base == nil {
		return AnyType
	}
	return t.Base
}

// OwnerOf returns Owner.
func (t *SimpleType) OwnerOf() Component { return t.Owner }
func (t *SimpleType) isType()            {}

// BuiltinBase returns t if it is built in, else its nearest built-in base type.
func (t *SimpleType) BuiltinBase() *SimpleType {
	for !t.Builtin && t.Base != nil {
		t = t.Base
	}
	return t
}

// Facet is a constraining facet as written.
type Facet struct {
	Kind          lexical.FacetKind
	Value         string
	Fixed         bool
	Pos           diag.Pos
	Documentation string
	Scope         *xmltree.Element // for names in the value; nil for a facet of a built-in type
}

// Effective returns the facet of the given kind that applies to t, from the nearest
// derivation step with such a facet, or nil. Use [SimpleType.Patterns] for
// patterns, since the patterns of all steps apply together.
func (t *SimpleType) Effective(kind lexical.FacetKind) *Facet {
	for ; t != nil; t = t.Base {
		for _, f := range t.Facets {
			if f.Kind == kind {
				return f
			}
		}
	}
	return nil
}

// Enumeration returns the enumeration facets of the nearest derivation step that
// has any, in the order written, or nil.
func (t *SimpleType) Enumeration() []*Facet {
	for ; t != nil; t = t.Base {
		if own := t.own(lexical.Enumeration); own != nil {
			return own
		}
	}
	return nil
}

// Patterns returns a slice for each derivation step that has patterns, nearest
// first. A value must match at least one pattern of every slice (part 2, section
// 4.3.4.3).
func (t *SimpleType) Patterns() [][]*Facet {
	var steps [][]*Facet
	for ; t != nil; t = t.Base {
		if own := t.own(lexical.Pattern); own != nil {
			steps = append(steps, own)
		}
	}
	return steps
}

// Whitespace returns how white space in a value is normalized: "preserve",
// "replace" or "collapse" (part 2, section 4.3.6). It is "collapse" for lists.
// It is "collapse" for unions, too, although each member type has its own rule.
func (t *SimpleType) Whitespace() string {
	if f := t.Effective(lexical.WhiteSpace); f != nil {
		return strings.TrimSpace(f.Value)
	}
	switch t.Variety {
	case List, Union:
		return "collapse"
	}
	return "preserve"
}

func (t *SimpleType) own(kind lexical.FacetKind) []*Facet {
	return collect.Where(t.Facets, func(f *Facet) bool { return f.Kind == kind })
}

// ContentKind is the kind of a complex type's content (part 1, section 3.4.1).
type ContentKind int

const (
	EmptyContent ContentKind = iota
	SimpleContent
	ElementContent // elements only
	MixedContent   // elements and text
)

// ComplexType is a complex type definition (part 1, section 3.4).
type ComplexType struct {
	Info
	Owner      Component // the element declaration that contains an anonymous type; nil for a named type
	Builtin    bool      // anyType
	Base       Type      // anyType by default; nil only for anyType
	Derivation Derivation
	Abstract   bool
	Block      DerivationSet
	Final      DerivationSet

	ContentKind ContentKind

	// Simple is the type of the text of SimpleContent, else nil. It is the
	// base's Simple, the base itself if that is a simple type, or an anonymous
	// restriction of either whose Owner is this type.
	Simple *SimpleType

	// OwnContent is the content model written in this type, or nil. Content is
	// the effective content model: for an extension a sequence of the base's
	// Content and OwnContent (part 1, section 3.4.2), otherwise OwnContent. It
	// is nil for empty and simple content, and for mixed content without
	// elements.
	OwnContent *Particle
	Content    *Particle

	// OwnAttributes are the attribute uses written in this type; references to
	// attribute groups are replaced by the groups' attributes. Attributes are
	// the effective uses: inherited ones first, without prohibited ones.
	OwnAttributes []*AttributeUse
	Attributes    []*AttributeUse

	// OwnAnyAttribute is the attribute wildcard written in this type, or nil.
	// AnyAttribute is the effective one, after the intersections and unions of
	// part 1, section 3.4.2, or nil.
	OwnAnyAttribute *Wildcard
	AnyAttribute    *Wildcard
}

// BaseType returns Base.
func (t *ComplexType) BaseType() Type {
	if t.Base == nil {
		return nil
	}
	return t.Base
}

// OwnerOf returns Owner.
func (t *ComplexType) OwnerOf() Component { return t.Owner }
func (t *ComplexType) isType()            {}

// Mixed reports whether the type allows text between child elements.
func (t *ComplexType) Mixed() bool { return t.ContentKind == MixedContent }

// Array returns the type of the items of a restriction of soapenc:Array, nil for another type (SOAP 1.1, section 5.4.2; WSDL 1.1,
// section 2.2).
func (t *ComplexType) Array() *ArrayType {
	for _, use := range t.Attributes {
		if use.ArrayType != nil {
			return use.ArrayType
		}
	}
	return nil
}

// DerivedFrom reports whether t is base or derived from it in any number of
// steps and by any method.
func DerivedFrom(t, base Type) bool {
	for ; t != nil; t = t.BaseType() {
		if t == base {
			return true
		}
	}
	return false
}

// TextOf returns the simple type of the text of a type; nil if its content is not simple.
func TextOf(t Type) *SimpleType {
	switch t := t.(type) {
	case *SimpleType:
		return t
	case *ComplexType:
		return t.Simple
	}
	return nil
}
