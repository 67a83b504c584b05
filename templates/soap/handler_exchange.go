package soap

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"sync"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/internal/media"
	"example.com/quartet/templates/soap/internal/related"
	"example.com/quartet/templates/soap/schema"
)

// service is a contract with the implementation of its operations.
type service struct {
	*boundContract
	call func(ctx context.Context, op *contract.Operation, req any) (any, error)
}

// exchange is one request and its answer, once the operation is known.
type exchange struct {
	service *service
	w       http.ResponseWriter
	r       *http.Request
	route   *route
	call    Call
	out     *schema.Encoder
	lines   bool // the reply is a list in JSON, with an item on each line
	to      delivery

	// The parts beside an envelope.
	incoming *related.Stream    // nil if the request has no parts
	packed   *related.Stream    // incoming if all is in memory, nil if parts are read when they are asked for
	memory   *reservation       // the budget of attachments; nil if there are none
	mtom     *MTOM              // how values of the reply become parts; nil if they stay in the envelope
	parts    *codec.BinaryParts // parts of the reply that are read while it is sent

	sending *Sending // how the reply leaves; nil if Send has not been called
	blocks  string   // header blocks of a reply that may be sent while it is encoded
	sealed  []byte   // the encoded reply, if it contains its header blocks
}

// route is an operation on one binding.
type route struct {
	protocolHandler
	op      *contract.Operation
	wire    *contract.Wire
	binding contract.Binding
	chain   chain // the Envelopes of the options; empty unless the binding is one of SOAP
}

// protocolHandler serves the operations of a handler in one protocol.
type protocolHandler interface {
	// addPort adds what is served for a port to the resources of the handler. It is called for ports with one of the
	// bindings, or for every port if WSDL has no binding for the protocol.
	addPort(p *contract.Port)

	about() *protocolFacts

	// prepare makes x.out ready for a reply. It reports whether the reply may be sent while it is encoded.
	prepare(x *exchange, result reply) (streams bool, err error)

	// encode writes a reply, which is not absent where the contract requires one, to x.out.
	encode(x *exchange, result reply) error

	// complete checks a reply that is encoded, and returns it as interceptors see it.
	complete(x *exchange, document []byte, result reply) ([]byte, error)

	// reply returns the media type and the body of a reply as they are sent; if made is not nil, it is read as the body while it
	// is sent. A reply that is sent while it is encoded has only the type.
	reply(x *exchange) (mediaType string, body []byte, made io.Reader)

	// fault answers with a fault. block is nil, or writes the header block with the detail that is not in f.
	fault(x *exchange, f *Fault, block func(*schema.Encoder))
}

// protocolFacts are what a handler has to know about a protocol.
type protocolFacts struct {
	mediaType  string   // media type of requests that are for the protocol at any path; "" if there is none
	scripts    []string // methods of the requests that scripts of web pages send
	hasHeaders bool     // messages have header blocks
}

func (f *protocolFacts) about() *protocolFacts { return f }

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

// reply is the result that a service returned.
type reply struct {
	codec.ElementValue
	once  bool     // the result can be written only once
	items Sequence // the items of a list; nil if the result is a value
}

// replyOf returns the reply with a result.
func replyOf(op *contract.Operation, result any) reply {
	of := op.Result
	return reply{ElementValue: codec.ElementValue{Type: of, Value: result, Absent: of != nil && of.Absent(result)}}
}

// A result in memory is encoded completely before anything is sent, to check it
// and to learn its size. A result of up to wholeBytes is one buffer, one of up
// to keptBytes several buffers of a pool. Of a longer result only the size is
// kept, and it is encoded again, in pieces, while it is sent: that takes twice
// the time and little memory.
const (
	wholeBytes = 4 * codec.ChunkBytes
	keptBytes  = 8 << 20
)

// keptBuffers holds buffers of wholeBytes, and room for the item that exceeds it.
var keptBuffers = sync.Pool{New: func() any {
	b := make([]byte, 0, wholeBytes+codec.ChunkBytes)
	return &b
}}

// errHeadDone ends the encoding of an answer to HEAD, which has no body.
var errHeadDone = errors.New("no body is wanted")

// sendError is an error in writing a response, usually because the client closed the connection.
type sendError struct{ err error }

func (e *sendError) Error() string { return "sending the response: " + e.err.Error() }
func (e *sendError) Unwrap() error { return e.err }

