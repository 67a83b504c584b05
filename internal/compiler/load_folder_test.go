package compiler_test

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/testing/testfile"
	"example.com/quartet/internal/conformance/cost"
)

// write writes files, given by pairs of names and texts, to a folder.
func write(t *testing.T, dir string, pairs ...string) {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		name := filepath.Join(dir, filepath.FromSlash(pairs[i]))
		testfile.Write(t, name, pairs[i+1])
	}
}

// schemaOf returns a schema for a namespace; "" is none.
func schemaOf(namespace, body string) string {
	text := strings.Replace(schemaDocument(body), "urn:t", namespace, 1)
	return strings.Replace(text, ` targetNamespace=""`, "", 1)
}

// TestFolders looks documents up in folders. files has the names of those that are read, after the contract.
func TestFolders(t *testing.T) {
	imports := func(namespace, location string) string {
		return fmt.Sprintf(`<xs:import namespace="%s" schemaLocation="%s"/>`, namespace, location)
	}
	const remote = "http://x.example/"
	folder := []string{
		"a.xsd", schemaOf("urn:a", `<xs:include schemaLocation="http://x.example/parts/part.xsd"/>`), "parts/part.xsd", schemaOf("", ""),
		"b/types.xsd", schemaOf("urn:b", ""), "c/types.xsd", schemaOf("urn:b", "<!-- other -->"),
		"same/1.xsd", schemaOf("urn:same", ""), "same/2.xsd", schemaOf("urn:same", ""),
		"d.wsdl", wsdl(""), "d.xsd", schemaOf("urn:t", ""), "space%20 name.XSD", schemaOf("urn:space", ""),
		"not.xsd", "<html/>", "broken.xsd", "<xs:schema", ".hidden/h.xsd", schemaOf("urn:hidden", ""), ".h.xsd", schemaOf("urn:hidden", ""), "readme.txt", schemaOf("urn:txt", ""),
		"in clude.xsd", schemaOf("urn:t", ""),
	}
	for _, c := range []struct{ name, body, files, problem string }{
		{"the namespace", imports("urn:a", remote+"v1/other.xsd"), "a.xsd parts/part.xsd", ""},
		{"a relative location that leads nowhere", imports("urn:a", "../nowhere.xsd"), "a.xsd parts/part.xsd", ""},
		{"no location", `<xs:import namespace="urn:a"/>`, "a.xsd parts/part.xsd", ""},
		{"the path decides", imports("urn:b", remote+"C/types.xsd"), "c/types.xsd", ""},
		{"another path", imports("urn:b", remote+`v1\b\types.xsd`), "b/types.xsd", ""},
		{"several", imports("urn:b", remote+"x/types.xsd"), "", `types.xsd" cannot be read: it could be "b/types.xsd" or "c/types.xsd" [unreadable]`},
		{"several without a location", `<xs:import namespace="urn:b"/>`, "", `"urn:b" cannot be read: it could be "b/types.xsd" or "c/types.xsd" [unreadable]`},
		{"several with the same bytes", imports("urn:same", remote+"x.xsd"), "same/1.xsd", ""},
		{"an include", `<xs:include schemaLocation="http://x.example/d.xsd"/>`, "d.xsd", ""},
		{"an include of a name with a space", `<xs:include schemaLocation="http://x.example/in%20clude.xsd"/>`, "in clude.xsd", ""},
		{"an include of another name", `<xs:include schemaLocation="http://x.example/e.xsd"/>`, "", `e.xsd" is a remote document and was not fetched`},
		{"the name with another namespace", imports("urn:z", remote+"a.xsd"), "", "a.xsd\" is a remote document and was not fetched"},
		{"what is hidden, or no document", imports("urn:hidden", remote+"h.xsd") + imports("urn:txt", remote+"readme.txt") + imports("urn:x", remote+"not.xsd"), "", "not.xsd\" is a remote document"},
		{"a contract", `</xs:schema></types><import namespace="urn:t" location="http://x.example/other.wsdl"/><types><xs:schema>`, "d.wsdl", ""},
		{"a name with a space", imports("urn:space", remote+"s.xsd"), "space%20 name.XSD", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			write(t, filepath.Join(dir, "docs"), folder...)
			write(t, dir, "main/main.wsdl", wsdl(`<types>`+schemaDocument(c.body)+`</types>`))
			write(t, dir, "other/a.xsd", schemaOf("urn:a", `<xs:element name="later"/>`))
			t.Chdir(dir)
			set, diags := load.Load(context.Background(), load.Config{Main: "main/main.wsdl", Catalogs: []string{"docs", "other"}})
			var files []string
			for _, d := range set.Documents[1:] {
				name, _ := load.FileName(d.URI)
				rel, err := filepath.Rel(filepath.Join(dir, "docs"), name)
				if err != nil {
					t.Fatal(err)
				}
				files = append(files, filepath.ToSlash(rel))
			}
			if got := strings.Join(files, " "); got != c.files || (c.problem == "") != (len(diags) == 0) || !strings.Contains(diags.String(), c.problem) {
				t.Errorf("%s\n%s, want %s", got, diags, c.files)
			}
		})
	}
}

