package soap

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/media"
	"example.com/quartet/templates/soap/internal/paths"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// JSON is the protocol of [contract.JSON]. Package jsonhttp describes its messages, and makes values of this type.
type JSON struct {
	codec.JSONOptions

	WithoutHeaders bool // operations that need header blocks can be called, too

	// Describer describes a contract, at an address, in OpenAPI.
	Describer interface {
		OpenAPI(info *contract.Contract, address string) ([]byte, error)
	}
}

const (
	linesMediaType   = "application/x-ndjson"
	problemMediaType = "application/problem+json" // RFC 9457
)

func (JSON) bindings() []contract.Binding { return []contract.Binding{contract.JSON} }

// port implements Protocol: JSON has the address of the first port of the contract.
func (JSON) port(of *contract.Contract) *contract.Port {
	if len(of.Ports) == 0 {
		return nil
	}
	return &contract.Port{Name: of.Ports[0].Name, Binding: contract.JSON, Address: of.Ports[0].Address}
}

// wire implements Protocol: every operation has a path, which ends with its name.
func (JSON) wire(op *contract.Operation) *contract.Wire {
	w := &contract.Wire{
		Bindings: []contract.Binding{contract.JSON}, Path: "/" + op.Name,
		More: &contract.WireMore{Send: contract.ContentJSON, Receive: contract.ContentJSON},
	}
	for i := range op.Wires {
		w.OutMust = w.OutMust || op.Result != nil && mustHaveResult(&op.Wires[i])
	}
	return w
}

// Port returns the port with the address of JSON, nil if the contract has no ports.
func (p JSON) Port(of *contract.Contract) *contract.Port { return p.port(of) }

