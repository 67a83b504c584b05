package validate

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// xsdModel is what a schema text says, every reference a pointer. It does not change, but for what is made when it is
// first needed. Many goroutines may use it.
type xsdModel struct {
	types      map[xsd.QName]*xsdType
	elements   map[xsd.QName]*xsdElement
	attributes map[xsd.QName]*xsdType
	groups     map[xsd.QName]*xsdParticle
	messages   map[xsd.QName][]*xsdElement // what is no global element: the wrappers of rpc
	spaces     map[string]string           // by prefix
	entries    map[*schema.Type]string     // what find finds them by, of those that are not in types by name
}

// declarations finds declarations by name.
type declarations interface {
	typeNamed(name xsd.QName) *xsdType
	elementNamed(name xsd.QName) *xsdElement
	attributeNamed(name xsd.QName) *xsdType
	messagesNamed(name xsd.QName) []*xsdElement
}

func (m *xsdModel) typeNamed(name xsd.QName) *xsdType          { return m.types[name] }
func (m *xsdModel) elementNamed(name xsd.QName) *xsdElement    { return m.elements[name] }
func (m *xsdModel) attributeNamed(name xsd.QName) *xsdType     { return m.attributes[name] }
func (m *xsdModel) messagesNamed(name xsd.QName) []*xsdElement { return m.messages[name] }

// derivations is a set of ways in which a type is derived from another one.
type derivations = schema.Derivations

const (
	byRestriction  = schema.Restriction
	byExtension    = schema.Extension
	bySubstitution = schema.Substitution
)

// xsdType is a type definition, simple or complex (XML Schema part 1, sections 3.4 and 3.14).
type xsdType struct {
	name xsd.QName   // zero for an anonymous type
	base *xsdType    // nil only for xs:anyType
	by   derivations // from base

	complex bool

	// Of a complex type.
	abstract     bool
	mixed        bool
	blocks       derivations
	attributes   []xsdUse // those of the base come first
	anyAttribute *xsdWildcard
	text         *xsdType     // of simple content
	own          *xsdParticle // of an extension, what follows the content of the base; only of a text
	content      *xsdParticle // nil: no elements
	items        *xsdElement  // of an array of SOAP encoding, whose elements may have any names
	modelOnce    sync.Once
	model        *contentModel

	// Of a simple type.
	variety   xsdVariety
	primitive xsdPrimitive
	item      *xsdType   // of a list
	members   []*xsdType // of a union
	space     xsdSpace
	lexical   func(string) bool // of a built-in type that no facet describes
	facets    []xsdFacet        // of this step of derivation
	facetOnce sync.Once

	quickOnce sync.Once
	quick     *quickCheck // see takes

	leavesOnce sync.Once
	flat       []*xsdType      // see leaves
	bounds     []xsdValue      // of the facets that are bounds, in their order
	values     map[string]bool // the keys of the enumeration

	described *schema.Type // nil: it is complete
	made      atomic.Bool  // of its description
	linking   linkState
}

type linkState uint8

const (
	notLinked linkState = iota
	beingLinked
	linked
)

type xsdVariety uint8

const (
	anySimpleVariety xsdVariety = iota
	atomicVariety
	listVariety
	unionVariety
)

// xsdSpace is how white space is normalized (part 2, section 4.3.6).
type xsdSpace uint8

const (
	preserveSpace xsdSpace = iota
	replaceSpace
	collapseSpace
)

// xsdFacet is a constraining facet (part 2, section 4.3). All patterns of a step are one facet, as are the values of
// an enumeration.
type xsdFacet struct {
	kind   facetKind
	values []string
	number int // of lengths and digits

	patterns []xsdPattern // once facetOnce is done
}

type facetKind uint8

// counts reports whether the value of the facet is a number of characters, items or digits.
func (k facetKind) counts() bool {
	return k <= maxLengthFacet || k == totalDigitsFacet || k == fractionDigitsFacet
}

const (
	lengthFacet facetKind = iota
	minLengthFacet
	maxLengthFacet
	patternFacet
	enumerationFacet
	whiteSpaceFacet
	maxInclusiveFacet
	maxExclusiveFacet
	minInclusiveFacet
	minExclusiveFacet
	totalDigitsFacet
	fractionDigitsFacet
)

