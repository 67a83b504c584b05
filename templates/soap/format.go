package soap

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"slices"
	"strings"
	"sync"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/media"
	"example.com/quartet/templates/soap/schema"
)

// Format writes and reads the messages of [contract.JSON]. Package jsonhttp has one. Methods must be safe for concurrent use.
type Format interface {
	// A request has the type t, nil if it has no parameters. The document of d is a whole message, here and below.
	EncodeRequest(e *schema.Encoder, t *schema.Type, request any)
	DecodeRequest(d *schema.Decoder, t *schema.Type, request any)

	// A list is an array, or has a line for each item. of is nil if there is no result.
	EncodeResult(e *schema.Encoder, of *schema.Value, result any, lines bool)
	DecodeResult(d *schema.Decoder, of *schema.Value) any

	// Lines returns an array as a line for each item.
	Lines(array []byte) []byte

	// An item is the only one in the slice that list points to. EncodeItem separates it from the one before, unless it is the first.
	EncodeItem(e *schema.Encoder, of *schema.Value, list any, first, lines bool)
	DecodeItem(d *schema.Decoder, of *schema.Value, list any)

	// EncodeFault returns a fault that is sent with an HTTP status, and DecodeFault reads one.
	EncodeFault(c Codecs, f *Fault, declared []*contract.Fault, status int) []byte
	DecodeFault(c Codecs, doc []byte, declared []*contract.Fault) (*Fault, error)

	// OpenAPI describes a contract, at an address, in OpenAPI.
	OpenAPI(info *contract.Contract, address string) ([]byte, error)
}

// Codecs makes decoders and encoders for the detail of a fault. Who makes one releases it.
type Codecs struct {
	NewDecoder func(doc []byte) *schema.Decoder
	NewEncoder func() *schema.Encoder
}

// WithFormat makes a handler serve all operations over [contract.JSON], too: below each path of the service, at the name of the
// operation. A client needs it for that binding. Policies and header blocks of the contract are for SOAP only.
func WithFormat(f Format) Option {
	return bothOption(func(c *config) { c.format = f })
}

const (
	jsonMediaType    = "application/json"
	linesMediaType   = "application/x-ndjson"
	problemMediaType = "application/problem+json" // RFC 9457
)

// formatWire returns the messages of an operation over JSON.
func formatWire(op *contract.Operation) *contract.Wire {
	w := &contract.Wire{
		Bindings: []contract.Binding{contract.JSON}, Path: "/" + op.Name,
		More: &contract.WireMore{Send: contract.ContentJSON, Receive: contract.ContentJSON},
	}
	for i := range op.Wires {
		w.OutMust = w.OutMust || op.Result != nil && mustHaveResult(&op.Wires[i])
	}
	return w
}

// addFormat adds the operations below the path of a port.
func (h *handler) addFormat(path string) {
	h.below = append(h.below, strings.TrimSuffix(path, "/")+"/")
	h.at(path).openAPI = map[string]func() ([]byte, error){
		"":     sync.OnceValues(func() ([]byte, error) { return h.openAPI(path, h.Ports) }),
		"json": sync.OnceValues(func() ([]byte, error) { return h.openAPI(path, nil) }),
	}
	for _, op := range h.Operations {
		wire := formatWire(op)
		h.at(operationPath(path, wire.Path)).json = &route{op: op, wire: wire, binding: contract.JSON}
	}
}

// anyOrigin is replaced by where a client reaches the handler, in a description of the operations.
const anyOrigin = "http://origin.invalid"

// openAPI returns the description of the operations over JSON for the address with a path, and over the bindings of ports.
func (h *handler) openAPI(path string, ports []contract.Port) ([]byte, error) {
	r := &http.Request{Host: strings.TrimPrefix(anyOrigin, "http://")}
	info := *h.Contract
	info.Ports = slices.Clone(ports)
	for i := range info.Ports {
		info.Ports[i].Address = publicAddress(r, h.portPath(&info.Ports[i]), false)
	}
	return h.format.OpenAPI(&info, publicAddress(r, path, false))
}

// serveFormat answers a request over JSON.
func (h *handler) serveFormat(w http.ResponseWriter, r *http.Request, rt *route, m media.Type) {
	if charset := m.Attribute("charset"); m.Name != jsonMediaType || charset != "" && !strings.EqualFold(charset, "utf-8") {
		h.refuseType(w, r, m, fmt.Sprintf("the media type %q is not supported; use %s in UTF-8", m.Name, jsonMediaType), jsonMediaType)
		return
	}
	body, ok := h.receive(w, r)
	defer body.release()
	if !ok {
		return
	}
	x := &exchange{h: h, w: w, r: r, route: rt}
	x.lines = rt.op.Result != nil && rt.op.Result.IsJSONArray() && slices.ContainsFunc(strings.Split(strings.Join(r.Header["Accept"], ","), ","), acceptsLines)
	x.finish(x.run(body.text, func() (any, error) {
		d := h.requestDecoder(body.text, &body.memory)
		defer d.Release()
		request := emptyRequest(rt.op)
		h.format.DecodeRequest(d, rt.op.RequestType(), request)
		err := d.Err()
		if check := h.valueCheck(r.Context()); err == nil && check != nil && request != nil {
			err = check(request)
		}
		if err != nil {
			return nil, unreadable(err)
		}
		return request, nil
	}))
}

// acceptsLines reports whether an element of the header Accept names NDJSON, and not with the weight 0.
func acceptsLines(element string) bool {
	m := media.Parse(element)
	q := m.Attribute("q")
	return m.Name == linesMediaType && (q == "" || strings.Trim(q, "0.") != "")
}

