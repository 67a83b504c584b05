package generator_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/commands/cli"
	"example.com/quartet/internal/compiler/testing/golden"
	"example.com/quartet/internal/compiler/testing/testfile"
	"example.com/quartet/templates"
)

// testCase is a golden case in testdata.
type testCase struct{ *golden.Case }

// outcome is the result of running the command.
type outcome struct {
	code   int
	stderr string
	files  map[string][]byte // in the output folder and the folders in it, by name
}

func loadCases(t testing.TB) []*testCase {
	t.Helper()
	read, err := golden.Cases("testdata")
	if err != nil {
		t.Fatal(err)
	}
	cases := make([]*testCase, len(read))
	for i, c := range read {
		cases[i] = &testCase{c}
	}
	return cases
}

func (c *testCase) path() string { return filepath.Join("testdata", c.Name+".txtar") }

// Package returns the name of the generated package.
func (c *testCase) Package() string { return strings.ReplaceAll(c.Name, "-", "") }

// Args returns the flags of the case for a contract in the folder dir.
func (c *testCase) Args(dir string) []string {
	var all []string
	for line := range strings.Lines(string(c.Part(golden.Args))) {
		if line = strings.TrimSpace(line); line != "" {
			all = append(all, strings.ReplaceAll(line, "$IN", dir))
		}
	}
	return all
}

// Expects returns what the case compares: golden.Declared, and patterns of names of files.
func (c *testCase) Expects() []string {
	if listed := c.Listed("Expected:"); listed != nil {
		return listed
	}
	return []string{golden.Declared}
}

// Listing lists the declarations of generated files, but not of those that the case compares whole.
func (c *testCase) Listing(files map[string][]byte) (string, error) {
	expects := c.Expects()
	if !slices.Contains(expects, golden.Declared) {
		return "", nil
	}
	files = maps.Clone(files)
	maps.DeleteFunc(files, func(name string, _ []byte) bool {
		return slices.ContainsFunc(expects, func(pattern string) bool {
			ok, _ := path.Match(pattern, name)
			return ok
		})
	})
	return golden.Listing(files)
}

// Listed returns the items of the line of the comment that begins with a prefix. Semicolons separate them.
func (c *testCase) Listed(prefix string) []string {
	var items []string
	for line := range strings.Lines(string(c.Archive.Comment)) {
		if list, ok := strings.CutPrefix(line, prefix); ok {
			for item := range strings.SplitSeq(list, ";") {
				items = append(items, strings.TrimSpace(item))
			}
		}
	}
	return items
}

// contract returns the name of the main document.
func (c *testCase) contract(t testing.TB) string {
	t.Helper()
	name, err := c.Main()
	if err != nil {
		t.Fatal(err)
	}
	return name
}

// extract writes the documents of the contract to dir and returns the path of the main
// document.
func (c *testCase) extract(t testing.TB, dir string) string {
	t.Helper()
	sources, err := c.Sources()
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range sources {
		writeFile(t, filepath.Join(dir, name), data)
	}
	return filepath.Join(dir, c.contract(t))
}

// generate runs the command on the case, with the flags of the case and more.
func (c *testCase) generate(t testing.TB, more ...string) outcome {
	t.Helper()
	return c.generateInto(t, c.Package(), more...)
}

// shownLine matches a line of a contract below a diagnostic, which the cases do not repeat.
var shownLine = regexp.MustCompile(`(?m)^ {4,}[0-9]* *\|.*\n`)

// generateInto is like generate with a given output folder in the module. The run-time
// is kept elsewhere, so that the command must not write it.
func (c *testCase) generateInto(t testing.TB, folder string, more ...string) outcome {
	t.Helper()
	dir := t.TempDir()
	out := filepath.Join(dir, "module", filepath.FromSlash(folder))
	writeFile(t, filepath.Join(dir, "module", "go.mod"), []byte("module "+golden.Module+"\n"))
	writeFile(t, filepath.Join(dir, "module", "soap", "generated.go"), keptRuntime(t))
	args := []string{"generate", c.extract(t, filepath.Join(dir, "in")), "--out", out, "--package", c.Package(), "--runtime", golden.Runtime}
	args = append(args, c.Args(filepath.Join(dir, "in"))...)
	args = append(args, more...)
	var stdout, stderr bytes.Buffer
	o := outcome{files: make(map[string][]byte)}
	o.code = cli.Main(args, &stdout, &stderr)
	o.stderr = shownLine.ReplaceAllString(strings.ReplaceAll(stderr.String(), filepath.ToSlash(dir)+"/in/", ""), "")
	if stdout.Len() > 0 {
		t.Errorf("generate prints on standard output: %s", stdout.String())
	}
	if entries, err := os.ReadDir(filepath.Join(dir, "module", "soap")); err != nil || len(entries) != 1 {
		t.Errorf("%s: the run-time is written although it is kept elsewhere", c.Name)
	}
	err := filepath.WalkDir(out, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || e.Name() == ".gitattributes" { // it only lists the others
			return err
		}
		name, err := filepath.Rel(out, path)
		if err != nil {
			return err
		}
		o.files[filepath.ToSlash(name)], err = os.ReadFile(path)
		return err
	})
	if err != nil && o.code == 0 {
		t.Fatal(err)
	}
	return o
}

// keptRuntime returns the file of a run-time that says which generated packages fit it.
func keptRuntime(t testing.TB) []byte {
	t.Helper()
	runtime, err := generator.GenerateRuntime(golden.Runtime)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Appendf(nil, "%s\n\npackage soap\n\nconst Protocol%d = true\n", templates.RuntimeHeader, runtime.Protocol)
}

// isGo reports whether a file of the output is a Go file, and not a document.
func isGo(name string) bool { return strings.HasSuffix(name, ".go") }

// isSource reports whether a file of the output is a document of the case, as it is.
func (c *testCase) isSource(name string, data []byte) bool {
	for _, f := range c.Archive.Files {
		if golden.IsSource(f.Name) && path.Base(f.Name) == name && bytes.Equal(f.Data, data) {
			return true
		}
	}
	return false
}

func writeFile(t testing.TB, path string, data []byte) {
	t.Helper()
	testfile.Write(t, path, data)
}
