// Package jsonhttp serves and calls the operations of a contract with JSON over HTTP, by the same methods as its other bindings:
//
//	handler := realtime.NewHandler(service, jsonhttp.WithJSON())
//	client, err := realtime.NewClient(address, jsonhttp.Binding, jsonhttp.WithJSON())
//
// A request is a POST of application/json to the path of the service, a slash, and the name of the operation. Its members are the
// parameters, and the response is the result: an array for a list, null if there is none. With "Accept: application/x-ndjson" a
// list has a line for each item (NDJSON). Names are those of the contract: an element is a member, and an array if it may occur
// several times; null is a nil element; attributes begin with @, and #text is the text beside them. The JSON is RFC 8259 in
// UTF-8. Unknown members, and members that are given twice, are errors, which name the path to the member.
//
// A fault is problem details (RFC 9457), with status 400 for faults of the client and 500 for others. The member detail is the
// reason, code and subcodes are those of the fault, and fault has the elements of its detail.
//
// The limits of handlers and clients, in bytes and numbers of items, are those of their other bindings. All functions may be called
// by several goroutines at once.
package jsonhttp

import (
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
)

// Binding is the binding of a client that sends JSON, which needs the option WithJSON.
const Binding = contract.JSON

// Option says how values are written.
type Option func(*soap.JSON)

// LargeNumbersAsStrings writes integers beyond 2^53, and decimals of more than 15 digits, as strings, for peers whose numbers are
// doubles, such as JavaScript. What is read may be either in any case.
func LargeNumbersAsStrings() Option { return func(p *soap.JSON) { p.LargeNumbersAsStrings = true } }

// WithoutHeaders serves operations although the contract declares SOAP header blocks for their requests, which JSON cannot have. Without
// this option they are refused with status 400.
func WithoutHeaders() Option { return func(p *soap.JSON) { p.WithoutHeaders = true } }

// WithJSON makes a handler serve JSON besides the bindings of the contract, and a client able to send it. As over HTTP GET,
// wsse.WithVerification and wsse.WithTrust refuse all calls, and other options of packages wsse and wsa, policies and declared
// header blocks have no effect: where they protect a service, an interceptor has to protect its JSON.
func WithJSON(options ...Option) soap.Option {
	p := protocol(options)
	p.Describer = describer(options)
	return soap.WithProtocol(p)
}

// describer has the options of descriptions. Only handlers call its method, so that clients are linked without the documents.
type describer []Option

func (d describer) OpenAPI(info *contract.Contract, address string) ([]byte, error) {
	return OpenAPI(info, Details{Address: address}, d...)
}

func protocol(options []Option) (p soap.JSON) {
	for _, option := range options {
		option(&p)
	}
	return p
}

// AppendRequest appends a request of an operation to b, as a client sends it. A nil request has no members. An error says which
// value the contract or XML does not allow; what is appended then is of no use.
func AppendRequest(b []byte, info *contract.Contract, op *contract.Operation, request any) ([]byte, error) {
	return appendJSON(b, info, func(e *schema.Encoder) { codec.EncodeJSON(e, codec.JSONOptions{}, op.RequestType(), request) })
}

// ReadRequest reads a request of an operation that a person has written. It reads what a handler reads, and what people mean:
// names without @, with their namespace in braces, or of elements that are in #content; a value instead of a list of it, or of an
// object that holds it; values given again for a list; booleans, and lists of simple values, as strings.
func ReadRequest(info *contract.Contract, op *contract.Operation, doc []byte) (request any, err error) {
	if t := op.RequestType(); t != nil {
		request = t.New()
	}
	err = readJSON(info, doc, func(d *schema.Decoder) { codec.DecodeJSON(d, op.RequestType(), request) })
	return request, err
}

// ReadValue is [ReadRequest] for a value that a contract describes, such as the value of a header. Its name in errors is result.
func ReadValue(info *contract.Contract, of *schema.Value, doc []byte) (value any, err error) {
	err = readJSON(info, doc, func(d *schema.Decoder) { value = of.TakeJSON(d) })
	return value, err
}

func readJSON(info *contract.Contract, doc []byte, read func(*schema.Decoder)) error {
	d := schema.NewDecoder(doc, info.Namespaces, schema.Limits{})
	defer d.Release()
	d.Types, d.Given = info.Types, true
	read(d)
	return d.Err()
}

// AppendValue appends a value that a contract describes to b, such as the result of an operation, as a handler sends it.
func AppendValue(b []byte, info *contract.Contract, of *schema.Value, value any) ([]byte, error) {
	return appendJSON(b, info, func(e *schema.Encoder) { of.PutJSON(e, codec.JSONOptions{}, value) })
}

func appendJSON(b []byte, info *contract.Contract, write func(*schema.Encoder)) ([]byte, error) {
	e := schema.NewEncoder(info.Namespaces, info.XSI)
	defer e.Release()
	write(e)
	return append(b, e.Bytes()...), e.Err()
}
