package validate

import (
	"example.com/quartet/templates/soap"
)

// WithValidation makes a handler or a client compare messages with the schemas
// of the contract: those that come in before they are decoded, those that go
// out once they are encoded. A request that is not valid is a fault of the
// client's that names the place; a reply that is not valid is one of the
// server's, whose text goes to the log only. On a client it is an error that
// wraps a *Error.
//
// It compares the elements of the Body, documents of HTTP bindings, and the header
// blocks and details of faults that the contract declares. A detail that a service
// returns and that is not valid is left out of the fault, and so are headers of a
// fault; the log says why. If the detail or the header blocks of a received fault are
// not valid, a client returns the fault all the same: errors.As finds both errors then.
//
// Messages in SOAP encoding are not compared: they carry more than the schema
// says, and less (SOAP 1.1, section 5). Parameters of an HTTP binding are
// validated as a value of the request's type, as [Value] does.
//
// It takes about as long as decoding and some memory: long lists are held as a
// whole, and are not streamed. A message for which patterns or identity
// constraints take more than 32 steps for each byte is not valid. Validation ends
// soon after the context of the call.
func WithValidation() soap.Option {
	return soap.WithChecker(NewChecker)
}

// WithRequestValidation is [WithValidation] for the requests that a handler receives. What its service returns is not compared, and
// is streamed as without validation.
func WithRequestValidation() soap.HandlerOption {
	return soap.WithRequestChecker(NewChecker)
}
