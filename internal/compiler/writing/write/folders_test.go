package write_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/testing/testfile"
	"example.com/quartet/internal/compiler/writing/write"
)

// ofNamespace returns a file of a package for a namespace.
func ofNamespace(name, text string) write.File {
	return write.File{Name: name, Data: []byte(mark + " namespace\n" + text)}
}

func TestFolders(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "gen", "service")
	want := append(files("a.go", "1"), ofNamespace("types/b.go", "2"), ofNamespace("../../lib/c.go", "3"))
	mustWrite(t, dir, append(want, ofNamespace("types/old.go", "4")))
	mustWrite(t, dir, want)
	for name, exists := range map[string]bool{"gen/service/a.go": true, "gen/service/types/b.go": true, "gen/service/types/old.go": false, "lib/c.go": true} {
		if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(name))); (err == nil) != exists {
			t.Errorf("%s: %v", name, err)
		}
	}
	if diff, err := diffOf(dir, want); diff != "" || err != nil {
		t.Errorf("after writing: %s, %v", diff, err)
	}
	testfile.Write(t, filepath.Join(root, "lib", "c.go"), mark+" namespace\nother\n")
	if diff, err := diffOf(dir, want); !strings.Contains(diff, "lib/c.go") || err != nil {
		t.Errorf("with another file: %s, %v", diff, err)
	}
}

// TestNamespaceDoesNotReplaceService checks that files for a namespace do not overwrite
// or remove files of a service.
func TestNamespaceDoesNotReplaceService(t *testing.T) {
	root := t.TempDir()
	service := filepath.Join(root, "service")
	mustWrite(t, service, files("a.go", "1", "own.go", "2"))
	err := writeFiles(filepath.Join(root, "other"), append(files("x.go", "1"), ofNamespace("../service/a.go", "3")))
	var foreign *write.ForeignFileError
	if !errors.As(err, &foreign) {
		t.Errorf("a package for a namespace in the folder of a service: %v", err)
	}
	if _, err := os.Stat(filepath.Join(root, "other")); err == nil {
		t.Error("something was written")
	}
	mustWrite(t, filepath.Join(root, "other"), append(files("x.go", "1"), ofNamespace("../service/b.go", "3")))
	if _, err := os.Stat(filepath.Join(service, "own.go")); err != nil {
		t.Error("a file of the service is gone")
	}
}
