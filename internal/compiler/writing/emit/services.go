package emit

import (
	"cmp"
	"slices"

	"github.com/dave/jennifer/jen"

	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/contract"
)

// writeServices writes service.go: for each service its interface, handler,
// client, and an implementation that returns errors.
func (e *emitter) writeServices(file *jen.File) {
	e.writePackageComment(file)
	for _, s := range e.pkg.Services {
		e.writeInterface(file, s)
		e.writeSeq(file, s)
		e.writeNewHandler(file, s)
		e.writeClient(file, s)
		e.writeUnimplemented(file, s)
	}
}

// writeInterface writes:
//
//	type Realtime interface {
//		// Lists every station.
//		GetAllStationsXML(ctx context.Context) ([]ObjStation, error)
//	}
//
// What the contract says of every operation alike, the comment of the interface says.
func (e *emitter) writeInterface(file *jen.File, s *ir.Service) {
	doc := documented(s.Name+" is the service "+s.WSDLName+".", s.Doc) + "\n\n" +
		"Implement it once, and " + s.NewHandler + " serves it over every binding of the contract. " +
		"A *" + s.Client + " is " + withArticle(s.Name) + ", too."
	details := []func(*ir.Operation, string) string{e.requestDoc, faultDoc, headerDoc}
	details = slices.DeleteFunc(details, func(detail func(*ir.Operation, string) string) bool {
		if !sameOfAll(s.Operations, detail) {
			return false
		}
		doc = documented(doc, detail(s.Operations[0], "Every method's"))
		return true
	})
	file.Add(comment(doc)).Type().Id(s.Name).InterfaceFunc(func(g *jen.Group) {
		for _, op := range s.Operations {
			doc := cmp.Or(op.Doc, op.Name+" is the operation "+op.OverloadName+".")
			for _, detail := range details {
				doc = documented(doc, detail(op, "Its"))
			}
			g.Add(comment(doc).Id(op.Name).Add(e.signature(op, true)))
		}
	})
	file.Line()
}

// requestDoc says that a request may be nil: where the element in the Body is not a wrapper of parameters, clients leave it out
// for a null argument.
func (e *emitter) requestDoc(op *ir.Operation, whose string) string {
	described := e.described().Operation(op)
	for i := range described.Wires {
		if op.Request != nil && described.IsBare(&described.Wires[i]) {
			return whose + " request is nil if a client sends an empty Body."
		}
	}
	return ""
}

// sameOfAll reports whether there are many operations, and a detail of all of them is
// the same.
func sameOfAll(ops []*ir.Operation, detail func(*ir.Operation, string) string) bool {
	const many = 4
	return len(ops) >= many && !slices.ContainsFunc(ops, func(op *ir.Operation) bool { return detail(op, "") != detail(ops[0], "") })
}

// signature returns: (ctx context.Context, req *Request) (Result, error). The names
// of parameters are fixed, so that no name of a contract shadows an import.
func (e *emitter) signature(op *ir.Operation, named bool) *jen.Statement {
	if op.Result == nil {
		return e.arguments(op, named).Error()
	}
	return e.arguments(op, named).Params(e.resultType(op.Result), jen.Error())
}

// arguments returns: (ctx context.Context, req *Request)
func (e *emitter) arguments(op *ir.Operation, named bool) *jen.Statement {
	ctx, req := jen.Id("ctx"), jen.Id("req")
	if !named {
		ctx, req = jen.Null(), jen.Null()
	}
	params := []jen.Code{ctx.Qual("context", "Context")}
	if op.Request != nil {
		params = append(params, req.Op("*").Add(e.structID(op.Request)))
	}
	return jen.Params(params...)
}

// resultType returns: []T, []*T, *T or T.
func (e *emitter) resultType(r *ir.Result) *jen.Statement {
	if r.Array != nil {
		return e.fieldType(r.Array.Array.Item)
	}
	return e.inForm(r.Form(), &r.Item)
}

// itemType returns the type of a list's items: T or *T.
func (e *emitter) itemType(r *ir.Result) *jen.Statement {
	return e.itemIn(r.Form(), &r.Item)
}

// writeSeq writes:
//
//	type RealtimeSeq interface {
//		GetAllStationsXMLSeq(ctx context.Context) iter.Seq2[ObjStation, error]
//	}
func (e *emitter) writeSeq(file *jen.File, s *ir.Service) {
	if s.Seq == "" {
		return
	}
	doc := s.Seq + " lists the streaming methods. Each is the method of " + s.Name + " with the name before Seq, item by item. " +
		"A *" + s.Client + " is " + withArticle(s.Seq) + ", and " + s.WithStreams + " makes a handler use one. " +
		"To implement some of them, embed " + s.Unimplemented + ", whose methods return nil."
	file.Add(comment(doc)).Type().Id(s.Seq).InterfaceFunc(func(g *jen.Group) {
		for _, op := range lists(s) {
			g.Id(op.Seq).Add(e.seqSignature(op, true))
		}
	})
	file.Line()
}

