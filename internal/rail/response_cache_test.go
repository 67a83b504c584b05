package rail_test

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail/response"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/page"
)

const path = "/realtime/realtime.asmx"

// A railway is a service whose moment the test changes.
type railwayOfResponse struct {
	realtime.UnimplementedRealtime
	computed atomic.Int64
	onBoard  func(code string) error // called while a board is computed

	mu sync.Mutex
	at response.Moment
}

func newRailwayOfResponse() *railwayOfResponse {
	made := time.Date(2026, 11, 20, 3, 0, 0, 0, time.UTC)
	return &railwayOfResponse{at: response.Moment{
		Timetable: new(byte), State: new(byte), Second: time.Date(2026, 5, 21, 8, 15, 0, 0, time.UTC),
		TimetableModified: made.AddDate(0, -9, 0),
	}}
}

func (r *railwayOfResponse) moment() response.Moment {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.at
}

func (r *railwayOfResponse) change(f func(*response.Moment)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f(&r.at)
}

func (r *railwayOfResponse) GetAllStationsXML(context.Context) ([]realtime.ObjStation, error) {
	n := r.computed.Add(1)
	return []realtime.ObjStation{{StationDesc: soap.Ptr(strings.Repeat("Harrow Fen ", 200) + fmt.Sprint(n))}}, nil
}

func (r *railwayOfResponse) GetStationDataByCodeXML(_ context.Context, req *realtime.GetStationDataByCodeXML) ([]realtime.ObjStationData, error) {
	n := r.computed.Add(1)
	code := *req.StationCode
	if r.onBoard != nil {
		if err := r.onBoard(code); err != nil {
			return nil, err
		}
	}
	if code == "" {
		return nil, &soap.Fault{Code: soap.FaultClient, Reason: "no code"}
	}
	return []realtime.ObjStationData{{Stationcode: &code, Traincode: soap.Ptr(fmt.Sprint(n))}}, nil
}

// serve serves the railway through a cache.
func serve(t testing.TB, r *railwayOfResponse, options response.Options) (string, *response.Cache) {
	t.Helper()
	handler, cache := handle(r, options)
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server.URL + path, cache
}

func handle(r *railwayOfResponse, options response.Options) (http.Handler, *response.Cache) {
	options.Moment = r.moment
	cache := response.New(options)
	logger := slog.New(slog.DiscardHandler)
	handler := realtime.NewHandler(r, soap.WithInterceptors(cache.Intercept), soap.WithLogger(logger), page.Service())
	return response.Conditional(handler), cache
}

// A reply is a response that has been read.
type reply struct {
	status int
	header http.Header
	body   string
}

func do(t testing.TB, method, target, body string, header ...string) reply {
	t.Helper()
	request, err := http.NewRequest(method, target, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		request.Header.Add(header[i], header[i+1])
	}
	got, err := http.DefaultTransport.RoundTrip(request) // which does not decompress what it did not ask for
	if err != nil {
		t.Fatal(err)
	}
	defer got.Body.Close()
	text, err := io.ReadAll(got.Body)
	if err != nil {
		t.Fatal(err)
	}
	return reply{got.StatusCode, got.Header, string(text)}
}

func get(t testing.TB, target string, header ...string) reply {
	t.Helper()
	return do(t, http.MethodGet, target, "", append([]string{"Accept-Encoding", "identity"}, header...)...)
}

func boardOfResponse(t testing.TB, base, code string) reply {
	t.Helper()
	return get(t, base+"/getStationDataByCodeXML?StationCode="+url.QueryEscape(code))
}

func envelope(space, code string) string {
	return `<Envelope xmlns="` + space + `"><Body><getStationDataByCodeXML xmlns="http://realtime.rail.example/"><StationCode>` +
		code + `</StationCode></getStationDataByCodeXML></Body></Envelope>`
}

const (
	form   = "application/x-www-form-urlencoded"
	soap11 = "http://schemas.xmlsoap.org/soap/envelope/"
	soap12 = "http://www.w3.org/2003/05/soap-envelope"
)

