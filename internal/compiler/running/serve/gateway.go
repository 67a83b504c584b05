package serve

import (
	"context"
	"net/http"

	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
)

// gateway passes calls on to a service.
type gateway struct {
	caller *soap.Caller
	err    error // why there is no caller
}

// newGateway returns a gateway to the service at an address, over the first binding of the contract that it has. What policies
// demand besides is not there; the service knows.
func newGateway(info *contract.Contract, config *Config) *gateway {
	options := []soap.ClientOption{
		soap.WithHTTPClient(&http.Client{Transport: LimitedTransport()}), soap.WithCharsetReader(xmltree.NewCharsetReader),
		soap.WithAssertions(info.Assertions()...), config.MTOM, config.Addressing,
	}
	g := new(gateway)
	g.caller, g.err = soap.NewCaller(info, config.To.String(), info.Ports[0].Binding, options)
	return g
}

// call calls an operation with the HTTP credentials of the request.
func (g *gateway) call(ctx context.Context, op *contract.Operation, req any) (any, error) {
	if g.err != nil {
		return nil, g.err
	}
	if call, ok := soap.CallInfo(ctx); ok {
		var out *soap.Outbound
		ctx, out = soap.NewOutbound(ctx)
		if value := call.RequestHeader.Get("Authorization"); value != "" {
			out.Header.Set("Authorization", value)
		}
	}
	return g.caller.Do(ctx, op, req)
}
