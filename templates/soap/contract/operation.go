package contract

import (
	"io/fs"
	"strconv"

	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// Contract is what a service's ports have in common.
type Contract struct {
	Service    string             // name of the wsdl:service
	Doc        string             // its documentation, plain text
	Namespaces []schema.Namespace // index 0 is always the empty namespace
	XSI        bool               // messages may carry xsi:nil or xsi:type
	Ports      []Port
	Schema     *schema.Schema // what messages have to be like; nil: nobody knows

	// Types are those of all messages. A handler or client that is made checks that
	// they fit their Go types.
	Types *schema.Table

	// Faults are all faults of the operations.
	Faults []*Fault

	// Client is a nil pointer to the Go type of clients, nil if there is none. A
	// service that embeds one does not stream by the methods of that client.
	Client any

	// Multipart is how messages with attachments travel. It is nil if no message
	// of the contract has attachments; else any message may come as one of several
	// parts.
	Multipart Packaging

	// InlineReferences replaces the references in a message with SOAP encoding by
	// the values that they refer to. It is nil if no message has that encoding.
	InlineReferences func(doc []byte, ns []schema.Namespace, b Binding, limits schema.Limits) ([]byte, error)
}

// Port is one wsdl:port with a binding that this package speaks.
type Port struct {
	Name    string
	Binding Binding
	Address string
}

// DocumentSet holds the documents of a contract, for handlers.
type DocumentSet struct {
	Files     fs.FS      // holds each document in a file
	Documents []Document // the first is the main WSDL document

	// Replaced are namespaces that messages have in place of those of the
	// documents.
	Replaced []ReplacedNamespace
}

// Document is one document of the contract.
type Document struct {
	Name       string // as the query has it: ?wsdl for the first, ?xsd=NAME or ?wsdl=NAME for others
	Schema     bool   // ?xsd=NAME, not ?wsdl=NAME
	File       string // in DocumentSet.Files: XML in UTF-8 without a document type declaration
	References []DocumentReference
}

// DocumentReference is the location in an import or include of a document.
type DocumentReference struct {
	Location string // as the document has it
	Document string // Name of the document there; "" for the main one
}

// ReplacedNamespace is a namespace of the documents that is another one in
// messages: NS is its number in Contract.Namespaces.
type ReplacedNamespace struct {
	From string
	NS   int
}

// Operation is one operation: names on the wire and types. Contracts have
// thousands of operations, and what has a type parameter is compiled for each:
// nothing here has one.
type Operation struct {
	Name    string   // the member's name, which tells overloads apart
	Doc     string   // documentation, plain text
	Params  []string // names of the request's parameters, for people
	OneWay  bool     // there is no response
	Faults  []*Fault
	Wires   []Wire        // how each binding carries it; a binding that is in none does not offer it
	Request *schema.Type  // nil: there is no request
	Result  *schema.Value // of the innermost element of Wire.Out; nil: there is no result
	ResultRequired    bool          // that element must be there in a response
	Order   []string      // of the parameters of HTTP bindings, by name; nil: that of the fields of the request
}

// Wire is how an operation looks on the bindings that it lists.
type Wire struct {
	Bindings []Binding

	// SOAP
	Action   string               // declared soapAction, "" if there is none
	ActionNS    int                  // if not 0: Action starts with the URI of this namespace, and follows it when it is overridden
	Action12 bool                 // SOAP 1.2: a client sends Action as the parameter of the media type
	In       schema.ElementName   // the element in the request's Body; the zero name for an empty Body
	Body     bool                 // the request is the content of the Body itself, and In the first element there, if it is known
	Members  []schema.ElementName // in place of In: the elements of which one is the request
	OutBody  bool                 // the result is the content of the Body itself
	OutNil   bool                 // the innermost element of Out is nil where there is no result

	Parts []Part // of the request, where other operations have the same In

	// What travels beside the envelope of the request and of the response.
	Attachments, OutAttachments []Attachment

	Headers      []Header // of the request
	OutHeaders   []Header // of the response
	HeaderFaults []*Fault // whose details are in the Header

	Encoded bool   // by SOAP encoding: types are said, and references are followed
	OutType string // an attribute that says the type of the innermost element of Out

	// HTTP
	Path      string // http:operation location, "/getX"; a name in parentheses stands for a part if Replace is set
	Query     string // of the location, not escaped: what the request has besides parameters
	Replace   bool
	Send      BodyKind // how a request is carried, and a response
	Receive   BodyKind
	MediaType string       // of a request, if it is not the usual one
	ReplyType string       // of a response
	DispatchParams     []DispatchParam // parameters that have these values in no other operation with this Path

	// Out is the way to the result: the element in the Body (or the root of an
	// HTTP response), then its only child, and so on; the result is the content of
	// the last. Empty: no content.
	Out []schema.ElementName
}

// Part is a part of a request: a child of Wire.In, or of the Body.
type Part struct {
	Name schema.ElementName
	Type xsd.QName // that xsi:type may say; the zero name if it has none
}

// GivenValue is a parameter with the values that it may have.
type DispatchParam struct {
	Name   string
	Values []string
}

// BodyKind is how an HTTP binding carries a message (WSDL 1.1 sections 4 and 5).
type BodyKind int

// The ways to carry a message. All but the first two carry one part only.
const (
	ContentDefault BodyKind = iota // a request: parameters; a response: XML
	ContentXML                     // a document of its own
	ContentText                    // the lexical form of a simple type
	ContentBase64                  // the bytes of an xs:base64Binary
	ContentHex                     // the bytes of an xs:hexBinary
)

// Header is a Header without its type.
type Header interface {
	DeclaredBlock
	Decode(*schema.Decoder) any
	Encode(e *schema.Encoder, value any)
}

// Fault is a fault of the contract.
type Fault struct {
	Element schema.ElementName // in the detail, or of the header block
	Error   error              // a nil pointer to the Go error: a struct that embeds soap.Fault, with a field Detail
	Detail  *schema.Value      // of that field
	Nillable    bool               // the element may be nil
	Encoded bool               // by SOAP encoding
}

// Binding is one of the ways in which a service can be called.
type Binding int

// The bindings that WSDL 1.1 and its SOAP 1.2 extension define.
const (
	SOAP11     Binding = iota // SOAP 1.1 over HTTP, WSDL 1.1 section 3
	SOAP12                    // SOAP 1.2 over HTTP, WSDL 1.1 Binding Extension for SOAP 1.2
	HTTPGet                   // HTTP GET with parameters in the query, WSDL 1.1 section 4
	HTTPPost                  // HTTP POST with parameters in a form, or XML, WSDL 1.1 section 4
	HTTPHead                  // HTTP HEAD, which has no result but its headers
	HTTPPut                   // HTTP PUT, like POST
	HTTPDelete                // HTTP DELETE, like GET
)

// DeclaredBlock is an element that the contract declares for the Header or for
// the detail of a fault.
type DeclaredBlock interface {
	Matches(*schema.Decoder) schema.Match
	IsEncoded() bool
}

var bindingNames = [...]string{"SOAP 1.1", "SOAP 1.2", "HTTP GET", "HTTP POST", "HTTP HEAD", "HTTP PUT", "HTTP DELETE"}

// String returns the binding's usual name, "SOAP 1.1" for example.
func (b Binding) String() string {
	if b < 0 || int(b) >= len(bindingNames) {
		return "Binding(" + strconv.Itoa(int(b)) + ")"
	}
	return bindingNames[b]
}