// writeReply encodes the complete response: to call.Reply if it is short or there are interceptors, else to the client.
func (x *exchange) writeReply(result reply) error {
	e := x.service.newEncoder()
	e.Watch(x.r.Context())
	e.MaxRead = x.service.maxRequest
	x.out = e
	if err := x.call.checkAdded(); err != nil {
		return fmt.Errorf("the reply: %w", err)
	}
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
		return x.sendLast()
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

func (x *exchange) hasReaders() bool { return x.service.Readers && x.route.op.Result.HasReaders() }

// streams reports whether a response can be sent before all of it is encoded.
func (x *exchange) streams() bool {
	return !x.service.checksReplies() && (len(x.service.interceptors) == 0 || x.service.streaming)
}

// errNoResult is the error for a nil result of an operation whose response must have an element.
var errNoResult = errors.New("the service returned a nil result, but the contract requires one")

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
	return x.sendLast()
}

// send sends a piece, and the status before the first piece.
func (x *exchange) send(piece []byte) error {
	if !x.to.started {
		x.to.started = true
		mediaType, _, _ := x.route.reply(x)
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

// sendLast sends the last piece.
func (x *exchange) sendLast() error {
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

// abort ends a response that has been started and cannot be completed: the connection is closed, so that the client does not
// take the response for complete.
func (x *exchange) abort(err error) {
	level := slog.LevelError
	if isOrWraps[*sendError](err) != nil {
		level = slog.LevelInfo
	}
	x.report(level, "response aborted", err)
	panic(http.ErrAbortHandler)
}

// PanicError is a panic of a service or an interceptor. It is sent as a fault of the
// server without its text.
type PanicError struct {
	Value any    // value passed to panic
	Stack []byte // stack of the goroutine that panicked
}

// Error returns the text of the value.
func (p *PanicError) Error() string { return fmt.Sprintf("panic: %v", p.Value) }

func (x *exchange) report(level slog.Level, text string, err error) {
	if x.r.Context().Err() == context.Canceled { // nobody waits for the answer any more
		level = slog.LevelInfo
	}
	attrs := []slog.Attr{slog.Any("error", err)}
	if p := isOrWraps[*PanicError](err); p != nil {
		attrs = append(attrs, slog.String("stack", string(bytes.TrimSpace(p.Stack))))
	}
	x.route.log(x.service, x.r, level, text, attrs...)
}

// log logs what has happened with a request for the operation.
func (rt *route) log(s *service, r *http.Request, level slog.Level, text string, attrs ...slog.Attr) {
	s.log().LogAttrs(r.Context(), level, text, append([]slog.Attr{
		slog.String("service", s.Service), slog.String("operation", rt.op.Name), slog.String("binding", rt.binding.String()),
		slog.String("remote", r.RemoteAddr),
	}, attrs...)...)
}

// isOrWraps is errors.As for errors whose methods may panic, such as the methods of
// a nil pointer. It returns the zero value if err is not a T.
func isOrWraps[T error](err error) (target T) {
	defer func() {
		if recover() != nil {
			var none T
			target = none
		}
	}()
	errors.As(err, &target)
	return target
}

// write sends a complete answer. It ignores errors of a client that has gone.
func write(w http.ResponseWriter, status int, mediaType string, body []byte) {
	respond(w, status, mediaType, len(body))
	_, _ = w.Write(body)
}

// respond starts a response of size bytes, -1 if the size is not known.
func respond(w http.ResponseWriter, status int, mediaType string, size int) {
	header := w.Header()
	header["Content-Type"] = []string{mediaType}
	delete(header, "Content-Length")
	if size >= 0 {
		header["Content-Length"] = []string{strconv.Itoa(size)}
	}
	w.WriteHeader(status)
}

// writeWhole sends a successful response that is complete. It ignores errors of a client that has gone.
func writeWhole(w http.ResponseWriter, r *http.Request, mediaType string, body []byte) {
	respond(w, http.StatusOK, mediaType, len(body))
	if r.Method != http.MethodHead {
		_, _ = w.Write(body)
	}
}

// setRetryAfter tells the client when to repeat a request for which there was no memory.
func setRetryAfter(w http.ResponseWriter) { w.Header().Set("Retry-After", "1") }

// writeText answers with one line of plain text.
func writeText(w http.ResponseWriter, status int, text string) {
	write(w, status, "text/plain"+media.UTF8, []byte(lex.OneLine(text)+"\n"))
}
