package soap

import (
	"context"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"example.com/quartet/internal/conformance/cost"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/cors"
	"example.com/quartet/templates/soap/wirelog"
)

// recorder is a slog.Handler that writes keys and values without quoting them, as
// handlers for people may.
type recorder struct {
	mu    sync.Mutex
	lines []string
	off   bool
}

func (r *recorder) Enabled(context.Context, slog.Level) bool { return !r.off }
func (r *recorder) WithAttrs([]slog.Attr) slog.Handler       { return r }
func (r *recorder) WithGroup(string) slog.Handler            { return r }

func (r *recorder) Handle(_ context.Context, record slog.Record) error {
	line := record.Message
	record.Attrs(func(a slog.Attr) bool {
		line += " " + a.Key + "=" + fmt.Sprint(a.Value.Any())
		return true
	})
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lines = append(r.lines, line)
	return nil
}

func (r *recorder) text() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return strings.Join(r.lines, "\n")
}

func (r *recorder) count() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.lines)
}

func TestWireLog(t *testing.T) {
	service := &depotFuncs{getStopsWithKind: func(_ context.Context, req *getStopsWithKind) ([]stop, error) {
		if *req.Kind == "bad" {
			return nil, &Fault{Code: FaultClient, Reason: "no such kind"}
		}
		return []stop{{Name: "the answer"}}, nil
	}}
	for _, b := range allBindings {
		for _, zipped := range []bool{false, true} {
			client, server := &recorder{}, &recorder{}
			redacted := func(m *wirelog.Message) {
				if m.Operation != "getStops_WithKind" || m.Binding != b {
					t.Errorf("%+v", m)
				}
				m.Header.Del("X-Mine")
				m.Body = []byte(strings.ReplaceAll(string(m.Body), "mysecret", "***"))
			}
			log := func(r *recorder) wirelog.Log {
				return wirelog.Log{Logger: slog.New(r), MaxBody: 1 << 10, Redact: redacted}
			}
			wrap, transport := log(server).Handler, log(client).Transport(nil)
			if zipped {
				wrap = func(h http.Handler) http.Handler { return log(server).Handler(zipping(t, 1, 0).Handler(h)) }
				transport = log(client).Transport(zipping(t, 1, 0).Transport(nil))
			}
			opts := []ClientOption{through(transport), WithHeader("Authorization", "Bearer mysecret"), WithHeader("Cookie", "mysecret"), WithHeader("X-Mine", "mysecret"), WithHeader("X-Seen", "seen")}
			depot := newServer(t, wrap(newDepotHandler(service))) // a request has been logged when Close returns
			c := dialDepot(t, depot.URL+depotPath, b, opts...)
			if _, err := c.GetStopsWithKind(t.Context(), &getStopsWithKind{Kind: Ptr("the kind mysecret")}); err != nil {
				t.Fatal(err)
			}
			c.GetStopsWithKind(t.Context(), &getStopsWithKind{Kind: Ptr("bad")})
			if _, err := collect(c.GetStopsWithKindSeq(t.Context(), &getStopsWithKind{Kind: Ptr("x")})); err != nil {
				t.Fatal(err)
			}
			depot.Close()
			for side, log := range map[string]*recorder{"client": client, "server": server} {
				got := log.text()
				for _, want := range []string{"operation=getStops_WithKind", "binding=" + b.String(), "service=" + depotContract.Service, "status=200", "took=", "bytes=", "X-Seen=seen", "the answer", "kind", "no such kind"} {
					if !strings.Contains(got, want) {
						t.Errorf("%s over %s, compressed: %v: no %q in\n%s", side, b, zipped, want, got)
					}
				}
				if n := log.count(); n != 6 || strings.Contains(got, "mysecret") {
					t.Errorf("%s over %s, compressed: %v: %d records\n%s", side, b, zipped, n, got)
				}
			}
		}
	}
}

// TestWireLogOfHostileMessages: no text of a peer becomes a line of its own, nor anything
// that a terminal reads.
func TestWireLogOfHostileMessages(t *testing.T) {
	hostile := "a\r\nERROR forged \x1b[2J\x00\u2028\u202e\xff"
	log := &recorder{}
	wire := wirelog.Log{Logger: slog.New(log), MaxBody: 1 << 20}
	c := dialDepot(t, "http://depot.example/", contract.SOAP11, through(wire.Transport(roundTrip(func(*http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"text/xml"}, hostile: {hostile}}, Body: io.NopCloser(strings.NewReader(hostile)), ContentLength: -1}, nil
	}))))
	c.Count(t.Context())
	h := wire.Handler(newDepotHandler(&depotFuncs{}))
	r := httptest.NewRequest("POST", depotPath, strings.NewReader(hostile))
	r.Header[hostile] = []string{hostile}
	r.URL.Path += hostile
	r.RemoteAddr = hostile
	h.ServeHTTP(httptest.NewRecorder(), r)
	r = httptest.NewRequest("GET", depotPath, nil)
	r.Method, r.URL.RawQuery = hostile, hostile
	h.ServeHTTP(httptest.NewRecorder(), r)
	if len(log.lines) != 6 {
		t.Errorf("%d records", len(log.lines))
	}
	for _, line := range log.lines {
		if !isSafe(line) {
			t.Errorf("%q", line)
		}
	}
}

