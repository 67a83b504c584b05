package soap

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/charset"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/media"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// paramsProtocol is the HTTP bindings of WSDL 1.1 (section 4): parameters in a query or a form, or a body that is one part.
type paramsProtocol struct{ ofContract }

func (paramsProtocol) bindings() []contract.Binding {
	return []contract.Binding{contract.HTTPGet, contract.HTTPPost, contract.HTTPHead, contract.HTTPPut, contract.HTTPDelete}
}

func (paramsProtocol) newHandler(h *handler) protocolHandler { return &paramsHandler{h} }

// paramsHandler serves HTTP bindings.
type paramsHandler struct{ *handler }

// paramsEndpoint describes the operations of HTTP bindings at one path.
type paramsEndpoint struct {
	*paramsHandler
	routes map[string][]*paramsRoute // by method
	allow  []string                  // the methods
}

// paramsRoute is an operation on an HTTP binding.
type paramsRoute struct {
	route
	query query // what the request has besides parameters
}

// addPort implements protocolHandler.
func (h *paramsHandler) addPort(p *contract.Port) {
	if isSOAP(p.Binding) {
		return
	}
	path := h.portPath(p)
	h.addBelow(path)
	for _, op := range h.Operations {
		wire := (ofContract{}).wire(op, p.Binding)
		if wire == nil {
			continue
		}
		res := h.at(operationPath(path, wire.Path))
		if wire.Details().Replace && res.pattern.text == nil {
			res.pattern = newLocation(wire.Path)
			res.pattern.text[0] = operationPath(path, res.pattern.text[0])
			h.patterns = append(h.patterns, res)
		}
		e := endpointAt(res, &paramsEndpoint{paramsHandler: h, routes: map[string][]*paramsRoute{}})
		method := httpMethod(p.Binding)
		if e.routes[method] == nil {
			e.allow = append(e.allow, method)
		}
		if method == http.MethodGet {
			e.allow = append(e.allow, http.MethodHead)
		}
		rt := route{protocolHandler: h, op: op, wire: wire, binding: p.Binding}
		e.routes[method] = append(e.routes[method], &paramsRoute{rt, newQuery(wire.Details().Query)})
	}
}

// accepts implements protocolHandler.
func (h *paramsHandler) accepts(m media.Type) bool { return m.Name == formMediaType }

func (h *paramsHandler) scripts() []string { return []string{http.MethodGet, http.MethodHead} }

func (h *paramsHandler) hasHeaders() bool { return false }

func (e *paramsEndpoint) methods() []string { return e.allow }

// mediaTypes implements endpoint.
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

// serve answers a request to one of the operations of an HTTP binding
// at one path. Where there are several, what the request carries decides: XML by
// its root element, parameters by their names. parts are in the path.
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
		fits := false
		switch form := m.Name == "" || m.Name == formMediaType; rt.wire.Details().Send {
		case contract.ContentDefault:
			fits = form
		case contract.ContentXML:
			fits = m.IsXML()
		default:
			fits = !form && !m.IsXML()
		}
		if fits {
			return rt
		}
	}
	return routes[0]
}

// serveBody answers a request whose body is a part. rt is one of the operations
// that take such a body.
func (h *paramsHandler) serveBody(w http.ResponseWriter, r *http.Request, routes []*paramsRoute, rt *paramsRoute, m media.Type) {
	body, ok := h.receive(w, r)
	defer body.release()
	if !ok {
		return
	}
	if rt.wire.Details().Send == contract.ContentXML {
		if m.Name != "" && !m.IsXML() {
			h.refuseType(w, r, m, "")
			return
		}
		h.serveXML(w, r, routes, body, m)
		return
	}
	text, err := lexicalForm(body.text, rt.wire.Details().Send, m.Attribute("charset"), h.charsets)
	var unsupported charset.UnsupportedError
	if errors.As(err, &unsupported) {
		h.refuseType(w, r, m, err.Error())
		return
	}
	x := &exchange{h: h.handler, w: w, r: r, route: &rt.route}
	x.finish(x.run(body.text, func(context.Context) (any, error) {
		if err != nil {
			return nil, clientFault(err.Error() + " in the body of the request")
		}
		return decodeParameters(codec.ReadWhole(text), rt.op)
	}))
}

