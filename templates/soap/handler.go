package soap

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/internal/media"
	"example.com/quartet/templates/soap/xsd"
)

// handler serves a contract over HTTP.
type handler struct {
	*boundContract
	call      func(ctx context.Context, op *contract.Operation, req any) (any, error)
	resources map[string]*resource // by path, as matchPath returns it
	patterns  []*resource          // resources whose paths contain parts
	below     []string             // paths that have HTTP operations below them
	documents []*document
	set       *contract.DocumentSet             // of documents
	broken    error                             // error in the options
	chains    [2]chain                          // by binding
	served    [contract.JSON + 1]*contract.Port // by binding, of SOAP only
	madePage  func() http.Handler
}

// resource describes what a handler serves at one path.
type resource struct {
	path      string
	pattern   location                          // pattern of the path, if it contains parts
	soap      [2]*soapPort                      // by binding; nil if it is not offered
	http      map[string][]*route               // by method
	json      *route                            // nil if JSON is not offered
	openAPI   map[string]func() ([]byte, error) // by the value in the query; nil if there is no JSON below
	described bool                              // has the contract and the summary of the service
	multipart bool                              // envelopes may be parts of messages
}

// soapPort describes the operations of a SOAP binding at one path.
type soapPort struct {
	operations dispatchTable
	headers    []contract.Header // declared headers of all requests
	encoded    bool              // there are operations with SOAP encoding
	rpc        bool              // there are operations of style rpc
	addressed  bool              // there are operations with an action of WS-Addressing
}

// dispatchTable finds operations by the element in the Body; the zero name is an
// empty Body.
type dispatchTable map[xsd.QName][]*route

// anyBody is the key for a Body that has a type and whose elements are not
// known.
var anyBody = xsd.QName{Local: "*"}

// route is an operation on one binding.
type route struct {
	op      *contract.Operation
	wire    *contract.Wire
	binding contract.Binding
	action  string
	address string // the action of WS-Addressing
	parts   []contract.Part
	query   query // HTTP: what the request has besides parameters
}

func (h *handler) portPath(p *contract.Port) string {
	if h.pathSet {
		return h.path
	}
	return addressPath(p.Address)
}

func (h *handler) at(path string) *resource {
	r := h.resources[path]
	if r == nil {
		r = &resource{path: path}
		h.resources[path] = r
	}
	return r
}

func (h *handler) addPort(p *contract.Port) {
	path := h.portPath(p)
	base := h.at(path)
	base.described = true
	base.multipart = h.Multipart != nil
	if !isSOAP(p.Binding) {
		h.below = append(h.below, strings.TrimSuffix(path, "/")+"/")
	} else if base.soap[p.Binding] != nil {
		return // a port with another policy
	} else {
		base.soap[p.Binding] = &soapPort{operations: dispatchTable{}}
	}
	for _, op := range h.Operations {
		if wire := wireOf(op, p.Binding); wire != nil {
			h.addRoute(path, &route{op: op, wire: wire, binding: p.Binding, action: h.action(wire), address: h.addressed(wire.Details().Addressed), parts: h.parts(wire)})
		}
	}
}

func (h *handler) addRoute(path string, r *route) {
	switch {
	case !isSOAP(r.binding):
		r.query = newQuery(r.wire.Details().Query)
		res := h.at(operationPath(path, r.wire.Path))
		if r.wire.Details().Replace && res.pattern.text == nil {
			res.pattern = newLocation(r.wire.Path)
			res.pattern.text[0] = operationPath(path, res.pattern.text[0])
			h.patterns = append(h.patterns, res)
		}
		if res.http == nil {
			res.http = map[string][]*route{}
		}
		method := r.binding.Method()
		res.http[method] = append(res.http[method], r)
	default:
		port := h.resources[path].soap[r.binding]
		port.encoded = port.encoded || r.wire.Encoded
		port.rpc = port.rpc || r.wire.RPC
		port.addressed = port.addressed || r.wire.Details().Addressed != ""
		for _, name := range h.begins(r.wire) {
			port.operations[name] = append(port.operations[name], r)
		}
		for _, header := range r.wire.Details().Headers {
			if !slices.Contains(port.headers, header) {
				port.headers = append(port.headers, header)
			}
		}
	}
}

