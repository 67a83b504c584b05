package soap

import (
	"context"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"example.com/quartet/templates/soap/contract"
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

// startLogged starts a depot that logs. A request has been logged when Close returns.
func startLogged(t *testing.T, service depot, opts ...HandlerOption) *httptest.Server {
	server := httptest.NewServer(newDepotHandler(service, opts...))
	t.Cleanup(server.Close)
	return server
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
			redact := func(m *WireMessage) {
				if m.Operation != "getStops_WithKind" || m.Binding != b {
					t.Errorf("%+v", m)
				}
				m.Header.Del("X-Mine")
				m.Body = []byte(strings.ReplaceAll(string(m.Body), "mysecret", "***"))
			}
			log := func(r *recorder) Option {
				return WithWireLog(WireLog{Logger: slog.New(r), MaxBody: 1 << 10, Redact: redact})
			}
			handlerOpts := []HandlerOption{log(server)}
			opts := []ClientOption{log(client), WithHeader("Authorization", "Bearer mysecret"), WithHeader("Cookie", "mysecret"), WithHeader("X-Mine", "mysecret"), WithHeader("X-Seen", "seen")}
			if zipped {
				handlerOpts = append(handlerOpts, WithGzip(1, 0))
				opts = append(opts, WithGzipRequests(1, 0))
			}
			depot := startLogged(t, service, handlerOpts...)
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
				for _, want := range []string{"operation=getStops_WithKind", "binding=" + b.String(), "status=200", "took=", "bytes=", "X-Seen=seen", "the answer", "kind", "no such kind"} {
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
	option := WithWireLog(WireLog{Logger: slog.New(log), MaxBody: 1 << 20})
	c := dialDepot(t, "http://depot.example/", contract.SOAP11, option, WithHTTPClient(doerFunc(func(*http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"text/xml"}, hostile: {hostile}}, Body: io.NopCloser(strings.NewReader(hostile)), ContentLength: -1}, nil
	})))
	c.Count(t.Context())
	h := newDepotHandler(&depotFuncs{}, option)
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

func TestRedaction(t *testing.T) {
	for body, want := range map[string]string{
		`<a><wsse:Password Type="x>y">word</wsse:Password>b</a>`: `<a><wsse:Password Type="x>y">[redacted]</wsse:Password>b</a>`,
		`<Password>word`:      `<Password>[redacted]`,
		`<Password Type="wo`:  `<Password Type="wo`,
		`<a><Password/>b</a>`: `<a><Password/>b</a>`,
		`<a><userPASSWORD ><![CDATA[</userPASSWORD>word]]></userPASSWORD>b`: `<a><userPASSWORD ><![CDATA[[redacted]]]></userPASSWORD>b`,
		`<p><!--</p></password>-->word</p>`:                                 `<p><!--</p></password>-->word</p>`,
		`<password><!--</password>-->word</password>`:                       `<password><!--[redacted]-->[redacted]</password>`,
		`<x:BinarySecurityToken>word</x:BinarySecurityToken><c/>`:           `<x:BinarySecurityToken>[redacted]</x:BinarySecurityToken><c/>`,
		`<PasswordPolicy>strict</PasswordPolicy>`:                           `<PasswordPolicy>strict</PasswordPolicy>`,
		`<m name="a" password='w"ord' x:apiKey = "k"/><b/>`:                 `<m name="a" password='[redacted]' x:apiKey = "[redacted]"/><b/>`,
		`<m password="wo`: `<m password="[redacted]`,
		`<!-- don't --><m password="word"><!-- it's --></m>`:               `<!-- don't --><m password="[redacted]"><!-- it's --></m>`,
		`<m password="">a</m>`:                                             `<m password="">a</m>`,
		`<sharedSecret>a</sharedSecret><NextToken>b</NextToken>`:           `<sharedSecret>[redacted]</sharedSecret><NextToken>b</NextToken>`,
		`<s:sessionId>00D!x</s:sessionId><p_accessToken>b</p_accessToken>`: `<s:sessionId>[redacted]</s:sessionId><p_accessToken>[redacted]</p_accessToken>`,
		`<sessionID> 42 </sessionID>`:                                      `<sessionID> 11 </sessionID>`,
		`<sessionId><id password="x">42</id></sessionId>`:                  `<sessionId><id password="[redacted]">11</id></sessionId>`,
		`<sessionId><![CDATA[a]]></sessionId>`:                             `<sessionId><![CDATA[[redacted]]]></sessionId>`,
		`user=a&apikey=word&x=y&session_token=z`:                           `user=a&apikey=[redacted]&x=y&session_token=[redacted]`,
		`user=a&password=word&x=y`:                                         `user=a&password=[redacted]&x=y`,
		`user=a&pass%77ord=word&new%ZZ=word`:                               `user=a&pass%77ord=[redacted]&new%ZZ=word`,
		"\xff\xfe<\x00P\x00":                                               "[not logged: it is in UTF-16]",
		"<\x00P\x00":                                                       "[not logged: it is in UTF-16]",
		"":                                                                 "",
	} {
		m := &WireMessage{Body: []byte(body), Header: http.Header{"Authorization": {"a", "b"}, "Set-Cookie": {"c"}, "X-Api-Key": {"k"}, "Accept": {"d"}, "Location": {"/x?a=b&password=c"}}}
		RedactCredentials(m)
		if string(m.Body) != want {
			t.Errorf("%s:\n%s\nwant\n%s", body, m.Body, want)
		}
		if got := fmt.Sprint(m.Header); got != "map[Accept:[d] Authorization:[[redacted]] Location:[/x?a=b&password=[redacted]] Set-Cookie:[[redacted]] X-Api-Key:[[redacted]]]" {
			t.Error(got)
		}
	}
	// Wherever a body is cut, nothing of the password is left.
	whole := `<e><wsse:UsernameToken><wsse:Password Type='x'>&lt;word]]&gt;</wsse:Password></wsse:UsernameToken></e>`
	for n := range whole {
		m := &WireMessage{Body: []byte(whole[:n])}
		if RedactCredentials(m); strings.Contains(string(m.Body), "lt") || strings.Contains(string(m.Body), "word]") {
			t.Errorf("%s", m.Body)
		}
	}
}

