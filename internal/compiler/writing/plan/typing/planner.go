// Package typing decides the Go types for the types and elements of the schemas.
//
// Structs are in the order of first use. So a [Planner] makes the type of a component when
// it is first asked for it, and [Planner.Complete] the others.
package typing

import (
	"cmp"
	"maps"
	"slices"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/naming"
	"example.com/quartet/internal/compiler/writing/plan/split"
)

// Result is what a Planner has planned. Names are not decided, and namespaces have no
// numbers.
type Result struct {
	Structs  []*ir.Struct // requests first, then in the order of first use
	Simples  []*ir.Simple
	Elements []*ir.Element // by name

	// The components that these are for.
	Types       map[*xsd.ComplexType]*ir.Struct
	Scalars     map[*xsd.SimpleType]*ir.Scalar
	Groups      map[*xsd.ElementDeclaration]*ir.Struct // by the head element of the substitution group
	ElementOf   map[*ir.Field]*xsd.ElementDeclaration
	AttributeOf map[*ir.Field]*xsd.AttributeUse
	ChoiceOf    map[*ir.Field]*xsd.ModelGroup // outermost group of fields for alternatives of an xs:choice
	Origins     Origins
	Forms       lexicalForms

	Derived   map[*xsd.ComplexType]bool // types that have derived types
	Holders   map[*ir.Struct]bool       // some field may hold a value of a type derived from this one
	AnyType   bool                      // some element is of the type xs:anyType
	QNames    bool                      // some values are qualified names
	Documents map[ir.Name]bool          // the elements that documents may have

	Names   []*naming.Candidate      // names of declarations and values, not of fields
	IDs     map[*ir.Struct]naming.ID // in --rename
	Omitted []naming.ID              // variables of elements, types that only these need, and plain strings, if they are not generated

	// NilAsAbsent are the fields of elements that may be absent or nil, if nil is treated as absent.
	NilAsAbsent []*ir.Field
}

// Origins has the origin of each *ir.Struct, *ir.Simple and *ir.Element that is for a
// component of the schemas.
type Origins map[any]split.Origin

// Polymorphic reports whether an element of the type may, or must, have xsi:type.
func (r *Result) Polymorphic(t *xsd.ComplexType) bool { return t.Abstract || r.Derived[t] }

// Planner makes Go types. Its methods return the same value for the same component. They
// report what is not supported; [Planner.Complete] returns the diagnostics.
type Planner struct {
	schemas *xsd.Set
	out     Result

	style Style

	empty EmptyGroups
	paths map[*ir.Struct]Path
	diags diag.List

	contents map[*ir.Struct]*content // the content that a struct and its bases have fields for; nil for none
	families map[xsd.QName]xsd.QName // the names that firstOfFamily has returned
}

// Style says which Go types are simpler than the schema's.
type Style struct {
	PlainStrings bool // types that only restrict the length of a string are strings in Go, without a declaration
	NilAsAbsent  bool // an element that may be absent cannot be nil in Go; see [Result.NilAsAbsent]
}

// NewPlanner returns a Planner for the components of schemas.
func NewPlanner(schemas *xsd.Set, style Style) *Planner {
	return &Planner{schemas: schemas, style: style, empty: make(EmptyGroups), paths: make(map[*ir.Struct]Path), contents: make(map[*ir.Struct]*content), families: make(map[xsd.QName]xsd.QName), out: Result{
		Types: make(map[*xsd.ComplexType]*ir.Struct), Scalars: make(map[*xsd.SimpleType]*ir.Scalar), Groups: make(map[*xsd.ElementDeclaration]*ir.Struct),
		ElementOf: make(map[*ir.Field]*xsd.ElementDeclaration), AttributeOf: make(map[*ir.Field]*xsd.AttributeUse), ChoiceOf: make(map[*ir.Field]*xsd.ModelGroup), Origins: make(Origins), Forms: make(lexicalForms),
		Derived: findDerived(schemas.Types), Holders: make(map[*ir.Struct]bool), Documents: make(map[ir.Name]bool), IDs: make(map[*ir.Struct]naming.ID),
	}}
}

