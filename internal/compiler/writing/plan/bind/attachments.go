package bind

import (
	"cmp"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/typing"
	"example.com/quartet/templates/soap/contract"
)

// attachment is a mime:part that is not the envelope.
type attachment struct {
	part  *wsdl11.Part
	types []string // alternatives
	xml   bool     // it is an XML document, whatever its type is
}

// multipartBody determines the parts of a multipart message: those in the
// envelope, if there is one, and the attachments.
func (p *planner) multipartBody(b *body, bo *wsdl11.BindingOperation, m *wsdl11.MIMEMultipart) {
	b.parts = nil
	p.out.Multipart = true
	operation := diag.Quote(bo.Name)
	var root *wsdl11.SOAPBody
	for _, mp := range m.Parts {
		switch payload := &mp.Payload; {
		case payload.Multipart != nil:
			p.unsupported(payload.Multipart.Pos, "a nested MIME message of the operation %s", operation)
		case payload.Body != nil && (len(payload.Contents) > 0 || len(payload.XML) > 0):
			p.unsupported(mp.Pos, "a mime:part of the operation %s with soap:body and other content", operation)
		case payload.Body != nil && root != nil:
			p.unsupported(payload.Body.Pos, "a second soap:body in a message of the operation %s", operation)
		case payload.Body != nil:
			root = payload.Body
			b.namespace, b.parts, b.encoded = root.Namespace, root.Parts, root.Use == wsdl11.Encoded
		default:
			p.addAttachment(b, operation, mp)
		}
	}
	for _, a := range b.attachments {
		if slices.Contains(b.parts, a.part) {
			p.unsupported(root.Pos, "the part %s of the operation %s both in the Body and as an attachment", diag.Quote(a.part.Name), operation)
		}
	}
	if len(b.attachments) > 0 && b.complexType() != nil {
		p.unsupported(root.Pos, "a Body of the operation %s with a complex type and attachments", operation)
	}
}

// addAttachment adds the attachment that a mime:part describes, if it has content.
func (p *planner) addAttachment(b *body, operation string, mp *wsdl11.MIMEPart) {
	var a attachment
	add := func(part *wsdl11.Part, mediaType string) {
		if a.part != nil && a.part != part {
			p.unsupported(mp.Pos, "a mime:part of the operation %s with alternative message parts", operation)
		}
		a.part = part
		a.types = append(a.types, mediaType)
	}
	for _, x := range mp.XML {
		a.xml = true
		add(x.Part, "text/xml")
	}
	for _, c := range mp.Contents {
		add(c.Part, c.Type)
	}
	switch same := func(other attachment) bool { return other.part == a.part }; {
	case len(a.types) == 0:
	case a.part == nil:
		p.unsupported(mp.Pos, "a mime:part of the operation %s without a message part", operation)
	case slices.ContainsFunc(b.attachments, same):
		p.unsupported(mp.Pos, "the part %s of the operation %s in two attachments", diag.Quote(a.part.Name), operation)
	default:
		b.attachments = append(b.attachments, a)
	}
}

// kind returns how the value is encoded.
func (a *attachment) kind() ir.AttachmentKind {
	t, simple := a.part.Type.(*xsd.SimpleType)
	switch {
	case a.xml || a.part.Element != nil || !simple:
		return ir.AttachedXML
	case t.Variety == xsd.Atomic && t.Primitive != nil && (t.Primitive.Name.Local == "base64Binary" || t.Primitive.Name.Local == "hexBinary"):
		return ir.AttachedBytes
	}
	return ir.AttachedText
}

// choosesMediaType reports whether the sender chooses the media type. A multipart
// type has a parameter, boundary, that only the sender knows.
func (a *attachment) choosesMediaType() bool {
	return len(a.types) != 1 || a.types[0] == "" || strings.Contains(a.types[0], "*") || strings.HasPrefix(a.types[0], "multipart/")
}

// attachmentOf plans the fields for an attachment.
func (p *planner) attachmentOf(a *attachment) *ir.Attachment {
	e := elementOfPart(a.part, "")
	f := &ir.Field{Name: a.part.Name, Doc: a.part.Documentation, Occurs: ir.Optional, Pos: a.part.Pos}
	f.Doc = cmp.Or(f.Doc, e.Documentation)
	out := &ir.Attachment{Part: a.part.Name, Kind: a.kind(), Field: f}
	if out.Kind == ir.AttachedXML {
		f.Wire, f.Nillable = typing.WireName(e.Name), e.Nillable
	}
	if a.part.Element != nil && typing.IsHeadElement(e) {
		p.rejectEmptyGroup(e, a.part.Pos)
		typing.SetGroup(f, e, p.types.GroupStruct(e))
		f.Name = a.part.Name
	} else {
		p.types.SetType(f, e.Type, typing.UserOf(e))
	}
	if a.choosesMediaType() && out.Kind != ir.AttachedXML {
		out.Media = &ir.Field{Name: a.part.Name + "MediaType", Scalar: typing.WhiteSpace["collapse"], Pos: a.part.Pos, Doc: mediaDoc(a)}
	}
	f.Doc = attachmentDoc(f, a)
	return out
}

func attachmentDoc(f *ir.Field, a *attachment) string {
	doc := "The attachment " + a.part.Name + "; nil if there is none."
	if f.Nillable {
		doc = "The attachment " + a.part.Name + "; the zero value if there is none."
	}
	return typing.Docs(doc, f.Doc)
}

func mediaDoc(a *attachment) string {
	types := collect.Joined(a.types, " or ", func(t string) string { return cmp.Or(t, "*/*") })
	return "The media type of the attachment " + a.part.Name + ": " + types + ". If it is empty, the first that is not a range is sent."
}

// attachmentInfos returns the descriptions of attachments.
func attachmentInfos(attachments []attachment) []contract.Attachment {
	return collect.Each(attachments, func(a attachment) contract.Attachment { return contract.Attachment{Name: a.part.Name, Types: a.types} })
}
