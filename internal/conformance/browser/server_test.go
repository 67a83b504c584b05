package browser_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// A server is raild, or a handler of the test, at an address that stays the same when it restarts.
type server struct {
	t     *testing.T
	proxy *httptest.Server

	mu        sync.Mutex
	target    *url.URL // nil while the server is down
	refused   string   // start of the paths of requests that fail, if it is not ""
	raild     *process
	exchanges []exchange
	lag       time.Duration // how long each response takes
	step      int           // counts the requests that began and the responses that ended
}

// An exchange is a request that a page has sent, and the response.
type exchange struct {
	Method, URI string
	Header      http.Header
	Body        string
	Status      int
	Answer      http.Header
	Response    string
	Bytes       int // of the body of the response, as it was sent
	Began       int // the steps at which the request began and the response ended
	Ended       int
}

// down is the host of requests while the server is down.
const down = "down.invalid"

// newServer returns a server that is down.
func newServer(t *testing.T) *server {
	t.Helper()
	s := &server{t: t}
	forward := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			s.mu.Lock()
			defer s.mu.Unlock()
			target := s.target
			if target == nil || s.refused != "" && strings.HasPrefix(r.In.URL.Path, s.refused) {
				target = &url.URL{Scheme: "http", Host: down}
			}
			r.SetURL(target)
			r.Out.Host = r.In.Host // the service writes it into the contract
		},
		Transport: s,
		ErrorHandler: func(http.ResponseWriter, *http.Request, error) {
			panic(http.ErrAbortHandler) // closes the connection, as a server does that ends
		},
	}
	s.proxy = httptest.NewServer(forward)
	t.Cleanup(s.proxy.Close)
	return s
}

// serveRail returns a server that is raild with some flags.
func serveRail(t *testing.T, flags ...string) *server {
	t.Helper()
	s := newServer(t)
	s.start(flags...)
	return s
}

// serveHandler returns a server for a handler.
func serveHandler(t *testing.T, handler http.Handler) *server {
	t.Helper()
	s := newServer(t)
	backend := httptest.NewServer(handler)
	t.Cleanup(backend.Close)
	s.pass(backend.URL)
	return s
}

// pass passes requests on to an address. "" means that the server is down.
func (s *server) pass(address string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.target = nil
	if address == "" {
		return
	}
	u, err := url.Parse(address)
	if err != nil {
		s.t.Fatal(err)
	}
	s.target = u
}

// start starts raild.
func (s *server) start(flags ...string) {
	s.t.Helper()
	s.raild = startRaild(s.t, flags...)
	s.pass(s.raild.address)
}

// stop ends raild. The server is down then.
func (s *server) stop() {
	s.t.Helper()
	s.pass("")
	s.proxy.CloseClientConnections()
	s.raild.stop()
}

// refuse lets requests for paths that start with a text fail. "" ends that.
func (s *server) refuse(path string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refused = path
}

// origin returns the address of the server, without a path.
func (s *server) origin() string { return s.proxy.URL }

// service returns the address of the rail service.
func (s *server) service() string { return s.proxy.URL + servicePath }

const servicePath = "/realtime/realtime.asmx"

// RoundTrip sends a request to the server, and keeps the exchange.
func (s *server) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Host == down {
		return nil, errors.New("the server is down")
	}
	e := exchange{Method: r.Method, URI: r.URL.RequestURI(), Header: r.Header.Clone(), Began: s.next()}
	if r.Body != nil {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		e.Body = string(body)
		r.Body = io.NopCloser(bytes.NewReader(body))
	}
	response, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	e.Status, e.Answer = response.StatusCode, response.Header.Clone()
	body, err := io.ReadAll(response.Body)
	response.Body.Close()
	if err != nil {
		return nil, err
	}
	e.Response, e.Bytes = string(body), len(body)
	if e.Answer.Get("Content-Encoding") == "gzip" {
		plain, err := gzip.NewReader(bytes.NewReader(body))
		if err != nil {
			return nil, err
		}
		if body, err = io.ReadAll(plain); err != nil {
			return nil, err
		}
		e.Response = string(body)
	}
	response.Body = io.NopCloser(strings.NewReader(e.Response))
	response.Header.Del("Content-Encoding")
	response.Header.Del("Content-Length")
	response.ContentLength = int64(len(e.Response))
	if s.lag > 0 {
		<-time.After(s.lag)
	}
	e.Ended = s.next()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.exchanges = append(s.exchanges, e)
	return response, nil
}

// next counts a step.
func (s *server) next() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.step++
	return s.step
}

// sent returns the exchanges since the last call of take or sent, without what the page asks for to show a request.
func (s *server) sent() []exchange {
	return slices.DeleteFunc(s.take(), func(e exchange) bool { return strings.Contains(e.URI, "show=") })
}

// take returns the exchanges since the last call.
func (s *server) take() []exchange {
	s.mu.Lock()
	defer s.mu.Unlock()
	exchanges := slices.Clone(s.exchanges)
	s.exchanges = nil
	return exchanges
}
