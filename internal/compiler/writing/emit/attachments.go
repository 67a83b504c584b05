package emit

import (
	"github.com/dave/jennifer/jen"

	"example.com/quartet/templates/soap/contract"
)

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