func TestResponsesAreCachedUntilTheirInputsChange(t *testing.T) {
	r := newRailwayOfResponse()
	base, _ := serve(t, r, response.Options{})
	computed := func(ask func() reply) bool {
		before := r.computed.Load()
		if got := ask(); got.status != http.StatusOK {
			t.Fatalf("%d %s", got.status, got.body)
		}
		return r.computed.Load() > before
	}
	stations := func() reply { return get(t, base+"/getAllStationsXML") }
	sterling := func() reply { return boardOfResponse(t, base, "STERG") }
	for _, test := range []struct {
		name                string
		change              func(*response.Moment)
		stations, boardsToo bool
	}{
		{"first call", func(*response.Moment) {}, true, true},
		{"same moment", func(*response.Moment) {}, false, false},
		{"next second", func(m *response.Moment) { m.Second = m.Second.Add(time.Second) }, false, true},
		{"new realtime data", func(m *response.Moment) { m.State = new(byte) }, false, true},
		{"new timetable", func(m *response.Moment) { m.Timetable, m.State = new(byte), new(byte) }, true, true},
	} {
		r.change(test.change)
		if got := computed(stations); got != test.stations {
			t.Errorf("%s: stations computed: %v", test.name, got)
		}
		if got := computed(sterling); got != test.boardsToo {
			t.Errorf("%s: board computed: %v", test.name, got)
		}
	}
}

// If many clients send the same request at the same time, the response is computed once.
func TestConcurrentCallsShareOneComputation(t *testing.T) {
	const many = 20
	r := newRailwayOfResponse()
	asked := make(chan struct{}, many)
	all := make(chan struct{})
	r.onBoard = func(string) error { <-all; return nil }
	cache := response.New(response.Options{Moment: func() response.Moment {
		select {
		case asked <- struct{}{}:
		default: // Moment is called once more after the computation
		}
		return r.moment()
	}})
	handler := realtime.NewHandler(r, soap.WithInterceptors(cache.Intercept))
	bodies := make(chan string, many)
	for range many {
		go func() {
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, httptest.NewRequest("GET", path+"/getStationDataByCodeXML?StationCode=STERG", nil))
			bodies <- w.Body.String()
		}()
	}
	for range many {
		<-asked
	}
	close(all)
	first := <-bodies
	for range many - 1 {
		if body := <-bodies; body != first || !strings.Contains(body, "STERG") {
			t.Errorf("responses differ:\n%s\n%s", first, body)
		}
	}
	if n := r.computed.Load(); n != 1 {
		t.Errorf("computed %d times", n)
	}
}

// A call that fails is not cached, and concurrent calls for the same response do not fail.
func TestFailuresAreNotShared(t *testing.T) {
	for name, fail := range map[string]func() error{
		"fault": func() error { return &soap.Fault{Code: soap.FaultServer, Reason: "not now"} },
		"error": func() error { return errors.New("not now") },
		"panic": func() error { panic("not now") },
	} {
		t.Run(name, func(t *testing.T) {
			r := newRailwayOfResponse()
			started, waiting := make(chan struct{}), make(chan struct{})
			var calls atomic.Int64
			r.onBoard = func(string) error {
				if calls.Add(1) > 1 {
					return nil
				}
				close(started)
				<-waiting
				return fail()
			}
			base, cache := serve(t, r, response.Options{})
			failed := make(chan reply)
			go func() { failed <- boardOfResponse(t, base, "STERG") }()
			<-started
			answered := make(chan reply)
			go func() { answered <- boardOfResponse(t, base, "STERG") }()
			close(waiting)
			if got := <-failed; got.status != http.StatusInternalServerError || got.header.Get("Cache-Control") != "no-store" || got.header.Get("Etag") != "" {
				t.Errorf("response to the failing call: %d %v", got.status, got.header)
			}
			if got := <-answered; got.status != http.StatusOK {
				t.Errorf("response to the other call: %d %s", got.status, got.body)
			}
			if got := boardOfResponse(t, base, "STERG"); got.status != http.StatusOK {
				t.Errorf("response to a later call: %d %s", got.status, got.body)
			}
			if n := cache.Stats().Entries; n != 1 {
				t.Errorf("%d entries", n)
			}
		})
	}
}

// A response is not cached if the moment changed while it was computed, as parts of it may be of the next moment.
func TestResponseIsNotCachedIfMomentChanges(t *testing.T) {
	r := newRailwayOfResponse()
	r.onBoard = func(string) error {
		r.change(func(m *response.Moment) { m.State = new(byte) })
		return nil
	}
	base, cache := serve(t, r, response.Options{})
	for range 3 {
		got := boardOfResponse(t, base, "STERG")
		if got.status != http.StatusOK || got.header.Get("Etag") == "" || got.header.Get("Last-Modified") != "" {
			t.Errorf("%d %v", got.status, got.header)
		}
	}
	if n := r.computed.Load(); n != 3 || cache.Stats().Entries != 0 {
		t.Errorf("computed %d times, %+v", n, cache.Stats())
	}
}

