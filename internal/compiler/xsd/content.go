package xsd

import "example.com/quartet/internal/compiler/diag"

// Unbounded is the Max of a particle with maxOccurs="unbounded".
const Unbounded = -1

// Particle is a term with its bounds (part 1, section 3.9).
type Particle struct {
	Min  int
	Max  int // Unbounded for no bound; a particle with Max 0 is left out of the model
	Term Term
	Pos  diag.Pos // where it is written, a reference included
}

// Optional reports whether the particle may be absent by its own bounds.
func (p *Particle) Optional() bool { return p.Min == 0 }

// Repeated reports whether the particle may occur more than once by its own
// bounds.
func (p *Particle) Repeated() bool { return p.Max == Unbounded || p.Max > 1 }

// Term is what a particle holds: an *ElementDeclaration, a *ModelGroup or a
// *Wildcard.
type Term interface{ isTerm() }

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

	// Definition is the named group whose content this is; nil for a model
	// group written in place. All references to a named group share one
	// ModelGroup.
	Definition *Group

	// Extension marks the sequence that an extension makes of its base's
	// content (first) and its own (second); either may be missing.
	Extension bool
}

func (*ModelGroup) isTerm() {}

// Group is a named model group definition (part 1, section 3.7).
type Group struct {
	Info
	Content *ModelGroup
}

// ElementDeclaration is an element declaration (part 1, section 3.3). The
// namespace of Name is the one on the wire: empty for an unqualified local
// element.
type ElementDeclaration struct {
	Info
	Global   bool
	Owner    Component // the complex type or named group that a local declaration stands in; nil for a global one
	Type     Type      // never nil after resolution; anyType where nothing is written
	Nillable bool
	Abstract bool
	Default  *string // nil if there is none
	Fixed    *string // nil if there is none
	Block    DerivationSet
	Final    DerivationSet

	// SubstitutionHead is the head of the substitution group that the element
	// is in, nil if none; Substitutes are the elements that name this one as
	// their head, in document order.
	SubstitutionHead *ElementDeclaration
	Substitutes      []*ElementDeclaration

	Constraints []*IdentityConstraint

	// ValueScope is the name scope of Default and Fixed.
	ValueScope Scope
}

func (*ElementDeclaration) isTerm() {}

// Scope maps prefixes to namespaces at one place of a document.
type Scope interface {
	LookupPrefix(prefix string) (uri string, ok bool)
}

// SubstitutionGroup returns all elements that may stand for e, directly or
// through others, in document order by level; e itself is not among them.
// Whether e blocks substitution is not looked at.
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

// AttributeDeclaration is an attribute declaration (part 1, section 3.2). The
// namespace of Name is the one on the wire.
type AttributeDeclaration struct {
	Info
	Global     bool
	Owner      Component   // the complex type or attribute group of a local declaration
	Type       *SimpleType // never nil after resolution; anySimpleType where nothing is written
	Default    *string     // nil if there is none
	Fixed      *string     // nil if there is none
	ValueScope Scope
}

// AttributeUse is the use of an attribute in a type (part 1, section 3.5).
type AttributeUse struct {
	Attribute  *AttributeDeclaration
	Required   bool
	Prohibited bool    // only in OwnAttributes and attribute groups
	Default    *string // the use's own, else the declaration's
	Fixed      *string // the use's own, else the declaration's
	ValueScope Scope
	Pos        diag.Pos

	Documentation string

	// ArrayType is what wsdl:arrayType says on a use of soapenc:arrayType
	// (WSDL 1.1, section 2.2); nil elsewhere.
	ArrayType *ArrayType
}

// ArrayType is the value of wsdl:arrayType: a type and the array's rank, as in
// xsd:string[,] or tns:Row[][].
type ArrayType struct {
	Item Type
	// Dimensions is the bracketed part as written, "[]", "[,]" or "[][3]".
	Dimensions string
	Pos        diag.Pos
}

// AttributeGroup is a named attribute group (part 1, section 3.6), with the
// groups that it refers to expanded.
type AttributeGroup struct {
	Info
	Attributes   []*AttributeUse
	AnyAttribute *Wildcard
}

// ProcessContents is how much of what matches a wildcard has to be valid.
type ProcessContents int

const (
	Strict ProcessContents = iota
	Lax
	Skip
)

// NamespaceConstraint says which namespaces a wildcard allows.
type NamespaceConstraint int

const (
	AnyNamespace   NamespaceConstraint = iota
	NotNamespace                       // any but Namespaces[0], and not "no namespace" (##other)
	NamespacesList                     // one of Namespaces; "" is "no namespace"
)

// Wildcard is xs:any or xs:anyAttribute (part 1, section 3.10).
type Wildcard struct {
	Info
	Constraint      NamespaceConstraint
	Namespaces      []string // of NotNamespace and NamespacesList
	ProcessContents ProcessContents
}

func (*Wildcard) isTerm() {}

// Allows reports whether an element or attribute of that namespace matches.
func (w *Wildcard) Allows(namespace string) bool {
	switch w.Constraint {
	case AnyNamespace:
		return true
	case NotNamespace:
		return namespace != "" && (len(w.Namespaces) == 0 || namespace != w.Namespaces[0])
	}
	for _, n := range w.Namespaces {
		if n == namespace {
			return true
		}
	}
	return false
}
