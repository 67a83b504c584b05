package component

import (
	"strings"
	"sync/atomic"

	"example.com/quartet/templates/soap/xsd"
)

// Type is a type definition, simple or complex (part 1, sections 3.4 and 3.14). A Set has one Type for each definition.
type Type struct {
	Name   xsd.QName // zero for an anonymous type, and for one that xs:redefine has replaced
	Simple bool

	set        *Set               // nil: it is built in
	read       func() *Definition // nil once it is being read
	definition atomic.Pointer[Definition]
	validator  atomic.Value
}

// NewType returns a type without a name that is in no document.
func NewType(simple bool, d *Definition) *Type {
	t := &Type{Simple: simple}
	t.definition.Store(d)
	return t
}

// Validator is where package validate keeps what it makes of the type.
func (t *Type) Validator() *atomic.Value { return &t.validator }

// Definition has the properties of a type.
type Definition struct {
	Base *Type       // nil only for xs:anyType
	By   Derivations // how it is derived from Base: Restriction or Extension
	Doc  string      // see ReadDocumented

	// Of a complex type.
	Abstract     bool
	Mixed        bool         // there may be text between the elements
	Block        Derivations  // types derived in these ways may not replace it
	Attributes   []*Attribute // attributes of the base come first
	AnyAttribute *Wildcard    // nil: no other attributes
	Text         *Type        // type of simple content; nil: the content is not simple
	Content      *Particle    // nil: no elements
	Items        *Type        // type of the items of an array of SOAP encoding; nil: the type is not such an array
	ArrayOf      *Type        // the type that wsdl:arrayType names for Items; they are arrays of it, with any content, if there are more brackets
	Brackets     string       // of wsdl:arrayType for Items: "[]", "[,]" for two dimensions, or "[][]" for an array of arrays

	// Of a simple type.
	Variety Variety
	Item    *Type   // item type of a list
	Members []*Type // member types of a union
	Facets  *Facets // facets of this step of the derivation; nil: none
}

// Variety is the variety of a simple type (part 1, section 3.14.1).
type Variety uint8

// The varieties of simple types.
const (
	NoVariety Variety = iota // of xs:anySimpleType
	Atomic
	List
	Union
)

// Definition returns the properties of the type, which it reads if nothing has asked for them before.
func (t *Type) Definition() *Definition {
	if d := t.definition.Load(); d != nil {
		return d
	}
	t.set.mu.Lock()
	defer t.set.done()
	return t.set.define(t)
}

// typeOf returns the type of a global component.
func (s *Set) typeOf(e *entry) *Type {
	if e.typ == nil {
		e.typ = &Type{Name: e.name, Simple: e.simple, set: s, read: func() *Definition { return s.global(e) }}
		if e.replaced {
			e.typ.Name = xsd.QName{}
		}
	}
	return e.typ
}

// anonymous returns a type without a name. It is read before the lock is released.
func (s *Set) anonymous(simple bool, read func() *Definition) *Type {
	t := &Type{Simple: simple, set: s, read: read}
	s.queue = append(s.queue, t)
	return t
}

// inline returns the type that a node contains.
func (s *Set) inline(c context, n *node) *Type {
	c.self = nil
	return s.anonymous(n.local == "simpleType", func() *Definition { return s.typeIn(c, n) })
}

// node reads the element of a component, nil if it cannot be read.
func (s *Set) node(e *entry) *node {
	n, err := e.place.node()
	if err != nil {
		s.fail("reading %s: %w", e.name, err)
	}
	return n
}

func (e *entry) context() context {
	if e.original == nil {
		return context{e.schema, nil}
	}
	return context{e.schema, e}
}

// define returns the properties of a type. It returns nil if the type is being read: then it is made of itself.
func (s *Set) define(t *Type) *Definition {
	if d := t.definition.Load(); d != nil || t.read == nil {
		return d
	}
	read := t.read
	t.read = nil
	s.steps++
	d := read()
	s.steps--
	t.definition.Store(d)
	return d
}

// global reads a global type.
func (s *Set) global(e *entry) *Definition {
	n := s.node(e)
	if n == nil {
		return anything(e.simple)
	}
	return s.typeIn(e.context(), n)
}

func (s *Set) typeIn(c context, n *node) *Definition {
	read := s.complexType
	if n.local == "simpleType" {
		read = s.simpleType
	}
	d := read(c, n)
	d.Doc = n.doc
	return d
}

// anything returns the properties of a type that cannot be read.
func anything(simple bool) *Definition {
	if simple {
		return &Definition{Base: anySimpleType, By: Restriction}
	}
	all := *anyType.definition.Load()
	all.Base = anyType
	return &all
}

