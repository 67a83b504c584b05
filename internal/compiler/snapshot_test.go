package compiler_test

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reading/catalog"
	"example.com/quartet/internal/compiler/reading/snapshot"
	"example.com/quartet/internal/compiler/testing/testfile"
)

// locate looks address up in the catalog, which is the last file.
func locate(t *testing.T, files []snapshot.File, address string) string {
	t.Helper()
	c := new(catalog.Catalog)
	if diags := c.Read("file:///v/"+snapshot.CatalogName, snapshot.CatalogName, func(string, string) ([]byte, error) { return files[len(files)-1].Data, nil }); len(diags) > 0 {
		t.Fatal(diags)
	}
	at, _ := c.Locate(address)
	return strings.TrimPrefix(at, "file:///v/")
}

// writeAll writes files to a folder.
func writeAll(dir string, files []snapshot.File) error {
	for _, f := range files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			return err
		}
	}
	return nil
}

func TestFiles(t *testing.T) {
	documents := []snapshot.Document{
		{Address: "http://h.example:8080/s/Service.svc?wsdl", Text: []byte("1")},
		{Address: "http://h.example:8080/s/Service.svc?xsd=xsd0", Text: []byte("2"), Schema: true},
		{Address: "http://h.example/a.xsd", Text: []byte("3"), Schema: true},
		{Address: "http://h.example/A.xsd", Text: []byte("4"), Schema: true},
		{Address: "http://h.example/a.xsd/b.xsd", Text: []byte("5"), Schema: true},
		{Address: "http://h.example/moved", FinalAddress: "https://other.example/v1/", Text: []byte("6"), Schema: true},
		{Address: "http://h.example/../../..%2f..%2fetc/pässwd", Text: []byte("7")},
		{Address: `http://h.example/"<&'>.xml`, Text: []byte("8")},
		{Address: "http://../x", Text: []byte("9")},
		{Address: "http://catalog.xml/a.xsd", Text: []byte("10"), Schema: true},
		{Address: "http://h.example/aux/con.xsd", Text: []byte("11"), Schema: true},
		{Address: "http://h.example/aux./x./NUL", Text: []byte("12"), Schema: true},
		{Address: "http://h.example/" + strings.Repeat(strings.Repeat("d", 200)+"/", 100) + "x.xsd", Text: []byte("13"), Schema: true},
	}
	for i := range documents {
		if documents[i].FinalAddress == "" {
			documents[i].FinalAddress = documents[i].Address
		}
	}
	files, err := snapshot.Files(nil, documents)
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]bool)
	for i, f := range files {
		lower := strings.ToLower(f.Name)
		if seen[lower] || !filepath.IsLocal(f.Name) || strings.ContainsFunc(f.Name, func(r rune) bool { return r > '~' || r <= ' ' }) {
			t.Errorf("file %s", f.Name)
		}
		for _, s := range strings.Split(lower, "/") {
			if stem, _, _ := strings.Cut(s, "."); slices.Contains([]string{"aux", "con", "nul"}, stem) || strings.HasSuffix(s, ".") {
				t.Errorf("%s is not a valid file name on Windows", f.Name)
			}
			if f.Name != snapshot.CatalogName && s == snapshot.CatalogName || len(f.Name) > 2000 {
				t.Errorf("file %s", f.Name)
			}
		}
		seen[lower] = true
		if i == len(documents) {
			break
		}
		for _, address := range []string{documents[i].Address, documents[i].FinalAddress} {
			if got := locate(t, files, address); got != f.Name {
				t.Errorf("%s is at %s, want %s", address, got, f.Name)
			}
		}
	}
	for i, want := range []string{"h.example_8080/s/Service.svc_wsdl.wsdl", "h.example_8080/s/Service.svc_xsd_xsd0.xsd", "h.example/a.xsd", "h.example-2/A.xsd"} {
		if files[i].Name != want {
			t.Errorf("file %s, want %s", files[i].Name, want)
		}
	}
	dir := t.TempDir()
	if err := writeAll(dir, files); err != nil {
		t.Fatal(err)
	}
	known := testfile.Read(t, filepath.Join(dir, snapshot.CatalogName))
	// A known document keeps its file, and known entries are kept.
	more, err := snapshot.Files(known, []snapshot.Document{
		{Address: "http://h.example/A.xsd", FinalAddress: "http://h.example/A.xsd", Text: []byte("new"), Schema: true},
		{Address: "http://n.example/n", FinalAddress: "http://n.example/n", Schema: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	if more[0].Name != files[3].Name || more[1].Name != "n.example/n.xsd" || locate(t, more, documents[0].Address) != files[0].Name {
		t.Errorf("files %v", more)
	}
	if again, _ := snapshot.Files(known, nil); !bytes.Equal(again[0].Data, known) {
		t.Errorf("the catalog changes:\n%s", again[0].Data)
	}
	for _, foreign := range []string{"<catalog/>", "", "<!-- Documents that quartet fetched. --><catalog>"} {
		if _, err := snapshot.Files([]byte(foreign), nil); err == nil {
			t.Errorf("%q is accepted as a catalog of this package", foreign)
		}
	}
}

// FuzzFiles checks that with any addresses all files are in the folder and can be
// written, and that the catalog can be read. It writes none: a disk is too slow for that.
func FuzzFiles(f *testing.F) {
	f.Add("http://h/a.xsd", "http://h/a.xsd/b", "http://h/A.XSD")
	f.Add("http://h/..%2f..", "http://h/?a=/../", "http://con/..")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		files, err := snapshot.Files(nil, []snapshot.Document{{Address: a, FinalAddress: a, Schema: true}, {Address: b, FinalAddress: b}, {Address: c, FinalAddress: c, Schema: true}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := snapshot.Files(files[3].Data, nil); err != nil {
			t.Errorf("the catalog cannot be read: %v\n%s", err, files[3].Data)
		}
		isFolder, known := make(map[string]bool), make(map[string]bool)
		for _, file := range files {
			if known[file.Name] {
				continue // two addresses of one document
			}
			known[file.Name] = true
			if !fs.ValidPath(file.Name) || !filepath.IsLocal(filepath.FromSlash(file.Name)) || strings.Contains(file.Name, "\x00") || len(file.Name) > 2000 {
				t.Errorf("file %s", file.Name)
			}
			name, folder := strings.ToLower(file.Name), false
			for ; name != "."; name, folder = path.Dir(name), true {
				if was, seen := isFolder[name]; seen && !(was && folder) || len(path.Base(name)) > 255 {
					t.Errorf("%s cannot be written", file.Name)
				}
				isFolder[name] = folder
			}
		}
	})
}
