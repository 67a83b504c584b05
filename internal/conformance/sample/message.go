package sample

import (
	"errors"
	"fmt"

	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/templates/soap/sample"
)

// Message is an instance of a message in the form that its binding sends.
type Message struct {
	// Document is the envelope of a SOAP binding, or the XML document of an HTTP binding. It is nil if there is none.
	Document *Document

	// Parameters are the parameters that an HTTP binding sends in the URL or as a form.
	Parameters []Parameter

	// Text is the body of an HTTP binding's message that is neither XML nor a form. MediaType is the media type of Text or Document.
	Text      string
	MediaType string

	// Attachments are the MIME parts in addition to the envelope. Multipart reports whether the binding declares the message as
	// multipart, even if the envelope is its only part.
	Attachments []Attachment
	Multipart   bool

	// Action is the operation's soapAction. It is empty for responses.
	Action string
}

// Parameter is a parameter of an HTTP binding.
type Parameter struct {
	Name, Value string
	Type        *xsd.SimpleType
}

var errNoMessage = errors.New("the binding has no such message")

// Request returns an instance of an operation's request.
func (g *Generator) Request(op *wsdl11.BindingOperation, options Options) (*Message, error) {
	if op.Input == nil || op.Operation == nil {
		return nil, errNoMessage
	}
	m, err := g.message(op, op.Input, op.Name, options)
	if err != nil {
		return nil, fmt.Errorf("request of %s: %w", op.Name, err)
	}
	m.Action = op.SOAPAction
	return m, nil
}

// Response returns an instance of an operation's successful response.
func (g *Generator) Response(op *wsdl11.BindingOperation, options Options) (*Message, error) {
	if op.Output == nil || op.Operation == nil {
		return nil, errNoMessage
	}
	m, err := g.message(op, op.Output, op.Name+"Response", options)
	if err != nil {
		return nil, fmt.Errorf("response of %s: %w", op.Name, err)
	}
	return m, nil
}

func (g *Generator) message(op *wsdl11.BindingOperation, m *wsdl11.BindingMessage, wrapper string, options Options) (*Message, error) {
	switch op.Binding.Kind {
	case wsdl11.HTTP:
		return g.httpMessage(m, options)
	case wsdl11.OtherBinding:
		return nil, errNoMessage
	}
	envelope, body := newEnvelope(op.Binding.Kind)
	if err := g.headers(envelope, m.SOAPHeaders(), options); err != nil {
		return nil, err
	}
	s := m.SOAPBody()
	if s == nil && m.Multipart != nil { // the wrapper element of rpc style is still required
		s = &wsdl11.SOAPBody{Use: defaultUse(op)}
	}
	if s != nil {
		if err := g.body(body, op, s, wrapper, options); err != nil {
			return nil, err
		}
	}
	out := &Message{Document: &Document{envelope}, MediaType: mediaType(op.Binding.Kind)}
	var err error
	if m.Multipart != nil {
		out.Multipart = true
		out.Attachments, err = g.attachments(m.Multipart, options)
	}
	return out, err
}

// defaultUse returns the use of a message that does not declare one: the use of the operation's other message, else literal.
func defaultUse(op *wsdl11.BindingOperation) wsdl11.Use {
	for _, m := range []*wsdl11.BindingMessage{op.Input, op.Output} {
		if m != nil && m.SOAPBody() != nil {
			return m.SOAPBody().Use
		}
	}
	return wsdl11.Literal
}

func mediaType(kind wsdl11.BindingKind) string {
	if kind == wsdl11.SOAP12 {
		return "application/soap+xml"
	}
	return "text/xml"
}

func envelopeNamespace(kind wsdl11.BindingKind) string {
	if kind == wsdl11.SOAP12 {
		return soap12Namespace
	}
	return soap11Namespace
}

// newEnvelope returns an envelope with an empty body.
func newEnvelope(kind wsdl11.BindingKind) (envelope, body *Element) {
	space := envelopeNamespace(kind)
	envelope = &Element{Name: xsd.QName{Space: space, Local: "Envelope"}, prefixes: []prefix{{"soap", space}}}
	return envelope, envelope.append(&Element{Name: xsd.QName{Space: space, Local: "Body"}})
}

// headers inserts header blocks before the body.
func (g *Generator) headers(envelope *Element, blocks []*wsdl11.SOAPHeader, options Options) error {
	header := &Element{Name: xsd.QName{Space: envelope.Name.Space, Local: "Header"}, parent: envelope}
	for _, h := range blocks {
		if h.Part == nil {
			continue
		}
		options.Encoded = h.Use == wsdl11.Encoded
		if err := g.block(header, h.Part, h.Namespace, options); err != nil {
			return fmt.Errorf("header: %w", err)
		}
	}
	if len(header.Nodes) > 0 {
		envelope.Nodes = append([]Node{{Element: header}}, envelope.Nodes...)
	}
	return nil
}

