package contract

import (
	"slices"

	"example.com/quartet/templates/soap/xsd"
)

// Policy is what the policies of a contract say about a port, or about the messages of an operation there
// (Web Services Policy 1.5 - Attachment, section 4.1).
type Policy struct {
	Addressing Use    // WS-Addressing 1.0
	MTOM       Use    // SOAP Message Transmission Optimization Mechanism
	Needs      []Need // what an option of the program has to do
}

// Use says whether messages use a feature.
type Use int

// Whether messages use a feature: a contract may not mention it, allow it, or demand it.
const (
	Unmentioned Use = iota
	Optional
	Required
)

// Need is a policy assertion that a client has to satisfy by an option.
type Need struct {
	Assertion xsd.QName
	Option    string // the option, as "wsse.WithCredentials", or HTTPS; "" if the run-time has none
}

// Served returns the first port with a binding, nil if there is none, as a handler serves all of them: it does not insist on
// what the policies of others do not mention.
func (c *Contract) Served(b Binding) *Port {
	var served *Port
	for i := range c.Ports {
		p := c.Ports[i]
		policy := Policy{}
		if p.Policy != nil {
			policy = *p.Policy
		}
		switch {
		case p.Binding != b:
		case served == nil:
			p.Policy, served = &policy, &p
		default:
			served.Policy.Addressing = both(served.Policy.Addressing, policy.Addressing)
			served.Policy.MTOM = both(served.Policy.MTOM, policy.MTOM)
		}
	}
	return served
}

func both(a, b Use) Use {
	if a != b {
		return Optional
	}
	return a
}

// Needs returns what the policies of the ports and of the operations that c lists demand, each once.
func (c *Contract) Needs() []Need {
	var all []Need
	add := func(needs []Need) {
		for _, n := range needs {
			if !slices.Contains(all, n) {
				all = append(all, n)
			}
		}
	}
	for _, p := range c.Ports {
		if p.Policy != nil {
			add(p.Policy.Needs)
		}
	}
	for _, op := range c.Operations {
		for i := range op.Wires {
			add(op.Wires[i].Details().Needs)
		}
	}
	return all
}

// Assertions returns the names of the assertions of [Contract.Needs].
func (c *Contract) Assertions() []xsd.QName {
	var all []xsd.QName
	for _, n := range c.Needs() {
		all = append(all, n.Assertion)
	}
	return all
}

// HTTPS is the Option of a need that an address of https satisfies.
const HTTPS = "https"

// String returns the name of the assertion with the usual prefix of its namespace, "sp:UsernameToken" for example. A
// namespace without a usual prefix is written in braces.
func (n Need) String() string {
	prefix := usualPrefixes[n.Assertion.Space]
	switch {
	case slices.Contains(SecurityPolicyNamespaces(), n.Assertion.Space):
		prefix = "sp"
	case prefix == "":
		return n.Assertion.String()
	}
	return prefix + ":" + n.Assertion.Local
}

// SecurityPolicyNamespaces returns the namespaces of the versions of WS-SecurityPolicy.
func SecurityPolicyNamespaces() []string {
	return []string{
		"http://schemas.xmlsoap.org/ws/2005/07/securitypolicy", "http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200512",
		"http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702", "http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200802",
	}
}

// usualPrefixes are the prefixes that specifications and tools use for namespaces of policy assertions.
var usualPrefixes = map[string]string{
	"http://www.w3.org/2007/05/addressing/metadata":               "wsam",
	"http://www.w3.org/2006/05/addressing/wsdl":                   "wsaw",
	"http://www.w3.org/ns/ws-policy":                              "wsp",
	"http://schemas.xmlsoap.org/ws/2004/09/policy":                "wsp",
	"http://schemas.xmlsoap.org/ws/2005/02/rm/policy":             "wsrmp",
	"http://docs.oasis-open.org/ws-rx/wsrmp/200702":               "wsrmp",
	"http://docs.oasis-open.org/ws-tx/wsat/2006/06":               "wsat",
	"http://schemas.xmlsoap.org/ws/2004/10/wsat":                  "wsat",
	"http://schemas.microsoft.com/ws/06/2004/mspolicy/netbinary1": "msb",
	"http://schemas.microsoft.com/ws/06/2004/policy/http":         "http",
}
