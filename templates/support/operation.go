package support

import "context"

// ElementName is an expanded XML name: NS is the number of a namespace, that is its
// ID or its index in ContractInfo.Namespaces, where 0 is "no namespace".
//
//quartet:internal
type ElementName struct {
	NS    int
	Local string
}

// ContractInfo is what a service's ports have in common.
//
//quartet:internal
type ContractInfo struct {
	Service    string      // name of the wsdl:service
	Doc        string      // its documentation, plain text
	Namespaces []Namespace // index 0 is always the empty namespace
	XSI        bool        // messages may carry xsi:nil or xsi:type
	Ports      []PortInfo
	Documents  []DocumentInfo // the first is the main WSDL
	Schema     *Schema        // what messages have to be like; nil: nobody knows

	// Types are those that xsi:type may name, where codecs do not know them all.
	Types *TypeTable //quartet:packages

	// Multipart says that some messages have parts beside the envelope; then
	// all may come as messages of parts.
	Multipart bool //quartet:multipart
}

// PortInfo is one wsdl:port with a binding that this package speaks.
//
//quartet:internal
type PortInfo struct {
	Name    string
	Binding Binding
	Address string
}

// DocumentInfo is one document of the contract, cut where a server has to put
// something else when it hands the document out.
//
//quartet:internal
type DocumentInfo struct {
	Name   string // as the query shows it: ?wsdl for the first, ?xsd=NAME or ?wsdl=NAME for others
	Schema bool   // ?xsd=NAME, not ?wsdl=NAME
	Parts  []DocumentPart
}

// DocumentPart is a stretch of a document. Exactly one of Text, Port, Import,
// Main and NS is set; only a Port of a contract with several services has
// Service and Text, too.
//
//quartet:internal
type DocumentPart struct {
	Text    string // literal
	Port    string // the address of the port with this name
	Service string // of Port; another service leaves Text there
	Import  string // the address of the document with this name
	Main    bool   // the address of the main document
	NS      int    // the URI of this namespace, escaped for an attribute value
}

// Operation is one operation: names on the wire and codecs. Contracts have
// thousands of operations, and what has a type parameter is compiled for each:
// nothing here has one.
//
//quartet:internal
type Operation struct {
	Name    string   // the member's name, which tells overloads apart
	Doc     string   // documentation, plain text
	Params  []string // names of the request's parameters, for people
	OneWay  bool     // there is no response
	Faults  []*FaultInfo
	Wires   []Wire    // how each binding carries it; a binding that is in none does not offer it
	Request encodable // a nil pointer to the request's type; nil: there is no request
	Attrs   bool      // the request's encode writes its attributes and ">" first

	// Visit takes the place of the request's method params, if that is in another
	// package.
	Visit func(StructValue, *Parameters) //quartet:packages

	Result ValueCodec // of the innermost element of Wire.Out; nil: there is no result
	Must   bool       // that element must be there in a response
}

// Wire is how an operation looks on the bindings that it lists.
//
//quartet:internal
type Wire struct {
	Bindings []Binding

	// SOAP
	Action   string        // declared soapAction, "" if there is none
	ActNS    int           // if not 0: Action starts with the URI of this namespace, and follows it when it is overridden
	Action12 bool          // SOAP 1.2: a client sends Action as the parameter of the media type
	In       ElementName   // the element in the request's Body; the zero name for an empty Body
	Body     bool          // the request is the content of the Body itself, and In the first element there, if it is known
	Members  []ElementName // in place of In: the elements of which one is the request
	OutBody  bool          // the result is the content of the Body itself
	OutNil   bool          // the innermost element of Out is nil where there is no result

	Parts []PartInfo // of the request, where other operations have the same In

	// What travels beside the envelope of the request and of the response.
	Attachments, OutAttachments []AttachmentInfo //quartet:multipart

	Headers      []HeaderInfo // of the request
	OutHeaders   []HeaderInfo // of the response
	HeaderFaults []*FaultInfo // whose details are in the Header

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
	Given     []GivenValue // parameters that have these values in no other operation with this Path

	// Out is the way to the result: the element in the Body (or the root of an
	// HTTP response), then its only child, and so on; what the result's codec
	// reads and writes is the content of the last. Empty: no content.
	Out []ElementName
}

