package mock

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"
)

// The limits of what a proxy keeps in memory: those of handlers and of clients.
const (
	maxRequest  = 10 << 20
	maxResponse = 256 << 20
)

// proxy sends requests to the target, and records the exchanges.
func (s *Server) proxy(g *group) http.Handler {
	reverse := &httputil.ReverseProxy{
		Rewrite: func(p *httputil.ProxyRequest) {
			p.Out.URL = targetOf(s.config.Target, g.paths, p.In.URL)
			p.Out.Host = s.config.Target.Host
		},
		Transport: s.config.Recorder,
		ErrorLog:  slog.NewLogLogger(s.config.Logger.Handler(), slog.LevelWarn),
		ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) {
			s.config.Logger.Warn("no answer from the target", "error", err)
			http.Error(w, "the target does not answer", http.StatusBadGateway)
		},
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, maxRequest)
		reverse.ServeHTTP(w, r)
	})
}

// targetOf returns the address of the target for a request: what the request has after
// the path of the service is appended.
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
		u.Path = strings.TrimSuffix(u.Path, "/") + rest
		u.RawPath = ""
	}
	u.RawQuery = request.RawQuery
	return &u
}

// LimitedTransport is the transport of a recorder: it bounds the responses, which the
// recorder has in memory.
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
