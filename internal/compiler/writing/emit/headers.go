package emit

import (
	"github.com/dave/jennifer/jen"

	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// writeHeader writes the variable for a SOAP header of the contract:
//
//	var HeaderSession = soap.Header[*Session]{Element: schema.ElementName{NS: 1, Local: "Session"}, Value: &schema.Value{...}}
func (e *emitter) writeHeader(file *jen.File, h *ir.Header) {
	described := e.described().Header(h)
	doc := documented(h.Name+" is the SOAP header "+h.Wire.Local+".", h.Doc)
	file.Add(comment(doc)).Var().Id(h.Name).Op("=").Add(e.soap("Header")).Types(e.resultType(h.Value)).Add(row(
		key("Element"), e.literal(described.Element), key("Value"), e.value(h.Value),
		key("Nillable"), flag(described.Nillable), key("Encoded"), flag(described.Encoded)))
	file.Line()
}

// headerDoc returns a sentence on the SOAP headers of an operation; "" if there are
// none.
func headerDoc(op *ir.Operation, whose string) string {
	for _, w := range op.Wires {
		in, out := headerNames(w.Headers), headerNames(w.OutHeaders)
		switch {
		case in != "" && out != "":
			return whose + " headers: " + in + "; of the response: " + out + "."
		case in != "":
			return whose + " headers: " + in + "."
		case out != "":
			return whose + " headers of the response: " + out + "."
		}
	}
	return ""
}

func headerNames(headers []*ir.Header) string {
	text := ""
	for i, h := range headers {
		if i > 0 {
			text += ", "
		}
		text += h.Name
	}
	return text
}