// block appends the element of a part, or for a part with a type an element with the part's name.
func (g *Generator) block(parent *Element, part *wsdl11.Part, namespace string, options Options) error {
	d, err := g.part(part, xsd.QName{Space: namespace, Local: part.Name}, options)
	if err == nil {
		parent.append(d.Root)
	}
	return err
}

// part returns the element of a part, or for a part with a type an element with a name.
func (g *Generator) part(part *wsdl11.Part, name xsd.QName, options Options) (*Document, error) {
	if part.Element != nil {
		return g.Element(part.Element, options)
	}
	return g.typed(name, part.Type, options, (*sample.Sampler).Accessor)
}

// body fills a Body (WSDL 1.1, section 3.5). An element part is written without an accessor, for rpc style as well: WSDL 1.1,
// section 3.5, requires an accessor, WS-I Basic Profile 1.1, R2203, forbids such parts, and tools that support them (CXF and zeep,
// for example) write no accessor.
func (g *Generator) body(body *Element, op *wsdl11.BindingOperation, s *wsdl11.SOAPBody, wrapper string, options Options) error {
	options.Encoded = s.Use == wsdl11.Encoded
	parent := body
	if op.Style == wsdl11.RPCStyle {
		parent = body.append(&Element{Name: xsd.QName{Space: s.Namespace, Local: wrapper}})
		if options.Encoded {
			setEncodingStyle(parent, op.Binding.Kind, s.EncodingStyle)
		}
	}
	for _, part := range s.Parts {
		if part.Element == nil && parent == body { // the body itself has the type
			d, err := g.part(part, body.Name, options)
			if err != nil {
				return fmt.Errorf("part %s: %w", part.Name, err)
			}
			d.Root.parent = body.parent
			*body = *d.Root
			for _, child := range body.Elements() {
				child.parent = body
			}
			continue
		}
		if err := g.block(parent, part, "", options); err != nil {
			return fmt.Errorf("part %s: %w", part.Name, err)
		}
	}
	return nil
}

func setEncodingStyle(e *Element, kind wsdl11.BindingKind, styles []string) {
	style := soap11Encoding
	if kind == wsdl11.SOAP12 {
		style = soap12Encoding
	}
	if len(styles) > 0 {
		style = styles[0]
	}
	e.Attrs = append(e.Attrs, Attr{Name: xsd.QName{Space: envelopeNamespace(kind), Local: "encodingStyle"}, Value: style})
}

// faults have a Server or Receiver fault (SOAP 1.1, section 4.4; SOAP 1.2 part 1, section 5.4).
var faults = map[wsdl11.BindingKind]string{
	wsdl11.SOAP11: `<s:Fault xmlns:s="` + soap11Namespace + `"><faultcode>s:Server</faultcode><faultstring>something went wrong</faultstring><detail/></s:Fault>`,
	wsdl11.SOAP12: `<s:Fault xmlns:s="` + soap12Namespace + `"><s:Code><s:Value>s:Receiver</s:Value></s:Code>` +
		`<s:Reason><s:Text xml:lang="en">something went wrong</s:Text></s:Reason><s:Detail/></s:Fault>`,
}

// Fault returns an instance of one of the faults that an operation of a SOAP binding declares.
func (g *Generator) Fault(op *wsdl11.BindingOperation, fault *wsdl11.BindingFault, options Options) (*Message, error) {
	if fault.Fault == nil || fault.Fault.Message == nil || fault.SOAP == nil {
		return nil, errNoMessage
	}
	envelope, body := newEnvelope(op.Binding.Kind)
	d, err := parse([]byte(faults[op.Binding.Kind]))
	if err != nil {
		return nil, err
	}
	code, detail := d.Root.Elements()[0], d.Root.Elements()[2]
	if op.Binding.Kind == wsdl11.SOAP12 {
		code = code.Elements()[0]
	}
	code.Nodes[0].Type = xsd.Builtin(xsd.QName{Space: xsd.Namespace, Local: "QName"}).(*xsd.SimpleType)
	options.Encoded = fault.SOAP.Use == wsdl11.Encoded
	for _, part := range fault.Fault.Message.Parts {
		if err := g.block(detail, part, fault.SOAP.Namespace, options); err != nil {
			return nil, fmt.Errorf("%s: fault %s: %w", op.Name, fault.Name, err)
		}
	}
	body.append(d.Root)
	return &Message{Document: &Document{envelope}, MediaType: mediaType(op.Binding.Kind)}, nil
}
