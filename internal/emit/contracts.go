package emit

import (
	"github.com/dave/jennifer/jen"

	"example.com/quartet/internal/plan"
)

// writeContracts writes contract.go: the tables of each service, and the
// documents that its handler hands out.
func (e *emitter) writeContracts(file *jen.File) {
	for _, s := range e.pkg.Services {
		e.writeContract(file, s)
		for _, op := range s.Operations {
			e.writeOperation(file, op)
		}
	}
	e.writeNamespaces(file)
	if e.pkg.Path != "" {
		e.writeTypeTable(file)
	}
	e.writeDocuments(file)
}

// writeContract writes:
//
//	var contractOfRealtime = contractInfo{
//		Service: "Realtime",
//		Ports: []portInfo{
//			{Name: "RealtimeSoap", Binding: SOAP11, Address: "http://..."},
//		},
//	}
func (e *emitter) writeContract(file *jen.File, s *plan.Service) {
	var ports []jen.Code
	for _, p := range s.Ports {
		ports = append(ports, row(key("Name"), str(p.Name), key("Binding"), e.local(string(p.Binding)), key("Address"), str(p.Address)))
	}
	rows := []jen.Code{
		jen.Id("Service").Op(":").Lit(s.WSDLName),
		jen.Id("Namespaces").Op(":").Id("contractNamespaces"),
		jen.Id("Ports").Op(":").Index().Add(e.local("PortInfo")).Add(lines(ports...)),
		jen.Id("Documents").Op(":").Id("contractDocuments"),
		jen.Id("Schema").Op(":").Op("&").Id("contractSchema"),
	}
	if s.Doc != "" {
		rows = append(rows, jen.Id("Doc").Op(":").Add(text(s.Doc)))
	}
	if e.pkg.Multipart {
		rows = append(rows, jen.Id("Multipart").Op(":").True())
	}
	if e.pkg.Nil {
		rows = append(rows, jen.Id("XSI").Op(":").True())
	}
	if e.pkg.Path != "" {
		rows = append(rows, jen.Id("Types").Op(":").Op("&").Id(e.typesVar()))
	}
	file.Var().Id(s.Contract).Op("=").Add(e.local("ContractInfo")).Add(lines(rows...))
	file.Line()
}

// writeOperation writes:
//
//	var opGetStationsFilterXML = operationOf[*GetStationsFilterXML, []ObjStationFilter]{
//		operationInfo: operationInfo{...},
//		Request: requestCodec[*GetStationsFilterXML]{...},
//		Result: listResult(...),
//	}
//
//	type opGetStationsFilterXMLSeq interface {
//		GetStationsFilterXMLSeq(ctx context.Context, req *GetStationsFilterXML) iter.Seq2[ObjStationFilter, error]
//	}
func (e *emitter) writeOperation(file *jen.File, op *plan.Operation) {
	req, res := e.local("Empty"), e.local("Empty")
	if op.Request != nil {
		req = structID(op.Request)
	}
	req = jen.Op("*").Add(req)
	if op.Result != nil {
		res = e.resultType(op.Result)
	}
	info := []jen.Code{jen.Id("Name").Op(":").Lit(op.Member)}
	if op.Doc != "" {
		info = append(info, jen.Id("Doc").Op(":").Add(text(op.Doc)))
	}
	if len(op.Params) > 0 {
		info = append(info, jen.Id("Params").Op(":").Index().String().ValuesFunc(func(g *jen.Group) {
			for _, p := range op.Params {
				g.Add(text(p))
			}
		}))
	}
	if op.OneWay {
		info = append(info, jen.Id("OneWay").Op(":").True())
	}
	if len(op.Faults) > 0 {
		info = append(info, jen.Id("Faults").Op(":").Add(e.faultList(op.Faults)))
	}
	var wires []jen.Code
	for _, w := range op.Wires {
		wires = append(wires, e.wire(w))
	}
	info = append(info, jen.Id("Wires").Op(":").Index().Add(e.local("Wire")).Add(lines(wires...)))
	rows := []jen.Code{e.local("OperationInfo").Op(":").Add(e.local("OperationInfo")).Add(lines(info...))}
	if op.Request != nil {
		rows = append(rows, jen.Id("Request").Op(":").Add(e.requestCodec(op.Request)))
	}
	if op.Result != nil {
		rows = append(rows, jen.Id("Result").Op(":").Add(e.resultCodec(op.Result)))
	}
	file.Var().Id(op.Var).Op("=").Add(e.local("OperationOf")).Types(req, res).Add(lines(rows...))
	file.Line()
	if op.IsList() {
		file.Type().Id(op.SeqInterface).Interface(jen.Id(op.Seq).Add(e.seqSignature(op)))
		file.Line()
	}
}

