package describe

import (
	"strconv"

	"example.com/quartet/internal/compiler/reading/policy"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/templates/soap/contract"
)

// Policy is what the policies of a port, of its operations and of their messages say.
type Policy struct {
	Addressing string    `json:"addressing,omitempty"` // "required" or "optional"
	MTOM       string    `json:"mtom,omitempty"`       // "required" or "optional"
	Demands    []*Demand `json:"demands,omitempty"`
}

// Demand is an assertion that a policy requires and that the run-time does not satisfy by default.
type Demand struct {
	Assertion  string   `json:"assertion"` // with the usual prefix of its namespace
	Namespace  string   `json:"namespace"`
	By         string   `json:"by"` // "https", "option"; "followed": an option that others need does so by default; "unsupported": nothing satisfies it
	Option     string   `json:"option,omitempty"`
	Operations []string `json:"operations,omitempty"` // the operations that it is for; none: all

	remedy string
}

// policyOf describes the policy of a port of generated code, nil if it has none.
func (m *maker) policyOf(service, name string) *Policy {
	p := m.policiesOf(service, name)
	if p == nil || !p.Found {
		return nil
	}
	uses := [...]string{contract.Unmentioned: "", contract.Optional: "optional", contract.Required: "required"}
	out := &Policy{Addressing: uses[p.Addressing], MTOM: uses[p.MTOM]}
	known := make(map[contract.Need]*Demand)
	add := func(d policy.Demand, o *wsdl11.BindingOperation) {
		if d.Messages == contract.Replies {
			return
		}
		if known[d.Need] == nil {
			known[d.Need] = &Demand{Assertion: d.Need.String(), Namespace: d.Assertion.Space, By: d.Class.String(), remedy: d.Remedy()}
			if d.Class != policy.HTTPS {
				known[d.Need].Option = d.Option
			}
			out.Demands = append(out.Demands, known[d.Need])
		}
		if o != nil {
			known[d.Need].Operations = append(known[d.Need].Operations, o.Name)
		}
	}
	for _, d := range p.Demands {
		add(d, nil)
	}
	for _, o := range p.Operations {
		for _, d := range o.Demands {
			add(d, o.Bound)
		}
	}
	return out
}

// policiesOf returns the policies of a port, or of a binding in a contract without services; nil if there is no such port.
func (m *maker) policiesOf(service, name string) *policy.Port {
	if port := m.ports[portName{service, name}]; port != nil {
		return m.policies.Port(port, port.Binding)
	}
	for _, b := range m.model.Bindings {
		if len(m.model.Services) == 0 && b.Name.Local == name {
			return m.policies.Port(nil, b)
		}
	}
	return nil
}

// lines returns the policy as text, a line for each assertion.
func (p *Policy) lines() (all []string) {
	if p == nil {
		return nil
	}
	if p.Addressing != "" {
		all = append(all, "WS-Addressing is "+p.Addressing)
	}
	if p.MTOM != "" {
		all = append(all, "MTOM is "+p.MTOM)
	}
	for _, d := range p.Demands {
		line := d.Assertion + " is required"
		switch len(d.Operations) {
		case 0:
		case 1:
			line += " for " + d.Operations[0]
		default:
			line += " for " + strconv.Itoa(len(d.Operations)) + " operations"
		}
		all = append(all, line+": "+d.remedy)
	}
	if all == nil {
		all = []string{"nothing is required"}
	}
	return all
}
