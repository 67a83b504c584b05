package roundtrip

import (
	"crypto/sha256"
	"crypto/tls"
	"encoding/base64"
	"encoding/xml"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/page"
	"example.com/quartet/wsdl"
)

// contract holds the parts of a contract that clients use.
type contract struct {
	XMLName   xml.Name `xml:"http://schemas.xmlsoap.org/wsdl/ definitions"`
	Namespace string   `xml:"targetNamespace,attr"`
	Schemas   []schema `xml:"types>schema"`
	Bindings  []struct {
		Operations []struct {
			Action struct {
				SOAPAction string `xml:"soapAction,attr"`
			} `xml:"operation"`
		} `xml:"operation"`
	} `xml:"binding"`
	Ports []struct {
		Name    string `xml:"name,attr"`
		Address struct {
			Location string `xml:"location,attr"`
		} `xml:"address"`
	} `xml:"service>port"`
}

type schema struct {
	Namespace string `xml:"targetNamespace,attr"`
	Imports   []struct {
		Namespace string `xml:"namespace,attr"`
		Location  string `xml:"schemaLocation,attr"`
	} `xml:"import"`
	Elements []struct {
		Name string `xml:"name,attr"`
	} `xml:"element"`
}

// fetch requests a document of the contract.
func fetch(t *testing.T, client *http.Client, address, host string, header http.Header) []byte {
	t.Helper()
	r, err := http.NewRequest("GET", address, nil)
	if err != nil {
		t.Fatal(err)
	}
	if host != "" {
		r.Host = host
	}
	for name, values := range header {
		r.Header[name] = values
	}
	in, err := client.Do(r)
	got := readResponse(t, in, err)
	if got.status != http.StatusOK || got.contentType() != "text/xml; charset=utf-8" {
		t.Fatalf("%s: got status %d, Content-Type %s; want 200 and text/xml: %s", address, got.status, got.contentType(), got.body)
	}
	return got.body
}

func parse[T any](t *testing.T, doc []byte) T {
	t.Helper()
	var v T
	if err := xml.Unmarshal(doc, &v); err != nil {
		t.Fatalf("%v: %s", err, doc)
	}
	return v
}

// TestServedContract reads the contract at ?wsdl and the schema that it imports.
func TestServedContract(t *testing.T) {
	for _, test := range []struct {
		name   string
		listen func(http.Handler) *httptest.Server
		query  string
		path   string
	}{
		{"HTTP", httptest.NewServer, "?wsdl=realtime.wsdl", ""},
		{"HTTPS", httptest.NewTLSServer, "?WSDL=realtime.wsdl", ""},
		{"another path", httptest.NewServer, "?wsdl=realtime%2Ewsdl", "/rail & co/v2"},
		{"root", httptest.NewServer, "?Wsdl=realtime.wsdl", "/"},
	} {
		t.Run(test.name, func(t *testing.T) {
			opts := []soap.HandlerOption{noLog}
			want := path
			if test.path != "" {
				opts, want = append(opts, soap.WithPath(test.path)), strings.ReplaceAll(test.path, " ", "%20")
			}
			server := test.listen(realtime.NewHandler(always(nil, nil), opts...))
			defer server.Close()
			base, err := url.Parse(server.URL + want + test.query)
			if err != nil {
				t.Fatal(err)
			}
			doc := fetch(t, server.Client(), base.String(), "", nil)
			got := parse[contract](t, doc)
			if len(got.Ports) != 4 {
				t.Fatalf("got %d ports, want 4", len(got.Ports))
			}
			for _, p := range got.Ports {
				checkEqual(t, p.Name, p.Address.Location, server.URL+want)
			}
			if len(got.Schemas) != 1 || len(got.Schemas[0].Imports) != 1 {
				t.Fatalf("got schemas %+v, want one with one import", got.Schemas)
			}
			location, err := base.Parse(got.Schemas[0].Imports[0].Location)
			if err != nil {
				t.Fatal(err)
			}
			text := fetch(t, server.Client(), location.String(), "", nil)
			types := parse[schema](t, text)
			checkEqual(t, "namespace", types.Namespace, got.Schemas[0].Imports[0].Namespace)
			if want := 2*len(operations) + len(recordTypes); len(types.Elements) != want {
				t.Errorf("got %d elements, want %d", len(types.Elements), want)
			}
			sameInfoset(t, doc, strings.NewReplacer(
				"http://localhost:8080"+path, strings.ReplaceAll(server.URL+want, "&", "&amp;"),
				`schemaLocation="realtime.xsd"`, `schemaLocation="`+strings.ReplaceAll(got.Schemas[0].Imports[0].Location, "&", "&amp;")+`"`,
			).Replace(contractFile(t, wsdl.Contract)))
			sameInfoset(t, text, contractFile(t, wsdl.Schema))
		})
	}
}