// TestWireLogOfAddresses: the addresses of requests, and those in errors, have no credentials.
func TestWireLogOfAddresses(t *testing.T) {
	log := &recorder{}
	server := newServer(t, wirelog.Log{Logger: slog.New(log), MaxBody: 1 << 10}.Handler(newDepotHandler(&depotFuncs{})))
	response, err := http.Get(server.URL + depotPath + "/x;token=word?password=word")
	must(t, err)
	response.Body.Close()
	server.Close()
	c := dialDepot(t, "http://ann:word@"+strings.TrimPrefix(server.URL, "http://")+depotPath+";token=word?apikey=word", contract.HTTPGet, through(wirelog.Log{Logger: slog.New(log), MaxBody: 1 << 10}.Transport(nil)))
	if _, err := c.GetStops(t.Context()); err == nil {
		t.Error("the server has ended")
	}
	if text := log.text(); strings.Contains(text, "word;") || strings.Contains(text, "=word") || strings.Contains(text, ":word") || log.count() != 4 {
		t.Error(text)
	}
}

// TestLimitWireLog: a list of 200 MB is never in memory. Of it only the first bytes are held for the log, and nothing is logged or
// changed where the level is not.
func TestLimitWireLog(t *testing.T) {
	const maxBody = 1 << 10
	items, bound := cost.Scaled(200_000), cost.Scaled[int64](128<<20)
	text := strings.Repeat("text ", 200)
	service := &depotSeq{seq: func(context.Context) iter.Seq2[stop, error] {
		return func(yield func(stop, error) bool) {
			for i := 0; i < items && yield(stop{Name: text}, nil); i++ {
			}
		}
	}}
	for _, off := range []bool{false, true} {
		log := &recorder{off: off}
		wire := wirelog.Log{Logger: slog.New(log), MaxBody: maxBody}
		server := newServer(t, wire.Handler(newDepotHandler(service)))
		c := dialDepot(t, server.URL+depotPath, contract.SOAP11, through(wire.Transport(nil)))
		n := 0
		peak := cost.Peak(func() {
			for _, err := range c.GetStopsSeq(t.Context()) {
				if n++; err != nil {
					t.Fatal(err)
				}
			}
		})
		server.Close()
		longest := 0
		for _, line := range log.lines {
			longest = max(longest, len(line))
		}
		if n != items || longest > 10*maxBody || peak > bound || (len(log.lines) == 0) != off {
			t.Errorf("%d items, %d records of up to %d bytes, %d MiB", n, len(log.lines), longest, peak>>20)
		}
		t.Logf("limit: wire log of a list of %d MiB, off: %v | Log.MaxBody (%d bytes) and its header, heap %d MiB | a record of %d bytes, %d MiB",
			items*len(text)>>20, off, maxBody, bound>>20, longest, peak>>20)
	}
}

// allowing returns a handler that scripts of some origins may use.
func allowing(t testing.TB, h http.Handler, origins ...string) http.Handler {
	t.Helper()
	policy, err := cors.New(origins...)
	must(t, err)
	return policy.Handler(h)
}

