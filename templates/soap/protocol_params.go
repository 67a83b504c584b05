package soap

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/form"
	"example.com/quartet/templates/soap/internal/media"
	"example.com/quartet/templates/soap/internal/paths"
	"example.com/quartet/templates/soap/schema"
)

// paramsProtocol is the HTTP bindings of WSDL 1.1 (section 4): parameters in a query or a form, or a body that is one part.
type paramsProtocol struct{}

func (paramsProtocol) bindings() []contract.Binding {
	return []contract.Binding{contract.HTTPGet, contract.HTTPPost, contract.HTTPHead, contract.HTTPPut, contract.HTTPDelete}
}

func (paramsProtocol) newHandler(h *handler) protocolHandler {
	return &paramsHandler{h, protocolFacts{mediaType: formMediaType, scripts: []string{http.MethodGet, http.MethodHead}}}
}

// paramsEndpoint describes the operations of HTTP bindings at one path.
type paramsEndpoint struct {
	*paramsHandler
	routes map[string][]*paramsRoute // by method
	allow  []string                  // the methods
}

func (h *paramsHandler) addPort(p *contract.Port) {
	path := h.portPath(p)
	h.addBelow(path)
	for _, op := range h.Operations {
		wire := op.Wire(p.Binding)
		if wire == nil {
			continue
		}
		res := h.at(paths.Join(path, wire.Path))
		if wire.Details().Replace && res.pattern.Text == nil {
			res.pattern = paths.NewLocation(wire.Path)
			res.pattern.Text[0] = paths.Join(path, res.pattern.Text[0])
			h.patterns = append(h.patterns, res)
		}
		e := endpointAt(res, &paramsEndpoint{paramsHandler: h, routes: map[string][]*paramsRoute{}})
		method := p.Binding.Method()
		if e.routes[method] == nil {
			e.allow = append(e.allow, method)
		}
		if method == http.MethodGet {
			e.allow = append(e.allow, http.MethodHead)
		}
		rt := route{protocolHandler: h, op: op, wire: wire, binding: p.Binding}
		e.routes[method] = append(e.routes[method], &paramsRoute{rt, paths.NewQuery(wire.Details().Query)})
	}
}

func (e *paramsEndpoint) methods() []string { return e.allow }

func (e *paramsEndpoint) mediaTypes(method string) (all []string) {
	for _, rt := range e.routes[method] {
		t := formMediaType
		if details := rt.wire.Details(); details.Send != contract.ContentDefault {
			t, _, _ = strings.Cut(details.Send.MediaType(details.MediaType), ";")
		}
		if !slices.Contains(all, t) {
			all = append(all, t)
		}
	}
	return all
}

// serve answers a request to one of the operations of an HTTP binding at one
// path. If there are several, the content of the request decides: XML by its
// root element, parameters by their names. parts are the parameters in the path.
func (e *paramsEndpoint) serve(w http.ResponseWriter, r *http.Request, m media.Type, parts []codec.Parameter) {
	h, routes := e.paramsHandler, e.routes[r.Method]
	if len(routes) == 0 {
		routes = e.routes[http.MethodGet] // for HEAD
	}
	switch rt := byMediaType(routes, m); {
	case rt.wire.Details().Send != contract.ContentDefault:
		h.serveBody(w, r, routes, rt, m)
	case inQuery(rt.binding):
		h.serveQuery(w, r, routes, parts)
	default:
		h.serveForm(w, r, routes, m, parts)
	}
}

// byMediaType finds the first operation that takes a request of a media type;
// if there is none, it is the first of all.
func byMediaType(routes []*paramsRoute, m media.Type) *paramsRoute {
	for _, rt := range routes {
		form, send := m.Name == "" || m.Name == formMediaType, rt.wire.Details().Send
		if form == (send == contract.ContentDefault) && m.IsXML() == (send == contract.ContentXML) {
			return rt
		}
	}
	return routes[0]
}

func (h *paramsHandler) prepare(x *exchange, _ reply) (streams bool, err error) {
	return !x.route.wire.OutBody, nil
}

