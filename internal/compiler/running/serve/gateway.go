package serve

import (
	"context"
	"net/http"

	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
)

// gateway returns a handler that passes calls on to the service at config.To, over the first binding of the contract and with the
// HTTP credentials of the request, and nothing else of its header. What policies demand besides is not there; the service knows.
func (c *Config) gateway(info *contract.Contract, documents *contract.DocumentSet, opts []soap.HandlerOption) http.Handler {
	caller, err := soap.NewCaller(info, c.To.String(), info.Ports[0].Binding, []soap.ClientOption{
		soap.WithHTTPClient(&http.Client{Transport: LimitedTransport()}), soap.WithCharsetReader(xmltree.NewCharsetReader),
		soap.WithAssertions(info.Assertions()...), c.MTOM, c.Addressing,
	})
	call := func(ctx context.Context, op *contract.Operation, req any) (any, error) {
		if err != nil {
			return nil, err
		}
		return caller.Do(withCredentials(ctx), op, req)
	}
	lists := func(ctx context.Context, op *contract.Operation, req any) soap.Sequence {
		if err != nil || !op.Result.IsArray() {
			return nil
		}
		return caller.Items(withCredentials(ctx), op, req)
	}
	return soap.NewHandler(info, documents, call, append(opts, soap.WithRemoteFaultText(), soap.WithStreaming(), soap.WithStreams(info, lists)))
}

// withCredentials returns a context with which a client sends the HTTP credentials of the request that is served.
func withCredentials(ctx context.Context) context.Context {
	call, _ := soap.CallInfo(ctx)
	ctx, out := soap.NewOutbound(ctx)
	if value := call.RequestHeader.Get("Authorization"); value != "" {
		out.Header.Set("Authorization", value)
	}
	return ctx
}
