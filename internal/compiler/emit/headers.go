package emit

import (
	"github.com/dave/jennifer/jen"

	"example.com/quartet/internal/compiler/plan/ir"
)

// writeHeaders writes headers.go: a variable for each SOAP header of the
// contract.
//
//	var HeaderSession = soap.Header[*Session]{
//		Element: schema.ElementName{NS: 1, Local: "Session"},
//		Codec:   schema.StructOf{Zero: (*Session)(nil)},
//	}
func (e *emitter) writeHeaders(file *jen.File) {
	for _, h := range e.pkg.Headers {
		doc := documented(h.Name+" is the SOAP header "+h.Wire.Local+".", h.Doc)
		rows := []jen.Code{
			jen.Id("Element").Op(":").Add(e.schema("ElementName")).Add(e.name(h.Wire)),
			jen.Id("Codec").Op(":").Add(e.valueCodec(h.Value)),
		}
		if h.Value.Item.Nillable {
			rows = append(rows, jen.Id("Nillable").Op(":").True())
		}
		if h.Encoded {
			rows = append(rows, jen.Id("Encoded").Op(":").True())
		}
		file.Add(comment(doc)).Var().Id(h.Name).Op("=").Add(e.soap("Header")).Types(e.resultType(h.Value)).Add(lines(rows...))
		file.Line()
	}
}

// headerList returns: []contract.Header{&HeaderSession}
func (e *emitter) headerList(headers []*ir.Header) jen.Code {
	if len(headers) == 0 {
		return nil
	}
	return jen.Index().Add(e.contract("Header")).ValuesFunc(func(g *jen.Group) {
		for _, h := range headers {
			g.Op("&").Id(h.Name)
		}
	})
}

// headerDoc returns a sentence on the SOAP headers of an operation, for its
// documentation; "" if there are none.
func headerDoc(op *ir.Operation) string {
	for _, w := range op.Wires {
		in, out := headerNames(w.Headers), headerNames(w.OutHeaders)
		switch {
		case in != "" && out != "":
			return "Its headers: " + in + "; of the response: " + out + "."
		case in != "":
			return "Its headers: " + in + "."
		case out != "":
			return "Headers of the response: " + out + "."
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
