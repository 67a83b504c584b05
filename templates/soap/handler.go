package soap

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/internal/media"
	"example.com/quartet/templates/soap/internal/paths"
)

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
		if !h.repeated(w, r, "Content-Type", "Content-Type") {
			e.serve(w, r, m, parts)
		}
	case reads && res.described && h.page != nil:
		h.madePage().ServeHTTP(w, r)
	case reads && res.described:
		writeWhole(w, r, "text/plain"+media.UTF8, (&ServiceInfo{h}).List())
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

// notAllowed answers with the allowed methods. OPTIONS asks for them (RFC 9110 section 9.3.7); another method is refused
// (section 15.5.6).
func (h *handler) notAllowed(w http.ResponseWriter, r *http.Request, res *resource) {
	var allow []string
	for _, method := range [...]string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodDelete} {
		described := res.described && (method == http.MethodGet || method == http.MethodHead)
		if described || slices.ContainsFunc(res.endpoints, func(e endpoint) bool { return slices.Contains(e.methods(), method) }) {
			allow = append(allow, method)
		}
	}
	w.Header().Set("Allow", strings.Join(allow, ", "))
	if r.Method == http.MethodOptions {
		w.WriteHeader(http.StatusNoContent)
		return
	}
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
