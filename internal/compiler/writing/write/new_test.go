package write

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// newFiles are files in two folders of a project.
func newFiles() []File {
	return []File{{Name: "a.txt", Data: []byte("a")}, {Name: "sub/deep/b.txt", Data: []byte("b")}, {Name: "sub/c.txt", Data: []byte("c")}}
}

func TestNew(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out", "project")
	for range 2 { // the second time they are there
		if err := New(dir, newFiles()); err != nil {
			t.Fatal(err)
		}
		for _, f := range newFiles() {
			if data, err := os.ReadFile(filepath.Join(dir, f.Name)); err != nil || string(data) != string(f.Data) {
				t.Errorf("%s: %q, %v", f.Name, data, err)
			}
		}
	}
	if err := os.Remove(filepath.Join(dir, "a.txt")); err != nil {
		t.Fatal(err)
	}
	if err := New(dir, newFiles()); err != nil {
		t.Error(err)
	}
}

// TestNewKeepsOthers has something in the place of files and folders. All of it is listed, and nothing is written.
func TestNewKeepsOthers(t *testing.T) {
	for _, test := range []struct {
		name string
		make func(dir string) error
		want []string
	}{
		{"another file", func(dir string) error { return os.WriteFile(filepath.Join(dir, "a.txt"), []byte("b"), 0o666) }, []string{"a.txt"}},
		{"a folder", func(dir string) error { return os.MkdirAll(filepath.Join(dir, "sub", "c.txt"), 0o777) }, []string{"sub/c.txt (a folder)"}},
		{"a file for a folder", func(dir string) error { return os.WriteFile(filepath.Join(dir, "sub"), nil, 0o666) }, []string{"sub (not a folder)"}},
		{"a link for a file", func(dir string) error { return os.Symlink("elsewhere", filepath.Join(dir, "a.txt")) }, []string{"a.txt (a symbolic link)"}},
		{"a link for a folder", func(dir string) error { return os.Symlink(filepath.Dir(dir), filepath.Join(dir, "sub")) }, []string{"sub (a symbolic link)"}},
		{"several", func(dir string) error {
			return errors.Join(os.Mkdir(filepath.Join(dir, "a.txt"), 0o777), os.MkdirAll(filepath.Join(dir, "sub", "deep"), 0o777),
				os.WriteFile(filepath.Join(dir, "sub", "deep", "b.txt"), nil, 0o666))
		}, []string{"a.txt (a folder)", "sub/deep/b.txt"}},
	} {
		dir := t.TempDir()
		if err := test.make(dir); err != nil {
			t.Fatal(err)
		}
		before := listed(t, dir)
		err := New(dir, newFiles())
		var exist *ExistError
		if !errors.As(err, &exist) {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		var got []string
		for _, path := range exist.Paths {
			got = append(got, filepath.ToSlash(strings.TrimPrefix(path, dir+string(filepath.Separator))))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
		if after := listed(t, dir); !slices.Equal(after, before) {
			t.Errorf("%s: before %q, after %q", test.name, before, after)
		}
	}
}

// listed returns the names of all files and folders in a folder.
func listed(t *testing.T, dir string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, _ os.DirEntry, err error) error {
		names = append(names, name)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// TestNewOrNothing fails, or ends, at each operation. Nothing is written if a file cannot be created, and the next run writes
// everything in any case.
func TestNewOrNothing(t *testing.T) {
	for _, kill := range []bool{false, true} {
		for n, done := 1, false; !done; n++ {
			dir := filepath.Join(empty(t), "project")
			ops := &faulty{at: n, kill: kill}
			err := newTo(ops, dir, newFiles())
			done = ops.n < n
			if err == nil != done {
				t.Fatalf("operation %d fails: %v, and the error is %v", n, !done, err)
			}
			if _, found := os.Stat(dir); !kill && (ops.failed == "create" || ops.failed == "mkdir") && found == nil {
				t.Errorf("operation %d fails (%v) and leaves %q", n, err, listed(t, dir))
			}
			if err := New(dir, newFiles()); err != nil {
				t.Errorf("after operation %d: %v", n, err)
			}
			if names := listed(t, dir); len(names) != 6 {
				t.Errorf("after operation %d: %q", n, names)
			}
		}
	}
}
