package bind

import (
	"cmp"
	"fmt"
	"slices"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/naming"
	"example.com/quartet/internal/compiler/writing/plan/typing"
	"example.com/quartet/templates/soap/contract"
)

// body describes the Body of a SOAP message (WSDL 1.1, section 3.5).
type body struct {
	rpc       bool // the parts are in a wrapper element with the operation's name
	encoded   bool // uses SOAP encoding
	namespace string
	parts     []*wsdl11.Part
	message   *wsdl11.Message

	attachments []attachment // MIME parts after the envelope
}

// bodyOf returns the Body that a binding defines for a message; the zero body if
// there is no message. Without soap:body it contains all parts of the message.
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
		p.unsupported(bm.Pos, "a MIME message of the operation %s", diag.Quote(bo.Name))
		return b
	case soap != nil:
		b.namespace, b.parts, b.encoded = soap.Namespace, soap.Parts, soap.Use == wsdl11.Encoded
	}
	p.checkParts(b, bo, bm)
	return b
}

// checkParts reports two parts that are the same element, which messages do not distinguish, and a document body with a part
// that is a type beside others: the Body is of the type of such a part (WSDL 1.1, section 3.5), so it is the only one.
func (p *planner) checkParts(b *body, bo *wsdl11.BindingOperation, bm *wsdl11.BindingMessage) {
	for i, part := range b.parts {
		switch {
		case part.Element == nil && !b.rpc && len(b.parts) > 1:
			p.diags.Add(diag.New(diag.Unsupported, bm.Pos, "the document body of operation %s has %d parts, and part %s is a type", diag.Quote(bo.Name), len(b.parts), diag.Quote(part.Name)).
				WithRelated(part.Pos, "the part").
				WithHint("bind the operation as rpc, let the part refer to an element, or name one part in the attribute \"parts\""))
			return
		case part.Element != nil && slices.ContainsFunc(b.parts[:i], func(other *wsdl11.Part) bool { return other.Element == part.Element }):
			p.diags.Add(diag.New(diag.Unsupported, bm.Pos, "two parts of the body of operation %s are the element %s", diag.Quote(bo.Name), diag.Quote(part.Element.Name.Local)).
				WithRelated(part.Pos, "the second part"))
		}
	}
}

// element returns the element of a document/literal body with exactly one element
// part and no attachments; nil for any other body.
func (b *body) element() *xsd.ElementDeclaration {
	if b.rpc || len(b.parts) != 1 || len(b.attachments) > 0 {
		return nil
	}
	return b.parts[0].Element
}

// partsKey identifies a struct with a field for each part.
type partsKey struct {
	operation string // its overload name
	message   *wsdl11.Message
	parts     string // their names
	suffix    string
	rpc       bool
}

// structOfParts plans a struct with a field for each part of a body and for each
// attachment, nil if there are none. If the only part of a document body has a
// complex type, the Body is of that type, and the result is the type's struct.
func (p *planner) structOfParts(m *boundOperation, b *body, suffix string) *ir.Struct {
	if len(b.parts) == 0 && len(b.attachments) == 0 {
		return nil
	}
	s := p.bodyStruct(m, b, suffix)
	if b.encoded {
		p.noteEncoded(s)
	}
	return s
}

func (p *planner) bodyStruct(m *boundOperation, b *body, suffix string) *ir.Struct {
	if t := b.complexType(); t != nil {
		s := p.types.StructOf(t, typing.User{})
		s.IsRequest = s.IsRequest || suffix == ""
		return s
	}
	key := partsKey{operation: m.name, message: b.message, suffix: suffix, rpc: b.rpc}
	for _, part := range b.parts {
		key.parts += part.Name + " "
	}
	for _, a := range b.attachments {
		key.parts += fmt.Sprint("+", a.part.Name, a.kind(), a.choosesMediaType(), " ")
	}
	if s := p.parts[key]; s != nil {
		return s
	}
	s := &ir.Struct{Kind: "message", WSDLName: b.message.Name.Local, Doc: b.message.Documentation, Pos: b.message.Pos, IsRequest: suffix == ""}
	p.parts[key] = s
	p.types.AddMessage(s, p.namePartsStruct(s, m, suffix))
	s.Fields = collect.Each(b.parts, p.fieldOfPart)
	for i := range b.attachments {
		s.Attachments = append(s.Attachments, p.attachmentOf(&b.attachments[i]))
	}
	s.Simple = !b.rpc && len(b.parts) > 0 && b.parts[0].Element == nil
	if s.Simple {
		s.Fields[0].Name, s.Fields[0].Wire = "Value", ir.Name{}
	}
	return s
}

