// Package wsdl holds the contract of the realtime rail information service: a WSDL 1.1 document and the XML Schema
// that it imports. Both are written by hand. The bindings of the service are generated from them, so a change to the
// service starts here.
//
// The service specification defines the messages of successful calls, and the contract follows it exactly: names,
// order, types, required elements. The specification leaves other points open ("not shown"). This documentation
// records the decision for each of them. The documentation in the contract, the generated code and the reference
// service follow these decisions.
//
// # Placeholders
//
// The specification has the placeholders {service_namespace} and {base_url}. The contract uses [Namespace], a name
// that is reserved for examples (RFC 2606), and localhost. An operator of the service replaces them when generating
// code or at run time.
//
// # Shape of the contract
//
//   - SOAP is document/literal, wrapped: one part named parameters, whose element is the request or response of the
//     operation. The SOAP 1.1 and SOAP 1.2 bindings share a portType. HTTP GET and POST have separate messages and
//     portTypes, with one xs:string part per parameter, as WSDL 1.1 section 4 requires.
//   - The two members of an overload pair are operations with the same name in each portType and binding. The name of
//     a member's input is that of its request element; the name of its output has Response appended. So all names
//     within a portType are unique (WSDL 1.1 section 2.4.5), and bindings can refer to either member (section 2.5).
//     HTTP locations and soapActions use the name of the request element.
//   - A SOAP 1.2 request in the specification has no action, so the binding does not require one
//     (soapActionRequired). A generated client sends the declared action in the media type, as other clients do.
//   - In each pair the member with the additional parameter is last. Tools that do not support overloads keep the last
//     operation. Without its additional parameter it returns the same as the first, so nothing is lost.
//   - No element is nillable. A missing record or field is left out.
//   - The result element of a SOAP response is optional in the schema, as every field is. The server always writes it.
//     An empty list is an empty element.
//   - Only message elements are global: requests, responses, and the arrays that are root elements over HTTP.
//   - The type of each record element and each array element is a named type with the element's name.
//
// # Values of the fields (specification 2.7)
//
// Every string field is an xs:string without patterns or enumerations, since a client must accept any value that a
// server has. The schema documents the formats, units and codes in use with each field, and whether a time is local.
//
// A missing field is not known to the server. An empty field is known to have no value, such as the alias of a
// station without alias. A client may treat both alike.
//
// # States and transitions (specification 3)
//
// Each response is a snapshot. The TrainStatus of a train on a date changes from N (not yet running) to R (running) to
// T (terminated), never back. A current train is due to start within 10 minutes, is running, or has just terminated.
// In movements, StopType is C for the current stop, N for the next stop and a hyphen for all others.
//
// # Parameters (specification 4.6)
//
//   - StationType and TrainType: A all, M mainline, S suburban, D metro, in upper or lower case. Any other value, an
//     empty value and a missing parameter mean A.
//   - NumMins: the period that a board covers in whole minutes, 5 to 90. Missing or empty means 90. Any other value is a
//     client error.
//   - StationDesc, StationCode and TrainId: matched without regard to case.
//   - StationText: matched without regard to case against the start of each word of name and alias. An empty or
//     missing text matches every station.
//   - TrainDate: a day of one or two digits, the first three letters of the month in any case, and a year of four
//     digits, as in "21 Nov 2026". A server may accept other forms.
//   - An unknown, missing or unreadable station, train or date gives an empty list, not an error.
//   - Over HTTP GET and POST a missing parameter has no value, an empty parameter is the empty string, and a repeated
//     parameter is an error. Unknown parameters are ignored, but a parameter that differs from a known one only in case
//     is an error that names the known one. Over SOAP the same holds for an element that differs from a parameter's
//     only in case or namespace, and an element inside a parameter is an error.
//   - Over HTTP GET and POST an escape %uXXXX is a UTF-16 unit, as .NET's clients write it.
//
// # Choice of the operation
//
// The element in the Body decides. A SOAPAction, or an action of SOAP 1.2, that belongs to another operation is a
// client error, unless both are members of one overload pair: tools without overloads mix them up. An action that no
// operation has is ignored and logged.
//
// # Authentication (specification 5)
//
// None: the contract declares no header for it. Authentication can be added in front of the service (HTTP middleware)
// or inside (an interceptor, which knows the operation).
//
// # Events (specification 6)
//
// None. Clients poll.
//
// # Errors (specification 7)
//
// The contract declares no faults. Errors are those of the protocols.
//
//   - SOAP 1.1: a Fault with code Client, Server, VersionMismatch or MustUnderstand, HTTP status 500 (SOAP 1.1
//     section 6.2).
//   - SOAP 1.2: a Fault with code Sender (HTTP status 400), Receiver, VersionMismatch or MustUnderstand (500) (SOAP
//     1.2 part 2 section 7.5.2.2).
//   - HTTP GET and POST: one line of text/plain; 400 for a client error, 500 for a server error, 404 for an unknown
//     operation.
//   - All: 405 for a wrong method, 413 for a request that is too large, 415 for an unknown media type or encoding.
//
// The text of a fault is sent to the client. The text of any other error is only in the server's log.
//
// # Limits (specification 8)
//
// By default a request has at most 10 MiB and 64 levels of elements, and a client reads at most 256 MiB; all three are
// options. NumMins is limited as above. A client accepts at most 1,048,576 records in a list, and any number if it
// reads them one by one. A server may send any number. There is no rate limit; the operator of the service may add
// one.
//
// # Versioning (specification 9)
//
// The namespace identifies the version. In the same namespace, optional fields may be added at the end of a record, and
// operations may be added; nothing is renamed, reordered, removed or made required. Readers ignore unknown elements.
// Any other change needs another namespace and address.
package wsdl

//go:generate go run example.com/quartet/generator/cmd/quartet generate

const (
	// Contract is the file of the WSDL document. It imports [Schema] by that relative name.
	Contract = "realtime.wsdl"

	// Schema is the file of the XML Schema.
	Schema = "realtime.xsd"

	// Namespace is the target namespace of both documents. It replaces {service_namespace} of the specification.
	Namespace = "http://realtime.rail.example/"
)
