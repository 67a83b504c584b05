package write_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/testing/testfile"
	"example.com/quartet/internal/compiler/writing/write"
)

// ofRuntime returns a file of a run-time.
func ofRuntime(name, text string) write.File {
	return write.File{Name: name, Data: []byte(mark + " run-time\n" + text)}
}

// serviceAndRuntime returns the outputs for a service beside its run-time.
func serviceAndRuntime(root string, removed ...string) []write.Output {
	return []write.Output{
		{Dir: filepath.Join(root, "rail"), Files: files("a.go", "1")},
		{Dir: filepath.Join(root, "soap"), Files: []write.File{ofRuntime("a.go", "1"), ofRuntime("internal/lex/b.go", "2")}, Runtime: true, Removed: removed},
	}
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

func TestServiceAndRuntime(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"soap/old.go":      mark + " run-time",
		"soap/service.go":  mark,
		"soap/mine.go":     "package soap",
		"soap/page/x.go":   mark + " run-time",
		"soap/mixed/x.go":  mark + " run-time",
		"soap/mixed/y.txt": "mine",
		"soap/kept/x.go":   mark + " run-time",
		"rail/old.go":      mark,
		"rail/soap.go":     mark + " run-time",
	} {
		testfile.Write(t, filepath.Join(root, filepath.FromSlash(name)), text)
	}
	outputs := serviceAndRuntime(root, "page", "mixed")
	diff, err := diffOfAll(outputs...)
	if err != nil {
		t.Fatal(err)
	}
	last := 0
	for _, name := range []string{"/rail/a.go", "/rail/old.go", "/soap/a.go", "/soap/old.go", "/soap/internal/lex/b.go", "/soap/page/x.go", "/soap/mixed/x.go"} {
		at := strings.Index(diff, name)
		if at < last {
			t.Errorf("%s is missing from the diff, or at another place:\n%s", name, diff)
		}
		last = at
	}
	if err := writeAll(outputs...); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{
		"rail/a.go": true, "rail/old.go": false, "rail/soap.go": true,
		"soap/a.go": true, "soap/internal/lex/b.go": true, "soap/old.go": false, "soap/service.go": true, "soap/mine.go": true,
		"soap/page": false, "soap/mixed/x.go": false, "soap/mixed/y.txt": true, "soap/kept/x.go": true,
	} {
		if got := exists(filepath.Join(root, filepath.FromSlash(name))); got != want {
			t.Errorf("%s exists: %v, want %v", name, got, want)
		}
	}
	if diff, err := diffOfAll(serviceAndRuntime(root)...); diff != "" || err != nil {
		t.Errorf("after writing: %s (%v)", diff, err)
	}
}

// TestForeignFileInEitherFolder checks that nothing is written to one folder if a file is in the way in the other.
func TestForeignFileInEitherFolder(t *testing.T) {
	for name, text := range map[string]string{
		"rail/a.go": "package rail", "soap/a.go": "package soap", "soap/internal/lex/b.go": mark + "\npackage lex",
	} {
		root := t.TempDir()
		testfile.Write(t, filepath.Join(root, filepath.FromSlash(name)), text)
		err := writeAll(serviceAndRuntime(root)...)
		wantForeign(t, err, filepath.Join(root, filepath.FromSlash(name)))
		for _, other := range []string{"rail/a.go", "soap/a.go", "soap/internal/lex/b.go"} {
			if other != name && exists(filepath.Join(root, filepath.FromSlash(other))) {
				t.Errorf("%s is in the way: %s was written", name, other)
			}
		}
	}
}

func TestOneFolderTwice(t *testing.T) {
	outputs := serviceAndRuntime(t.TempDir())
	outputs[1].Dir = outputs[0].Dir
	if err := writeAll(outputs...); err == nil || !strings.Contains(err.Error(), "would contain two packages") || exists(outputs[0].Dir) {
		t.Errorf("service and run-time in one folder: %v", err)
	}
}

// TestOneFolderByLink checks that one folder does not hold two packages if a symbolic link leads to it.
func TestOneFolderByLink(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("symbolic links need a privilege")
	}
	root := t.TempDir()
	if err := os.Symlink(root, filepath.Join(root, "link")); err != nil {
		t.Fatal(err)
	}
	outputs := serviceAndRuntime(root)
	outputs[1].Dir = filepath.Join(root, "link", filepath.Base(outputs[0].Dir))
	if err := writeAll(outputs...); err == nil || !strings.Contains(err.Error(), "would contain two packages") || exists(outputs[0].Dir) {
		t.Errorf("a link to the folder: %v", err)
	}
}
