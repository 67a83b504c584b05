// Package bind decides the Go interfaces of services, and what each binding sends: the
// messages of operations in terms of Go types.
package bind

import (
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/policy"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/naming"
	"example.com/quartet/internal/compiler/writing/plan/selection"
	"example.com/quartet/internal/compiler/writing/plan/typing"
)

// Result is the services of a plan. Names are not decided, and namespaces have no numbers.
type Result struct {
	Services   []*ir.Service
	Faults     []*ir.Fault
	Headers    []*ir.Header
	Operations []ir.PortOperation // in the order of the contract
	Multipart  bool               // some messages are multipart MIME messages

	Names       []*naming.Candidate
	ResultTypes map[*ir.Wire]*ir.Field                // for responses with SOAP encoding, whose xsi:type names the type of the field
	Encoded     []*ir.Struct                          // used in messages with SOAP encoding
	Parts       map[*ir.Field]*xsd.ElementDeclaration // the elements that fields of messages are for

	// Unwrapped has the anonymous types of wrapper elements whose content operations take or
	// return. They need no Go type.
	Unwrapped map[*xsd.ComplexType]bool
}

// Options holds the options of the user.
type Options struct {
	Wrapped  []string // operations that keep their wrapper types in the signature
	Policies *policy.Reader
}

// Types provides the Go types for schemas that Services needs. A [typing.Planner] makes a
// type when it is first asked for it, so that types are in the order of their first use. For
// the same component the methods return the same value.
type Types interface {
	// StructOf returns the struct for a complex type, which is named after o if it has no name.
	StructOf(t *xsd.ComplexType, o typing.User) *ir.Struct

	// GroupStruct returns the struct for the substitution group of e.
	GroupStruct(e *xsd.ElementDeclaration) *ir.Struct

	// SetType sets the Go type of a field for a type, which is named after o if it has no name.
	SetType(f *ir.Field, t xsd.Type, o typing.User)

	// SetDefault sets and documents the default or the fixed value of an element, which has the type of f.
	SetDefault(f *ir.Field, e *xsd.ElementDeclaration)

	// SetResultDefault is SetDefault for an element whose value is not in a struct.
	SetResultDefault(f *ir.Field, e *xsd.ElementDeclaration)

	// Polymorphic reports whether an element of the type may, or must, have xsi:type.
	Polymorphic(t *xsd.ComplexType) bool

	// AddMessage puts the struct for a message among the types. Its name in --rename is id;
	// IDs of anonymous types in it begin with id.
	AddMessage(s *ir.Struct, id naming.ID)
}

// Services plans the interfaces for the selected services: one for each, unless the
// operations of its ports do not correspond. It sets IsRequest and Params of structs.
// Operations of o.Wrapped have the types of their wrapper elements.
func Services(selected []selection.Service, o Options, types Types) (*Result, diag.List) {
	p := &planner{
		types: types, wrapped: o.Wrapped, policies: o.Policies, empty: make(typing.EmptyGroups),
		messages: make(map[*wsdl11.Message]*ir.Struct), faults: make(map[faultKey]*ir.Fault), headers: make(map[ir.Name]*ir.Header),
		parts: make(map[partsKey]*ir.Struct), bound: make(map[*ir.Wire]*boundOperation),
		out: Result{ResultTypes: make(map[*ir.Wire]*ir.Field), Unwrapped: make(map[*xsd.ComplexType]bool), Parts: make(map[*ir.Field]*xsd.ElementDeclaration)},
	}
	for _, s := range selected {
		p.planService(s)
	}
	if len(selected) > 0 && len(p.out.Services) == 0 && !p.diags.HasErrors() {
		p.diags.Add(diag.New(diag.NothingToDo, selected[0].Pos, "all operations are left out"))
	}
	p.nameServices()
	for w, m := range p.bound {
		if m.outType != nil {
			p.out.ResultTypes[w] = m.outType
		}
	}
	return &p.out, p.diags
}

// planner holds the state of one call of Services.
type planner struct {
	types    Types
	wrapped  []string // see Options
	policies *policy.Reader
	empty    typing.EmptyGroups
	out      Result
	diags    diag.List

	// What is planned once for several operations or ports.
	messages map[*wsdl11.Message]*ir.Struct // requests of HTTP bindings
	parts    map[partsKey]*ir.Struct
	faults   map[faultKey]*ir.Fault
	headers  map[ir.Name]*ir.Header

	names []serviceName // names of the services in out

	bound map[*ir.Wire]*boundOperation // the operation of a port that a Wire was planned from
}

// serviceName is the name that a service wants, and its position.
type serviceName struct {
	want string
	pos  diag.Pos
}

func (p *planner) unsupported(pos diag.Pos, format string, args ...any) {
	p.diags.Add(diag.New(diag.Unsupported, pos, format+" is not supported yet", args...))
}