// complexType returns the type of a document body's only part, nil if it is not a
// complex type of the schema.
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
// without a namespace (WS-I Basic Profile 1.1, R2735). With rpc, an element part
// is sent without an accessor, too. WSDL 1.1, section 3.5, puts the element into
// an accessor; WS-I Basic Profile 1.1, R2203, forbids such parts, and package
// check reports a warning; tools that support them (CXF and zeep, for example)
// send no accessor.
func (p *planner) fieldOfPart(part *wsdl11.Part) *ir.Field {
	e := elementOfPart(part, "")
	f := &ir.Field{Wire: typing.WireName(e.Name), Doc: part.Documentation, Nillable: e.Nillable, Pos: part.Pos}
	f.Doc = cmp.Or(f.Doc, e.Documentation)
	if part.Element != nil && typing.IsHeadElement(e) {
		p.rejectEmptyGroup(e, part.Pos)
		typing.SetGroup(f, e, p.types.GroupStruct(e))
		return f
	}
	p.out.Parts[f] = e
	p.types.SetType(f, e.Type, typing.UserOf(e))
	p.types.SetDefault(f, e)
	return f
}

// namePartsStruct is nameRequest, or the same for a response if there is a suffix.
func (p *planner) namePartsStruct(s *ir.Struct, m *boundOperation, suffix string) naming.ID {
	if suffix == "" {
		return p.nameRequest(s, m)
	}
	id := m.id("response")
	p.out.Names = append(p.out.Names, &naming.Candidate{
		ID:   id,
		Want: naming.GoName(m.name) + suffix, Suffix: "Result", Rank: naming.RankRequest,
		Description: "the response of " + diag.Quote(m.name), Pos: s.Pos, Set: func(name string) { s.Name = name }, Related: typing.Related(nil),
	})
	return id
}

// partTypes returns the accessors of rpc, or the children of the Body, with their
// types. They distinguish requests that begin with the same element.
func (b *body) partTypes() []ir.Part {
	var parts []ir.Part
	for _, part := range b.parts {
		e := elementOfPart(part, "")
		p := ir.Part{Name: typing.WireName(e.Name)}
		if part.Type != nil {
			p.Type = typing.WireName(part.Type.Component().Name)
		}
		parts = append(parts, p)
	}
	return parts
}

// distinguishWires sets Parts for the requests that begin with the same element
// on the same binding, so that a server can distinguish them by their parts.
func (p *planner) distinguishWires(s *ir.Service) {
	type first struct {
		binding contract.Binding
		in      ir.Name
	}
	count := make(map[first]int)
	eachFirstElement(s, func(b contract.Binding, _ *ir.Wire, in ir.Name) { count[first{b, in}]++ })
	eachFirstElement(s, func(b contract.Binding, w *ir.Wire, in ir.Name) {
		if count[first{b, in}] > 1 {
			w.Parts = p.bound[w].parts
		}
	})
}

func eachFirstElement(s *ir.Service, visit func(b contract.Binding, w *ir.Wire, in ir.Name)) {
	for _, op := range s.Operations {
		for _, w := range op.Wires {
			for _, b := range w.Bindings {
				if !b.IsSOAP() {
					continue
				}
				for _, in := range w.FirstElements() {
					visit(b, w, in)
				}
			}
		}
	}
}

// groupMemberNames returns the names of GroupMembers; nil if e is not a head
// element.
func groupMemberNames(e *xsd.ElementDeclaration) []ir.Name {
	if !typing.IsHeadElement(e) {
		return nil
	}
	return collect.Each(typing.GroupMembers(e), func(m *xsd.ElementDeclaration) ir.Name { return typing.WireName(m.Name) })
}

// rejectEmptyGroup reports an abstract element without substitutes: nothing can be
// sent where it is expected.
func (p *planner) rejectEmptyGroup(e *xsd.ElementDeclaration, pos diag.Pos) {
	if len(typing.GroupMembers(e)) == 0 {
		p.unsupported(pos, "a message whose element is the abstract %s, for which there is no substitute,", diag.Quote(e.Name.Local))
	}
}
