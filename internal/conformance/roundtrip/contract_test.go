package roundtrip

import (
	"crypto/tls"
	"encoding/xml"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/wsdl"
)

// contract is what a client of any make looks for in a contract.
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

// fetch gets a document of the contract.
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
	if err != nil {
		t.Fatal(err)
	}
	defer in.Body.Close()
	body, err := io.ReadAll(in.Body)
	if err != nil {
		t.Fatal(err)
	}
	if in.StatusCode != http.StatusOK || in.Header.Get("Content-Type") != "text/xml; charset=utf-8" {
		t.Fatalf("%s: %s, %s: %s", address, in.Status, in.Header.Get("Content-Type"), body)
	}
	return body
}

func parse[T any](t *testing.T, doc []byte) T {
	t.Helper()
	var v T
	if err := xml.Unmarshal(doc, &v); err != nil {
		t.Fatalf("%v: %s", err, doc)
	}
	return v
}

// TestContract reads the contract as a client does: from ?wsdl, and from there
// on wherever it points.
func TestContract(t *testing.T) {
	for _, test := range []struct {
		name   string
		listen func(http.Handler) *httptest.Server
		query  string
		path   string
	}{
		{"HTTP", httptest.NewServer, "?wsdl", ""},
		{"HTTPS", httptest.NewTLSServer, "?WSDL", ""},
		{"another path", httptest.NewServer, "?wsdl=", "/rail & co/v2"},
		{"root", httptest.NewServer, "?Wsdl", "/"},
	} {
		t.Run(test.name, func(t *testing.T) {
			opts := []realtime.HandlerOption{quiet}
			want := path
			if test.path != "" {
				opts, want = append(opts, realtime.WithPath(test.path)), strings.ReplaceAll(test.path, " ", "%20")
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
				t.Fatalf("%d ports", len(got.Ports))
			}
			for _, p := range got.Ports {
				checkEqual(t, p.Name, p.Address.Location, server.URL+want)
			}
			if len(got.Schemas) != 1 || len(got.Schemas[0].Imports) != 1 {
				t.Fatalf("schemas %+v", got.Schemas)
			}
			location, err := base.Parse(got.Schemas[0].Imports[0].Location)
			if err != nil {
				t.Fatal(err)
			}
			text := fetch(t, server.Client(), location.String(), "", nil)
			types := parse[schema](t, text)
			checkEqual(t, "namespace", types.Namespace, got.Schemas[0].Imports[0].Namespace)
			if want := 2*len(operations) + len(recordTypes); len(types.Elements) != want {
				t.Errorf("%d elements, want %d", len(types.Elements), want)
			}
			sameInfoset(t, doc, strings.NewReplacer(
				"http://localhost:8080"+path, strings.ReplaceAll(server.URL+want, "&", "&amp;"),
				`schemaLocation="realtime.xsd"`, `schemaLocation="`+strings.ReplaceAll(got.Schemas[0].Imports[0].Location, "&", "&amp;")+`"`,
			).Replace(contractFile(t, wsdl.Contract)))
			sameInfoset(t, text, contractFile(t, wsdl.Schema))
		})
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

// TestUnknownDocuments: what the contract does not have is 404, whatever the
// name looks like.
func TestUnknownDocuments(t *testing.T) {
	server := serve(t, always(nil, nil))
	for _, query := range []string{"xsd", "xsd=", "xsd=realtime.wsdl", "wsdl=realtime.xsd", "wsdl=x", "xsd=../realtime.xsd", "xsd=%2Fetc%2Fpasswd", "xsd=%zz", "xsd=%3Cb%3E%0D%0A"} {
		got := send(t, server, request{method: "GET", target: path + "?" + query})
		if textIn(t, got); got.status != http.StatusNotFound {
			t.Errorf("?%s: status %d: %s", query, got.status, got.body)
		}
	}
}

// TestContractAddresses: the Host header decides, if it can be one; headers of
// proxies only if the handler is told so.
func TestContractAddresses(t *testing.T) {
	plain := realtime.NewHandler(always(nil, nil), quiet)
	behindProxy := realtime.NewHandler(always(nil, nil), quiet, realtime.WithForwardedHeaders())
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
		{"a line of its own", plain, "rail.example\r\nX: y", nil, own},
		{"beyond ASCII", plain, "räil.example", nil, own},
		{"a path", plain, "rail.example/evil", nil, own},
		{"user information", plain, "user:secret@rail.example", nil, own},
		{"a port of letters", plain, "rail.example:http", nil, own},
		{"port 0", plain, "rail.example:0", nil, own},
		{"a large port", plain, "rail.example:65536", nil, own},
		{"nothing but a port", plain, ":80", nil, own},
		{"brackets", plain, "[", nil, own},
		{"brackets with a name", plain, "[evil]", nil, own},
		{"escapes", plain, "rail%2eexample", nil, own},
		{"a long name", plain, strings.Repeat("a", 300), nil, own},
		{"forwarded, unasked", plain, "rail.example", http.Header{"Forwarded": {"host=evil.example;proto=https"}, "X-Forwarded-Host": {"evil.example"}, "X-Forwarded-Proto": {"https"}}, "http://rail.example"},
		{"Forwarded", behindProxy, "inner", http.Header{"Forwarded": {`for=1.2.3.4;host="rail.example:443";proto=https, host=inner`}}, "https://rail.example:443"},
		{"X-Forwarded", behindProxy, "inner", http.Header{"X-Forwarded-Host": {"rail.example, inner"}, "X-Forwarded-Proto": {"https, http"}, "X-Forwarded-Prefix": {"/public/"}}, "https://rail.example/public"},
		{"no proxy", behindProxy, "inner", nil, "http://inner"},
		{"Forwarded with markup", behindProxy, "inner", http.Header{"Forwarded": {`host="a\"><b";proto=javascript`}}, "http://inner"},
		{"X-Forwarded with markup", behindProxy, "inner", http.Header{"X-Forwarded-Host": {`a"><b`}, "X-Forwarded-Proto": {"javascript"}, "X-Forwarded-Prefix": {`//evil.example/"`}}, "http://inner"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := httptest.NewRequest("GET", path+"?wsdl", nil)
			r.Host = test.host // of what a server in front may let through
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
			if test.want == own { // the client knows better where it asked
				checkEqual(t, "schemaLocation", location, "?xsd=realtime.xsd")
			} else {
				checkEqual(t, "schemaLocation", location, test.want+path+"?xsd=realtime.xsd")
			}
		})
	}
}

