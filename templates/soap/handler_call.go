package soap

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/callinfo"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/related"
	"example.com/quartet/templates/soap/schema"
)

// run calls the interceptors, decodes the request, calls the service and encodes its result.
// Then call.Reply is set, or the response has been sent, or there is an error.
func (x *exchange) run(body []byte, decode func(context.Context) (request any, err error)) error {
	received := x.call.received
	x.call = x.service.servedCall(x.w, x.r, x.route.binding)
	x.call.Operation, x.call.op, x.call.wire = x.route.op.Name, x.route.op, x.route.wire
	x.call.Request, x.call.received = body, received
	if x.packed != nil {
		x.call.attached = x.packed.Attachments
	}
	callinfo.SetServed(x.r.Context(), callinfo.Call{Service: x.call.Service, Operation: x.call.Operation, Binding: x.call.Binding})
	ctx := context.WithValue(x.r.Context(), inboundKey{}, &x.call)
	last := func(ctx context.Context) error {
		request, err := decode(ctx)
		if err != nil {
			return err
		}
		x.call.Input = request
		result, err := x.serveParts(ctx)
		switch {
		case err != nil:
			return err
		case x.route.op.OneWay:
			x.call.Reply = []byte{}
			return nil
		}
		return x.writeReply(result)
	}
	run := last
	if all := x.service.interceptors; len(all) > 0 {
		run = func(ctx context.Context) error { return intercept(ctx, &x.call, all, atMostOnce(last)) }
	}
	if len(x.route.chain.all) > 0 {
		run = x.around(run)
	}
	err := guarded(ctx, run)
	if err == nil && x.call.Reply == nil && !x.to.started {
		return errors.New("an interceptor returned neither a reply nor an error")
	}
	return err
}

// around returns a function that calls Begin of the [Envelopes] of the binding before run, and seals the reply after it.
func (x *exchange) around(run func(context.Context) error) func(context.Context) error {
	return func(ctx context.Context) error {
		ctx, err := x.route.chain.begin(ctx, &x.call)
		x.r = x.r.WithContext(ctx)
		if err == nil {
			err = run(ctx)
		}
		if err == nil && x.call.Reply != nil && !x.route.op.OneWay {
			err = x.seal(ctx)
		}
		return err
	}
}

// serveParts is serve for a request whose parts the service may read. If the request has readers, an error in
// a part takes the place of the result; otherwise it is returned before the service is called.
func (x *exchange) serveParts(ctx context.Context) (result reply, err error) {
	if x.incoming == nil || x.packed != nil {
		return x.serve(ctx)
	}
	defer x.incoming.End()
	wrong := x.incoming.Decoded(nil)
	if wrong == nil {
		if result, err = x.serve(ctx); err == nil {
			wrong = x.incoming.Check()
		}
	}
	if wrong != nil {
		err = unreadable(wrong)
	}
	return result, err
}

// serve calls the service, inside the interceptors of WithTypedInterceptors.
func (x *exchange) serve(ctx context.Context) (result reply, err error) {
	if len(x.service.typedInterceptors) == 0 {
		result, err = x.service.invoke(ctx, x.route.op, x.call.Input)
		x.call.Output = result.Value
		return result, err
	}
	err = intercept(ctx, &x.call, x.service.typedInterceptors, atMostOnce(func(ctx context.Context) (err error) {
		result, err = x.service.invoke(ctx, x.route.op, x.call.Input)
		x.call.Output = result.Value
		return err
	}))
	switch {
	case err != nil || result.once:
		return result, err
	case result.Type == nil && x.call.Output == nil && x.route.op.Result != nil: // the service has not been called
		return result, errors.New("an interceptor returned neither a result nor an error")
	}
	return replyOf(x.route.op, x.call.Output), nil
}

// invoke calls an operation of the service. The items of a list come from the sequence for the request, if the handler has one.
func (s *service) invoke(ctx context.Context, op *contract.Operation, req any) (reply, error) {
	if s.streams.sequence != nil && op.Result != nil {
		if items := s.streams.sequence(ctx, op, req); items != nil {
			write := func(e *schema.Encoder) { putSequence(e, op.Result, items) }
			return reply{ElementValue: codec.ElementValue{Type: op.Result, Write: write}, once: true, items: items}, nil
		}
	}
	res, err := s.call(ctx, op, req)
	switch {
	case err != nil:
		return reply{}, err
	case res != nil && op.Result == nil:
		return reply{}, fmt.Errorf("the service returned a %T, but the operation has no result", res)
	}
	return replyOf(op, res), nil
}

// atMostOnce returns f with an error for the second call by an interceptor. A panic of f is an error, too.
func atMostOnce(f func(context.Context) error) func(context.Context) error {
	called := false
	return func(ctx context.Context) error {
		if called {
			return errors.New("an interceptor called next twice")
		}
		called = true
		return guarded(ctx, f)
	}
}

// guarded turns a panic into an error. A panic with http.ErrAbortHandler ends a response in net/http, and stays a panic.
func guarded(ctx context.Context, f func(context.Context) error) (err error) {
	defer func() {
		switch v := recover(); v {
		case nil:
		case http.ErrAbortHandler:
			panic(v)
		default:
			err = &PanicError{v, debug.Stack()}
		}
	}()
	return f(ctx)
}

