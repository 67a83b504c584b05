package soap

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"sync"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/callinfo"
	"example.com/quartet/templates/soap/schema"
)

// The exported functions in this file are for generated code only.

// wsdlProtocols returns the protocols for which WSDL has bindings.
func wsdlProtocols() []protocol { return []protocol{soapProtocol{}, paramsProtocol{}} }

// NewHandler returns a handler for the operations of a contract. call calls one of them:
// the request is a pointer to a value of the Go type of op.RequestType(), nil if there is none,
// and the result has the Go type of op.Result. The handler is safe for concurrent use if
// call is. A mistake in the options is logged, and every request then answered with
// status 500. NewHandler panics if the contract does not match its Go types, as after
// editing generated code by hand.
func NewHandler(info *contract.Contract, documents *contract.DocumentSet, call func(ctx context.Context, op *contract.Operation, req any) (any, error), opts []HandlerOption) http.Handler {
	if info.Types != nil {
		info.Types.Check()
	}
	for _, op := range info.Operations {
		checkOperation(info, op)
	}
	h := &handler{service: service{call: call}, resources: map[string]*resource{}}
	h.boundContract, h.broken = newContract(info, newConfig(info, wsdlProtocols(), opts, HandlerOption.handlerOption))
	switch {
	case h.broken != nil:
	case h.streams.sequence != nil && h.streams.service != info.Service:
		h.broken = fmt.Errorf("the option WithStreams is for the service %s", h.streams.service)
	case h.pathSet && !strings.HasPrefix(h.path, "/"):
		h.broken = fmt.Errorf("the path %q does not start with a slash", h.path)
	}
	if h.broken != nil {
		h.log().Error("handler misconfigured", "service", info.Service, "error", h.broken)
	}
	h.addPorts()
	h.logUnmet()
	h.addDocuments(documents)
	h.madePage = sync.OnceValue(func() http.Handler { return h.page(&ServiceInfo{h}) })
	return h
}

// ContractOf returns the contract of a handler that NewHandler has returned, also inside of
// the wrappers of packages cors, compress and wirelog, and nil for other handlers. It must not
// be changed.
func ContractOf(h http.Handler) *contract.Contract {
	if own, ok := callinfo.HandlerOf(h).(*handler); ok {
		return own.Contract
	}
	return nil
}

// NewCaller returns a caller for one binding of a contract. If address is empty, it is the address of the first port with the
// binding. The policy of the port at the address, or of the first port with the binding if the contract has no port there,
// must be satisfied: see [WithAssertions]. NewCaller does not check the types of the contract: the first call of an operation
// compares the types of its messages with the Go types, and panics if they do not match, as after editing generated code by
// hand.
func NewCaller(info *contract.Contract, address string, binding contract.Binding, opts []ClientOption) (*Caller, error) {
	bound, err := newContract(info, newConfig(info, wsdlProtocols(), opts, ClientOption.clientOption))
	if err != nil {
		return nil, fmt.Errorf("client of %s: %w", info.Service, err)
	}
	port := bound.port(binding)
	switch {
	case port == nil && binding == contract.JSON:
		return nil, fmt.Errorf("client of %s: binding %s needs the option jsonhttp.WithJSON: %w", info.Service, binding, ErrNotOffered)
	case port == nil:
		return nil, fmt.Errorf("client of %s: no port has the binding %s: %w", info.Service, binding, ErrNotOffered)
	}
	address = cmp.Or(address, port.Address)
	u, err := url.Parse(address)
	switch {
	case err != nil:
		return nil, fmt.Errorf("client of %s: %w", info.Service, err)
	case u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return nil, fmt.Errorf("client of %s: address %q is not an absolute URL of http or https", info.Service, address)
	}
	u.Fragment, u.RawFragment = "", ""
	if bound.doer == nil {
		bound.doer = new(http.Client)
	}
	if i := slices.IndexFunc(info.Ports, func(p contract.Port) bool { return p.Binding == binding && p.Address == address }); i >= 0 {
		port = &info.Ports[i]
	}
	c := newCaller(bound, binding, port, u)
	if policy := c.port.Policy; policy != nil {
		if err := c.unmet(policy.Needs, u); err != nil {
			return nil, fmt.Errorf("client of %s: %w", info.Service, err)
		}
	}
	return c, nil
}

// Invoke calls an operation. A nil request is a request without parameters.
//
// The error is an *HTTPError, or it names the operation, the binding and, if there is a
// response, its status and its first bytes, and wraps a *Fault, a *DecodeError, an
// *EncodeError, a *http.MaxBytesError, ErrNotOffered, or the error of the HTTP client or
// the context. Its text contains no control characters that the peer has sent.
func Invoke[Res any](ctx context.Context, c *Caller, op *contract.Operation, req any) (Res, error) {
	v, err := c.Do(ctx, op, req)
	res, ok := v.(Res)
	if !ok && (v != nil || op.Result == nil) {
		panic(fmt.Sprintf("soap: the result of %s is %T, not %v", op.Name, v, reflect.TypeFor[Res]()))
	}
	return res, err
}

// InvokeSeq calls an operation each time the sequence is ranged over, and reads
// its list item by item. An error is one of those that Invoke returns; it is
// the last pair, with a zero item. Leaving the loop ends the transfer.
func InvokeSeq[T any](ctx context.Context, c *Caller, op *contract.Operation, req any) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for list, err := range c.Items(ctx, op, req) {
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, item := range *list.(*[]T) {
				if !yield(item, nil) {
					return
				}
			}
		}
	}
}

// Items is InvokeSeq without the type of the items. Each list that it yields is valid until the next item is read.
func (c *Caller) Items(ctx context.Context, op *contract.Operation, req any) Sequence {
	return func(yield func(any, error) bool) {
		x, list := c.newCall(op, req), op.Result.NewList()
		items := reflect.ValueOf(list).Elem()
		read := func(d *schema.Decoder) {
			items.SetLen(items.Cap())
			items.Clear()
			items.SetLen(0)
			x.list.take(d, list)
		}
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		x.list = &listReader{shape: op.Result.Holder(), take: op.Result.TakeItem}
		defer x.list.close()
		err := c.call(ctx, x)
		if err == nil && x.Output != nil { // an interceptor has answered the call
			items.Set(reflect.ValueOf(x.Output))
			if !yield(list, nil) {
				return
			}
		}
		for err == nil && x.list.next(read) {
			c.reportLenient(x)
			if !yield(list, nil) {
				return
			}
		}
		c.reportLenient(x)
		if err == nil {
			err = c.failed(x, x.list.err)
		}
		if err != nil {
			yield(list, err)
		}
	}
}