// TestServicePage: the bare path answers a browser with the operations, their
// parameters and a link to the contract.
func TestServicePage(t *testing.T) {
	server := serve(t, always(nil, nil))
	got := send(t, server, request{"GET", path, map[string]string{"Accept": "text/html"}, ""})
	if got.status != http.StatusOK || got.contentType() != "text/html; charset=utf-8" {
		t.Fatalf("status %d, %s", got.status, got.contentType())
	}
	page := string(got.body)
	for _, op := range operations {
		if !strings.Contains(page, ">"+op.name+"<") {
			t.Errorf("the page does not list %s", op.name)
		}
		for _, name := range op.parameters {
			if !strings.Contains(page, ">"+name+"<") {
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
	if strings.Contains(page, "<script") || !strings.Contains(got.header.Get("Content-Security-Policy"), "default-src 'none'") {
		t.Error("the page allows more than it needs")
	}
	// A query is no part of it: nothing of a request is shown.
	other := send(t, server, request{"GET", path + "?%3Cscript%3E=1", map[string]string{"Host": "evil.example"}, ""})
	checkEqual(t, "page", string(other.body), page)
}

// TestSchemeOfAddresses: a handler that sees TLS says https.
func TestSchemeOfAddresses(t *testing.T) {
	h := realtime.NewHandler(always(nil, nil), quiet)
	for scheme, state := range map[string]*tls.ConnectionState{"http": nil, "https": {}} {
		r := httptest.NewRequest("GET", path+"?wsdl", nil)
		r.Host, r.TLS = "rail.example", state
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		for _, p := range parse[contract](t, w.Body.Bytes()).Ports {
			checkEqual(t, p.Name, p.Address.Location, scheme+"://rail.example"+path)
		}
	}
}
