package support

import (
	"context"
	"iter"
)

// ServeList is a ServiceMethod for a list. Where service is an S, the items come
// from seq, one after the other; if that returns nil, from call after all.
//
// The sequences of a type that embeds a client are those of the client, most
// likely: they would pass by what the type does itself, and are not used.
//
//quartet:internal
func ServeList[S, T any](op *Operation, service any, call func(context.Context, StructValue) (any, error), seq func(S, context.Context, StructValue) iter.Seq2[T, error]) ServiceMethod {
	m := Serve(op, call)
	s, ok := service.(S)
	if c, embeds := service.(interface{ client() any }); !ok || embeds && c.client() != service {
		return m
	}
	m.seq = func(ctx context.Context, req StructValue) *reply {
		items := seq(s, ctx, req)
		if items == nil {
			return nil
		}
		write := func(e *Encoder) { putSeq(e, op.Result.(itemCodec[T]), items) }
		return &reply{elementValue: elementValue{write: write}, once: true}
	}
	return m
}

// putSeq writes items that are asked for while they are written.
func putSeq[T any](e *Encoder, c itemCodec[T], items iter.Seq2[T, error]) {
	e.Raw(">")
	list := make([]T, 1)
	for item, err := range items {
		if err != nil {
			e.abort(err)
			return
		}
		list[0] = item
		if c.write(e, list); e.Err() != nil {
			return
		}
	}
}
