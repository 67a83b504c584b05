package compiler_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/testing/testfile"
)

// secret is a schema in a file that a fetched document has no right to.
func secret(t *testing.T, dir string) {
	t.Helper()
	testfile.Write(t, filepath.Join(dir, "secret.xsd"), schemaDocument(`<xs:element name="secret"/>`))
}

func slashed(dir string) string { return "/" + strings.TrimPrefix(filepath.ToSlash(dir), "/") }

// TestFetchedDocumentsReadNoFiles has references to files in documents that were fetched, in every notation, for each kind
// of reference.
func TestFetchedDocumentsReadNoFiles(t *testing.T) {
	dir := t.TempDir()
	secret(t, dir)
	file := slashed(dir) + "/secret.xsd"
	for _, location := range []string{
		"file://" + file, "file:" + file, "FILE://" + file, "file://localhost" + file, " file://" + file + "\n", "file:///." + file,
		"file:///%2e%2e" + file, "file://" + strings.ReplaceAll(file, "secret", "%73ecret"), "file:../../../../.." + file,
	} {
		for _, body := range []string{
			`<types>` + schemaDocument(`<xs:include schemaLocation="`+location+`"/>`) + `</types>`,
			`<types>` + schemaDocument(`<xs:redefine schemaLocation="`+location+`"/>`) + `</types>`,
			`<types>` + strings.Replace(schemaDocument(`<xs:import namespace="urn:t" schemaLocation="`+location+`"/>`), "urn:t", "urn:u", 1) + `</types>`,
			`<import namespace="urn:t" location="` + location + `"/>`,
		} {
			config := load.Config{
				Main: "http://x.example/service?wsdl",
				Read: func(context.Context, string) ([]byte, error) {
					t.Errorf("%q is read", location)
					return nil, errors.New("read")
				},
				Fetch: func(_ context.Context, uri string, named bool) ([]byte, string, error) {
					if uri != "http://x.example/service?wsdl" || !named {
						return nil, "", errors.New("404")
					}
					return []byte(wsdl(body)), uri, nil
				},
			}
			for _, lenient := range []bool{false, true} {
				config.Lenient = lenient
				set, diags := load.Load(context.Background(), config)
				if diags.HasErrors() == lenient || set == nil || len(set.Documents) != 1 ||
					!strings.Contains(diags.String(), "cannot be read: ") || !strings.HasPrefix(diags.String(), "service?wsdl:1:") {
					t.Errorf("%q, lenient %v: %s", location, lenient, diags)
				}
			}
		}
	}
}

// TestFetchedThroughCatalog has references of a fetched document to files that the user named.
func TestFetchedThroughCatalog(t *testing.T) {
	dir := t.TempDir()
	secret(t, dir)
	main := wsdl(`<types>` + schemaDocument(`<xs:include schemaLocation="http://x.example/a/secret.xsd"/>`) + `</types>`)
	catalog := filepath.Join(dir, "catalog.xml")
	text := catalogHead + `<rewriteURI uriStartString="http://x.example/a/" rewritePrefix="./"/>` +
		`<rewriteURI uriStartString="http://x.example/below/" rewritePrefix="below/"/></catalog>`
	testfile.Write(t, catalog, text)
	config := load.Config{
		Main: "http://x.example/service?wsdl", Catalogs: []string{catalog},
		Fetch: func(_ context.Context, uri string, named bool) ([]byte, string, error) {
			if named && uri == "http://x.example/service?wsdl" {
				return []byte(main), uri, nil
			}
			return nil, "", errors.New("404")
		},
	}
	set, diags := load.Load(context.Background(), config)
	if len(diags) > 0 || len(set.Documents) != 2 || !strings.HasSuffix(set.Documents[1].URI, "/secret.xsd") {
		t.Errorf("%s", diags)
	}
	// What follows the prefix of an entry does not lead out of its folder.
	for _, location := range []string{"http://x.example/below/%2e%2e/secret.xsd", "http://x.example/below/..%2fsecret.xsd", "http://x.example/below/..%5Csecret.xsd"} {
		main = wsdl(`<types>` + schemaDocument(`<xs:include schemaLocation="`+location+`"/>`) + `</types>`)
		if set, diags := load.Load(context.Background(), config); !strings.Contains(diags.String(), "cannot be read: 404") || len(set.Documents) != 1 {
			t.Errorf("%s: %s", location, diags)
		}
	}
}

// TestFetchedEarlier has references out of the folder of documents that were fetched earlier, which would be tried if the
// document at the address was not there.
func TestFetchedEarlier(t *testing.T) {
	dir := t.TempDir()
	secret(t, dir)
	kept := filepath.Join(dir, "kept")
	for name, text := range map[string]string{
		"main.wsdl": wsdl(`<types>` + schemaDocument(`<xs:include schemaLocation="../secret.xsd"/><xs:include schemaLocation="sub/b.xsd"/>`) + `</types>`),
		"sub/b.xsd": schemaDocument(`<xs:include schemaLocation="../c.xsd"/><xs:include schemaLocation="../../secret.xsd"/>`),
		"c.xsd":     schemaDocument(`<xs:include schemaLocation="file://` + slashed(dir) + `/secret.xsd"/>`),
	} {
		name = filepath.Join(kept, filepath.FromSlash(name))
		testfile.Write(t, name, text)
	}
	set, diags := load.Load(context.Background(), load.Config{
		Main: "http://x.example/main.wsdl", Fetched: kept, Lenient: true,
		Addresses: []load.Address{{URI: "http://x.example/main.wsdl", File: filepath.Join(kept, "main.wsdl")}},
	})
	if set == nil || len(set.Documents) != 3 || strings.Count(diags.String(), "a document that was fetched cannot refer to local files") != 3 {
		t.Errorf("%s", diags)
	}
}
