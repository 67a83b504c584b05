package flatten_test

import (
	"bytes"
	"flag"
	"fmt"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/testing/testfile"
	"example.com/quartet/internal/compiler/testing/testmodel"
	"example.com/quartet/internal/compiler/writing/flatten"
)

var update = flag.Bool("update", false, "rewrite the expected documents and diagnostics")

// formNames are the names of the expected documents for forms, in the same order.
var formNames = []string{"flat", "single", "flat-imports", "imports"}

// TestCases flattens the contracts in testdata: main.wsdl with the documents that it refers to. The files below want are
// the forms that a case shows. Like the contracts of the corpus, all forms have the plan of the contract.
func TestCases(t *testing.T) {
	cases := testfile.Names(t, "testdata/*.txtar")
	for _, name := range cases {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive := testfile.Archive(t, name)
			config := configOf(archive)
			original := read(config, nil)
			if original.diags.HasErrors() || original.pkg == nil {
				t.Fatalf("the contract has errors:\n%s", original.diags)
			}
			checkForms(t, original, config, strings.Contains(string(archive.Comment), "Names in the plan change."))
			for i, f := range archive.Files {
				if dir, form := path.Split(f.Name); dir == "want/" {
					archive.Files[i].Data = compare(t, original.model, form, f.Data)
				}
			}
			if *update {
				testfile.Write(t, name, txtar.Format(archive))
			}
		})
	}
}

// configOf returns a configuration that reads the contract of an archive.
func configOf(archive *txtar.Archive) load.Config {
	files := fstest.MapFS{}
	for _, f := range archive.Files {
		files[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	return load.Config{Main: "fs:///main.wsdl", Read: load.FS(files)}
}

// compare compares a form with what a case has, and returns it.
func compare(t *testing.T, m *resolve.Model, form string, want []byte) []byte {
	t.Helper()
	for i, o := range forms {
		if formNames[i] != form {
			continue
		}
		var got bytes.Buffer
		result, diags := flatten.Contract(m, o)
		fmt.Fprint(&got, diags)
		if result != nil {
			got.Write(result.Text)
		}
		if !bytes.Equal(got.Bytes(), want) && !*update {
			t.Errorf("%s:\n%s\nwant\n%s", form, &got, want)
		}
		return got.Bytes()
	}
	t.Errorf("there is no form %q", form)
	return want
}

// TestLineEnds flattens contracts with the line ends of Windows, in UTF-16, and without an XML declaration.
func TestLineEnds(t *testing.T) {
	archive := testfile.Archive(t, "testdata/schemas.txtar")
	for i := range archive.Files {
		archive.Files[i].Data = bytes.ReplaceAll(archive.Files[i].Data, []byte("\n"), []byte("\r\n"))
	}
	config := configOf(archive)
	original := read(config, nil)
	checkForms(t, original, config, false)
	for _, o := range forms {
		result, _ := flatten.Contract(original.model, o)
		if n := bytes.Count(result.Text, []byte("\n")); n < 20 || n != bytes.Count(result.Text, []byte("\r\n")) {
			t.Errorf("%+v: %d line ends:\n%q", o, n, result.Text)
		}
	}
}

// TestText checks that a contract in another encoding, without an XML declaration, or with text that needs escapes stays
// what it is.
func TestText(t *testing.T) {
	for name, text := range map[string]string{
		"declaration": `<?xml version='1.0'?><definitions xmlns="http://schemas.xmlsoap.org/wsdl/"/>`,
		"none":        `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"/>`,
		"document type": `<!DOCTYPE definitions [<!ENTITY a "b">]>
<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"><documentation>&a;</documentation></definitions>`,
	} {
		t.Run(name, func(t *testing.T) {
			const uri = "fs:///a--b-.wsdl"
			files := map[string][]byte{uri: []byte(text)}
			m := testmodel.Read(t, load.Config{Main: uri, Read: load.Overlay(files, load.FS(fstest.MapFS{}))})
			result, diags := flatten.Contract(m, flatten.Options{})
			if result == nil || len(diags) > 0 {
				t.Fatal(diags)
			}
			files[uri] = result.Text
			testmodel.Read(t, load.Config{Main: uri, Read: load.Overlay(files, load.FS(fstest.MapFS{}))})
			if n := bytes.Count(result.Text, []byte(flatten.Mark+"a__b-.wsdl (")); n != 1 {
				t.Errorf("%s", result.Text)
			}
		})
	}
}
