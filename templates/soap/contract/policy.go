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

// Need is a policy assertion, or a parameter of one, that an option has to satisfy.
type Need struct {
	Assertion xsd.QName
	Option    string    // the option of a client, as "wsse.WithCredentials", or HTTPS; "" if the run-time has none
	Value     xsd.QName // of SignedParts and EncryptedParts a header block, see Signing.Headers of package wsse, or Local Body; of IncludeToken Local Always or Never
	Messages  Messages  // which messages have to satisfy it
}

// Messages says which messages have to satisfy a policy assertion.
type Messages int

// Which messages have to satisfy an assertion: all, or only requests, or only replies.
const (
	Both Messages = iota
	Requests
	Replies
)

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
			served.Policy.Needs = slices.DeleteFunc(slices.Clone(served.Policy.Needs), func(n Need) bool { return !slices.Contains(policy.Needs, n) })
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

// Values of Option of a need: what satisfies it. HTTPS is an address of https.
const (
	HTTPS         = "https"
	ByCredentials = "wsse.WithCredentials"
	BySigning     = "wsse.WithSigning"
	ByTrust       = "wsse.WithTrust"
	ByEncryption  = "wsse.WithEncryption" // for replies of a client wsse.WithDecryption
	ByHTTPClient  = "soap.WithHTTPClient"
	ByHeader      = "soap.WithHeader"
	ByAddressing  = "wsa.WithAddressing"
)

// Remedy says what a client has to do to satisfy the need.
func (n Need) Remedy() string {
	switch n.Option {
	case "":
		return "the run-time has no option for it"
	case HTTPS:
		return "use an https address"
	}
	if n.Option == ByEncryption && n.Messages == Replies {
		n.Option = "wsse.WithDecryption"
	}
	return "use the option " + n.Option
}

// String returns the name of the assertion with the usual prefix of its namespace, "sp:UsernameToken" for example, and its
// value. A namespace without a usual prefix is written in braces.
func (n Need) String() string {
	name, prefix := n.Assertion.String(), usualPrefixes[n.Assertion.Space]
	if slices.Contains(SecurityPolicyNamespaces(), n.Assertion.Space) {
		prefix = "sp"
	}
	if prefix != "" {
		name = prefix + ":" + n.Assertion.Local
	}
	if n.Value != (xsd.QName{}) {
		name += " (" + n.Value.String() + ")"
	}
	return name
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
