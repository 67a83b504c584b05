package serve

import (
	"context"
	"net/http"

	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
)

// gateway returns a function that passes calls on to the service at config.To, over the first binding of the contract and with the
// HTTP credentials of the request. What policies demand besides is not there; the service knows.
func (c *Config) gateway(info *contract.Contract) func(context.Context, *contract.Operation, any) (any, error) {
	caller, err := soap.NewCaller(info, c.To.String(), info.Ports[0].Binding, []soap.ClientOption{
		soap.WithHTTPClient(&http.Client{Transport: LimitedTransport()}), soap.WithCharsetReader(xmltree.NewCharsetReader),
		soap.WithAssertions(info.Assertions()...), c.MTOM, c.Addressing,
	})
	return func(ctx context.Context, op *contract.Operation, req any) (any, error) {
		if err != nil {
			return nil, err
		}
		call, _ := soap.CallInfo(ctx)
		ctx, out := soap.NewOutbound(ctx)
		if value := call.RequestHeader.Get("Authorization"); value != "" {
			out.Header.Set("Authorization", value)
		}
		return caller.Do(ctx, op, req)
	}
}