// lists returns the operations whose results are lists that can be streamed.
func lists(s *ir.Service) []*ir.Operation {
	return slices.DeleteFunc(slices.Clone(s.Operations), func(op *ir.Operation) bool { return !op.IsList() })
}

// seqSignature returns: (ctx context.Context, req *Request) iter.Seq2[Item, error]
func (e *emitter) seqSignature(op *ir.Operation, named bool) *jen.Statement {
	return e.arguments(op, named).Qual("iter", "Seq2").Types(e.itemType(op.Result), jen.Error())
}

// writeNewHandler writes:
//
//	func NewHandler(service Realtime, opts ...soap.HandlerOption) http.Handler {
//		call := func(ctx context.Context, op *contract.Operation, req any) (any, error) {
//			switch op.Name {
//			case "getStation":
//				return service.GetStation(ctx, req.(*GetStation))
//			}
//			return nil, soap.ErrNotOffered
//		}
//		return soap.NewHandler(contractOfRealtime.With(operationsOfRealtime...), &contractDocuments, call, opts)
//	}
func (e *emitter) writeNewHandler(file *jen.File, s *ir.Service) {
	doc := s.NewHandler + " serves the service over the bindings of the contract, at the paths of their addresses " +
		"unless an option says otherwise, and serves the contract at ?wsdl. " +
		"The handler may be used by many goroutines at once, and calls the service from many. " +
		"The service must not be nil. If an option cannot be used, the handler logs why and answers every request with status 500."
	call := e.callFunc(jen.Params(jen.Any(), jen.Error()), s.Operations, func(op *ir.Operation) []jen.Code {
		call := jen.Id("service").Dot(op.Name).Call(e.asserted(op)...)
		if op.Result == nil {
			return []jen.Code{jen.Nil(), call}
		}
		return []jen.Code{call}
	}, jen.Nil(), e.soap("ErrNotOffered"))
	served := jen.Id(s.Contract).Dot("With").Call()
	if len(s.Operations) > 0 {
		served = jen.Id(s.Contract).Dot("With").Call(jen.Id(s.OperationList).Op("..."))
	}
	file.Add(comment(doc)).Func().Id(s.NewHandler).
		Params(jen.Id("service").Id(s.Name), jen.Id("opts").Op("...").Add(e.soap("HandlerOption"))).Qual("net/http", "Handler").
		Block(
			jen.Id("call").Op(":=").Add(call),
			jen.Return(e.soap("NewHandler").Call(served, e.documents(), jen.Id("call"), e.options(s, "HandlerOption"))),
		)
	file.Line()
	e.writeWithStreams(file, s)
}

// writeWithStreams writes:
//
//	func WithStreams(streams RealtimeSeq) soap.HandlerOption {
//		return soap.WithStreams(&contractOfRealtime, func(ctx context.Context, op *contract.Operation, req any) soap.Sequence {
//			switch op.Name {
//			case "getStations":
//				return soap.Items(streams.GetStationsSeq(ctx))
//			}
//			return nil
//		})
//	}
func (e *emitter) writeWithStreams(file *jen.File, s *ir.Service) {
	if s.Seq == "" {
		return
	}
	doc := s.WithStreams + " makes " + s.NewHandler + " send lists item by item, as the methods of streams yield them, so that the whole list is never in memory, " +
		"unless an option needs it: validate.WithValidation, or interceptors without soap.WithStreaming. " +
		"If a method returns a nil sequence, the handler calls the method of " + s.Name + " instead. " +
		"An error ends the list. Up to the first 32 KiB of the response nothing has been sent, and the client gets a fault; " +
		"later the handler closes the connection. The context is cancelled when the client disconnects."
	sequence := e.callFunc(e.soap("Sequence"), lists(s), func(op *ir.Operation) []jen.Code {
		return []jen.Code{e.soap("Items").Call(jen.Id("streams").Dot(op.Seq).Call(e.asserted(op)...))}
	}, jen.Nil())
	file.Add(comment(doc)).Func().Id(s.WithStreams).Params(jen.Id("streams").Id(s.Seq)).Add(e.soap("HandlerOption")).
		Block(jen.Return(e.soap("WithStreams").Call(jen.Op("&").Id(s.Contract), sequence)))
	file.Line()
}