var facetNames = [...]string{
	"length", "minLength", "maxLength", "pattern", "enumeration", "whiteSpace",
	"maxInclusive", "maxExclusive", "minInclusive", "minExclusive", "totalDigits", "fractionDigits",
}

// xsdUse is an attribute of a complex type.
type xsdUse struct {
	name     xsd.QName
	typ      *xsdType
	required bool
	fixed    *string
}

// xsdElement is an element declaration.
type xsdElement struct {
	name     xsd.QName
	typ      *xsdType
	nillable bool
	abstract bool
	blocks   derivations
	fixed    *string
	preset   bool          // has a default or fixed value, so that an empty element has that one
	head     *xsdElement   // that it substitutes
	members  []*xsdElement // that name it as their head
}

// xsdWildcard is xs:any or xs:anyAttribute.
type xsdWildcard struct {
	any        bool
	other      bool     // any namespace but namespaces[0] and none
	namespaces []string // "" is no namespace
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
	for _, n := range w.namespaces {
		if n == space {
			return !w.other
		}
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
	group    *xsdParticle // that is referred to
}

type particleKind uint8

const (
	elementParticle particleKind = iota
	wildcardParticle
	sequenceParticle
	choiceParticle
	allParticle
	groupParticle
)

// derivedFrom reports whether t is base or derived from it, and by which methods. A member of a union may be in place of the
// union (part 1, section 3.14.6, Type Derivation OK).
func (t *xsdType) derivedFrom(base *xsdType) (by derivations, ok bool) {
	for ; t != nil; t = t.base {
		if t == base {
			return by, true
		}
		if base.variety == unionVariety && !base.complex {
			for _, m := range base.members {
				if more, ok := t.derivedFrom(m); ok {
					return by | more, true
				}
			}
		}
		by |= t.by
	}
	return 0, false
}

// value returns the type of an element's text: t itself or that of its simple content; nil if t has other content.
func (t *xsdType) valueType() *xsdType {
	if !t.complex {
		return t
	}
	return t.text
}

// find returns what an entry names: "type tns:Stop", "element tns:stop", "message tns:stop", or with slashes after that the anonymous type
// of an element inside, "type tns:Stop/tns:line/number".
func (m *xsdModel) find(entry string) (*xsdType, error) {
	kind, path, _ := strings.Cut(entry, " ")
	first, rest, inside := strings.Cut(path, "/")
	var t *xsdType
	var within *xsdParticle
	switch name := m.named(first); {
	case kind == "type":
		t = m.types[name]
	case kind == "element" && m.elements[name] != nil:
		t = m.elements[name].typ
	case kind == "message" && len(m.messages[name]) > 0:
		t = m.messages[name][0].typ
	case kind == "group":
		within = m.groups[name]
	}
	for inside {
		if t != nil {
			within = t.own
		}
		first, rest, inside = strings.Cut(rest, "/")
		e := within.find(m.named(first))
		if e == nil {
			break
		}
		t = e.typ
	}
	if t == nil {
		return nil, fmt.Errorf("the schema has no %s", entry)
	}
	return t, nil
}

func (m *xsdModel) named(word string) xsd.QName {
	prefix, local, ok := strings.Cut(word, ":")
	if !ok {
		prefix, local = "", prefix
	}
	return xsd.QName{Space: m.spaces[prefix], Local: local}
}

// find returns the element of that name which is declared in place, nil if there is none.
func (p *xsdParticle) find(name xsd.QName) *xsdElement {
	if p == nil {
		return nil
	}
	if p.element != nil && p.element.name == name {
		return p.element
	}
	for _, c := range p.children {
		if e := c.find(name); e != nil {
			return e
		}
	}
	return nil
}

// substitutes returns all elements that may be in place of e (part 1, section 3.3.6, Substitution
// Group OK).
func (e *xsdElement) substitutes() []*xsdElement {
	if e.blocks&bySubstitution != 0 || len(e.members) == 0 {
		return nil
	}
	var all []*xsdElement
	seen := map[*xsdElement]bool{e: true}
	for queue := e.members; len(queue) > 0; {
		m := queue[0]
		queue = queue[1:]
		if seen[m] {
			continue
		}
		seen[m] = true
		queue = append(queue[:len(queue):len(queue)], m.members...)
		if by, ok := m.typ.derivedFrom(e.typ); ok && by&(e.blocks|e.typ.blocks) == 0 {
			all = append(all, m)
		}
	}
	return all
}