// base returns a type and its properties for one that is made of it; otherwise, if it is made of itself or in too many steps.
func (s *Set) base(t, otherwise *Type) (*Type, *Definition) {
	if s.steps < maxSteps {
		if d := s.define(t); d != nil {
			return t, d
		}
	}
	s.fail("the type %s is made of itself, or in more than %d steps", t.Name, maxSteps)
	return otherwise, otherwise.definition.Load()
}

// complexType reads an xs:complexType (part 1, section 3.4.2).
func (s *Set) complexType(c context, n *node) *Definition {
	d := &Definition{Base: anyType, By: Restriction, Abstract: n.is("abstract"), Block: c.derivations(n) &^ Substitution}
	mixed := n.is("mixed")
	content := n.child("simpleContent", "complexContent")
	if content == nil {
		d.Content, d.Mixed = s.content(c, n), mixed
		s.inheritAttributes(d, anyType.definition.Load(), s.attributesIn(c, n), d.Content != nil)
		return d
	}
	if _, ok := content.attr("mixed"); ok {
		mixed = content.is("mixed")
	}
	step := content.child("extension", "restriction")
	if step == nil {
		d.Mixed = mixed
		return d
	}
	if step.local == "extension" {
		d.By = Extension
	}
	base := anyType.definition.Load()
	if named := s.typeNamed(c, step, step.value("base")); named != nil {
		d.Base, base = s.base(named, anyType)
	}
	own := s.attributesIn(c, step)
	var model *Particle
	if content.local == "simpleContent" {
		s.simpleContent(c, step, d, base)
	} else {
		model = s.content(c, step)
		s.complexContent(d, base, model, mixed)
	}
	s.inheritAttributes(d, d.Base.definition.Load(), own, model != nil) // the base may be another one now
	if s.isEncodedArray(d.Base) {
		of := s.arrayOf(model, own)
		d.Items, d.ArrayOf, d.Brackets, d.Content = of.item, of.named, of.brackets, nil
	}
	return d
}

// complexContent sets complex content, of which own is what the type does not inherit. An extension of xs:anyType would allow any
// content; contracts mean that there is no base, so only its own content counts.
func (s *Set) complexContent(d, base *Definition, own *Particle, mixed bool) {
	if d.Base.Simple {
		d.Base, base = anyType, anyType.definition.Load()
	}
	if d.By == Extension {
		if base.Text != nil && own == nil { // only attributes are added
			d.Text = base.Text
			return
		}
		if base.Text != nil {
			d.Base, base = anyType, anyType.definition.Load()
		}
		mixed = mixed || base.Mixed && (d.Base != anyType || own == nil)
		switch {
		case own == nil:
			own = base.Content
		case base.Content != nil && d.Base != anyType:
			own = GroupOf(Sequence, base.Content, own)
		}
	}
	d.Content, d.Mixed = own, mixed
}

// simpleContent reads simple content.
func (s *Set) simpleContent(c context, step *node, d, base *Definition) {
	inner := step.child("simpleType")
	switch {
	case d.Base.Simple:
		d.Text = d.Base
	case base.Text != nil:
		d.Text = base.Text
	case base.Mixed && inner != nil:
		d.Text = anySimpleType
	default:
		d.Text = anySimpleType
		if d.Base != anyType || d.By == Extension || localPart(step.value("base")) == "anyType" {
			d.Base, d.By = anySimpleType, Extension
		}
	}
	if d.By == Extension && step.local == "extension" {
		return
	}
	if inner != nil {
		d.Text = s.inline(c, inner)
	}
	if facets := facetsIn(step); facets != nil {
		base := d.Text
		d.Text = s.anonymous(true, func() *Definition { return s.restricted(base, facets) })
	}
}

// inheritAttributes sets the attributes of a type (part 1, section 3.4.2).
func (s *Set) inheritAttributes(d, base *Definition, own *attributes, isOwn bool) {
	d.Attributes = s.inherit(base.Attributes, own)
	d.AnyAttribute = own.any
	if d.By == Extension && !(d.Base == anyType && isOwn) { // which means that there is no base
		d.AnyAttribute = own.any.Union(base.AnyAttribute)
	}
}

// derivations returns the derivations that the attribute block of a node has, or those of its schema.
func (c context) derivations(n *node) Derivations {
	names, ok := n.attr("block")
	if !ok {
		names = c.blockDefault
	}
	var all Derivations
	for _, word := range strings.Fields(names) {
		all |= derivationsNamed[word]
	}
	return all
}

var derivationsNamed = map[string]Derivations{
	"restriction": Restriction, "extension": Extension, "substitution": Substitution, "#all": Restriction | Extension | Substitution,
}
