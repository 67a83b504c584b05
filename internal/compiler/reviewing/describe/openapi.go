package describe

import (
	"cmp"
	"context"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/jsonhttp"
)

// OpenAPI returns the description of services over JSON and their HTTP bindings in OpenAPI 3.1, with samples of messages and the
// documentation in the schema. A sample that cannot be made or written is left out.
func OpenAPI(ctx context.Context, services []*contract.Contract) ([]byte, error) {
	address := ""
	if ports := services[0].Ports; len(ports) > 0 {
		address = ports[0].Address
	}
	ports := make(exchangers)
	example := func(info *contract.Contract, op *contract.Operation, b contract.Binding) (request, result []byte) {
		s := ports.exchange(ctx, info, op, info.Port(b))
		return []byte(s.Body), []byte(s.Response)
	}
	details := jsonhttp.Details{Address: cmp.Or(address, "/"), Documented: true, Others: services[1:], Example: example}
	return jsonhttp.OpenAPI(services[0], details)
}