func (h *paramsHandler) encode(x *exchange, result reply) error {
	e, wire := x.out, x.route.wire
	switch receive := wire.Details().Receive; {
	case receive > contract.ContentXML:
		if from := len(e.Buf); !result.Absent {
			result.Encode(e)
			form.Unwrap(e, from, receive)
		}
	case wire.OutBody:
		e.LimitTo(nil, result.ElementValue)
		if codec.EncodeContent(e, result.Encode); len(e.Bytes()) == 0 {
			return errNoResult
		}
	case len(wire.Out) > 0:
		e.Raw(codec.XMLProlog)
		e.LimitTo(wire.Out, result.ElementValue)
		codec.EncodeDocument(e, wire.Out, result.ElementValue, wire.OutNil)
	}
	return nil
}

func (h *paramsHandler) complete(x *exchange, document []byte, _ reply) ([]byte, error) {
	return document, h.checkReply(x.r.Context(), document, x.route.op, x.route.wire, Comparison{})
}

func (h *paramsHandler) reply(x *exchange) (mediaType string, body []byte, made io.Reader) {
	details := x.route.wire.Details()
	return details.Receive.MediaType(details.ReplyType), x.call.Reply, nil
}

func (h *paramsHandler) fault(x *exchange, f *Fault, _ func(*schema.Encoder)) {
	h.sendTextFault(x.w, f)
}

func (paramsProtocol) newClient(c *Caller) protocolClient { return &paramsClient{c} }

// paramsClient calls operations over an HTTP binding.
type paramsClient struct{ *Caller }

func (c *paramsClient) replyType() string { return media.XML }

func (c *paramsClient) encodeRequest(ctx context.Context, x *clientCall) (_ context.Context, request []byte, err error) {
	if x.wire.Details().Send != contract.ContentXML {
		request, err = c.encodeParameters(x)
	} else if request, err = c.encodeDocument(ctx, x); err == nil {
		err = c.checkRequest(ctx, request, x.wire, Comparison{})
	}
	return ctx, request, err
}

// encodeDocument returns a request that is a document.
func (c *paramsClient) encodeDocument(ctx context.Context, x *clientCall) ([]byte, error) {
	e := c.newEncoder()
	defer e.Release()
	e.Watch(ctx)
	e.MaxRead = c.maxResponse
	if x.wire.Body {
		e.LimitToType(x.wire.In, x.op.RequestType())
		codec.EncodeContent(e, func(e *schema.Encoder) { writeRequest(e, x.op, x.Input) })
		if len(e.Bytes()) == 0 && e.Err() == nil {
			return nil, errors.New("the request has no element")
		}
	} else {
		e.Raw(codec.XMLProlog)
		writeWrapper(e, x.op, x.wire, x.Input)
	}
	return append([]byte(nil), e.Bytes()...), e.Err()
}

// encodeParameters returns the request of an HTTP binding that is not a document: the
// parameters, or a body with the only parameter.
func (c *paramsClient) encodeParameters(x *clientCall) ([]byte, error) {
	p := codec.WriteParameters()
	p.Check = c.valueCheck(x.ctx, x.op)
	visitRequest(p, x.op, x.Input)
	x.values = p.Written()
	if x.wire.Details().Send == contract.ContentDefault || p.Err() != nil {
		return []byte(form.Write(x.values)), p.Err()
	}
	if len(x.values) == 0 {
		return []byte{}, nil
	}
	return form.Body(x.values[0].Value, x.wire.Details().Send), nil
}

