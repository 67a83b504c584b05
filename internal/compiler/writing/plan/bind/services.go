package bind

import (
	"reflect"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/policy"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/selection"
	"example.com/quartet/templates/soap/contract"
)

// endpoint is a port with its operations.
type endpoint struct {
	*selection.Port
	policy *policy.Port
	bound  []*boundOperation
	reason *diag.Related // why it needs a separate interface; nil if it does not
}

// planService plans the interface of a service, and separate interfaces for ports
// that do not correspond.
func (p *planner) planService(s selection.Service) {
	endpoints := collect.Each(s.Ports, func(port *selection.Port) *endpoint {
		return &endpoint{Port: port, policy: p.policies.Port(port.Source, port.Binding)}
	})
	first := slices.IndexFunc(endpoints, func(e *endpoint) bool { return e.Binding.Kind != wsdl11.HTTP })
	if first > 0 { // SOAP bindings have more type information than HTTP bindings: plan one first
		endpoints = slices.Concat(endpoints[first:first+1], endpoints[:first], endpoints[first+1:])
	}
	joined, separate := p.joinCorresponding(endpoints)
	p.addService(s.Name, s.Name, s.Doc, s.Pos, joined)
	for _, e := range separate {
		p.diags.Add(diag.New(diag.OwnInterface, e.Pos(), "the operations of the port %s differ from those of the first port of the service %s, so it gets a separate interface",
			diag.Quote(e.Name()), diag.Quote(s.Name)).WithRelated(e.reason.Pos, "%s", e.reason.Message))
	}
	for len(separate) > 0 {
		first := separate[0]
		joined, separate = p.joinCorresponding(separate)
		p.addService(separateName(s.Name, first.Name()), s.Name, first.Binding.Documentation, first.Pos(), joined)
	}
}

// separateName returns the name of a separate interface: the name of its first port,
// with the name of the service as a prefix.
func separateName(service, port string) string {
	if strings.HasPrefix(port, service) && port != service {
		return port
	}
	return service + "_" + port
}

// joinCorresponding plans the operations of the first endpoint, and of the endpoints
// that correspond to it. It returns the others as separate.
func (p *planner) joinCorresponding(endpoints []*endpoint) (joined, separate []*endpoint) {
	known := make(map[string]*boundOperation)
	firsts := make(map[contract.Binding]*endpoint) // the first joined endpoint of each kind
	for _, e := range endpoints {
		if e.reason = p.joinTo(known, firsts[e.Kind], e); e.reason != nil {
			separate = append(separate, e)
			continue
		}
		joined = append(joined, e)
		if firsts[e.Kind] == nil {
			firsts[e.Kind] = e
		}
		for _, m := range e.bound {
			if known[m.name] == nil {
				known[m.name] = m
			}
		}
	}
	return joined, separate
}

// joinTo plans the operations of e with the types of the known operations of the
// joined endpoints, of which first has the same kind of binding, if it is not nil.
// If e does not correspond to them, it returns the reason.
func (p *planner) joinTo(known map[string]*boundOperation, first, e *endpoint) (reason *diag.Related) {
	if reason := p.planOperations(e, known); reason != nil {
		return reason
	}
	if first != nil && !e.isSameWire(first) {
		return &diag.Related{Pos: first.Pos(), Message: "this port has the same kind of binding but other messages"}
	}
	return nil
}

// isSameWire reports whether the messages of an endpoint are the same as those of
// another one, so that only the addresses differ.
func (e *endpoint) isSameWire(other *endpoint) bool {
	wires := make(map[string]*ir.Wire)
	for _, m := range other.bound {
		wires[m.name] = m.wire
	}
	return !slices.ContainsFunc(e.bound, func(m *boundOperation) bool {
		w := wires[m.name]
		return w == nil || !sameWire(w, m.wire)
	})
}

// sameWire reports whether two messages differ only in the bindings that they are for, and in what a policy asks of them.
func sameWire(w, other *ir.Wire) bool {
	a, b := *w, *other
	a.Bindings, b.Bindings, a.Needs, b.Needs = nil, nil, nil, nil
	return reflect.DeepEqual(a, b)
}

// addService adds the interface for the operations of the endpoints, in the order
// in which they first occur.
func (p *planner) addService(name, wsdlName, doc string, pos diag.Pos, endpoints []*endpoint) {
	s := &ir.Service{WSDLName: wsdlName, Doc: doc}
	byName := make(map[string]*ir.Operation)
	for _, e := range endpoints {
		port := contract.Port{Name: e.Name(), Binding: e.Kind, Policy: e.policy.Policy()}
		if e.Source != nil {
			port.Address = e.Source.Address
		}
		if i := slices.IndexFunc(s.Ports, func(port contract.Port) bool { return port.Binding == e.Kind }); i >= 0 {
			// The same binding at another address, which NewClient accepts.
			if !reflect.DeepEqual(port.Policy, s.Ports[i].Policy) {
				s.Ports = append(s.Ports, port)
			}
			p.addPortOperations(s, e, byName)
			continue
		}
		if e.Empty {
			continue // it has no selected operation
		}
		s.Ports = append(s.Ports, port)
		if s.PortType == "" && e.Kind <= contract.SOAP12 {
			s.PortType = portTypeOf(e.Binding.PortType)
		}
		for _, m := range e.bound {
			op := byName[m.name]
			if op == nil {
				op = m.operation()
				byName[m.name] = op
				s.Operations = append(s.Operations, op)
				p.nameOperation(s, op, m)
			}
			p.addWire(op, e.Kind, m)
			for _, f := range m.faults {
				op.Faults = collect.Union(op.Faults, f)
			}
			if m.fields != nil {
				m.request.Params = m.fields
			}
		}
		p.addPortOperations(s, e, byName)
	}
	if len(s.Ports) == 0 {
		return // all of its operations are left out
	}
	p.distinguishWires(s)
	p.distinguishPaths(s)
	p.out.Services = append(p.out.Services, s)
	p.names = append(p.names, serviceName{name, pos})
}

// addPortOperations records the operations of a port.
func (p *planner) addPortOperations(s *ir.Service, e *endpoint, byName map[string]*ir.Operation) {
	for _, m := range e.bound {
		if op := byName[m.name]; op != nil {
			planned := ir.PortOperation{Service: s, Operation: op, Port: e.Name(), Binding: e.Kind, Name: m.source.Name, Pos: m.source.Pos}
			if in := m.source.Operation.Input; in != nil {
				planned.Input = in.Name
			}
			p.out.Operations = append(p.out.Operations, planned)
		}
	}
}

// addWire adds the messages of a binding to the operation. Bindings with equal
// messages share an entry.
func (p *planner) addWire(op *ir.Operation, b contract.Binding, m *boundOperation) {
	w := m.wire
	for _, old := range op.Wires {
		if sameWire(old, w) && slices.Equal(old.Needs, w.Needs) {
			old.Bindings = append(old.Bindings, b)
			return
		}
	}
	w.Bindings = []contract.Binding{b}
	op.Wires = append(op.Wires, w)
	p.bound[w] = m
}
