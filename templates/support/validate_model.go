package support

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
)

// schemaModel is what a schema text says, every reference a pointer. It does not change, but for what is worked out
// when it is first needed, which many goroutines may ask for at once.
type schemaModel struct {
	types      map[QName]*schemaType
	elements   map[QName]*schemaElement
	attributes map[QName]*schemaType
	groups     map[QName]*schemaParticle
	messages   map[QName][]*schemaElement // what is no global element: the wrappers of rpc
	spaces     map[string]string          // by prefix
}

// derivations is a set of ways in which a type can stand for another one.
type derivations uint8

const (
	byRestriction derivations = 1 << iota
	byExtension
	bySubstitution
)

// schemaType is a type definition, simple or complex (XML Schema part 1, sections 3.4 and 3.14).
type schemaType struct {
	name QName       // zero for an anonymous type
	base *schemaType // nil for xs:anyType alone
	by   derivations // from base

	complex bool

	// Of a complex type.
	abstract     bool
	mixed        bool
	blocks       derivations
	attributes   []schemaUse // those of the base come first
	anyAttribute *schemaWildcard
	text         *schemaType     // of simple content
	own          *schemaParticle // of an extension, what comes behind the content of the base
	content      *schemaParticle // nil: no elements
	modelOnce    sync.Once
	model        *contentModel

	// Of a simple type.
	variety   schemaVariety
	primitive schemaPrimitive
	item      *schemaType   // of a list
	members   []*schemaType // of a union
	space     schemaSpace
	lexical   func(string) bool // of a built-in type that no facet describes
	facets    []schemaFacet     // of this step of derivation
	facetOnce sync.Once
	bounds    []schemaValue   // of the facets that are bounds, in their order
	values    map[string]bool // the keys of the enumeration

	linking linkState
}

type linkState uint8

const (
	notLinked linkState = iota
	beingLinked
	linked
)

type schemaVariety uint8

const (
	anySimpleVariety schemaVariety = iota
	atomicVariety
	listVariety
	unionVariety
)

// schemaSpace is how white space is normalized (part 2, section 4.3.6).
type schemaSpace uint8

const (
	preserveSpace schemaSpace = iota
	replaceSpace
	collapseSpace
)

// schemaFacet is a constraining facet (part 2, section 4.3). All patterns of a step are one facet, as are the values of
// an enumeration.
type schemaFacet struct {
	kind   facetKind
	values []string
	number int // of lengths and digits

	once     sync.Once
	compiled []*regexp.Regexp
}

type facetKind uint8

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

// schemaUse is an attribute of a complex type.
type schemaUse struct {
	name     QName
	typ      *schemaType
	required bool
	fixed    *string
}

// schemaElement is an element declaration.
type schemaElement struct {
	name     QName
	typ      *schemaType
	nillable bool
	abstract bool
	blocks   derivations
	fixed    *string
	preset   bool             // has a default or fixed value, so that an empty element has that one
	head     *schemaElement   // that it substitutes
	members  []*schemaElement // that name it as their head
}

// schemaWildcard is xs:any or xs:anyAttribute.
type schemaWildcard struct {
	any        bool
	other      bool     // any namespace but namespaces[0] and none
	namespaces []string // "" is no namespace
	process    schemaProcess
}

type schemaProcess uint8

const (
	strictProcess schemaProcess = iota
	laxProcess
	skipProcess
)

func (w *schemaWildcard) allows(space string) bool {
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

// schemaParticle is a part of a content model with its bounds.
type schemaParticle struct {
	kind     particleKind
	min, max int // max -1: no bound
	children []*schemaParticle
	element  *schemaElement
	wildcard *schemaWildcard
	group    *schemaParticle // what a reference to a group stands for
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

// derivedFrom reports whether t is base or derived from it, and by which methods. A member of a union stands for the
// union (part 1, section 3.14.6, Type Derivation OK).
func (t *schemaType) derivedFrom(base *schemaType) (by derivations, ok bool) {
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
func (t *schemaType) valueType() *schemaType {
	if !t.complex {
		return t
	}
	return t.text
}

// find returns what an entry names: "type tns:Stop", "element tns:stop", or with slashes behind that the anonymous type
// of an element inside, "type tns:Stop/tns:line/number".
func (m *schemaModel) find(entry string) (*schemaType, error) {
	kind, path, _ := strings.Cut(entry, " ")
	first, rest, inside := strings.Cut(path, "/")
	var t *schemaType
	var within *schemaParticle
	switch name := m.named(first); {
	case kind == "type":
		t = m.types[name]
	case kind == "element" && m.elements[name] != nil:
		t = m.elements[name].typ
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

func (m *schemaModel) named(word string) QName {
	prefix, local, ok := strings.Cut(word, ":")
	if !ok {
		prefix, local = "", prefix
	}
	return QName{m.spaces[prefix], local}
}

// find returns the element of that name which is declared in place, nil if there is none.
func (p *schemaParticle) find(name QName) *schemaElement {
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

// substitutes returns all elements that may stand for e, which are not e itself (part 1, section 3.3.6, Substitution
// Group OK).
func (e *schemaElement) substitutes() []*schemaElement {
	if e.blocks&bySubstitution != 0 || len(e.members) == 0 {
		return nil
	}
	var all []*schemaElement
	seen := map[*schemaElement]bool{e: true}
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
