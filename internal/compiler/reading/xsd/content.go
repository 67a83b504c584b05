package xsd

import (
	"iter"
	"slices"

	"example.com/quartet/internal/compiler/reading/diag"
)

// Unbounded is the Max of a particle with maxOccurs="unbounded".
const Unbounded = -1

// Plus returns the sum of bounds, which may be [Unbounded]. Other sums stop at 1<<30.
func Plus(a, b int) int {
	if a == Unbounded || b == Unbounded {
		return Unbounded
	}
	return min(a+b, 1<<30)
}

// Times returns the product of bounds, which may be [Unbounded]. Other products stop at 1<<30.
func Times(a, b int) int {
	switch {
	case a == 0 || b == 0:
		return 0
	case a == Unbounded || b == Unbounded:
		return Unbounded
	}
	return int(min(int64(a)*int64(b), 1<<30))
}

// Particle is a term with minOccurs and maxOccurs (part 1, section 3.9).
type Particle struct {
	Min  int
	Max  int // or Unbounded; never 0: such particles are left out of the model
	Term Term
	Pos  diag.Pos // position of the term, or of the reference to it
}

// Optional reports whether minOccurs of the particle is 0.
func (p *Particle) Optional() bool { return p.Min == 0 }

// Repeated reports whether maxOccurs of the particle is more than 1.
func (p *Particle) Repeated() bool { return p.Max == Unbounded || p.Max > 1 }

// Elements yields the elements in a particle, which may be nil, in the order of the schema. It looks into each group once:
// groups that refer to others twice would have an exponential number of elements.
func (p *Particle) Elements() iter.Seq[*ElementDeclaration] {
	seen := make(map[*ModelGroup]bool)
	var visit func(p *Particle, yield func(*ElementDeclaration) bool) bool
	visit = func(p *Particle, yield func(*ElementDeclaration) bool) bool {
		switch term := p.Term.(type) {
		case *ElementDeclaration:
			return yield(term)
		case *ModelGroup:
			known := seen[term]
			seen[term] = true
			return known || !slices.ContainsFunc(term.Particles, func(p *Particle) bool { return !visit(p, yield) })
		}
		return true
	}
	return func(yield func(*ElementDeclaration) bool) {
		if p != nil {
			visit(p, yield)
		}
	}
}

// Term is the term of a particle: an *ElementDeclaration, a *ModelGroup or a
// *Wildcard.
type Term interface {
	Component
	isTerm()
}

// Compositor is how a model group combines its particles.
type Compositor int

const (
	Sequence Compositor = iota
	Choice
	All
)

// String returns "sequence", "choice" or "all".
func (c Compositor) String() string { return [...]string{"sequence", "choice", "all"}[c] }

// ModelGroup is a sequence, choice or all (part 1, section 3.8).
type ModelGroup struct {
	Info
	Compositor Compositor
	Particles  []*Particle

	// Definition is the named group whose content this is; nil for an inline
	// model group. All references to a named group share one ModelGroup.
	Definition *Group

	// Extension reports whether this is the sequence that a derivation by
	// extension consists of: the base's content, followed by the type's own
	// content.
	Extension bool
}

func (*ModelGroup) isTerm() {}

// Group is a named model group definition (part 1, section 3.7).
type Group struct {
	Info
	Content *ModelGroup

	// Original is the group that xs:redefine replaced by this one; nil if there is none.
	Original *Group
}

// ElementDeclaration is an element declaration (part 1, section 3.3). Name is the
// name in instance documents: its namespace is empty for an unqualified local
// element.
type ElementDeclaration struct {
	Info
	Global   bool
	Owner    Component // the complex type or named group that contains a local declaration; nil for a global one
	Type     Type      // never nil after resolution; anyType by default
	Nillable bool
	Abstract bool
	Default  *string // nil if there is none
	Fixed    *string // nil if there is none
	Block    DerivationSet
	Final    DerivationSet

	// SubstitutionHead is the head element of the substitution group that the
	// element is a member of; nil if there is none. Substitutes are the elements
	// that name this element as their head element, in document order.
	SubstitutionHead *ElementDeclaration
	Substitutes      []*ElementDeclaration

	Constraints []*IdentityConstraint

	// ValueScope resolves prefixes in Default and Fixed.
	ValueScope Scope
}

