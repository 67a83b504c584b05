package record

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"example.com/quartet/templates/soap/redact"
)

var exchanges = map[string]Exchange{
	"text": {Method: "POST", Target: "/t?x=1", RequestHeader: http.Header{"Content-Type": {"text/xml"}}, RequestBody: []byte("<a>é\n</a>\n"),
		Status: 200, ResponseHeader: http.Header{"Set": {"1", "2"}}, ResponseBody: []byte("\n\nx")},
	"empty":  {Method: "GET", Target: "/", RequestHeader: http.Header{}, Status: 204, ResponseHeader: http.Header{}},
	"binary": {Method: "PUT", Target: "/", RequestHeader: http.Header{}, RequestBody: bytes.Repeat([]byte{0, 0xFF, '\r', '\n'}, 50), Status: 500, ResponseHeader: http.Header{}, ResponseBody: []byte("-- response --")},
	"trailer": {Method: "GET", Target: "/", RequestHeader: http.Header{}, Status: 200, ResponseHeader: http.Header{}, ResponseBody: []byte("x\r\n"),
		Trailer: http.Header{"Sum": {"1"}}},
}

func TestFormat(t *testing.T) {
	for name, x := range exchanges {
		text := x.Format()
		for _, form := range [][]byte{text, bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))} {
			got, err := Parse(form)
			if err != nil || !reflect.DeepEqual(*got, x) {
				t.Errorf("%s: %v\n%+v\n%s", name, err, got, form)
			}
		}
	}
	x := exchanges["text"]
	const want = "-- request --\nPOST /t?x=1 HTTP/1.1\nContent-Type: text/xml\n\n<a>é\n</a>\n\n-- response --\nHTTP/1.1 200 OK\nSet: 1\nSet: 2\n\n\n\nx\n"
	if got := string(x.Format()); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                                 "line 1",
		"-- request --\nGET /":             "invalid request line",
		"-- request --\nGET / HTTP/1.1\nx": "invalid header",
		"-- request --\nGET / HTTP/1.1\n":  `want "-- response --"`,
		"-- request base64 --\nPOST / HTTP/1.1\n\n*\n-- response --\nHTTP/1.1 200\n":                  "illegal base64",
		"-- request --\nGET / HTTP/1.1\n-- response --\nHTTP/1.1 100 Continue\n":                      "invalid status",
		"-- request --\nGET / HTTP/1.1\n-- response --\nHTTP/1.1 200 OK\n-- trailer --\nA: b\n\nmore": "text after the trailer",
	} {
		if _, err := Parse([]byte(text)); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "line ") {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// FuzzRecording checks that what Parse accepts is written and read again as it is.
func FuzzRecording(f *testing.F) {
	for _, x := range exchanges {
		f.Add(x.Format())
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		x, err := Parse(text)
		if err != nil {
			return
		}
		x.Key()
		again, err := Parse(x.Format())
		if err != nil {
			t.Fatalf("%v\n%q", err, x.Format())
		}
		if !bytes.Equal(again.RequestBody, x.RequestBody) || !bytes.Equal(again.ResponseBody, x.ResponseBody) || again.Target != x.Target || again.Status != x.Status {
			t.Errorf("%+v became %+v", x, again)
		}
	})
}

func TestInflatedIsBounded(t *testing.T) {
	var body bytes.Buffer
	z := gzip.NewWriter(&body)
	io.WriteString(z, strings.Repeat("a", 1000))
	z.Close()
	header := http.Header{"Content-Encoding": {"gzip"}}
	if got := inflated(header, body.Bytes(), 1000); len(got) != 1000 {
		t.Errorf("%d bytes, want 1000", len(got))
	}
	if got := inflated(header, body.Bytes(), 999); got != nil {
		t.Errorf("%d bytes, want none", len(got))
	}
}