// callFunc returns a function that calls a method for each operation:
//
//	func(ctx context.Context, op *contract.Operation, req any) (any, error) {
//		switch op.Name {
//		case "getStation":
//			return service.GetStation(ctx, req.(*GetStation))
//		}
//		return nil, soap.ErrNotOffered
//	}
func (e *emitter) callFunc(result jen.Code, ops []*ir.Operation, call func(*ir.Operation) []jen.Code, otherwise ...jen.Code) *jen.Statement {
	return jen.Func().Params(jen.Id("ctx").Qual("context", "Context"), jen.Id("op").Op("*").Add(e.contract("Operation")), jen.Id("req").Any()).Add(result).Block(
		jen.Switch(jen.Id("op").Dot("Name")).BlockFunc(func(g *jen.Group) {
			for _, op := range ops {
				g.Case(text(op.OverloadName)).Block(jen.Return(call(op)...))
			}
		}),
		jen.Return(otherwise...),
	)
}

// documents returns: &contractDocuments
func (e *emitter) documents() *jen.Statement {
	if len(e.pkg.Documents) == 0 {
		return jen.Nil()
	}
	return jen.Op("&").Id("contractDocuments")
}

// asserted returns the arguments of a method of the service: ctx, req.(*GetStation)
func (e *emitter) asserted(op *ir.Operation) []jen.Code {
	if op.Request == nil {
		return []jen.Code{jen.Id("ctx")}
	}
	return []jen.Code{jen.Id("ctx"), jen.Id("req").Assert(jen.Op("*").Add(e.structID(op.Request)))}
}

// writeClient writes:
//
//	type Client struct {
//		caller *soap.Caller
//	}
//
//	func NewClient(address string, binding contract.Binding, opts ...soap.ClientOption) (*Client, error) {
//		caller, err := soap.NewCaller(&contractOfRealtime, address, binding, opts)
//		if err != nil {
//			return nil, err
//		}
//		return &Client{caller}, nil
//	}
//
//	func (c *Client) GetAllStationsXML(ctx context.Context) ([]ObjStation, error) {
//		return soap.Invoke[[]ObjStation](ctx, c.caller, &opGetAllStationsXML, nil)
//	}
//
//	// GetAllStationsXMLSeq is GetAllStationsXML, item by item.
//	func (c *Client) GetAllStationsXMLSeq(ctx context.Context) iter.Seq2[ObjStation, error] {
//		return soap.InvokeSeq[ObjStation](ctx, c.caller, &opGetAllStationsXML, nil)
//	}
func (e *emitter) writeClient(file *jen.File, s *ir.Service) {
	doc := s.Client + " calls the service over one binding. It is " + withArticle(s.Name) + ". It may be used by many goroutines at once."
	if s.Seq != "" {
		doc += "\n\nThe methods of " + s.Seq + " return a list item by item as they arrive. Each loop over a sequence makes a call; " +
			"leaving the loop ends the transfer. An error comes last, after the items before it."
	}
	file.Add(comment(doc)).
		Type().Id(s.Client).Struct(jen.Id("caller").Op("*").Add(e.soap("Caller")))
	file.Line()
	client := jen.Parens(jen.Op("*").Id(s.Client)).Parens(jen.Nil())
	file.Var().Id("_").Id(s.Name).Op("=").Add(client)
	if s.Seq != "" {
		file.Var().Id("_").Id(s.Seq).Op("=").Add(client.Clone())
	}
	file.Line()
	doc = s.NewClient + " returns a client for the port at address, or at the contract's address for the binding if address is empty. " +
		"It fails if the contract has no port with the binding, or if the address or an option cannot be used" + policyDoc(s) + ". It does not connect. " +
		"Options are in package soap, and validate.WithValidation, in a package below it, compares messages with the schema."
	file.Add(comment(doc)).Func().Id(s.NewClient).
		Params(jen.Id("address").String(), jen.Id("binding").Add(e.soap("Binding")), jen.Id("opts").Op("...").Add(e.soap("ClientOption"))).
		Params(jen.Op("*").Id(s.Client), jen.Error()).
		Block(
			jen.List(jen.Id("caller"), jen.Err()).Op(":=").Add(e.soap("NewCaller")).Call(jen.Op("&").Id(s.Contract), jen.Id("address"), jen.Id("binding"), e.options(s, "ClientOption")),
			jen.If(jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Nil(), jen.Err())),
			jen.Return(jen.Op("&").Id(s.Client).Values(jen.Id("caller")), jen.Nil()),
		)
	file.Line()
	for _, op := range s.Operations {
		e.writeClientMethod(file, s, op)
		if op.IsList() {
			e.writeClientSeq(file, s, op)
		}
	}
}

