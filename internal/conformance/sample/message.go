package sample

import (
	"errors"
	"fmt"

	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// Message is an instance of a message in the form that its binding sends.
type Message struct {
	// Document is the envelope of a SOAP binding, or the XML document of an
	// HTTP binding. It is nil if there is none.
	Document *Document

	// Parameters are the parameters that an HTTP binding sends in the URL or as
	// a form.
	Parameters []Parameter

	// Text is the body of an HTTP binding's message that is neither XML nor a
	// form. MediaType is the media type of Text or Document.
	Text      string
	MediaType string

	// Attachments are the MIME parts in addition to the envelope. Multipart
	// reports whether the binding declares the message as multipart, even if
	// the envelope is its only part.
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

// Fault returns an instance of one of the faults that an operation of a SOAP
// binding declares.
func (g *Generator) Fault(op *wsdl11.BindingOperation, fault *wsdl11.BindingFault, options Options) (*Message, error) {
	if fault.Fault == nil || fault.Fault.Message == nil || fault.SOAP == nil {
		return nil, errNoMessage
	}
	d, err := g.document(options, op.Name+" fault "+fault.Name, func(b *builder) (*Element, error) {
		envelope, body := b.envelope(op.Binding.Kind)
		detail := &Element{}
		b.encoded = fault.SOAP.Use == wsdl11.Encoded
		for _, part := range fault.Fault.Message.Parts {
			if err := b.block(detail, part, fault.SOAP.Namespace); err != nil {
				return nil, err
			}
		}
		b.fault(body, op.Binding.Kind, detail)
		return envelope, nil
	})
	if err != nil {
		return nil, err
	}
	return &Message{Document: d, MediaType: mediaType(op.Binding.Kind)}, nil
}

func (g *Generator) message(op *wsdl11.BindingOperation, m *wsdl11.BindingMessage, wrapper string, options Options) (*Message, error) {
	name := op.Binding.Name.String() + " " + wrapper + " " + m.Name
	if op.Binding.Kind == wsdl11.HTTP {
		return g.httpMessage(m, name, options)
	}
	if op.Binding.Kind == wsdl11.OtherBinding {
		return nil, errNoMessage
	}
	d, err := g.document(options, name, func(b *builder) (*Element, error) {
		envelope, body := b.envelope(op.Binding.Kind)
		if err := b.headers(envelope, m.SOAPHeaders()); err != nil {
			return nil, err
		}
		switch {
		case m.SOAPBody() != nil:
			return envelope, b.body(body, op, m.SOAPBody(), wrapper)
		case m.Multipart != nil: // no soap:body, but the wrapper element of rpc style is still required
			return envelope, b.body(body, op, &wsdl11.SOAPBody{Use: defaultUse(op)}, wrapper)
		}
		return envelope, nil
	})
	if err != nil {
		return nil, err
	}
	out := &Message{Document: d, MediaType: mediaType(op.Binding.Kind)}
	if m.Multipart != nil {
		out.Multipart = true
		out.Attachments, err = g.attachments(m.Multipart, name, options)
	}
	return out, err
}

// defaultUse returns the use of a message that does not declare one: that of
// the operation's other message, else literal.
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

// envelope builds an envelope with an empty body.
func (b *builder) envelope(kind wsdl11.BindingKind) (envelope, body *Element) {
	space := envelopeNamespace(kind)
	b.doc.Prefix(space)
	envelope = &Element{Name: xsd.QName{Space: space, Local: "Envelope"}}
	body = &Element{Name: xsd.QName{Space: space, Local: "Body"}}
	envelope.append(body)
	return envelope, body
}

// headers inserts header blocks before the body.
func (b *builder) headers(envelope *Element, blocks []*wsdl11.SOAPHeader) error {
	header := &Element{Name: xsd.QName{Space: envelope.Name.Space, Local: "Header"}}
	for _, h := range blocks {
		if h.Part == nil {
			continue
		}
		b.encoded = h.Use == wsdl11.Encoded
		if err := b.block(header, h.Part, h.Namespace); err != nil {
			return fmt.Errorf("header: %w", err)
		}
	}
	if len(header.Nodes) == 0 {
		return nil
	}
	header.parent = envelope
	envelope.Nodes = append([]Node{{Element: header}}, envelope.Nodes...)
	return nil
}

// block appends a header block or a fault detail: the part's element, or for a
// part with a type an element with the part's name.
func (b *builder) block(parent *Element, part *wsdl11.Part, namespace string) error {
	if part.Element != nil {
		e, err := b.element(part.Element, 0)
		if err != nil {
			return err
		}
		parent.append(e)
		return nil
	}
	return b.accessor(parent, xsd.QName{Space: namespace, Local: part.Name}, part)
}

// body fills a Body (WSDL 1.1, section 3.5).
func (b *builder) body(body *Element, op *wsdl11.BindingOperation, s *wsdl11.SOAPBody, wrapper string) error {
	b.encoded = s.Use == wsdl11.Encoded
	parent := body
	if op.Style == wsdl11.RPCStyle {
		parent = &Element{Name: xsd.QName{Space: s.Namespace, Local: wrapper}}
		body.append(parent)
		if b.encoded {
			b.setEncodingStyle(parent, op.Binding.Kind, s.EncodingStyle)
		}
	}
	for _, part := range s.Parts {
		if err := b.part(parent, op.Style, part); err != nil {
			return fmt.Errorf("part %s: %w", part.Name, err)
		}
	}
	return nil
}

// part appends a part. An element part is written without an accessor, for rpc
// style as well: WSDL 1.1, section 3.5, requires an accessor, WS-I Basic Profile
// 1.1, R2203, forbids such parts, and tools that support them (CXF and zeep, for
// example) write no accessor.
func (b *builder) part(parent *Element, style wsdl11.Style, part *wsdl11.Part) error {
	switch {
	case part.Element != nil:
		return b.block(parent, part, "")
	case style == wsdl11.RPCStyle:
		return b.accessor(parent, xsd.QName{Local: part.Name}, part)
	}
	parent.Type = part.Type // the body itself has the type
	return b.typed(parent, part.Type, nil)
}

// accessor appends the accessor element of a part.
func (b *builder) accessor(parent *Element, name xsd.QName, part *wsdl11.Part) error {
	e := &Element{Name: name, Type: part.Type}
	parent.append(e)
	declaration := &xsd.ElementDeclaration{Info: xsd.Info{Name: name}, Type: part.Type}
	t := b.typeFor(declaration, 0)
	if t != part.Type || b.encoded && t != xsd.AnyType && !t.Component().Name.IsZero() {
		b.setType(e, t)
	}
	e.Type = t
	return b.typed(e, t, nil)
}

func (b *builder) setEncodingStyle(e *Element, kind wsdl11.BindingKind, styles []string) {
	style := soap11Encoding
	if kind == wsdl11.SOAP12 {
		style = soap12Encoding
	}
	if len(styles) > 0 {
		style = styles[0]
	}
	e.Attrs = append(e.Attrs, Attr{Name: xsd.QName{Space: envelopeNamespace(kind), Local: "encodingStyle"}, Value: style})
}
