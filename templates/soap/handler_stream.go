package soap

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
)

// A result in memory is encoded completely before anything is sent, to check it
// and to learn its size. A result of up to wholeBytes is one buffer, one of up
// to keptBytes several buffers of a pool. Of a longer result only the size is
// kept, and it is encoded again, in pieces, while it is sent: that takes twice
// the time and little memory.
const (
	wholeBytes = 4 * codec.ChunkBytes
	keptBytes  = 8 << 20
)

// keptBuffers holds buffers of wholeBytes, and room for the item that
// exceeds it.
var keptBuffers = sync.Pool{New: func() any {
	b := make([]byte, 0, wholeBytes+codec.ChunkBytes)
	return &b
}}

// delivery is a reply that is sent while it is encoded.
type delivery struct {
	size    int       // bytes to send, -1 if not known
	measure bool      // determine size, and keep the buffers
	kept    []*[]byte // buffers of up to keptBytes
	tooLong bool      // the reply is too long for the kept buffers
	sent    int       // bytes sent
	started bool      // the status has been sent
	done    bool      // all has been sent
}

// errHeadDone ends the encoding of an answer to HEAD, which has no body.
var errHeadDone = errors.New("no body is wanted")

// sendError is an error in writing a response, usually because the client
// closed the connection.
type sendError struct{ err error }

func (e *sendError) Error() string { return "sending the response: " + e.err.Error() }
func (e *sendError) Unwrap() error { return e.err }

// encode writes the complete response: to call.Reply if it is short or there
// are interceptors, else to the client.
func (x *exchange) encode(result reply) error {
	e := x.h.newEncoder()
	e.Watch(x.r.Context())
	e.MaxRead = x.h.maxRequest
	x.out = e
	var err error
	if x.sending, err = x.route.chain.send(x.r.Context(), &x.call, nil); err != nil {
		return fmt.Errorf("the reply: %w", err)
	}
	streams, err := x.route.prepare(x, result)
	switch most := x.route.chain.most; {
	case err != nil:
		return err
	case streams && x.sending.streams() && !x.hasReaders() && x.streams():
		if x.sending != nil {
			x.blocks = x.sending.Blocks
		}
		if x.to.measure = !result.once; result.once { // it can be encoded once only, and is sent in chunks, without its length
			x.to.size = -1
			e.Stream(codec.ChunkBytes, x)
		} else {
			e.Stream(wholeBytes, x)
		}
	case most > 0:
		e.Stream(most, tooLong(most))
	}
	if err := x.encodeOnce(result); err != nil {
		return err
	}
	switch {
	case x.to.started:
		return x.complete()
	case x.to.size > 0:
		return x.sendMeasured(result)
	}
	document, err := x.route.complete(x, e.Bytes(), result)
	if err != nil {
		return fmt.Errorf("the reply: %w", err)
	}
	if document == nil {
		document = []byte{}
	}
	x.call.Reply = document
	return nil
}

func (x *exchange) hasReaders() bool { return x.h.Readers && x.route.op.Result.HasReaders() }

// streams reports whether a response can be sent before all of it is encoded.
func (x *exchange) streams() bool {
	return x.h.checker == nil && (len(x.h.interceptors) == 0 || x.h.streaming)
}

// errNoResult is the error for a nil result of an operation whose response must
// have an element.
var errNoResult = errors.New("the service returned a nil result, but the contract requires one")

// mustHaveResult reports whether the response has no place for nil: neither may
// the element of the result be absent, nor may it have xsi:nil.
func mustHaveResult(wire *contract.Wire) bool {
	return !wire.OutNil && (wire.OutBody || wire.OutMust || len(wire.Out) == 1)
}

func (x *exchange) encodeOnce(result reply) error {
	e := x.out
	e.Prefixes, e.Encoded, e.OutType, e.Returns = 0, false, "", false // a second encoding must write the same
	e.LimitToNone()
	if result.Absent && mustHaveResult(x.route.wire) {
		return errNoResult
	}
	if err := x.route.encode(x, result); err != nil {
		return err
	}
	switch err := e.Err().(type) {
	case *schema.EncodeError: // an error of a sequence is returned as it is
		return fmt.Errorf("encoding the response: %w", err)
	default:
		if err == errHeadDone {
			return nil
		}
		return err
	}
}

