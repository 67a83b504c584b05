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
	"strings"
	"testing"

	"example.com/quartet/generator"
)

// sharedRuntime is the import path of the run-time support that generated packages share in tests.
const sharedRuntime = "output.example/soaprt"

// typeChecker type-checks generated packages that share the run-time support. That is
// faster than compiling them.
type typeChecker struct {
	fset    *token.FileSet
	std     types.Importer
	runtime *types.Package
}

func newTypeChecker(t *testing.T) *typeChecker {
	t.Helper()
	support, err := generator.GenerateFlatRuntime("soaprt")
	if err != nil {
		t.Fatal(err)
	}
	c := &typeChecker{fset: token.NewFileSet()}
	files, err := c.parse(support.Files)
	if err != nil {
		t.Fatal(err)
	}
	exports := exportData(t, files, "embed")
	c.std = importer.ForCompiler(c.fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	if c.runtime, err = c.check("soaprt", files); err != nil {
		t.Fatal(err)
	}
	return c
}

// exportData returns the names of the files with export data of the packages that files import, by import path.
func exportData(t *testing.T, files []*ast.File, more ...string) map[string]string {
	t.Helper()
	args := append([]string{"list", "-export", "-deps", "-f", "{{.ImportPath}}={{.Export}}"}, more...)
	for _, f := range files {
		for _, i := range f.Imports {
			args = append(args, strings.Trim(i.Path.Value, `"`))
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
	if path == sharedRuntime {
		return c.runtime, nil
	}
	return c.std.Import(path)
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
