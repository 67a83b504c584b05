package compiler_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/load"
)

const catalogHead = `<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">`

// TestCatalogs checks that a document named by a catalog keeps its address as its
// name, and that its references are relative to the address, else to the file.
func TestCatalogs(t *testing.T) {
	fs := files(
		"w/main.wsdl", wsdl(`<types>`+
			schemaDocument(`<xs:import namespace="urn:a" schemaLocation="http://x.example/v/a.xsd"/>`+
				`<xs:import namespace="urn:n" schemaLocation="http://x.example/unknown.xsd"/>`+
				`<xs:import namespace="urn:nowhere"/>`+
				`<xs:include schemaLocation="rel.xsd"/>`)+`</types>`),
		"c/catalog.xml", catalogHead+`<uri name="http://x.example/v/a.xsd" uri="a.xsd"/><uri name="http://x.example/c.xsd" uri="deep/c.xsd"/>`+
			`<public publicId="urn:n" uri="n.xsd"/><uri name="urn:nowhere" uri="nowhere.xsd"/></catalog>`,
		"c/a.xsd", strings.Replace(schemaDocument(`<xs:include schemaLocation="b.xsd"/><xs:include schemaLocation="../c.xsd"/>`), "urn:t", "urn:a", 1),
		"c/b.xsd", strings.Replace(schemaDocument(``), "urn:t", "urn:a", 1),
		"c/deep/c.xsd", strings.Replace(schemaDocument(``), "urn:t", "urn:a", 1),
		"c/n.xsd", strings.Replace(schemaDocument(``), "urn:t", "urn:n", 1),
		"c/nowhere.xsd", strings.Replace(schemaDocument(``), "urn:t", "urn:nowhere", 1),
		"e/rel.xsd", schemaDocument(``),
	)
	config := load.Config{
		Main: "fs:///w/main.wsdl", Read: load.FS(fs), Catalogs: []string{"fs:///c/catalog.xml"},
		Addresses: []load.Address{{URI: "rel.xsd", File: "fs:///e/rel.xsd"}},
	}
	set, diags := load.Load(context.Background(), config)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	want := "main.wsdl http://x.example/v/a.xsd http://x.example/v/b.xsd http://x.example/c.xsd http://x.example/unknown.xsd rel.xsd urn:nowhere"
	if got := names(set); got != want {
		t.Errorf("documents\n%s, want\n%s", got, want)
	}
	if ref := set.Main.References[2]; ref.Target == nil || ref.Target.URI != "fs:///c/nowhere.xsd" {
		t.Errorf("the import without a location leads to %+v", ref.Target)
	}
	config.Addresses = append(config.Addresses, load.Address{URI: "http://x.example/typo.xsd", File: "e/rel.xsd"})
	_, diags = load.Load(context.Background(), config)
	if got, want := diags.String(), "main.wsdl: the contract does not refer to a document \"http://x.example/typo.xsd\" [no-match]\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	config.Catalogs = []string{"fs:///c/a.xsd"}
	if set, diags = load.Load(context.Background(), config); set != nil || len(diags) != 1 || diags[0].ID != diag.WrongRoot {
		t.Errorf("a catalog with the wrong root element: %s", diags)
	}
}

// TestFetch checks that documents are fetched unless they are in a catalog or well
// known.
func TestFetch(t *testing.T) {
	fs := files(
		"main.wsdl", wsdl(`<types>`+
			schemaDocument(`<xs:import namespace="urn:a" schemaLocation="http://x.example/a.xsd"/>`+
				`<xs:import namespace="urn:gone" schemaLocation="http://x.example/gone.xsd"/>`+
				`<xs:import namespace="http://www.w3.org/XML/1998/namespace" schemaLocation="http://www.w3.org/2001/xml.xsd"/>`)+`</types>`),
		"b.xsd", strings.Replace(schemaDocument(``), "urn:t", "urn:a", 1),
	)
	var fetched []string
	set, diags := load.Load(context.Background(), load.Config{
		Main: "fs:///main.wsdl", Read: load.FS(fs), Addresses: []load.Address{{URI: "http://y.example/b.xsd", File: "fs:///b.xsd"}},
		Fetch: func(_ context.Context, uri string, _ bool) ([]byte, string, error) {
			fetched = append(fetched, uri)
			if uri != "http://x.example/a.xsd" {
				return nil, "", errors.New("the server answered 404")
			}
			return []byte(strings.Replace(schemaDocument(`<xs:include schemaLocation="b.xsd"/>`), "urn:t", "urn:a", 1)), "http://y.example/moved.xsd", nil
		},
	})
	if got, want := diags.String(), "main.wsdl:1:311: \"http://x.example/gone.xsd\" cannot be read: the server answered 404 [unreadable]\n"; !strings.HasPrefix(got, want) {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := strings.Join(fetched, " "), "http://x.example/a.xsd http://x.example/gone.xsd"; got != want {
		t.Errorf("fetched %s, want %s", got, want)
	}
	if got, want := names(set), "main.wsdl http://x.example/a.xsd http://x.example/b.xsd"; got != want {
		t.Errorf("documents %s, want %s", got, want)
	}
	if len(set.Fetched) != 1 || set.Fetched[0].FinalAddress != "http://y.example/moved.xsd" || set.Fetched[0].Address != "http://x.example/a.xsd" {
		t.Errorf("fetched: %+v", set.Fetched)
	}
}