// TestServedForms reads the contract in its other forms: all ports and types are in one document, with the addresses and
// namespace in use, and in the flat form every operation has a name of its own.
func TestServedForms(t *testing.T) {
	server := serve(t, always(nil, nil), withOtherNamespace)
	for query, names := range map[string]int{"flatWsdl": len(operations), "FLATWSDL=": len(operations), "wsdl": len(operations) - 4, "WSDL=": len(operations) - 4, "singlewsdl": len(operations) - 4} {
		doc := fetch(t, server.Client(), server.URL+path+"?"+query, "", nil)
		got := parse[contract](t, doc)
		if len(got.Ports) != 4 || len(got.Schemas) != 1 || len(got.Schemas[0].Imports) != 0 {
			t.Errorf("?%s: %d ports, schemas %+v", query, len(got.Ports), got.Schemas)
		}
		for _, p := range got.Ports {
			checkEqual(t, p.Name, p.Address.Location, server.URL+path)
		}
		types := parse[struct {
			Types []schema `xml:"types>schema"`
			Ports []struct {
				Operations []struct {
					Name string `xml:"name,attr"`
				} `xml:"operation"`
			} `xml:"portType"`
		}](t, doc)
		checkEqual(t, "namespace", types.Types[0].Namespace, otherNamespace)
		if want := 2*len(operations) + len(recordTypes); len(types.Types[0].Elements) != want {
			t.Errorf("?%s: %d elements, want %d", query, len(types.Types[0].Elements), want)
		}
		for _, p := range types.Ports {
			different := make(map[string]bool)
			for _, op := range p.Operations {
				different[op.Name] = true
			}
			if len(p.Operations) != len(operations) || len(different) != names {
				t.Errorf("?%s: %d operations with %d names, want %d with %d", query, len(p.Operations), len(different), len(operations), names)
			}
		}
	}
}

