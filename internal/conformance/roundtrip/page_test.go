package roundtrip

import (
	"encoding/json"
	"fmt"
	"go/parser"
	"go/token"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/page"
)

// shownRequest is a request that the page shows.
type shownRequest struct {
	Binding, Method, URL, Target, Body, Raw, Curl, Go, Error string

	Headers [][2]string
}

// pageAddress returns the address of an operation's page with arguments.
func pageAddress(op operation, arguments []*string, more ...string) string {
	query := url.Values{"op": {op.name}}
	for i, a := range arguments {
		if a != nil {
			query.Set("p."+op.parameters[i], *a)
		}
	}
	for i := 0; i+1 < len(more); i += 2 {
		query.Set(more[i], more[i+1])
	}
	return path + "?" + query.Encode()
}

// TestPageRequests compares the requests that the page shows with those that a client sends: all operations, over all
// bindings.
func TestPageRequests(t *testing.T) {
	var sent string
	h := realtime.NewHandler(always(nil, nil), noLog, page.Service())
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !r.URL.Query().Has("op") {
			body, _ := io.ReadAll(r.Body)
			sent = fmt.Sprintf("%s %s %s\n%q %q %q\n%s", r.Method, r.RequestURI, r.Host, r.Header.Get("Content-Type"), r.Header.Get("Soapaction"), r.Header.Get("Accept"), body)
			r.Body = io.NopCloser(strings.NewReader(string(body)))
		}
		h.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	for _, op := range operations {
		for _, value := range []string{"7", `a&b=c <"'é> +%41`} {
			var arguments []*string
			for range op.parameters {
				arguments = append(arguments, soap.Ptr(value))
			}
			got := send(t, server, request{"GET", pageAddress(op, arguments, "show", "requests"), nil, ""})
			var all struct{ Requests []shownRequest }
			if err := json.Unmarshal(got.body, &all); err != nil || len(all.Requests) != len(bindings) {
				t.Fatalf("%s: %v: %s", op.name, err, got.body)
			}
			for i, b := range bindings {
				op.call(t.Context(), dial(t, server, b), arguments...)
				q := all.Requests[i]
				checkEqual(t, op.name, q.Binding, b.Code())
				checkEqual(t, fmt.Sprint(op.name, " over ", b), q.sent(t), sent)
				checkGo(t, op, q)
			}
		}
	}
}

// sent returns what a server sees of the request.
func (q shownRequest) sent(t *testing.T) string {
	u, err := url.Parse(q.URL)
	if err != nil || q.Error != "" {
		t.Fatalf("%s: %v", q.Error, err)
	}
	header := http.Header{}
	for _, h := range q.Headers {
		header.Add(h[0], h[1])
	}
	return fmt.Sprintf("%s %s %s\n%q %q %q\n%s", q.Method, u.RequestURI(), u.Host, header.Get("Content-Type"), header.Get("Soapaction"), header.Get("Accept"), q.Body)
}

// checkGo checks that the Go text is a call of the generated client.
func checkGo(t *testing.T, op operation, q shownRequest) {
	t.Helper()
	if !strings.Contains(q.Go, "client."+op.method+"(ctx") {
		t.Errorf("%s: %s", op.name, q.Go)
	}
	if _, err := parser.ParseFile(token.NewFileSet(), "", "package p\n\nfunc call() error {\n"+q.Go+"\nreturn nil\n}\n", 0); err != nil {
		t.Errorf("%s: %v\n%s", op.name, err, q.Go)
	}
}

// TestPageForm follows the form of each operation over HTTP GET as a browser without script does.
func TestPageForm(t *testing.T) {
	server := serve(t, always(nil, nil), page.Service())
	for _, op := range operations {
		got := send(t, server, request{"GET", pageAddress(op, nil), nil, ""})
		for _, name := range op.parameters {
			if !strings.Contains(string(got.body), `name="p.`+name+`" data-param="`+name+`"`) {
				t.Errorf("%s has no input for %s", op.name, name)
			}
		}
		for _, external := range []string{" src=", "<link", "<img", "<iframe", "@import", "url("} {
			if strings.Contains(string(got.body), external) {
				t.Errorf("the page of %s has resources of its own: %s", op.name, external)
			}
		}
		var arguments []*string
		for range op.parameters {
			arguments = append(arguments, soap.Ptr("a b"))
		}
		response, err := server.Client().Get(server.URL + pageAddress(op, arguments, "show", "call", "binding", "get"))
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(response.Body)
		response.Body.Close()
		if response.StatusCode != http.StatusOK || response.Request.URL.Path != path+"/"+op.name || !strings.Contains(string(body), "<"+op.array) {
			t.Errorf("%s: %d at %s: %s", op.name, response.StatusCode, response.Request.URL, body)
		}
	}
}
