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

	"example.com/quartet/internal/compiler/testing/testfile"
)

// faulty makes changes until an operation fails. If kill is set, the process is as good as killed then: nothing is changed any
// more. A file that is created then is half written.
type faulty struct {
	disk
	at     int // number of the operation, from 1
	kill   bool
	n      int
	failed string // the operation that failed, "" if none
}

var errFault = errors.New("no space left")

func (f *faulty) fails(operation string) error {
	f.n++
	if f.n == f.at {
		f.failed = operation
	}
	if f.n == f.at || f.kill && f.n > f.at {
		return errFault
	}
	return nil
}

func (f *faulty) mkdir(path string) error {
	if err := f.fails("mkdir"); err != nil {
		return err
	}
	return f.disk.mkdir(path)
}

func (f *faulty) rename(from, to string) error {
	if err := f.fails("rename"); err != nil {
		return err
	}
	return f.disk.rename(from, to)
}

func (f *faulty) remove(path string) error {
	if err := f.fails("remove"); err != nil {
		return err
	}
	return f.disk.remove(path)
}

func (f *faulty) create(dir string, data []byte) (string, error) {
	if err := f.fails("create"); err != nil {
		if f.n > f.at {
			return "", err
		}
		path, _ := f.disk.create(dir, data[:len(data)/2])
		return path, err
	}
	return f.disk.create(dir, data)
}

const testMark, documentMark = "// generated\n", "<!-- generated -->"

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

// writeOutputs writes outputs.
func writeOutputs(ops operations, outputs []Output) error {
	changes, err := Compare(testKind, outputs...)
	if err != nil {
		return err
	}
	return changes.applyTo(ops)
}

// diffOf compares folders with outputs.
func diffOf(outputs []Output) (string, error) {
	changes, err := Compare(testKind, outputs...)
	if err != nil {
		return "", err
	}
	diff, _ := changes.Diff()
	return diff, nil
}

