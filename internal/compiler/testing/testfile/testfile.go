// Package testfile reads and writes files of tests. What fails ends the test. It is for tests only.
package testfile

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"
)

// Write writes a file, and the folders that it is in.
func Write[Text ~string | ~[]byte](t testing.TB, name string, text Text) {
	t.Helper()
	err := os.MkdirAll(filepath.Dir(name), 0o777)
	if err == nil {
		err = os.WriteFile(name, []byte(text), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Read reads a file.
func Read(t testing.TB, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Archive reads an archive of files.
func Archive(t testing.TB, name string) *txtar.Archive {
	t.Helper()
	return txtar.Parse(Read(t, name))
}

// Names returns the names of the files that match a pattern of [filepath.Glob]. There must be some.
func Names(t testing.TB, pattern string) []string {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatalf("there is no file %s (%v)", pattern, err)
	}
	return names
}

// Folder reads the files in a folder and below it. The names have slashes, and are relative to the folder.
func Folder(t testing.TB, dir string) map[string]string {
	t.Helper()
	files := make(map[string]string)
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			files[name] = string(Read(t, filepath.Join(dir, filepath.FromSlash(name))))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
