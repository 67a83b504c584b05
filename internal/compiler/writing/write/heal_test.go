package write

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestForeignJournal heals folders with journals that nobody but an attacker writes. They change nothing outside of the
// folder that has them.
func TestForeignJournal(t *testing.T) {
	root := t.TempDir()
	outside := filepath.Join(root, "outside.go")
	if err := os.WriteFile(outside, []byte("x"), 0o666); err != nil {
		t.Fatal(err)
	}
	for i, journal := range []string{
		`{"Decision":".","Files":[{"Name":"../outside.go","Old":"2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881","New":""}]}`,
		`{"Decision":".","Folders":[".."],"Files":[]}`,
		`{"Decision":".","Folders":["/"],"Files":[{"Name":"..","Old":"","New":"not a file"}]}`,
		`{`,
	} {
		dir := filepath.Join(root, fmt.Sprint(i))
		staging := filepath.Join(dir, ".quartet-0123456789abcdef")
		if err := os.MkdirAll(staging, 0o777); err != nil {
			t.Fatal(err)
		}
		for name, text := range map[string]string{journalName: journal, committedName: ""} {
			if err := os.WriteFile(filepath.Join(staging, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if err := Heal(dir); err != nil {
			t.Error(err)
		}
		if data, err := os.ReadFile(outside); err != nil || string(data) != "x" {
			t.Errorf("%s: %v", journal, err)
		}
		if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
			t.Errorf("%s: %v", journal, entries)
		}
	}
}

// TestEarlierTemporaryFiles removes temporary files of earlier versions, and nothing that only looks like them.
func TestEarlierTemporaryFiles(t *testing.T) {
	root := written(t, "1")
	mine := []string{".quartet-mine", ".quartet-", ".quartet-1.go", "quartet-12"}
	for _, name := range append(mine, ".quartet-1234567890") {
		if err := os.WriteFile(filepath.Join(root, "gen", "soap", "xsd", name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if found, err := Leftovers(version(root, "1")...); err != nil || len(found) != 1 || filepath.Base(found[0]) != "xsd" {
		t.Errorf("%v (%v)", found, err)
	}
	if err := Outputs(testKind, version(root, "1")...); err != nil {
		t.Fatal(err)
	}
	if found, err := Leftovers(version(root, "1")...); err != nil || len(found) > 0 {
		t.Errorf("%v (%v)", found, err)
	}
	for _, name := range mine {
		if _, err := os.Stat(filepath.Join(root, "gen", "soap", "xsd", name)); err != nil {
			t.Error(err)
		}
	}
}

// TestConcurrent writes two outputs that share a run-time at the same time, several times.
func TestConcurrent(t *testing.T) {
	root := t.TempDir()
	done := make(chan error)
	const runs = 8
	for i := range runs {
		go func() {
			outputs := version(root, "2")
			outputs[0].Dir = filepath.Join(root, "gen", "a"+fmt.Sprint(i%3))
			done <- Outputs(testKind, outputs...)
		}()
	}
	for range runs {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	got := tree(t, root, false)
	if len(got) != 3*4+2+3 {
		t.Errorf("%d files: %v", len(got), got)
	}
}

// TestReadOnly writes to folders in which nothing can be created.
func TestReadOnly(t *testing.T) {
	if os.Getuid() <= 0 {
		t.Skip("the super-user can write everywhere")
	}
	root := written(t, "1")
	before := tree(t, root, true)
	dir := filepath.Join(root, "gen", "soap", "xsd")
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o777)
	if err := Outputs(testKind, version(root, "2")...); !errors.Is(err, fs.ErrPermission) || !maps.Equal(tree(t, root, true), before) {
		t.Errorf("%v, and %v", err, tree(t, root, true))
	}
}

// TestLinkedFolder ends a run in a folder that a symbolic link leads to, and completes it in the folder itself.
func TestLinkedFolder(t *testing.T) {
	for n := 1; ; n++ {
		root := written(t, "1")
		soap, elsewhere := filepath.Join(root, "gen", "soap"), filepath.Join(root, "x", "y", "soap")
		if err := os.MkdirAll(filepath.Dir(elsewhere), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(soap, elsewhere); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(elsewhere, soap); err != nil {
			t.Skip(err)
		}
		ops := &faulty{at: n, kill: true}
		outputsTo(ops, testKind, version(root, "2"))
		if err := Heal(elsewhere, filepath.Join(elsewhere, "xsd"), filepath.Join(elsewhere, "gone"), filepath.Join(root, "gen", "a"), filepath.Join(root, "gen", "ns")); err != nil {
			t.Fatal(err)
		}
		os.Remove(filepath.Join(elsewhere, "gone")) // if it is empty
		versions := make(map[string]bool)
		for name, text := range tree(t, root, false) {
			if strings.HasPrefix(text, testMark) && !strings.Contains(text, "embed") {
				versions[text[len(text)-2:]] = true
			}
			if strings.Contains(name, "quartet") {
				t.Errorf("%s is left", name)
			}
		}
		if len(versions) != 1 {
			t.Fatalf("operation %d: %v", n, tree(t, root, false))
		}
		if ops.n < n {
			return
		}
	}
}