// begins returns the names of the possible first elements in the Body of a
// request; the zero name is an empty Body.
func (h *handler) begins(wire *contract.Wire) []xsd.QName {
	switch {
	case len(wire.Details().Members) > 0:
		var names []xsd.QName
		for _, m := range wire.Details().Members {
			names = append(names, xsd.QName{Space: codec.NamespaceURI(h.ns, m.NS), Local: m.Local})
		}
		return names
	case wire.In.Local != "":
		return []xsd.QName{{Space: codec.NamespaceURI(h.ns, wire.In.NS), Local: wire.In.Local}}
	case wire.Body:
		return []xsd.QName{anyBody}
	}
	return []xsd.QName{{}}
}

// ServeHTTP implements http.Handler.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header()["X-Content-Type-Options"] = []string{"nosniff"}
	if h.broken != nil {
		h.refuse(w, r, http.StatusInternalServerError, "the service is misconfigured")
		return
	}
	path := matchPath(r.URL)
	res, parts := h.find(path)
	if res == nil {
		status, text := h.notFound(path)
		h.refuse(w, r, status, lex.Shorten(text))
		return
	}
	switch routes := res.http[r.Method]; {
	case r.Method == http.MethodPost:
		h.servePost(w, r, res, parts)
	case (r.Method == http.MethodGet || r.Method == http.MethodHead) && res.described && h.serveDocument(w, r, res):
	case len(routes) > 0:
		h.serveOperation(w, r, routes, parts)
	case r.Method == http.MethodHead && len(res.http[http.MethodGet]) > 0:
		h.serveOperation(w, r, res.http[http.MethodGet], parts)
	case (r.Method == http.MethodGet || r.Method == http.MethodHead) && res.described:
		h.serveSummary(w, r)
	default:
		h.notAllowed(w, r, res)
	}
}

// find returns the resource at a path of matchPath and the parts in the path, nil
// if there is none.
func (h *handler) find(path string) (*resource, []codec.Parameter) {
	if res := h.resources[path]; res != nil && res.pattern.text == nil {
		return res, nil
	}
	for _, res := range h.patterns {
		if parts, ok := res.pattern.match(path); ok {
			return res, parts
		}
	}
	return nil, nil
}

func (h *handler) servePost(w http.ResponseWriter, r *http.Request, res *resource, parts []codec.Parameter) {
	if h.repeated(w, r, "Content-Type") {
		return
	}
	m := media.Parse(headerField(r.Header, "Content-Type"))
	soap := res.soap[contract.SOAP11] != nil || res.soap[contract.SOAP12] != nil
	routes := res.http[http.MethodPost]
	switch {
	case res.json != nil && (m.Name == jsonMediaType || !soap && len(routes) == 0):
		h.serveFormat(w, r, res.json, m)
	case len(routes) > 0 && (!soap || m.Name == formMediaType):
		h.serveOperation(w, r, routes, parts)
	case soap:
		h.serveSOAP(w, r, res, m)
	default:
		h.notAllowed(w, r, res)
	}
}

// repeated rejects a request that has a single-valued header more than once
// (RFC 9110 section 5.3). The name is in canonical form.
func (h *handler) repeated(w http.ResponseWriter, r *http.Request, name string) bool {
	if len(r.Header[name]) < 2 {
		return false
	}
	if name == soapActionHeader {
		name = "SOAPAction"
	}
	h.refuse(w, r, http.StatusBadRequest, "the header "+name+" is given more than once")
	return true
}

// headerField is header.Get for a name in canonical form.
func headerField(header http.Header, name string) string {
	if values := header[name]; len(values) > 0 {
		return values[0]
	}
	return ""
}

