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
	"example.com/quartet/templates/soap/internal/paths"
)

// handler serves a contract over HTTP.
type handler struct {
	*boundContract
	call      func(ctx context.Context, op *contract.Operation, req any) (any, error)
	served    []protocolHandler    // one for each protocol
	resources map[string]*resource // by path, as paths.Of returns it
	patterns  []*resource          // resources whose paths contain parts
	below     []string             // paths that have operations below them
	documents []*document
	set       *contract.DocumentSet // the set that has the documents
	broken    error                 // error in the options
	madePage  func() http.Handler
}

// resource describes what a handler serves at one path.
type resource struct {
	path      string
	pattern   paths.Location // pattern of the path, if it contains parts
	endpoints []endpoint
	openAPI   map[string]func() ([]byte, error) // descriptions by the value in the query; nil if there are none
	described bool                              // the contract and the summary of the service are here
}

// route is an operation on one binding.
type route struct {
	protocolHandler
	op      *contract.Operation
	wire    *contract.Wire
	binding contract.Binding
	chain   chain // the options around envelopes
}

func (h *handler) portPath(p *contract.Port) string {
	if h.pathSet {
		return h.path
	}
	return paths.OfAddress(p.Address)
}

func (h *handler) at(path string) *resource {
	r := h.resources[path]
	if r == nil {
		r = &resource{path: path}
		h.resources[path] = r
	}
	return r
}

// endpointAt returns the endpoint of a type at a resource. It adds newEndpoint if there is none.
func endpointAt[E endpoint](res *resource, newEndpoint E) E {
	for _, e := range res.endpoints {
		if found, ok := e.(E); ok {
			return found
		}
	}
	res.endpoints = append(res.endpoints, newEndpoint)
	return newEndpoint
}

// addPorts adds what each protocol serves for the ports of the contract.
func (h *handler) addPorts() {
	for i := range h.Ports {
		h.at(h.portPath(&h.Ports[i])).described = true
	}
	for _, p := range h.protocols {
		served := p.newHandler(h)
		h.served = append(h.served, served)
		_, atAll := p.(Protocol)
		for i := range h.Ports {
			if atAll || slices.Contains(p.bindings(), h.Ports[i].Binding) {
				served.addPort(&h.Ports[i])
			}
		}
	}
}

// addBelow notes that operations are served below a path.
func (h *handler) addBelow(path string) {
	h.below = append(h.below, strings.TrimSuffix(path, "/")+"/")
}

// ServeHTTP implements http.Handler.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header()["X-Content-Type-Options"] = []string{"nosniff"}
	if h.broken != nil {
		h.refuse(w, r, http.StatusInternalServerError, "the service is misconfigured")
		return
	}
	path := paths.Of(r.URL)
	res, parts := h.find(path)
	if res == nil {
		status, text := h.notFound(path)
		h.refuse(w, r, status, lex.Shorten(text))
		return
	}
	reads := r.Method == http.MethodGet || r.Method == http.MethodHead
	if reads && res.described && h.serveDocument(w, r, res) {
		return
	}
	m := media.Parse(headerField(r.Header, "Content-Type"))
	switch e := res.endpointOf(r.Method, m); {
	case e != nil:
		if !h.repeated(w, r, "Content-Type") {
			e.serve(w, r, m, parts)
		}
	case reads && res.described && h.page != nil:
		h.madePage().ServeHTTP(w, r)
	case reads && res.described:
		writeWhole(w, r, "text/plain"+media.UTF8, h.list())
	default:
		h.notAllowed(w, r, res)
	}
}

// endpointOf returns the endpoint of a request: the one whose protocol accepts its media type, or else the first one
// with its method; nil if there is none.
func (res *resource) endpointOf(method string, m media.Type) (first endpoint) {
	for _, e := range res.endpoints {
		if !slices.Contains(e.methods(), method) {
			continue
		}
		if m.Name != "" && e.about().mediaType == m.Name {
			return e
		}
		if first == nil {
			first = e
		}
	}
	return first
}

// find returns the resource at a path that paths.Of has returned, and the
// parameters in the path. The resource is nil if nothing is served there.
func (h *handler) find(path string) (*resource, []codec.Parameter) {
	if res := h.resources[path]; res != nil && res.pattern.Text == nil {
		return res, nil
	}
	for _, res := range h.patterns {
		if parts, ok := res.pattern.Match(path); ok {
			return res, parts
		}
	}
	return nil, nil
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
	for _, method := range [...]string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodDelete} {
		described := res.described && (method == http.MethodGet || method == http.MethodHead)
		if described || slices.ContainsFunc(res.endpoints, func(e endpoint) bool { return slices.Contains(e.methods(), method) }) {
			allow = append(allow, method)
		}
	}
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
			return http.StatusInternalServerError, paths.Shown(name) + " Web Service method name is not valid."
		case ok:
			text, unknown = fmt.Sprintf("unknown operation %q", paths.Shown(name)), true
		}
	}
	var served []string
	for known, res := range h.resources {
		if res.described {
			served = append(served, strconv.Quote(paths.Shown(known)))
		}
	}
	slices.Sort(served)
	switch {
	case similar != "":
		text += fmt.Sprintf("; there is %q", paths.Shown(similar))
	case !unknown && len(served) > 0:
		text += "; the service is at " + strings.Join(served, ", ")
	}
	return http.StatusNotFound, text
}

// writeText answers with one line of plain text.
func writeText(w http.ResponseWriter, status int, text string) {
	write(w, status, "text/plain"+media.UTF8, []byte(lex.OneLine(text)+"\n"))
}

// refuse answers a request whose operation is not called. If the protocol with the media type of the request, or the only
// protocol at its path, has a form for refusals, the answer has that form. Otherwise it is text.
func (h *handler) refuse(w http.ResponseWriter, r *http.Request, status int, text string) {
	m := media.Parse(headerField(r.Header, "Content-Type"))
	for _, p := range h.served {
		if own, ok := p.(refuser); ok && p.about().mediaType == m.Name {
			own.writeRefusal(w, status, text)
			return
		}
	}
	if res, _ := h.find(paths.Of(r.URL)); res != nil && len(res.endpoints) == 1 {
		if own, ok := res.endpoints[0].(refuser); ok {
			own.writeRefusal(w, status, text)
			return
		}
	}
	writeText(w, status, text)
}

// refuseType answers a request with an unsupported media type (RFC 9110 section 15.5.16). A
// header lists the supported types; if text is "", the text of the answer lists them, too.
func (h *handler) refuseType(w http.ResponseWriter, r *http.Request, m media.Type, text string) {
	var accepted []string
	if res, _ := h.find(paths.Of(r.URL)); res != nil {
		for _, e := range res.endpoints {
			accepted = append(accepted, e.mediaTypes(r.Method)...)
		}
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
	path := paths.Of(r.URL)
	var all []string
	if res, _ := h.find(path); res != nil {
		if kind, _ := documentQuery(r.URL.RawQuery); kind == "openapi" && res.openAPI != nil {
			all = append(all, http.MethodGet, http.MethodHead)
		}
		for _, e := range res.endpoints {
			for _, method := range e.about().scripts {
				if slices.Contains(e.methods(), method) && !slices.Contains(all, method) {
					all = append(all, method)
				}
			}
		}
	} else if slices.ContainsFunc(h.below, func(base string) bool { return strings.HasPrefix(path, base) }) {
		for _, p := range h.served {
			all = append(all, p.about().scripts...)
		}
	}
	return strings.Join(all, ", ")
}
