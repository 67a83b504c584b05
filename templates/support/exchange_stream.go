package support

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
)

// wholeBytes is what a result that is in memory may take when it is encoded in
// one go. A longer one is encoded twice, a piece at a time: to check it and to
// learn its size, then to send it. That takes no memory, and less time than to
// let a buffer grow.
const wholeBytes = 4 * pieceBytes

// delivery is a reply that is sent while it is encoded.
type delivery struct {
	response
	size    int  // what is to be sent; -1: nobody knows
	measure bool // only find out size
	sent    int  // so far
	started bool // with the status
	done    bool // and complete
}

// headDone ends the encoding of an answer to HEAD, which has no body.
var headDone = errors.New("no body is wanted")

// sendError is a response that could not be written: the client has gone, most
// likely.
type sendError struct{ err error }

func (e *sendError) Error() string { return "sending the response: " + e.err.Error() }
func (e *sendError) Unwrap() error { return e.err }

// encode writes the response with all that is around the result: to call.Reply
// if it is short or if interceptors are going to look at it, else to the client.
func (x *exchange) encode(result reply) error {
	e := NewEncoder(x.h.ns, x.h.XSI)
	x.out = e
	switch {
	case len(x.h.interceptors) > 0 && !x.h.streaming:
	case result.once:
		x.to.size = -1
		e.stream(pieceBytes, x)
	default:
		x.to.measure = true
		e.stream(wholeBytes, x)
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
	x.call.Reply = e.Bytes()
	if x.call.Reply == nil {
		x.call.Reply = []byte{}
	}
	return nil
}

// errNoResult is what a service makes of an operation whose response has to
// hold an element: nil, for which an empty Body would be no answer.
var errNoResult = errors.New("the service returned nil, which the response cannot carry")

func (x *exchange) encodeOnce(result reply) error {
	e := x.out
	if result.absent && isSOAP(x.route.binding) && len(x.route.way.Out) == 1 {
		return errNoResult
	}
	if isSOAP(x.route.binding) {
		openEnvelope(e, x.route.binding, "")
		encodePath(e, x.route.way.Out, result)
		closeEnvelope(e)
	} else if len(x.route.way.Out) > 0 {
		e.Raw(xmlProlog)
		encodeDocument(e, x.route.way.Out, result)
	}
	switch err := e.Err().(type) {
	case *EncodeError: // not one that a sequence gave, as it is
		return fmt.Errorf("encoding the response: %w", err)
	default:
		if err == headDone {
			return nil
		}
		return err
	}
}

// take implements pieceSink.
func (x *exchange) take(piece []byte) error {
	if !x.to.measure {
		return x.send(piece)
	}
	x.to.size += len(piece)
	x.out.limit = pieceBytes
	return nil
}

// sendMeasured is the second round.
func (x *exchange) sendMeasured(result reply) error {
	e := x.out
	x.to.size += len(e.buf)
	x.to.measure = false
	e.buf = e.buf[:0]
	if err := x.encodeOnce(result); err != nil {
		return err
	}
	return x.complete()
}

// send sends a piece; the status goes in front of the first.
func (x *exchange) send(piece []byte) error {
	if !x.to.started {
		x.to.started = true
		x.to.response = x.h.respond(x.w, x.r, contentType(x.route.binding), x.to.size)
	}
	if x.r.Method == http.MethodHead {
		return headDone
	}
	x.to.sent += len(piece)
	if x.to.size >= 0 && x.to.sent > x.to.size {
		return errResultChanged
	}
	if _, err := x.to.Write(piece); err != nil {
		return &sendError{err}
	}
	return nil
}

var errResultChanged = errors.New("the result was changed while it was sent")

// complete sends the last piece.
func (x *exchange) complete() error {
	e := x.out
	if x.r.Method == http.MethodHead {
		x.to.done = true
		return nil
	}
	if err := x.send(e.buf); err != nil {
		return err
	}
	if x.to.size >= 0 && x.to.sent != x.to.size {
		return errResultChanged
	}
	if err := x.to.close(); err != nil {
		return &sendError{err}
	}
	x.to.done = true
	return nil
}

// abort ends a response that has been started and cannot be completed: the
// connection is closed, so that nobody takes what came for all there is.
func (x *exchange) abort(err error) {
	level := slog.LevelError
	var sending *sendError
	if errors.As(err, &sending) {
		level = slog.LevelInfo
	}
	x.report(level, "response broken off", err)
	panic(http.ErrAbortHandler)
}