// wire returns: {Bindings: []Binding{SOAP11, SOAP12}, Action: "...", In: elementName{1, "getX"}, Out: ...}
func (e *emitter) wire(w plan.Wire) jen.Code {
	bindings := jen.Index().Add(e.local("Binding")).ValuesFunc(func(g *jen.Group) {
		for _, b := range w.Bindings {
			g.Add(e.local(string(b)))
		}
	})
	rows := []jen.Code{jen.Id("Bindings").Op(":").Add(bindings)}
	add := func(name string, value jen.Code) {
		if value != nil {
			rows = append(rows, jen.Id(name).Op(":").Add(value))
		}
	}
	add("Action", str(w.Action))
	add("ActNS", number(w.ActionNS))
	add("Action12", flag(w.Action12))
	if w.In.Local != "" {
		add("In", e.local("ElementName").Add(e.name(w.In)))
	}
	add("Body", flag(w.Body))
	if len(w.Members) > 0 {
		add("Members", e.nameList(w.Members))
	}
	add("OutBody", flag(w.OutBody))
	add("OutNil", flag(w.OutNil))
	if len(w.Parts) > 0 {
		add("Parts", e.partList(w.Parts))
	}
	add("Attachments", e.attachmentList(w.Attachments))
	add("OutAttachments", e.attachmentList(w.OutAttachments))
	add("Headers", e.headerList(w.Headers))
	add("OutHeaders", e.headerList(w.OutHeaders))
	if len(w.HeaderFaults) > 0 {
		add("HeaderFaults", e.faultList(w.HeaderFaults))
	}
	add("Encoded", flag(w.Encoded))
	add("OutType", str(w.OutType))
	add("Path", str(w.Path))
	add("Query", str(w.Query))
	add("Replace", flag(w.Replace))
	add("Send", e.content(w.Send))
	add("Receive", e.content(w.Receive))
	add("MediaType", str(w.MediaType))
	add("ReplyType", str(w.ReplyType))
	if len(w.Given) > 0 {
		add("Given", e.givenList(w.Given))
	}
	if len(w.Out) > 0 {
		add("Out", e.nameList(w.Out))
	}
	return lines(rows...)
}

// nameList returns: []elementName{{1, "getX"}}
func (e *emitter) nameList(names []plan.Name) jen.Code {
	var list []jen.Code
	for _, n := range names {
		list = append(list, e.name(n))
	}
	return jen.Index().Add(e.local("ElementName")).Values(list...)
}

// partList returns: []partInfo{{Name: elementName{0, "code"}, Type: QName{Space: "http://...", Local: "string"}}}
func (e *emitter) partList(parts []plan.Part) *jen.Statement {
	var rows []jen.Code
	for _, p := range parts {
		var typ jen.Code
		if p.Type.Local != "" {
			typ = e.local("QName").Add(row(key("Space"), str(p.Type.Space), key("Local"), str(p.Type.Local)))
		}
		rows = append(rows, row(key("Name"), e.local("ElementName").Add(e.name(p.Name)), key("Type"), typ))
	}
	return jen.Index().Add(e.local("PartInfo")).Add(lines(rows...))
}

// givenList returns: []givenValue{{"request", []string{"GetFeature"}}}
func (e *emitter) givenList(all []plan.Given) *jen.Statement {
	var rows []jen.Code
	for _, g := range all {
		var values []jen.Code
		for _, v := range g.Values {
			values = append(values, jen.Lit(v))
		}
		rows = append(rows, jen.Values(jen.Lit(g.Name), jen.Index().String().Values(values...)))
	}
	return jen.Index().Add(e.local("GivenValue")).Values(rows...)
}

// content returns the way to carry a message, nil for the usual one.
func (e *emitter) content(c plan.Content) jen.Code {
	if c == "" {
		return nil
	}
	return e.local(string(c))
}

// name returns: {1, "getAllStationsXML"}
func (e *emitter) name(n plan.Name) *jen.Statement {
	if e.isNumbered(n.NS) {
		return row(key("NS"), e.namespace(n.NS), key("Local"), text(n.Local))
	}
	return jen.Values(jen.Lit(n.NS), text(n.Local))
}

// requestCodec returns: requestCodec[*T]{New: func() *T { return new(T) }, Encode: (*T).encode, Decode: (*T).decode, Params: (*T).params}
func (e *emitter) requestCodec(s *plan.Struct) *jen.Statement {
	var encode, decode, params jen.Code
	if !s.NoCodec {
		encode, decode = structMethod(s, "encode"), structMethod(s, "decode")
	}
	if len(s.Params) > 0 {
		params = e.paramsOf(s)
	}
	return e.local("RequestCodec").Types(jen.Op("*").Add(structID(s))).Add(row(
		key("New"), creator(s), key("Encode"), encode, key("Attrs"), flag(s.HasAttrs()), key("Decode"), decode, key("Params"), params))
}

