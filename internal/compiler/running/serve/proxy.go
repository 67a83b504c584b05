package serve

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
)

// The limits of requests and responses that a proxy keeps in memory, the same as in handlers and clients.
const (
	maxRequest  = 10 << 20
	maxResponse = 256 << 20
)

// responseMemory limits the memory of all responses that the gateway before a service passes on.
const responseMemory = 1 << 30

// proxy sends requests to the target, and records the exchanges.
func (s *Server) proxy(g *group) http.Handler {
	reverse := &httputil.ReverseProxy{
		Rewrite: func(p *httputil.ProxyRequest) {
			address(p.Out, targetOf(s.config.Target, g.paths, p.In.URL))
		},
		Transport: s.config.Recorder,
		ErrorLog:  slog.NewLogLogger(s.config.Logger.Handler(), slog.LevelWarn),
		ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) {
			s.config.Logger.Warn("no answer from the target", "error", err)
			http.Error(w, "the target does not answer", http.StatusBadGateway)
		},
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodConnect || slices.Contains(strings.Split(r.URL.Path, "/"), "..") {
			http.Error(w, "only requests below the address of the service are sent to the target", http.StatusBadRequest)
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, maxRequest)
		reverse.ServeHTTP(w, r)
	})
}

// address directs a request to the target at u, with the user and the password in that address unless the client has sent
// others. It removes the header Upgrade, because messages of another protocol could not be recorded.
func address(r *http.Request, u *url.URL) {
	r.URL, r.Host = u, u.Host
	r.Header.Del("Connection")
	r.Header.Del("Upgrade")
	r.Header.Del("Accept-Encoding") // the transport asks for an encoding that the recorder can read
	if password, ok := u.User.Password(); ok && r.Header.Get("Authorization") == "" {
		r.SetBasicAuth(u.User.Username(), password)
	}
	u.User = nil
}

// targetOf returns the address of the target for a request, with the part of the path after
// the path of the service appended as it is escaped: a/b and a%2fb are different (RFC 3986, section 2.2).
func targetOf(target *url.URL, paths []string, request *url.URL) *url.URL {
	rest, length := request.Path, -1
	for _, p := range paths {
		after, ok := strings.CutPrefix(request.Path, strings.TrimSuffix(p, "/"))
		if ok && len(p) > length && (after == "" || after[0] == '/') {
			rest, length = after, len(p)
		}
	}
	u := *target
	if rest != "" && rest != "/" {
		u.RawPath = strings.TrimSuffix(u.EscapedPath(), "/") + escapedFrom(request.EscapedPath(), len(request.Path)-len(rest))
		u.Path = strings.TrimSuffix(u.Path, "/") + rest
	}
	u.RawQuery = request.RawQuery
	return &u
}

// escapedFrom returns an escaped path without its beginning, which is n bytes long when it is unescaped.
func escapedFrom(path string, n int) string {
	for ; n > 0; n-- {
		if path[0] == '%' {
			path = path[2:]
		}
		path = path[1:]
	}
	return path
}

// LimitedTransport returns a transport for a recorder. It limits the size of responses, which
// the recorder keeps in memory.
func LimitedTransport() http.RoundTripper { return limited{http.DefaultTransport} }

type limited struct{ next http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (l limited) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := l.next.RoundTrip(r)
	if err == nil {
		response.Body = struct {
			io.Reader
			io.Closer
		}{http.MaxBytesReader(nil, response.Body, maxResponse), response.Body}
	}
	return response, err
}
