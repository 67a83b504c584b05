package bind

import (
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/writing/plan/chosen"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/naming"
	"example.com/quartet/internal/compiler/writing/plan/typing"
)

// nameRequest requests the name of the struct for the request of an operation, and returns
// what it is in --rename.
func (p *planner) nameRequest(s *ir.Struct, m *boundOperation) naming.ID {
	id := m.id("request")
	name := naming.GoName(m.name)
	p.out.Names = append(p.out.Names, &naming.Candidate{
		ID:   id,
		Want: name, Else: []string{name + "Request", naming.GoName(m.source.Operation.PortType.Name.Local) + name + "Request"}, Suffix: "Request", Rank: naming.RankRequest,
		Description: "the request of " + diag.Quote(m.name), Pos: s.Pos, Set: func(name string) { s.Name = name }, Related: typing.Related(nil),
	})
	return id
}

// id returns the ID of the operation, with the kind "operation", or of the struct of a message.
func (m *boundOperation) id(kind string) naming.ID {
	portType := m.source.Operation.PortType.Name
	return naming.ID{Kind: kind, Space: portType.Space, Path: m.name, Owner: portType.Local + "/"}
}

// nameFault requests the name of the error type of a fault. It ends in Error, so that it is another one than that of the
// element of the fault, which often has the same name. space is the namespace of the component with the name f.WSDLName.
func (p *planner) nameFault(f *ir.Fault, space string, pos diag.Pos) {
	name := strings.TrimSuffix(naming.GoName(f.WSDLName), "Error")
	c := &naming.Candidate{
		ID:   naming.ID{Kind: "fault", Space: space, Path: f.WSDLName, Owner: f.Wire.Local + "/"},
		Want: name + "Error", Suffix: "Fault", Rank: naming.RankFault,
		Description: "the fault " + diag.Quote(f.WSDLName), Pos: pos, Set: func(name string) { f.Name, f.Var = name, "fault"+name },
		Related: func(name string) []string { return []string{"fault" + name} },
	}
	if f.Header {
		c.Else, c.ID.Owner = []string{name + "HeaderError"}, "header:"+c.ID.Owner
	}
	p.out.Names = append(p.out.Names, c)
}

func (p *planner) nameOperation(s *ir.Service, op *ir.Operation, m *boundOperation) {
	c := &naming.Candidate{
		ID:    m.id("operation"),
		Scope: s, Want: naming.GoName(m.name), Suffix: "Operation",
		Description: "the operation " + diag.Quote(m.name), Pos: m.source.Pos, Set: func(name string) { op.Name = name },
	}
	if op.IsList() {
		c.Related = func(name string) []string { return []string{name + naming.SeqSuffix} }
	}
	p.out.Names = append(p.out.Names, c)
}

// nameServices requests the names of all interfaces.
func (p *planner) nameServices() {
	single := len(p.out.Services) == 1
	interfaces := make(map[any]string)
	for i, s := range p.out.Services {
		interfaces[s] = p.names[i].want
	}
	for _, c := range p.out.Names {
		if want, ok := interfaces[c.Scope]; ok { // an operation
			c.Key = chosen.Key{Kind: c.ID.Kind, Space: c.ID.Space, Path: want, Member: c.ID.Path}
		}
	}
	for i, s := range p.out.Services {
		name := p.names[i]
		p.out.Names = append(p.out.Names, &naming.Candidate{
			ID:   naming.ID{Kind: "service", Space: naming.AnyNamespace, Path: name.want},
			Want: naming.GoName(name.want), Suffix: "Service", Rank: naming.RankService,
			Description: "the service " + diag.Quote(name.want), Pos: name.pos, Set: func(name string) { s.Name = name },
			Related: func(name string) []string { return related(s, name, single) },
		})
	}
}

// related returns the names of the declarations that belong to the interface of a
// service. single reports whether it is the only one.
func related(s *ir.Service, name string, single bool) []string {
	names := []string{"Unimplemented" + name, "contractOf" + name, "operationsOf" + name}
	if !single {
		names = append(names, name+"Client", "New"+name+"Client", "New"+name+"Handler")
	}
	if slices.ContainsFunc(s.Operations, (*ir.Operation).IsList) {
		names = append(names, name+naming.SeqSuffix)
		if !single {
			names = append(names, "With"+name+"Streams")
		}
	}
	return names
}
