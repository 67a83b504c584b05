package sample

import (
	"context"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/validate"
)

// Headers returns a context with which a client sends, over a binding, a sample of each header block that the contract declares
// for requests of an operation. Blocks that ctx has already are kept, and blocks of which no valid sample can be made are left
// out.
func Headers(ctx context.Context, info *contract.Contract, op *contract.Operation, b contract.Binding) context.Context {
	for _, h := range soap.HeadersOf(op, b) {
		v, err := firstOf(0, []int{optionalDepth, 0}, func(s Seed, optional int) (any, error) {
			v, _, err := s.value(optional, info, op.Name, h.Value, []schema.ElementName{h.Element})
			if err == nil {
				err = validHeader(info, h, v)
			}
			return v, err
		})
		if err == nil {
			ctx = h.With(ctx, v)
		}
	}
	return ctx
}

// validHeader compares a header block with the schema.
func validHeader(info *contract.Contract, h soap.HeaderInfo, v any) error {
	e := codec.NewEncoder(info.Namespaces, true)
	defer e.Release()
	h.Encode(e, v)
	if e.Err() != nil || info.Types == nil || h.IsEncoded() {
		return e.Err()
	}
	return validate.Message(info.Types, e.Bytes())
}
