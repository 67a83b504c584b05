package roundtrip

import (
	"encoding/xml"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/templates/soap"
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