// Refusal returns why an operation cannot be called over JSON: it needs header blocks of SOAP, as all bindings that offer it declare
// some for its requests. It returns "" if it can be called.
func (p JSON) Refusal(info *contract.Contract, op *contract.Operation) string {
	var names []string
	for i := range op.Wires {
		headers := HeadersOf(op, op.Wires[i].Bindings[0])
		if len(headers) == 0 || p.WithoutHeaders {
			return ""
		}
		names = nil
		for _, h := range headers {
			names = append(names, xsd.QName{Space: codec.NamespaceURI(info.Namespaces, h.Element.NS), Local: h.Element.Local}.String())
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "the operation needs the SOAP header block " + strings.Join(names, " and ")
}

func (p JSON) newHandler(h *handler) protocolHandler {
	return &jsonHandler{h, p, protocolFacts{mediaType: media.JSON, scripts: postOnly}}
}

// jsonHandler serves JSON.
type jsonHandler struct {
	*handler
	JSON
	protocolFacts
}

// jsonEndpoint serves one operation.
type jsonEndpoint struct {
	*jsonHandler
	operation *route
}

func (h *jsonHandler) addPort(p *contract.Port) {
	path := h.portPath(p)
	h.addBelow(path)
	h.at(path).openAPI = map[string]func(origin string) ([]byte, error){"": h.description(path, h.Ports), "json": h.description(path, nil)}
	for _, op := range h.Operations {
		wire := h.wire(op)
		rt := &route{protocolHandler: h, op: op, wire: wire, binding: contract.JSON}
		endpointAt(h.at(paths.Join(path, wire.Path)), &jsonEndpoint{h, rt})
	}
}

// description returns a function that returns a description in OpenAPI of the operations: over JSON at a path, and over the
// bindings of ports. origin is the origin at which a client reaches the handler. The description is made once.
func (h *jsonHandler) description(path string, ports []contract.Port) func(origin string) ([]byte, error) {
	const anyOrigin = "http://origin.invalid" // the function replaces it
	once := sync.OnceValues(func() ([]byte, error) {
		r := &http.Request{Host: strings.TrimPrefix(anyOrigin, "http://")}
		info := *h.Contract
		info.Ports = slices.Clone(ports)
		for i := range info.Ports {
			info.Ports[i].Address = paths.Public(r, h.portPath(&info.Ports[i]), false)
		}
		return h.Describer.OpenAPI(&info, paths.Public(r, path, false))
	})
	return func(origin string) ([]byte, error) {
		text, err := once()
		return bytes.ReplaceAll(text, []byte(anyOrigin), []byte(origin)), err
	}
}

func (h *jsonHandler) writeRefusal(w http.ResponseWriter, status int, text string) {
	h.sendProblem(w, status, &Fault{Status: status, Reason: text}, nil)
}

func (e *jsonEndpoint) methods() []string { return postOnly }

func (e *jsonEndpoint) mediaTypes(string) []string { return []string{media.JSON} }

func (e *jsonEndpoint) serve(w http.ResponseWriter, r *http.Request, m media.Type, _ []codec.Parameter) {
	if charset := m.Attribute("charset"); m.Name != media.JSON || charset != "" && !strings.EqualFold(charset, "utf-8") {
		e.refuseType(w, r, m, fmt.Sprintf("the media type %q is not supported; use %s in UTF-8", m.Name, media.JSON))
		return
	}
	if reason := e.Refusal(e.Contract, e.operation.op); reason != "" {
		e.refuse(w, r, http.StatusBadRequest, reason)
		return
	}
	body, ok := e.receive(w, r)
	defer body.release()
	if !ok {
		return
	}
	op := e.operation.op
	x := &exchange{service: &e.service, w: w, r: r, route: e.operation}
	x.lines = op.Result != nil && op.Result.IsJSONArray() && slices.ContainsFunc(strings.Split(strings.Join(r.Header["Accept"], ","), ","), acceptsLines)
	x.finish(x.run(body.text, func(context.Context) (any, error) {
		d := e.requestDecoder(body.text, &body.memory)
		defer d.Release()
		request := emptyRequest(op)
		codec.DecodeJSON(d, op.RequestType(), request)
		err := d.Err()
		if check := e.valueCheck(r.Context(), op); err == nil && check != nil && request != nil {
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

func (h *jsonHandler) prepare(*exchange, reply) (streams bool, err error) { return true, nil }

// encode implements protocolHandler. Interceptors get a list as an array.
func (h *jsonHandler) encode(x *exchange, result reply) error {
	e, of, options := x.out, x.route.op.Result, h.JSONOptions
	options.Lines = x.lines && x.streams()
	switch {
	case of == nil:
		e.Raw("null")
		return nil
	case result.items == nil:
		of.PutJSON(e, options, result.Value)
		return nil
	}
	if !options.Lines {
		e.Raw("[")
		defer e.Raw("]")
	}
	first := true
	for list, err := range result.items {
		if err != nil {
			e.Abort(err)
			return nil
		}
		if of.PutJSONItems(e, options, list, first); e.Err() != nil {
			return nil
		}
		first = false
	}
	return nil
}

// complete implements protocolHandler. It validates the XML message with the result that the reply contains.
func (h *jsonHandler) complete(x *exchange, document []byte, _ reply) ([]byte, error) {
	of := x.route.op.Result
	if !h.checksReplies() || of == nil {
		return document, nil
	}
	d := h.newDecoder(document)
	defer d.Release()
	result := of.TakeJSON(d)
	if d.Err() != nil {
		return nil, d.Err()
	}
	return document, h.checkResult(x.r.Context(), x.route.op, result)
}

func (h *jsonHandler) reply(x *exchange) (mediaType string, body []byte, made io.Reader) {
	switch {
	case !x.lines:
		return media.JSON, x.call.Reply, nil
	case x.streams():
		return linesMediaType, x.call.Reply, nil
	}
	return linesMediaType, linesOf(x.call.Reply), nil
}

// linesOf returns the items of an array, each on a line.
func linesOf(array []byte) []byte {
	var items []json.RawMessage
	if err := json.Unmarshal(array, &items); err != nil {
		return array // an interceptor has answered with something else
	}
	var lines bytes.Buffer
	for _, item := range items {
		_ = json.Compact(&lines, item) // it is valid
		lines.WriteByte('\n')
	}
	return lines.Bytes()
}

// checkResult validates a result that was not read from XML: it validates the XML message with the result.
func (c *boundContract) checkResult(ctx context.Context, op *contract.Operation, result any) error {
	if !c.checksReplies() || op.Result == nil || len(op.Wires) == 0 || op.Wires[0].Encoded {
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

func (h *jsonHandler) fault(x *exchange, f *Fault, _ func(*schema.Encoder)) {
	h.sendProblem(x.w, h.faultStatus(x.w, f), f, x.route.op.Faults)
}

// problem is a fault as problem details (RFC 9457).
type problem struct {
	Title    string      `json:"title"`
	Status   int         `json:"status"`
	Detail   string      `json:"detail,omitempty"`
	Code     string      `json:"code"`
	Subcodes []xsd.QName `json:"subcodes,omitempty"`
	Lang     string      `json:"lang,omitempty"`
	Actor    string      `json:"actor,omitempty"`
	Node     string      `json:"node,omitempty"`

	// The elements of the detail by their names. #any has those that the contract does not declare, as markup.
	Fault map[string]json.RawMessage `json:"fault,omitempty"`
}

// sendProblem answers with a fault. Elements of its detail that cannot be read are left out.
func (h *jsonHandler) sendProblem(w http.ResponseWriter, status int, fault *Fault, declared []*contract.Fault) {
	p := problem{
		Title: http.StatusText(status), Status: status, Detail: fault.Reason, Code: fault.FaultCode(), Subcodes: fault.Subcodes,
		Lang: fault.Lang, Actor: fault.Actor, Node: fault.Node,
	}
	if fault.Detail != "" {
		p.Fault = h.detail([]byte("<detail>"+fault.Detail+"</detail>"), declared)
	}
	doc, err := json.Marshal(p)
	if err != nil { // a subcode that is not a name
		p.Subcodes = nil
		doc, _ = json.Marshal(p)
	}
	write(w, status, problemMediaType, doc)
}

// detail returns the elements of a detail by their names.
func (h *jsonHandler) detail(doc []byte, declared []*contract.Fault) map[string]json.RawMessage {
	members := make(map[string]json.RawMessage)
	var others []string
	d := h.newDecoder(doc)
	defer d.Release()
	d.Strict = false
	d.Root()
	for d.Open(); d.Child(); {
		t := blockHere(declared, d)
		if t == nil {
			others = append(others, string(d.RawXML()))
			continue
		}
		e := h.newEncoder()
		if t.Detail.PutJSON(e, h.JSONOptions, t.Decode(d)); d.Err() == nil && e.Err() == nil {
			members[t.Element.Local] = slices.Clone(e.Bytes())
		}
		e.Release()
	}
	if len(others) > 0 && d.Err() == nil {
		members["#any"], _ = json.Marshal(others) // strings are never refused
	}
	return members
}
