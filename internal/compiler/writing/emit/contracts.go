package emit

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"example.com/quartet/internal/compiler/writing/descriptor"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/contract"
)

// writeContracts writes contract.go: the tables of each service, and the documents
// that its handler serves.
func (e *emitter) writeContracts(file *jen.File) {
	e.writeNamespaces(file)
	for _, s := range e.pkg.Services {
		messages, short := e.described().Shorten(s)
		e.writeContract(file, s, messages)
		if len(s.Operations) > 0 {
			e.writeOperationList(file, s, short)
		}
		for i, op := range s.Operations {
			e.writeOperation(file, op, short[i])
		}
	}
	for _, h := range e.pkg.Headers {
		e.writeHeaderTable(file, h)
	}
	for _, f := range e.pkg.Faults {
		e.writeFaultTable(file, f)
	}
	e.writeDocuments(file)
	e.writeProtocol(file)
}

// writeContract writes:
//
//	// contractOfRealtime describes the service for handlers and clients.
//	var contractOfRealtime = contract.Contract{
//		Service: "Realtime",
//		Ports: []contract.Port{
//			{Name: "RealtimeSoap", Binding: contract.SOAP11, Address: "http://..."},
//		},
//	}
func (e *emitter) writeContract(file *jen.File, s *ir.Service, messages []contract.Wire) {
	described := e.described().Contract(s, descriptor.Optional{})
	var info fieldList
	info.add("Service", text(described.Service))
	info.add("Doc", code(e.literal(described.Doc)))
	info.add("NewClient", text(e.pkg.Name+"."+s.NewClient))
	info.add("Namespaces", jen.Id("contractNamespaces"))
	info.add("Types", jen.Op("&").Id(e.typesVar()))
	info.add("XSI", code(e.literal(described.XSI)))
	if e.pkg.Multipart {
		info.add("Multipart", e.multipart("Related").Values())
	}
	info.add("Readers", code(e.literal(e.pkg.Readers)))
	if s.IsEncoded() {
		info.add("InlineReferences", e.encoded("InlineReferences"))
	}
	info.add("PortType", code(e.literal(described.PortType)))
	info.add("Ports", code(e.literal(described.Ports)))
	info.add("Messages", code(e.literal(messages)))
	file.Add(comment(s.Contract + " describes the service for handlers and clients.")).
		Var().Id(s.Contract).Op("=").Add(e.contract("Contract")).Add(lines(info...))
	file.Line()
}

// writeOperationList writes:
//
//	var operationsOfRealtime = []*contract.Operation{
//		&opGetStations,
//	}
func (e *emitter) writeOperationList(file *jen.File, s *ir.Service, short []*contract.Operation) {
	doc := s.OperationList + " are the operations. "
	if i := slices.IndexFunc(short, func(op *contract.Operation) bool { return op.Wires == nil }); i >= 0 {
		doc += "One without Wires has the Messages of " + s.Contract + ", with its name in place of each asterisk. " +
			"For example, " + short[i].Name + " has " + wireText(e.described().Operation(s.Operations[i]).Wires) + "\n\n"
	}
	doc += "The types Operation and Wire of package contract describe the fields."
	var list []jen.Code
	for _, op := range s.Operations {
		list = append(list, jen.Op("&").Id(op.Var))
	}
	file.Add(comment(doc)).
		Var().Id(s.OperationList).Op("=").Index().Op("*").Add(e.contract("Operation")).Add(lines(list...))
	file.Line()
}

// wireText describes messages: "over SOAP 1.1, action urn:a, request a, response aResponse/aResult."
func wireText(wires []contract.Wire) string {
	var all []string
	for _, w := range wires {
		var bindings, names []string
		for _, b := range w.Bindings {
			bindings = append(bindings, b.String())
		}
		for _, name := range w.Out {
			names = append(names, name.Local)
		}
		var has []string
		add := func(label, value string) {
			if value != "" {
				has = append(has, label+" "+value)
			}
		}
		add("action", w.Action)
		add("path", w.Path)
		add("request", w.In.Local)
		add("response", strings.Join(names, "/"))
		all = append(all, "over "+strings.Join(bindings, " and ")+": "+strings.Join(has, ", "))
	}
	return strings.Join(all, "; ") + "."
}