// PartInfo is a part of a request: a child of Wire.In, or of the Body.
//
//quartet:internal
type PartInfo struct {
	Name ElementName
	Type QName // that xsi:type may say; the zero name if it has none
}

// GivenValue is a parameter with the values that it may have.
//
//quartet:internal
type GivenValue struct {
	Name   string
	Values []string
}

// StructValue is a pointer to a struct of a complex type.
//
//quartet:internal
type StructValue interface {
	decode(*Decoder)     // attributes and content
	encode(*Encoder)     // content
	create() StructValue // a new value of the same type, also of a nil pointer
}

// StructCodec is a pointer to a struct of a complex type, by its own type.
//
//quartet:internal
type StructCodec interface {
	comparable
	StructValue
}

// ServiceMethod is an operation joined with the method of a service that carries
// it out: what a handler holds.
//
//quartet:internal
type ServiceMethod struct {
	Operation *Operation
	Call      func(ctx context.Context, req StructValue) (any, error)
	seq       func(ctx context.Context, req StructValue) *reply // nil, or it returns nil: Call is what there is
}

// Serve joins op with the method of a service, which call calls.
//
//quartet:internal
func Serve(op *Operation, call func(context.Context, StructValue) (any, error)) ServiceMethod {
	return ServiceMethod{Operation: op, Call: call}
}

// boundCall is a call whose request has been decoded.
type boundCall func(ctx context.Context) (reply, error)

// reply is what a service returned.
type reply struct {
	codec  ValueCodec // nil: there is no result
	value  any
	write  func(*Encoder) // takes the place of both
	absent bool           // the innermost element is left out
	once   bool           // it can be written only once

	// The result, if it has attachments.
	attached attached //quartet:multipart
}

// encode writes the attributes, ">" and the content of the innermost element.
func (r *reply) encode(e *Encoder) {
	switch {
	case r.write != nil:
		r.write(e)
	case r.codec != nil:
		r.codec.put(e, r.value)
	default:
		e.Raw(">")
	}
}

// bind decodes a request: from d at the start tag of Wire.In, else from p. Both
// are nil for an empty Body.
func (m *ServiceMethod) bind(d *Decoder, p *Parameters) boundCall {
	op := m.Operation
	req := op.empty()
	op.read(req, d, p)
	return func(ctx context.Context) (reply, error) {
		if err := receiveAttachments(ctx, req); err != nil { //quartet:multipart
			return reply{}, err
		}
		if m.seq != nil {
			if items := m.seq(ctx, req); items != nil {
				return *items, nil
			}
		}
		res, err := m.Call(ctx, req)
		if err != nil {
			return reply{}, err
		}
		r := reply{codec: op.Result, value: res, absent: op.Result != nil && op.Result.absent(res)}
		r.attached = asAttached(res) //quartet:multipart
		return r, nil
	}
}

// empty returns a request without content, nil if there is none.
func (op *Operation) empty() StructValue {
	if op.Request == nil {
		return nil
	}
	return op.Request.(StructValue).create()
}

func (op *Operation) read(req StructValue, d *Decoder, p *Parameters) {
	switch {
	case d != nil && req != nil:
		req.decode(d)
	case d != nil:
		d.Enter(noFields)
		for d.Child() {
			d.skipUnknown()
		}
	case p != nil:
		op.visit(req, p)
	}
}

// visit reads or writes the parameters of a request.
func (op *Operation) visit(req StructValue, p *Parameters) {
	with, ok := req.(interface{ params(*Parameters) })
	if ok {
		with.params(p)
	}
	if op.Visit != nil { //quartet:packages
		op.Visit(req, p)
		ok = true
	}
	if !ok {
		return
	}
	valid, ok := req.(interface{ Validate() error })
	if !p.validate || !ok || p.err != nil || p.missing != "" {
		return
	}
	if p.err = valid.Validate(); p.err != nil && !p.writing {
		p.err = clientFault(p.err.Error())
	}
}

// write encodes a request as attributes, ">" and the content of Wire.In.
func (op *Operation) write(req StructValue, e *Encoder) {
	if !op.Attrs {
		e.Raw(">")
	}
	if req != nil {
		req.encode(e)
	}
}