// serveXML answers a request whose body is a document.
func (h *paramsHandler) serveXML(w http.ResponseWriter, r *http.Request, routes []*paramsRoute, body *requestBody, m media.Type) {
	doc, err := body.toUTF8(body.text, m, h.charsets)
	var unsupported charset.UnsupportedError
	if errors.As(err, &unsupported) {
		h.refuseType(w, r, m, err.Error())
		return
	}
	d := h.requestDecoder(doc, &body.memory)
	defer d.Release()
	rt := (*paramsRoute)(nil)
	if err == nil && d.Root() {
		rt = byRoot(routes, d)
	}
	if rt == nil {
		switch {
		case err != nil:
		case d.Err() != nil:
			err = d.Err()
		default:
			space, local := d.Tag()
			err = fmt.Errorf("no operation has the element %s", xsd.QName{Space: space, Local: local})
		}
		h.sendTextFault(w, unreadable(err))
		return
	}
	x := &exchange{h: h.handler, w: w, r: r, route: &rt.route}
	x.finish(x.run(body.text, func(context.Context) (any, error) {
		d := d
		if err := h.checkRequest(r.Context(), doc, rt.wire, Comparison{reserve: body.memory.grow}); err != nil {
			return nil, unreadable(err)
		}
		if rt.wire.Body { // the request has a field for the root
			if err := body.memory.grow(int64(len(doc))); err != nil {
				return nil, unreadable(err)
			}
			d = h.requestDecoder(codec.WrapContent(d.Buf[d.TagStart():]), &body.memory)
			defer d.Release()
			d.Root()
		}
		request := decodeRequest(d, rt.op)
		d.End()
		if d.Err() != nil {
			return nil, unreadable(d.Err())
		}
		return request, nil
	}))
}

func byRoot(routes []*paramsRoute, d *schema.Decoder) *paramsRoute {
	for _, rt := range routes {
		if rt.wire.Details().Send == contract.ContentXML && beginsWith(rt.wire, d) {
			return rt
		}
	}
	return nil
}

// beginsWith reports whether a request may begin with the current tag.
func beginsWith(w *contract.Wire, d *schema.Decoder) bool {
	if len(w.Details().Members) > 0 {
		return codec.IndexOfMember(d, w.Details().Members) >= 0
	}
	return d.Is(w.In) || w.In.Local == ""
}

// serveQuery answers a request whose parameters are in the query.
func (h *paramsHandler) serveQuery(w http.ResponseWriter, r *http.Request, routes []*paramsRoute, parts []codec.Parameter) {
	const short = 1 << 10 // that takes no more than freeMemory
	if len(r.URL.RawQuery) <= short {
		h.serveParameters(w, r, routes, []byte(r.URL.RawQuery), nil, parts)
		return
	}
	memory := &reservation{budget: h.budget, ctx: r.Context()}
	defer memory.release()
	if err := memory.grow(formMemory(len(r.URL.RawQuery), strings.Count(r.URL.RawQuery, "&"), nil)); err != nil {
		h.refuseBody(w, r, err, memory)
		return
	}
	h.serveParameters(w, r, routes, []byte(r.URL.RawQuery), nil, parts)
}

// serveForm answers a request whose parameters are in a form.
func (h *paramsHandler) serveForm(w http.ResponseWriter, r *http.Request, routes []*paramsRoute, m media.Type, parts []codec.Parameter) {
	body, ok := h.receive(w, r)
	defer body.release()
	if !ok {
		return
	}
	if len(body.text) > 0 && m.Name != formMediaType {
		h.refuseType(w, r, m, "")
		return
	}
	var cs *charset.Charset
	if label := m.Attribute("charset"); label != "" {
		var err error
		cs, err = charset.Named(label, h.charsets)
		if err == nil && cs != nil && !cs.ExtendsASCII() {
			err = charset.UnsupportedError(label)
		}
		if err != nil {
			h.refuseType(w, r, m, err.Error())
			return
		}
	}
	if err := body.memory.grow(formMemory(len(body.text), bytes.Count(body.text, []byte{'&'}), cs)); err != nil {
		h.refuseBody(w, r, err, &body.memory)
		return
	}
	h.serveParameters(w, r, routes, body.text, cs, parts)
}

