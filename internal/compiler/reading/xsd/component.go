// Package xsd defines the components of XML Schema 1.0 (structures and datatypes,
// second edition). References between components are pointers. Package resolve
// builds the components; all other stages only read them.
//
// Terms are used as in the recommendation: element declaration, type
// definition, attribute use, model group, particle, wildcard, facet.
// Where a component inherits a property, there are two fields: the Own field
// holds what is written in the document, the other the effective value.
//
// Components are shared and must not be changed once resolved. They are then safe
// for concurrent use.
package xsd

import (
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xmltree"
)

// Namespaces of XML Schema.
const (
	Namespace         = "http://www.w3.org/2001/XMLSchema"
	InstanceNamespace = "http://www.w3.org/2001/XMLSchema-instance"
)

// QName is an expanded name.
type QName = xmltree.QName

// Info holds the properties that all components have.
type Info struct {
	Name          QName    // zero for an anonymous component
	Pos           diag.Pos // position of the '<' of its element; zero for a built-in
	Documentation string   // text of xs:documentation, paragraphs separated by an empty line
	Schema        *Schema  // the schema that contains it; nil for a built-in

	// Redefined reports whether xs:redefine replaced the component (part 1,
	// section 4.2.2). A redefined component has the same name as its
	// replacement and is not in the Set. Only the replacement refers to it, as
	// its base type or through a group reference.
	Redefined bool
}

// Component returns i, so that every type that embeds Info is a [Component].
func (i *Info) Component() *Info { return i }

// Component is any component of this package.
type Component interface{ Component() *Info }

// Schema is one xs:schema element (part 1, section 3.15). An included document
// without a target namespace has one Schema for each namespace that it is
// included into.
type Schema struct {
	TargetNamespace string
	File            string // as shown to the user
	Pos             diag.Pos
	Documentation   string
	Element         *xmltree.Element
	WellKnown       bool // built into the generator; only the components that are used are emitted

	// The values of the element's default attributes.
	ElementsQualified   bool // elementFormDefault="qualified"
	AttributesQualified bool // attributeFormDefault="qualified"
	BlockDefault        DerivationSet
	FinalDefault        DerivationSet

	// Imports holds the namespaces that xs:import names; "" is for no namespace.
	Imports []string
}

// Set holds the components of all schemas of a contract. The slices hold the
// global components of each kind in document order: first the main document, then
// the others in the order of the references to them.
// Built-in types are not in the slices, but [Set.Type] returns them.
type Set struct {
	Schemas         []*Schema
	Types           []Type
	Elements        []*ElementDeclaration
	Attributes      []*AttributeDeclaration
	Groups          []*Group
	AttributeGroups []*AttributeGroup
	Notations       []*Notation
	Constraints     []*IdentityConstraint

	types           map[QName]Type
	elements        map[QName]*ElementDeclaration
	attributes      map[QName]*AttributeDeclaration
	groups          map[QName]*Group
	attributeGroups map[QName]*AttributeGroup
	notations       map[QName]*Notation
}

// Type returns the global type definition or built-in type with the given name,
// or nil.
func (s *Set) Type(name QName) Type {
	if t := s.types[name]; t != nil {
		return t
	}
	return Builtin(name)
}

// Element returns the global element declaration with the given name, or nil.
func (s *Set) Element(name QName) *ElementDeclaration { return s.elements[name] }

// Attribute returns the global attribute declaration with the given name, or nil.
func (s *Set) Attribute(name QName) *AttributeDeclaration { return s.attributes[name] }

// Group returns the model group definition with the given name, or nil.
func (s *Set) Group(name QName) *Group { return s.groups[name] }

// AttributeGroup returns the attribute group with the given name, or nil.
func (s *Set) AttributeGroup(name QName) *AttributeGroup { return s.attributeGroups[name] }

// Notation returns the notation with the given name, or nil.
func (s *Set) Notation(name QName) *Notation { return s.notations[name] }

// Add adds a global component to the set. If the set already has a component of
// the same kind and name, Add returns that component and does not change the
// set. Add is for the builder of the set.
func (s *Set) Add(c Component) (previous Component) {
	switch c := c.(type) {
	case *SimpleType:
		return add[Type](&s.types, &s.Types, c)
	case *ComplexType:
		return add[Type](&s.types, &s.Types, c)
	case *ElementDeclaration:
		return add(&s.elements, &s.Elements, c)
	case *AttributeDeclaration:
		return add(&s.attributes, &s.Attributes, c)
	case *Group:
		return add(&s.groups, &s.Groups, c)
	case *AttributeGroup:
		return add(&s.attributeGroups, &s.AttributeGroups, c)
	case *Notation:
		return add(&s.notations, &s.Notations, c)
	}
	return nil
}

func add[C Component](byName *map[QName]C, all *[]C, c C) Component {
	name := c.Component().Name
	if previous, ok := (*byName)[name]; ok {
		return previous
	}
	if *byName == nil {
		*byName = make(map[QName]C)
	}
	(*byName)[name] = c
	*all = append(*all, c)
	return nil
}

// Notation is a notation declaration (part 1, section 3.12).
type Notation struct{ Info }

// ConstraintKind is the kind of an identity constraint.
type ConstraintKind int

const (
	Key ConstraintKind = iota
	KeyRef
	Unique
)

// XPath is the expression of a selector or a field, as it is written.
type XPath struct {
	Text  string
	Scope Scope // resolves the prefixes in Text
}

// IdentityConstraint is a key, keyref or unique constraint (part 1, section
// 3.11).
type IdentityConstraint struct {
	Info
	Kind     ConstraintKind
	Selector XPath
	Fields   []XPath
	Refer    *IdentityConstraint // key that a keyref refers to; nil for others
}
