package serve

import (
	"context"
	"errors"
	"mime"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/validate"
)

// gateway returns a handler that passes calls on to the service at config.To, over the first binding of the contract and with the
// HTTP credentials of the request, and nothing else of its header. What policies demand besides is not there; the service knows.
func (c *Config) gateway(info *contract.Contract, documents *contract.DocumentSet, opts []soap.HandlerOption) http.Handler {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.ResponseHeaderTimeout = c.Timeout
	transport.MaxResponseHeaderBytes = 64 << 10 // some of it is passed on
	caller, err := soap.NewCaller(info, c.To.String(), info.Ports[0].Binding, append([]soap.ClientOption{
		soap.WithHTTPClient(&http.Client{Transport: limited{transport}}), soap.WithCharsetReader(xmltree.NewCharsetReader),
		soap.WithSatisfied(func([]contract.Need, bool) []contract.Need { return nil }), c.MTOM, c.Addressing,
		soap.WithResponseMemory(responseMemory), soap.WithResponseTimeout(c.Timeout),
	}, c.Options...))
	call := func(ctx context.Context, op *contract.Operation, req any) (any, error) {
		if err != nil {
			return nil, err
		}
		ctx, out := withCredentials(ctx)
		result, err := caller.Do(ctx, op, req)
		c.attach(ctx, out, false)
		return result, c.failure(ctx, out, err)
	}
	lists := func(ctx context.Context, op *contract.Operation, req any) soap.Sequence {
		if err != nil || !op.Result.IsArray() {
			return nil
		}
		return func(yield func(any, error) bool) {
			ctx, out := withCredentials(ctx)
			for list, err := range caller.Items(ctx, op, req) {
				if !yield(list, c.failure(ctx, out, err)) {
					return
				}
			}
			c.attach(ctx, out, true)
		}
	}
	if !c.NoValidate {
		opts = append(opts, validate.WithRequestValidation())
	}
	return soap.NewHandler(info, documents, call, append(opts, soap.WithRemoteFaultText(), soap.WithStreaming(), soap.WithStreams(info, lists)))
}

// attach adds the attachments of a response of the service to the one that is sent, over SOAP and unless it has begun; others are logged.
func (c *Config) attach(ctx context.Context, out *soap.Outbound, begun bool) {
	call, _ := soap.CallInfo(ctx)
	for _, a := range sendable(out.Attachments()) {
		if call.Binding.IsSOAP() && !begun {
			call.Attach(a)
		} else {
			c.Logger.WarnContext(ctx, "attachment left out", "operation", call.Operation, "binding", call.Binding.String(), "id", a.ID)
		}
	}
}

// withCredentials returns a context with which a client sends the attachments and the HTTP credentials of the request that is served.
func withCredentials(ctx context.Context) (context.Context, *soap.Outbound) {
	call, _ := soap.CallInfo(ctx)
	ctx, out := soap.NewOutbound(ctx)
	if own := call.RequestHeader["Authorization"]; own != nil {
		out.Header["Authorization"] = own
	}
	for _, a := range sendable(call.Attachments()) {
		out.Attach(a)
	}
	return ctx, out
}

// sendable returns attachments that have arrived as they can be sent: in a Content-ID what a header cannot have is percent-encoded, as it is
// in references, and an attachment gets another Content-ID if it has the one of an earlier attachment, and another media type if it has none.
func sendable(arrived []*soap.Attachment) (all []soap.Attachment) {
	seen := make(map[string]bool)
	unsendable := func(r rune) bool { return r < ' ' || r >= 0x7F }
	for i, one := range arrived {
		a := *one
		if strings.ContainsFunc(a.ID, unsendable) || strings.ContainsAny(a.ID, " <>") {
			a.ID = url.PathEscape(a.ID)
		}
		for seen[a.ID] {
			a.ID = strconv.Itoa(i+1) + "-" + a.ID
		}
		if _, _, err := mime.ParseMediaType(a.MediaType); err != nil || strings.ContainsFunc(a.MediaType, unsendable) {
			a.MediaType = ""
		}
		seen[a.ID], all = true, append(all, a)
	}
	return all
}

// failure returns the error that the caller gets. Errors that are not faults of the service are logged, and become faults with an HTTP
// status and the headers that go with it.
func (c *Config) failure(ctx context.Context, out *soap.Outbound, err error) error {
	if err == nil {
		return nil
	}
	received := out.Received()
	status := statusOf(err, received != nil)
	if status == 0 {
		return err
	}
	call, _ := soap.CallInfo(ctx)
	c.Logger.WarnContext(ctx, "call failed", "operation", call.Operation, "binding", call.Binding.String(), "status", status, "error", err)
	call.ResponseHeader["Www-Authenticate"] = received["Www-Authenticate"] // net/http has refused invalid values
	after := received.Get("Retry-After")
	if _, err := http.ParseTime(after); err == nil || after != "" && strings.Trim(after, "0123456789") == "" {
		call.ResponseHeader.Set("Retry-After", after)
	}
	return &soap.Fault{Status: status, Reason: "The gateway could not call the service: " + http.StatusText(status) + "."}
}

// statusOf returns the HTTP status for an error of a call: 0 for faults, for errors before the request was sent, and when
// nobody waits for the answer any more.
func statusOf(err error, answered bool) int {
	passed := []int{http.StatusUnauthorized, http.StatusForbidden, http.StatusTooManyRequests, http.StatusServiceUnavailable, http.StatusGatewayTimeout}
	var response *soap.HTTPError
	var network net.Error
	switch fault, isFault := soap.AsFault(err); {
	case isFault && slices.Contains(passed, fault.Status): // text over HTTP GET or POST
		return fault.Status
	case isFault || errors.Is(err, context.Canceled):
		return 0
	case errors.Is(err, soap.ErrResponseMemory):
		return http.StatusServiceUnavailable
	case errors.As(err, &response) && slices.Contains(passed, response.Status):
		return response.Status
	case errors.As(err, &network) && network.Timeout():
		return http.StatusGatewayTimeout
	case answered || network != nil:
		return http.StatusBadGateway
	}
	return 0
}