// TestOwnCredentials: a recorder knows further names and values, and a player finds what was recorded with them.
func TestOwnCredentials(t *testing.T) {
	dir := t.TempDir()
	recorder, err := NewRecorder(dir)
	if err != nil {
		t.Fatal(err)
	}
	recorder.Redactor = redact.Redactor{Names: []string{"customerNumber"}, Values: []string{"s p/ü"}}
	handler := recorder.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.Header().Set("Trailer", "X-Token")
		w.Header().Set("Set-Cookie", "id=4711")
		w.Header().Set("Content-Encoding", r.Header.Get("Accept-Encoding"))
		io.WriteString(w, "<a customer-number='4711'>s p/ü</a>")
		w.(http.Flusher).Flush()
		w.Header().Set("X-Token", "4711")
	}))
	ask := func(handler http.Handler, number, coding string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("POST", "/t/s%20p%2F%C3%BC?token=4711", strings.NewReader("<a><CustomerNumber>"+number+"</CustomerNumber></a>"))
		r.Header.Set("Accept-Encoding", coding)
		r.Header.Set("Authorization", "4711")
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		return w
	}
	ask(handler, "4711", "")
	ask(handler, "4711", "br")
	names, _ := filepath.Glob(filepath.Join(dir, "*.http"))
	for _, name := range names {
		text, _ := os.ReadFile(name)
		if _, err := Parse(text); err != nil || strings.Contains(string(text), "4711") || strings.Contains(string(text), "s p") || strings.Contains(string(text), "s%20p") {
			t.Errorf("%v\n%s", err, text)
		}
	}
	if len(names) != 2 || recorder.Err() != nil {
		t.Errorf("%d recordings, %v", len(names), recorder.Err())
	}
	player, err := NewPlayer(os.DirFS(dir))
	if err != nil {
		t.Fatal(err)
	}
	if w := ask(player, "4712", ""); w.Code != 500 {
		t.Errorf("without the names: %d %s", w.Code, w.Body)
	}
	player.Redactor = recorder.Redactor
	if w := ask(player, "4712", ""); w.Code != 200 || w.Body.String() != "<a customer-number='1111'>[redacted]</a>" {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w := ask(player, "4712", ""); w.Code != 200 || w.Body.Len() != 0 {
		t.Errorf("a body with an unknown coding: %d %s", w.Code, w.Body)
	}
	var body bytes.Buffer
	z := gzip.NewWriter(&body)
	io.WriteString(z, "<a>"+strings.Repeat("<token>4711</token>", 100))
	z.Close()
	header := http.Header{"Content-Encoding": {"gzip"}}
	if x := NewExchange(httptest.NewRequest("GET", "/", nil), nil, 200, header, body.Bytes()[:body.Len()-4], nil); !strings.HasPrefix(string(x.ResponseBody), "[not shown: ") {
		t.Errorf("a part of what is compressed: %q", x.ResponseBody)
	}
}

// TestSameOperation plays recordings by their operation: parameters do not count, other operations and bindings do.
func TestSameOperation(t *testing.T) {
	request := func(method, target, media, action, body string) *http.Request {
		r := httptest.NewRequest(method, target, strings.NewReader(body))
		r.Header.Set("Content-Type", media)
		r.Header.Set("SOAPAction", action)
		return r
	}
	envelope := func(content string) string {
		return `<e:Envelope xmlns:e="urn:e"><e:Header><h/></e:Header><e:Body>` + content + `</e:Body></e:Envelope>`
	}
	recorded := map[string]*http.Request{
		"soap": request("POST", "/s", "text/xml", `"urn:run"`, envelope(`<a xmlns="urn:x">1</a>`)),
		"form": request("POST", "/s/a", "application/x-www-form-urlencoded", "", "x=1"),
		"get":  request("GET", "/s/a?x=1", "", "", ""),
	}
	folder := fstest.MapFS{}
	for name, r := range recorded {
		body, _ := io.ReadAll(r.Body)
		folder[name+Extension] = &fstest.MapFile{Data: NewExchange(r, body, 200, nil, []byte(name), nil).Format()}
	}
	player, err := NewPlayer(folder)
	if err != nil {
		t.Fatal(err)
	}
	player.Match = SameOperation
	for _, c := range []struct {
		r    *http.Request
		want string
	}{
		{request("POST", "/s", "text/xml; charset=utf-8", "urn:run", envelope(`<p:a xmlns:p="urn:x"><b>2</b></p:a>`)), "soap"},
		{request("POST", "/s", "text/xml", "urn:run", envelope(`<a xmlns="urn:y"/>`)), ""},
		{request("POST", "/s", "text/xml", "urn:other", envelope(`<a xmlns="urn:x"/>`)), ""},
		{request("POST", "/s", "application/soap+xml", "urn:run", envelope(`<a xmlns="urn:x"/>`)), ""},
		{request("POST", "/s", "text/xml", "urn:run", "<e:Envelope"), ""},
		{request("POST", "/s/a", "application/x-www-form-urlencoded", "", "x=2&y=3"), "form"},
		{request("GET", "/s/a?x=2", "", "", ""), "get"},
		{request("GET", "/s/b?x=1", "", "", ""), ""},
	} {
		w := httptest.NewRecorder()
		player.ServeHTTP(w, c.r)
		if got := w.Body.String(); got != c.want && (c.want != "" || w.Code != 500) {
			t.Errorf("%s %s: %q, want %q", c.r.Method, c.r.URL, got, c.want)
		}
	}
}

