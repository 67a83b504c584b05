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
	subject := []wsdl11.Info{b.Info}
	if port != nil {
		subject = append(subject, port.Service.Info, port.Info)
	}
	if b.PortType != nil {
		subject = append(subject, b.PortType.Info)
	}
	p := new(Port)
	transport := p.endpoint(r, subject)
	for _, o := range b.Operations {
		if o.Operation == nil {
			continue
		}
		of := Operation{Bound: o}
		for _, subject := range subjects(o) {
			p.operation(r, &of, transport, subject)
		}
		if of.Demands != nil {
			p.Operations = append(p.Operations, of)
		}
	}
	return p
}

// endpoint reads the policy of a port, and reports whether the transport protects all messages.
func (p *Port) endpoint(r *Reader, subject []wsdl11.Info) (transport bool) {
	all, found := r.attached(subject...)
	if !found {
		return false
	}
	chosen := choose(subject[0], all, false)
	p.Found, p.Addressing, p.MTOM, p.Demands = true, chosen.addressing, chosen.mtom, chosen.demands
	return chosen.transport
}

// operation reads the policy of an operation or of a message. If it uses addressing or MTOM, so does the port: both are
// policies of ports, and a receiver that has them for one operation has them for all.
func (p *Port) operation(r *Reader, of *Operation, transport bool, subject []wsdl11.Info) {
	all, found := r.attached(subject...)
	if !found {
		return
	}
	chosen := choose(subject[0], all, transport)
	p.Found = true
	p.Addressing, p.MTOM = max(p.Addressing, chosen.addressing), max(p.MTOM, chosen.mtom)
	for _, d := range chosen.demands {
		known := func(o Demand) bool { return o.Need == d.Need }
		if !slices.ContainsFunc(p.Demands, known) && !slices.ContainsFunc(of.Demands, known) {
			of.Demands = append(of.Demands, d)
		}
	}
}

// subjects returns the components of the policy subjects of an operation: the operation itself, and its messages.
func subjects(o *wsdl11.BindingOperation) [][]wsdl11.Info {
	all := [][]wsdl11.Info{{o.Info, o.Operation.Info}}
	message := func(abstract wsdl11.Info, m *wsdl11.Message, bound ...wsdl11.Info) {
		if m != nil {
			bound = append(bound, m.Info)
		}
		all = append(all, append([]wsdl11.Info{abstract}, bound...))
	}
	bound := func(m *wsdl11.BindingMessage) wsdl11.Info {
		if m == nil {
			return wsdl11.Info{}
		}
		return m.Info
	}
	if in := o.Operation.Input; in != nil {
		message(in.Info, in.Message, bound(o.Input))
	}
	if out := o.Operation.Output; out != nil {
		message(out.Info, out.Message, bound(o.Output))
	}
	for _, f := range o.Operation.Faults {
		var info wsdl11.Info
		if i := slices.IndexFunc(o.Faults, func(b *wsdl11.BindingFault) bool { return b.Fault == f }); i >= 0 {
			info = o.Faults[i].Info
		}
		message(f.Info, f.Message, info)
	}
	return all
}

// choice is what a policy demands.
type choice struct {
	addressing, mtom contract.Use
	transport        bool // the transport protects messages
	demands          []Demand
}

// choose returns the alternative with the fewest assertions that nobody satisfies, of these the one with the fewest needs,
// and of these the first. Addressing and MTOM are required if all such alternatives have them.
func choose(subject wsdl11.Info, all []Alternative, transport bool) choice {
	if len(all) == 0 {
		name := xsd.QName{Space: policy15, Local: "ExactlyOne"}
		return choice{transport: transport, demands: []Demand{{contract.Need{Assertion: name}, Unsupported, subject.Pos}}}
	}
	var best []*evaluation
	for _, alternative := range all {
		e := evaluate(alternative, transport)
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
	c := choice{transport: best[0].transport, demands: best[0].demands}
	c.addressing = use(best, func(e *evaluation) bool { return e.addressing })
	c.mtom = use(best, func(e *evaluation) bool { return e.mtom })
	return c
}

func use(all []*evaluation, mentions func(*evaluation) bool) contract.Use {
	n := 0
	for _, e := range all {
		if mentions(e) {
			n++
		}
	}
	switch n {
	case 0:
		return contract.Unmentioned
	case len(all):
		return contract.Required
	}
	return contract.Optional
}
