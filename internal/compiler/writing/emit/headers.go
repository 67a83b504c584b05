package emit

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// writeHeader writes the variable for a SOAP header of the contract, without its table, which go doc would print:
//
//	var HeaderSession soap.Header[*Session] = declaredHeaderSession
func (e *emitter) writeHeader(file *jen.File, h *ir.Header) {
	doc := documented(h.Name+" is the SOAP header "+h.Wire.Local+e.headerUse(h), h.Doc)
	file.Add(comment(doc)).Var().Id(h.Name).Add(e.soap("Header")).Types(e.resultType(h.Value)).Op("=").Id("declared" + h.Name)
	file.Line()
}

// headerUse returns the end of a sentence on a header: how programs send and read it.
func (e *emitter) headerUse(h *ir.Header) string {
	var in, out bool
	for _, op := range e.pkg.Operations {
		for _, w := range op.Operation.Wires {
			in = in || slices.Contains(w.Headers, h)
			out = out || slices.Contains(w.OutHeaders, h)
		}
	}
	switch {
	case in && out:
		return " of requests and responses. Clients send it with With and read it with Received; services read it with From and send it with Reply."
	case in:
		return " of requests. Clients send it with With, and services read it with From."
	case out:
		return " of responses. Services send it with Reply, and clients read it with Received."
	}
	return "."
}

// writeHeaderTable writes the table of a header:
//
//	var declaredHeaderSession = soap.Header[*Session]{Element: schema.ElementName{NS: 1, Local: "Session"}, Value: &schema.Value{...}}
func (e *emitter) writeHeaderTable(file *jen.File, h *ir.Header) {
	described := e.described().Header(h)
	file.Var().Id("declared" + h.Name).Op("=").Add(e.soap("Header")).Types(e.resultType(h.Value)).Add(row(
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