// options returns the options of a handler or a client, after those that its policies ask for:
//
//	append([]soap.ClientOption{wsa.ByPolicy()}, opts...)
func (e *emitter) options(s *ir.Service, kind string) *jen.Statement {
	if !slices.ContainsFunc(s.Ports, func(p contract.Port) bool { return p.Policy != nil && p.Policy.Addressing != contract.Unmentioned }) {
		return jen.Id("opts")
	}
	return jen.Append(jen.Index().Add(e.soap(kind)).Values(e.below("wsa", "ByPolicy").Call()), jen.Id("opts").Op("..."))
}

// policyDoc says that options have to satisfy the policies of the contract, if they demand anything.
func policyDoc(s *ir.Service) string {
	for _, p := range s.Ports {
		if p.Policy != nil && p.Policy.Needs != nil {
			return ", and with a *soap.PolicyError if the options do not satisfy the policy of the port"
		}
	}
	return ""
}

func (e *emitter) writeClientMethod(file *jen.File, s *ir.Service, op *ir.Operation) {
	var body []jen.Code
	if op.Result == nil {
		args := callArguments(op)
		call := jen.Id("c").Dot("caller").Dot("Do").Call(args[0], args[2], args[3])
		body = []jen.Code{jen.List(jen.Id("_"), jen.Err()).Op(":=").Add(call), jen.Return(jen.Err())}
	} else {
		body = []jen.Code{jen.Return(e.soap("Invoke").Types(e.resultType(op.Result)).Call(callArguments(op)...))}
	}
	file.Add(comment(op.Name + " calls the operation " + op.OverloadName + ".")).
		Func().Params(jen.Id("c").Op("*").Id(s.Client)).Id(op.Name).Add(e.signature(op, true)).Block(body...)
	file.Line()
}

func (e *emitter) writeClientSeq(file *jen.File, s *ir.Service, op *ir.Operation) {
	file.Add(comment(op.Seq + " is " + op.Name + ", item by item.")).
		Func().Params(jen.Id("c").Op("*").Id(s.Client)).Id(op.Seq).Add(e.seqSignature(op, true)).
		Block(jen.Return(e.soap("InvokeSeq").Types(e.itemType(op.Result)).Call(callArguments(op)...)))
	file.Line()
}

// callArguments returns: ctx, c.caller, &opGetAllStationsXML, nil
func callArguments(op *ir.Operation) []jen.Code {
	req := jen.Nil()
	if op.Request != nil {
		req = jen.Id("req")
	}
	return []jen.Code{jen.Id("ctx"), jen.Id("c").Dot("caller"), jen.Op("&").Id(op.Var), req}
}

// writeUnimplemented writes:
//
//	type UnimplementedRealtime struct{}
//
//	func (UnimplementedRealtime) GetAllStationsXML(context.Context) ([]ObjStation, error) { return nil, soap.ErrNotOffered }
//	func (UnimplementedRealtime) Count(context.Context) (result int32, err error) { return result, soap.ErrNotOffered }
//	func (UnimplementedRealtime) GetAllStationsXMLSeq(context.Context) iter.Seq2[ObjStation, error] { return nil }
func (e *emitter) writeUnimplemented(file *jen.File, s *ir.Service) {
	doc := s.Unimplemented + " is " + withArticle(s.Name) + " whose operations all return [soap.ErrNotOffered]. " +
		"An implementation that embeds it keeps compiling when the contract grows."
	if s.Seq != "" {
		doc += " The methods of " + s.Seq + " return nil."
	}
	file.Add(comment(doc)).Type().Id(s.Unimplemented).Struct()
	file.Line()
	for _, op := range s.Operations {
		signature, failed := e.signature(op, false), []jen.Code{jen.Nil(), e.soap("ErrNotOffered")}
		switch {
		case op.Result == nil:
			failed = failed[1:]
		case op.Result.Must:
			signature = e.arguments(op, false).Params(jen.Id("result").Add(e.resultType(op.Result)), jen.Id("err").Error())
			failed[0] = jen.Id("result")
		}
		file.Func().Params(jen.Id(s.Unimplemented)).Id(op.Name).Add(signature).Add(inLine(jen.Return(failed...)))
	}
	for _, op := range lists(s) {
		file.Func().Params(jen.Id(s.Unimplemented)).Id(op.Seq).Add(e.seqSignature(op, false)).Add(inLine(jen.Return(jen.Nil())))
	}
	file.Line()
}
