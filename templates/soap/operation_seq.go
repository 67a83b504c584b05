package soap

import (
	"context"
	"iter"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
)

// Sequence is an iter.Seq2 of items of any type: it yields pointers to slices of
// one item or more.
type Sequence = iter.Seq2[any, error]

// Items returns items as a Sequence, nil if they are nil. It is for generated code.
func Items[T any](items iter.Seq2[T, error]) Sequence {
	if items == nil {
		return nil
	}
	return func(yield func(any, error) bool) {
		list := make([]T, 1)
		for item, err := range items {
			list[0] = item
			if !yield(&list, err) {
				return
			}
		}
	}
}

// streams has the sequences for the lists of a contract.
type streams struct {
	service  string // name of the wsdl:service
	sequence func(ctx context.Context, op *contract.Operation, req any) Sequence
}

// WithStreams makes a handler of a contract send the lists of operations item by
// item, as the sequence for a request yields them. If that is nil, the handler
// calls the service. It is for generated code, which has a function with the types
// of the contract.
func WithStreams(of *contract.Contract, sequence func(ctx context.Context, op *contract.Operation, req any) Sequence) HandlerOption {
	return handlerOnly(func(c *config) { c.streams = streams{of.Service, sequence} })
}

// putSequence writes the items of a sequence while it runs.
func putSequence(e *schema.Encoder, of *schema.Value, items Sequence) {
	e.Raw(">")
	for list, err := range items {
		if err != nil {
			e.Abort(err)
			return
		}
		if of.PutItems(e, list); e.Err() != nil {
			return
		}
	}
}
