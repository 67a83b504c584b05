package write

import (
	"bytes"
	"errors"
	"io/fs"
	"log"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// faulty makes changes until an operation fails. If kill is set, the process is as good as killed then: a file is half
// written, and nothing is changed any more.
type faulty struct {
	disk
	at   int // number of the operation, from 1
	kill bool
	n    int
}

var errFault = errors.New("no space left")

func (f *faulty) fails() error {
	f.n++
	if f.n == f.at || f.kill && f.n > f.at {
		return errFault
	}
	return nil
}

func (f *faulty) mkdir(path string) error {
	if err := f.fails(); err != nil {
		return err
	}
	return f.disk.mkdir(path)
}

func (f *faulty) link(from, to string) error {
	if err := f.fails(); err != nil {
		return err
	}
	return f.disk.link(from, to)
}

func (f *faulty) rename(from, to string) error {
	if err := f.fails(); err != nil {
		return err
	}
	return f.disk.rename(from, to)
}

func (f *faulty) remove(path string) error {
	if err := f.fails(); err != nil {
		return err
	}
	return f.disk.remove(path)
}

func (f *faulty) create(path string, data []byte) error {
	if err := f.fails(); err != nil {
		if f.n == f.at {
			os.WriteFile(path, data[:len(data)/2], 0o666)
		}
		return err
	}
	return disk{buffered: true}.create(path, data)
}

const testMark = "// generated\n"

func testKind(data []byte) Kind {
	switch {
	case !bytes.HasPrefix(data, []byte(testMark)):
		return Foreign
	case bytes.Contains(data, []byte("namespace")):
		return Namespace
	case bytes.Contains(data, []byte("run-time")):
		return Runtime
	}
	return Service
}

// version returns a package with a package of a namespace and a run-time. From version to version files are replaced, added
// and removed, in all folders.
func version(root, v string) []Output {
	generated := func(name, kind string) File { return File{name, []byte(testMark + "// " + kind + " " + v + "\n")} }
	only := func(name, kind string) File { return generated(strings.Replace(name, "V", v, 1), kind) }
	service := Output{Dir: filepath.Join(root, "gen", "a"), Files: []File{
		generated("service.go", "service"), only("onlyV.go", "service"),
		{"contract.go", []byte(testMark + "//go:embed a.wsdl\n")}, {"a.wsdl", []byte("<definitions>" + v + "</definitions>")},
		generated("../ns/types.go", "namespace"), only("../ns/onlyV.go", "namespace"),
	}}
	runtime := Output{Dir: filepath.Join(root, "gen", "soap"), Runtime: true, Files: []File{
		generated("soap.go", "run-time"), generated("xsd/xsd.go", "run-time"), only("xsd/onlyV.go", "run-time"),
	}}
	if v == "1" {
		runtime.Files = append(runtime.Files, generated("gone/gone.go", "run-time"))
	} else if _, err := os.Stat(filepath.Join(runtime.Dir, "gone")); err == nil {
		runtime.Removed = []string{"gone"}
	}
	return []Output{service, runtime}
}

// tree returns the files below a folder, and the folders if withFolders is set.
func tree(t *testing.T, root string, withFolders bool) map[string]string {
	t.Helper()
	files := make(map[string]string)
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.Type()&fs.ModeSymlink != 0 {
			return nil
		}
		if e.IsDir() {
			if withFolders {
				files[path[len(root):]+"/"] = ""
			}
			return nil
		}
		data, err := os.ReadFile(path)
		files[path[len(root):]] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// memory is a folder in memory where the machine has one: tests create and remove tens of thousands of files, which takes
// ext4 ten times as long, since it avoids the inodes of files that were removed within the last seconds.
var memory string

func TestMain(m *testing.M) {
	var err error
	if memory, err = os.MkdirTemp("/dev/shm", "quartet-write-"); err != nil {
		memory, err = os.MkdirTemp("", "quartet-write-")
	}
	if err != nil {
		log.Fatal(err)
	}
	code := m.Run()
	os.RemoveAll(memory)
	os.Exit(code)
}

// empty returns an empty folder of the test. It is the same folder each time.
func empty(t *testing.T) string {
	t.Helper()
	root := filepath.Join(memory, t.Name())
	if err := os.RemoveAll(root); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(root, 0o777); err != nil {
		t.Fatal(err)
	}
	return root
}

// written returns an empty folder of the test, with a version of the output and a file by hand. Version 0 means no version.
func written(t *testing.T, v string) string {
	t.Helper()
	root := empty(t)
	if v == "0" {
		return root
	}
	if err := outputsTo(disk{buffered: true}, testKind, version(root, v)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "gen", "a", "mine.go"), []byte("package a\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	return root
}

// expected returns the files of version 2 after a version.
func expected(t *testing.T, from string) map[string]string {
	t.Helper()
	root := written(t, from)
	if err := Outputs(testKind, version(root, "2")...); err != nil {
		t.Fatal(err)
	}
	return tree(t, root, false)
}

var folders = []string{"gen/a", "gen/ns", "gen/soap", "gen/soap/xsd", "gen/soap/gone"}

func paths(root string, names []string) []string {
	var list []string
	for _, name := range names {
		list = append(list, filepath.Join(root, filepath.FromSlash(name)))
	}
	return list
}

// TestFailure fails at each operation in turn. Either everything is changed or nothing is, and no temporary files stay.
func TestFailure(t *testing.T) {
	for _, from := range []string{"0", "1"} {
		want := expected(t, from)
		for n := 1; ; n++ {
			root := written(t, from)
			before := tree(t, root, true)
			ops := &faulty{at: n}
			err := outputsTo(ops, testKind, version(root, "2"))
			switch after := tree(t, root, false); {
			case err == nil:
				if !maps.Equal(after, want) {
					t.Errorf("from %s, operation %d: no error, and %v", from, n, after)
				}
			case strings.Contains(err.Error(), "the output is complete"):
				if err := Heal(paths(root, folders)...); err != nil {
					t.Error(err)
				}
				if after := tree(t, root, false); !maps.Equal(after, want) {
					t.Errorf("from %s, operation %d: %v", from, n, after)
				}
			default:
				if after := tree(t, root, true); !errors.Is(err, errFault) || !maps.Equal(after, before) {
					t.Errorf("from %s, operation %d: %v, and %v, want %v", from, n, err, after, before)
				}
			}
			if ops.n < n {
				t.Logf("from version %s: %d operations", from, ops.n)
				break
			}
		}
	}
}

// TestKill ends the process at each operation in turn. What is left is completed or removed, whichever folder the next run
// comes to first.
func TestKill(t *testing.T) {
	orders := [][]string{
		folders,                                  // the folder with the decision first
		{"gen/soap/xsd", "gen/ns"},               // others first, then that
		{"gen/soap", "gen/soap/gone", "gen/a"},   // some of the others
		{"gen/soap/gone", "gen/ns", "gen/other"}, // and one that does not exist
	}
	for _, from := range []string{"0", "1"} {
		want := expected(t, from)
		for i, order := range orders {
			if i > 0 && testing.Short() {
				break
			}
			outcomes := make(map[string]int)
			for n := 1; ; n++ {
				root := written(t, from)
				before := tree(t, root, false)
				outputs := version(root, "2")
				ops := &faulty{at: n, kill: true}
				if err := outputsTo(ops, testKind, outputs); err == nil && !maps.Equal(tree(t, root, false), want) {
					t.Errorf("operation %d: no error", n)
				}
				found, err := Leftovers(outputs...)
				if err != nil {
					t.Fatal(err)
				}
				changed := !maps.Equal(tree(t, root, false), before)
				if len(found) == 0 && changed && !maps.Equal(tree(t, root, false), want) {
					t.Errorf("from %s, operation %d: incomplete, and nothing says so", from, n)
				}
				if err := Heal(append(paths(root, order), paths(root, folders)...)...); err != nil {
					t.Fatal(err)
				}
				switch after := tree(t, root, false); {
				case maps.Equal(after, before):
					outcomes["old"]++
				case maps.Equal(after, want):
					outcomes["new"]++
				default:
					t.Errorf("from %s, order %d, operation %d: %v", from, i, n, after)
				}
				if ops.n < n {
					break
				}
			}
			if outcomes["old"] == 0 || outcomes["new"] == 0 {
				t.Errorf("from %s: %v", from, outcomes)
			}
			t.Logf("from version %s, order %d: %v", from, i, outcomes)
		}
	}
}

// TestKillTwice also ends the run that completes or removes what is left, and then generates something else.
func TestKillTwice(t *testing.T) {
	want := expected(t, "1")
	const step = 9
	for n := 1; ; n += step {
		last := 0
		for m := 1; ; m += step {
			root := written(t, "1")
			before := tree(t, root, false)
			first := &faulty{at: n, kill: true}
			outputsTo(first, testKind, version(root, "2"))
			last = first.n
			second := &faulty{at: m, kill: true}
			healFolders(second, paths(root, folders))
			if err := Heal(paths(root, folders)...); err != nil {
				t.Fatal(err)
			}
			if after := tree(t, root, false); !maps.Equal(after, before) && !maps.Equal(after, want) {
				t.Fatalf("operations %d and %d: %v", n, m, after)
			}
			if err := outputsTo(disk{buffered: true}, testKind, version(root, "3")); err != nil {
				t.Fatal(err)
			}
			for name, text := range tree(t, root, false) {
				if strings.Contains(name, "quartet") || !strings.Contains(text, "3") && !strings.Contains(name, "mine.go") && !strings.Contains(name, "contract.go") {
					t.Fatalf("operations %d and %d: %s has %q", n, m, name, text)
				}
			}
			if second.n < m {
				break
			}
		}
		if last < n {
			break
		}
	}
}

// TestEditedAfterKill changes files by hand after a run was killed. They stay as they are.
func TestEditedAfterKill(t *testing.T) {
	for n := 1; ; n++ {
		root := written(t, "1")
		ops := &faulty{at: n, kill: true}
		outputsTo(ops, testKind, version(root, "2"))
		for _, name := range []string{"gen/a/service.go", "gen/a/only2.go", "gen/ns/only1.go"} {
			if err := os.WriteFile(filepath.Join(root, filepath.FromSlash(name)), []byte("edited"), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if err := Heal(paths(root, folders)...); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"gen/a/service.go", "gen/a/only2.go", "gen/ns/only1.go"} {
			if data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name))); err != nil || string(data) != "edited" {
				t.Fatalf("operation %d: %s has %q (%v)", n, name, data, err)
			}
		}
		if ops.n < n {
			return
		}
	}
}
