package emit

import (
	"github.com/dave/jennifer/jen"

	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/contract"
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

// attachmentList returns: []contract.Attachment{{Name: "logo", Types: []string{"image/gif", "image/jpeg"}}}. It
// returns nil if there are no attachments.
func (e *emitter) attachmentList(all []contract.Attachment) jen.Code {
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
		rows = append(rows, row(key("Name"), str(a.Name), key("Types"), types))
	}
	return jen.Index().Add(e.contract("Attachment")).Add(lines(rows...))
}
