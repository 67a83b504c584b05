package policy

import (
	"slices"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/xsd"
)

// Demand is an assertion that has to be satisfied, and who does it.
type Demand struct {
	contract.Need
	Class Class
	Pos   diag.Pos
}

// Port is the effective policy of a port.
type Port struct {
	// Found is false if no policy is attached to the port or its operations.
	Found bool

	Addressing, MTOM contract.Use
	Demands          []Demand // of all messages
	Operations       []Operation
}

// Operation is what the policies of an operation and its messages demand besides those of the port.
type Operation struct {
	Bound   *wsdl11.BindingOperation
	Demands []Demand
}

// Policy returns the policy for generated code, nil if there is nothing to say.
func (p *Port) Policy() *contract.Policy {
	all := &contract.Policy{Addressing: p.Addressing, MTOM: p.MTOM, Needs: needs(p.Demands)}
	if all.Addressing == contract.Unmentioned && all.MTOM == contract.Unmentioned && all.Needs == nil {
		return nil
	}
	return all
}

// DemandsOf returns what the policies of an operation and its messages demand besides those of the port.
func (p *Port) DemandsOf(o *wsdl11.BindingOperation) []Demand {
	for _, op := range p.Operations {
		if op.Bound == o {
			return op.Demands
		}
	}
	return nil
}

// Needs returns the needs of an operation for generated code.
func (p *Port) Needs(o *wsdl11.BindingOperation) []contract.Need { return needs(p.DemandsOf(o)) }

func needs(demands []Demand) []contract.Need {
	return collect.Each(demands, func(d Demand) contract.Need { return d.Need })
}

// Port returns the effective policy of a binding at a port, which is nil in a contract without services.
func (r *Reader) Port(port *wsdl11.Port, b *wsdl11.Binding) *Port {
	components := []wsdl11.Info{b.Info}
	if port != nil {
		components = append(components, port.Service.Info, port.Info)
	}
	if b.PortType != nil {
		components = append(components, b.PortType.Info)
	}
	p := new(Port)
	var own demandList
	chosen := p.read(r, subject{of: components}, choice{}, &own)
	p.Demands = own.all
	for _, o := range b.Operations {
		if o.Operation == nil {
			continue
		}
		var own demandList
		around := chosen
		for _, subject := range subjects(o) {
			of := p.read(r, subject, around, &own)
			if subject.messages == contract.Both { // the operation, which is before its messages
				around.asymmetric, around.endorsed = of.asymmetric, of.endorsed
			}
		}
		if own.all != nil {
			p.Operations = append(p.Operations, Operation{o, own.all})
		}
	}
	return p
}

// read adds what the policy of a subject says to p, and to demands what it demands that the port's policy does not. It returns what
// the policy demands. If an operation uses addressing or MTOM, so does the port: both are policies of ports, and a receiver that
// has them for one operation has them for all.
func (p *Port) read(r *Reader, s subject, port choice, demands *demandList) choice {
	all, found := r.attached(s.of...)
	if !found {
		return port
	}
	chosen, addressing, mtom := r.choose(s, all, port)
	p.Found, p.Addressing, p.MTOM = true, max(p.Addressing, addressing), max(p.MTOM, mtom)
	for _, d := range chosen.demands.all {
		if !port.demands.covers(d) {
			demands.add(d)
		}
	}
	return chosen
}

// subject is a policy subject: the components to which its policies are attached, and the messages that these are for.
type subject struct {
	messages contract.Messages
	of       []wsdl11.Info
}

// subjects returns the policy subjects of an operation: the operation itself, and its messages.
func subjects(o *wsdl11.BindingOperation) []subject {
	all := []subject{{of: []wsdl11.Info{o.Info, o.Operation.Info}}}
	message := func(kind contract.Messages, abstract wsdl11.Info, m *wsdl11.Message, bound wsdl11.Info) {
		s := subject{kind, []wsdl11.Info{abstract, bound}}
		if m != nil {
			s.of = append(s.of, m.Info)
		}
		all = append(all, s)
	}
	bound := func(m *wsdl11.BindingMessage) wsdl11.Info {
		if m == nil {
			return wsdl11.Info{}
		}
		return m.Info
	}
	if in := o.Operation.Input; in != nil {
		message(contract.Requests, in.Info, in.Message, bound(o.Input))
	}
	if out := o.Operation.Output; out != nil {
		message(contract.Replies, out.Info, out.Message, bound(o.Output))
	}
	for _, f := range o.Operation.Faults {
		var info wsdl11.Info
		if i := slices.IndexFunc(o.Faults, func(b *wsdl11.BindingFault) bool { return b.Fault == f }); i >= 0 {
			info = o.Faults[i].Info
		}
		message(contract.Replies, f.Info, f.Message, info)
	}
	return all
}

// choice is what a policy demands.
type choice struct {
	transport, signs bool       // the transport protects messages; a signature is demanded
	asymmetric       bool       // there is an AsymmetricBinding: a signature besides the ones of endorsing tokens
	endorsed         *Assertion // the first one that demands the signature of an endorsing token; nil if there is none
	demands          demandList
	details          demandList // how messages are to be signed, if the transport protects them and no signature is demanded
}

// choose returns the alternative with the fewest assertions that nobody satisfies, of these the one with the fewest needs,
// and of these the first. Addressing and MTOM are required if all such alternatives have them.
func (r *Reader) choose(s subject, all []Alternative, port choice) (chosen choice, addressing, mtom contract.Use) {
	if len(all) == 0 {
		name := xsd.QName{Space: policy15, Local: "ExactlyOne"}
		chosen.transport, chosen.asymmetric, chosen.endorsed = port.transport, port.asymmetric, port.endorsed
		chosen.demands.add(Demand{contract.Need{Assertion: name}, Unsupported, s.of[0].Pos})
		return chosen, addressing, mtom
	}
	if r.work > maxWork {
		all = all[:1]
	}
	var best []*evaluation
	for _, alternative := range all {
		e := r.evaluate(alternative, port, s.messages)
		order := -1
		if len(best) > 0 {
			order = slices.Compare(e.cost[:], best[0].cost[:])
		}
		if order < 0 {
			best = nil
		}
		if order <= 0 {
			best = append(best, e)
		}
	}
	return best[0].choice, use(best, func(e *evaluation) bool { return e.addressing }), use(best, func(e *evaluation) bool { return e.mtom })
}

func use(all []*evaluation, mentions func(*evaluation) bool) contract.Use {
	switch i := slices.IndexFunc(all, mentions); {
	case i < 0:
		return contract.Unmentioned
	case i > 0 || slices.ContainsFunc(all, func(e *evaluation) bool { return !mentions(e) }):
		return contract.Optional
	}
	return contract.Required
}
