package plan

import (
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/plan/ir"
	"example.com/quartet/internal/compiler/wsdl11"
)

// endpoint is a port with a supported binding, and its operations.
type endpoint struct {
	port       *wsdl11.Port // nil if the contract has no service
	binding    *wsdl11.Binding
	kind       ir.Binding
	operations []*boundOperation
	reason     *diag.Related // why it needs a separate interface; nil if it does not
}

func (e *endpoint) name() string {
	if e.port == nil {
		return e.binding.Name.Local
	}
	return e.port.Name
}

func (e *endpoint) pos() diag.Pos {
	if e.port == nil {
		return e.binding.Pos
	}
	return e.port.Pos
}

// planServices plans an interface for each service, or for each portType if the
// contract has no service. The ports of a service share one interface, unless
// their operations do not correspond.
func (p *planner) planServices() {
	for _, s := range p.model.Services {
		var endpoints []*endpoint
		for _, port := range s.Ports {
			if port.Binding != nil {
				endpoints = p.addEndpoint(endpoints, port, port.Binding)
			}
		}
		p.planService(s.Name.Local, s.Documentation, s.Pos, endpoints)
	}
	if len(p.model.Services) == 0 {
		for _, pt := range p.model.PortTypes {
			var endpoints []*endpoint
			for _, b := range p.model.BindingsOf(pt) {
				endpoints = p.addEndpoint(endpoints, nil, b)
			}
			p.planService(pt.Name.Local, pt.Documentation, pt.Pos, endpoints)
		}
	}
	slices.SortStableFunc(p.pkg.Structs, requestsFirst)
	if len(p.pkg.Services) == 0 && !p.partial() && !p.diags.HasErrors() {
		p.diags.Add(diag.New(diag.NothingToDo, diag.Pos{File: p.model.Main.File}, "no port of the contract has a selected binding").
			WithHint("see the notes above, or select other bindings"))
	}
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

// addEndpoint appends the port if it and its binding are selected.
func (p *planner) addEndpoint(list []*endpoint, port *wsdl11.Port, b *wsdl11.Binding) []*endpoint {
	before := len(p.diags)
	e := &endpoint{port: port, binding: b}
	kind, ok := p.bindingKind(b)
	if !ok {
		p.leavesOut(before, e.pos(), "the port %s", quoted(e.name()))
	}
	if !ok || len(p.config.Bindings) > 0 && !slices.Contains(p.config.Bindings, kind) || !p.selectsPort(port, b) {
		return list
	}
	e.kind = kind
	return append(list, e)
}

// bindingKind returns the kind of a binding; false if it is not supported. Package
// check reports bindings and transports that are not.
func (p *planner) bindingKind(b *wsdl11.Binding) (ir.Binding, bool) {
	switch {
	case b.Kind == wsdl11.SOAP11 && b.OverHTTP():
		return ir.SOAP11, true
	case b.Kind == wsdl11.SOAP12 && b.OverHTTP():
		return ir.SOAP12, true
	case b.Kind == wsdl11.HTTP && verbs[b.Verb] != "":
		return verbs[b.Verb], true
	case b.Kind == wsdl11.HTTP:
		p.unsupported(b.KindPos, "the HTTP method %s", quoted(b.Verb))
	}
	return "", false
}

// verbs maps HTTP methods to kinds of bindings.
var verbs = map[string]ir.Binding{"GET": ir.HTTPGet, "POST": ir.HTTPPost, "HEAD": ir.HTTPHead, "PUT": ir.HTTPPut, "DELETE": ir.HTTPDelete}

// planService plans the interface of a service, and separate interfaces for ports
// that do not correspond.
func (p *planner) planService(name, doc string, pos diag.Pos, endpoints []*endpoint) {
	first := slices.IndexFunc(endpoints, func(e *endpoint) bool { return e.binding.Kind != wsdl11.HTTP })
	if first > 0 { // SOAP bindings have more type information than HTTP bindings: plan one first
		endpoints = slices.Concat(endpoints[first:first+1], endpoints[:first], endpoints[first+1:])
	}
	joined, separate := p.joinCorresponding(endpoints)
	if len(joined) == 0 || p.hasNoOperation(endpoints) {
		return
	}
	p.addService(name, name, doc, pos, joined)
	for _, e := range separate {
		p.diags.Add(diag.New(diag.OwnInterface, e.pos(), "the operations of the port %s differ from those of the first port of the service %s, so it gets a separate interface",
			quoted(e.name()), quoted(name)).WithRelated(e.reason.Pos, "%s", e.reason.Message))
	}
	for len(separate) > 0 {
		first := separate[0]
		joined, separate = p.joinCorresponding(separate)
		p.addService(separateName(name, first.name()), name, first.binding.Documentation, first.pos(), joined)
	}
}

// separateName returns the name of a separate interface: that of its first port,
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
	for i, e := range endpoints {
		if i == 0 {
			p.planOperations(e, nil)
		} else if e.reason = p.joinTo(joined, e); e.reason != nil {
			separate = append(separate, e)
			continue
		}
		joined = append(joined, e)
	}
	return joined, separate
}