// corsOf returns the headers that are for browsers, sorted.
func corsOf(w *httptest.ResponseRecorder) string {
	var all []string
	for name, values := range w.Header() {
		if strings.HasPrefix(name, "Access-Control-") || name == "Vary" {
			all = append(all, name+": "+strings.Join(values, ", "))
		}
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}

func TestCORS(t *testing.T) {
	count, board := depotPath+"/count", "https://board.example"
	exact := allowing(t, newDepotHandler(echo()), "HTTPS"+strings.TrimPrefix(board, "https"), "http://localhost:3000") // in any case
	every := allowing(t, wirelog.Log{Logger: discard}.Handler(newDepotHandler(echo())), "*")                           // inside another wrapper
	off := newDepotHandler(echo())
	const preflight = "Access-Control-Request-Method"
	allowedByName := "Access-Control-Allow-Origin: " + board + "\nVary: Origin"
	for _, test := range []struct {
		name, method, target string
		headers              []string
		status               int
		exact, every         string
	}{
		{"allowed", "GET", count, []string{"Origin", board}, 200, allowedByName, "Access-Control-Allow-Origin: *"},
		{"HEAD", "HEAD", count, []string{"Origin", board}, 200, allowedByName, "Access-Control-Allow-Origin: *"},
		{"with a port", "GET", count, []string{"Origin", "http://localhost:3000"}, 200, "Access-Control-Allow-Origin: http://localhost:3000\nVary: Origin", "Access-Control-Allow-Origin: *"},
		{"no origin", "GET", count, nil, 200, "Vary: Origin", ""},
		{"an error", "GET", depotPath + "/getStop", []string{"Origin", board}, 400, allowedByName, "Access-Control-Allow-Origin: *"},
		{"unknown operation", "GET", depotPath + "/nothing", []string{"Origin", board}, 404, allowedByName, "Access-Control-Allow-Origin: *"},
		{"POST", "POST", count, []string{"Origin", board}, 200, "", ""},
		{"the contract", "GET", depotPath + "?wsdl", []string{"Origin", board}, 200, "", ""},
		{"no preflight", "OPTIONS", count, []string{"Origin", board}, 204, "", ""},
		{"preflight elsewhere", "OPTIONS", depotPath, []string{"Origin", board, preflight, "POST"}, 204, "", ""},
		{"preflight", "OPTIONS", count, []string{"Origin", board, preflight, "GET"}, 204,
			"Access-Control-Allow-Methods: GET, HEAD\nAccess-Control-Allow-Origin: " + board + "\nAccess-Control-Max-Age: 600\nVary: Origin, Access-Control-Request-Headers",
			"Access-Control-Allow-Methods: GET, HEAD\nAccess-Control-Allow-Origin: *\nAccess-Control-Max-Age: 600\nVary: Access-Control-Request-Headers"},
		{"preflight for a header", "OPTIONS", count, []string{"Origin", board, preflight, "GET", "Access-Control-Request-Headers", "x-key,authorization"}, 204,
			"Access-Control-Allow-Headers: x-key,authorization\nAccess-Control-Allow-Methods: GET, HEAD\nAccess-Control-Allow-Origin: " + board + "\nAccess-Control-Max-Age: 600\nVary: Origin, Access-Control-Request-Headers",
			"Access-Control-Allow-Headers: x-key,authorization\nAccess-Control-Allow-Methods: GET, HEAD\nAccess-Control-Allow-Origin: *\nAccess-Control-Max-Age: 600\nVary: Access-Control-Request-Headers"},
	} {
		w := ask(exact, test.method, test.target, formMediaType, "", test.headers...)
		if w.Code != test.status || corsOf(w) != test.exact {
			t.Errorf("%s: %d\n%s\nwant\n%s", test.name, w.Code, corsOf(w), test.exact)
		}
		if w = ask(every, test.method, test.target, formMediaType, "", test.headers...); w.Code != test.status || corsOf(w) != test.every {
			t.Errorf("%s, any origin: %d\n%s\nwant\n%s", test.name, w.Code, corsOf(w), test.every)
		}
		if got := corsOf(ask(off, test.method, test.target, formMediaType, "", test.headers...)); got != "" {
			t.Errorf("%s without the option: %s", test.name, got)
		}
	}
	for _, origin := range []string{"https://other.example", "https://board.example.evil", "https://board.example:8443", "http://board.example", "null", board + "/"} {
		if w := ask(exact, "GET", count, "", "", "Origin", origin); w.Code != 200 || corsOf(w) != "Vary: Origin" {
			t.Errorf("%s: %d %s", origin, w.Code, corsOf(w))
		}
		w := ask(exact, "OPTIONS", count, "", "", "Origin", origin, preflight, "GET")
		if checkText(t, w, 403, "not allowed"); strings.Contains(corsOf(w), "Allow") {
			t.Errorf("%s: %s", origin, corsOf(w))
		}
	}
	if info := ContractOf(every); info == nil || info.Service != depotContract.Service {
		t.Error("the contract of the handler inside is not found")
	}
	other := allowing(t, http.NotFoundHandler(), board)
	if w := ask(other, "GET", "/anything", "", "", "Origin", board); w.Code != 404 || corsOf(w) != allowedByName {
		t.Errorf("another handler: %d %s", w.Code, corsOf(w))
	}
	if w := ask(exact, "POST", depotPath, "text/xml", envelope(contract.SOAP11, element("count", "")), "Origin", board); w.Code != 200 || corsOf(w) != "" {
		t.Errorf("SOAP: %d %s", w.Code, corsOf(w))
	}
	for _, bad := range []string{"", "board.example", "https://board.example/", "https://", "https://a.example/x", "*.example", "https://a.example:443", "http://a.example:80", "https://bücher.example"} {
		if _, err := cors.New(board, bad); err == nil || !strings.Contains(err.Error(), strconv.Quote(bad)) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}