// TestFoldersComeLast: what is where it should be, in a catalog or at --catalog URI=FILE is not looked up in a folder.
func TestFoldersComeLast(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	write(t, dir, "main.wsdl", wsdl(`<types>`+schemaDocument(`<xs:import namespace="urn:a" schemaLocation="a.xsd"/><xs:import namespace="urn:b" schemaLocation="http://x.example/b.xsd"/><xs:import namespace="urn:c" schemaLocation="http://x.example/c.xsd"/>`)+`</types>`),
		"a.xsd", schemaOf("urn:a", ""), "own/b.xsd", schemaOf("urn:b", ""), "own/c.xsd", schemaOf("urn:c", ""),
		"catalog.xml", catalogHead+`<uri name="http://x.example/b.xsd" uri="own/b.xsd"/></catalog>`,
		"folder/a.xsd", schemaOf("urn:a", ""), "folder/b.xsd", schemaOf("urn:b", ""), "folder/c.xsd", schemaOf("urn:c", ""))
	set, diags := load.Load(context.Background(), load.Config{Main: "main.wsdl", Catalogs: []string{"folder", "catalog.xml"},
		Addresses: []load.Address{{URI: "http://x.example/c.xsd", File: "own/c.xsd"}}})
	if len(diags) > 0 || len(set.Documents) != 4 || strings.Contains(fmt.Sprint(set.Documents[1].URI, set.Documents[2].URI, set.Documents[3].URI), "folder") {
		t.Errorf("%s", diags)
	}
}

// TestFolderWithCopies: a document beside generated code serves only if there is no other one, whatever its path.
func TestFolderWithCopies(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	write(t, dir, "main.wsdl", wsdl(`<types>`+schemaDocument(`<xs:import namespace="urn:a" schemaLocation="http://x.example/a.xsd"/>
<xs:import namespace="urn:b" schemaLocation="http://x.example/b.xsd"/>`)+`</types>`),
		"gen/contract.go", "package gen", "gen/a.xsd", schemaOf("urn:a", "<!-- old -->"), "gen/b.xsd", schemaOf("urn:b", ""),
		"schemas/other.xsd", schemaOf("urn:a", ""))
	set, diags := load.Load(context.Background(), load.Config{Main: "main.wsdl", Catalogs: []string{"."}})
	var files []string
	for _, d := range set.Documents[1:] {
		files = append(files, path.Base(path.Dir(d.URI))+"/"+path.Base(d.URI))
	}
	if got, want := strings.Join(files, " "), "schemas/other.xsd gen/b.xsd"; got != want || len(diags) > 0 {
		t.Errorf("%s\n%s, want %s", got, diags, want)
	}
}

