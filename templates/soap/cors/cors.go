// Package cors lets scripts of web pages from other origins read the results of operations over HTTP GET, errors included
// (Fetch Standard, CORS protocol). Browsers keep the responses of a handler without it from pages of other origins.
//
//	policy, err := cors.New("https://board.example")
//	...
//	handler := policy.Handler(stops.NewHandler(service))
package cors

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"example.com/quartet/templates/soap/internal/callinfo"
)

// Policy is the origins whose scripts may read results.
type Policy struct{ origins []string }

// New returns a policy that allows some origins. An origin is a scheme and a host, with a
// port if it is not the scheme's: "https://board.example", in ASCII. "*" is any. An origin
// that no browser sends is an error.
//
// Scripts may set any header of a request, Authorization included. Cookies and other
// credentials that browsers add are not allowed.
func New(origins ...string) (*Policy, error) {
	p := new(Policy)
	for _, origin := range origins {
		if err := check(origin); err != nil {
			return nil, err
		}
		p.origins = append(p.origins, strings.ToLower(origin)) // as browsers write them
	}
	return p, nil
}

func check(origin string) error {
	lower := strings.ToLower(origin)
	u, err := url.Parse(lower)
	switch {
	case origin == "*":
	case err != nil || u.Host == "" || lower != u.Scheme+"://"+u.Host:
		return fmt.Errorf("the origin %q is not a scheme and a host, such as https://board.example", origin)
	case u.Scheme == "https" && u.Port() == "443" || u.Scheme == "http" && u.Port() == "80":
		return fmt.Errorf("the origin %q has the port of its scheme, which browsers leave out", origin)
	case strings.ContainsFunc(u.Host, func(r rune) bool { return r > unicode.MaxASCII }):
		return fmt.Errorf("the origin %q is not in ASCII; browsers send the form that begins with xn--", origin)
	}
	return nil
}

// Handler returns a handler that applies the policy to the GET binding of next, and to JSON of package jsonhttp with
// its description. next is a
// handler of a service, or a wrapper of one that has a method Unwrap() http.Handler, as in
// packages compress and wirelog. Its other bindings, the contract and the page of the
// service are not allowed. Of another handler all resources are allowed over GET.
func (p *Policy) Handler(next http.Handler) http.Handler {
	return &handler{p, next, callinfo.HandlerOf(next)}
}

type handler struct {
	*Policy
	next    http.Handler
	service callinfo.Handler // nil: next is another handler
}

// Unwrap returns the handler to which the policy is applied.
func (h *handler) Unwrap() http.Handler { return h.next }

// ServeHTTP implements http.Handler.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	preflight := r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != ""
	methods := "GET, HEAD"
	if h.service != nil {
		methods = h.service.Methods(r)
	}
	if methods == "" || !preflight && !slices.Contains(strings.Split(methods, ", "), r.Method) {
		h.next.ServeHTTP(w, r)
		return
	}
	allowed := h.allow(w.Header(), r.Header.Get("Origin"))
	if !preflight {
		h.next.ServeHTTP(w, r)
		return
	}
	answer(w, r, allowed, methods)
}

// allow writes the header for the origin of a request, "" if there is none, and reports
// whether it is allowed.
func (h *handler) allow(header http.Header, origin string) bool {
	value := "*"
	if !slices.Contains(h.origins, "*") {
		header.Add("Vary", "Origin")
		if value = origin; !slices.Contains(h.origins, origin) {
			return false
		}
	}
	if origin != "" {
		header.Set("Access-Control-Allow-Origin", value)
	}
	return origin != ""
}

// answer answers a preflight request.
func answer(w http.ResponseWriter, r *http.Request, allowed bool, methods string) {
	header := w.Header()
	header.Add("Vary", "Access-Control-Request-Headers")
	header.Set("X-Content-Type-Options", "nosniff")
	if !allowed {
		header.Set("Content-Type", "text/plain; charset=utf-8")
		w.WriteHeader(http.StatusForbidden)
		_, _ = fmt.Fprintln(w, "the origin is not allowed")
		return
	}
	header.Set("Access-Control-Allow-Methods", methods)
	if names := r.Header.Values("Access-Control-Request-Headers"); len(names) > 0 {
		header.Set("Access-Control-Allow-Headers", strings.Join(names, ", "))
	}
	header.Set("Access-Control-Max-Age", "600")
	w.WriteHeader(http.StatusNoContent)
}
