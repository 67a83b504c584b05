package jsonhttp_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/cors"
	"example.com/quartet/templates/soap/jsonhttp"
	"example.com/quartet/templates/soap/validate"
)

// answer is a service that finds stops by their texts.
func answer(_ context.Context, op *contract.Operation, req any) (any, error) {
	text := ""
	if f, ok := req.(*find); ok && f.Text != nil {
		text = *f.Text
	}
	switch op.Name {
	case "find":
		return []stop{{ID: ptr(int32(1)), Name: text}, {Name: "b", Long: ptr(int64(1<<53 + 1))}}, nil
	case "one":
		switch text {
		case "":
			return (*stop)(nil), nil
		case "lost":
			return nil, &lostStop{Fault: soap.Fault{Code: soap.FaultClient, Reason: "it is lost"}, Detail: &stop{Name: "x"}}
		case "other":
			return nil, &soap.Fault{Reason: "other", Detail: `<a xmlns="urn:a">1</a>`}
		case "secret":
			return nil, errors.New("secret")
		}
		return &stop{Name: text}, nil
	case "size":
		return int32(7), nil
	}
	return nil, nil
}

func TestRequests(t *testing.T) {
	h := serve(answer)
	const json, stops = "application/json", `[{"@id":1,"name":"é"},{"name":"b","long":9007199254740993}]`
	for _, c := range []struct{ method, path, mediaType, body, want string }{
		{"POST", "/depot/find", json, `{"text":"é"}`, "OK application/json " + stops},
		{"POST", "/depot/find", json + "; charset=UTF-8", ` { "text" : "\u00e9" } `, "OK application/json " + stops},
		{"POST", "/depot/one", json, `{}`, "OK application/json null"},
		{"POST", "/depot/one", json, `{"text":"a"}`, `OK application/json {"name":"a"}`},
		{"POST", "/depot/size", json, `{}`, "OK application/json 7"},
		{"POST", "/depot/wipe", json, `{}`, "OK application/json null"},
		{"POST", "/depot/tell", json, `{}`, "Accepted"},
		{"POST", "/depot/one", json, `{"Text":"a"}`, `Bad Request application/problem+json {"title":"Bad Request","status":400,"detail":"line 1, column 9 (request.Text): the member is not known","code":"Client"}`},
		{"POST", "/depot/size", json, `{"x":1}`, `Bad Request application/problem+json {"title":"Bad Request","status":400,"detail":"line 1, column 6 (request.x): the member is not known","code":"Client"}`},
		{"POST", "/depot/one", json, `{"@xsi:type":"x"}`, `Bad Request application/problem+json {"title":"Bad Request","status":400,"detail":"line 1, column 17 (request.@xsi:type): \"x\" does not name the type of the value","code":"Client"}`},
		{"POST", "/depot/one", json, ``, `Bad Request application/problem+json {"title":"Bad Request","status":400,"detail":"line 1, column 1 (request): the JSON ends where an object is expected","code":"Client"}`},
		{"POST", "/depot/one", json, `{"text":"lost"}`, `Bad Request application/problem+json {"title":"Bad Request","status":400,"detail":"it is lost","code":"Client","fault":{"lost":{"name":"x"}}}`},
		{"POST", "/depot/one", json, `{"text":"other"}`, `Internal Server Error application/problem+json {"title":"Internal Server Error","status":500,"detail":"other","code":"Server","fault":{"#any":["\u003ca xmlns=\"urn:a\"\u003e1\u003c/a\u003e"]}}`},
		{"POST", "/depot/one", json, `{"text":"secret"}`, `Internal Server Error application/problem+json {"title":"Internal Server Error","status":500,"detail":"The server could not process the request.","code":"Server"}`},
		{"POST", "/depot/one", "text/plain", `{}`, refusal(415, `the media type \"text/plain\" is not supported; use application/json in UTF-8`)},
		{"POST", "/depot/one", "application/x-www-form-urlencoded", `{}`, refusal(415, `the media type \"application/x-www-form-urlencoded\" is not supported; use application/json in UTF-8`)},
		{"POST", "/depot/one", json + "; charset=utf-16", `{}`, refusal(415, `the media type \"application/json\" is not supported; use application/json in UTF-8`)},
		{"GET", "/depot/one", "", "", refusal(405, "method not allowed; use POST")},
		{"POST", "/depot/two", json, `{}`, refusal(404, `unknown operation \"two\"`)},
		{"POST", "/depot/Size", json, `{}`, refusal(404, `unknown operation \"Size\"; there is \"/depot/size\"`)},
		{"POST", "/depot", json, `{}`, refusal(415, `the media type \"application/json\" is not supported; use text/xml`)},
		{"POST", "/depot/two", "application/x-www-form-urlencoded", ``, `Not Found text/plain; charset=utf-8 unknown operation "two"`},
	} {
		if got := answerOf(ask(h, c.method, c.path, c.mediaType, c.body)); got != c.want {
			t.Errorf("%s %s %s: %s\nwant %s", c.method, c.path, c.body, got, c.want)
		}
	}
	if got := answerOf(ask(serve(answer, jsonhttp.WithJSON(jsonhttp.LargeNumbersAsStrings())), "POST", "/depot/find", json, `{"text":"é"}`)); !strings.Contains(got, `"long":"9007199254740993"`) {
		t.Errorf("large numbers: %s", got)
	}
	w := ask(h, "POST", "/depot/find", json, `{"text":"a"}`, "Accept", "text/plain", "Accept", "application/json, Application/X-NDJSON;q=0.5")
	if got := answerOf(w); got != `OK application/x-ndjson {"@id":1,"name":"a"}`+"\n"+`{"name":"b","long":9007199254740993}` {
		t.Errorf("lines: %s", got)
	}
	for _, accept := range []string{"application/json, application/x-ndjson; q=0.00", "application/x-ndjson-other"} {
		if w := ask(h, "POST", "/depot/find", json, `{}`, "Accept", accept); w.Header().Get("Content-Type") != json {
			t.Errorf("%s: %v", accept, w.Header())
		}
	}
	cached := soap.WithInterceptors(func(ctx context.Context, call *soap.Call, next func(context.Context) error) error {
		err := next(ctx)
		call.Reply = append([]byte(" "), call.Reply...)
		return err
	})
	if got := answerOf(ask(serve(answer, cached), "POST", "/depot/find", json, `{"text":"a"}`, "Accept", "application/x-ndjson")); got != `OK application/x-ndjson {"@id":1,"name":"a"}`+"\n"+`{"name":"b","long":9007199254740993}` {
		t.Errorf("lines of an interceptor: %s", got)
	}
	without := soap.NewHandler(depotContract.With(opSize), &contract.DocumentSet{}, answer, nil)
	if got := ask(without, "POST", "/depot/size", json, `{}`).Code; got != http.StatusNotFound {
		t.Errorf("without the option: %d", got)
	}
}