// Take implements pieceSink.
func (x *exchange) Take(piece []byte) error {
	if !x.to.measure {
		return x.send(piece)
	}
	x.to.size += len(piece)
	if x.to.size > keptBytes || x.to.tooLong {
		x.to.tooLong = true
		x.to.release()
		return nil
	}
	x.to.kept = append(x.to.kept, &piece)
	x.out.Buf = *keptBuffers.Get().(*[]byte)
	return nil
}

// release returns the kept buffers to the pool.
func (to *delivery) release() {
	for _, b := range to.kept {
		if cap(*b) <= codec.MaxPooledBytes {
			*b = (*b)[:0]
			keptBuffers.Put(b)
		}
	}
	to.kept = nil
}

// sendMeasured sends the kept buffers, or encodes the result again.
func (x *exchange) sendMeasured(result reply) error {
	e := x.out
	x.to.size += len(e.Buf)
	x.to.measure = false
	if x.to.tooLong {
		e.Limit = codec.ChunkBytes
		e.Buf = e.Buf[:0]
		if err := x.encodeOnce(result); err != nil {
			return err
		}
	}
	defer x.to.release()
	for _, piece := range x.to.kept {
		if err := x.send(*piece); err != nil && err != errHeadDone {
			return err
		}
	}
	return x.complete()
}

// send sends a piece, and the status before the first piece.
func (x *exchange) send(piece []byte) error {
	if !x.to.started {
		x.to.started = true
		mediaType, _ := x.route.reply(x)
		respond(x.w, http.StatusOK, mediaType, x.to.size)
	}
	if x.r.Method == http.MethodHead {
		return errHeadDone
	}
	x.to.sent += len(piece)
	if x.to.size >= 0 && x.to.sent > x.to.size {
		return errResultChanged
	}
	if _, err := x.w.Write(piece); err != nil {
		return &sendError{err}
	}
	return nil
}

var errResultChanged = errors.New("the result was changed while it was sent")

// complete sends the last piece.
func (x *exchange) complete() error {
	switch err := x.send(x.out.Buf); {
	case err == errHeadDone:
	case err != nil:
		return err
	case x.to.size >= 0 && x.to.sent != x.to.size:
		return errResultChanged
	}
	x.to.done = true
	return nil
}

// abort ends a response that has been started and cannot be completed: the
// connection is closed, so that the client does not take the response for
// complete.
func (x *exchange) abort(err error) {
	level := slog.LevelError
	if isOrWraps[*sendError](err) != nil {
		level = slog.LevelInfo
	}
	x.report(level, "response aborted", err)
	panic(http.ErrAbortHandler)
}

// reply is what a service returned.
type reply struct {
	codec.ElementValue
	once  bool     // the result can be written only once
	items Sequence // the items of a list; nil if the result is a value
}

// invoke calls an operation of the service. The items of a list come from the
// sequence for the request, if the handler has one.
func (h *handler) invoke(ctx context.Context, op *contract.Operation, req any) (reply, error) {
	if h.streams.sequence != nil && op.Result != nil {
		if items := h.streams.sequence(ctx, op, req); items != nil {
			write := func(e *schema.Encoder) { putSequence(e, op.Result, items) }
			return reply{ElementValue: codec.ElementValue{Type: op.Result, Write: write}, once: true, items: items}, nil
		}
	}
	res, err := h.call(ctx, op, req)
	switch {
	case err != nil:
		return reply{}, err
	case res != nil && op.Result == nil:
		return reply{}, fmt.Errorf("the service returned a %T, but the operation has no result", res)
	}
	return replyOf(op, res), nil
}

// replyOf returns the reply with a result.
func replyOf(op *contract.Operation, result any) reply {
	of := op.Result
	return reply{ElementValue: codec.ElementValue{Type: of, Value: result, Absent: of != nil && of.Absent(result)}}
}