// version returns a package with a package of a namespace and a run-time. From version to version files are replaced, added
// and removed, in all folders.
func version(root, v string) []Output {
	generated := func(name, kind string) File {
		return File{Name: name, Data: []byte(testMark + "// " + kind + " " + v + "\n")}
	}
	only := func(name, kind string) File { return generated(strings.Replace(name, "V", v, 1), kind) }
	service := Output{Dir: filepath.Join(root, "gen", "a"), Mark: documentMark, Files: []File{
		generated("service.go", "service"), only("onlyV.go", "service"),
		{Name: "contract.go", Data: []byte(testMark + "//go:embed a.wsdl only" + v + ".xsd\n")}, {Name: "a.wsdl", Data: []byte("<definitions>" + v + "</definitions>")},
		{Name: "only" + v + ".xsd", Data: []byte(documentMark + v)},
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
	if err := writeOutputs(disk{}, version(root, v)); err != nil {
		t.Fatal(err)
	}
	testfile.Write(t, filepath.Join(root, "gen", "a", "mine.go"), "package a\n")
	return root
}

// expected returns the files and folders of a version that is written after another one.
func expected(t *testing.T, from, v string) map[string]string {
	t.Helper()
	root := written(t, from)
	if err := writeOutputs(disk{}, version(root, v)); err != nil {
		t.Fatal(err)
	}
	return tree(t, root, true)
}

// isTemporary reports whether a path is the path of a temporary file.
func isTemporary(path string) bool { return temporaryPattern.MatchString(filepath.Base(path)) }

// checkWhole checks that files are old or new, and that generated Go files were removed only after everything had been written.
func checkWhole(t *testing.T, got, before, want map[string]string) {
	t.Helper()
	removed := false
	for name := range before {
		_, kept := got[name]
		_, wanted := want[name]
		removed = removed || !kept && !wanted && filepath.Ext(name) == ".go"
		if !kept && wanted {
			t.Errorf("%s is missing", name)
		}
	}
	for name, text := range got {
		if old, existed := before[name]; !isTemporary(name) && text != want[name] && (!existed || text != old) {
			t.Errorf("%s has %q", name, text)
		}
	}
	for name, text := range want {
		if removed && got[name] != text {
			t.Errorf("files were removed before %s was written", name)
		}
	}
}

// TestFailure fails at each operation in turn. Nothing is changed if a file cannot be created. No temporary files stay, and the
// next run makes the changes.
func TestFailure(t *testing.T) {
	for _, from := range []string{"0", "1"} {
		want := expected(t, from, "2")
		failures := make(map[string]int)
		for n := 1; ; n++ {
			root := written(t, from)
			before := tree(t, root, true)
			ops := &faulty{at: n}
			err := writeOutputs(ops, version(root, "2"))
			after := tree(t, root, true)
			failures[ops.failed]++
			switch {
			case err == nil:
				if ops.failed != "" && ops.failed != "remove" || !maps.Equal(tree(t, root, false), files(want)) {
					t.Errorf("from %s, operation %d: no error, and %v", from, n, after)
				}
			case !errors.Is(err, errFault):
				t.Errorf("from %s, operation %d: %v", from, n, err)
			case ops.failed == "mkdir" || ops.failed == "create":
				if !maps.Equal(after, before) {
					t.Errorf("from %s, operation %d: %v, and %v, want %v", from, n, err, after, before)
				}
			case strings.Contains(err.Error(), "the output is complete"):
				checkWhole(t, after, before, want)
			default:
				checkWhole(t, after, before, want)
				changed := !maps.Equal(after, before)
				if changed != strings.Contains(err.Error(), "run the command again") {
					t.Errorf("from %s, operation %d: %v, and changed: %v", from, n, err, changed)
				}
				for name := range after {
					if isTemporary(name) {
						t.Errorf("from %s, operation %d: %v, and %s is left", from, n, err, name)
					}
				}
			}
			if err := writeOutputs(disk{}, version(root, "2")); err != nil || !maps.Equal(tree(t, root, true), want) {
				t.Errorf("from %s, operation %d, and the next run: %v, and %v", from, n, err, tree(t, root, true))
			}
			if ops.n < n {
				break
			}
		}
		if failures["create"] < 10 || failures["rename"] < 10 || failures["mkdir"]+failures["remove"] < 4 {
			t.Errorf("from %s: %v", from, failures)
		}
	}
}

// files returns the files of a tree without the folders.
func files(tree map[string]string) map[string]string {
	tree = maps.Clone(tree)
	maps.DeleteFunc(tree, func(name, _ string) bool { return strings.HasSuffix(name, "/") })
	return tree
}

// TestKill ends the process at each operation in turn. Each file is old or new, Diff says whether something is missing or is left,
// and the next run makes the remaining changes.
func TestKill(t *testing.T) {
	for _, from := range []string{"0", "1"} {
		want := expected(t, from, "2")
		for n := 1; ; n++ {
			root := written(t, from)
			before := tree(t, root, false)
			ops := &faulty{at: n, kill: true}
			err := writeOutputs(ops, version(root, "2"))
			left := tree(t, root, false)
			checkWhole(t, left, before, files(want))
			complete := maps.Equal(left, files(want))
			if err == nil && !complete {
				t.Errorf("from %s, operation %d: no error", from, n)
			}
			if diff, err := diffOf(version(root, "2")); err != nil || (diff == "") != complete {
				t.Errorf("from %s, operation %d: complete %v, and the difference is %q (%v)", from, n, complete, diff, err)
			}
			if err := writeOutputs(disk{}, version(root, "2")); err != nil || !maps.Equal(tree(t, root, true), want) {
				t.Fatalf("from %s, operation %d: %v, and %v", from, n, err, tree(t, root, true))
			}
			if ops.n < n {
				break
			}
		}
	}
}
