package plan

import (
	"slices"

	"example.com/quartet/internal/diag"
	"example.com/quartet/internal/wsdl11"
)

// endpoint is a port that generated code can speak, with its operations as
// they look from there.
type endpoint struct {
	port    *wsdl11.Port // nil where the contract has no service
	binding *wsdl11.Binding
	kind    Binding
	members []*member
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

// planServices plans an interface for each service, or for each portType if
// the contract has no service (DESIGN: one logical interface per service).
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
	p.checkContainment()
	slices.SortStableFunc(p.pkg.Structs, func(a, b *Struct) int { return b2i(b.params) - b2i(a.params) })
	if len(p.pkg.Services) == 0 && !p.diags.HasErrors() {
		p.diags.Add(diag.New(diag.NothingToDo, diag.Pos{File: p.pkg.Source}, "no port of the contract has a binding that is asked for").
			WithHint("see the notes above, or ask for other bindings"))
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// addEndpoint appends the port if its binding is one that is asked for.
func (p *planner) addEndpoint(list []*endpoint, port *wsdl11.Port, b *wsdl11.Binding) []*endpoint {
	kind, ok := p.bindingKind(b)
	if !ok || len(p.config.Bindings) > 0 && !slices.Contains(p.config.Bindings, kind) {
		return list
	}
	return append(list, &endpoint{port: port, binding: b, kind: kind})
}

// bindingKind tells what generated code calls a binding. Foreign bindings and
// transports have been reported by package check.
func (p *planner) bindingKind(b *wsdl11.Binding) (Binding, bool) {
	switch {
	case b.Kind == wsdl11.SOAP11 && b.Transport == wsdl11.TransportHTTP:
		return SOAP11, true
	case b.Kind == wsdl11.SOAP12 && (b.Transport == wsdl11.TransportHTTP || b.Transport == transportSOAP12):
		return SOAP12, true
	case b.Kind == wsdl11.HTTP && b.Verb == "GET":
		return HTTPGet, true
	case b.Kind == wsdl11.HTTP && b.Verb == "POST":
		return HTTPPost, true
	case b.Kind == wsdl11.HTTP:
		p.unsupported(b.KindPos, "the HTTP method %s", quoted(b.Verb))
	}
	return "", false
}

// transportSOAP12 is what some SOAP 1.2 bindings write for SOAP over HTTP.
const transportSOAP12 = "http://www.w3.org/2003/05/soap/bindings/HTTP/"

// planService plans the interface of a service, and more where ports do not
// correspond.
func (p *planner) planService(name, doc string, pos diag.Pos, endpoints []*endpoint) {
	first := slices.IndexFunc(endpoints, func(e *endpoint) bool { return e.binding.Kind != wsdl11.HTTP })
	if first > 0 { // SOAP says more about the types than HTTP: it leads
		endpoints = slices.Concat(endpoints[first:first+1], endpoints[:first], endpoints[first+1:])
	}
	var joined []*endpoint
	for _, e := range endpoints {
		if len(joined) > 0 {
			if reason := p.join(joined, e); reason != nil {
				p.separate(name, e, reason)
				continue
			}
		} else {
			p.planMembers(e, nil)
		}
		joined = append(joined, e)
	}
	if len(joined) > 0 {
		p.addService(name, name, doc, pos, joined)
	}
}

// separate gives a port an interface of its own.
func (p *planner) separate(service string, e *endpoint, reason *diag.Related) {
	p.diags.Add(diag.New(diag.OwnInterface, e.pos(), "the port %s gets an interface of its own: it does not correspond to the others of the service %s",
		quoted(e.name()), quoted(service)).WithRelated(reason.Pos, "%s", reason.Message))
	p.planMembers(e, nil)
	p.addService(service+"_"+e.name(), service, e.binding.Documentation, e.pos(), []*endpoint{e})
}

// join plans the members of e in terms of those that the endpoints have
// already. A reason means that e does not correspond to them.
func (p *planner) join(joined []*endpoint, e *endpoint) (reason *diag.Related) {
	for _, other := range joined {
		if other.kind == e.kind && other.binding != e.binding {
			return &diag.Related{Pos: other.pos(), Message: "this port has the same kind of binding"}
		}
	}
	known := make(map[string]*member)
	for _, other := range joined {
		for _, m := range other.members {
			if known[m.name] == nil {
				known[m.name] = m
			}
		}
	}
	return p.planMembers(e, known)
}

// addService makes the interface of what the endpoints offer, in the order of
// the first endpoint that offers it.
func (p *planner) addService(name, wsdlName, doc string, pos diag.Pos, endpoints []*endpoint) {
	s := &Service{WSDLName: wsdlName, Doc: doc}
	byName := make(map[string]*Operation)
	for _, e := range endpoints {
		if slices.ContainsFunc(s.Ports, func(port Port) bool { return port.Binding == e.kind }) {
			continue // the same binding at another address: NewClient takes it
		}
		port := Port{Name: e.name(), Binding: e.kind}
		if e.port != nil {
			port.Address = e.port.Address
		}
		s.Ports = append(s.Ports, port)
		for _, m := range e.members {
			op := byName[m.name]
			if op == nil {
				op = m.operation()
				byName[m.name] = op
				s.Operations = append(s.Operations, op)
				p.nameMember(s, op, m)
			}
			op.addWire(e.kind, m.wire)
			if m.fields != nil {
				m.request.Params = m.fields
			}
		}
	}
	p.pkg.Services = append(p.pkg.Services, s)
	p.nameService(s, name, pos)
}

// addWire notes how a binding carries the operation; bindings that do it alike
// share an entry.
func (op *Operation) addWire(b Binding, w Wire) {
	for i := range op.Wires {
		if old := &op.Wires[i]; old.Action == w.Action && old.In == w.In && old.Path == w.Path && slices.Equal(old.Out, w.Out) {
			old.Bindings = append(old.Bindings, b)
			old.Action12 = old.Action12 || w.Action12
			return
		}
	}
	w.Bindings = []Binding{b}
	op.Wires = append(op.Wires, w)
}

// checkWishes reports wishes that fit nothing in the contract.
func (p *planner) checkWishes() {
	for _, name := range p.config.Wrapped {
		if !p.hasMember(name) {
			p.diags.Add(diag.New(diag.UnknownWish, diag.Pos{File: p.pkg.Source}, "there is no operation %s to keep wrapped", quoted(name)))
		}
	}
}

func (p *planner) hasMember(name string) bool {
	for _, s := range p.pkg.Services {
		if slices.ContainsFunc(s.Operations, func(op *Operation) bool { return op.Member == name }) {
			return true
		}
	}
	return false
}