// seal adds the header blocks of x.sending to a complete reply and calls its Seal, unless complete or encode has done that.
func (x *exchange) seal(ctx context.Context) (err error) {
	switch {
	case isSame(x.call.Reply, x.sealed):
		return nil
	case related.WrittenType(x.call.Reply) != "":
		return errors.New("an interceptor returned a reply with attachments, which cannot be sealed")
	case x.sending == nil: // an interceptor has answered
		x.sending, err = x.route.chain.send(ctx, &x.call, nil)
	}
	if err == nil {
		x.call.Reply, err = x.sending.seal(x.call.Reply)
	}
	if err != nil {
		return fmt.Errorf("the reply: %w", err)
	}
	return nil
}

// finish sends the reply, or the fault for an error.
func (x *exchange) finish(err error) {
	if x.out != nil {
		defer x.out.Release()
	}
	defer x.to.release()
	defer func() { _ = x.parts.Close() }()
	switch {
	case x.to.started && err == nil && x.to.done:
	case x.to.started:
		x.abort(cmp.Or(err, errBrokenOff))
	case err != nil:
		fault, block := x.published(err)
		x.route.fault(x, fault, block)
	case x.route.op.OneWay:
		x.w.WriteHeader(http.StatusAccepted) // WS-I Basic Profile 1.1, R2714
	default:
		x.sendReply()
	}
}

// errBrokenOff is logged for a response that is not complete if an interceptor did not return the error.
var errBrokenOff = errors.New("the response was not sent completely")

// sendReply sends a reply that is complete.
func (x *exchange) sendReply() {
	mediaType, body, made := x.route.reply(x)
	if made != nil {
		respond(x.w, http.StatusOK, mediaType, -1)
		if _, err := io.Copy(x.w, made); err != nil {
			x.abort(err)
		}
		return
	}
	if x.sending != nil && x.sending.Deliver != nil {
		x.sending.Deliver(mediaType, body)
		x.w.WriteHeader(http.StatusAccepted)
		return
	}
	writeWhole(x.w, x.r, mediaType, body)
}

// published returns the fault that the client gets for an error, and logs errors and
// details that the client does not get. If block is not nil, it writes the header block with the detail.
func (x *exchange) published(err error) (f *Fault, block func(*schema.Encoder)) {
	f, block, bad := x.authored(err)
	switch {
	case f == nil:
		x.report(slog.LevelError, "call failed", err)
		x.call.added = nil
		return withheld(&Fault{}), nil
	case f.remote && !x.service.remoteText:
		x.report(slog.LevelWarn, "call failed with a fault from another server", err)
		return withheld(f), nil
	}
	if bad == nil {
		bad = checkDetail(f.Detail, x.service.limits)
	}
	if bad == nil {
		bad = x.service.checkBlocks(x.r.Context(), []byte(f.Detail), contract.Blocks(x.route.op.Faults))
	}
	if bad != nil {
		x.report(slog.LevelError, "detail of a fault left out", bad)
		g := *f
		g.Detail = ""
		return &g, nil
	}
	return f, block
}

// authored returns the fault that err is or wraps, and nil if there is none or if a method of err panics, as methods of a nil
// pointer may. The detail of a fault of the contract is in the namespaces that the handler uses; bad says why the detail cannot
// be written. block writes a detail that belongs in the Header.
func (x *exchange) authored(err error) (f *Fault, block func(*schema.Encoder), bad error) {
	defer func() {
		if recover() != nil {
			f, block, bad = nil, nil, nil
		}
	}()
	found, ok := x.service.declaredFault(err)
	switch {
	case !ok:
		f, _ = AsFault(err)
		return f, nil, nil
	case x.service.inHeader(found.declared) && x.route.about().hasHeaders:
		own := *found.Fault
		own.Reason = found.FaultReason()
		return &own, func(e *schema.Encoder) { found.declared.Write(e, found.value) }, nil
	}
	f, bad = x.service.plain(found)
	return f, nil, bad
}

// checkDetail returns an error if detail cannot be the content of an element.
func checkDetail(detail string, limits schema.Limits) error {
	if detail == "" {
		return nil
	}
	d := codec.NewDecoder([]byte(`<detail xmlns:soap="urn:x">`+detail+`</detail>`), []schema.Namespace{{}}, limits)
	defer d.Release()
	return d.Document(d.Skip)
}

// sendTextFault sends a fault as text.
func (s *service) sendTextFault(w http.ResponseWriter, f *Fault) {
	status := s.faultStatus(w, f)
	text := f.Reason
	if strings.TrimSpace(text) == "" {
		text = http.StatusText(status)
	}
	writeText(w, status, text)
}

// faultStatus returns the HTTP status of a fault without an envelope, and sets headers that go with it.
func (s *service) faultStatus(w http.ResponseWriter, f *Fault) int {
	switch {
	case f.busy:
		setRetryAfter(w)
		return http.StatusServiceUnavailable
	case f.Status >= http.StatusBadRequest && f.Status < 600:
		return f.Status
	case classOf(f) == FaultClient && !s.asmx:
		return http.StatusBadRequest
	}
	return http.StatusInternalServerError
}

// unreadable is the fault for a request that cannot be read.
func unreadable(err error) *Fault {
	if errors.Is(err, errBusy) {
		return &Fault{Code: FaultServer, Reason: errBusy.Error(), busy: true}
	}
	return clientFault(err.Error())
}
