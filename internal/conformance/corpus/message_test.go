package corpus_test

import (
	"errors"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/sample"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/validate"
	"example.com/quartet/templates/soap/xsd"
)

// messageMaker makes messages of SOAP with all that a contract allows in them.
type messageMaker struct {
	Known   *validate.Components
	sampler *sample.Sampler
}

// newMessageMaker returns an error if the documents of the contract cannot be read.
func newMessageMaker(info *contract.Contract) (*messageMaker, error) {
	known, err := validate.ComponentsOf(info.Types)
	if err != nil {
		return nil, err
	}
	return &messageMaker{known, sample.New(known.Set)}, nil
}

// sampleMessage is the markup in an envelope.
type sampleMessage struct {
	Headers, Body string
	binding       contract.Binding
	isFault       bool // Body is in the detail of a fault
	isWhole       bool // Body is the Body itself, which has the type of the message
}

var anyType = component.Builtin(xsd.QName{Space: xsd.Namespace, Local: "anyType"})

// versions has what the versions of SOAP differ in, and the text around the detail of a fault of the server.
var versions = map[contract.Binding]struct{ namespace, encoding, before, after string }{
	contract.SOAP11: {
		"http://schemas.xmlsoap.org/soap/envelope/", "http://schemas.xmlsoap.org/soap/encoding/",
		"<soap:Fault><faultcode>soap:Server</faultcode><faultstring>something went wrong</faultstring><detail>", "</detail></soap:Fault>",
	},
	contract.SOAP12: {
		"http://www.w3.org/2003/05/soap-envelope", "http://www.w3.org/2003/05/soap-encoding",
		`<soap:Fault><soap:Code><soap:Value>soap:Receiver</soap:Value></soap:Code><soap:Reason><soap:Text xml:lang="en">` +
			"something went wrong</soap:Text></soap:Reason><soap:Detail>", "</soap:Detail></soap:Fault>",
	},
}

// Envelope returns the message, with other markup in place of its Body (SOAP 1.1, section 4; SOAP 1.2 part 1, section 5).
func (m *sampleMessage) Envelope(body string) []byte {
	v, header := versions[m.binding], ""
	if m.isFault {
		body = v.before + body + v.after
	}
	if !m.isWhole {
		body = "<soap:Body>" + body + "</soap:Body>"
	}
	if m.Headers != "" {
		header = "<soap:Header>" + m.Headers + "</soap:Header>"
	}
	return []byte(`<soap:Envelope xmlns:soap="` + v.namespace + `">` + header + body + "</soap:Envelope>")
}

// Request returns a request of an operation.
func (m *messageMaker) Request(op *contract.Operation, b contract.Binding, o sample.Options) (*sampleMessage, error) {
	w := op.Wire(b)
	in := append(slices.Clip(w.Details().Members), w.In)[0]
	body := m.elementAt(w, []schema.ElementName{in})
	switch {
	case op.RequestType() == nil && body == nil && in.Local != "":
		body = m.named(in, nil)
	case op.RequestType() != nil && (body == nil || w.Body):
		if d := m.Known.Request(op); d != nil {
			body = component.NewElement(m.Known.Name(nil, int(in.NS), in.Local), d)
		}
	}
	return m.message(b, w, body, w.Body, w.Details().Headers, o)
}

// Response returns a response of an operation.
func (m *messageMaker) Response(op *contract.Operation, b contract.Binding, o sample.Options) (*sampleMessage, error) {
	w := op.Wire(b)
	var body *component.Element
	for i := 0; i < len(w.Out) && body == nil; i++ { // the outermost element that is declared, and what surrounds it
		if body = m.elementAt(w, w.Out[:i+1]); body == nil && i == len(w.Out)-1 {
			body = m.named(w.Out[i], op.Result)
		}
		for j := i - 1; j >= 0 && body != nil; j-- {
			body = sequence(m.Known.Name(nil, int(w.Out[j].NS), w.Out[j].Local), body)
		}
	}
	if body == nil && w.OutBody && op.Result != nil {
		body = m.named(schema.ElementName{}, op.Result)
	}
	return m.message(b, w, body, w.OutBody, w.Details().OutHeaders, o)
}

