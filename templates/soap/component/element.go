package component

import (
	"cmp"
	"sync/atomic"

	"example.com/quartet/templates/soap/xsd"
)

// Element is an element declaration (part 1, section 3.3).
type Element struct {
	Name   xsd.QName // in instances: a local element that is not qualified has no namespace
	Global bool

	set         *Set
	entry       *entry
	declaration atomic.Pointer[Declaration]
	validator   atomic.Value
}

// NewElement returns an element that is not global, with a declaration that is in no document.
func NewElement(name xsd.QName, d *Declaration) *Element {
	e := &Element{Name: name}
	e.declaration.Store(d)
	return e
}

// Validator is where package validate keeps what it makes of the element.
func (e *Element) Validator() *atomic.Value { return &e.validator }

// Declaration has the properties of an element declaration.
type Declaration struct {
	Type        *Type
	Nillable    bool
	Abstract    bool
	Block       Derivations
	Default     *Value // nil: none
	Fixed       *Value // nil: none
	Constraints []Constraint
	Doc         string // see ReadDocumented

	// Message says that the element contains the parts of a message, or is a part with a type (WSDL 1.1, section 3.5): no schema
	// declares it.
	Message bool
}

// Declaration returns the properties of the element, which it reads if nothing has asked for them before.
func (e *Element) Declaration() *Declaration {
	if d := e.declaration.Load(); d != nil {
		return d
	}
	e.set.mu.Lock()
	defer e.set.done()
	return e.set.declare(e)
}

// elementOf returns the element of a global component.
func (s *Set) elementOf(e *entry) *Element {
	if e.element == nil {
		e.element = &Element{Name: e.name, Global: true, set: s, entry: e}
	}
	return e.element
}

// declare returns the properties of a global element.
func (s *Set) declare(e *Element) *Declaration {
	if d := e.declaration.Load(); d != nil {
		return d
	}
	d := &Declaration{Type: anyType}
	if n := s.node(e.entry); n != nil {
		c := e.entry.context()
		d = s.declaration(c, n)
		if d.Type == nil {
			d.Type = s.typeOfHead(c, e, n)
		}
		d.Abstract = n.is("abstract")
	}
	e.declaration.Store(d)
	return d
}

// typeOfHead returns the type of an element that declares none: that of the head of its substitution group, or xs:anyType.
func (s *Set) typeOfHead(c context, e *Element, n *node) *Type {
	name, ok := n.attr("substitutionGroup")
	if !ok {
		return anyType
	}
	head := s.entry(c, elementKind, n, name)
	switch {
	case head == nil:
		return anyType
	case e.entry.making || s.steps >= maxSteps:
		s.fail("the element %s is in its own substitution group, or too many others", e.Name)
		return anyType
	}
	e.entry.making = true
	s.steps++
	defer func() { e.entry.making = false; s.steps-- }()
	return s.declare(s.elementOf(head)).Type
}

// declaration reads an xs:element (part 1, section 3.3.2). The type is nil if the node does not say it.
func (s *Set) declaration(c context, n *node) *Declaration {
	d := &Declaration{Nillable: n.is("nillable"), Block: c.derivations(n), Constraints: c.constraints(n), Doc: n.doc}
	d.Default, d.Fixed = valuesIn(n)
	if name, ok := n.attr("type"); ok {
		d.Type = cmp.Or(s.typeNamed(c, n, name), anyType)
	} else if inner := n.child("simpleType", "complexType"); inner != nil {
		d.Type = s.inline(c, inner)
	}
	return d
}

// localElement returns the element in a content model: a local one, or the global one that it refers to. It returns nil if it has no
// name.
func (s *Set) localElement(c context, n *node) *Element {
	if ref, ok := n.attr("ref"); ok {
		return s.elementNamed(c, n, ref)
	}
	name := c.localName(n, c.elementsQualified)
	if name.Local == "" {
		return nil
	}
	d := s.declaration(c, n)
	d.Type = cmp.Or(d.Type, anyType)
	return NewElement(name, d)
}

// elementNamed returns the global element that a value names, or one with any content in place of one that is not declared.
func (s *Set) elementNamed(c context, n *node, ref string) *Element {
	if e := s.entry(c, elementKind, n, ref); e != nil {
		return s.elementOf(e)
	}
	name, ok := c.qname(n, ref)
	if !ok {
		return nil
	}
	e := s.unknown[name]
	if e == nil {
		e = NewElement(name, &Declaration{Type: anyType})
		e.Global = true
		s.unknown[name] = e
	}
	return e
}