// refusal returns the answer to a request that is refused before its operation is called.
func refusal(status int, detail string) string {
	return fmt.Sprintf(`%[1]s application/problem+json {"title":"%[1]s","status":%[2]d,"detail":"%[3]s","code":"Client"}`, http.StatusText(status), status, detail)
}

// TestRefusals: what is wrong with a body is told in problem details, too.
func TestRefusals(t *testing.T) {
	h := serve(answer, soap.WithMaxRequestBytes(20))
	for _, c := range []struct{ body, name, value, want, header string }{
		{`{"text":"a long text"}`, "", "", refusal(413, "the request is larger than 20 bytes"), "Connection: close"},
		{`{}`, "Content-Encoding", "br", refusal(415, `the content coding \"br\" is not supported; use gzip`), "Accept-Encoding: gzip"},
		{`{}`, "Content-Encoding", "gzip", refusal(400, "the request is not valid gzip: unexpected EOF"), ""},
		{`{}`, "Content-Type", "application/json", refusal(400, "the header Content-Type is given more than once"), ""},
		{`{}`, "Accept", "text/html", "OK application/json 7", ""},
	} {
		w := ask(h, "POST", "/depot/size", "application/json", c.body, c.name, c.value)
		name, value, _ := strings.Cut(c.header, ": ")
		if got := answerOf(w); got != c.want || w.Header().Get(name) != value {
			t.Errorf("%s: %s: %s %v\nwant %s", c.name, c.value, got, w.Header(), c.want)
		}
	}
	if w := ask(h, "POST", "/depot/size", "text/plain", "{}"); w.Header().Get("Accept-Post") != "application/json" {
		t.Errorf("headers %v", w.Header())
	}
}