func (h *paramsHandler) serveParameters(w http.ResponseWriter, r *http.Request, routes []*paramsRoute, encoded []byte, cs *charset.Charset, parts []codec.Parameter) {
	given, err := parseForm(encoded, cs)
	rt := byNames(routes, given, r)
	x := &exchange{h: h.handler, w: w, r: r, route: &rt.route}
	x.finish(x.run(encoded, func(context.Context) (any, error) {
		if err != nil {
			return nil, clientFault(err.Error())
		}
		given = append(given, parts...)
		if h.asmx {
			if given, err = asmxParameters(given, rt.op.Params); err != nil {
				return nil, err
			}
		}
		p := codec.ReadParameters(given)
		p.Check = h.valueCheck(r.Context())
		return decodeParameters(p, rt.op)
	}))
}

// byNames finds the operation whose parameters these are: the one that their
// values select if operations differ in values, else the first that knows
// them all. What its location has in the query must be there, whatever the
// method is.
func byNames(routes []*paramsRoute, given []codec.Parameter, r *http.Request) *paramsRoute {
	if len(routes) == 1 {
		return routes[0]
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		inQuery, _ := parseForm([]byte(r.URL.RawQuery), nil)
		given = append(given[:len(given):len(given)], inQuery...)
	}
	best, highest := routes[0], -1
	for _, rt := range routes {
		if rt.wire.Details().Send != contract.ContentDefault || !rt.query.fits(given) {
			continue
		}
		score := 0
		if rt.knows(given) {
			score++
		}
		if rt.isMeant(given) {
			score += 2
		}
		if score > highest {
			best, highest = rt, score
		}
	}
	return best
}

// isMeant reports whether parameters have values that select the operation
// among those with its path.
func (rt *paramsRoute) isMeant(given []codec.Parameter) bool {
	meant := false
	for _, g := range rt.wire.Details().DispatchParams {
		for _, p := range given {
			if p.Name != g.Name {
				continue
			}
			if !slices.Contains(g.Values, strings.TrimSpace(p.Value)) {
				return false
			}
			meant = true
		}
	}
	return meant
}

// knows reports whether the operation declares all parameters.
func (rt *paramsRoute) knows(given []codec.Parameter) bool {
	for _, p := range given {
		_, fixed := parameterNamed(rt.query, p.Name)
		if !fixed && !slices.Contains(rt.op.Params, p.Name) {
			return false
		}
	}
	return true
}

// prepare implements protocolHandler.
func (h *paramsHandler) prepare(x *exchange, _ reply) (streams bool, err error) {
	return !x.route.wire.OutBody, nil
}

// encode implements protocolHandler.
func (h *paramsHandler) encode(x *exchange, result reply) error {
	e, wire := x.out, x.route.wire
	switch receive := wire.Details().Receive; {
	case receive > contract.ContentXML:
		if from := len(e.Buf); !result.Absent {
			result.Encode(e)
			unwrapText(e, from, receive)
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

// complete implements protocolHandler.
func (h *paramsHandler) complete(x *exchange, document []byte, _ reply) ([]byte, error) {
	return document, h.checkReply(x.r.Context(), document, x.route.op, x.route.wire, Comparison{})
}

// reply implements protocolHandler.
func (h *paramsHandler) reply(x *exchange) (mediaType string, body []byte) {
	details := x.route.wire.Details()
	return details.Receive.MediaType(details.ReplyType), x.call.Reply
}

// fault implements protocolHandler.
func (h *paramsHandler) fault(x *exchange, f *Fault, _ func(*schema.Encoder)) {
	h.sendTextFault(x.w, f)
}

// httpMethod returns the HTTP method of a binding's requests.
func httpMethod(b contract.Binding) string {
	switch b {
	case contract.HTTPGet:
		return http.MethodGet
	case contract.HTTPHead:
		return http.MethodHead
	case contract.HTTPPut:
		return http.MethodPut
	case contract.HTTPDelete:
		return http.MethodDelete
	}
	return http.MethodPost
}

// inQuery reports whether parameters are in the query and not in a form.
func inQuery(b contract.Binding) bool {
	return b == contract.HTTPGet || b == contract.HTTPHead || b == contract.HTTPDelete
}
