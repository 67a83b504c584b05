package soap

import (
	"crypto/tls"
	"encoding/xml"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
)

func TestContract(t *testing.T) {
	h := newDepotHandler(echo())
	for _, query := range []string{"?wsdl=depot.wsdl", "?WSDL=depot.wsdl", "?wsdl=depot.wsdl&x=1"} {
		w := ask(h, "GET", depotPath+query, "", "")
		want := `<definitions targetNamespace="` + depotNS + `">` + noReferences + `<import location="http://example.com/depot/depot.asmx?xsd=depot.xsd"/>` +
			`<service name="Depot"><port name="DepotSoap"><address location="http://example.com/depot/depot.asmx"/></port></service></definitions>`
		if w.Code != 200 || w.Body.String() != want || w.Header().Get("Content-Type") != "text/xml; charset=utf-8" {
			t.Errorf("%s: %d %s", query, w.Code, w.Body)
		}
	}
	if w := ask(h, "GET", depotPath+"?XSD=depot%2Exsd", "", ""); w.Body.String() != `<schema targetNamespace="`+depotNS+`"/>` {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	for query, want := range map[string]string{
		"?disco":    `<contractRef xmlns="http://schemas.xmlsoap.org/disco/scl/" ref="http://example.com/depot/depot.asmx?wsdl"/>`,
		"?flatWsdl": `name="flat"><service name="Depot"><port name="DepotSoap"><address location="http://example.com/depot/depot.asmx"/>`,
		"?FLATWSDL": `name="flat"`, "?flatwsdl=": `name="flat"`, "?wsdl": `name="single"`, "?WSDL": `name="single"`, "?wsdl=": `name="single"`, "?wsdl&x=1": `name="single"`, "?singleWsdl": `name="single"`, "?SingleWSDL&x": `name="single"`,
	} {
		if w := ask(h, "GET", depotPath+query, "", ""); w.Code != 200 || !strings.Contains(w.Body.String(), want) || w.Header().Get("Content-Type") != "text/xml; charset=utf-8" {
			t.Errorf("%s: %d %s", query, w.Code, w.Body)
		}
	}
	for _, query := range []string{"?wsdl=%0d%0ax", "?xsd=", "?xsd", "?xsd=depot.wsdl", "?xsd=../../etc/passwd", "?wsdl=%zz", "?flatWsdl=x", "?singleWsdl=depot.wsdl", "?wsdl=" + strings.Repeat("x", 5000)} {
		w := ask(h, "GET", depotPath+query, "", "")
		checkText(t, w, 404, "the contract has no document \"")
		checkText(t, w, 404, "; it has ?wsdl, ?wsdl=depot.wsdl, ?xsd=depot.xsd, ?flatWsdl\n")
		if w.Body.Len() > 2000 {
			t.Errorf("an answer of %d bytes", w.Body.Len())
		}
	}
	if w := ask(h, "GET", depotPath+"/count?wsdl", "", ""); !strings.Contains(w.Body.String(), "42") {
		t.Errorf("below the path ?wsdl is an unknown parameter: %s", w.Body)
	}
}

// TestNoSOAPForm asks for the form with SOAP only of a contract without SOAP, and for forms that there are not.
func TestNoSOAPForm(t *testing.T) {
	h := newDepotHandler(echo())
	checkText(t, ask(h, "GET", depotPath+"?flatWsdl&Bindings=SOAP&x", "", ""), 404, "the contract has no binding of SOAP")
	for _, query := range []string{"?flatWsdl&bindings=get", "?flatWsdl&bindings=", "?flatWsdl=x&bindings=soap"} {
		checkText(t, ask(h, "GET", depotPath+query, "", ""), 404, "the contract has no document")
	}
}

func TestContractAddresses(t *testing.T) {
	tests := []struct {
		host      string
		secure    bool
		forwarded bool
		headers   []string
		want      string
	}{
		{"rail.example:8443", true, false, nil, "https://rail.example:8443/depot/depot.asmx"},
		{"[::1]:80", false, false, nil, "http://[::1]:80/depot/depot.asmx"},
		{`x"/><evil a="`, false, false, nil, "http://localhost:8080/depot/depot.asmx"},
		{"", false, false, nil, "http://localhost:8080/depot/depot.asmx"},
		{"h.example", false, false, []string{"X-Forwarded-Host", "evil.example"}, "http://h.example/depot/depot.asmx"},
		{"h.example", false, true, []string{"X-Forwarded-Host", "p.example, q", "X-Forwarded-Proto", "HTTPS", "X-Forwarded-Prefix", "/rail/"}, "https://p.example/rail/depot/depot.asmx"},
		{"h.example", false, true, []string{"Forwarded", `for=1.2.3.4;proto=https;host="p.example:444", for=x`}, "https://p.example:444/depot/depot.asmx"},
		{"h.example", false, true, []string{"X-Forwarded-Host", `"><x`, "X-Forwarded-Proto", "javascript", "X-Forwarded-Prefix", "//evil"}, "http://h.example/depot/depot.asmx"},
	}
	for _, test := range tests {
		var opts []HandlerOption
		if test.forwarded {
			opts = append(opts, WithForwardedHeaders())
		}
		r := httptest.NewRequest("GET", depotPath+"?wsdl=depot.wsdl", nil)
		r.Host = test.host
		for i := 0; i+1 < len(test.headers); i += 2 {
			r.Header.Set(test.headers[i], test.headers[i+1])
		}
		if test.secure {
			r.TLS = &tls.ConnectionState{}
		}
		w := httptest.NewRecorder()
		newDepotHandler(echo(), opts...).ServeHTTP(w, r)
		body := w.Body.String()
		imported := strings.Contains(body, `<import location="`+test.want+`?xsd=depot.xsd"/>`) || strings.Contains(body, `<import location="?xsd=depot.xsd"/>`)
		if !imported || !strings.Contains(body, `<address location="`+test.want+`"/>`) {
			t.Errorf("Host %q: %s, want %s", test.host, body, test.want)
		}
	}
}

func TestServiceList(t *testing.T) {
	h := newDepotHandler(echo())
	const want = "Depot\nContract: ?wsdl\n" +
		"Contract with a name for each overload, for PHP, zeep, suds, npm soap, strong-soap, SOAP::WSDL, KDSoap and WCF: ?flatWsdl\n" +
		"Contract with SOAP only, for gowsdl, GraphQL Mesh and pysimplesoap: ?flatWsdl&bindings=soap\n" +
		"getStops: SOAP 1.1, SOAP 1.2, HTTP GET, HTTP POST\ngetStops_WithKind: "
	w := ask(h, "GET", depotPath, "", "")
	if w.Code != 200 || w.Header().Get("Content-Type") != "text/plain; charset=utf-8" || !strings.HasPrefix(w.Body.String(), want) {
		t.Errorf("%d %v\n%s", w.Code, w.Header(), w.Body)
	}
	head := ask(h, "HEAD", depotPath, "", "")
	if head.Code != 200 || head.Header().Get("Content-Type") != w.Header().Get("Content-Type") {
		t.Errorf("HEAD: %d %v", head.Code, head.Header())
	}
	if other := ask(h, "GET", depotPath+"?alert(1)", "", ""); other.Body.String() != w.Body.String() {
		t.Errorf("the list depends on the request: %s", other.Body)
	}
	odd := contract.Contract{Service: "A\nB", Namespaces: []schema.Namespace{{}}, Ports: []contract.Port{{Binding: contract.SOAP11, Address: "http://h/"}}}
	odd.Operations = []*contract.Operation{{Name: "c\r\nd\u2028e", Doc: "f\n", Wires: []contract.Wire{{Bindings: []contract.Binding{contract.SOAP11}}}}}
	list := ask(serveMethods(&odd, nil, []method{methodOf(odd.Operations[0], nil)}, nil), "GET", "/", "", "")
	if got := list.Body.String(); got != "A B\nc  d e: SOAP 1.1\n" {
		t.Errorf("%q", got)
	}
}

// Whatever is sent is answered: with one of the statuses that there are, in a
// well-formed document or one line of text.
func FuzzHandler(f *testing.F) {
	for _, b := range []contract.Binding{contract.SOAP11, contract.SOAP12} {
		f.Add("POST", "", contentType(b), depotNS+"count", []byte(envelope(b, element("count", ""))))
		f.Add("POST", "", contentType(b), "", []byte(envelope(b, element("getStop", "<Code>a</Code><NumMins>5</NumMins>"))))
		f.Add("POST", "", contentType(b)+"; action=urn:first", "", []byte(envelope(b, element("shared", ""))))
	}
	for _, b := range []contract.Binding{contract.SOAP11, contract.SOAP12} {
		for _, block := range []string{`<d:note s:mustUnderstand="1">a</d:note>`, `<d:note s:role="urn:x" s:actor=" urn:x ">a</d:note>`, `<x s:mustUnderstand="9"/>`} {
			f.Add("POST", "", contentType(b), "", []byte(headed(b, block, element("noted", ""))))
		}
		f.Add("POST", "", contentType(b), "", []byte(headed(b, `<Action xmlns="http://www.w3.org/2005/08/addressing">urn:told</Action>`, element("ack", ""))))
		f.Add("POST", "", contentType(b), "", []byte(envelope(b, `<procedure s:encodingStyle="urn:x" xmlns="`+depotNS+`"><code>a</code></procedure>`)))
	}
	f.Add("POST", "/getStop", formMediaType, "", []byte("Code=a&NumMins=5"))
	f.Add("POST", "/getStop", formMediaType, "", []byte("code=%uD83D%uDE82&NumMins=%u0035"))
	f.Add("OPTIONS", "/getStop", "", "", []byte(nil))
	f.Add("GET", "/getStop?Code=a", "", "", []byte(nil))
	f.Add("GET", "?wsdl", "", "", []byte(nil))
	f.Add("GET", "?xsd=depot.xsd", "", "", []byte(nil))
	f.Add("PUT", "/x", "", "", []byte(nil))
	quiet, small := WithLogger(slog.New(slog.NewTextHandler(io.Discard, nil))), WithMaxRequestBytes(1<<16)
	asmx := allowing(f, newDepotHandler(echo(), small, quiet, WithASMX()), "*")
	handlers := []http.Handler{newDepotHandler(echo(), small, quiet), newProcedureHandler(), asmx}
	statuses := map[int]bool{200: true, 204: true, 400: true, 404: true, 405: true, 413: true, 415: true, 500: true}
	f.Fuzz(func(t *testing.T, method, target, mediaType, action string, body []byte) {
		for _, h := range handlers {
			r, err := http.NewRequest(method, "http://h.example"+depotPath+target, strings.NewReader(string(body)))
			if err != nil {
				return
			}
			r.Header["Content-Type"] = []string{mediaType}
			r.Header["Soapaction"] = []string{action}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if answer := w.Body.String(); !statuses[w.Code] {
				t.Errorf("status %d", w.Code)
			} else if answer != "" || h != asmx && w.Code != 204 {
				checkAnswer(t, w.Header().Get("Content-Type"), answer)
			}
		}
	})
}

// checkAnswer checks that an answer is a well-formed document or one line of text.
func checkAnswer(t *testing.T, mediaType, answer string) {
	switch got, _, _ := strings.Cut(mediaType, ";"); {
	case got == "text/plain" && !strings.HasPrefix(answer, "Depot\n"):
		if strings.Count(answer, "\n") != 1 || strings.Contains(answer, "\r") {
			t.Errorf("%q is not one line", answer)
		}
	case got == "text/plain":
	default:
		if err := xml.Unmarshal([]byte(answer), new(struct{})); err != nil {
			t.Errorf("%v: %s", err, answer)
		}
	}
}
