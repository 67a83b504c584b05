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

// DocumentPart is a stretch of a document. Exactly one of Text, Port, Import and
// NS is set; only a Port of a contract with several services has Service and
// Text, too.
//
//quartet:internal
type DocumentPart struct {
	Text    string // literal
	Port    string // the address of the port with this name
	Service string // of Port; another service leaves Text there
	Import  string // the address of the document with this name
	NS      int    // the URI of this namespace, escaped for an attribute value
}

// OperationInfo is an operation without its types.
//
//quartet:internal
type OperationInfo struct {
	Name   string   // the member's name, which tells overloads apart
	Doc    string   // documentation, plain text
	Params []string // names of the request's parameters, for people
	OneWay bool     // there is no response
	Faults []FaultInfo
	Wires  []Wire // how each binding carries it; a binding that is in none does not offer it
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
	HeaderFaults []FaultInfo  // whose details are in the Header

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

// Empty is the request or the result of an operation that has none.
//
//quartet:internal
type Empty struct{}

// OperationOf is one operation with its types: names on the wire and codecs. Req
// is a pointer: what is generic over pointers is compiled once for all of them.
//
//quartet:internal
type OperationOf[Req comparable, Res any] struct {
	OperationInfo
	Request RequestCodec[Req]
	Result  ResultCodec[Res]
}

// RequestCodec reads and writes a request. Its zero value is that of Empty.
//
//quartet:internal
type RequestCodec[Req comparable] struct {
	New    func() Req
	Encode func(Req, *Encoder)    // the content of Wire.In
	Attrs  bool                   // Encode writes its attributes and ">" first
	Decode func(Req, *Decoder)    // attributes and content
	Params func(Req, *Parameters) // either direction, HTTP bindings; nil if there is none
}

// ResultCodec reads and writes the innermost element of Wire.Out.
//
//quartet:internal
type ResultCodec[Res any] struct {
	Encode func(*Encoder, Res) // attributes, ">" and content: the start tag is open
	Decode func(*Decoder) Res  // the start tag has been read; reads up to and including the end tag
	Absent func(Res) bool      // the innermost element is left out for this value; nil: never
	Must   bool                // the innermost element must be there in a response

	// Members are the elements that may stand for one. Then the codec reads and
	// writes one of them whole, with its tags; its start tag is the current one.
	Members []ElementName

	Items *itemCodec[Res] // of a list, takes the place of Encode
}

// itemCodec reads and writes a list one item at a time: as lists of one.
type itemCodec[List any] struct {
	shape *Shape                    // of what holds the items
	write func(*Encoder, List)      // items and nothing around them
	read  func(*Decoder, List) List // appends an item, whose start tag has been read
}

// ServiceMethod is an operation joined with the function that carries it out, without
// its types: what a handler holds.
//
//quartet:internal
type ServiceMethod struct {
	info *OperationInfo
	bind func(d *Decoder, p *Parameters) boundCall
}

// boundCall is a call whose request has been decoded. The reply's encode writes
// the attributes, ">" and the content of the innermost element.
type boundCall func(ctx context.Context) (reply, error)

type reply struct {
	encode func(*Encoder)
	absent bool // the innermost element is left out
	once   bool // encode can be called only once

	// The result, if it has attachments.
	attached attached //quartet:multipart
}

// Serve joins op with the method of a service.
//
//quartet:internal
func Serve[Req comparable, Res any](op *OperationOf[Req, Res], f func(context.Context, Req) (Res, error)) ServiceMethod {
	return ServiceMethod{info: &op.OperationInfo, bind: func(d *Decoder, p *Parameters) boundCall {
		req := op.Request.empty()
		op.Request.read(req, d, p)
		return func(ctx context.Context) (reply, error) { return op.call(ctx, f, req) }
	}}
}

func (op *OperationOf[Req, Res]) call(ctx context.Context, f func(context.Context, Req) (Res, error), req Req) (reply, error) {
	if err := receiveAttachments(ctx, req); err != nil { //quartet:multipart
		return reply{}, err
	}
	res, err := f(ctx, req)
	if err != nil {
		return reply{}, err
	}
	absent := op.Result.Absent != nil && op.Result.Absent(res)
	if v := asAttached(res); v != nil { //quartet:multipart
		return reply{absent: absent, attached: v, encode: func(e *Encoder) { op.Result.write(e, res) }}, nil
	}
	return reply{absent: absent, encode: func(e *Encoder) { op.Result.write(e, res) }}, nil
}

// empty returns a request without content.
func (c *RequestCodec[Req]) empty() (req Req) {
	if c.New != nil {
		req = c.New()
	}
	return req
}

// read decodes a request: from d at the start tag of Wire.In, else from p. Both
// are nil for an empty Body.
func (c *RequestCodec[Req]) read(req Req, d *Decoder, p *Parameters) {
	switch {
	case d != nil && c.Decode != nil:
		c.Decode(req, d)
	case d != nil:
		d.Enter(noFields)
		for d.Child() {
			d.skipUnknown()
		}
	case p != nil:
		c.visit(req, p)
	}
}

// visit reads or writes the parameters of a request.
func (c *RequestCodec[Req]) visit(req Req, p *Parameters) {
	if c.Params == nil {
		return
	}
	c.Params(req, p)
	valid, ok := any(req).(interface{ Validate() error })
	if !p.validate || !ok || p.err != nil || p.missing != "" {
		return
	}
	if p.err = valid.Validate(); p.err != nil && !p.writing {
		p.err = clientFault(p.err.Error())
	}
}

// write encodes a request as attributes, ">" and the content of Wire.In.
func (c *RequestCodec[Req]) write(req Req, e *Encoder) {
	if !c.Attrs {
		e.Raw(">")
	}
	if c.Encode != nil {
		c.Encode(req, e)
	}
}

func (c *ResultCodec[Res]) write(e *Encoder, res Res) {
	if c.Encode != nil {
		c.Encode(e, res)
		return
	}
	e.Raw(">")
	if c.Items != nil {
		c.Items.write(e, res)
	}
}

// NoRequest adapts a method without a request for Serve.
//
//quartet:internal
func NoRequest[Res any](f func(context.Context) (Res, error)) func(context.Context, *Empty) (Res, error) {
	return func(ctx context.Context, _ *Empty) (Res, error) { return f(ctx) }
}

// NoResult adapts a method without a result for Serve.
//
//quartet:internal
func NoResult[Req any](f func(context.Context, Req) error) func(context.Context, Req) (Empty, error) {
	return func(ctx context.Context, req Req) (Empty, error) { return Empty{}, f(ctx, req) }
}

// NoRequestNoResult is NoRequest and NoResult in one.
//
//quartet:internal
func NoRequestNoResult(f func(context.Context) error) func(context.Context, *Empty) (Empty, error) {
	return func(ctx context.Context, _ *Empty) (Empty, error) { return Empty{}, f(ctx) }
}