// encodeFormat writes a result over JSON.
func (x *exchange) encodeFormat(result reply) {
	e, of, f := x.out, x.route.op.Result, x.h.format
	lines := x.lines && x.streams() // interceptors get the array
	if result.items == nil {
		f.EncodeResult(e, of, result.Value, lines)
		return
	}
	if !lines {
		e.Raw("[")
		defer e.Raw("]")
	}
	first := true
	for list, err := range result.items {
		if err != nil {
			e.Abort(err)
			return
		}
		if f.EncodeItem(e, of, list, first, lines); e.Err() != nil {
			return
		}
		first = false
	}
}

// checkFormatted validates a reply over JSON: what it means in XML.
func (x *exchange) checkFormatted(document []byte) error {
	op := x.route.op
	if op.Result == nil {
		return nil
	}
	d := x.h.newDecoder(document)
	defer d.Release()
	result := x.h.format.DecodeResult(d, op.Result)
	if d.Err() != nil {
		return d.Err()
	}
	return x.h.checkResult(x.r.Context(), op, result)
}

// checkResult validates a result that was not read from XML: the message of XML that has it.
func (c *boundContract) checkResult(ctx context.Context, op *contract.Operation, result any) error {
	if c.checker == nil || op.Result == nil || len(op.Wires) == 0 || op.Wires[0].Encoded {
		return nil
	}
	e, wire := c.newEncoder(), &op.Wires[0]
	defer e.Release()
	value := codec.ElementValue{Type: op.Result, Value: result, Absent: op.Result.Absent(result)}
	if wire.OutBody { // several elements, text or attributes need a Body around them
		openEnvelope(e, contract.SOAP11, nil)
		openBody(e)
		value.Encode(e)
		closeEnvelope(e)
	} else {
		e.Raw(codec.XMLProlog)
		codec.EncodeDocument(e, wire.Out, value, wire.OutNil)
	}
	if e.Err() != nil {
		return e.Err()
	}
	return c.check(ctx, e.Bytes(), Comparison{Soap: wire.OutBody})
}

// sendProblem answers with a fault over JSON.
func (h *handler) sendProblem(w http.ResponseWriter, status int, f *Fault, declared []*contract.Fault) {
	write(w, status, problemMediaType, h.format.EncodeFault(Codecs{h.newDecoder, h.newEncoder}, f, declared, status))
}

// refuse answers a request before its operation is called: with problem details if it is of JSON, or nothing else is at its path.
func (h *handler) refuse(w http.ResponseWriter, r *http.Request, status int, text string) {
	res, _ := h.find(matchPath(r.URL))
	if h.format == nil || media.Parse(headerField(r.Header, "Content-Type")).Name != jsonMediaType && (res == nil || !res.onlyJSON()) {
		writeText(w, status, text)
		return
	}
	h.sendProblem(w, status, &Fault{Status: status, Reason: text}, nil)
}

func (r *resource) onlyJSON() bool { return r.json != nil && r.http == nil && r.soap == [2]*soapPort{} }

// encodeFormat returns a request over JSON.
func (c *Caller) encodeFormat(ctx context.Context, x *clientCall) ([]byte, error) {
	if check := c.valueCheck(ctx); check != nil && x.Input != nil {
		if err := check(x.Input); err != nil {
			return nil, err
		}
	}
	e := c.newEncoder()
	defer e.Release()
	e.Watch(ctx)
	e.MaxRead = c.maxResponse
	c.format.EncodeRequest(e, x.op.RequestType(), x.Input)
	return append([]byte(nil), e.Bytes()...), e.Err()
}

// decodeFormat reads x.Reply, a result or a fault over JSON.
func (c *Caller) decodeFormat(x *clientCall, m media.Type) error {
	switch {
	case m.Name == problemMediaType && !x.ok():
		f, err := c.format.DecodeFault(Codecs{c.newDecoder, c.newEncoder}, x.Reply, x.op.Faults)
		if err != nil {
			return c.undecoded(x, m, err)
		}
		f.remote, f.Status = true, x.status
		return c.failed(x, c.typed(x, f))
	case !x.ok() || m.Name != jsonMediaType:
		return c.httpError(x, m)
	case x.op.Result == nil:
		return nil
	}
	d := c.decoder(x, x.Reply)
	defer d.Release()
	x.Output = c.format.DecodeResult(d, x.op.Result)
	err := d.Err()
	if err == nil && x.wire.OutMust && x.op.Result.Absent(x.Output) {
		err = errors.New("the result is null, which the contract does not allow")
	}
	if err == nil {
		err = c.checkResult(x.ctx, x.op, x.Output)
	}
	return c.failed(x, err)
}

// openLines makes the response a list with an item on each line.
func (l *listReader) openLines(c *Caller, x *clientCall, body io.Closer, from io.Reader) {
	l.body, l.err = body, nil
	l.stop = x.watch()
	l.ended = x.ended
	l.lines, l.limit = bufio.NewScanner(&contextReader{from, x.ctx}), c.maxResponse
	l.lines.Buffer(nil, int(min(l.limit, math.MaxInt32)))
	l.newDecoder = func(line []byte) *schema.Decoder { return c.decoder(x, line) }
}

// nextLine is next for a list with an item on each line.
func (l *listReader) nextLine(read func(*schema.Decoder)) bool {
	if !l.lines.Scan() {
		switch err := l.lines.Err(); {
		case errors.Is(err, bufio.ErrTooLong):
			l.err = &tooLargeError{"item of the response", l.limit}
		case err != nil:
			l.err = reading(err)
		}
		l.lines = nil
		return false
	}
	d := l.newDecoder(l.lines.Bytes())
	defer d.Release()
	if read(d); d.Err() != nil {
		l.err = d.Err()
	}
	return l.err == nil
}
