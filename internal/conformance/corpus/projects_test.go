//go:build !race

package corpus_test

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/quartet/internal/compiler/cli"
)

// TestCorpusProjects makes a project of each contract with quartet init. The Go files that people edit must be formatted, and
// all files must have the right types. The bodies of generated functions are not checked, as TestCorpus compiles them.
func TestCorpusProjects(t *testing.T) {
	dir := os.Getenv("QUARTET_CORPUS")
	if dir == "" {
		t.Skip("QUARTET_CORPUS is not set: want the directory of the corpus")
	}
	cases, invalid := corpusCases(t, dir)
	module := newModule(t)
	checker := newProjectChecker(t, module)
	began := time.Now()
	var mu sync.Mutex
	projects, operations := 0, 0
	inParallel(append(cases, invalid...), func(c *corpusCase) {
		n, err := c.project(module, checker)
		mu.Lock()
		defer mu.Unlock()
		switch {
		case errors.Is(err, errNoProject) && c.lenient:
		case err != nil:
			t.Errorf("%s: %v", c.name, err)
		default:
			projects, operations = projects+1, operations+n
		}
	})
	t.Logf("%d projects of %d contracts with %d operations in %.0f s", projects, len(cases)+len(invalid), operations, time.Since(began).Seconds())
}

// errNoProject says that a contract has errors.
var errNoProject = errors.New("no project")

// project makes and checks a project, and returns the number of operations to implement.
func (c *corpusCase) project(module string, checker *projectChecker) (operations int, err error) {
	folder := filepath.Join(module, c.pkg)
	args := []string{"init", c.main, "--out", folder}
	for _, name := range c.catalog {
		args = append(args, "--catalog", name)
	}
	if c.lenient {
		args = append(args, "--lenient")
	}
	var stdout, stderr bytes.Buffer
	switch code := cli.Main(args, &stdout, &stderr); code {
	case 0:
	case 1:
		return 0, fmt.Errorf("%w: %.500s", errNoProject, &stderr)
	default:
		return 0, fmt.Errorf("exit code %d: %.500s", code, &stderr)
	}
	packages, err := checker.parseProject(folder, "output.example/"+c.pkg)
	if err != nil {
		return 0, err
	}
	for _, file := range packages["output.example/"+c.pkg+"/internal/service"] {
		ast.Inspect(file, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && id.Name == "errNotImplemented" {
				operations++
			}
			return true
		})
	}
	local := &projectImporter{projectChecker: checker, packages: packages, checked: make(map[string]*types.Package)}
	for importPath := range packages {
		if _, err := local.Import(importPath); err != nil {
			return 0, err
		}
	}
	return operations - 2, os.RemoveAll(folder) // without the declaration and the test's use
}

// projectChecker type-checks projects that share a run-time.
type projectChecker struct {
	fset    *token.FileSet
	mu      sync.Mutex // of the importer
	std     types.Importer
	runtime *projectImporter
}

// newProjectChecker checks the run-time of a module.
func newProjectChecker(t *testing.T, module string) *projectChecker {
	t.Helper()
	c := &projectChecker{fset: token.NewFileSet()}
	out, err := goCommand(module, "list", "-export", "-deps", "-f", "{{.ImportPath}}={{.Export}}", "std").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	exports := make(map[string]string)
	for line := range strings.Lines(string(out)) {
		name, file, _ := strings.Cut(strings.TrimSpace(line), "=")
		exports[name] = file
	}
	c.std = importer.ForCompiler(c.fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	packages, err := c.parseProject(filepath.Join(module, "soap"), runtimePath)
	if err != nil {
		t.Fatal(err)
	}
	c.runtime = &projectImporter{projectChecker: c, packages: packages, checked: make(map[string]*types.Package)}
	for importPath := range packages {
		if _, err := c.runtime.Import(importPath); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// parseProject parses the Go files of a folder and those below it. Files that were not generated must be formatted.
func (c *projectChecker) parseProject(dir, importPath string) (map[string][]*ast.File, error) {
	packages := make(map[string][]*ast.File)
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(name) != ".go" {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if formatted, err := format.Source(text); !bytes.HasPrefix(text, []byte("// Code generated")) && (err != nil || !bytes.Equal(formatted, text)) {
			return fmt.Errorf("%s is not formatted: %w", name, err)
		}
		file, err := parser.ParseFile(c.fset, name, text, parser.SkipObjectResolution)
		rel, _ := filepath.Rel(dir, filepath.Dir(name))
		folder := path.Join(importPath, filepath.ToSlash(rel))
		packages[folder] = append(packages[folder], file)
		return err
	})
	return packages, err
}

// projectImporter checks the packages of a project, with their tests.
type projectImporter struct {
	*projectChecker
	packages map[string][]*ast.File
	checked  map[string]*types.Package
}

// Import implements types.Importer.
func (i *projectImporter) Import(importPath string) (*types.Package, error) {
	files, own := i.packages[importPath]
	switch {
	case i.checked[importPath] != nil:
		return i.checked[importPath], nil
	case own:
		generated := strings.Contains(importPath, "/gen/") || strings.HasPrefix(importPath, runtimePath)
		config := types.Config{Importer: i, GoVersion: "go1.23", IgnoreFuncBodies: generated}
		pkg, err := config.Check(importPath, i.fset, files, nil)
		if err != nil {
			return nil, err
		}
		i.checked[importPath] = pkg
		return pkg, nil
	case i.runtime != nil && i.runtime != i && i.runtime.checked[importPath] != nil:
		return i.runtime.checked[importPath], nil
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.std.Import(importPath)
}
