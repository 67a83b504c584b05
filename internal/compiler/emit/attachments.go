package emit

import (
	"github.com/dave/jennifer/jen"

	"example.com/quartet/internal/compiler/plan/ir"
)

// writeAttachmentFields writes the fields of a struct for attachments:
//
//	// The attachment logo; nil is none.
//	Logo []byte
//	// The media type of the attachment logo: image/gif or image/jpeg. Empty, the first that is no range is sent.
//	LogoMediaType string
func (e *emitter) writeAttachmentFields(g *jen.Group, s *ir.Struct) {
	for _, a := range s.Attachments {
		e.writeField(g, a.Field)
		if a.Media != nil {
			e.writeField(g, a.Media)
		}
	}
}

// writeAttachments writes:
//
//	func (v *GetCompanyInfoResponse) QuartetAttachments(a *multipart.Attachments) {
//		if v == nil {
//			return
//		}
//		multipart.AttachedText(a, "docs", &v.Docs, nil, (*schema.Decoder).String, (*schema.Encoder).String)
//		multipart.AttachedBytes(a, "logo", &v.Logo, &v.LogoMediaType)
//	}
func (e *emitter) writeAttachments(file *jen.File, s *ir.Struct) {
	if len(s.Attachments) == 0 {
		return
	}
	file.Func().Params(jen.Id("v").Op("*").Id(s.Name)).Id("QuartetAttachments").Params(jen.Id("a").Op("*").Add(e.multipart("Attachments"))).BlockFunc(func(g *jen.Group) {
		g.If(jen.Id("v").Op("==").Nil()).Block(jen.Return())
		for _, a := range s.Attachments {
			g.Add(e.attachment(a))
		}
	})
	file.Line()
}

// attachment returns the call that visits an attachment; for a document:
//
//	a.XML("order", func(e *schema.Encoder) { e.OptStruct(v.Order != nil, "<order>", v.Order, "</order>") }, func(d *schema.Decoder, root int) { v.Order = new(Order); ... }, schema.ElementName{NS: 1, Local: "order"})
func (e *emitter) attachment(a *ir.Attachment) *jen.Statement {
	f := a.Field
	if a.Kind == ir.AttachedXML {
		var read []jen.Code
		roots := []*ir.Field{f}
		if f.Group != nil {
			read = []jen.Code{field(f).Op("=").Add(newStruct(f.Group)), e.sharedFuncID(decodeField, f.Group).Call(field(f), jen.Id("d"), jen.Id("root"))}
			roots = f.Group.Fields
		} else {
			read = []jen.Code{e.read(f)}
		}
		args := []jen.Code{text(a.Part),
			jen.Func().Params(jen.Id("e").Op("*").Add(e.schema("Encoder"))).BlockFunc(func(g *jen.Group) { e.write(g, f) }),
			jen.Func().Params(jen.Id("d").Op("*").Add(e.schema("Decoder")), jen.Id("root").Int()).Block(read...)}
		for _, root := range roots {
			args = append(args, e.schema("ElementName").Add(e.name(root.Wire)))
		}
		return jen.Id("a").Dot("XML").Call(args...)
	}
	media := jen.Nil()
	if a.Media != nil {
		media = jen.Op("&").Add(field(a.Media))
	}
	args := []jen.Code{jen.Id("a"), text(a.Part), jen.Op("&").Add(field(f)), media}
	if a.Kind == ir.AttachedBytes {
		return e.multipart("AttachedBytes").Call(args...)
	}
	visit := "AttachedText"
	if f.Scalar.HasNil {
		visit = "AttachedList"
	}
	return e.multipart(visit).Call(append(args, e.reader(f.Scalar), e.writer(f.Scalar, inElement))...)
}

// attachmentList returns: []contract.Attachment{{Name: "logo", Types: []string{"image/gif", "image/jpeg"}}}. It
// returns nil if there are no attachments.
func (e *emitter) attachmentList(all []ir.AttachmentInfo) jen.Code {
	if len(all) == 0 {
		return nil
	}
	var rows []jen.Code
	for _, a := range all {
		types := jen.Index().String().ValuesFunc(func(g *jen.Group) {
			for _, t := range a.Types {
				g.Add(text(t))
			}
		})
		rows = append(rows, row(key("Name"), str(a.Part), key("Types"), types))
	}
	return jen.Index().Add(e.contract("Attachment")).Add(lines(rows...))
}