func TestCacheBounds(t *testing.T) {
	const bytes, entries = 100 << 10, 50
	r := newRailwayOfResponse()
	base, cache := serve(t, r, response.Options{MaxBytes: bytes, MaxEntries: entries, Gzip: 1})
	for i := range 500 {
		zip := []string{"Accept-Encoding", "gzip"}
		do(t, "GET", fmt.Sprintf("%s/getStationDataByCodeXML?StationCode=%s%d", base, strings.Repeat("S", i), i), "", zip...)
		boardOfResponse(t, base, "STERG") // always the most recently used entry
		if s := cache.Stats(); s.Bytes > bytes || s.Entries > entries || s.Bytes < 0 {
			t.Fatalf("after %d: %+v", i, s)
		}
	}
	if n := r.computed.Load(); n != 501 {
		t.Errorf("%d computed, want 501: the most recently used entry was evicted", n)
	}
	before := cache.Stats().Entries
	if got := boardOfResponse(t, base, strings.Repeat("S", 4000)); got.status != http.StatusOK || cache.Stats().Entries != before {
		t.Errorf("very long request: %d, %+v", got.status, cache.Stats())
	}
	if get(t, base+"/getAllStationsXML"); cache.Stats().Bytes > bytes {
		t.Errorf("%+v", cache.Stats())
	}
}

func TestResponseTooLargeForCache(t *testing.T) {
	r := newRailwayOfResponse()
	base, cache := serve(t, r, response.Options{MaxBytes: 3000})
	for range 2 {
		if got := get(t, base+"/getAllStationsXML"); got.status != http.StatusOK || len(got.body) < 2000 {
			t.Errorf("%d %s", got.status, got.body)
		}
	}
	if s := cache.Stats(); s.Entries != 0 || s.Bytes != 0 || r.computed.Load() != 2 {
		t.Errorf("%+v, %d computed", s, r.computed.Load())
	}
}

// The same bytes in another charset are another request.
func TestCharsets(t *testing.T) {
	r := newRailwayOfResponse()
	base, _ := serve(t, r, response.Options{})
	for charset, want := range map[string]string{"utf-8": "é", "iso-8859-1": "Ã©", "UTF-8": "é"} {
		got := do(t, "POST", base, envelope(soap11, "é"), "Content-Type", "text/xml; charset="+charset)
		if !strings.Contains(got.body, "<Stationcode>"+want+"</Stationcode>") {
			t.Errorf("%s: %s", charset, got.body)
		}
		got = do(t, "POST", base+"/getStationDataByCodeXML", "StationCode=%C3%A9", "Content-Type", form+"; charset="+charset)
		if !strings.Contains(got.body, "<Stationcode>"+want+"</Stationcode>") {
			t.Errorf("form, %s: %s", charset, got.body)
		}
	}
}

func TestCompressedResponses(t *testing.T) {
	r := newRailwayOfResponse()
	base, _ := serve(t, r, response.Options{Gzip: gzip.BestSpeed, GzipMinSize: 1000})
	plain := get(t, base+"/getAllStationsXML")
	for range 2 {
		zipped := do(t, "GET", base+"/getAllStationsXML", "", "Accept-Encoding", "br, gzip;q=0.8, *;q=0.1")
		if zipped.header.Get("Content-Encoding") != "gzip" || zipped.header.Get("Vary") != "Accept-Encoding" || plain.header.Get("Vary") != "Accept-Encoding" {
			t.Fatalf("headers %v and %v", zipped.header, plain.header)
		}
		z, err := gzip.NewReader(strings.NewReader(zipped.body))
		if err != nil {
			t.Fatal(err)
		}
		if text, err := io.ReadAll(z); err != nil || string(text) != plain.body {
			t.Errorf("%v, %s", err, text)
		}
		if zipped.header.Get("Etag") == plain.header.Get("Etag") {
			t.Error("two representations have the same strong ETag")
		}
		same := do(t, "GET", base+"/getAllStationsXML", "", "Accept-Encoding", "gzip", "If-None-Match", zipped.header.Get("Etag"))
		if same.status != http.StatusNotModified || same.header.Get("Content-Encoding") != "" || same.header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%d %v", same.status, same.header)
		}
	}
	if got := do(t, "GET", base+"/getStationDataByCodeXML?StationCode=A", "", "Accept-Encoding", "gzip"); got.header.Get("Content-Encoding") != "" {
		t.Error("a short response is compressed")
	}
	if n := r.computed.Load(); n != 2 {
		t.Errorf("%d computed", n)
	}
}