// TestWireLogOfAddresses: the addresses of requests, and those in errors, have no credentials.
func TestWireLogOfAddresses(t *testing.T) {
	log := &recorder{}
	server := startLogged(t, &depotFuncs{}, WithWireLog(WireLog{Logger: slog.New(log), MaxBody: 1 << 10}))
	response, err := http.Get(server.URL + depotPath + "/x;token=word?password=word")
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	server.Close()
	c := dialDepot(t, "http://ann:word@"+strings.TrimPrefix(server.URL, "http://")+depotPath+";token=word?apikey=word", contract.HTTPGet, WithWireLog(WireLog{Logger: slog.New(log), MaxBody: 1 << 10}))
	if _, err := c.GetStops(t.Context()); err == nil {
		t.Error("the server has ended")
	}
	if text := log.text(); strings.Contains(text, "word;") || strings.Contains(text, "=word") || strings.Contains(text, ":word") || log.count() != 4 {
		t.Error(text)
	}
}

// TestLimitWireLog: of a list only the first bytes are held, and nothing is logged or
// changed where the level is not.
func TestLimitWireLog(t *testing.T) {
	const maxBody, items = 1 << 10, 20_000
	text := strings.Repeat("text ", 200)
	service := &depotSeq{seq: func(context.Context) iter.Seq2[stop, error] {
		return func(yield func(stop, error) bool) {
			for range items {
				if !yield(stop{Name: text}, nil) {
					return
				}
			}
		}
	}}
	for _, off := range []bool{false, true} {
		log := &recorder{off: off}
		option := WithWireLog(WireLog{Logger: slog.New(log), MaxBody: maxBody})
		server := startLogged(t, service, option)
		c := dialDepot(t, server.URL+depotPath, contract.SOAP11, option)
		n := 0
		peak := peakHeap(func() {
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
		if n != items || longest > 10*maxBody || peak > 100<<20 || (len(log.lines) == 0) != off {
			t.Errorf("%d items, %d records of up to %d bytes, %d MiB", n, len(log.lines), longest, peak>>20)
		}
		t.Logf("limit: wire log of a list of %d MiB, off: %v | WireLog.MaxBody (%d bytes) and its header | a record of %d bytes, heap %d MiB", items*len(text)>>20, off, maxBody, longest, peak>>20)
	}
}