func (*ElementDeclaration) isTerm() {}

// Scope maps prefixes to the namespaces that are in scope at an element.
type Scope interface {
	LookupPrefix(prefix string) (uri string, ok bool)
}

// SubstitutionGroup returns the members of the substitution group with head
// element e, directly or through other members, level by level in document
// order. It does not include e and ignores whether e blocks substitution.
func (e *ElementDeclaration) SubstitutionGroup() []*ElementDeclaration {
	var all []*ElementDeclaration
	seen := map[*ElementDeclaration]bool{e: true}
	for queue := e.Substitutes; len(queue) > 0; {
		var next []*ElementDeclaration
		for _, s := range queue {
			if seen[s] {
				continue
			}
			seen[s] = true
			all = append(all, s)
			next = append(next, s.Substitutes...)
		}
		queue = next
	}
	return all
}

// AttributeDeclaration is an attribute declaration (part 1, section 3.2). Name is
// the name in instance documents.
type AttributeDeclaration struct {
	Info
	Global     bool
	Owner      Component   // the complex type or attribute group of a local declaration
	Type       *SimpleType // never nil after resolution; anySimpleType by default
	Default    *string     // nil if there is none
	Fixed      *string     // nil if there is none
	ValueScope Scope
}

// AttributeUse is the use of an attribute in a type (part 1, section 3.5).
type AttributeUse struct {
	Attribute  *AttributeDeclaration
	Required   bool
	Prohibited bool    // only in OwnAttributes and attribute groups
	Default    *string // default of the use, else of the declaration
	Fixed      *string // fixed value of the use, else of the declaration
	ValueScope Scope
	Pos        diag.Pos

	Documentation string

	// ArrayType is the value of wsdl:arrayType on a use of soapenc:arrayType
	// (WSDL 1.1, section 2.2); nil if there is none.
	ArrayType *ArrayType
}

// ArrayType is the value of wsdl:arrayType: a type and the array's rank, as in
// xsd:string[,] or tns:Row[][].
type ArrayType struct {
	Item Type
	// Dimensions is the part in brackets as written, such as "[]", "[,]" or
	// "[][3]".
	Dimensions string
}

// AttributeGroup is a named attribute group (part 1, section 3.6). References to
// other groups are replaced by the attributes of those groups.
type AttributeGroup struct {
	Info
	Original     *AttributeGroup // the group that xs:redefine replaced by this one; nil if there is none
	Attributes   []*AttributeUse
	AnyAttribute *Wildcard
}

// ProcessContents is how elements and attributes that match a wildcard are
// validated.
type ProcessContents int

const (
	Strict ProcessContents = iota
	Lax
	Skip
)

// NamespaceConstraint is the kind of a wildcard's namespace constraint.
type NamespaceConstraint int

const (
	AnyNamespace   NamespaceConstraint = iota
	NotNamespace                       // any namespace except Namespaces[0]; not "no namespace" (##other)
	NamespacesList                     // one of Namespaces; "" means no namespace
)

// Wildcard is xs:any or xs:anyAttribute (part 1, section 3.10).
type Wildcard struct {
	Info
	Constraint      NamespaceConstraint
	Namespaces      []string // for NotNamespace and NamespacesList
	ProcessContents ProcessContents
}

func (*Wildcard) isTerm() {}

// Allows reports whether an element or attribute in the namespace matches w.
func (w *Wildcard) Allows(namespace string) bool {
	switch w.Constraint {
	case AnyNamespace:
		return true
	case NotNamespace:
		return namespace != "" && (len(w.Namespaces) == 0 || namespace != w.Namespaces[0])
	}
	return slices.Contains(w.Namespaces, namespace)
}
