package emit

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// writeFault writes the error type of a fault:
//
//	type UnknownStop struct {
//		soap.Fault
//		Detail *UnknownStopDetail
//	}
//
//	func (f *UnknownStop) Unwrap() error { return &f.Fault }
//
//	func (f *UnknownStop) FaultDetail() string { return soap.DetailOf(&faultUnknownStop, f.Detail, contractNamespaces) }
func (e *emitter) writeFault(file *jen.File, f *ir.Fault) {
	fault := e.soap("Fault")
	doc := documented(f.Name+" is the fault "+f.WSDLName+".", f.Doc) + "\n\n" +
		"A service returns a *" + f.Name + " to send it, and a client when it has received it; errors.As finds it there."
	if f.Header {
		doc += " Detail is in the header of the message."
	}
	file.Add(comment(doc)).Type().Id(f.Name).Struct(fault, jen.Id("Detail").Add(e.resultType(f.Detail)))
	file.Line()
	method := func(name string) *jen.Statement {
		return jen.Func().Params(jen.Id("f").Op("*").Id(f.Name)).Id(name).Params()
	}
	file.Add(comment("Unwrap returns the embedded [soap.Fault].")).Add(method("Unwrap")).Error().
		Add(inLine(jen.Return(jen.Op("&").Id("f").Dot("Fault"))))
	file.Line()
	if f.Header {
		return
	}
	detail := e.soap("DetailOf").Call(jen.Op("&").Id(f.Var), jen.Id("f").Dot("Detail"), jen.Id("contractNamespaces"))
	file.Add(comment("FaultDetail returns the detail as markup.")).Add(method("FaultDetail")).String().Add(inLine(jen.Return(detail)))
	file.Line()
}

// writeFaultTable writes:
//
//	var faultUnknownStop = contract.Fault{
//		Element: schema.ElementName{NS: 1, Local: "unknownStop"},
//		Error:   (*UnknownStop)(nil),
//		Detail:  &schema.Value{Zero: (**UnknownStopDetail)(nil)},
//	}
func (e *emitter) writeFaultTable(file *jen.File, f *ir.Fault) {
	described := e.described().Fault(f)
	var info fieldList
	info.add("Element", e.literal(described.Element))
	info.add("Error", zeroOf(jen.Id(f.Name)))
	info.add("Detail", e.value(f.Detail))
	info.add("Nillable", code(e.literal(described.Nillable)))
	info.add("Encoded", code(e.literal(described.Encoded)))
	file.Var().Id(f.Var).Op("=").Add(e.contract("Fault")).Add(lines(info...))
	file.Line()
}

// faultDoc returns a sentence on the faults of an operation; "" if there are none.
// It begins with whose faults these are: "Its".
func faultDoc(op *ir.Operation, whose string) string {
	text := ""
	all := slices.Clone(op.Faults)
	for _, w := range op.Wires {
		for _, f := range w.HeaderFaults {
			if !slices.Contains(all, f) {
				all = append(all, f)
			}
		}
	}
	for i, f := range all {
		switch {
		case i == 0:
			text = whose + " faults: "
		default:
			text += ", "
		}
		text += "*" + f.Name
	}
	if text == "" {
		return ""
	}
	return text + "."
}