// TestForms: clients of the HTTP POST binding get the answers they got without JSON, which has the same path and is named in refusals.
func TestForms(t *testing.T) {
	info := contract.Contract{Service: "Ping", Namespaces: depotNamespaces, Types: &depotTypes, Ports: []contract.Port{{Binding: contract.HTTPPost, Address: "http://localhost/depot"}}}
	op := contract.Operation{Name: "ping", Wires: []contract.Wire{{Bindings: []contract.Binding{contract.HTTPPost}, Path: "/ping"}}}
	calls := 0
	call := func(context.Context, *contract.Operation, any) (any, error) { calls++; return nil, nil }
	before := soap.NewHandler(info.With(&op), nil, call, nil)
	h := soap.NewHandler(info.With(&op), nil, call, []soap.HandlerOption{jsonhttp.WithJSON()})
	for _, c := range []struct{ path, mediaType, body string }{
		{"/depot/ping", "application/x-www-form-urlencoded", ""}, {"/depot/ping", "application/x-www-form-urlencoded", "a=1"}, {"/depot/ping", "", ""},
		{"/depot/ping", "text/plain", "{}"}, {"/depot/ping", "multipart/form-data", "{}"}, {"/depot/pong", "application/x-www-form-urlencoded", ""},
	} {
		got := strings.Replace(answerOf(ask(h, "POST", c.path, c.mediaType, c.body)), " or application/json", "", 1)
		if want := answerOf(ask(before, "POST", c.path, c.mediaType, c.body)); got != want {
			t.Errorf("%v: %s\nwithout JSON %s", c, got, want)
		}
	}
	if calls != 6 {
		t.Errorf("%d calls: other media types must not call the service", calls)
	}
	w := ask(h, "POST", "/depot/ping", "text/plain", "{}")
	if got := w.Header().Get("Accept-Post"); got != "application/x-www-form-urlencoded, application/json" ||
		!strings.Contains(w.Body.String(), "application/x-www-form-urlencoded or application/json\n") {
		t.Errorf("Accept-Post: %s, %s", got, w.Body)
	}
	if got := answerOf(ask(h, "POST", "/depot/ping", "application/json", "{}")); got != "OK application/json null" {
		t.Error(got)
	}
}

// TestClient calls a handler, possibly through another one whose service is a client: a gateway.
func TestClient(t *testing.T) {
	direct := dial(t, serve(answer))
	gateway := dial(t, serve(direct.Do, soap.WithRemoteFaultText()))
	for _, c := range []*soap.Caller{direct, gateway} {
		got, err := soap.Invoke[[]stop](t.Context(), c, opFind, &find{Text: ptr("a")})
		if want := []stop{{ID: ptr(int32(1)), Name: "a"}, {Name: "b", Long: ptr(int64(1<<53 + 1))}}; err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%v, %v", got, err)
		}
		if got, err := soap.Invoke[*stop](t.Context(), c, opOne, &find{}); got != nil || err != nil {
			t.Errorf("%v, %v", got, err)
		}
		if got, err := soap.Invoke[int32](t.Context(), c, opSize, nil); got != 7 || err != nil {
			t.Errorf("%v, %v", got, err)
		}
		for _, op := range []*contract.Operation{opWipe, opTell} {
			if _, err := c.Do(t.Context(), op, nil); err != nil {
				t.Error(err)
			}
		}
		_, err = c.Do(t.Context(), opOne, &find{Text: ptr("lost")})
		var typed *lostStop
		if !errors.As(err, &typed) || typed.Detail.Name != "x" || typed.Reason != "it is lost" || typed.Code != soap.FaultClient || !strings.HasPrefix(err.Error(), "one over JSON: HTTP status 400") {
			t.Errorf("%v", err)
		}
		var f *soap.Fault
		if _, err = c.Do(t.Context(), opOne, &find{Text: ptr("other")}); !errors.As(err, &f) || f.Detail != `<a xmlns="urn:a">1</a>` || !f.FaultRemote() {
			t.Errorf("%v, %+v", err, f)
		}
	}
	if _, err := soap.NewCaller(&depotContract, "", jsonhttp.Binding, nil); !errors.Is(err, soap.ErrNotOffered) ||
		!strings.Contains(err.Error(), "binding JSON needs the option jsonhttp.WithJSON") {
		t.Errorf("without the option: %v", err)
	}
}

func TestClientErrors(t *testing.T) {
	for _, c := range []struct {
		status                int
		mediaType, body, want string
	}{
		{200, "application/json", `{"name":"a","x":1}`, "one over JSON: HTTP status 200 OK: line 1, column 17 (result.x): the member is not known"},
		{200, "text/html", "<p>", `one over JSON: HTTP status 200 OK, "text/html": "<p>"`},
		{200, "text/plain", "hello", `one over JSON: HTTP status 200 OK, "text/plain": "hello"`},
		{502, "text/html", "<p>", `one over JSON: HTTP status 502 Bad Gateway, "text/html": "<p>"`},
		{500, "application/problem+json", "{", `one over JSON: HTTP status 500 Internal Server Error, "application/problem+json": "{": unexpected end of JSON input`},
		{404, "application/problem+json", `{"detail":"gone"}`, `one over JSON: HTTP status 404 Not Found: Client fault: "gone"`},
		{415, "text/plain", "use JSON", `one over JSON: HTTP status 415 Unsupported Media Type: Client fault: "use JSON"`},
	} {
		client := dial(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", c.mediaType)
			w.WriteHeader(c.status)
			fmt.Fprint(w, c.body)
		}))
		if _, err := client.Do(t.Context(), opOne, &find{}); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v", c.body, err)
		}
	}
}

