package generator_test

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path"
	"strings"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/testing/golden"
)

// typeChecker type-checks generated packages that share a run-time. That is faster than
// compiling them.
type typeChecker struct {
	fset    *token.FileSet
	std     types.Importer
	files   map[string][]*ast.File    // files of the run-time, by import path
	runtime map[string]*types.Package // the packages of the run-time that were checked
}

func newTypeChecker(t *testing.T) *typeChecker {
	t.Helper()
	runtime, err := generator.GenerateRuntime(golden.Runtime)
	if err != nil {
		t.Fatal(err)
	}
	c := &typeChecker{fset: token.NewFileSet(), files: make(map[string][]*ast.File), runtime: make(map[string]*types.Package)}
	all, err := c.parse(runtime.Files)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range all {
		importPath := path.Join(golden.Runtime, path.Dir(c.fset.Position(file.Pos()).Filename))
		c.files[importPath] = append(c.files[importPath], file)
	}
	exports := exportData(t, all, "embed")
	c.std = importer.ForCompiler(c.fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	for importPath := range c.files {
		if _, err := c.Import(importPath); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// exportData returns the names of the files with export data of the packages of the
// standard library that files import, and of more, by import path.
func exportData(t *testing.T, files []*ast.File, more ...string) map[string]string {
	t.Helper()
	args := append([]string{"list", "-export", "-deps", "-f", "{{.ImportPath}}={{.Export}}"}, more...)
	for _, f := range files {
		for _, i := range f.Imports {
			if path := strings.Trim(i.Path.Value, `"`); !strings.HasPrefix(path, golden.Module+"/") {
				args = append(args, path)
			}
		}
	}
	out, err := exec.Command("go", args...).Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	exports := make(map[string]string)
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), "=")
		exports[path] = file
	}
	return exports
}

// Import implements types.Importer.
func (c *typeChecker) Import(path string) (*types.Package, error) {
	files, ok := c.files[path]
	if !ok {
		return c.std.Import(path)
	}
	if c.runtime[path] == nil {
		pkg, err := c.check(path, files)
		if err != nil {
			return nil, err
		}
		c.runtime[path] = pkg
	}
	return c.runtime[path], nil
}

func (c *typeChecker) parse(files []generator.File) (parsed []*ast.File, err error) {
	for _, f := range files {
		if !isGo(f.Name) {
			continue
		}
		file, err := parser.ParseFile(c.fset, f.Name, f.Data, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		parsed = append(parsed, file)
	}
	return parsed, nil
}

func (c *typeChecker) check(path string, files []*ast.File) (*types.Package, error) {
	config := types.Config{Importer: c, GoVersion: "go" + languageVersion}
	pkg, err := config.Check(path, c.fset, files, nil)
	if err != nil {
		return nil, fmt.Errorf("type-checking: %w", err)
	}
	return pkg, nil
}

// checkPackage returns the first type error in a generated package.
func (c *typeChecker) checkPackage(files []generator.File) error {
	parsed, err := c.parse(files)
	if err != nil {
		return err
	}
	_, err = c.check("output", parsed)
	return err
}
