// Package contract describes a WSDL contract: its ports, documents, operations, and how each binding carries a message.
// The descriptions are data that generated code declares; package soap serves and calls what they describe.
package contract

import (
	"cmp"
	"io/fs"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/media"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// Contract describes a service: what its ports have in common. It must not be changed once a handler or client uses it.
type Contract struct {
	Service    string             // name of the wsdl:service
	Doc        string             // its documentation, plain text
	Namespaces []schema.Namespace // index 0 is always the empty namespace
	XSI        bool               // messages may have xsi:nil or xsi:type
	Ports      []Port

	// PortType is the namespace and the name of the port type with the delimiter between them, as the default actions
	// of WS-Addressing begin.
	PortType string

	// Types are the types of all messages. Messages are validated with them; nil: they
	// cannot be.
	Types *schema.Table

	// Messages are the messages of each operation that does not list any: see
	// [Contract.Complete].
	Messages []Wire

	// Operations are all operations, and Faults all faults that they declare. NewHandler
	// checks that their types match their Go types. Clients check the operations that
	// they call: generated code hands these lists, with [Contract.With], only to
	// handlers, so that a client links only what it calls.
	Operations []*Operation
	Faults     []*Fault

	// NewClient is the function of generated code that makes clients, with the name of
	// its package, for documentation.
	NewClient string

	// Multipart encodes and decodes attachments. It is nil if no message of the
	// contract has attachments.
	Multipart Packaging

	// Readers says that fields of messages are readers.
	Readers bool

	// InlineReferences replaces the references in a message with SOAP encoding by
	// the values that they refer to. The decoder reads the message and counts the
	// memory. It is nil if no message has SOAP encoding.
	InlineReferences func(d *schema.Decoder, b Binding, limits schema.Limits) ([]byte, error)
}

// With returns a copy of c with operations, which are complete, and with the faults
// that they declare.
func (c *Contract) With(operations ...*Operation) *Contract {
	all := *c
	all.Operations, all.Faults = nil, nil
	add := func(faults []*Fault) {
		for _, f := range faults {
			if !slices.Contains(all.Faults, f) {
				all.Faults = append(all.Faults, f)
			}
		}
	}
	for _, op := range operations {
		op = c.Complete(op)
		if op.Params == nil && op.Request != nil { // they are the names in the request
			complete := *op
			complete.Params = ParameterNames(op.RequestType().Rows())
			op = &complete
		}
		all.Operations = append(all.Operations, op)
		add(op.Faults)
		for i := range op.Wires {
			add(op.Wires[i].Details().HeaderFaults)
		}
	}
	return &all
}

// Port returns the first port with a binding, nil if there is none.
func (c *Contract) Port(b Binding) *Port {
	if i := slices.IndexFunc(c.Ports, func(p Port) bool { return p.Binding == b }); i >= 0 {
		return &c.Ports[i]
	}
	return nil
}

// Port is a wsdl:port with one of the supported bindings.
type Port struct {
	Name    string
	Binding Binding
	Address string
	Policy  *Policy // nil: the contract has none for the port
}

// DocumentSet holds the documents of a contract, which handlers serve, or the documents of schemas. Packages that validate read the
// schemas in them.
type DocumentSet struct {
	Files     fs.FS      // has a file for each document
	Documents []Document // the first is the main document

	// Replaced lists the namespaces of the documents that are replaced in messages.
	Replaced []ReplacedNamespace

	// WellKnown lists the namespaces that have no document in Files, as their schemas are well-known. The documents refer to them.
	WellKnown []string

	// Lenient says that names in the documents may refer to nothing. Such a name means the only component with its local name,
	// or else anything.
	Lenient bool
}

// Document is one document of the contract, or the contract in another form.
type Document struct {
	Name       string // name in the query: ?wsdl for the first, ?xsd=NAME or ?wsdl=NAME for others
	Form       string // the query of another form of the contract: flatWsdl has no overloads, singleWsdl no imports
	Schema     bool   // ?xsd=NAME, not ?wsdl=NAME
	File       string // name in DocumentSet.Files: XML in UTF-8 without a document type declaration
	References []DocumentReference
}

// DocumentReference is the location of an import or include in a document.
type DocumentReference struct {
	Location string // location as in the document
	Document string // Name of the document that it refers to; "" for the main one
}

// ReplacedNamespace is a namespace of the documents that is replaced in messages.
type ReplacedNamespace struct {
	From string // URI in the documents
	NS   int    // number of the namespace in messages, in Contract.Namespaces
}

// Operation describes an operation: its messages on each binding, and their types.
// It has no type parameters: contracts have thousands of operations, and generic
// types are compiled for each. Generated code leaves out what follows from the name,
// which [Contract.Complete] adds, and from the request, which [Contract.With] adds.
type Operation struct {
	Name       string // name in the contract; overloads have different names
	Method     string // name of the Go method of services and clients, for documentation; "": Name
	OverloadOf string // the name in the contract that it shares with other operations; "" if there are none
	Doc        string // documentation, plain text

	Params         []string      // names of the parameters of the request, for documentation
	Order          []string      // names of the parameters in the order of HTTP bindings; nil: the order of the fields of the request
	Request        any           // a nil pointer to the Go type of the request, or its *schema.Type; nil if there is no request
	Result         *schema.Value // value of the innermost element of Wire.Out; nil if there is no result
	ResultRequired bool          // a response without that element is an error
	OneWay         bool          // true if there is no response
	Faults         []*Fault

	Out             string // name of the innermost element of a response over SOAP; "": the name in Contract.Messages
	OutMust, OutNil bool   // over SOAP, as in Wire
	Root            string // name of the element of a response over HTTP
	Wires           []Wire // messages on each binding; a binding without a Wire does not offer the operation
}

// WSDLName returns the name of the operation in the contract, which overloads share.
func (op *Operation) WSDLName() string { return cmp.Or(op.OverloadOf, op.Name) }

// MessageNames returns the default names of the messages of an operation: its name with Request and Response, and without
// for a one-way one (WSDL 1.1 section 2.4.5). The input of an overload has the name of the overload.
func (op *Operation) MessageNames() (input, output string) {
	switch {
	case op.OneWay:
		return op.Name, ""
	case op.Name != op.WSDLName():
		return op.Name, op.Name + "Response"
	}
	return op.Name + "Request", op.Name + "Response"
}

// Wire returns the messages of the operation on a binding, nil if the binding does not offer it.
func (op *Operation) Wire(b Binding) *Wire {
	for i := range op.Wires {
		if slices.Contains(op.Wires[i].Bindings, b) {
			return &op.Wires[i]
		}
	}
	return nil
}

// ResultName returns the name of the element with the result, on the first binding that has one.
func (op *Operation) ResultName() schema.ElementName {
	for i := range op.Wires {
		if out := op.Wires[i].Out; len(out) > 0 {
			return out[len(out)-1]
		}
	}
	return schema.ElementName{Local: "result"}
}

// RequestType returns the description of the request, nil if there is none.
func (op *Operation) RequestType() *schema.Type {
	if t, ok := op.Request.(*schema.Type); ok || op.Request == nil {
		return t
	}
	return codec.TypeOf(op.Request)
}

// IsBare reports whether a request over SOAP, one of op.Wires, is an element that is not a
// wrapper of the parameters, as its name is not that of the operation. .NET leaves the
// element out where the argument is null.
func (op *Operation) IsBare(w *Wire) bool {
	return !w.IsHTTP() && !w.RPC && w.In.Local != op.Name && w.In.Local != op.OverloadOf && (w.In.Local != "" || len(w.Details().Members) > 0)
}

// Wire describes the messages of an operation on the bindings that it lists.
type Wire struct {
	Bindings []Binding

	// SOAP
	Action   string             // declared soapAction, "" if there is none
	ActionNS int                // if not 0: number of the namespace whose URI Action starts with; a replacement of the namespace changes Action
	RPC      bool               // style rpc: In is the name of the procedure
	Encoded  bool               // SOAP encoding: elements have xsi:type, and references are resolved
	Body     bool               // the request is the content of the Body; In is the first element there, if it is known
	OutBody  bool               // the result is the content of the Body
	OutNil   bool               // without a result the innermost element of Out has xsi:nil
	OutMust  bool               // the innermost element of Out may neither be absent nor nil
	In       schema.ElementName // element in the Body of a request; the zero name for an empty Body

	// HTTP
	Path string // http:operation location, "/getX"; if Replace is set, a name in parentheses is replaced by a part

	// Out is the path to the result: the element in the Body (or the root of an
	// HTTP response), its child, and so on. The result is the content of the last
	// element. An empty path means no content.
	Out []schema.ElementName

	More *WireMore
}

// WireMore has the properties that the messages of few operations have. A program
// has all operations of its contract, so these are apart.
type WireMore struct {
	// SOAP
	Addressed string               // action of WS-Addressing in the contract, "" if there is none
	Actions   *Actions             // nil: all others are defaults
	Members   []schema.ElementName // instead of In: the elements of a substitution group, one of which is the request
	Parts     []Part               // parts of the request, if other operations have the same In
	OutType   string               // the xsi:type attribute of the innermost element of Out, as markup

	Needs []Need // what the policies of the operation and its messages demand besides those of the port

	// Attachments of the request and of the response.
	Attachments, OutAttachments []Attachment

	Headers      []Header // headers of the request
	OutHeaders   []Header // headers of the response
	HeaderFaults []*Fault // faults whose details are header blocks

	// HTTP
	Query          string // query of the location, unescaped; sent in addition to the parameters
	Replace        bool
	Send           BodyKind // body of a request
	Receive        BodyKind
	MediaType      string          // media type of a request; "" for the default
	ReplyType      string          // media type of a response; "" for the default
	DispatchParams []DispatchParam // parameters whose values select this operation among those with the same Path
}

var noMore WireMore

// Details returns what the messages have in More. It must not be changed.
func (w *Wire) Details() *WireMore {
	if w.More == nil {
		return &noMore
	}
	return w.More
}

// Actions are actions of WS-Addressing, and names in default actions, that do not follow from the name of an operation.
type Actions struct {
	Reply         string // action of the response in the contract
	Input, Output string // names of the messages; "": see [Operation.MessageNames]
	Faults        []FaultAction
}

// FaultAction is the action of a fault: the one in the contract, or else the default with its name.
type FaultAction struct {
	Element      string // local name of the element in the detail
	Action, Name string
}

// Part is a part of a request: a child of Wire.In, or of the Body.
type Part struct {
	Name schema.ElementName
	Type xsd.QName // name of the type in xsi:type; zero if the type has no name
}

// DispatchParam is a parameter with the values that select an operation.
type DispatchParam struct {
	Name   string
	Values []string
}

// BodyKind is the form of a message of an HTTP binding (WSDL 1.1 sections 4 and 5).
type BodyKind int

// The forms of a message. All but the first two have exactly one part.
const (
	ContentDefault BodyKind = iota // a request: parameters; a response: XML
	ContentXML                     // an XML document
	ContentText                    // the lexical form of a simple type
	ContentBase64                  // the bytes of an xs:base64Binary
	ContentHex                     // the bytes of an xs:hexBinary
	ContentJSON                    // JSON; contracts have none
)

// MediaType returns the media type of a message that is not parameters. declared is the one in the contract, or "".
func (k BodyKind) MediaType(declared string) string {
	usual, parameters := media.XML, media.UTF8
	switch k {
	case ContentText:
		usual = "text/plain"
	case ContentBase64, ContentHex:
		usual, parameters = "application/octet-stream", ""
	case ContentJSON:
		usual, parameters = "application/json", ""
	}
	if declared == "" || strings.HasSuffix(declared, "*") {
		declared = usual
	}
	return declared + parameters
}

// Header is a soap.Header of any type: a header block that the contract declares.
type Header interface {
	DeclaredBlock

	// Decode reads the block, whose start tag is the current one.
	Decode(*schema.Decoder) any

	// Encode writes the block. value has the type of the header.
	Encode(e *schema.Encoder, value any)
}

// Fault describes a fault that the contract declares.
type Fault struct {
	Element  schema.ElementName // element in the detail, or header block
	Error    error              // a nil pointer to the Go error: a struct that embeds soap.Fault, with a field Detail; nil: soap.DescribedFault
	Detail   *schema.Value      // describes the field Detail
	Nillable bool               // the element may have xsi:nil
	Encoded  bool               // SOAP encoding
}

// DeclaredBlock is an element that the contract declares: a header block or the
// detail of a fault.
type DeclaredBlock interface {
	// Matches compares the current tag of a decoder with the block.
	Matches(*schema.Decoder) codec.Match

	// IsEncoded reports whether the block has SOAP encoding.
	IsEncoded() bool
}
