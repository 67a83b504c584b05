package bench

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"example.com/quartet/wsdl"
)

// TestGowsdlTypes compares the types that gowsdl generates with those that the benchmarks
// use.
func TestGowsdlTypes(t *testing.T) {
	used, err := os.ReadFile("gowsdl_test.go")
	if err != nil {
		t.Fatal(err)
	}
	generated := structs(t, gowsdlSource(t))
	compared := 0
	for name, got := range structs(t, used) {
		want, ok := generated[name]
		if !ok {
			continue
		}
		compared++
		if got != want {
			t.Errorf("%s:\n%s\ngowsdl generates\n%s", name, got, want)
		}
	}
	if compared != 4 {
		t.Errorf("%d types compared, want 4", compared)
	}
}

// gowsdlSource returns the output of gowsdl for the contract. As gowsdl does not support
// overloads, the output does not compile, but its types are correct.
func gowsdlSource(t *testing.T) []byte {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, wsdl.Files()); err != nil {
		t.Fatal(err)
	}
	command := exec.Command("go", "run", "github.com/hooklift/gowsdl/cmd/gowsdl",
		"-p", "rail", "-o", "rail.go", "-d", dir, filepath.Join(dir, wsdl.Contract))
	if output, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", command, err, output)
	}
	source, err := os.ReadFile(filepath.Join(dir, "rail", "rail.go"))
	if err != nil {
		t.Fatal(err)
	}
	return source
}

// structs returns the source of the struct types in a Go file by name, without comments.
func structs(t *testing.T, source []byte) map[string]string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	found := make(map[string]string)
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.TypeSpec)
		if !ok {
			return true
		}
		if _, ok := spec.Type.(*ast.StructType); ok {
			var text bytes.Buffer
			if err := format.Node(&text, token.NewFileSet(), spec); err != nil {
				t.Fatal(err)
			}
			found[spec.Name.Name] = text.String()
		}
		return true
	})
	return found
}
