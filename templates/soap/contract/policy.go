package contract

import "example.com/quartet/templates/soap/xsd"

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
	Option    string // the option, as "wsse.WithCredentials"; "" if the run-time has none
}
