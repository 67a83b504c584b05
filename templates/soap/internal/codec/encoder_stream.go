package codec

import "context"

// A document that is sent while it is written goes out in pieces: at the end of
// an item of a list, once PieceBytes have come together.
const ChunkBytes = 32 << 10

// pieceSink takes a document in pieces, which it must not keep.
type pieceSink interface{ Take(piece []byte) error }

// Stream makes the encoder give what it has written to out, and start over with
// an empty buffer, at the first item of a list that ends beyond limit bytes.
// An error of out ends the encoding.
func (e *Encoder) Stream(limit int, out pieceSink) {
	e.Limit, e.out = limit, out
}

// Watch makes the encoder stop at the end of an item of a list once ctx has ended. The error of ctx is then the encoder's.
func (e *Encoder) Watch(ctx context.Context) { e.ctx = ctx }

// endItem is called at the end of each item of a list. It reports false if there
// is no point in writing more.
func (e *Encoder) endItem() bool {
	if e.ctx != nil && len(e.Buf)-e.looked >= ChunkBytes {
		e.looked = len(e.Buf)
		e.Abort(e.ctx.Err())
	}
	if e.out != nil && len(e.Buf) >= e.Limit {
		if e.err == nil {
			e.err = e.out.Take(e.Buf)
		}
		e.Buf, e.looked = e.Buf[:0], 0
	}
	return e.err == nil
}

// Abort ends the document with an error of the caller, unless it is nil.
func (e *Encoder) Abort(err error) {
	if e.err == nil {
		e.err = err
	}
}
