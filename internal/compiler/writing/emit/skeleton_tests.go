package emit

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/contract"
)

// writeTest writes the test of a service. The functions faultsOnly, headers, request and check are the same for all contracts.
func (r *skeletonRenderer) writeTest(service *SkeletonService) {
	clients := clientsOf(service)
	t := "t *" + r.file.qualified("testing", "T")
	var b strings.Builder
	fmt.Fprintf(&b, "handler := %s\n", r.newHandler(service, "faultsOnly(t)"))
	if len(clients) > 0 {
		fmt.Fprintf(&b, "server := %s(handler)\ndefer server.Close()\n", r.file.qualified("net/http/httptest", "NewServer"))
	}
	for _, client := range clients {
		fmt.Fprintf(&b, "%s, err := %s(server.URL+%s, %s)\nif err != nil {\nt.Fatal(err)\n}\n", client.name, r.generated(service.NewClient),
			text(escapedPath(AddressPath(client.port.Address))), r.soap(client.port.Binding.Constant()))
	}
	fmt.Fprintf(&b, "ctx := %s()\n", r.file.qualified("context", "Background"))
	for _, op := range service.Operations {
		fmt.Fprintf(&b, "\nt.Run(%s, func(%s) {\n%s})\n", text(op.Name), t, r.subtest(service, clients, op))
	}
	if service.Added == "" {
		b.WriteString("\n" + r.contractTest(service, t))
	}
	name, operations := "Test"+service.Name+service.Added, "each operation"
	if service.Added != "" {
		operations = "each new operation"
	}
	doc := name + " calls " + operations + " with a sample that is made from the contract, to which the answer may be a fault. An operation that is not implemented is skipped."
	r.declare(doc, "func %s(%s) {\n%s\n}", name, t, strings.TrimSuffix(b.String(), "\n"))
}

// contractTest returns a subtest of what the contract and the standards demand.
func (r *skeletonRenderer) contractTest(service *SkeletonService, t string) string {
	run := "Run"
	if len(r.Services) > 1 {
		run += service.Name
	}
	return fmt.Sprintf("%st.Run(\"contract\", func(%s) {\n%s(t, %s)\n})", comment("What the contract and the standards demand of all answers, faults among them."),
		t, r.file.qualified(path.Join(r.ImportPath, TestFolder(r.pkg.Name)), run), r.newHandler(service))
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

// subtest returns the body of the function that tests an operation:
//
//	ctx := headers(ctx, t, handler, "getStation", soap.SOAP12)
//	_, err := client.GetStation(ctx, request[realtime.GetStation](t, handler, "getStation"))
//	check(t, err)
func (r *skeletonRenderer) subtest(service *SkeletonService, clients []testClient, op *ir.Operation) string {
	caller, own, results, request := "(new("+service.Type+"))", "", "err", ""
	if i := slices.IndexFunc(clients, func(c testClient) bool { return offers(op, c.port.Binding) }); i >= 0 {
		caller = clients[i].name
		if binding := clients[i].port.Binding; !r.WithoutHeaders && hasHeaders(op, binding) {
			r.SendsHeaders = true
			own = fmt.Sprintf("ctx := headers(ctx, t, handler, %s, %s)\n", text(op.OverloadName), r.soap(binding.Constant()))
		}
	}
	if op.Request != nil {
		request = fmt.Sprintf(", request[%s](t, handler, %s)", r.goTypes().Struct(op.Request), text(op.OverloadName))
	}
	if op.Result != nil {
		results = "_, err"
	}
	return fmt.Sprintf("%s%s := %s.%s(ctx%s)\ncheck(t, err)\n", own, results, caller, op.Name, request)
}

// hasHeaders reports whether requests of an operation have headers over a binding.
func hasHeaders(op *ir.Operation, binding contract.Binding) bool {
	return slices.ContainsFunc(op.Wires, func(w *ir.Wire) bool { return slices.Contains(w.Bindings, binding) && len(w.Headers) > 0 })
}