// locate implements protocolClient: it adds the location, with parameters in it, and the query (WSDL 1.1 section 4).
func (c *paramsClient) locate(u *url.URL, header http.Header, x *clientCall, request []byte) (body io.Reader, err error) {
	details, inQuery := x.wire.Details(), inQuery(c.binding)
	path, raw := x.wire.Path, paths.Escape(x.wire.Path)
	if details.Replace {
		var missing string
		if path, raw, missing = paths.NewLocation(x.wire.Path).Fill(x.values); missing != "" {
			return nil, fmt.Errorf("the parameter %q is a part of the address and must be given", missing)
		}
	}
	c.setPath(u, path, raw)
	addQuery(u, form.Write(paths.NewQuery(details.Query)))
	header.Del("SOAPAction")
	switch {
	case details.Send != contract.ContentDefault:
		header.Set("Content-Type", details.Send.MediaType(details.MediaType))
		body = bytes.NewReader(request)
	case inQuery:
		if header.Del("Content-Type"); !details.Replace {
			addQuery(u, string(request))
			u.ForceQuery = true // the specification's form: the question mark is always there
		}
	case details.Replace:
		header.Del("Content-Type")
		body = bytes.NewReader(nil)
	default:
		header.Set("Content-Type", formMediaType)
		body = bytes.NewReader(request)
	}
	accept := media.XML
	if details.Receive > contract.ContentXML {
		accept, _, _ = strings.Cut(details.Receive.MediaType(details.ReplyType), ";")
	}
	setAccept(header, accept)
	return body, nil
}

func addQuery(u *url.URL, query string) {
	if u.RawQuery != "" && query != "" {
		u.RawQuery += "&"
	}
	u.RawQuery += query
}

func (c *paramsClient) openResponse(x *clientCall, m media.Type, body io.Closer, from io.Reader) (opened bool, err error) {
	if !c.streams(x, m) {
		return false, nil
	}
	return true, c.openList(x, body, from, m)
}

// decode implements protocolClient. The HTTP status decides how a response is read.
func (c *paramsClient) decode(x *clientCall, m media.Type) error {
	switch {
	case x.isAccepted(m):
		return nil
	case x.status >= 400 && m.Name == "text/plain":
		return c.failed(x, c.textFault(x, m))
	case !x.ok():
		return c.httpError(x, m, nil)
	case c.binding == contract.HTTPHead:
		return nil
	case x.wire.Details().Receive > contract.ContentXML:
		return c.decodeText(x, m)
	case m.IsXML() || m.Name == "" || len(x.Reply) == 0 || c.anyMediaType:
		return c.decodeDocument(x, m)
	}
	return c.httpError(x, m, nil)
}

// decodeText reads x.Reply as a value of a simple type, without markup.
func (c *paramsClient) decodeText(x *clientCall, m media.Type) error {
	text, err := form.LexicalForm(x.Reply, x.wire.Details().Receive, m.Attribute("charset"), c.charsets)
	if err != nil {
		return c.failed(x, err)
	}
	doc, err := codec.WrapText(text)
	if err != nil {
		return c.failed(x, err)
	}
	d := c.decoder(x, doc)
	defer d.Release()
	if d.Root() {
		x.takeResult(d)
	}
	return c.failed(x, d.Err())
}

// decodeDocument reads x.Reply as a document.
func (c *paramsClient) decodeDocument(x *clientCall, m media.Type) error {
	if len(x.wire.Out) == 0 && !x.wire.OutBody {
		return nil
	}
	doc, err := x.memory.toUTF8(x.Reply, m, x.ended, c.charsets)
	if err != nil {
		return c.unreadable(x, m, err)
	}
	d := c.decoder(x, doc)
	defer d.Release()
	invalid := c.checkReply(x.ctx, doc, x.op, x.wire, Comparison{})
	if x.wire.OutBody {
		err = c.readWhole(d, x, m)
	} else {
		err = c.readDocument(d, x, m)
	}
	if invalid != nil {
		return c.invalidReply(x, err, invalid)
	}
	return err
}

// readWhole reads a document whose root is the content of the result.
func (c *paramsClient) readWhole(d *schema.Decoder, x *clientCall, m media.Type) error {
	if d.Root() {
		inside := c.decoder(x, codec.WrapContent(d.Buf[d.TagStart():]))
		defer inside.Release()
		if d = inside; d.Root() {
			x.takeResult(d)
		}
	}
	d.End()
	return c.unreadable(x, m, d.Err())
}

func (c *paramsClient) readDocument(d *schema.Decoder, x *clientCall, m media.Type) error {
	err := d.Document(func() { codec.DecodePath(d, x.wire.Out, x.op.ResultRequired || x.wire.OutMust, x.takeResult) })
	return c.unreadable(x, m, err)
}
