package write_test

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/testing/testfile"
	"example.com/quartet/internal/compiler/writing/write"
)

// embedding returns a Go file that embeds documents, and the documents.
func embedding(names string, documents map[string]string) []write.File {
	list := files("contract.go", "package p\n\n//go:embed "+names+"\nvar files embed.FS\n")
	for name, text := range documents {
		list = append(list, write.File{Name: name, Data: []byte(text)})
	}
	return list
}

// TestEmbeddedDocuments writes documents that the next output replaces, and that it does not have any more.
func TestEmbeddedDocuments(t *testing.T) {
	dir := t.TempDir()
	for _, step := range []struct {
		names     string
		documents map[string]string
		want      map[string]string
	}{
		{"a.wsdl b.xsd", map[string]string{"a.wsdl": "1", "b.xsd": "1"}, map[string]string{"a.wsdl": "1", "b.xsd": "1"}},
		{"a.wsdl", map[string]string{"a.wsdl": "2"}, map[string]string{"a.wsdl": "2", "b.xsd": "1"}},
		{"c.wsdl", map[string]string{"c.wsdl": "2"}, map[string]string{"a.wsdl": "2", "b.xsd": "1", "c.wsdl": "2"}},
	} {
		mustWrite(t, dir, embedding(step.names, step.documents))
		got := testfile.Folder(t, dir)
		delete(got, "contract.go")
		if !maps.Equal(got, step.want) {
			t.Errorf("%s: %v, want %v", step.names, got, step.want)
		}
	}
}

// TestForeignDocument writes a document where a file is that no generated file embeds.
func TestForeignDocument(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.wsdl")
	testfile.Write(t, path, "by hand")
	err := writeFiles(dir, embedding("a.wsdl", map[string]string{"a.wsdl": "1"}))
	wantForeign(t, err, path)
	if got := testfile.Folder(t, dir); len(got) != 1 || got["a.wsdl"] != "by hand" {
		t.Errorf("the folder contains %v", got)
	}
}

// TestTextIsNoDirective writes a document over a file by hand, where the generated file has text that looks as if it
// embedded the file, or embeds it under another name than the generator would.
func TestTextIsNoDirective(t *testing.T) {
	for _, text := range []string{
		"var doc = `\n//go:embed mine.xsd\n`\n",
		"/*\n//go:embed mine.xsd\n*/\n",
		"// //go:embed mine.xsd\nvar x int\n",
		"//go:embed ./mine.xsd sub/../mine.xsd *.xsd\nvar files embed.FS\n",
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, "mine.xsd")
		testfile.Write(t, path, "by hand")
		mustWrite(t, dir, files("contract.go", "package p\n\n"+text))
		err := writeFiles(dir, embedding("mine.xsd", map[string]string{"mine.xsd": "1"}))
		var foreign *write.ForeignFileError
		if !errors.As(err, &foreign) || foreign.Path != path || testfile.Folder(t, dir)["mine.xsd"] != "by hand" {
			t.Errorf("%q: %v, and the folder contains %v", text, err, testfile.Folder(t, dir))
		}
	}
}

// TestSourcesAreNotReplaced embeds a document of the contract in place, and then puts another document of that name there.
func TestSourcesAreNotReplaced(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.xsd")
	testfile.Write(t, path, "by hand")
	mustWrite(t, dir, embedding("a.xsd", map[string]string{"a.xsd": "by hand"}), path)
	err := writeFiles(dir, embedding("a.xsd", map[string]string{"a.xsd": "other"}), path)
	wantForeign(t, err, path)
	if data, err := os.ReadFile(path); err != nil || string(data) != "by hand" {
		t.Errorf("a.xsd contains %q, %v", data, err)
	}
}

// TestInPlace generates from documents that are in the folder, and then from copies that are elsewhere.
func TestInPlace(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.xsd")
	testfile.Write(t, path, "by hand")
	first := files("contract.go", "package p\n\n// Not written by quartet: a.xsd\n//go:embed a.wsdl a.xsd\nvar files embed.FS\n")
	first = append(first, write.File{Name: "a.xsd", Data: []byte("by hand")}, write.File{Name: "a.wsdl", Data: []byte("1")})
	mustWrite(t, dir, first, path)
	err := writeFiles(dir, embedding("a.wsdl a.xsd", map[string]string{"a.wsdl": "2", "a.xsd": "other"}))
	wantForeign(t, err, path)
	if got := testfile.Folder(t, dir); got["a.xsd"] != "by hand" || got["a.wsdl"] != "1" {
		t.Errorf("the folder contains %v", got)
	}
	if names := write.InPlace(kindOf, dir); !slices.Equal(names, []string{"a.xsd"}) {
		t.Errorf("not written: %q", names)
	}
}

// TestLinkedDocument has a symbolic link to the contract in the output folder. Go does not embed it.
func TestLinkedDocument(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "gen")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	testfile.Write(t, filepath.Join(parent, "a.wsdl"), "1")
	if err := os.Symlink(filepath.Join("..", "a.wsdl"), filepath.Join(dir, "a.wsdl")); err != nil {
		t.Skip(err)
	}
	err := writeFiles(dir, embedding("a.wsdl", map[string]string{"a.wsdl": "1"}), filepath.Join(parent, "a.wsdl"))
	if err == nil || !strings.Contains(err.Error(), "a.wsdl is a symbolic link") {
		t.Errorf("the error is %v", err)
	}
	if got := testfile.Folder(t, dir); got["contract.go"] != "" {
		t.Errorf("the folder contains %v", got)
	}
}
