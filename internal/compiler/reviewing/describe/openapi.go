package describe

import (
	"encoding/json"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/jsonhttp"
	"example.com/quartet/templates/soap/sample"
)

// OpenAPI returns the description of a service over JSON in OpenAPI 3.1, with samples of messages.
func OpenAPI(info *contract.Contract) ([]byte, error) {
	address := "/"
	if len(info.Ports) > 0 {
		address = info.Ports[0].Address
	}
	return jsonhttp.OpenAPI(info, address, func(op *contract.Operation) (request, result json.RawMessage) {
		if op.RequestType() != nil {
			if v, err := sample.Request(info, op); err == nil {
				request, _ = jsonhttp.AppendRequest(nil, info, op, v) // a sample that cannot be written is left out
			}
		}
		if op.Result != nil {
			if v, err := sample.Result(info, op); err == nil {
				result, _ = jsonhttp.AppendValue(nil, info, op.Result, v)
			}
		}
		return request, result
	})
}