// TestNearby: an error names the file beside the contract that would serve.
func TestNearby(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	write(t, dir, "w/main.wsdl", wsdl(`<types>`+schemaDocument(`<xs:import namespace="urn:a" schemaLocation="http://x.example/a.xsd"/>
<xs:import namespace="urn:b" schemaLocation="../lost/b.xsd"/>
<xs:import namespace="urn:c" schemaLocation="http://x.example/c.xsd"/>
<xs:import namespace="urn:d" schemaLocation="http://x.example/d.xsd"/>`)+`</types>`),
		"w/xsd/A1.xsd", schemaOf("urn:a", ""), "w/b.xsd", schemaOf("urn:b", ""), "w/c1.xsd", schemaOf("urn:c", ""), "w/c2.xsd", schemaOf("urn:c", "<!-- other -->"))
	if err := os.Mkdir("w/a", 0); err != nil { // only the super-user can read it
		t.Fatal(err)
	}
	_, diags := load.Load(context.Background(), load.Config{Main: "w/main.wsdl"})
	var hints []string
	for _, d := range diags {
		hint, _, _ := strings.Cut(d.Hint, "; --lenient=")
		hints = append(hints, hint)
	}
	want := `use --catalog w: the file "w/xsd/A1.xsd" would serve
use --catalog w: the file "w/b.xsd" would serve
use --catalog http://x.example/c.xsd=FILE to name a file in the folder of the contract: it could be "c1.xsd" or "c2.xsd"
use --catalog to name a local copy, or --fetch to fetch the document (and --vendor to keep a copy)`
	if got := strings.Join(hints, "\n"); got != want {
		t.Errorf("got\n%s, want\n%s", got, want)
	}
}

// TestFolderBounds: links do not lead out of a folder, and what is too large is an error.
func TestFolderBounds(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	write(t, dir, "main.wsdl", wsdl(`<types>`+schemaDocument(`<xs:import namespace="urn:a" schemaLocation="http://x.example/a.xsd"/>`)+`</types>`),
		"outside/a.xsd", schemaOf("urn:a", ""), "folder/x.xsd", schemaOf("urn:x", ""), strings.Repeat("deep/", 12)+"a.xsd", schemaOf("urn:a", ""))
	for link, to := range map[string]string{"folder/a.xsd": "../outside/a.xsd", "folder/out": "../outside", "folder/loop": "."} {
		if err := os.Symlink(to, link); err != nil {
			t.Skip(err)
		}
	}
	config := load.Config{Main: "main.wsdl", Catalogs: []string{"folder", "deep"}}
	if set, diags := load.Load(context.Background(), config); len(set.Documents) != 1 || !strings.Contains(diags.String(), "was not fetched") {
		t.Errorf("%s", diags)
	}
	for i := range 10_001 {
		testfile.Write(t, filepath.Join("folder", fmt.Sprint(i)), "")
	}
	if set, diags := load.Load(context.Background(), config); set != nil || !strings.HasPrefix(diags.String(), "folder: the folder has more than 10000 files [unreadable]") {
		t.Errorf("%s", diags)
	}
}

// TestLimitFolder looks up references with long locations, and many references, in a folder with many documents.
func TestLimitFolder(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for i := range cost.Scaled(2000) {
		write(t, dir, fmt.Sprintf("docs/%d.xsd", i), schemaOf(fmt.Sprintf("urn:%d", i), ""))
	}
	long := `<xs:import namespace="urn:x" schemaLocation="http://x.example/` + strings.Repeat("a/", cost.Scaled(500_000)) + `"/>`
	many := strings.Repeat(`<xs:import namespace="urn:x" schemaLocation="http://x.example/a"/>`, cost.Scaled(20_000))
	for name, body := range map[string]string{"a long location": long, "many references": many} {
		write(t, dir, "main.wsdl", wsdl(`<types>`+schemaDocument(body)+`</types>`))
		started := cost.CPU()
		set, _ := load.Load(context.Background(), load.Config{Main: "main.wsdl", Catalogs: []string{"docs"}})
		took := cost.CPU() - started
		bound := cost.Scaled(5 * time.Second)
		t.Logf("limit: %s and many documents in a folder | %v | %v", name, bound, took.Round(time.Millisecond))
		if set == nil || took > bound {
			t.Errorf("%s took %v", name, took)
		}
	}
}
