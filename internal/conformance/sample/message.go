package sample

import (
	"errors"
	"fmt"
	"slices"

	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xmltree"
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
	m, err := g.message(op, op.Input, op.Name, options)
	if err != nil {
		return nil, fmt.Errorf("request of %s: %w", op.Name, err)
	}
	m.Action = op.SOAPAction
	return m, nil
}

// Response returns an instance of an operation's successful response.
func (g *Generator) Response(op *wsdl11.BindingOperation, options Options) (*Message, error) {
	m, err := g.message(op, op.Output, op.Name+"Response", options)
	if err != nil {
		return nil, fmt.Errorf("response of %s: %w", op.Name, err)
	}
	return m, nil
}

func (g *Generator) message(op *wsdl11.BindingOperation, m *wsdl11.BindingMessage, wrapper string, options Options) (*Message, error) {
	switch {
	case m == nil, op.Operation == nil, op.Binding.Kind == wsdl11.OtherBinding:
		return nil, errNoMessage
	case op.Binding.Kind == wsdl11.HTTP:
		return g.httpMessage(m, options)
	}
	w := &envelopeWriter{g: g, protocol: protocols[op.Binding.Kind], options: options}
	w.header(m.SOAPHeaders())
	s := m.SOAPBody()
	if s == nil && m.Multipart != nil { // the wrapper element of rpc style is still required
		s = &wsdl11.SOAPBody{Use: defaultUse(op)}
	}
	if s == nil {
		w.write("<soap:Body/>")
	} else {
		w.body(op, s, wrapper)
	}
	out, err := w.message()
	if err == nil && m.Multipart != nil {
		out.Multipart = true
		out.Attachments, err = g.attachments(m.Multipart, options)
	}
	return out, err
}

// defaultUse returns the use of a message that does not declare one: the use of the operation's other message, else literal.
func defaultUse(op *wsdl11.BindingOperation) wsdl11.Use {
	for _, m := range op.Messages() {
		if body := m.SOAPBody(); body != nil {
			return body.Use
		}
	}
	return wsdl11.Literal
}

// Fault returns an instance of one of the faults that an operation of a SOAP binding declares.
func (g *Generator) Fault(op *wsdl11.BindingOperation, fault *wsdl11.BindingFault, options Options) (*Message, error) {
	if fault.Fault == nil || fault.Fault.Message == nil || fault.SOAP == nil {
		return nil, errNoMessage
	}
	w := &envelopeWriter{g: g, protocol: protocols[op.Binding.Kind], options: options}
	w.write("<soap:Body><soap:Fault>" + w.beforeCode)
	w.part(&Element{Type: xsd.Builtin(xsd.QName{Space: xsd.Namespace, Local: "QName"})}, w.code)
	w.write(w.afterCode)
	w.options.Encoded = fault.SOAP.Use == wsdl11.Encoded
	for _, part := range fault.Fault.Message.Parts {
		w.instance(part, xsd.QName{Space: fault.SOAP.Namespace, Local: part.Name})
	}
	w.write(w.end + "</soap:Fault></soap:Body>")
	m, err := w.message()
	if err != nil {
		return nil, fmt.Errorf("%s: fault %s: %w", op.Name, fault.Name, err)
	}
	return m, nil
}

// protocol has what the versions of SOAP differ in, and the text of a Server or Receiver fault (SOAP 1.1, section 4.4; SOAP 1.2
// part 1, section 5.4).
type protocol struct{ namespace, encoding, mediaType, beforeCode, code, afterCode, end string }

var protocols = map[wsdl11.BindingKind]*protocol{
	wsdl11.SOAP11: {
		namespace: "http://schemas.xmlsoap.org/soap/envelope/", encoding: soap11Encoding, mediaType: "text/xml",
		code:      "<faultcode>soap:Server</faultcode>",
		afterCode: "<faultstring>something went wrong</faultstring><detail>",
		end:       "</detail>",
	},
	wsdl11.SOAP12: {
		namespace: "http://www.w3.org/2003/05/soap-envelope", encoding: soap12Encoding, mediaType: "application/soap+xml",
		beforeCode: "<soap:Code>",
		code:       "<soap:Value>soap:Receiver</soap:Value>",
		afterCode:  `</soap:Code><soap:Reason><soap:Text xml:lang="en">something went wrong</soap:Text></soap:Reason><soap:Detail>`,
		end:        "</soap:Detail>",
	},
}

