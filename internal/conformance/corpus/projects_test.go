//go:build !race

package corpus_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/reading/diag"
)

// TestCorpusProjects makes a project of each contract, as quartet init does. The Go files that people edit must be formatted, and
// all files must have the right types. The bodies of generated functions are not checked, as TestCorpus compiles them.
func TestCorpusProjects(t *testing.T) {
	cases, invalid := corpusCases(t)
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

// project makes and checks a project in memory, and returns the number of operations to implement.
func (c *corpusCase) project(module string, checker *projectChecker) (operations int, err error) {
	folder, importPath := filepath.Join(module, c.pkg), "output.example/"+c.pkg
	config := generator.Config{Contract: c.main, Catalogs: c.catalog, Runtime: runtimePath, Lenient: c.lenient}
	result, err := generator.Inspect(context.Background(), config)
	if err != nil {
		return 0, err
	}
	if result.Diagnostics.HasErrors() {
		return 0, fmt.Errorf("%w: %.500s", errNoProject, result.Diagnostics.Only(diag.Error))
	}
	copied, err := result.CopyContract("contract")
	if err != nil {
		return 0, err
	}
	if copied.Diagnostics.HasErrors() {
		return 0, fmt.Errorf("the copy: %.500s", copied.Diagnostics)
	}
	config.Package, config.Optional = result.Package, []string{"soaptest"}
	config.Dir, config.ImportPath = filepath.Join(folder, "gen", result.Package), path.Join(importPath, "gen", result.Package)
	project, err := result.Project(copied, generator.ProjectConfig{
		Dir: folder, ImportPath: importPath, Package: config,
	})
	if err != nil {
		return 0, err
	}
	packages, err := checker.parseProject(project.Files, importPath)
	if err != nil {
		return 0, err
	}
	for _, file := range packages["output.example/"+c.pkg+"/internal/service"] {
		for _, declared := range file.Decls {
			if method, ok := declared.(*ast.FuncDecl); ok && method.Recv != nil {
				operations++
			}
		}
	}
	local := &projectImporter{projectChecker: checker, packages: packages, checked: make(map[string]*types.Package)}
	for importPath := range packages {
		if _, err := local.Import(importPath); err != nil {
			return 0, err
		}
	}
	return operations, nil
}

// projectChecker type-checks projects that share a run-time.
type projectChecker struct {
	fset    *token.FileSet
	mu      sync.Mutex // guards the importer
	std     types.Importer
	runtime *projectImporter
}

// newProjectChecker checks the run-time of a module.
func newProjectChecker(t *testing.T, module string) *projectChecker {
	t.Helper()
	fset := token.NewFileSet()
	c := &projectChecker{fset: fset, std: importerOf(t, fset, goCommand(module, append(listExports, "std")...))}
	runtime, err := generator.GenerateRuntime(runtimePath)
	if err != nil {
		t.Fatal(err)
	}
	packages, err := c.parseProject(runtime.Files, runtimePath)
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

// parseProject parses Go files. Those that were not generated must be formatted.
func (c *projectChecker) parseProject(files []generator.File, importPath string) (map[string][]*ast.File, error) {
	packages := make(map[string][]*ast.File)
	for _, f := range files {
		if path.Ext(f.Name) != ".go" {
			continue
		}
		if !bytes.HasPrefix(f.Data, []byte("// Code generated")) {
			if formatted, err := format.Source(f.Data); err != nil || !bytes.Equal(formatted, f.Data) {
				return nil, fmt.Errorf("%s is not formatted (%v)", f.Name, err)
			}
		}
		file, err := parser.ParseFile(c.fset, f.Name, f.Data, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		folder := path.Join(importPath, path.Dir(f.Name))
		packages[folder] = append(packages[folder], file)
	}
	return packages, nil
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