// TestMessageIDs plays a recording with WS-Addressing: the response relates to the request that it answers.
func TestMessageIDs(t *testing.T) {
	const space = `xmlns:a="http://www.w3.org/2005/08/addressing"`
	envelope := func(header string) string {
		return `<e:Envelope xmlns:e="urn:e" ` + space + `><e:Header>` + header + `</e:Header><e:Body><b/></e:Body></e:Envelope>`
	}
	request := func(id string) *http.Request {
		r := httptest.NewRequest("POST", "/s", strings.NewReader(envelope("<a:MessageID> "+id+"</a:MessageID><a:To>http://example.com/?"+id+"</a:To>")))
		r.Header.Set("Content-Type", "text/xml")
		return r
	}
	r := request("urn:old")
	body, _ := io.ReadAll(r.Body)
	x := NewExchange(r, body, 200, nil, []byte(envelope("<a:RelatesTo>urn:old</a:RelatesTo>")), nil)
	player, err := NewPlayer(fstest.MapFS{"a" + Extension: {Data: x.Format()}})
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	player.ServeHTTP(w, request("urn:a&amp;b"))
	if got, want := w.Body.String(), envelope("<a:RelatesTo>urn:a&amp;b</a:RelatesTo>"); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

func TestPlayer(t *testing.T) {
	one := exchanges["text"]
	one.RequestBody = []byte(`<p:a xmlns:p="urn:x" y="1" x="2"> <b/></p:a>`)
	two := one
	two.ResponseBody = []byte("two")
	player, err := NewPlayer(fstest.MapFS{
		"post-t-00000000-2.http": {Data: two.Format()}, "post-t-00000000.http": {Data: one.Format()}, "notes.txt": {Data: []byte("no recording")},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\n\nx", "two", "two"} {
		r, _ := http.NewRequest("POST", "http://any/t?x=1", strings.NewReader("<?xml version='1.0'?><a x='2' y='1' xmlns='urn:x'><b xmlns=''></b></a>"))
		r.Header.Set("Content-Type", "text/xml")
		response, err := player.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := io.ReadAll(response.Body); string(got) != want || len(response.Header["Set"]) != 2 {
			t.Errorf("%q, want %q", got, want)
		}
	}
	r, _ := http.NewRequest("POST", "http://any/t?x=2", nil)
	_, err = player.RoundTrip(r)
	var unmatched *UnmatchedError
	if !errors.As(err, &unmatched) || unmatched.Nearest != "post-t-00000000.http" || !strings.Contains(err.Error(), `the query: "x=2", recorded: "x=1"`) {
		t.Error(err)
	}
	w := httptest.NewRecorder()
	player.ServeHTTP(w, httptest.NewRequest("GET", "/other", nil))
	if w.Code != 500 || !strings.Contains(w.Body.String(), "no recording answers GET") {
		t.Error(w.Code, w.Body)
	}
	player.Match = func(request, recording *Exchange) bool { return request.Method == "GET" }
	w = httptest.NewRecorder()
	player.ServeHTTP(w, httptest.NewRequest("GET", "/other", nil))
	if w.Code != 200 {
		t.Error(w.Code, w.Body)
	}
	if _, err := NewPlayer(fstest.MapFS{}); err == nil {
		t.Error("a folder without recordings is accepted")
	}
}

// TestFilesThatCannotBeReplaced says at once that an exchange is not recorded, and leaves the folder as it was.
func TestFilesThatCannotBeReplaced(t *testing.T) {
	dir := t.TempDir()
	recorder, err := NewRecorder(dir)
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	recorder.Logger = slog.New(slog.NewTextHandler(&log, nil))
	handler := recorder.Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<a/>") }))
	handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/a", nil))
	names, _ := filepath.Glob(filepath.Join(dir, "*"))
	if len(names) != 1 || recorder.Err() != nil {
		t.Fatal(names, recorder.Err())
	}
	if err := errors.Join(os.Remove(names[0]), os.MkdirAll(filepath.Join(names[0], "in the way"), 0o777)); err != nil {
		t.Fatal(err)
	}
	if recorder, err = NewRecorder(dir); err != nil {
		t.Fatal(err)
	}
	recorder.Logger = slog.New(slog.NewTextHandler(&log, nil))
	handler = recorder.Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<a/>") }))
	handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/a", nil))
	left, _ := filepath.Glob(filepath.Join(dir, "*"))
	if recorder.Err() == nil || strings.Count(log.String(), "level=ERROR") != 1 || !slices.Equal(left, names) {
		t.Error(recorder.Err(), log.String(), left)
	}
	player, err := NewPlayer(os.DirFS(dir))
	if player != nil || err == nil {
		t.Error("a folder is read as a recording")
	}
}
