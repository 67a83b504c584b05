package compiler_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/testing/testfile"
	"example.com/quartet/internal/conformance/cost"
)

const (
	wsdlHead = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t">`
	xsdHead  = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t">`
)

func wsdl(body string) string           { return wsdlHead + body + "</definitions>" }
func schemaDocument(body string) string { return xsdHead + body + "</xs:schema>" }

func files(pairs ...string) fstest.MapFS {
	fs := make(fstest.MapFS)
	for i := 0; i < len(pairs); i += 2 {
		fs[pairs[i]] = &fstest.MapFile{Data: []byte(pairs[i+1])}
	}
	return fs
}

func names(set *load.Set) string {
	var all []string
	for _, d := range set.Documents {
		all = append(all, d.Name)
	}
	return strings.Join(all, " ")
}

func TestFollowsReferences(t *testing.T) {
	fs := files(
		"wsdl/main.wsdl", wsdl(`<import namespace="urn:t" location="parts/b.wsdl"/><types>`+schemaDocument(`<xs:include schemaLocation="a%20b.xsd#x"/>`)+`</types>`),
		"wsdl/parts/b.wsdl", wsdl(`<import namespace="urn:t" location="../main.wsdl"/><types>`+schemaDocument(`<xs:import namespace="urn:u" schemaLocation="../../xsd/c.xsd"/>`)+`</types>`),
		"xsd/c.xsd", schemaDocument(`<xs:redefine schemaLocation="d.xsd"/><xs:include schemaLocation="..\wsdl\a b.xsd"/>`),
		"xsd/d.xsd", schemaDocument(`<xs:include schemaLocation="c.xsd"/>`),
		"wsdl/a b.xsd", schemaDocument(``),
	)
	set, diags := load.Load(context.Background(), load.Config{Main: "fs:///wsdl/main.wsdl", Read: load.FS(fs)})
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	if got, want := names(set), "main.wsdl parts/b.wsdl ../xsd/c.xsd ../xsd/d.xsd a b.xsd"; got != want {
		t.Errorf("documents %s, want %s", got, want)
	}
	ref := set.Main.References[0]
	if ref.Kind != load.WSDLImport || ref.Target != set.Documents[1] || ref.Failed {
		t.Errorf("the first reference is %+v", ref)
	}
	if got := string(set.Main.Text[ref.Location.ValueStart:ref.Location.ValueEnd]); got != "parts/b.wsdl" {
		t.Errorf("its location is written %q", got)
	}
}

// TestFileNames checks that diagnostics show files in the folder as the user wrote
// it for the contract, and that the names of documents do not contain it.
func TestFileNames(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"main.wsdl": wsdl(`<types>` + schemaDocument(`<xs:include schemaLocation="s.xsd"/>`) + `</types>`),
		"s.xsd":     schemaDocument(`<xs:include schemaLocation="gone.xsd"/>`),
	} {
		testfile.Write(t, filepath.Join(dir, name), text)
	}
	t.Chdir(filepath.Dir(dir))
	for _, c := range []struct{ main, want string }{
		{filepath.Join(dir, "main.wsdl"), filepath.ToSlash(dir) + "/s.xsd:1:"},
		{filepath.Base(dir) + "/main.wsdl", filepath.Base(dir) + "/s.xsd:1:"},
		{"./" + filepath.Base(dir) + "/../" + filepath.Base(dir) + "/main.wsdl", filepath.Base(dir) + "/s.xsd:1:"},
	} {
		set, diags := load.Load(context.Background(), load.Config{Main: c.main})
		if got := diags.String(); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %s, want it to start with %s", c.main, got, c.want)
		}
		if got := names(set); got != "main.wsdl s.xsd" {
			t.Errorf("%s: the documents are named %s", c.main, got)
		}
	}
	_, diags := load.Load(context.Background(), load.Config{Main: filepath.Join(dir, "none.wsdl")})
	if got, want := diags.String(), filepath.ToSlash(dir)+"/none.wsdl: the contract cannot be read: the file does not exist [unreadable]\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestLimits(t *testing.T) {
	fs := files(
		"main.wsdl", wsdl(`<types>`+schemaDocument(`<xs:include schemaLocation="a.xsd"/><xs:include schemaLocation="b.xsd"/>`)+`</types>`),
		"a.xsd", schemaDocument(``), "b.xsd", schemaDocument(``),
	)
	for name, limits := range map[string]load.Limits{
		"documents": {Documents: 2}, "bytes": {Bytes: 300}, "depth": {Depth: 2},
	} {
		_, diags := load.Load(context.Background(), load.Config{Main: "fs:///main.wsdl", Read: load.FS(fs), Limits: limits})
		if len(diags) != 1 || diags[0].ID != diag.TooLarge {
			t.Errorf("%s: %s", name, diags)
		}
	}
	grows := schemaDocument(strings.Repeat(`<xs:complexType name="a"/>`, 100))
	grows = strings.Replace(grows, " targetNamespace", ` defaultAttributes="g" targetNamespace`, 1)
	_, diags := load.Load(context.Background(), load.Config{Main: "fs:///a.xsd", Read: load.FS(files("a.xsd", grows)), Limits: load.Limits{Bytes: int64(len(grows))}})
	if len(diags) != 1 || diags[0].ID != diag.TooLarge {
		t.Errorf("text that is added for XML Schema 1.1: %s", diags)
	}
	measureLimits(t)
}

