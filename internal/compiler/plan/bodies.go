package plan

import (
	"fmt"

	"example.com/quartet/internal/compiler/wsdl11"
	"example.com/quartet/internal/compiler/xsd"
)

// body is what the Body of a SOAP message holds (WSDL 1.1, section 3.5).
type body struct {
	rpc       bool // in a wrapper with the operation's name
	encoded   bool // by SOAP encoding
	namespace string
	parts     []*wsdl11.Part
	message   *wsdl11.Message

	attachments []attachment // beside the envelope
}

// bodyOf returns what a binding puts into the Body of a message; the zero body
// if there is no message. Without soap:body all parts of the message are meant.
func (p *planner) bodyOf(bo *wsdl11.BindingOperation, bm *wsdl11.BindingMessage, om *wsdl11.OperationMessage) *body {
	if om == nil || om.Message == nil {
		return new(body)
	}
	b := &body{rpc: bo.Style == wsdl11.RPCStyle, parts: om.Message.Parts, message: om.Message}
	if bm == nil {
		return b
	}
	soap := bm.Body
	switch {
	case bm.Multipart != nil && soap == nil && len(bm.Contents) == 0 && len(bm.XML) == 0:
		p.multipartBody(b, bo, bm.Multipart)
	case bm.Multipart != nil || len(bm.Contents) > 0 || len(bm.XML) > 0:
		p.unsupported(bm.Pos, "a MIME message of the operation %s", quoted(bo.Name))
	case soap != nil:
		b.namespace, b.parts, b.encoded = soap.Namespace, soap.Parts, soap.Use == wsdl11.Encoded
	}
	return b
}

// element returns the only element of a document body that is all of a message,
// nil if there is none.
func (b *body) element() *xsd.ElementDeclaration {
	if b.rpc || len(b.parts) != 1 || len(b.attachments) > 0 {
		return nil
	}
	return b.parts[0].Element
}

// partsKey is what the structs that are made of parts are told apart by.
type partsKey struct {
	member  string // name of the operation's member
	message *wsdl11.Message
	parts   string // their names
	suffix  string
	rpc     bool
}

// structOfParts plans a struct with a field for each part of a body, and for each
// attachment, nil if there are none. The only part of a document body may have a type: then the
// Body is of that type, and its struct is the one.
func (p *planner) structOfParts(m *member, b *body, suffix string) *Struct {
	if len(b.parts) == 0 && len(b.attachments) == 0 {
		return nil
	}
	s := p.ofBody(m, b, suffix)
	if b.encoded {
		p.noteEncoded(s)
	}
	return s
}

func (p *planner) ofBody(m *member, b *body, suffix string) *Struct {
	if t := b.complexType(); t != nil {
		s := p.structOf(t, owner{})
		s.isRequest = s.isRequest || suffix == ""
		return s
	}
	key := partsKey{member: m.name, message: b.message, suffix: suffix, rpc: b.rpc}
	for _, part := range b.parts {
		key.parts += part.Name + " "
	}
	for _, a := range b.attachments {
		key.parts += fmt.Sprint("+", a.part.Name, a.kind(), a.open(), " ")
	}
	if s := p.ofParts[key]; s != nil {
		return s
	}
	s := &Struct{Kind: "message", WSDLName: b.message.Name.Local, Doc: b.message.Documentation, pos: b.message.Pos, isRequest: suffix == ""}
	if p.ofParts == nil {
		p.ofParts = make(map[partsKey]*Struct)
	}
	p.ofParts[key] = s
	p.pkg.Structs = append(p.pkg.Structs, s)
	p.nameParts(s, m, suffix)
	for _, part := range b.parts {
		s.Fields = append(s.Fields, p.fieldOfPart(s, part))
	}
	for i := range b.attachments {
		s.Attachments = append(s.Attachments, p.attachmentOf(s, &b.attachments[i]))
	}
	s.Simple = !b.rpc && len(b.parts) > 0 && b.parts[0].Element == nil
	if s.Simple {
		s.Fields[0].Name, s.Fields[0].Wire = "Value", Name{}
	}
	return s
}

// complexType returns the type of a document body's only part, nil if that is
// none of the schema.
func (b *body) complexType() *xsd.ComplexType {
	if b.rpc || len(b.parts) != 1 || b.parts[0].Element != nil {
		return nil
	}
	t, ok := b.parts[0].Type.(*xsd.ComplexType)
	if !ok || t.Builtin {
		return nil
	}
	return t
}

// fieldOfPart plans the field for a part: a global element, or an accessor
// without a namespace (WS-I Basic Profile 1.1, R2735). An element is itself in
// place of an accessor with rpc, too: WSDL 1.1, section 3.5, puts it into an
// accessor, WS-I Basic Profile 1.1, R2203, forbids such parts, for which package
// check has a warning, and the tools that carry them (CXF and zeep, for example) have none.
func (p *planner) fieldOfPart(s *Struct, part *wsdl11.Part) *Field {
	e := elementOfPart(part, "")
	f := &Field{Wire: wireName(e.Name), Doc: part.Documentation, Nillable: e.Nillable, pos: part.Pos}
	if f.Doc == "" {
		f.Doc = e.Documentation
	}
	if part.Element != nil && isHead(e) {
		p.refuseAlone(e, part.Pos)
		p.grouped(f, e)
		return f
	}
	p.typed(f, e.Type, ownerOf(e, s), part.Pos)
	return f
}

func (p *planner) nameParts(s *Struct, m *member, suffix string) {
	if suffix == "" {
		p.nameRequest(s, m)
		return
	}
	s.id = identity{"response", m.source.Operation.PortType.Name.Space, m.name}
	p.named = append(p.named, candidate{
		id:   s.id,
		want: GoName(m.name) + suffix, suffix: "Result", rank: rankRequest, key: m.name + " " + suffix,
		what: "the response of " + quoted(m.name), pos: s.pos, set: s.setName,
	})
}

// signature returns what may tell a request from others that begin with the
// same element: the accessors of rpc, or the children of the Body.
func (b *body) signature() []Part {
	var parts []Part
	for _, part := range b.parts {
		e := elementOfPart(part, "")
		p := Part{Name: wireName(e.Name)}
		if part.Type != nil {
			p.Type = part.Type.Component().Name
		}
		parts = append(parts, p)
	}
	return parts
}

// begins returns the names of the elements with which a request may begin, nil
// if they are not known.
func (w *Wire) begins() []Name {
	if w.In.Local == "" {
		return w.Members
	}
	return []Name{w.In}
}

// distinguishWires gives the requests of overloads that begin with one element
// on one binding the parts by which a server tells them apart.
func (s *Service) distinguishWires() {
	type begin struct {
		binding Binding
		in      Name
	}
	count := make(map[begin]int)
	s.eachBegin(func(b Binding, _ *Wire, in Name) { count[begin{b, in}]++ })
	s.eachBegin(func(b Binding, w *Wire, in Name) {
		if count[begin{b, in}] > 1 {
			w.Parts = w.parts
		}
	})
}

func (s *Service) eachBegin(visit func(b Binding, w *Wire, in Name)) {
	for _, op := range s.Operations {
		for i := range op.Wires {
			w := &op.Wires[i]
			for _, b := range w.Bindings {
				if b != SOAP11 && b != SOAP12 {
					continue
				}
				for _, in := range w.begins() {
					visit(b, w, in)
				}
			}
		}
	}
}
