package emit

import (
	"path"
	"slices"

	"github.com/dave/jennifer/jen"

	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/contract"
)

// writeTest writes:
//
//	func TestRealtime(t *testing.T) {
//		handler := realtime.NewHandler(new(Realtime), faultsOnly(t))
//		server := httptest.NewServer(handler)
//		defer server.Close()
//		client, err := realtime.NewClient(server.URL+"/realtime", soap.SOAP12)
//		if err != nil {
//			t.Fatal(err)
//		}
//		ctx := context.Background()
//
//		t.Run("GetStation", func(t *testing.T) {
//			_, err := client.GetStation(ctx, request[realtime.GetStation](t, handler, "getStation"))
//			check(t, err)
//		})
//	}
//
// For an operation with headers over SOAP:
//
//	ctx := headers(ctx, t, handler, "getStation", soap.SOAP12)
//
// The functions faultsOnly, headers, request and check are the same for all contracts.
func (r *skeletonRenderer) writeTest(file *jen.File, service *SkeletonService) {
	clients := clientsOf(service)
	doc := "Test" + service.Name + " calls each operation with a sample that is made from the contract, to which the answer may be a fault. An operation that is not implemented is skipped."
	file.Add(comment(doc)).Func().Id("Test" + service.Name).Params(jen.Id("t").Op("*").Qual("testing", "T")).BlockFunc(func(g *jen.Group) {
		g.Id("handler").Op(":=").Add(r.newHandler(service, jen.Id("faultsOnly").Call(jen.Id("t"))))
		if len(clients) > 0 {
			g.Id("server").Op(":=").Qual("net/http/httptest", "NewServer").Call(jen.Id("handler"))
			g.Defer().Id("server").Dot("Close").Call()
		}
		for _, client := range clients {
			r.writeNewClient(g, service, client)
		}
		g.Id("ctx").Op(":=").Qual("context", "Background").Call()
		for _, op := range service.Operations {
			g.Line()
			g.Id("t").Dot("Run").Call(text(op.Name), r.subtest(service, clients, op))
		}
		run := "Run"
		if len(r.Services) > 1 {
			run += service.Name
		}
		g.Line()
		g.Add(comment("What the contract and the standards demand of all answers, faults among them.").Id("t").Dot("Run").Call(jen.Lit("contract"), jen.Func().Params(jen.Id("t").Op("*").Qual("testing", "T")).Block(
			jen.Qual(path.Join(r.ImportPath, TestFolder(r.e.pkg.Name)), run).Call(jen.Id("t"), r.newHandler(service)),
		)))
	})
}

// testClient is a client in a test.
type testClient struct {
	name string
	port contract.Port
}

// clientsOf returns the clients that call all operations, except those that only HTTP HEAD offers, whose answers do not
// show why an operation has failed.
func clientsOf(service *SkeletonService) []testClient {
	var clients []testClient
	for _, op := range service.Operations {
		if slices.ContainsFunc(clients, func(c testClient) bool { return offers(op, c.port.Binding) }) {
			continue
		}
		i := slices.IndexFunc(service.Ports, func(p contract.Port) bool { return p.Binding != contract.HTTPHead && offers(op, p.Binding) })
		if i >= 0 {
			clients = append(clients, testClient{service.Ports[i].Binding.Code(), service.Ports[i]})
		}
	}
	if len(clients) == 1 {
		clients[0].name = "client"
	}
	return clients
}

// offers reports whether a binding carries an operation.
func offers(op *ir.Operation, binding contract.Binding) bool {
	return slices.ContainsFunc(op.Wires, func(w *ir.Wire) bool { return slices.Contains(w.Bindings, binding) })
}

func (r *skeletonRenderer) writeNewClient(g *jen.Group, service *SkeletonService, client testClient) {
	address := jen.Id("server").Dot("URL").Op("+").Add(text(escapedPath(AddressPath(client.port.Address))))
	g.List(jen.Id(client.name), jen.Err()).Op(":=").Qual(r.ImportPath, service.NewClient).Call(address, r.e.soap(client.port.Binding.Constant()))
	g.If(jen.Err().Op("!=").Nil()).Block(jen.Id("t").Dot("Fatal").Call(jen.Err()))
}

// subtest returns the function that tests an operation.
func (r *skeletonRenderer) subtest(service *SkeletonService, clients []testClient, op *ir.Operation) jen.Code {
	caller, own := jen.Parens(jen.New(jen.Id(service.Name))), jen.Null()
	if i := slices.IndexFunc(clients, func(c testClient) bool { return offers(op, c.port.Binding) }); i >= 0 {
		caller = jen.Id(clients[i].name)
		if binding := clients[i].port.Binding; hasHeaders(op, binding) {
			r.SendsHeaders = true
			own = jen.Id("ctx").Op(":=").Id("headers").Call(jen.Id("ctx"), jen.Id("t"), jen.Id("handler"), text(op.OverloadName), r.e.soap(binding.Constant()))
		}
	}
	args := []jen.Code{jen.Id("ctx")}
	if op.Request != nil {
		args = append(args, jen.Id("request").Types(r.e.structID(op.Request)).Call(jen.Id("t"), jen.Id("handler"), text(op.OverloadName)))
	}
	results := jen.Err()
	if op.Result != nil {
		results = jen.List(jen.Id("_"), jen.Err())
	}
	return jen.Func().Params(jen.Id("t").Op("*").Qual("testing", "T")).Block(
		own,
		results.Op(":=").Add(caller).Dot(op.Name).Call(args...),
		jen.Id("check").Call(jen.Id("t"), jen.Err()),
	)
}

// hasHeaders reports whether requests of an operation have headers over a binding.
func hasHeaders(op *ir.Operation, binding contract.Binding) bool {
	return slices.ContainsFunc(op.Wires, func(w *ir.Wire) bool { return slices.Contains(w.Bindings, binding) && len(w.Headers) > 0 })
}