// notAllowed answers with the allowed methods (RFC 9110 section 15.5.6).
func (h *handler) notAllowed(w http.ResponseWriter, r *http.Request, res *resource) {
	var allow []string
	add := func(method string, offered bool) {
		if offered || len(res.http[method]) > 0 {
			allow = append(allow, method)
		}
	}
	add(http.MethodGet, res.described)
	add(http.MethodHead, res.described || len(res.http[http.MethodGet]) > 0)
	add(http.MethodPost, res.soap[contract.SOAP11] != nil || res.soap[contract.SOAP12] != nil || res.json != nil)
	add(http.MethodPut, false)
	add(http.MethodDelete, false)
	w.Header().Set("Allow", strings.Join(allow, ", "))
	h.refuse(w, r, http.StatusMethodNotAllowed, "method not allowed; use "+strings.Join(allow, ", "))
}

// notFound returns the status and a message for a path at which nothing is
// served. The message names the path that differs only in case, else the paths of the
// service.
func (h *handler) notFound(path string) (status int, text string) {
	similar := "" // the first of several
	for known := range h.resources {
		if strings.EqualFold(known, path) && (similar == "" || known < similar) {
			similar = known
		}
	}
	text = "nothing is served at this path"
	unknown := false
	for _, base := range h.below {
		name, ok := strings.CutPrefix(path, base)
		switch {
		case ok && h.asmx:
			return http.StatusInternalServerError, asmxUnknownOperation(shownPath(name))
		case ok:
			text, unknown = fmt.Sprintf("unknown operation %q", shownPath(name)), true
		}
	}
	var served []string
	for known, res := range h.resources {
		if res.described {
			served = append(served, strconv.Quote(shownPath(known)))
		}
	}
	slices.Sort(served)
	switch {
	case similar != "":
		text += fmt.Sprintf("; there is %q", shownPath(similar))
	case !unknown && len(served) > 0:
		text += "; the service is at " + strings.Join(served, ", ")
	}
	return http.StatusNotFound, text
}

// writeText answers with one line of plain text.
func writeText(w http.ResponseWriter, status int, text string) {
	write(w, status, "text/plain"+media.UTF8, []byte(lex.OneLine(text)+"\n"))
}

// refuseType answers a request with an unsupported media type (RFC 9110
// section 15.5.16), and lists the supported ones: in the text, too, if it is "".
func (h *handler) refuseType(w http.ResponseWriter, r *http.Request, m media.Type, text string, accepted ...string) {
	if res, _ := h.find(matchPath(r.URL)); res != nil && res.json != nil && !slices.Contains(accepted, jsonMediaType) {
		accepted = append(accepted, jsonMediaType)
	}
	if text == "" {
		text = fmt.Sprintf("the media type %q is not supported; use %s", m.Name, strings.Join(accepted, " or "))
	}
	w.Header().Set("Accept-Post", strings.Join(accepted, ", "))
	h.refuse(w, r, http.StatusUnsupportedMediaType, lex.Shorten(text))
}

// ServiceName implements callinfo.Handler.
func (h *handler) ServiceName() string { return h.Service }

// Methods implements callinfo.Handler.
func (h *handler) Methods(r *http.Request) string {
	path := matchPath(r.URL)
	res, _ := h.find(path)
	get, post := false, h.format != nil
	if kind, _, _ := documentQuery(r.URL.RawQuery); res != nil {
		get, post = len(res.http[http.MethodGet]) > 0 || kind == "openapi" && res.openAPI != nil, res.json != nil
	} else if get = slices.ContainsFunc(h.below, func(base string) bool { return strings.HasPrefix(path, base) }); !get {
		return ""
	}
	var all []string
	if get {
		all = append(all, http.MethodGet, http.MethodHead)
	}
	if post {
		all = append(all, http.MethodPost)
	}
	return strings.Join(all, ", ")
}
