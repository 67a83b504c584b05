package emit

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"example.com/quartet/internal/compiler/writing/descriptor"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
)

// operationsDoc says how to read the tables of operations.
const operationsDoc = "Wires has the messages of each over some of the bindings: In is the element of a request, " +
	"Out the elements of a response from the outermost to the result, and ActionNS the number of the namespace that Action begins with. " +
	"The type Wire of package contract has the details."

// writeContracts writes contract.go: the tables of each service, and the documents
// that its handler serves.
func (e *emitter) writeContracts(file *jen.File) {
	e.writeNamespaces(file)
	for _, s := range e.pkg.Services {
		e.writeContract(file, s)
		if len(s.Operations) > 0 {
			e.writeOperationList(file, s)
		}
		for _, op := range s.Operations {
			e.writeOperation(file, op)
		}
	}
	for _, f := range e.pkg.Faults {
		e.writeFaultTable(file, f)
	}
	if len(e.pkg.Documents) > 0 {
		e.writeDocuments(file)
	}
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
func (e *emitter) writeContract(file *jen.File, s *ir.Service) {
	var ports []jen.Code
	described := e.described().Contract(s, descriptor.Optional{})
	for _, p := range described.Ports {
		ports = append(ports, row(key("Name"), str(p.Name), key("Binding"), e.binding(p.Binding), key("Address"), str(p.Address)))
	}
	rows := []jen.Code{
		jen.Id("Service").Op(":").Add(text(described.Service)),
		jen.Id("Namespaces").Op(":").Id("contractNamespaces"),
		jen.Id("Types").Op(":").Op("&").Id(e.typesVar()),
		jen.Id("Ports").Op(":").Index().Add(e.contract("Port")).Add(lines(ports...)),
	}
	if described.Doc != "" {
		rows = append(rows, jen.Id("Doc").Op(":").Add(text(described.Doc)))
	}
	if e.pkg.Multipart {
		rows = append(rows, jen.Id("Multipart").Op(":").Add(e.multipart("Related")).Values())
	}
	if s.IsEncoded() {
		rows = append(rows, jen.Id("InlineReferences").Op(":").Add(e.encoded("InlineReferences")))
	}
	if described.XSI {
		rows = append(rows, jen.Id("XSI").Op(":").True())
	}
	rows = append(rows, jen.Id("NewClient").Op(":").Add(text(e.pkg.Name+"."+s.NewClient)))
	file.Add(comment(s.Contract + " describes the service for handlers and clients.")).
		Var().Id(s.Contract).Op("=").Add(e.contract("Contract")).Add(lines(rows...))
	file.Line()
}

// writeOperationList writes:
//
//	var operationsOfRealtime = []*contract.Operation{
//		&opGetStations,
//	}
func (e *emitter) writeOperationList(file *jen.File, s *ir.Service) {
	var list []jen.Code
	for _, op := range s.Operations {
		list = append(list, jen.Op("&").Id(op.Var))
	}
	file.Add(comment(s.OperationList + " are the operations. " + operationsDoc)).
		Var().Id(s.OperationList).Op("=").Index().Op("*").Add(e.contract("Operation")).Add(lines(list...))
	file.Line()
}

// writeOperation writes:
//
//	var opGetStationsFilterXML = contract.Operation{
//		Name:    "getStationsFilterXML",
//		Method:  "GetStationsFilterXML",
//		Wires:   []contract.Wire{...},
//		Request: &typeOfGetStationsFilterXML,
//		Result:  &schema.Value{Zero: (*[]ObjStationFilter)(nil), Row: schema.Row{...}},
//	}
func (e *emitter) writeOperation(file *jen.File, op *ir.Operation) {
	o := e.described().Operation(op)
	var info fieldList
	info.add("Name", text(o.Name))
	info.add("Method", str(op.Name))
	info.add("OverloadOf", str(o.OverloadOf))
	info.add("Doc", str(o.Doc))
	info.add("Params", stringList(o.Params))
	info.add("OneWay", flag(o.OneWay))
	info.add("Faults", e.faultList(o.Faults))
	var wires []jen.Code
	for i := range o.Wires {
		wires = append(wires, e.wire(&o.Wires[i]))
	}
	info.add("Wires", jen.Index().Add(e.contract("Wire")).Add(lines(wires...)))
	info.add("Request", e.of(o.Request))
	if o.Result != nil {
		info.add("Result", e.value(op.Result))
	}
	info.add("ResultRequired", flag(o.ResultRequired))
	info.add("Order", stringList(o.Order))
	file.Var().Id(op.Var).Op("=").Add(e.contract("Operation")).Add(lines(info...))
	file.Line()
}

// stringList returns: []string{"a", "b"}. It returns nil for none.
func stringList(list []string) jen.Code {
	if len(list) == 0 {
		return nil
	}
	return jen.Index().String().ValuesFunc(func(g *jen.Group) {
		for _, s := range list {
			g.Add(text(s))
		}
	})
}

// wire returns: {Bindings: []contract.Binding{contract.SOAP11, contract.SOAP12}, Action: "...", In: schema.ElementName{NS: 1, Local: "getX"}, Out: ...}
func (e *emitter) wire(w *contract.Wire) jen.Code {
	bindings := jen.Index().Add(e.contract("Binding")).ValuesFunc(func(g *jen.Group) {
		for _, b := range w.Bindings {
			g.Add(e.binding(b))
		}
	})
	var common fieldList
	common.add("Bindings", bindings)
	common.add("Action", str(w.Action))
	common.add("ActionNS", number(w.ActionNS))
	common.add("Action12", flag(w.Action12))
	common.add("RPC", flag(w.RPC))
	if w.In.Local != "" {
		common.add("In", e.schema("ElementName").Add(e.name(w.In)))
	}
	common.add("Body", flag(w.Body))
	common.add("OutBody", flag(w.OutBody))
	common.add("OutNil", flag(w.OutNil))
	common.add("OutMust", flag(w.OutMust))
	common.add("Encoded", flag(w.Encoded))
	common.add("Path", str(w.Path))
	common.add("Out", e.nameList(w.Out))
	common.add("More", e.wireMore(w.More))
	return lines(common...)
}

// wireMore returns: &contract.WireMore{Replace: true}
func (e *emitter) wireMore(w *contract.WireMore) jen.Code {
	if w == nil {
		return nil
	}
	var more fieldList
	more.add("Addressed", str(w.Addressed))
	more.add("Members", e.nameList(w.Members))
	more.add("Parts", e.partList(w.Parts))
	more.add("OutType", str(w.OutType))
	more.add("Attachments", e.attachmentList(w.Attachments))
	more.add("OutAttachments", e.attachmentList(w.OutAttachments))
	more.add("Headers", e.headerList(w.Headers))
	more.add("OutHeaders", e.headerList(w.OutHeaders))
	more.add("HeaderFaults", e.faultList(w.HeaderFaults))
	more.add("Query", str(w.Query))
	more.add("Replace", flag(w.Replace))
	more.add("Send", e.content(w.Send))
	more.add("Receive", e.content(w.Receive))
	more.add("MediaType", str(w.MediaType))
	more.add("ReplyType", str(w.ReplyType))
	more.add("DispatchParams", e.dispatchParamList(w.DispatchParams))
	if len(more) == 1 {
		return jen.Op("&").Add(e.contract("WireMore")).Values(more...)
	}
	return jen.Op("&").Add(e.contract("WireMore")).Add(lines(more...))
}

// fieldList holds the fields of a composite literal.
type fieldList []jen.Code

// add adds a field unless its value is nil.
func (l *fieldList) add(name string, value jen.Code) {
	if value != nil {
		*l = append(*l, jen.Id(name).Op(":").Add(value))
	}
}

// nameList returns: []schema.ElementName{{NS: 1, Local: "getX"}}
func (e *emitter) nameList(names []schema.ElementName) jen.Code {
	if len(names) == 0 {
		return nil
	}
	var list []jen.Code
	for _, n := range names {
		list = append(list, e.name(n))
	}
	return jen.Index().Add(e.schema("ElementName")).Values(list...)
}

// partList returns: []contract.Part{{Name: schema.ElementName{Local: "code"}, Type: xsd.QName{Space: "http://...", Local: "string"}}}
func (e *emitter) partList(parts []contract.Part) jen.Code {
	if len(parts) == 0 {
		return nil
	}
	var rows []jen.Code
	for _, p := range parts {
		var typ jen.Code
		if p.Type.Local != "" {
			typ = e.xsd("QName").Add(row(key("Space"), str(p.Type.Space), key("Local"), str(p.Type.Local)))
		}
		rows = append(rows, row(key("Name"), e.schema("ElementName").Add(e.name(p.Name)), key("Type"), typ))
	}
	return jen.Index().Add(e.contract("Part")).Add(lines(rows...))
}

// dispatchParamList returns: []contract.DispatchParam{{Name: "request", Values: []string{"GetFeature"}}}
func (e *emitter) dispatchParamList(all []contract.DispatchParam) jen.Code {
	if len(all) == 0 {
		return nil
	}
	var rows []jen.Code
	for _, g := range all {
		var values []jen.Code
		for _, v := range g.Values {
			values = append(values, text(v))
		}
		rows = append(rows, row(key("Name"), text(g.Name), key("Values"), jen.Index().String().Values(values...)))
	}
	return jen.Index().Add(e.contract("DispatchParam")).Values(rows...)
}

// content returns the constant for a form of message, nil for the default.
func (e *emitter) content(c contract.BodyKind) jen.Code {
	if c == contract.ContentDefault {
		return nil
	}
	return e.contract(ir.ContentName(c))
}

// binding returns the constant for a binding.
func (e *emitter) binding(b contract.Binding) *jen.Statement {
	return e.contract(ir.BindingName(b))
}

// name returns: {NS: 1, Local: "getAllStationsXML"}
func (e *emitter) name(n schema.ElementName) *jen.Statement {
	return row(key("NS"), e.namespace(n.NS), key("Local"), text(n.Local))
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

// inPlaceMark is the start of the line that names the embedded documents which are those
// of the contract itself. Package write does not replace them.
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
func (e *emitter) writeDocuments(file *jen.File) {
	var names, inPlace []string
	for _, d := range e.pkg.Documents {
		if !d.Same {
			names = append(names, d.File)
		}
		if d.InPlace {
			inPlace = append(inPlace, d.File)
		}
	}
	var documents, replaced []jen.Code
	set := e.described().Documents()
	for _, d := range set.Documents {
		documents = append(documents, e.document(d))
	}
	for _, r := range set.Replaced {
		replaced = append(replaced, row(key("From"), str(r.From), key("NS"), number(r.NS)))
	}
	if len(inPlace) > 0 {
		file.Comment(inPlaceMark + strings.Join(inPlace, " "))
	}
	file.Comment("//go:embed " + strings.Join(names, " ")) // File has only characters that need no quotes
	file.Var().Id("contractFiles").Qual("embed", "FS")
	file.Line()
	rows := []jen.Code{
		jen.Id("Files").Op(":").Op("&").Id("contractFiles"),
		jen.Id("Documents").Op(":").Index().Add(e.contract("Document")).Add(lines(documents...)),
	}
	if len(replaced) > 0 {
		rows = append(rows, jen.Id("Replaced").Op(":").Index().Add(e.contract("ReplacedNamespace")).Add(lines(replaced...)))
	}
	file.Add(comment("contractDocuments are the documents of the contract.")).
		Var().Id("contractDocuments").Op("=").Add(e.contract("DocumentSet")).Add(lines(rows...))
	file.Line()
}

// document returns: {Name: "realtime.xsd", Schema: true, File: "realtime.xsd"}
func (e *emitter) document(d contract.Document) jen.Code {
	rows := []jen.Code{key("Name"), str(d.Name), key("Form"), str(d.Form), key("Schema"), flag(d.Schema), key("File"), str(d.File)}
	var references []jen.Code
	for _, r := range d.References {
		references = append(references, row(key("Location"), str(r.Location), key("Document"), str(r.Document)))
	}
	if len(references) > 0 {
		rows = append(rows, key("References"), jen.Index().Add(e.contract("DocumentReference")).Add(lines(references...)))
	}
	return row(rows...)
}
