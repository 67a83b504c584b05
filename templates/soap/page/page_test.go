package page

import (
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
	Files:     fstest.MapFS{"yard.wsdl": {Data: []byte("<definitions/>")}},
	Documents: []contract.Document{{File: "yard.wsdl"}, {Form: "flatWsdl", File: "yard.flat.wsdl"}, {Form: "singleWsdl", File: "yard.wsdl"}},
}

// yardWires offers an operation over all bindings.
func yardWires(name string) []contract.Wire {
	return []contract.Wire{
		{Bindings: []contract.Binding{contract.SOAP11, contract.SOAP12}, In: schema.ElementName{NS: 1, Local: name}, Out: []schema.ElementName{{NS: 1, Local: name + "Response"}}},
		{Bindings: []contract.Binding{contract.HTTPGet, contract.HTTPPost}, Path: "/" + name},
	}
}

var yardOperations = []soap.ServiceMethod{
	soap.Serve(&contract.Operation{Name: "getTracks", Doc: "All tracks.", Wires: yardWires("getTracks")}, nil),
	soap.Serve(&contract.Operation{Name: "getTracks_WithKind", Params: []string{"Code", "NumMins"}, Wires: yardWires("getTracks_WithKind")}, nil),
}

func TestServicePage(t *testing.T) {
	h := soap.NewHandler(&yardContract, &yardDocuments, yardOperations, []soap.HandlerOption{WithServicePage()})
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
		"<h1>Yard</h1>", "Tracks &lt;of&gt; the yard.", `<a href="?wsdl">`, `<a href="?flatWsdl">`, "getTracks_WithKind</h2>", "All tracks.",
		"Parameters: <code>Code</code>, <code>NumMins</code>", "No parameters", "SOAP 1.1, SOAP 1.2, HTTP GET, HTTP POST",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is missing in\n%s", want, page)
		}
	}
	if strings.Contains(page, "?singleWsdl") {
		t.Errorf("a link to the contract without imports, which is the contract itself\n%s", page)
	}
	if w := get("/yard?<script>alert(1)</script>"); strings.Contains(w.Body.String(), "alert(1)") {
		t.Errorf("text of the request on the page: %s", w.Body)
	}
}
