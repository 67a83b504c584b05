package page

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
)

var yardContract = contract.Contract{
	Service: "Yard", Doc: "Tracks <of> the yard.", Namespaces: []schema.Namespace{{}, {URI: "urn:yard/"}},
	Ports: []contract.Port{
		{Name: "a", Binding: contract.SOAP11, Address: "http://localhost/yard"}, {Name: "b", Binding: contract.SOAP12, Address: "http://localhost/yard"},
		{Name: "c", Binding: contract.HTTPGet, Address: "http://localhost/yard"}, {Name: "d", Binding: contract.HTTPPost, Address: "http://localhost/yard"},
	},
}

var yardDocuments = contract.DocumentSet{
	Files: fstest.MapFS{
		"yard.wsdl": {Data: []byte(`<definitions><!-- a --><types><import schemaLocation="yard.xsd"/></types></definitions>`)},
		"yard.xsd":  {Data: []byte(`<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema"><x:element name="a&lt;b"/></x:schema>`)},
	},
	Documents: []contract.Document{
		{File: "yard.wsdl", References: []contract.DocumentReference{{Location: "yard.xsd", Document: "yard.xsd"}}},
		{Name: "yard.xsd", Schema: true, File: "yard.xsd"}, {Form: "flatWsdl", File: "yard.flat.wsdl"}, {Form: "singleWsdl", File: "yard.wsdl"},
	},
}

// yardWires offers an operation over all bindings.
func yardWires(name string) []contract.Wire {
	return []contract.Wire{
		{Bindings: []contract.Binding{contract.SOAP11, contract.SOAP12}, In: schema.ElementName{NS: 1, Local: name}, Out: []schema.ElementName{{NS: 1, Local: name + "Response"}}},
		{Bindings: []contract.Binding{contract.HTTPGet, contract.HTTPPost}, Path: "/" + name},
	}
}

var yardOperations = []*contract.Operation{
	{Name: "getTracks", OverloadOf: "getTracks", Doc: "All tracks.", Wires: yardWires("getTracks")},
	{Name: "getTracks_WithKind", OverloadOf: "getTracks", Params: []string{"Code", "NumMins"}, Wires: yardWires("getTracks_WithKind")},
}

func get(h http.Handler, target string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", target, nil))
	return w
}

func newYard(opts ...Option) http.Handler {
	return soap.NewHandler(yardContract.With(yardOperations...), &yardDocuments, nil, []soap.HandlerOption{Service(opts...)})
}

func wantAll(t *testing.T, page string, all ...string) {
	t.Helper()
	page = strings.NewReplacer(styleText, "", scriptText, "").Replace(page)
	for _, want := range all {
		if !strings.Contains(page, want) {
			t.Errorf("%q is missing in\n%s", want, page)
		}
	}
}

func TestIndex(t *testing.T) {
	h := newYard()
	w := get(h, "/yard")
	page := w.Body.String()
	header := w.Header()
	if w.Code != 200 || header.Get("Content-Type") != "text/html; charset=utf-8" || header.Get("X-Content-Type-Options") != "nosniff" || header.Get("Referrer-Policy") != "no-referrer" {
		t.Errorf("%d %v", w.Code, header)
	}
	csp := header.Get("Content-Security-Policy")
	wantAll(t, csp, "default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'", "connect-src 'self'", "script-src 'sha256-", "style-src 'sha256-")
	if strings.Contains(csp, "unsafe") {
		t.Error(csp)
	}
	wantAll(t, page,
		"<h1>Yard</h1>", "Tracks &lt;of&gt; the yard.", `<link rel="alternate" type="text/xml" href="?disco">`, `href="?wsdl"`, `href="?flatWsdl"`, `href="?flatWsdl&amp;bindings=soap"`, "All tracks.", `data-group="getTracks"`,
		`data-op="getTracks_WithKind" href="?op=getTracks_WithKind"`, "Code, NumMins", "2 of 2", "<dt>SOAP 1.1, SOAP 1.2, HTTP GET, HTTP POST</dt><dd><code>/yard</code>",
		"PHP, zeep, suds, npm soap, strong-soap, SOAP::WSDL, KDSoap, WCF", `data-view="xsd=yard.xsd"`)
	if strings.Contains(page, `href="?singleWsdl"`) {
		t.Errorf("a link to the contract without imports, which is the contract itself\n%s", page)
	}
	if w := get(h, "/yard?<script>alert(1)</script>"); strings.Contains(w.Body.String(), "alert(1)") {
		t.Errorf("text of the request on the page: %s", w.Body)
	}
	found := get(h, "/yard?q=%3Cb%3E+numMINS").Body.String()
	wantAll(t, found, "0 of 2", `value="&lt;b&gt; numMINS"`, ` hidden><h3 class="op">getTracks</h3>`)
	wantAll(t, get(h, "/yard?q=numMINS").Body.String(), "2 of 2")
}

