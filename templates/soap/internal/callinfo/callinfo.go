// Package callinfo connects handlers and clients with wrappers around them: around an http.Handler, or around the
// http.RoundTripper of a client. A wrapper learns which operation a request is for.
package callinfo

import (
	"context"
	"net/http"

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

	// AnswersGet reports whether the path of a request belongs to the GET binding: there is an operation of that binding
	// at the path, or else the error that there is none is one of that binding.
	AnswersGet(r *http.Request) bool
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

// WithServed returns a context with which a handler sets call once it knows the operation.
func WithServed(ctx context.Context, call *Call) context.Context {
	return context.WithValue(ctx, servedKey{}, call)
}

// Served returns the call that a handler sets, nil if no wrapper asked for it.
func Served(ctx context.Context) *Call {
	call, _ := ctx.Value(servedKey{}).(*Call)
	return call
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
