package emit

import (
	"slices"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// writeHeader writes the variable for a SOAP header of the contract, without its table, which go doc would print.
func (e *emitter) writeHeader(h *ir.Header) {
	e.declare(documented(h.Name+" is the SOAP header "+h.Wire.Local+e.headerUse(h), h.Doc),
		"var %[1]s %[2]s[%[3]s] = declared%[1]s", h.Name, e.soap("Header"), e.goTypes().Result(h.Value))
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

// writeHeaderTable writes the table of a header.
func (e *emitter) writeHeaderTable(h *ir.Header) {
	described := e.described.Header(h)
	all := fields{"Element: " + e.literal(described.Element), "Value: " + e.value(h.Value)}
	all = append(all, e.fieldsOf(described, "Nillable", "Encoded")...)
	e.declare("", "var declared%s = %s[%s]%s", h.Name, e.soap("Header"), e.goTypes().Result(h.Value), inLine(all))
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
	return collect.Joined(headers, ", ", func(h *ir.Header) string { return h.Name })
}
