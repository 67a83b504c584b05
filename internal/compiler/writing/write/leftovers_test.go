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

	"example.com/quartet/internal/compiler/testing/testfile"
)

// TestLeftovers removes temporary files that a run which was killed has left, and nothing that only looks like them.
func TestLeftovers(t *testing.T) {
	root := written(t, "1")
	dir := filepath.Join(root, "gen", "soap", "xsd")
	mine := []string{".quartet-mine", ".quartet-", ".quartet-1.go", "quartet-12"}
	for _, name := range append(mine, ".quartet-1234567890") {
		testfile.Write(t, filepath.Join(dir, name), "")
	}
	if err := os.Mkdir(filepath.Join(dir, ".quartet-1"), 0o777); err != nil {
		t.Fatal(err)
	}
	left := filepath.ToSlash(filepath.Join(dir, ".quartet-1234567890"))
	if diff, err := diffOf(version(root, "1")); err != nil || diff != "--- "+left+"\n+++ /dev/null\n" {
		t.Errorf("%q (%v)", diff, err)
	}
	if err := writeOutputs(disk{}, version(root, "1")); err != nil {
		t.Fatal(err)
	}
	if diff, err := diffOf(version(root, "1")); err != nil || diff != "" {
		t.Errorf("%q (%v)", diff, err)
	}
	for _, name := range append(mine, ".quartet-1") {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
}

// TestReplaceLeavesLeftovers writes a file to a folder that others use, too.
func TestReplaceLeavesLeftovers(t *testing.T) {
	dir := t.TempDir()
	left := filepath.Join(dir, ".quartet-1")
	testfile.Write(t, left, "")
	if err := Replace(filepath.Join(dir, "result.json"), []byte("{}")); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(left); err != nil {
		t.Error(err)
	}
}

// robbed loses three temporary files of each file before they are renamed, as if other runs took them for some that are left.
type robbed struct {
	disk
	seen map[string]int
}

func (r robbed) rename(from, to string) error {
	if r.seen[to] < 3 {
		r.seen[to]++
		if err := os.Remove(from); err != nil {
			return err
		}
	}
	return r.disk.rename(from, to)
}

func TestTemporaryFilesRemovedByAnotherRun(t *testing.T) {
	want := expected(t, "1", "2")
	root := written(t, "1")
	ops := robbed{seen: make(map[string]int)}
	if err := writeOutputs(ops, version(root, "2")); err != nil || !maps.Equal(tree(t, root, true), want) || len(ops.seen) < 10 {
		t.Errorf("%v, and %v", err, tree(t, root, true))
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
			done <- writeOutputs(disk{}, outputs)
		}()
	}
	for range runs {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	got := tree(t, root, false)
	if len(got) != 3*5+2+3 {
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
	if err := writeOutputs(disk{}, version(root, "2")); !errors.Is(err, fs.ErrPermission) || !maps.Equal(tree(t, root, true), before) {
		t.Errorf("%v, and %v", err, tree(t, root, true))
	}
}

// TestLinkedFolder ends a run in a folder that a symbolic link leads to, and makes the other changes there.
func TestLinkedFolder(t *testing.T) {
	want := files(expected(t, "1", "2"))
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
		writeOutputs(ops, version(root, "2"))
		if err := writeOutputs(disk{}, version(root, "2")); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Lstat(soap); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			t.Fatalf("operation %d: the link is gone (%v)", n, err)
		}
		got := make(map[string]string)
		for name, text := range tree(t, root, false) {
			got[strings.Replace(name, "/x/y/", "/gen/", 1)] = text
		}
		if !maps.Equal(got, want) {
			t.Fatalf("operation %d: %v", n, got)
		}
		if ops.n < n {
			return
		}
	}
}
