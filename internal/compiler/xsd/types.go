package xsd

import (
	"strings"

	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/xmltree"
)

// Type is a type definition: a *SimpleType or a *ComplexType.
type Type interface {
	Component
	// BaseType returns the type that this one is derived from; nil for anyType only.
	BaseType() Type
	// OwnerOf returns the component that holds an anonymous type; nil for a named one.
	OwnerOf() Component
	isType()
}

// Derivation is how a type is derived from its base.
type Derivation int

const (
	Restriction Derivation = iota
	Extension
	ByList  // of a simple type
	ByUnion // of a simple type
	Substitution
)

// DerivationSet is a set of derivations: of block, final and their defaults.
type DerivationSet uint8

// Has reports whether d is in the set.
func (s DerivationSet) Has(d Derivation) bool { return s&(1<<d) != 0 }

// With returns the set with d in it.
func (s DerivationSet) With(d Derivation) DerivationSet { return s | 1<<d }

// Variety is the variety of a simple type (part 1, section 3.14.1).
type Variety int

const (
	Atomic Variety = iota
	List
	Union
	AnySimple // of anySimpleType, which has none
)

// SimpleType is a simple type definition (part 1, section 3.14).
type SimpleType struct {
	Info
	Owner      Component // what holds an anonymous type: an element, attribute or type; nil for a named one
	Builtin    bool      // one of part 2, section 3
	Derivation Derivation
	Final      DerivationSet

	// Base is the base type: for a list or union by its own xs:list or
	// xs:union it is anySimpleType. It is nil for anySimpleType alone.
	Base    *SimpleType
	Variety Variety

	// Primitive is the primitive type at the root of an atomic type; nil for
	// lists, unions and anySimpleType.
	Primitive *SimpleType
	Item      *SimpleType   // of a list, inherited by restriction
	Members   []*SimpleType // of a union in order, inherited by restriction

	// Facets are the facets of this step of derivation, as written.
	// Those of the bases apply too; see FacetsOf and the methods below.
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

// BuiltinBase returns the nearest built-in type: t itself or the first of its
// bases that is one.
func (t *SimpleType) BuiltinBase() *SimpleType {
	for !t.Builtin && t.Base != nil {
		t = t.Base
	}
	return t
}

// FacetKind is one of the twelve constraining facets (part 2, section 4.3).
type FacetKind int

const (
	Length FacetKind = iota
	MinLength
	MaxLength
	Pattern
	Enumeration
	WhiteSpace
	MaxInclusive
	MaxExclusive
	MinInclusive
	MinExclusive
	TotalDigits
	FractionDigits
)

var facetNames = [...]string{
	"length", "minLength", "maxLength", "pattern", "enumeration", "whiteSpace",
	"maxInclusive", "maxExclusive", "minInclusive", "minExclusive", "totalDigits", "fractionDigits",
}

// String returns the name of the facet's element, "minLength" for example.
func (k FacetKind) String() string { return facetNames[k] }

// FacetKindOf returns the facet whose element has that name.
func FacetKindOf(name string) (FacetKind, bool) {
	for i, n := range facetNames {
		if n == name {
			return FacetKind(i), true
		}
	}
	return 0, false
}

// Facet is one constraining facet as written.
type Facet struct {
	Kind          FacetKind
	Value         string
	Fixed         bool
	Pos           diag.Pos
	Documentation string
	Scope         *xmltree.Element // for names in the value; nil for a built-in's
}

// Effective returns the facet of that kind that is in force: the one of the
// nearest step that has it; nil if there is none. Patterns of all steps apply
// together, so use Patterns for them.
func (t *SimpleType) Effective(kind FacetKind) *Facet {
	for ; t != nil; t = t.Base {
		for _, f := range t.Facets {
			if f.Kind == kind {
				return f
			}
		}
	}
	return nil
}

// Enumeration returns the values that are allowed, in the order written: those
// of the nearest step that enumerates; nil if none does.
func (t *SimpleType) Enumeration() []*Facet {
	for ; t != nil; t = t.Base {
		if own := t.own(Enumeration); own != nil {
			return own
		}
	}
	return nil
}

// Patterns returns one slice for each step of derivation that has patterns,
// nearest first. A value has to match one pattern of every slice (part 2,
// section 4.3.4.3).
func (t *SimpleType) Patterns() [][]*Facet {
	var steps [][]*Facet
	for ; t != nil; t = t.Base {
		if own := t.own(Pattern); own != nil {
			steps = append(steps, own)
		}
	}
	return steps
}

// Whitespace returns how white space is normalized before the lexical form is
// looked at: "preserve", "replace" or "collapse" (part 2, section 4.3.6).
// Lists collapse; a union's members decide for themselves, and "collapse" is
// returned for it.
func (t *SimpleType) Whitespace() string {
	if f := t.Effective(WhiteSpace); f != nil {
		return strings.TrimSpace(f.Value)
	}
	switch t.Variety {
	case List, Union:
		return "collapse"
	}
	return "preserve"
}

func (t *SimpleType) own(kind FacetKind) []*Facet {
	var own []*Facet
	for _, f := range t.Facets {
		if f.Kind == kind {
			own = append(own, f)
		}
	}
	return own
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
	Owner      Component // the element declaration that holds an anonymous type; nil for a named one
	Builtin    bool      // anyType
	Base       Type      // anyType where nothing else is written; nil for anyType itself only
	Derivation Derivation
	Explicit   bool // written with xs:complexContent or xs:simpleContent
	Abstract   bool
	Block      DerivationSet
	Final      DerivationSet

	ContentKind ContentKind

	// Simple is the type of the text, for SimpleContent only: the base's type,
	// the simple base itself, or an anonymous restriction of either whose
	// Owner is this type.
	Simple *SimpleType

	// OwnContent is the content model as written in this type: nil where there
	// is none. Content is the model in force: for an extension a sequence of
	// the base's model and the own one (part 1, section 3.4.2), otherwise the
	// own one; nil for empty and simple content, and for mixed content that is
	// text alone.
	OwnContent *Particle
	Content    *Particle

	// OwnAttributes are the uses written in this type, with the attribute
	// groups that it refers to expanded in their places. Attributes are the uses in
	// force, inherited ones first, without prohibited ones.
	OwnAttributes []*AttributeUse
	Attributes    []*AttributeUse

	// OwnAnyAttribute is as written; AnyAttribute is the wildcard in force,
	// after the intersections and unions of part 1, section 3.4.2. nil if none.
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

// Mixed reports whether text may stand between the child elements.
func (t *ComplexType) Mixed() bool { return t.ContentKind == MixedContent }

// DerivedFrom reports whether t is base or derived from it in any number of
// steps and by any method.
func DerivedFrom(t, base Type) bool {
	for t != nil {
		if t == base {
			return true
		}
		t = t.BaseType()
	}
	return false
}
