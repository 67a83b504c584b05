package validate

import (
	"slices"
	"sync"
	"sync/atomic"

	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/lexical"
	"example.com/quartet/templates/soap/pattern"
	"example.com/quartet/templates/soap/xsd"
)

// derivations is a set of ways in which a type is derived from another one.
type derivations = component.Derivations

const (
	byRestriction = component.Restriction
	byExtension   = component.Extension
)

// xsdType is a type definition, simple or complex (XML Schema part 1, sections 3.4 and 3.14).
type xsdType struct {
	name xsd.QName   // zero for an anonymous type
	base *xsdType    // nil only for xs:anyType
	by   derivations // how it is derived from base

	complex bool

	// Of a complex type.
	abstract     bool
	mixed        bool
	blocks       derivations
	attributes   []xsdUse // attributes of the base come first
	anyAttribute *xsdWildcard
	text         *xsdType     // type of simple content
	content      *xsdParticle // nil: no elements
	items        *xsdElement  // items of an array of SOAP encoding, whose elements may have any names
	modelOnce    sync.Once
	model        *contentModel

	// Of a simple type.
	variety   xsdVariety
	primitive lexical.Primitive
	item      *xsdType   // item type of a list
	members   []*xsdType // member types of a union
	space     lexical.Space
	lexical   func(string) bool // checks the form of a built-in type that no facet describes
	facets    []xsdFacet        // facets of this step of derivation
	facetOnce sync.Once

	quickOnce sync.Once
	quick     *quickCheck // see takes

	leavesOnce sync.Once
	flat       []*xsdType      // see leaves
	bounds     []xsdValue      // values of the facets that are bounds, in their order
	values     map[string]bool // the keys of the enumeration

	component *component.Type // nil: it is complete
	from      *model
	linked    bool        // guarded by the lock of from
	made      atomic.Bool // whether the component was read
}

type xsdVariety uint8

const (
	anySimpleVariety xsdVariety = iota
	atomicVariety
	listVariety
	unionVariety
)

// xsdFacet is a constraining facet (part 2, section 4.3). All patterns of a step are one facet, as are the values of
// an enumeration.
type xsdFacet struct {
	kind   lexical.FacetKind
	values []string
	number int // value of lengths and digits

	patterns []*pattern.Matcher // once facetOnce is done
}

// xsdUse is an attribute of a complex type.
type xsdUse struct {
	name     xsd.QName
	typ      *xsdType
	required bool
	fixed    *string
	fallback *string // value if it is absent; nil: that makes no difference
}

// xsdElement is an element declaration.
type xsdElement struct {
	name     xsd.QName
	typ      *xsdType
	nillable bool
	abstract bool
	parts    bool // contains the parts of a message: it is not an element of the schema
	blocks   derivations
	fixed    *string
	preset   bool   // has a default or fixed value, so that an empty element has that one
	fallback string // default or fixed value

	constraints *xsdConstraints
}

// xsdWildcard is xs:any or xs:anyAttribute.
type xsdWildcard struct {
	any        bool
	other      bool     // any namespace but namespaces[0] and none
	namespaces []string // "" means no namespace
	inMessages []string // what messages have in place of them; nil: the same
	process    xsdProcess
}

type xsdProcess uint8

const (
	strictProcess xsdProcess = iota
	laxProcess
	skipProcess
)

func (w *xsdWildcard) allows(space string) bool {
	if w.any {
		return true
	}
	if slices.Contains(w.namespaces, space) {
		return !w.other
	}
	return w.other && space != ""
}

// xsdParticle is a part of a content model with its bounds.
type xsdParticle struct {
	kind     particleKind
	min, max int // max -1: no bound
	children []*xsdParticle
	element  *xsdElement
	wildcard *xsdWildcard
}

type particleKind uint8

const (
	elementParticle particleKind = iota
	wildcardParticle
	sequenceParticle
	choiceParticle
	allParticle
)

// derivedFrom reports whether t is base or derived from it, and by which methods. A member of a union may be in place of the
// union (part 1, section 3.14.6, Type Derivation OK).
func (t *xsdType) derivedFrom(base *xsdType) (by derivations, ok bool) {
	bases := []*xsdType{base}
	for i := 0; i < len(bases); i++ { // each once: unions may have the same unions as members
		for _, m := range bases[i].members {
			if !slices.Contains(bases, m) {
				bases = append(bases, m)
			}
		}
	}
	for ; t != nil; t = t.base {
		if slices.Contains(bases, t) {
			return by, true
		}
		by |= t.by
	}
	return 0, false
}

// value returns the type of an element's text: t itself or the type of its simple content; nil if t has other content.
func (t *xsdType) valueType() *xsdType {
	if !t.complex {
		return t
	}
	return t.text
}
