package emit

import (
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/writing/descriptor"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
)

// writeContracts writes contract.go: the tables of each service, and the documents
// that its handler serves.
func (e *emitter) writeContracts() {
	e.writeNamespaces()
	for _, s := range e.pkg.Services {
		messages, short := e.described.Shorten(s)
		e.writeContract(s, messages)
		if len(s.Operations) > 0 {
			e.writeOperationList(s, short)
		}
		for i, op := range s.Operations {
			e.writeOperation(op, short[i])
		}
	}
	for _, h := range e.pkg.Headers {
		e.writeHeaderTable(h)
	}
	for _, f := range e.pkg.Faults {
		e.writeFaultTable(f)
	}
	e.writeDocuments()
	e.writeProtocol()
}

// writeContract writes the description of a service.
func (e *emitter) writeContract(s *ir.Service, messages []contract.Wire) {
	described := e.described.Contract(s, descriptor.Optional{})
	described.NewClient, described.Readers, described.Messages = e.pkg.Name+"."+s.NewClient, e.pkg.Readers, messages
	all := e.fieldsOf(described, "Service", "Doc", "NewClient")
	all.add("Namespaces", "contractNamespaces")
	all.add("Types", "&"+e.typesVar())
	all = append(all, e.fieldsOf(described, "XSI")...)
	if e.pkg.Multipart {
		all.add("Multipart", e.below("multipart", "Related")+"{}")
	}
	all = append(all, e.fieldsOf(described, "Readers")...)
	if s.IsEncoded() {
		all.add("InlineReferences", e.below("encoded", "InlineReferences"))
	}
	all = append(all, e.fieldsOf(described, "PortType", "Ports", "Messages")...)
	e.declare(s.Contract+" describes the service for handlers and clients.", "var %s = %s%s", s.Contract, e.contract("Contract"), lines(all))
}

// writeOperationList writes the list of the operations of a service.
func (e *emitter) writeOperationList(s *ir.Service, short []*contract.Operation) {
	doc := s.OperationList + " are the operations. "
	if i := slices.IndexFunc(short, func(op *contract.Operation) bool { return op.Wires == nil }); i >= 0 {
		doc += "One without Wires has the Messages of " + s.Contract + ", with its name in place of each asterisk. " +
			"For example, " + short[i].Name + " has " + wireText(e.described.Operation(s.Operations[i]).Wires) + "\n\n"
	}
	doc += "The types Operation and Wire of package contract describe the fields."
	list := collect.Each(s.Operations, func(op *ir.Operation) string { return "&" + op.Var })
	e.declare(doc, "var %s = []*%s%s", s.OperationList, e.contract("Operation"), lines(list))
}

// wireText describes messages: "over SOAP 1.1, action urn:a, request a, response aResponse/aResult."
func wireText(wires []contract.Wire) string {
	var all []string
	for _, w := range wires {
		bindings := collect.Each(w.Bindings, contract.Binding.String)
		var has []string
		add := func(label, value string) {
			if value != "" {
				has = append(has, label+" "+value)
			}
		}
		add("action", w.Action)
		add("path", w.Path)
		add("request", w.In.Local)
		add("response", collect.Joined(w.Out, "/", func(n schema.ElementName) string { return n.Local }))
		all = append(all, "over "+strings.Join(bindings, " and ")+": "+strings.Join(has, ", "))
	}
	return strings.Join(all, "; ") + "."
}

// writeOperation writes the description of an operation, which begins with what it is called in the contract and in messages.
func (e *emitter) writeOperation(op *ir.Operation, short *contract.Operation) {
	o := *short
	if op.Name != o.Name {
		o.Method = op.Name
	}
	all := fields{strings.Join(e.fieldsOf(&o, "Name", "Method", "OverloadOf", "Out", "OutMust", "OutNil", "Root"), ", ")}
	all = append(all, e.fieldsOf(&o, "Doc", "Params", "Order")...)
	if op.Request != nil {
		all.add("Request", zeroOf(e.goTypes().Struct(op.Request)))
	}
	if op.Result != nil {
		all.add("Result", e.value(op.Result))
	}
	all = append(all, e.fieldsOf(&o, "ResultRequired", "OneWay", "Faults", "Wires")...)
	e.declare("", "var %s = %s%s", op.Var, e.contract("Operation"), lines(all))
}