// joinTo plans the operations of e with the types of the same operations of the
// joined endpoints. If e does not correspond to them, it returns the reason.
func (p *planner) joinTo(joined []*endpoint, e *endpoint) (reason *diag.Related) {
	known := make(map[string]*boundOperation)
	for _, other := range joined {
		for _, m := range other.operations {
			if known[m.name] == nil {
				known[m.name] = m
			}
		}
	}
	if reason := p.planOperations(e, known); reason != nil {
		return reason
	}
	for _, other := range joined {
		if other.kind == e.kind && !e.isSameWire(other) {
			return &diag.Related{Pos: other.pos(), Message: "this port has the same kind of binding but other messages"}
		}
	}
	return nil
}

// isSameWire reports whether the messages of an endpoint are the same as those of
// another one, so that only the addresses differ.
func (e *endpoint) isSameWire(other *endpoint) bool {
	for _, m := range e.operations {
		if !slices.ContainsFunc(other.operations, func(o *boundOperation) bool { return o.name == m.name && sameWire(o.wire, m.wire) }) {
			return false
		}
	}
	return true
}

func sameWire(w *ir.Wire, other *ir.Wire) bool {
	return w.Action == other.Action && w.Encoded == other.Encoded && w.In == other.In && w.Body == other.Body && slices.Equal(w.Members, other.Members) && w.OutBody == other.OutBody && w.OutNil == other.OutNil && w.OutMust == other.OutMust && w.Path == other.Path && w.Query == other.Query && w.Replace == other.Replace &&
		w.Send == other.Send && w.Receive == other.Receive && w.MediaType == other.MediaType && w.ReplyType == other.ReplyType && slices.Equal(w.Out, other.Out) &&
		sameAttachments(w.Attachments, other.Attachments) && sameAttachments(w.OutAttachments, other.OutAttachments) &&
		slices.Equal(w.Headers, other.Headers) && slices.Equal(w.OutHeaders, other.OutHeaders) && slices.Equal(w.HeaderFaults, other.HeaderFaults)
}

// addService adds the interface for the operations of the endpoints, in the order
// in which they first occur.
func (p *planner) addService(name, wsdlName, doc string, pos diag.Pos, endpoints []*endpoint) {
	s := &ir.Service{WSDLName: wsdlName, Doc: doc}
	byName := make(map[string]*ir.Operation)
	for _, e := range endpoints {
		if slices.ContainsFunc(s.Ports, func(port ir.Port) bool { return port.Binding == e.kind }) {
			p.addPortOperations(s, e, byName)
			continue // the same binding at another address, which NewClient accepts
		}
		if len(e.operations) == 0 && len(p.config.Operations) > 0 {
			continue // it has no selected operation
		}
		port := ir.Port{Name: e.name(), Binding: e.kind}
		if e.port != nil {
			port.Address = e.port.Address
		}
		s.Ports = append(s.Ports, port)
		for _, m := range e.operations {
			op := byName[m.name]
			if op == nil {
				op = m.operation()
				byName[m.name] = op
				s.Operations = append(s.Operations, op)
				p.nameOperation(s, op, m)
			}
			p.addWire(op, e.kind, m)
			addFaults(op, m.faults)
			if m.fields != nil {
				m.request.Params = m.fields
			}
		}
		p.addPortOperations(s, e, byName)
	}
	p.distinguishWires(s)
	p.distinguishPaths(s)
	p.pkg.Services = append(p.pkg.Services, s)
	p.nameService(s, name, pos)
}

// addPortOperations records the operations of a port.
func (p *planner) addPortOperations(s *ir.Service, e *endpoint, byName map[string]*ir.Operation) {
	for _, m := range e.operations {
		if op := byName[m.name]; op != nil {
			planned := ir.PortOperation{Service: s, Operation: op, Port: e.name(), Binding: e.kind, Name: m.source.Name, Pos: m.source.Pos}
			if in := m.source.Operation.Input; in != nil {
				planned.Input = in.Name
			}
			p.pkg.Operations = append(p.pkg.Operations, planned)
		}
	}
}

// addWire adds the messages of a binding to the operation. Bindings with equal
// messages share an entry.
func (p *planner) addWire(op *ir.Operation, b ir.Binding, m *boundOperation) {
	w := m.wire
	for _, old := range op.Wires {
		if sameWire(old, w) {
			old.Bindings = append(old.Bindings, b)
			old.Action12 = old.Action12 || w.Action12
			return
		}
	}
	w.Bindings = []ir.Binding{b}
	op.Wires = append(op.Wires, w)
	p.bound[w] = m
}

// checkSelectors reports operations and ports in the options that the contract
// does not have.
func (p *planner) checkSelectors() {
	for _, name := range p.config.Wrapped {
		if !p.hasOperation(name) {
			p.reportNoMatch("--wrapped", "operation", name, p.operationNames())
		}
	}
	p.checkSelection()
}

func (p *planner) hasOperation(name string) bool {
	for _, s := range p.pkg.Services {
		if slices.ContainsFunc(s.Operations, func(op *ir.Operation) bool { return op.OverloadName == name }) {
			return true
		}
	}
	return false
}
