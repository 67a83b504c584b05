package roundtrip

import (
	"encoding/xml"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/testing/testfile"
	"example.com/quartet/templates/soap"
	"example.com/quartet/wsdl"
)

// contract holds the parts of a contract that clients use.
type contract struct {
	XMLName xml.Name `xml:"http://schemas.xmlsoap.org/wsdl/ definitions"`
	Schemas []schema `xml:"types>schema"`
	Ports   []struct {
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
func fetch(t *testing.T, client *http.Client, address string) []byte {
	t.Helper()
	in, err := client.Get(address)
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

// TestServedContract reads the contract and the schema that it imports: they are the files, with the addresses in use.
func TestServedContract(t *testing.T) {
	server := serve(t, always(nil, nil))
	base, err := url.Parse(server.URL + path + "?wsdl=realtime.wsdl")
	if err != nil {
		t.Fatal(err)
	}
	doc := fetch(t, server.Client(), base.String())
	got := parse[contract](t, doc)
	if len(got.Schemas) != 1 || len(got.Schemas[0].Imports) != 1 {
		t.Fatalf("got schemas %+v, want one with one import", got.Schemas)
	}
	location, err := base.Parse(got.Schemas[0].Imports[0].Location)
	if err != nil {
		t.Fatal(err)
	}
	sameInfoset(t, doc, strings.NewReplacer(
		"http://localhost:8080"+path, server.URL+path,
		`schemaLocation="realtime.xsd"`, `schemaLocation="`+strings.ReplaceAll(got.Schemas[0].Imports[0].Location, "&", "&amp;")+`"`,
	).Replace(contractFile(t, wsdl.Contract)))
	sameInfoset(t, fetch(t, server.Client(), location.String()), contractFile(t, wsdl.Schema))
}

const otherNamespace = "urn:team:rail & co/"

// TestServedForms reads the contract in its other forms: all ports and types are in one document, with the addresses and
// namespace in use, and in the flat form every operation has a name of its own.
func TestServedForms(t *testing.T) {
	server := serve(t, always(nil, nil), soap.WithNamespace(namespace, otherNamespace))
	for query, names := range map[string]int{"flatWsdl": len(operations), "FLATWSDL=": len(operations), "wsdl": len(operations) - 4, "WSDL=": len(operations) - 4, "singlewsdl": len(operations) - 4} {
		doc := fetch(t, server.Client(), server.URL+path+"?"+query)
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
	return string(testfile.Read(t, filepath.Join("..", "..", "..", "wsdl", name)))
}