func contractFile(t *testing.T, name string) string {
	t.Helper()
	text, err := fs.ReadFile(wsdl.Files(), name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestUnknownContractDocumentIs404 requests documents that the contract does not
// have.
func TestUnknownContractDocumentIs404(t *testing.T) {
	server := serve(t, always(nil, nil))
	for _, query := range []string{"xsd", "xsd=", "xsd=realtime.wsdl", "wsdl=realtime.xsd", "wsdl=x", "flatWsdl=x", "singleWsdl=realtime.wsdl", "xsd=../realtime.xsd", "xsd=%2Fetc%2Fpasswd", "xsd=%zz", "xsd=%3Cb%3E%0D%0A"} {
		got := send(t, server, request{method: "GET", target: path + "?" + query})
		if textLine(t, got); got.status != http.StatusNotFound || !strings.HasSuffix(string(got.body), "; it has ?wsdl, ?wsdl=realtime.wsdl, ?xsd=realtime.xsd, ?flatWsdl\n") {
			t.Errorf("?%s: got status %d, want 404 with a list: %s", query, got.status, got.body)
		}
	}
}

// TestContractAddresses checks the addresses in the served contract: they are
// derived from the Host header if it is valid, and from the headers of proxies
// only with WithForwardedHeaders.
func TestContractAddresses(t *testing.T) {
	plain := realtime.NewHandler(always(nil, nil), noLog)
	withForwarding := realtime.NewHandler(always(nil, nil), noLog, soap.WithForwardedHeaders())
	const own = "http://localhost:8080"
	for _, test := range []struct {
		name    string
		handler http.Handler
		host    string
		header  http.Header
		want    string // without the path
	}{
		{"a name", plain, "rail.example", nil, "http://rail.example"},
		{"a name and a port", plain, "rail.example:8443", nil, "http://rail.example:8443"},
		{"an address", plain, "[2001:db8::1]:80", nil, "http://[2001:db8::1]:80"},
		{"nothing", plain, "", nil, own},
		{"an entity", plain, "rail.example'&amp;", nil, own},
		{"markup", plain, `a"/><b c="`, nil, own},
		{"a line break", plain, "rail.example\r\nX: y", nil, own},
		{"beyond ASCII", plain, "räil.example", nil, own},
		{"a path", plain, "rail.example/evil", nil, own},
		{"user information", plain, "user:secret@rail.example", nil, own},
		{"a port of letters", plain, "rail.example:http", nil, own},
		{"port 0", plain, "rail.example:0", nil, own},
		{"a large port", plain, "rail.example:65536", nil, own},
		{"only a port", plain, ":80", nil, own},
		{"brackets", plain, "[", nil, own},
		{"brackets with a name", plain, "[evil]", nil, own},
		{"escapes", plain, "rail%2eexample", nil, own},
		{"a long name", plain, strings.Repeat("a", 300), nil, own},
		{"forwarded headers without the option", plain, "rail.example", http.Header{"Forwarded": {"host=evil.example;proto=https"}, "X-Forwarded-Host": {"evil.example"}, "X-Forwarded-Proto": {"https"}}, "http://rail.example"},
		{"Forwarded", withForwarding, "inner", http.Header{"Forwarded": {`for=1.2.3.4;host="rail.example:443";proto=https, host=inner`}}, "https://rail.example:443"},
		{"X-Forwarded", withForwarding, "inner", http.Header{"X-Forwarded-Host": {"rail.example, inner"}, "X-Forwarded-Proto": {"https, http"}, "X-Forwarded-Prefix": {"/public/"}}, "https://rail.example/public"},
		{"no proxy", withForwarding, "inner", nil, "http://inner"},
		{"Forwarded with markup", withForwarding, "inner", http.Header{"Forwarded": {`host="a\"><b";proto=javascript`}}, "http://inner"},
		{"X-Forwarded with markup", withForwarding, "inner", http.Header{"X-Forwarded-Host": {`a"><b`}, "X-Forwarded-Proto": {"javascript"}, "X-Forwarded-Prefix": {`//evil.example/"`}}, "http://inner"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := httptest.NewRequest("GET", path+"?wsdl=realtime.wsdl", nil)
			r.Host = test.host // a server may accept any of these
			for name, values := range test.header {
				r.Header[name] = values
			}
			w := httptest.NewRecorder()
			test.handler.ServeHTTP(w, r)
			got := parse[contract](t, w.Body.Bytes())
			for _, p := range got.Ports {
				checkEqual(t, p.Name, p.Address.Location, test.want+path)
			}
			location := got.Schemas[0].Imports[0].Location
			if test.want == own { // relative to the address that the client used
				checkEqual(t, "schemaLocation", location, "?xsd=realtime.xsd")
			} else {
				checkEqual(t, "schemaLocation", location, test.want+path+"?xsd=realtime.xsd")
			}
		})
	}
}

// TestServicePage requests the service's path as a browser does. The page must
// list the operations and their parameters, and link to the contract.
func TestServicePage(t *testing.T) {
	server := serve(t, always(nil, nil), page.Service())
	got := send(t, server, request{"GET", path, map[string]string{"Accept": "text/html"}, ""})
	if got.status != http.StatusOK || got.contentType() != "text/html; charset=utf-8" {
		t.Fatalf("got status %d, Content-Type %s; want 200 and text/html", got.status, got.contentType())
	}
	page := string(got.body)
	for _, op := range operations {
		if !strings.Contains(page, ">"+op.name+"<") {
			t.Errorf("the page does not list %s", op.name)
		}
		for _, name := range op.parameters {
			if !strings.Contains(page, name) {
				t.Errorf("the page does not list the parameter %s", name)
			}
		}
	}
	for _, b := range bindings {
		if !strings.Contains(page, b.String()) {
			t.Errorf("the page does not list %s", b)
		}
	}
	if !strings.Contains(page, `href="?wsdl"`) {
		t.Error("the page does not link to the contract")
	}
	_, script, _ := strings.Cut(page, "<script>")
	script, _, _ = strings.Cut(script, "</script>")
	hash := sha256.Sum256([]byte(script))
	policy := got.header.Get("Content-Security-Policy")
	if strings.Count(page, "<script") != 1 || !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") ||
		!strings.Contains(policy, "script-src 'sha256-"+base64.StdEncoding.EncodeToString(hash[:])+"'") {
		t.Errorf("the Content-Security-Policy allows more or less than the one script: %s", policy)
	}
	// The page does not depend on the request: it shows no part of it.
	other := send(t, server, request{"GET", path + "?%3Cscript%3E=1", map[string]string{"Host": "evil.example"}, ""})
	checkEqual(t, "page", string(other.body), page)
}

// TestContractAddressScheme checks that the scheme of addresses is https if the
// request came over TLS.
func TestContractAddressScheme(t *testing.T) {
	h := realtime.NewHandler(always(nil, nil), noLog)
	for scheme, state := range map[string]*tls.ConnectionState{"http": nil, "https": {}} {
		r := httptest.NewRequest("GET", path+"?wsdl=realtime.wsdl", nil)
		r.Host, r.TLS = "rail.example", state
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		for _, p := range parse[contract](t, w.Body.Bytes()).Ports {
			checkEqual(t, p.Name, p.Address.Location, scheme+"://rail.example"+path)
		}
	}
}
