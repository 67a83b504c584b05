// Package callinfo connects handlers and clients with wrappers around them: around an http.Handler, or around the
// http.RoundTripper of a client. A wrapper learns which operation a request is for.
package callinfo

import (
	"context"
	"net/http"
	"sync/atomic"

	"example.com/quartet/templates/soap/contract"
)

// Call names a call of an operation. All fields are zero if the request is for no operation.
type Call struct {
	Service   string // the service's name in the contract
	Operation string
	Binding   contract.Binding
}

// Handler is what wrappers use of the handler of a contract.
type Handler interface {
	http.Handler

	// ServiceName returns the name of the service in the contract.
	ServiceName() string

	// Methods returns the methods, as in the header Allow, of the bindings for scripts, HTTP GET and JSON, that the path of a
	// request belongs to: there is an operation at the path, or else the error that there is none is one of that binding.
	Methods(r *http.Request) string
}

// HandlerOf returns the handler of a contract that is h, or inside wrappers that have a method Unwrap. It is nil if there
// is none.
func HandlerOf(h http.Handler) Handler {
	for {
		switch inner := h.(type) {
		case Handler:
			return inner
		case interface{ Unwrap() http.Handler }:
			h = inner.Unwrap()
		default:
			return nil
		}
	}
}

type (
	servedKey struct{}
	sentKey   struct{}
)

// Served is the call that a request is for, once the handler knows it. The handler may run in another goroutine than the
// wrapper, and longer: inside an http.TimeoutHandler it does.
type Served struct{ call atomic.Pointer[Call] }

// Call returns the call, the zero value if it is not known.
func (s *Served) Call() Call {
	if call := s.call.Load(); call != nil {
		return *call
	}
	return Call{}
}

// WithServed returns a context with which a handler sets served.
func WithServed(ctx context.Context, served *Served) context.Context {
	return context.WithValue(ctx, servedKey{}, served)
}

// SetServed sets the call that a request with the context is for, if a wrapper asked for it.
func SetServed(ctx context.Context, call Call) {
	if served, ok := ctx.Value(servedKey{}).(*Served); ok {
		served.call.Store(&call)
	}
}

// sending is the context of a request that a client sends.
type sending struct {
	context.Context
	call Call
}

// Value returns the call for its key.
func (s *sending) Value(key any) any {
	if key == (sentKey{}) {
		return &s.call
	}
	return s.Context.Value(key)
}

// WithSent returns the context of a request that a client sends for a call.
func WithSent(ctx context.Context, call Call) context.Context { return &sending{ctx, call} }

// Sent returns the call for which a client sends a request with a context, the zero value if there is none.
func Sent(ctx context.Context) Call {
	if call, ok := ctx.Value(sentKey{}).(*Call); ok {
		return *call
	}
	return Call{}
}
