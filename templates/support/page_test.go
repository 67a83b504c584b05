package support

import (
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

var yardContract = ContractInfo{
	Service: "Yard", Doc: "Tracks <of> the yard.", Namespaces: []Namespace{{}, {URI: "urn:yard/"}},
	Ports: []PortInfo{
		{Name: "a", Binding: SOAP11, Address: "http://localhost/yard"}, {Name: "b", Binding: SOAP12, Address: "http://localhost/yard"},
		{Name: "c", Binding: HTTPGet, Address: "http://localhost/yard"}, {Name: "d", Binding: HTTPPost, Address: "http://localhost/yard"},
	},
}

var yardDocuments = DocumentSet{
	Files:     fstest.MapFS{"yard.wsdl": {Data: []byte("<definitions/>")}},
	Documents: []DocumentInfo{{File: "yard.wsdl"}},
}

// yardWires offers an operation over all bindings.
func yardWires(name string) []Wire {
	return []Wire{
		{Bindings: []Binding{SOAP11, SOAP12}, In: ElementName{1, name}, Out: []ElementName{{1, name + "Response"}}},
		{Bindings: []Binding{HTTPGet, HTTPPost}, Path: "/" + name},
	}
}

var yardOperations = []ServiceMethod{
	Serve(&Operation{Name: "getTracks", Doc: "All tracks.", Wires: yardWires("getTracks")}, nil),
	Serve(&Operation{Name: "getTracks_WithKind", Params: []string{"Code", "NumMins"}, Wires: yardWires("getTracks_WithKind")}, nil),
}

func TestServicePage(t *testing.T) {
	h := NewHandler(&yardContract, &yardDocuments, yardOperations, []HandlerOption{WithServicePage()})
	get := func(target string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("GET", target, nil))
		return w
	}
	w := get("/yard")
	page := w.Body.String()
	if w.Code != 200 || w.Header().Get("Content-Type") != "text/html; charset=utf-8" || !strings.Contains(w.Header().Get("Content-Security-Policy"), "default-src 'none'") {
		t.Errorf("%d %v", w.Code, w.Header())
	}
	for _, want := range []string{
		"<h1>Yard</h1>", "Tracks &lt;of&gt; the yard.", `<a href="?wsdl">`, "getTracks_WithKind</h2>", "All tracks.",
		"Parameters: <code>Code</code>, <code>NumMins</code>", "No parameters", "SOAP 1.1, SOAP 1.2, HTTP GET, HTTP POST",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is missing in\n%s", want, page)
		}
	}
	if w := get("/yard?<script>alert(1)</script>"); strings.Contains(w.Body.String(), "alert(1)") {
		t.Errorf("text of the request on the page: %s", w.Body)
	}
}