func TestView(t *testing.T) {
	h := newYard()
	page := get(h, "/yard?view=wsdl").Body.String()
	wantAll(t, page, `<span class="c">&lt;!-- a --&gt;</span>`, `<a data-import="xsd=yard.xsd" href="?view=xsd%3Dyard.xsd">http://example.com/yard?xsd=yard.xsd</a>`, `href="?wsdl"`)
	wantAll(t, get(h, "/yard?view=xsd%3Dyard.xsd").Body.String(), `<span class="v">a&amp;lt;b</span>`, `aria-current="page"`)
	for _, query := range []string{"x", "xsd%3Dother", "", "https%3A%2F%2Fexample.com"} {
		if w := get(h, "/yard?view="+query); w.Code != 404 || strings.Contains(w.Body.String(), "https:") {
			t.Errorf("%s: %d", query, w.Code)
		}
	}
}

// requestsOf returns the requests that a page shows.
func requestsOf(t *testing.T, h http.Handler, target string) map[string]request {
	t.Helper()
	w := get(h, target)
	var all struct{ Requests []request }
	if err := json.Unmarshal(w.Body.Bytes(), &all); err != nil || w.Header().Get("Content-Type") != "application/json" {
		t.Fatalf("%v: %s", err, w.Body)
	}
	found := make(map[string]request)
	for _, q := range all.Requests {
		found[q.Binding] = q
	}
	return found
}

func TestOperationPage(t *testing.T) {
	h := newYard()
	page := get(h, "/yard?op=getTracks").Body.String()
	wantAll(t, page, "<h1>get<wbr>Tracks</h1>", "All tracks.", `id="call"`, `id="binding-soap12"`, `value="get" checked`, `id="call-button"`,
		"Overloads: <a data-op=\"getTracks_WithKind\"", "GET /yard/getTracks? HTTP/1.1", `data-state="ready"`)
	wantAll(t, get(h, "/yard?op=getTracks&binding=soap11").Body.String(), `value="soap11" checked`, "POST /yard HTTP/1.1")
	if w := get(h, "/yard?op=%3Cx%3E"); w.Code != 404 || strings.Contains(w.Body.String(), "&lt;x") || strings.Contains(w.Body.String(), "<x>") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	w := get(h, "/yard?op=getTracks&binding=get&show=call")
	if w.Code != 303 || w.Header().Get("Location") != "./yard/getTracks?" {
		t.Errorf("%d %v", w.Code, w.Header())
	}
	if w := get(h, "/yard?op=getTracks&binding=soap11&show=call"); w.Code != 200 {
		t.Errorf("a call over SOAP: %d", w.Code)
	}
	q := requestsOf(t, h, "/yard?op=getTracks&show=requests")["post"]
	if q.Method != "POST" || q.URL != "http://example.com/yard/getTracks" || !q.Own || q.Target != "/getTracks" || !strings.HasPrefix(q.Curl, "curl 'http://example.com/yard/getTracks'") {
		t.Errorf("%+v", q)
	}
}

func TestLocalOnly(t *testing.T) {
	h := newYard(LocalOnly())
	for _, c := range []struct {
		peer, host, header string
		local              bool
	}{
		{"127.0.0.1:5", "localhost:8080", "", true}, {"127.9.9.9:5", "LOCALHOST", "", true}, {"[::1]:5", "[::1]:8080", "", true}, {"[::1]:5", "[::1]", "", true},
		{"[::ffff:127.0.0.1]:5", "127.0.0.1", "", true},
		{"127.0.0.1:5", "evil.example", "", false}, {"127.0.0.1:5", "localhost.evil.example", "", false}, {"127.0.0.1:5", "", "", false},
		{"192.0.2.1:5", "localhost", "", false}, {"", "localhost", "", false}, {"127.0.0.1:5", "localhost", "X-Forwarded-For", false},
		{"127.0.0.1:5", "localhost", "Forwarded", false}, {"127.0.0.1:5", "localhost", "Via", false}, {"127.0.0.1:5", "0.0.0.0", "", false},
	} {
		for _, target := range []string{"/yard", "/yard?op=getTracks", "/yard?view=wsdl"} {
			r := httptest.NewRequest("GET", target, nil)
			r.RemoteAddr, r.Host = c.peer, c.host
			if c.header != "" {
				r.Header.Set(c.header, "x")
			}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if local := strings.HasPrefix(w.Body.String(), "<!DOCTYPE"); local != c.local || !local && !strings.HasPrefix(w.Body.String(), "Yard\n") {
				t.Errorf("%+v %s: local %v\n%s", c, target, local, w.Body)
			}
		}
	}
}

// TestLinks checks that all pages have the links of the options, and none without them.
func TestLinks(t *testing.T) {
	for _, target := range []string{"/yard", "/yard?op=getTracks", "/yard?view=wsdl", "/yard?op=none"} {
		wantAll(t, get(newYard(Link("Home", "/"), Link("A<b", `/a"b`), Home("<c>", "/", "<svg></svg>")), target).Body.String(),
			`<a href="/" class="home"><svg></svg>&lt;c&gt;</a><a href="/">Home</a><a href="/a%22b">A&lt;b</a>`)
		if page := get(newYard(), target).Body.String(); strings.Contains(page, `id="site"`) {
			t.Errorf("%s: a link without the option\n%s", target, page)
		}
	}
}