// value returns the description of the value of an element:
//
//	&schema.Value{Zero: (*[]Stop)(nil), Tag: "stop"}
func (e *emitter) value(r *ir.Result) string {
	v := e.described.Value(r)
	all := fields{"Zero: " + zeroOf(e.goTypes().Result(r))}
	item := &r.Item
	if r.Array != nil {
		item = r.Array.Array.Item
	}
	tag, named := e.valueTag(&v)
	if tag != "" {
		all.add("Tag", text(tag))
	}
	isElsewhere := e.service != nil || !e.declares(item) // the table that has the item is not the table of the package
	if isElsewhere && named {
		all.add("Table", "&"+e.typesVar())
	}
	if isElsewhere && r.Array != nil {
		all.add("Arrays", e.below("encoded", "Arrays")+"{}")
	}
	return "&" + e.schema("Value") + inLine(all)
}

// zeroOf returns a nil pointer to a type: (*Colour)(nil)
func zeroOf(typ string) string { return "(*" + typ + ")(nil)" }

// writeNamespaces writes the namespace table.
func (e *emitter) writeNamespaces() {
	e.writeNumbers()
	e.declare("contractNamespaces are the namespaces of messages.",
		"var contractNamespaces = %s", e.namespaceList(e.pkg.Namespaces))
}

// namespaceList returns: []schema.Namespace{{URI: "urn:t", Prefix: "ns1"}}
func (e *emitter) namespaceList(table []ir.TableEntry) string {
	var rows []string
	for _, ns := range table {
		var all fields
		all.add("URI", e.literal(ns.URI))
		all.add("Prefix", e.literal(ns.Prefix))
		if ns.ID != 0 {
			all.add("ID", ns.Const)
		}
		rows = append(rows, inLine(all))
	}
	return "[]" + e.schema("Namespace") + lines(rows)
}

// inPlaceMark is the start of the line that names the embedded documents that belong
// to the contract itself. Package write does not replace them.
const inPlaceMark = "// Not written by quartet: "

// schemaType is the type of schema.Table.Source in generated code.
const schemaType = "contractSchema"

// writeDocuments writes the documents of the contract, and a type that has the schemas in them.
func (e *emitter) writeDocuments() {
	set := e.described.Documents()
	if set == nil {
		set = new(contract.DocumentSet) // nothing but the schema of XML Schema
	}
	var all fields
	if len(set.Documents) > 0 {
		e.writeFiles()
		all.add("Files", "&contractFiles")
	}
	all = append(all, e.fieldsOf(set, "Documents", "Replaced", "WellKnown", "Lenient")...)
	what := "the documents of the contract"
	if len(e.pkg.Services) == 0 {
		what = "the schemas of the package"
	}
	e.declare("contractDocuments are "+what+".", "var contractDocuments = %s%s", e.contract("DocumentSet"), lines(all))
	e.declare(schemaType+" has the schemas in these documents. Only validation calls its method: the linker leaves it out of other programs.",
		"type %s struct{}", schemaType)
	e.declare("", "func (%s) Documents() *%s { return &contractDocuments }", schemaType, e.contract("DocumentSet"))
}

// writeFiles writes contractFiles.
func (e *emitter) writeFiles() {
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
		e.write("%s", inPlaceMark+strings.Join(inPlace, " "))
	}
	e.write("//go:embed %s", strings.Join(names, " ")) // File has only characters that need no quotes
	e.declare("", "var contractFiles %s", e.file.qualified("embed", "FS"))
}
