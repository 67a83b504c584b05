package support

import (
	"context"
	"iter"
)

// ServeList is Serve for a list. Where service is an S, the items come from seq,
// one after the other; if that returns nil, from f after all.
//
// The sequences of a type that embeds a client are those of the client, most
// likely: they would pass by what the type does itself, and are not used.
//
//quartet:internal
func ServeList[S any, Req comparable, T any](op *OperationOf[Req, []T], f func(context.Context, Req) ([]T, error), service any, seq func(S, context.Context, Req) iter.Seq2[T, error]) ServiceMethod {
	whole := Serve(op, f)
	s, ok := service.(S)
	if c, embeds := service.(interface{ client() any }); !ok || embeds && c.client() != service {
		return whole
	}
	return ServiceMethod{info: whole.info, bind: func(d *Decoder, p *Parameters) boundCall {
		req := op.Request.empty()
		op.Request.read(req, d, p)
		return func(ctx context.Context) (reply, error) {
			if err := receiveAttachments(ctx, req); err != nil { //quartet:multipart
				return reply{}, err
			}
			if items := seq(s, ctx, req); items != nil {
				return seqReply(op.Result.Items, items), nil
			}
			return op.call(ctx, f, req)
		}
	}}
}

// NoRequestSeq adapts a method without a request for ServeList.
//
//quartet:internal
func NoRequestSeq[S, T any](seq func(S, context.Context) iter.Seq2[T, error]) func(S, context.Context, *Empty) iter.Seq2[T, error] {
	return func(service S, ctx context.Context, _ *Empty) iter.Seq2[T, error] { return seq(service, ctx) }
}

// seqReply is the reply of items that are asked for while it is written.
func seqReply[T any](c *itemCodec[[]T], items iter.Seq2[T, error]) reply {
	return reply{once: true, encode: func(e *Encoder) {
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
	}}
}
