package emit

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"example.com/quartet/internal/compiler/plan/ir"
)

// writeFaults writes faults.go: an error type for each fault of the contract.
func (e *emitter) writeFaults(file *jen.File) {
	for _, f := range e.pkg.Faults {
		e.writeFault(file, f)
		e.writeFaultTable(file, f)
	}
}

// writeFault writes:
//
//	type UnknownStop struct {
//		soap.Fault
//		Detail *UnknownStopDetail
//	}
//
//	func (f *UnknownStop) Unwrap() error { return &f.Fault }
//
//	func (f *UnknownStop) FaultDetail() string { return soap.DetailOf(f, contractNamespaces) }
//
//	func (f *UnknownStop) QuartetWriteDetail(e *schema.Encoder) { faultUnknownStop.Write(e, f.Detail) }
func (e *emitter) writeFault(file *jen.File, f *ir.Fault) {
	fault := e.soap("Fault")
	doc := documented(f.Name+" is the fault "+f.WSDLName+".", f.Doc) + "\n\n" +
		"A service returns a *" + f.Name + " to send it, and a client when it has received it; errors.As finds it there. "
	if f.Header {
		doc += "Detail is in the header of the message."
	} else {
		doc += "Detail takes the place of the field of that name in [soap.Fault]."
	}
	file.Add(comment(doc)).Type().Id(f.Name).Struct(fault, jen.Id("Detail").Add(e.resultType(f.Detail)))
	file.Line()
	receiver := jen.Params(jen.Id("f").Op("*").Id(f.Name))
	file.Add(comment("Unwrap returns the embedded [soap.Fault].")).Func().Add(receiver.Clone()).Id("Unwrap").Params().Error().
		Block(jen.Return(jen.Op("&").Id("f").Dot("Fault")))
	file.Line()
	write := "QuartetWriteHeader"
	if !f.Header {
		write = "QuartetWriteDetail"
		e.writeFaultDetail(file, receiver.Clone())
	}
	file.Func().Add(receiver).Id(write).Params(jen.Id("e").Op("*").Add(e.schema("Encoder"))).
		Block(jen.Id(f.Var).Dot("Write").Call(jen.Id("e"), jen.Id("f").Dot("Detail")))
	file.Line()
}

func (e *emitter) writeFaultDetail(file *jen.File, receiver jen.Code) {
	file.Add(comment("FaultDetail returns the detail as markup.")).Func().Add(receiver).Id("FaultDetail").Params().String().
		Block(jen.Return(e.soap("DetailOf").Call(jen.Id("f"), jen.Id("contractNamespaces"))))
	file.Line()
}

// writeFaultTable writes:
//
//	var faultUnknownStop = contract.Fault{
//		Element: schema.ElementName{NS: 1, Local: "unknownStop"},
//		Codec:   schema.StructOf{Zero: (*UnknownStopDetail)(nil)},
//		New: func(detail any) error {
//			v, _ := detail.(*UnknownStopDetail)
//			return &UnknownStop{Detail: v}
//		},
//	}
func (e *emitter) writeFaultTable(file *jen.File, f *ir.Fault) {
	create := jen.Func().Params(jen.Id("detail").Id("any")).Error().Block(
		jen.List(jen.Id("v"), jen.Id("_")).Op(":=").Id("detail").Assert(e.resultType(f.Detail)),
		jen.Return(jen.Op("&").Id(f.Name).Values(jen.Id("Detail").Op(":").Id("v"))),
	)
	rows := []jen.Code{
		jen.Id("Element").Op(":").Add(e.schema("ElementName")).Add(e.name(f.Wire)),
		jen.Id("Codec").Op(":").Add(e.valueCodec(f.Detail)),
		jen.Id("New").Op(":").Add(create),
	}
	if f.Detail.Item.Nillable {
		rows = append(rows, jen.Id("Null").Op(":").True())
	}
	if f.Encoded {
		rows = append(rows, jen.Id("Encoded").Op(":").True())
	}
	file.Var().Id(f.Var).Op("=").Add(e.contract("Fault")).Add(lines(rows...))
	file.Line()
}

// faultList returns: []*contract.Fault{&faultUnknownStop}
func (e *emitter) faultList(faults []*ir.Fault) *jen.Statement {
	return jen.Index().Op("*").Add(e.contract("Fault")).ValuesFunc(func(g *jen.Group) {
		for _, f := range faults {
			g.Op("&").Id(f.Var)
		}
	})
}

// faultDoc returns a sentence on the faults of an operation, for its
// documentation; "" if there are none.
func faultDoc(op *ir.Operation) string {
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
			text = "Its faults: "
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
