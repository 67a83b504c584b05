package soap

import (
	"context"
	"iter"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
)

// ServeList is a ServiceMethod for a list. Where service is an S, the items come
// from seq, one after the other; if that returns nil, from call after all.
//
// The sequences of a type that embeds a client are those of the client, most
// likely: they would pass by what the type does itself, and are not used.
func ServeList[S, T any](op *contract.Operation, service any, call func(context.Context, schema.StructValue) (any, error), seq func(S, context.Context, schema.StructValue) iter.Seq2[T, error]) ServiceMethod {
	m := Serve(op, call)
	s, ok := service.(S)
	if c, embeds := service.(interface{ QuartetClient() any }); !ok || embeds && c.QuartetClient() != service {
		return m
	}
	m.seq = func(ctx context.Context, req schema.StructValue) *reply {
		items := seq(s, ctx, req)
		if items == nil {
			return nil
		}
		write := func(e *schema.Encoder) { putSeq(e, op.Result.(schema.ItemCodec[T]), items) }
		return &reply{ElementValue: schema.ElementValue{Write: write}, once: true}
	}
	return m
}

// putSeq writes items that are asked for while they are written.
func putSeq[T any](e *schema.Encoder, c schema.ItemCodec[T], items iter.Seq2[T, error]) {
	e.Raw(">")
	list := make([]T, 1)
	for item, err := range items {
		if err != nil {
			e.Abort(err)
			return
		}
		list[0] = item
		if c.WriteItems(e, list); e.Err() != nil {
			return
		}
	}
}