// measureLimits loads a document with elements that are nested more deeply than is allowed by default, and documents
// that include others without end.
func measureLimits(t *testing.T) {
	read := 0
	endless := func(_ context.Context, uri string) ([]byte, error) {
		read++
		if strings.HasSuffix(uri, ".wsdl") {
			return []byte(wsdl(`<types>` + schemaDocument(`<xs:include schemaLocation="0.xsd"/>`) + `</types>`)), nil
		}
		return []byte(schemaDocument(fmt.Sprintf(`<xs:include schemaLocation="%d.xsd"/>`, read))), nil
	}
	deep := func(context.Context, string) ([]byte, error) {
		return []byte(wsdl(strings.Repeat("<documentation>", cost.Scaled(2_000_000)))), nil
	}
	for name, get := range map[string]func(context.Context, string) ([]byte, error){"includes without end": endless, "many nested elements": deep} {
		started := cost.CPU()
		_, diags := load.Load(context.Background(), load.Config{Main: "http://localhost/main.wsdl", Read: get})
		took := cost.CPU() - started
		const bound = 10 * time.Second
		t.Logf("limit: %s | %v, and an error | %v", name, bound, took.Round(time.Millisecond))
		if len(diags) != 1 || diags[0].ID != diag.TooLarge || took > bound {
			t.Errorf("%s: %s after %v", name, diags, took)
		}
	}
}

func TestReadErrors(t *testing.T) {
	broken := errors.New("the network is\ndown")
	_, diags := load.Load(context.Background(), load.Config{
		Main: "http://localhost/main.wsdl",
		Read: func(context.Context, string) ([]byte, error) { return nil, broken },
	})
	if got, want := diags.String(), "http://localhost/main.wsdl: the contract cannot be read: the network is\\ndown [unreadable]\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if set, diags := load.Load(ctx, load.Config{Main: "main.wsdl"}); set != nil || !diags.HasErrors() {
		t.Errorf("loaded after the context was cancelled: %s", diags)
	}
}

// TestOtherKinds checks that the hint for a document of another kind names the kind.
func TestOtherKinds(t *testing.T) {
	for text, want := range map[string]string{
		`<description xmlns="http://www.w3.org/ns/wsdl" targetNamespace="urn:t"/>`: "WSDL 2.0",
		"\n{\"openapi\": \"3.1.0\"}":                   "OpenAPI",
		"# An API\n---\nopenapi: 3.0.1\ninfo: {}\n":    "OpenAPI",
		"\uFEFFswagger: '2.0'\n":                       "OpenAPI",
		`{"name": "x"}`:                                "JSON",
		"<!DOCTYPE html>\n<html><br></html>":           "web page",
		"<HTML><body><p>Sign in</body></HTML>":         "web page",
		`<html xmlns="http://www.w3.org/1999/xhtml"/>`: "web page",
	} {
		set, diags := load.Load(context.Background(), load.Config{Main: "fs:///main.wsdl", Read: load.FS(files("main.wsdl", text))})
		if set != nil || len(diags) != 1 || !strings.Contains(diags[0].Hint, want) {
			t.Errorf("%q: got %s, want %s", text, diags, want)
		}
	}
}

// TestWellKnownNamespaces checks that a built-in document is added if its namespace
// is used and the contract has no document for it.
func TestWellKnownNamespaces(t *testing.T) {
	array := `<xs:complexType name="T" xmlns:enc="http://schemas.xmlsoap.org/soap/encoding/"><xs:complexContent><xs:restriction base="enc:Array"/></xs:complexContent></xs:complexType>`
	own := `<xs:schema targetNamespace="http://schemas.xmlsoap.org/soap/encoding/"/>`
	for _, c := range []struct{ body, want string }{
		{`<types>` + schemaDocument(``) + `</types>`, "main.wsdl"},
		{`<types>` + schemaDocument(array) + `</types>`, "main.wsdl quartet:soapenc11.xsd"},
		{`<types>` + schemaDocument(array) + own + `</types>`, "main.wsdl"},
		{`<types>` + schemaDocument(`<xs:attribute ref="xml:lang"/><xs:element name="e" type="xs:string"/>`) + `</types>`, "main.wsdl quartet:xml.xsd"},
		{`<types>` + schemaDocument(`<xs:element ref="xs:schema"/>`) + `</types>`, "main.wsdl quartet:xmlschema.xsd"},
	} {
		set, diags := load.Load(context.Background(), load.Config{Main: "fs:///main.wsdl", Read: load.FS(files("main.wsdl", wsdl(c.body)))})
		if len(diags) > 0 || names(set) != c.want {
			t.Errorf("%s: documents %s, want %s\n%s", c.body, names(set), c.want, diags)
		}
	}
}

// TestBareAddress has the address of a service, with a page, an error or a contract, and the contract at ?wsdl.
func TestBareAddress(t *testing.T) {
	for body, want := range map[string]string{
		"<html><p>Hello<br></html>": "/service?wsdl", "A service.": "/service?wsdl", "": "/service?wsdl",
		wsdl(""): "/service", "<definitions>": "/service?wsdl",
	} {
		set, diags := load.Load(t.Context(), load.Config{
			Main: "http://x.example/service",
			Fetch: func(_ context.Context, uri string, named bool) ([]byte, string, error) {
				switch {
				case uri == "http://x.example/service?wsdl" && named:
					return []byte(wsdl("")), uri, nil
				case body == "":
					return nil, "", errors.New("405")
				}
				return []byte(body), uri, nil
			},
		})
		if set == nil || set.Fetched[0].FinalAddress != "http://x.example"+want || set.Fetched[0].Address != "http://x.example/service" {
			t.Errorf("%q: %v", body, diags)
		}
	}
}
