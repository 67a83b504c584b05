// Package wsdl holds the contract of the realtime rail information service: a WSDL 1.1 document and the XML Schema
// that it imports, both written by hand. Everything else that the project knows about the service is generated from
// them, so a change to the service starts here.
//
// The service specification says what goes over the wire when a call succeeds, and the contract follows it to the
// letter: names, order, types, what is required. On the rest it says "not shown". Those points are decided here, once;
// the documentation in the contract, the generated code and the reference service follow.
//
// # Placeholders
//
// The specification writes {service_namespace} and {base_url}. The contract uses a name reserved for examples
// (RFC 2606), [Namespace], and localhost. Whoever runs the service puts in their own, when generating or at run time.
//
// # Shape of the contract
//
//   - SOAP is document/literal, wrapped: one part named parameters, whose element is the request or response of the
//     operation. The SOAP 1.1 and SOAP 1.2 bindings share one portType. HTTP GET and POST have messages and portTypes
//     of their own, with one xs:string part per parameter, as WSDL 1.1 section 4 needs them.
//   - The two members of an overload pair are two operations of one name in each portType and binding. Each names its
//     input like its request element, and its output with Response appended, so that all names within a portType are
//     unique (WSDL 1.1 section 2.4.5) and a binding says which of the two it means (section 2.5). HTTP locations and
//     soapActions use the member's own name.
//   - A SOAP 1.2 request as the specification has it names no action, so the binding says that none is required
//     (soapActionRequired). A client may send the declared one with the media type.
//   - In each pair the member with the additional parameter stands last. Readers that know no overloads keep the last
//     one, from which every answer can be had: without its additional parameter it answers as the first does.
//   - No element is nillable. A record or a field that is not there is left out.
//   - The result of a SOAP response is optional in the schema, as every field is; the server always writes it. An
//     empty list is an empty element.
//   - Only the elements that a message is made of are global: requests, responses, and the arrays that are the root
//     of an answer over HTTP.
//   - Each record element and each array element is of a named type that has the element's own name.
//
// # Values of the fields (specification 2.7)
//
// Every string field stays xs:string, without patterns or enumerations: a client must take whatever a server has. The
// formats, units and codes in use are documented with each field in the schema. In short:
//
//   - Latitude and longitude are decimal degrees, 0 where unknown.
//   - Dates are those on which a train started, as in "21 Nov 2026", and stay the same after midnight.
//   - Times are local. On a station board they are HH:MM (Querytime HH:MM:SS) and 00:00 where none applies; in
//     movements HH:MM:SS and 00:00:00; in the vendor's positions dd/MM/yyyy HH:mm:ss and 01/01/1900 00:00:00.
//   - Servertime is an xs:dateTime without a zone; fractions of a second are allowed.
//   - Duein is in minutes, to the arrival, or to the departure at the train's origin. Late is in minutes and
//     Difference in seconds, both negative when early.
//   - A field that is left out was not known to the server. An empty one is known to have no value, such as the
//     alias of a station without one. A client that does not care may treat both alike.
//
// # States and transitions (specification 3)
//
// Each answer is a snapshot. TrainStatus goes from N (not yet running) to R (running) to T (terminated), and never
// back within one train and date. A current train is one that is due to start within 10 minutes, runs, or has just
// terminated. In movements, StopType marks the current stop with C, the next with N and all others with a hyphen.
//
// # Parameters (specification 4.6)
//
//   - StationType and TrainType: A all, M mainline, S suburban, D metro, in any case. Any other value, an empty one,
//     or none means A.
//   - NumMins: the window ahead in whole minutes, 5 to 90; omitted or empty means 90. Anything else is the client's
//     error.
//   - StationDesc, StationCode and TrainId: matched without regard to case.
//   - StationText: matched without regard to case against the start of any word of name or alias. An empty text, or
//     none, matches every station.
//   - TrainDate: a day of one or two digits, three letters of the month in any case, four digits of the year, as in
//     "21 Nov 2026". A server may read other forms too.
//   - What matches nothing (an unknown station, train or date, one that is omitted or cannot be read) gives an empty
//     list, not an error.
//   - Over HTTP GET and POST an omitted parameter, an empty one and one that is given twice are three things: none,
//     the empty string, and an error. Unknown parameters are ignored, but one that differs from a known one only in
//     case is an error that names the right one.
//
// # Authentication (specification 5)
//
// None: the contract declares no header for it. Whoever needs it puts it in front (HTTP middleware) or inside
// (an interceptor), where it sees the operation.
//
// # Events (specification 6)
//
// None. Clients ask again.
//
// # Errors (specification 7)
//
// The contract declares no faults of its own; errors are what the protocols have for them.
//
//   - SOAP 1.1: a Fault with code Client, Server, VersionMismatch or MustUnderstand, HTTP status 500 (SOAP 1.1
//     section 6.2).
//   - SOAP 1.2: a Fault with code Sender (HTTP status 400), Receiver, VersionMismatch or MustUnderstand (500) (SOAP
//     1.2 part 2 section 7.5.2.2).
//   - HTTP GET and POST: one line of text/plain; 400 for an error of the client's, 500 for one of the server's, 404
//     for an operation that does not exist.
//   - All: 405 for a wrong method, 413 for a request that is too large, 415 for a media type or encoding that is not
//     known.
//
// A fault says what its author wrote. The text of any other error stays in the server's log.
//
// # Limits (specification 8)
//
// A request has at most 10 MiB and 64 levels of elements; a client reads at most 256 MiB. All are options. NumMins is
// bounded as above. A client takes 1,048,576 records in one answer, and any number one by one; a server may send any
// number. There is no rate limit: that belongs to who runs the service.
//
// # Versioning (specification 9)
//
// The namespace is the version. Within it a record may gain optional fields at its end and the service operations;
// nothing is renamed, reordered, removed or made required. Readers ignore elements that they do not know. Anything
// else is another namespace at another address.
package wsdl

//go:generate go run example.com/quartet/generator/cmd/quartet generate realtime.wsdl --out ../gen/realtime

import (
	"embed"
	"io/fs"
)

const (
	// Contract is the name of the WSDL document in [Files]. It imports [Schema] by that relative name.
	Contract = "realtime.wsdl"

	// Schema is the name of the XML Schema in [Files].
	Schema = "realtime.xsd"

	// Namespace is the target namespace of both documents. It stands for {service_namespace} of the specification.
	Namespace = "http://realtime.rail.example/"
)

//go:embed realtime.wsdl realtime.xsd
var files embed.FS

// Files returns a read-only file system that holds [Contract] and [Schema] at its root. It is safe for concurrent use.
func Files() fs.FS { return files }
