package soap

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode"
)

// WithCORS lets scripts of web pages from other origins read the results of
// operations over HTTP GET, errors included (Fetch Standard, CORS protocol). An
// origin is a scheme and a host, with a port if it is not the scheme's:
// "https://board.example", in ASCII. "*" is any. Without the option browsers keep
// responses from pages of other origins. Scripts may set any header of a request,
// Authorization included; cookies and other credentials that browsers add are not
// allowed, nor are other bindings.
func WithCORS(origins ...string) HandlerOption {
	return handlerOnly(func(c *config) { c.origins = append(c.origins, origins...) })
}

const originHeader = "Origin"

// CheckOrigin returns an error for an origin that WithCORS refuses, as no browser
// sends it.
func CheckOrigin(origin string) error {
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

// checkOrigins checks origins, and writes them as browsers do.
func checkOrigins(origins []string) error {
	for i, origin := range origins {
		if err := CheckOrigin(origin); err != nil {
			return err
		}
		origins[i] = strings.ToLower(origin)
	}
	return nil
}

// allowOrigin writes the headers for requests from other origins to an
// operation of the GET binding; res is nil if there is none at path. It
// reports whether the request was a preflight and has been answered.
func (h *handler) allowOrigin(w http.ResponseWriter, r *http.Request, path string, res *resource) (answered bool) {
	if !h.hasGet(path, res) {
		return false
	}
	asked := headerField(r.Header, "Access-Control-Request-Method")
	preflight := r.Method == http.MethodOptions && asked != ""
	if !preflight && r.Method != http.MethodGet && r.Method != http.MethodHead {
		return false
	}
	header, origin := w.Header(), headerField(r.Header, originHeader)
	allowed := "*"
	if !slices.Contains(h.origins, "*") {
		header.Add("Vary", originHeader)
		if allowed = origin; !slices.Contains(h.origins, origin) {
			allowed = ""
		}
	}
	if origin != "" && allowed != "" {
		header.Set("Access-Control-Allow-Origin", allowed)
	}
	if !preflight {
		return false
	}
	header.Add("Vary", "Access-Control-Request-Headers")
	if origin == "" || allowed == "" {
		writeText(w, http.StatusForbidden, "the origin is not allowed")
		return true
	}
	header.Set("Access-Control-Allow-Methods", "GET, HEAD")
	if names := r.Header.Values("Access-Control-Request-Headers"); len(names) > 0 {
		header.Set("Access-Control-Allow-Headers", strings.Join(names, ", "))
	}
	header.Set("Access-Control-Max-Age", "600")
	w.WriteHeader(http.StatusNoContent)
	return true
}

// hasGet reports whether there are operations of the GET binding at a path, or
// errors of that binding.
func (h *handler) hasGet(path string, res *resource) bool {
	if res != nil {
		return len(res.http[http.MethodGet]) > 0
	}
	return slices.ContainsFunc(h.below, func(base string) bool { return strings.HasPrefix(path, base) })
}