// streamed returns the option for a list of n stops, with an error at the end unless it is nil.
func streamed(n int, fails error) soap.HandlerOption {
	return soap.WithStreams(&depotContract, func(_ context.Context, op *contract.Operation, _ any) soap.Sequence {
		if op.Name != "find" {
			return nil
		}
		return soap.Items(func(yield func(stop, error) bool) {
			for i := range n {
				if !yield(stop{ID: ptr(int32(i)), Name: "x"}, nil) {
					return
				}
			}
			if fails != nil {
				yield(stop{}, fails)
			}
		})
	})
}

// TestStreams reads lists of a sequence item by item.
func TestStreams(t *testing.T) {
	const n = 20_000
	for _, fails := range []error{nil, errors.New("broken")} {
		h := serve(answer, streamed(n, fails))
		count := 0
		var last error
		for item, err := range soap.InvokeSeq[stop](t.Context(), dial(t, h), opFind, &find{}) {
			if last = err; err == nil && *item.ID != int32(count) {
				t.Fatalf("item %d has the ID %d", count, *item.ID)
			}
			if err == nil {
				count++
			}
		}
		if (last == nil) != (fails == nil) || fails == nil && count != n {
			t.Errorf("%d items, error %v", count, last)
		}
		list, err := soap.Invoke[[]stop](t.Context(), dial(t, h), opFind, &find{})
		if (err == nil) != (fails == nil) || fails == nil && len(list) != n {
			t.Errorf("%d items at once, error %v", len(list), err)
		}
	}
	for _, c := range []struct {
		body, want string
	}{
		{`{"name":"a"}` + "\n" + `{"name":1}` + "\n", "find over JSON: HTTP status 200 OK: line 1, column 9 (result.name): a string is expected, not '1'"},
		{`{"name":"a"}` + "\n" + `{"name":"` + strings.Repeat("x", 200), "find over JSON: HTTP status 200 OK: item of the response larger than 100 bytes"},
	} {
		client := dial(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/x-ndjson")
			fmt.Fprint(w, c.body)
		}), soap.WithMaxResponseBytes(100))
		count := 0
		var last error
		for _, err := range soap.InvokeSeq[stop](t.Context(), client, opFind, &find{}) {
			if last = err; err == nil {
				count++
			}
		}
		if count != 1 || last == nil || !strings.HasPrefix(last.Error(), c.want) {
			t.Errorf("%d items, error %v", count, last)
		}
	}
}

// TestOptions: interceptors, validation and CORS are for JSON, too.
func TestOptions(t *testing.T) {
	var seen []string
	note := func(ctx context.Context, call *soap.Call, next func(context.Context) error) error {
		err := next(ctx)
		seen = append(seen, fmt.Sprintf("%s over %s: %s %s", call.Operation, call.Binding, call.Request, call.Reply))
		return err
	}
	h := serve(answer, validate.WithValidation(), soap.WithInterceptors(note))
	if got := answerOf(ask(h, "POST", "/depot/one", "application/json", `{"text":"a"}`)); got != `OK application/json {"name":"a"}` {
		t.Error(got)
	}
	if want := []string{`one over JSON: {"text":"a"} {"name":"a"}`}; !reflect.DeepEqual(seen, want) {
		t.Errorf("%q", seen)
	}
	policy, err := cors.New("https://board.example")
	must(t, err)
	w := ask(policy.Handler(h), "OPTIONS", "/depot/one", "", "", "Origin", "https://board.example", "Access-Control-Request-Method", "POST", "Access-Control-Request-Headers", "content-type")
	if w.Code != http.StatusNoContent || w.Header().Get("Access-Control-Allow-Methods") != "POST" || w.Header().Get("Access-Control-Allow-Headers") != "content-type" {
		t.Errorf("preflight: %d %v", w.Code, w.Header())
	}
	w = ask(policy.Handler(h), "POST", "/depot/one", "application/json", `{}`, "Origin", "https://board.example")
	if w.Code != http.StatusOK || w.Header().Get("Access-Control-Allow-Origin") != "https://board.example" {
		t.Errorf("%d %v", w.Code, w.Header())
	}
}
