package plan

import (
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/wsdl11"
)

// endpoint is a port that generated code can speak, with its operations as
// they look from there.
type endpoint struct {
	port    *wsdl11.Port // nil where the contract has no service
	binding *wsdl11.Binding
	kind    Binding
	members []*member
	reason  *diag.Related // why it does not correspond to the others; nil if it does
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
// the contract has no service: the ports of a service are ways to one logical
// interface, unless what they offer does not correspond.
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
		p.diags.Add(diag.New(diag.NothingToDo, diag.Pos{File: p.model.Main.File}, "no port of the contract has a binding that is asked for").
			WithHint("see the notes above, or ask for other bindings"))
	}
}

// requestsFirst orders structs: requests come before what they are made of.
func requestsFirst(a, b *Struct) int {
	switch {
	case a.isRequest == b.isRequest:
		return 0
	case a.isRequest:
		return -1
	}
	return 1
}

// addEndpoint appends the port if its binding is one that is asked for.
func (p *planner) addEndpoint(list []*endpoint, port *wsdl11.Port, b *wsdl11.Binding) []*endpoint {
	kind, ok := p.bindingKind(b)
	if !ok || len(p.config.Bindings) > 0 && !slices.Contains(p.config.Bindings, kind) || !p.wantsPort(port, b) {
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
	case b.Kind == wsdl11.HTTP && verbs[b.Verb] != "":
		return verbs[b.Verb], true
	case b.Kind == wsdl11.HTTP:
		p.unsupported(b.KindPos, "the HTTP method %s", quoted(b.Verb))
	}
	return "", false
}

// verbs gives HTTP bindings their names by method.
var verbs = map[string]Binding{"GET": HTTPGet, "POST": HTTPPost, "HEAD": HTTPHead, "PUT": HTTPPut, "DELETE": HTTPDelete}

// transportSOAP12 is what some SOAP 1.2 bindings write for SOAP over HTTP.
const transportSOAP12 = "http://www.w3.org/2003/05/soap/bindings/HTTP/"

// planService plans the interface of a service, and more where ports do not
// correspond.
func (p *planner) planService(name, doc string, pos diag.Pos, endpoints []*endpoint) {
	first := slices.IndexFunc(endpoints, func(e *endpoint) bool { return e.binding.Kind != wsdl11.HTTP })
	if first > 0 { // SOAP says more about the types than HTTP: it leads
		endpoints = slices.Concat(endpoints[first:first+1], endpoints[:first], endpoints[first+1:])
	}
	joined, apart := p.group(endpoints)
	if len(joined) == 0 || p.leftOut(endpoints) {
		return
	}
	p.addService(name, name, doc, pos, joined)
	for _, e := range apart {
		p.diags.Add(diag.New(diag.OwnInterface, e.pos(), "the port %s does not correspond to the first one of the service %s, and gets another interface",
			quoted(e.name()), quoted(name)).WithRelated(e.reason.Pos, "%s", e.reason.Message))
	}
	for len(apart) > 0 {
		first := apart[0]
		joined, apart = p.group(apart)
		p.addService(apartName(name, first.name()), name, first.binding.Documentation, first.pos(), joined)
	}
}

// apartName names an interface after its first port, which most often carries
// the name of the service already.
func apartName(service, port string) string {
	if strings.HasPrefix(port, service) && port != service {
		return port
	}
	return service + "_" + port
}

// group plans the members of the first endpoint, and of those that correspond
// to it.
func (p *planner) group(endpoints []*endpoint) (joined, apart []*endpoint) {
	for i, e := range endpoints {
		if i == 0 {
			p.planMembers(e, nil)
		} else if e.reason = p.join(joined, e); e.reason != nil {
			apart = append(apart, e)
			continue
		}
		joined = append(joined, e)
	}
	return joined, apart
}

// join plans the members of e in terms of those that the endpoints have
// already. A reason means that e does not correspond to them.
func (p *planner) join(joined []*endpoint, e *endpoint) (reason *diag.Related) {
	known := make(map[string]*member)
	for _, other := range joined {
		for _, m := range other.members {
			if known[m.name] == nil {
				known[m.name] = m
			}
		}
	}
	if reason := p.planMembers(e, known); reason != nil {
		return reason
	}
	for _, other := range joined {
		if other.kind == e.kind && !e.sendsAs(other) {
			return &diag.Related{Pos: other.pos(), Message: "this port has the same kind of binding, and sends something else"}
		}
	}
	return nil
}

// sendsAs reports whether an endpoint is another one at another address: what
// it offers looks the same on the wire.
func (e *endpoint) sendsAs(other *endpoint) bool {
	for _, m := range e.members {
		if !slices.ContainsFunc(other.members, func(o *member) bool { return o.name == m.name && o.wire.equal(&m.wire) }) {
			return false
		}
	}
	return true
}

func (w *Wire) equal(other *Wire) bool {
	return w.Action == other.Action && w.Encoded == other.Encoded && w.In == other.In && w.Body == other.Body && slices.Equal(w.Members, other.Members) && w.OutBody == other.OutBody && w.OutNil == other.OutNil && w.Path == other.Path && w.Query == other.Query && w.Replace == other.Replace &&
		w.Send == other.Send && w.Receive == other.Receive && w.MediaType == other.MediaType && w.ReplyType == other.ReplyType && slices.Equal(w.Out, other.Out) &&
		sameAttachments(w.Attachments, other.Attachments) && sameAttachments(w.OutAttachments, other.OutAttachments) &&
		slices.Equal(w.Headers, other.Headers) && slices.Equal(w.OutHeaders, other.OutHeaders) && slices.Equal(w.HeaderFaults, other.HeaderFaults)
}

// addService makes the interface of what the endpoints offer, in the order of
// the first endpoint that offers it.
func (p *planner) addService(name, wsdlName, doc string, pos diag.Pos, endpoints []*endpoint) {
	s := &Service{WSDLName: wsdlName, Doc: doc}
	byName := make(map[string]*Operation)
	for _, e := range endpoints {
		if slices.ContainsFunc(s.Ports, func(port Port) bool { return port.Binding == e.kind }) {
			p.offer(s, e, byName)
			continue // the same binding at another address: NewClient takes it
		}
		if len(e.members) == 0 && len(p.config.Operations) > 0 {
			continue // it has none of those that are asked for
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
			op.addFaults(m.faults)
			if m.fields != nil {
				m.request.Params = m.fields
			}
		}
		p.offer(s, e, byName)
	}
	s.distinguishWires()
	s.distinguishPaths()
	p.pkg.Services = append(p.pkg.Services, s)
	p.nameService(s, name, pos)
}

// offer notes the operations of a port.
func (p *planner) offer(s *Service, e *endpoint, byName map[string]*Operation) {
	for _, m := range e.members {
		if op := byName[m.name]; op != nil {
			p.pkg.Offers = append(p.pkg.Offers, Offer{s, op, e.name(), e.kind, m.source})
		}
	}
}

// addWire notes how a binding carries the operation; bindings that do it alike
// share an entry.
func (op *Operation) addWire(b Binding, w Wire) {
	for i := range op.Wires {
		if old := &op.Wires[i]; old.equal(&w) {
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
			p.refuse("operation", name, "keep wrapped", p.operationNames())
		}
	}
	p.checkPart()
}

func (p *planner) hasMember(name string) bool {
	for _, s := range p.pkg.Services {
		if slices.ContainsFunc(s.Operations, func(op *Operation) bool { return op.Member == name }) {
			return true
		}
	}
	return false
}
