//go:build unix

package compiler_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/testing/testfile"
)

// TestRejectsIrregularFiles checks that pipes, devices and folders are rejected
// without being read: reading a pipe would wait for a writer, and a device may
// never end.
func TestRejectsIrregularFiles(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Skip("mkfifo:", err)
	}
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o777); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		filepath.Join(dir, "pipe"):   "it is a device or a pipe, not a file [unreadable]\n",
		filepath.Join(dir, "folder"): "it is a folder [unreadable]\n",
		"/dev/zero":                  "it is a device or a pipe, not a file [unreadable]\n",
	} {
		if _, diags := load.Load(context.Background(), load.Config{Main: name}); len(diags) != 1 || !strings.HasSuffix(diags.String(), want) {
			t.Errorf("the contract %s: %s", name, diags)
		}
		main := filepath.Join(dir, "main.wsdl")
		testfile.Write(t, main, wsdl(`<import namespace="urn:t" location="`+name+`"/>`))
		_, diags := load.Load(context.Background(), load.Config{Main: main})
		if got := diags.String(); len(diags) != 1 || !strings.Contains(got, "main.wsdl:1:") || !strings.Contains(got, want) {
			t.Errorf("an import of %s: %s", name, got)
		}
	}
}