// resultCodec returns the call that makes the codec, for a list:
// listResult(field{Name: "objStation", NS: 1}, "<objStation>", "</objStation>", (*ObjStation).encode, (*ObjStation).decode)
func (e *emitter) resultCodec(r *plan.Result) *jen.Statement {
	if r.Array != nil {
		return e.arrayResult(r.Array)
	}
	f := &r.Item
	if f.Struct != nil && f.Struct.IsGroup() {
		return e.memberResult(f.Struct)
	}
	var encode, decode *jen.Statement
	if f.Poly {
		encode, decode = e.interfaceFunc("encode", f.Struct), e.interfaceFunc("decode", f.Struct)
	} else if f.Struct != nil {
		encode, decode = structMethod(f.Struct, "encode"), structMethod(f.Struct, "decode")
	} else {
		encode, decode = e.writer(f.Scalar, inElement), e.reader(f.Scalar)
	}
	if r.Kind == plan.OneResult {
		switch {
		case f.Poly:
			return e.local("NilResult").Call(encode, decode)
		case f.Struct != nil:
			return e.local("StructResult").Call(jen.Lit(f.Struct.HasAttrs()), creator(f.Struct))
		case r.Must:
			return e.local("ValueResult").Call(encode, decode)
		}
		return e.local("OptValueResult").Call(encode, decode)
	}
	item := e.local("Field").Add(row(key("Name"), str(f.Wire.Local), key("NS"), e.namespace(f.Wire.NS)))
	args := []jen.Code{item, text(f.Open), text(f.Close)}
	if f.Nillable {
		args = append(args, text(f.Null))
	}
	if f.Struct != nil && !f.Poly && f.Nillable {
		return e.local("NillableListResult").Call(append(args, creator(f.Struct))...)
	}
	return e.local(listCodec(f)).Call(append(args, encode, decode)...)
}

// memberResult returns: memberResult(func() *ShapeGroup { return new(ShapeGroup) }, (*ShapeGroup).encode, (*ShapeGroup).decodeField, elementName{1, "circle"})
func (e *emitter) memberResult(s *plan.Struct) *jen.Statement {
	args := []jen.Code{creator(s), structMethod(s, "encode"), structMethod(s, e.own("decodeField"))}
	for _, f := range s.Fields {
		args = append(args, e.local("ElementName").Add(e.name(f.Wire)))
	}
	return e.local("MemberResult").Call(args...)
}

// creator returns: func() *Stop { return new(Stop) }
func creator(s *plan.Struct) *jen.Statement {
	return jen.Func().Params().Op("*").Add(structID(s)).Block(jen.Return(newStruct(s)))
}

func listCodec(f *plan.Field) string {
	switch {
	case f.Struct != nil && !f.Poly:
		return "ListResult"
	case f.Nillable:
		return "NillableValueListResult"
	}
	return "ValueListResult"
}

// writeNamespaces writes the namespace table.
func (e *emitter) writeNamespaces(file *jen.File) {
	e.writeNumbers(file)
	rows := e.namespaceRows(e.pkg.Namespaces)
	file.Add(comment("contractNamespaces are the namespaces of the contract's messages; names refer to them by index.")).
		Var().Id("contractNamespaces").Op("=").Index().Add(e.local("Namespace")).Add(lines(rows...))
	file.Line()
}

// writeDocuments writes the contract's documents, cut where addresses and
// namespaces stand.
func (e *emitter) writeDocuments(file *jen.File) {
	var documents []jen.Code
	for _, d := range e.pkg.Documents {
		var parts []jen.Code
		for _, p := range d.Parts {
			parts = append(parts, row(key("Text"), str(p.Text), key("Port"), str(p.Port), key("Service"), str(p.Service), key("Import"), str(p.Import), key("NS"), number(p.NS)))
		}
		var rows []jen.Code
		if d.Name != "" {
			rows = append(rows, jen.Id("Name").Op(":").Lit(d.Name))
		}
		if d.Schema {
			rows = append(rows, jen.Id("Schema").Op(":").True())
		}
		rows = append(rows, jen.Id("Parts").Op(":").Index().Add(e.local("DocumentPart")).Add(lines(parts...)))
		documents = append(documents, lines(rows...))
	}
	file.Add(comment("contractDocuments are the documents of the contract.")).
		Var().Id("contractDocuments").Op("=").Index().Add(e.local("DocumentInfo")).Add(lines(documents...))
	file.Line()
}