// Namespaces of SOAP encodings.
const (
	soap11Encoding = "http://schemas.xmlsoap.org/soap/encoding/"
	soap12Encoding = "http://www.w3.org/2003/05/soap-encoding"
)

// envelopeWriter writes an envelope.
type envelopeWriter struct {
	*protocol
	g       *Generator
	options Options
	text    []byte           // what is in the envelope
	parts   map[int]*Element // elements with components, by their offsets in text
	err     error
}

func (w *envelopeWriter) write(text string) { w.text = append(w.text, text...) }

// part writes an element that has components.
func (w *envelopeWriter) part(e *Element, text string) {
	if w.parts == nil {
		w.parts = make(map[int]*Element)
	}
	w.parts[len(w.text)] = e
	w.write(text)
}

// instance writes the element of a part, or for a part with a type an element with a name.
func (w *envelopeWriter) instance(part *wsdl11.Part, name xsd.QName) {
	d, err := w.g.part(part, name, w.options)
	if err != nil {
		w.err = errors.Join(w.err, fmt.Errorf("part %s: %w", part.Name, err))
		return
	}
	w.part(d.Root, string(d.Bytes()))
}

func (w *envelopeWriter) header(blocks []*wsdl11.SOAPHeader) {
	before := len(w.text)
	w.write("<soap:Header>")
	for _, h := range blocks {
		if h.Part != nil {
			w.options.Encoded = h.Use == wsdl11.Encoded
			w.instance(h.Part, xsd.QName{Space: h.Namespace, Local: h.Part.Name})
		}
	}
	if w.parts == nil {
		w.text = w.text[:before]
		return
	}
	w.write("</soap:Header>")
}

// body writes a Body (WSDL 1.1, section 3.5). An element part is written without an accessor, for rpc style as well: WSDL 1.1,
// section 3.5, requires an accessor, WS-I Basic Profile 1.1, R2203, forbids such parts, and tools that support them (CXF and zeep,
// for example) write no accessor.
func (w *envelopeWriter) body(op *wsdl11.BindingOperation, s *wsdl11.SOAPBody, wrapper string) {
	w.options.Encoded = s.Use == wsdl11.Encoded
	isRPC := op.Style == wsdl11.RPCStyle
	if !isRPC && len(s.Parts) == 1 && s.Parts[0].Element == nil { // the body itself has the type
		w.instance(s.Parts[0], xsd.QName{Space: w.namespace, Local: "Body"})
		return
	}
	start, end := "<soap:Body>", "</soap:Body>"
	if isRPC {
		name := wrapper
		if s.Namespace != "" {
			name = "m0:" + wrapper
		}
		start, end = start+"<"+name, "</"+name+">"+end
		if s.Namespace != "" {
			start += ` xmlns:m0="` + xmltree.Escape(s.Namespace) + `"`
		}
		if w.options.Encoded {
			start += ` soap:encodingStyle="` + xmltree.Escape(slices.Concat(s.EncodingStyle, []string{w.encoding})[0]) + `"`
		}
		start += ">"
	}
	w.write(start)
	for _, part := range s.Parts {
		w.instance(part, xsd.QName{Local: part.Name})
	}
	w.write(end)
}

// message returns the envelope.
func (w *envelopeWriter) message() (*Message, error) {
	if w.err != nil {
		return nil, w.err
	}
	start := `<soap:Envelope xmlns:soap="` + w.namespace + `">`
	d, err := parse([]byte(start+string(w.text)+"</soap:Envelope>"), func(root *Element) {
		for _, e := range root.all() {
			if part := w.parts[e.Offset-len(start)]; part != nil {
				w.g.assessLike(part, e)
			}
		}
	})
	return &Message{Document: d, MediaType: w.mediaType}, err
}

// part returns the element of a part, or for a part with a type an element with a name.
func (g *Generator) part(part *wsdl11.Part, name xsd.QName, options Options) (*Document, error) {
	if part.Element != nil {
		return g.Element(part.Element, options)
	}
	return g.typed(name, part.Type, options, (*sample.Sampler).Accessor)
}