// elementAt returns the last element of a path in literal messages, nil if nothing declares it.
func (m *messageMaker) elementAt(w *contract.Wire, path []schema.ElementName) *component.Element {
	if w.Encoded { // literal messages may have elements of the same names
		return nil
	}
	return m.Known.ElementAt(path)
}

// Fault returns a fault that an operation declares.
func (m *messageMaker) Fault(f *contract.Fault, b contract.Binding, o sample.Options) (*sampleMessage, error) {
	all, err := m.message(b, &contract.Wire{Encoded: f.Encoded}, m.named(f.Element, f.Detail), false, nil, o)
	all.isFault = true
	return all, err
}

func (m *messageMaker) message(b contract.Binding, w *contract.Wire, body *component.Element, isWhole bool, headers []contract.Header,
	o sample.Options) (all *sampleMessage, err error) {
	all = &sampleMessage{binding: b, isWhole: isWhole && body != nil}
	for _, header := range headers {
		h := header.(*soap.Header[any])
		o.Encoded = h.IsEncoded()
		text, e := m.markup(m.named(h.Element, h.Value), o)
		all.Headers, err = all.Headers+text, errors.Join(err, e)
	}
	if body == nil {
		return all, err
	}
	if all.isWhole {
		body = component.NewElement(xsd.QName{Space: versions[b].namespace, Local: "Body"}, body.Declaration())
	}
	o.Encoded = w.Encoded
	text, e := m.markup(body, o)
	if all.Body = text; w.RPC && w.Encoded && e == nil {
		at := strings.IndexAny(text, " />")
		all.Body = text[:at] + ` soap:encodingStyle="` + versions[b].encoding + `"` + text[at:]
	}
	return all, errors.Join(err, e)
}

// named returns the element with a name and a value, which may be nil; it is nil if no schema has the type.
func (m *messageMaker) named(name schema.ElementName, of *schema.Value) *component.Element {
	if of == nil {
		return sequence(m.Known.Name(nil, int(name.NS), name.Local))
	}
	p := m.Known.Value(of, []schema.ElementName{name})
	if p == nil {
		return nil
	}
	d := p.Element.Declaration()
	if of.IsJSONArray() { // an array of SOAP encoding
		array := &component.Definition{Base: anyType, By: component.Restriction, Items: d.Type, ArrayOf: d.Type, Brackets: "[]"}
		d = &component.Declaration{Type: component.NewType(false, array)}
	}
	return component.NewElement(m.Known.Name(nil, int(name.NS), name.Local), d)
}

func (m *messageMaker) markup(e *component.Element, o sample.Options) (string, error) {
	if e == nil {
		return "", errors.New("the documents do not have the type of an element")
	}
	text, err := m.sampler.Element(sent(e), o)
	return string(text), err
}

// sent returns an element with the parts of a message in their order and without xsi:nil, or another element as it is.
func sent(e *component.Element) *component.Element {
	d := e.Declaration()
	isPart := func(p *component.Particle) bool { return p.Element != nil && p.Element.Declaration().Message }
	parts := slices.Collect(d.Type.Definition().Content.All)
	switch {
	case !d.Message && !slices.ContainsFunc(parts, isPart):
		return e
	case d.Type.Simple || d.Type.Name.Local != "":
		return component.NewElement(e.Name, &component.Declaration{Type: d.Type})
	}
	parts = slices.DeleteFunc(parts, func(p *component.Particle) bool { return p.Element == nil })
	return sequence(e.Name, collect.Each(parts, func(p *component.Particle) *component.Element { return sent(p.Element) })...)
}

// sequence returns an element with others in it.
func sequence(name xsd.QName, inner ...*component.Element) *component.Element {
	d := &component.Definition{Base: anyType, By: component.Restriction}
	if len(inner) > 0 {
		d.Content = component.GroupOf(component.Sequence, collect.Each(inner, component.ElementParticle)...)
	}
	return component.NewElement(name, &component.Declaration{Type: component.NewType(false, d)})
}
