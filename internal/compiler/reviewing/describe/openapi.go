package describe

import (
	"cmp"
	"context"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/jsonhttp"
	"example.com/quartet/templates/soap/sample"
)

// OpenAPI returns the description of a service over JSON and its HTTP bindings in OpenAPI 3.1, with samples of messages and the
// documentation in the schema. A sample that cannot be made or written is left out.
func OpenAPI(ctx context.Context, info *contract.Contract) ([]byte, error) {
	address := ""
	if len(info.Ports) > 0 {
		address = info.Ports[0].Address
	}
	ports := make(exchangers)
	example := func(op *contract.Operation, b contract.Binding) (request, result []byte) {
		if b == contract.JSON {
			return jsonSample(info, op)
		}
		s := ports.exchange(ctx, info, op, info.Port(b))
		return []byte(s.Body), []byte(s.Response)
	}
	return jsonhttp.OpenAPI(info, jsonhttp.Details{Address: cmp.Or(address, "/"), Documented: true, Example: example})
}

func jsonSample(info *contract.Contract, op *contract.Operation) (request, result []byte) {
	if op.RequestType() != nil {
		if v, err := sample.Request(info, op); err == nil {
			request, _ = jsonhttp.AppendRequest(nil, info, op, v)
		}
	}
	if op.Result != nil {
		if v, err := sample.Result(info, op); err == nil {
			result, _ = jsonhttp.AppendValue(nil, info, op.Result, v)
		}
	}
	return request, result
}