// Options says which types and elements a plan has besides those that messages use.
type Options struct {
	Partial  bool          // only these types, and the elements of these types
	Elements bool          // variables for global elements
	Split    split.Options // namespaces with separate packages have all their components

	Unwrapped map[*xsd.ComplexType]bool             // anonymous types of wrapper elements that need no Go type
	Parts     map[*ir.Field]*xsd.ElementDeclaration // the elements that fields of messages are for
}

// Complete plans the types and elements of the schemas that are not planned yet, and
// returns everything. The Planner must not be used afterwards.
func (p *Planner) Complete(o Options) (*Result, diag.List) {
	maps.Copy(p.out.ElementOf, o.Parts)
	slices.SortStableFunc(p.out.Structs, requestsFirst)
	p.planTypes(o)
	p.planElements(o)
	p.planNamespaces(o)
	slices.SortFunc(p.out.Elements, func(a, b *ir.Element) int {
		return cmp.Or(cmp.Compare(a.Wire.Space, b.Wire.Space), cmp.Compare(a.Wire.Local, b.Wire.Local))
	})
	return &p.out, p.diags
}

// requestsFirst orders structs: requests come before other types.
func requestsFirst(a, b *ir.Struct) int {
	switch {
	case a.IsRequest == b.IsRequest:
		return 0
	case a.IsRequest:
		return -1
	}
	return 1
}

// AddMessage adds the struct for a message, which no schema declares. Its name in --rename
// is id; the IDs of anonymous types in it begin with id.
func (p *Planner) AddMessage(s *ir.Struct, id naming.ID) {
	p.out.Structs = append(p.out.Structs, s)
	p.out.IDs[s] = id
}

// Polymorphic reports whether an element of the type may, or must, have xsi:type.
func (p *Planner) Polymorphic(t *xsd.ComplexType) bool { return p.out.Polymorphic(t) }

// planTypes plans all types of the contract, unless only those that messages use are
// generated.
func (p *Planner) planTypes(o Options) {
	if o.Partial {
		return
	}
	for _, t := range p.schemas.Types {
		if schema := t.Component().Schema; schema != nil && !schema.WellKnown {
			p.planType(t)
		}
	}
}

func (p *Planner) planType(t xsd.Type) {
	switch t := t.(type) {
	case *xsd.ComplexType:
		p.StructOf(t, User{})
	case *xsd.SimpleType:
		p.simpleOf(t)
	}
}

// planNamespaces plans all types and elements of the namespaces with separate
// packages, needed or not: other contracts that share the package may need them.
func (p *Planner) planNamespaces(o Options) {
	done := make(map[string]bool)
	for again := true; again; {
		again = false
		for _, origin := range p.out.Sources() {
			if done[origin.Space] || !o.Split.IsMapped(origin) {
				continue
			}
			done[origin.Space], again = true, true
			p.planNamespace(o, origin.Space)
		}
	}
}

func (p *Planner) planNamespace(o Options, space string) {
	for _, t := range p.schemas.Types {
		if schema := t.Component().Schema; schema != nil && schema.TargetNamespace == space {
			p.planType(t)
		}
	}
	for _, e := range p.schemas.Elements {
		if e.Schema == nil || e.Schema.TargetNamespace != space {
			continue
		}
		if t, ok := e.Type.(*xsd.ComplexType); !ok || !t.Builtin || t == xsd.AnyType {
			p.planElement(o, e)
			p.planElementType(e)
		}
	}
}

// Sources returns the origins of all declarations, sorted by namespace.
func (r *Result) Sources() []split.Origin {
	seen := make(map[split.Origin]bool)
	for _, origin := range r.Origins {
		seen[origin] = true
	}
	delete(seen, split.Origin{})
	return slices.SortedFunc(maps.Keys(seen), func(a, b split.Origin) int { return cmp.Compare(a.Space, b.Space) })
}

func (p *Planner) unsupported(pos diag.Pos, format string, args ...any) {
	p.diags.Add(diag.New(diag.Unsupported, pos, format+" is not supported yet", args...))
}
