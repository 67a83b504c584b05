package write_test

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/write"
)

// embedding returns a Go file that embeds documents, and the documents.
func embedding(names string, documents map[string]string) []write.File {
	list := files("contract.go", "package p\n\n//go:embed "+names+"\nvar files embed.FS\n")
	for name, text := range documents {
		list = append(list, write.File{Name: name, Data: []byte(text)})
	}
	return list
}

func names(t *testing.T, dir string) map[string]bool {
	t.Helper()
	got := make(map[string]bool)
	for name := range contents(t, dir) {
		got[name] = true
	}
	return got
}

func TestEmbeddedFilesAreReplacedAndRemoved(t *testing.T) {
	dir := t.TempDir()
	for _, step := range []struct {
		names     string
		documents map[string]string
		want      map[string]bool
	}{
		{"a.wsdl b.xsd", map[string]string{"a.wsdl": "1", "b.xsd": "1"}, map[string]bool{"contract.go": true, "a.wsdl": true, "b.xsd": true}},
		{"a.wsdl", map[string]string{"a.wsdl": "2"}, map[string]bool{"contract.go": true, "a.wsdl": true}},
		{"c.wsdl", map[string]string{"c.wsdl": "2"}, map[string]bool{"contract.go": true, "c.wsdl": true}},
	} {
		if err := write.Files(dir, isGenerated, embedding(step.names, step.documents)); err != nil {
			t.Fatal(err)
		}
		if got := names(t, dir); !maps.Equal(got, step.want) {
			t.Errorf("%s: %v, want %v", step.names, got, step.want)
		}
	}
	if got := contents(t, dir)["c.wsdl"]; got != "2" {
		t.Errorf("c.wsdl contains %q", got)
	}
}

// TestForeignDocument writes a document where a file is that no generated file embeds.
func TestForeignDocument(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.wsdl")
	if err := os.WriteFile(path, []byte("by hand"), 0o666); err != nil {
		t.Fatal(err)
	}
	err := write.Files(dir, isGenerated, embedding("a.wsdl", map[string]string{"a.wsdl": "1"}))
	var foreign *write.ForeignFileError
	if !errors.As(err, &foreign) || foreign.Path != path {
		t.Errorf("the error is %v", err)
	}
	if got := contents(t, dir); len(got) != 1 || got["a.wsdl"] != "by hand" {
		t.Errorf("the folder contains %v", got)
	}
}

// TestSourcesAreKept generates into the folder of the contract: documents there stay, although the output embedded them
// before.
func TestSourcesAreKept(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"old.wsdl": "1", "new.wsdl": "2"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"old.wsdl", "new.wsdl"} {
		text := contents(t, dir)[name]
		if err := write.Files(dir, isGenerated, embedding(name, map[string]string{name: text}), filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	if got := names(t, dir); !maps.Equal(got, map[string]bool{"contract.go": true, "old.wsdl": true, "new.wsdl": true}) {
		t.Errorf("the folder contains %v", got)
	}
}

// TestOnlyDocumentsOfDirectivesAreRemoved generates over a file whose text has the directive in places where Go does not read it, or
// with names that the generator does not choose.
func TestOnlyDocumentsOfDirectivesAreRemoved(t *testing.T) {
	for _, text := range []string{
		"var doc = `\n//go:embed mine.xsd\n`\n",
		"/*\n//go:embed mine.xsd\n*/\n",
		"// //go:embed mine.xsd\nvar x int\n",
		"//go:embed ./mine.xsd sub/../mine.xsd *.xsd\nvar files embed.FS\n",
		"//go:embed notes.txt sub sub/deep.xsd ..\nvar files embed.FS\n",
	} {
		dir := t.TempDir()
		if err := os.MkdirAll(filepath.Join(dir, "sub"), 0o777); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"mine.xsd", "notes.txt", "sub/deep.xsd"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte("by hand"), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if err := write.Files(dir, isGenerated, files("contract.go", "package p\n\n"+text)); err != nil {
			t.Fatal(err)
		}
		if err := write.Files(dir, isGenerated, files("contract.go", "package p\n")); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"mine.xsd", "notes.txt", "sub/deep.xsd"} {
			if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
				t.Errorf("%q: %v", text, err)
			}
		}
	}
}

// TestSourcesAreNotReplaced embeds a document of the contract in place, and then puts another document of that name there.
func TestSourcesAreNotReplaced(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.xsd")
	if err := os.WriteFile(path, []byte("by hand"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := write.Files(dir, isGenerated, embedding("a.xsd", map[string]string{"a.xsd": "by hand"}), path); err != nil {
		t.Fatal(err)
	}
	err := write.Files(dir, isGenerated, embedding("a.xsd", map[string]string{"a.xsd": "other"}), path)
	var foreign *write.ForeignFileError
	if !errors.As(err, &foreign) || foreign.Path != path {
		t.Errorf("the error is %v", err)
	}
	if data, err := os.ReadFile(path); err != nil || string(data) != "by hand" {
		t.Errorf("a.xsd contains %q, %v", data, err)
	}
}

// TestLinkedDocument has a symbolic link to the contract in the output folder. Go does not embed it.
func TestLinkedDocument(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "gen")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(parent, "a.wsdl"), []byte("1"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join("..", "a.wsdl"), filepath.Join(dir, "a.wsdl")); err != nil {
		t.Skip(err)
	}
	err := write.Files(dir, isGenerated, embedding("a.wsdl", map[string]string{"a.wsdl": "1"}), filepath.Join(parent, "a.wsdl"))
	if err == nil || !strings.Contains(err.Error(), "a.wsdl is a symbolic link") {
		t.Errorf("the error is %v", err)
	}
	if got := names(t, dir); got["contract.go"] {
		t.Errorf("the folder contains %v", got)
	}
}
