package emit

import (
	"fmt"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/contract"
)

// writeServices writes service.go: for each service its interface, handler,
// client, and an implementation that returns errors.
func (e *emitter) writeServices() {
	e.writePackageComment()
	for _, s := range e.pkg.Services {
		e.writeInterface(s)
		e.writeSeq(s)
		e.writeNewHandler(s)
		e.writeClient(s)
		e.writeUnimplemented(s)
	}
}

// writeInterface writes the interface of a service. What the contract says of every operation alike, the comment of the interface
// says.
func (e *emitter) writeInterface(s *ir.Service) {
	doc := introduced(isA(s.Name, "service", s.WSDLName), s.Doc) + "\n\n" +
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
	var methods []string
	for _, op := range s.Operations {
		doc := op.Doc
		if doc == "" && !isSameName(op.Name, op.OverloadName) {
			doc = isA(op.Name, "operation", op.OverloadName)
		}
		for _, detail := range details {
			doc = documented(doc, detail(op, "Its"))
		}
		methods = append(methods, comment(doc)+op.Name+e.signature(op, true))
	}
	e.declare(doc, "type %s %s", s.Name, body("interface", methods))
}

// body returns a type literal with lines in it: struct{} without any.
func body(kind string, lines []string) string {
	if len(lines) == 0 {
		return kind + "{}"
	}
	return kind + " {\n" + strings.Join(lines, "\n") + "\n}"
}