// writeOperation writes:
//
//	var opGetStationsFilterXML = contract.Operation{
//		Name: "getStationsFilterXML", Method: "GetStationsFilterXML", Root: "ArrayOfObjStationFilter",
//		Doc: "Lists the stations that match.",
//		Request: (*GetStationsFilterXML)(nil),
//		Result:  &schema.Value{Zero: (*[]ObjStationFilter)(nil), Tag: "objStationFilter"},
//	}
func (e *emitter) writeOperation(file *jen.File, op *ir.Operation, o *contract.Operation) {
	var info fieldList
	var first fieldList
	first.add("Name", text(o.Name))
	if op.Name != o.Name {
		first.add("Method", code(e.literal(op.Name)))
	}
	first.add("OverloadOf", code(e.literal(o.OverloadOf)))
	first.add("Out", code(e.literal(o.Out)))
	first.add("OutMust", code(e.literal(o.OutMust)))
	first.add("OutNil", code(e.literal(o.OutNil)))
	first.add("Root", code(e.literal(o.Root)))
	info = append(info, first.inLine())
	info.add("Doc", code(e.literal(o.Doc)))
	info.add("Params", code(e.literal(o.Params)))
	info.add("Order", code(e.literal(o.Order)))
	if op.Request != nil {
		info.add("Request", zeroOf(e.structID(op.Request)))
	}
	if o.Result != nil {
		info.add("Result", e.value(op.Result))
	}
	info.add("ResultRequired", code(e.literal(o.ResultRequired)))
	info.add("OneWay", code(e.literal(o.OneWay)))
	info.add("Faults", code(e.literal(o.Faults)))
	info.add("Wires", code(e.literal(o.Wires)))
	file.Var().Id(op.Var).Op("=").Add(e.contract("Operation")).Add(lines(info...))
	file.Line()
}

// fieldList holds the fields of a composite literal.
type fieldList []jen.Code

// add adds a field unless its value is nil.
func (l *fieldList) add(name string, value jen.Code) {
	if value != nil {
		*l = append(*l, jen.Id(name).Op(":").Add(value))
	}
}

// inLine returns the fields as one item of a list, so that they are on one line.
func (l fieldList) inLine() *jen.Statement {
	return jen.Custom(jen.Options{Separator: ","}, l...)
}

// writeNamespaces writes the namespace table.
func (e *emitter) writeNamespaces(file *jen.File) {
	e.writeNumbers(file)
	rows := namespaceRows(e.pkg.Namespaces)
	number := "their index"
	if slices.ContainsFunc(e.pkg.Namespaces, func(n ir.TableEntry) bool { return n.ID != 0 }) {
		number = "their ID, or else " + number
	}
	file.Add(comment("contractNamespaces are the namespaces of the contract's messages. Names refer to them by number: " + number + ".")).
		Var().Id("contractNamespaces").Op("=").Index().Add(e.schema("Namespace")).Add(lines(rows...))
	file.Line()
}

// inPlaceMark is the start of the line that names the embedded documents that belong
// to the contract itself. Package write does not replace them.
const inPlaceMark = "// Not written by quartet: "

// writeDocuments writes:
//
//	//go:embed realtime.wsdl realtime.xsd
//	var contractFiles embed.FS
//
//	var contractDocuments = contract.DocumentSet{
//		Files: &contractFiles,
//		Documents: []contract.Document{
//			{Name: "realtime.xsd", Schema: true, File: "realtime.xsd"},
//		},
//	}
//
//	type contractSchema struct{}
//
//	func (contractSchema) Documents() *contract.DocumentSet { return &contractDocuments }
func (e *emitter) writeDocuments(file *jen.File) {
	set := e.described().Documents()
	if set == nil {
		set = new(contract.DocumentSet) // nothing but the schema of XML Schema
	}
	var info fieldList
	if len(set.Documents) > 0 {
		e.writeFiles(file)
		info.add("Files", jen.Op("&").Id("contractFiles"))
	}
	info.add("Documents", code(e.literal(set.Documents)))
	info.add("Replaced", code(e.literal(set.Replaced)))
	info.add("WellKnown", code(e.literal(set.WellKnown)))
	info.add("Lenient", code(e.literal(set.Lenient)))
	what := "the documents of the contract"
	if len(e.pkg.Services) == 0 {
		what = "the schemas of the package"
	}
	file.Add(comment("contractDocuments are " + what + ".")).
		Var().Id("contractDocuments").Op("=").Add(e.contract("DocumentSet")).Add(lines(info...))
	file.Line()
	file.Add(comment(schemaType + " has the schemas in these documents. Only validation calls its method: the linker leaves it out of other programs.")).
		Type().Id(schemaType).Struct()
	file.Line()
	file.Func().Params(jen.Id(schemaType)).Id("Documents").Params().Op("*").Add(e.contract("DocumentSet")).
		Add(inLine(jen.Return(jen.Op("&").Id("contractDocuments"))))
	file.Line()
}

// writeFiles writes contractFiles.
func (e *emitter) writeFiles(file *jen.File) {
	var names, inPlace []string
	for _, d := range e.pkg.Documents {
		if !d.Same {
			names = append(names, d.File)
		}
		if d.InPlace {
			inPlace = append(inPlace, d.File)
		}
	}
	if len(inPlace) > 0 {
		file.Comment(inPlaceMark + strings.Join(inPlace, " "))
	}
	file.Comment("//go:embed " + strings.Join(names, " ")) // File has only characters that need no quotes
	file.Var().Id("contractFiles").Qual("embed", "FS")
	file.Line()
}
