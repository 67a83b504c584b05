package soap

import (
	"io"
	"net/http"
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