// requestDoc says that a request may be nil: where the element in the Body is not a wrapper of parameters, clients leave it out
// for a null argument.
func (e *emitter) requestDoc(op *ir.Operation, whose string) string {
	described := e.described.Operation(op)
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
func (e *emitter) signature(op *ir.Operation, named bool) string {
	if op.Result == nil {
		return e.parameters(op, named) + " error"
	}
	return fmt.Sprintf("%s (%s, error)", e.parameters(op, named), e.goTypes().Result(op.Result))
}

// parameters returns: (ctx context.Context, req *Request)
func (e *emitter) parameters(op *ir.Operation, named bool) string {
	ctx, req := "ctx ", "req "
	if !named {
		ctx, req = "", ""
	}
	parameters := ctx + e.file.qualified("context", "Context")
	if op.Request != nil {
		parameters += ", " + req + "*" + e.goTypes().Struct(op.Request)
	}
	return "(" + parameters + ")"
}

// arguments returns what a method hands on: ctx, req
func arguments(op *ir.Operation) string {
	if op.Request == nil {
		return "ctx"
	}
	return "ctx, req"
}

// writeSeq writes the interface of the streaming methods of a service.
func (e *emitter) writeSeq(s *ir.Service) {
	if s.Seq == "" {
		return
	}
	doc := s.Seq + " lists the streaming methods. Each is the method of " + s.Name + " with the name before Seq, item by item. " +
		"A *" + s.Client + " is " + withArticle(s.Seq) + ", and " + s.WithStreams + " makes a handler use one. " +
		"To implement some of them, embed " + s.Unimplemented + ", whose methods return nil."
	methods := collect.Each(lists(s), func(op *ir.Operation) string { return op.Seq + e.seqSignature(op, true) })
	e.declare(doc, "type %s %s", s.Seq, body("interface", methods))
}

// lists returns the operations whose results are lists that can be streamed.
func lists(s *ir.Service) []*ir.Operation {
	return slices.DeleteFunc(slices.Clone(s.Operations), func(op *ir.Operation) bool { return !op.IsList() })
}

// seqSignature returns: (ctx context.Context, req *Request) iter.Seq2[Item, error]
func (e *emitter) seqSignature(op *ir.Operation, named bool) string {
	return fmt.Sprintf("%s %s[%s, error]", e.parameters(op, named), e.file.qualified("iter", "Seq2"), e.goTypes().Item(op.Result))
}

// writeNewHandler writes the function that returns a handler of a service, and the option for its streaming methods.
func (e *emitter) writeNewHandler(s *ir.Service) {
	doc := s.NewHandler + " serves the service over the bindings of the contract, at the paths of their addresses " +
		"unless an option says otherwise, and serves the contract at ?wsdl. " +
		"The handler may be used by many goroutines at once, and calls the service from many. " +
		"The service must not be nil. If an option cannot be used, the handler logs why and answers every request with status 500."
	call := e.callFunc("(any, error)", s.Operations, func(op *ir.Operation, arguments string) string {
		call := "service." + op.Name + arguments
		if op.Result == nil {
			return "nil, " + call
		}
		return call
	}, "nil, "+e.soap("ErrNotOffered"))
	operations, documents := "", "nil"
	if len(s.Operations) > 0 {
		operations = s.OperationList + "..."
	}
	if len(e.pkg.Documents) > 0 {
		documents = "&contractDocuments"
	}
	e.declare(doc, `func %s(service %s, opts ...%s) %s {
	call := %s
	return %s(%s.With(%s), %s, call, %s)
}`, s.NewHandler, s.Name, e.soap("HandlerOption"), e.file.qualified("net/http", "Handler"),
		call,
		e.soap("NewHandler"), s.Contract, operations, documents, e.options(s, "HandlerOption"))
	e.writeWithStreams(s)
}

func (e *emitter) writeWithStreams(s *ir.Service) {
	if s.Seq == "" {
		return
	}
	doc := s.WithStreams + " makes " + s.NewHandler + " send lists item by item, as the methods of streams yield them; " +
		"see [soap.WithStreams]. If a method returns nil, the handler calls the method of " + s.Name + "."
	sequence := e.callFunc(e.soap("Sequence"), lists(s), func(op *ir.Operation, arguments string) string {
		return e.soap("Items") + "(streams." + op.Seq + arguments + ")"
	}, "nil")
	e.declare(doc, `func %s(streams %s) %s {
	return %s(&%s, %s)
}`, s.WithStreams, s.Seq, e.soap("HandlerOption"), e.soap("WithStreams"), s.Contract, sequence)
}

// callFunc returns a function that calls a method for each operation. call returns the results for an operation, from the arguments of
// its method: (ctx, req.(*GetStation)).
func (e *emitter) callFunc(result string, ops []*ir.Operation, call func(op *ir.Operation, arguments string) string, otherwise string) string {
	var cases []string
	req := "_"
	for _, op := range ops {
		arguments := "(ctx)"
		if op.Request != nil {
			req = "req"
			arguments = "(ctx, req.(*" + e.goTypes().Struct(op.Request) + "))"
		}
		cases = append(cases, "case "+text(op.OverloadName)+":\nreturn "+call(op, arguments))
	}
	return fmt.Sprintf(`func(ctx %s, op *%s, %s any) %s {
	switch op.Name {
	%s
	}
	return %s
}`, e.file.qualified("context", "Context"), e.contract("Operation"), req, result, strings.Join(cases, "\n"), otherwise)
}

// writeClient writes the client of a service.
func (e *emitter) writeClient(s *ir.Service) {
	doc := s.Client + " calls the service over one binding. It is " + withArticle(s.Name) + ". It may be used by many goroutines at once."
	if s.Seq != "" {
		doc += "\n\nThe methods of " + s.Seq + " return a list item by item. Each loop over a sequence makes a call, and leaving the loop ends it. An error comes last."
	}
	e.declare(doc, "type %s struct {\ncaller *%s\n}", s.Client, e.soap("Caller"))
	for _, name := range []string{s.Name, s.Seq} {
		if name != "" {
			e.write("var _ %s = (*%s)(nil)", name, s.Client)
		}
	}
	e.write("")
	doc = s.NewClient + " returns a client for the port at address, or at the contract's address for the binding if address is empty. " +
		"It fails if the contract has no port with the binding, or if the address or an option cannot be used" + policyDoc(s) + ". It does not connect. " +
		"Options are in package soap; validate.WithValidation compares with the schema."
	e.declare(doc, `func %s(address string, binding %s, opts ...%s) (*%s, error) {
	caller, err := %s(&%s, address, binding, %s)
	if err != nil {
		return nil, err
	}
	return &%s{caller}, nil
}`, s.NewClient, e.soap("Binding"), e.soap("ClientOption"), s.Client,
		e.soap("NewCaller"), s.Contract, e.options(s, "ClientOption"),
		s.Client)
	for _, op := range s.Operations {
		e.writeClientMethods(s, op)
	}
}

// options returns the options of a handler or a client, after those that its policies ask for:
//
//	append([]soap.ClientOption{wsa.ByPolicy()}, opts...)
func (e *emitter) options(s *ir.Service, kind string) string {
	if !slices.ContainsFunc(s.Ports, func(p contract.Port) bool { return p.Policy != nil && p.Policy.Addressing != contract.Unmentioned }) {
		return "opts"
	}
	return fmt.Sprintf("append([]%s{%s()}, opts...)", e.soap(kind), e.below("wsa", "ByPolicy"))
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

// writeClientMethods writes the methods of a client for an operation.
func (e *emitter) writeClientMethods(s *ir.Service, op *ir.Operation) {
	req := "nil"
	if op.Request != nil {
		req = "req"
	}
	call := fmt.Sprintf("_, err := c.caller.Do(ctx, &%s, %s)\nreturn err", op.Var, req)
	if op.Result != nil {
		call = fmt.Sprintf("return %s[%s](ctx, c.caller, &%s, %s)", e.soap("Invoke"), e.goTypes().Result(op.Result), op.Var, req)
	}
	e.declare(op.Name+" implements "+s.Name+".", "func (c *%s) %s%s {\n%s\n}", s.Client, op.Name, e.signature(op, true), call)
	if op.IsList() {
		e.declare(op.Seq+" is "+op.Name+", item by item.", "func (c *%s) %s%s {\nreturn %s[%s](ctx, c.caller, &%s, %s)\n}",
			s.Client, op.Seq, e.seqSignature(op, true), e.soap("InvokeSeq"), e.goTypes().Item(op.Result), op.Var, req)
	}
}

// writeUnimplemented writes an implementation of a service whose methods return an error. If the result cannot be nil, the
// result has a name, and so its zero value is returned.
func (e *emitter) writeUnimplemented(s *ir.Service) {
	doc := s.Unimplemented + " is " + withArticle(s.Name) + " whose operations all return [soap.ErrNotOffered]. " +
		"An implementation that embeds it keeps compiling when the contract grows."
	if s.Seq != "" {
		doc += " The methods of " + s.Seq + " return nil."
	}
	e.declare(doc, "type %s struct{}", s.Unimplemented)
	for _, op := range s.Operations {
		signature, result := e.signature(op, false), "nil, "
		switch {
		case op.Result == nil:
			result = ""
		case op.Result.Must:
			signature = fmt.Sprintf("%s (result %s, err error)", e.parameters(op, false), e.goTypes().Result(op.Result))
			result = "result, "
		}
		e.method(op.Name+" returns [soap.ErrNotOffered].", "func (%s) %s%s { return %s%s }", s.Unimplemented, op.Name, signature, result, e.soap("ErrNotOffered"))
	}
	for _, op := range lists(s) {
		e.method(op.Seq+" returns nil.", "func (%s) %s%s { return nil }", s.Unimplemented, op.Seq, e.seqSignature(op, false))
	}
}
