package corpus_test

import (
	"context"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/reviewing/diff"
	"example.com/quartet/internal/compiler/reviewing/diff/examples"
)

const sourceRuntime = "example.com/quartet/templates/soap"

// typeChecker checks generated packages that import the run-time where it is.
type typeChecker struct {
	fset      *token.FileSet
	runtime   types.Importer
	generated *types.Package // the package that programs import as "books"
}

func newTypeChecker(t *testing.T) *typeChecker {
	t.Helper()
	fset := token.NewFileSet()
	return &typeChecker{fset: fset, runtime: importerOf(t, fset, exec.Command("go", append(listExports, sourceRuntime+"/...", "embed")...))}
}

var listExports = []string{"list", "-export", "-deps", "-f", "{{.ImportPath}}={{.Export}}"}

// importerOf returns an importer of the packages that a command with the arguments listExports prints.
func importerOf(t *testing.T, fset *token.FileSet, list *exec.Cmd) types.Importer {
	t.Helper()
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	exports := make(map[string]string)
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), "=")
		exports[path] = file
	}
	return importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
}

// Import implements types.Importer.
func (c *typeChecker) Import(path string) (*types.Package, error) {
	if path == "books" {
		return c.generated, nil
	}
	return c.runtime.Import(path)
}

// generate returns the package for a contract, nil if there is none.
func (c *typeChecker) generate(t *testing.T, text string) *types.Package {
	t.Helper()
	name := filepath.Join(t.TempDir(), "books.wsdl")
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	result, err := generator.Generate(context.Background(), generator.Config{Contract: name, Runtime: sourceRuntime})
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, f := range result.Files {
		if !strings.HasSuffix(f.Name, ".go") {
			continue
		}
		file, err := parser.ParseFile(c.fset, f.Name, f.Data, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	if files == nil {
		return nil
	}
	config := types.Config{Importer: c}
	pkg, err := config.Check("books", c.fset, files, nil)
	if err != nil {
		t.Fatal(err)
	}
	return pkg
}

// compiles returns the first error of a program that imports a generated package.
func (c *typeChecker) compiles(t *testing.T, program string, pkg *types.Package) error {
	t.Helper()
	file, err := parser.ParseFile(c.fset, "program.go", program, parser.SkipObjectResolution)
	if err != nil {
		t.Fatalf("%v in\n%s", err, program)
	}
	c.generated = pkg
	config := types.Config{Importer: c}
	_, err = config.Check("program", c.fset, []*ast.File{file}, nil)
	return err
}

// goProgram is a program that uses a generated package.
type goProgram struct {
	strings.Builder
	imports map[string]string
	n       int
}

// qualifier returns the name by which the program imports a package.
func (p *goProgram) qualifier(pkg *types.Package) string {
	if p.imports[pkg.Path()] == "" {
		p.imports[pkg.Path()] = fmt.Sprintf("p%d", len(p.imports))
	}
	return p.imports[pkg.Path()]
}

func (p *goProgram) typeText(t types.Type) string { return types.TypeString(t, p.qualifier) }

func (p *goProgram) next() string {
	p.n++
	return fmt.Sprintf("x%d", p.n)
}

func (p *goProgram) text() string {
	var b strings.Builder
	b.WriteString("package program\n")
	for path, name := range p.imports {
		fmt.Fprintf(&b, "import %s %q\n", name, path)
	}
	return b.String() + p.String()
}

// programs returns programs that use all of a package: one that implements its interfaces, and one that calls its clients.
func programs(pkg *types.Package) (implementer, caller string) {
	a, b := &goProgram{imports: make(map[string]string)}, &goProgram{imports: make(map[string]string)}
	for _, name := range pkg.Scope().Names() {
		obj := pkg.Scope().Lookup(name)
		if !obj.Exported() || strings.Contains(name, "Unimplemented") || strings.HasSuffix(name, "Seq") {
			continue
		}
		switch obj := obj.(type) {
		case *types.Const, *types.Var:
			for _, p := range []*goProgram{a, b} {
				fmt.Fprintf(p, "var _ %s = %s.%s\n", p.typeText(obj.Type()), p.qualifier(pkg), name)
			}
		case *types.Func:
			if p := a; strings.Contains(name, "NewHandler") {
				fmt.Fprintf(p, "var _ = %s.%s\n", p.qualifier(pkg), name)
			}
		case *types.TypeName:
			switch {
			case isService(obj):
				implement(a, obj)
				fmt.Fprintf(b, "var _ %s\n", b.typeText(obj.Type()))
			case strings.HasSuffix(name, "Client"):
				call(b, obj)
			default:
				use(a, obj)
				use(b, obj)
			}
		}
	}
	return a.text(), b.text()
}

// isService reports whether a type is the interface of a service: all of its methods take a context.
func isService(obj *types.TypeName) bool {
	i, ok := obj.Type().Underlying().(*types.Interface)
	if !ok || i.NumMethods() == 0 {
		return false
	}
	params := i.Method(0).Type().(*types.Signature).Params()
	return params.Len() > 0 && params.At(0).Type().String() == "context.Context"
}

func implement(p *goProgram, obj *types.TypeName) {
	name, i := p.next(), obj.Type().Underlying().(*types.Interface)
	fmt.Fprintf(p, "type %s struct{}\n", name)
	for m := range i.Methods() {
		fmt.Fprintf(p, "func (%s) %s%s { panic(0) }\n", name, m.Name(), strings.TrimPrefix(p.typeText(m.Type()), "func"))
	}
	fmt.Fprintf(p, "var _ %s = %s{}\n", p.typeText(obj.Type()), name)
}

func call(p *goProgram, obj *types.TypeName) {
	methods := types.NewMethodSet(types.NewPointer(obj.Type()))
	for i := range methods.Len() {
		m := methods.At(i).Obj()
		if !m.Exported() || strings.HasSuffix(m.Name(), "Seq") {
			continue
		}
		fmt.Fprintf(p, "func %s(c *%s) { var f %s = c.%s; _ = f }\n", p.next(), p.typeText(obj.Type()), p.typeText(m.Type()), m.Name())
	}
}

func use(p *goProgram, obj *types.TypeName) {
	fmt.Fprintf(p, "var %s %s\n", p.next(), p.typeText(obj.Type()))
	s, ok := obj.Type().Underlying().(*types.Struct)
	if !ok {
		if basic, ok := obj.Type().Underlying().(*types.Basic); ok {
			fmt.Fprintf(p, "func %s(v %s) %s { return %s(v) }\n", p.next(), p.typeText(obj.Type()), basic, basic)
		}
		return
	}
	for f := range s.Fields() {
		if f.Exported() {
			fmt.Fprintf(p, "func %s(v *%s) { var f %s = v.%s; v.%s = f }\n", p.next(), p.typeText(obj.Type()), p.typeText(f.Type()), f.Name(), f.Name())
		}
	}
}

// TestGoCode compiles programs that use all of the package generated from the old version with the package generated from
// the new one, and compares the result with what the findings say.
func TestGoCode(t *testing.T) {
	c := newTypeChecker(t)
	for _, rule := range diff.Rules() {
		t.Run(rule.ID, func(t *testing.T) {
			oldText, newText := examples.Versions(t, examples.Of(t, rule.ID))
			found := diff.Compare(examples.Contract(t, oldText), examples.Contract(t, newText))
			old, new := c.generate(t, oldText), c.generate(t, newText)
			if old == nil || new == nil {
				t.Skip("there is no Go code for such contracts")
			}
			implementer, caller := programs(old)
			for _, p := range []struct {
				name, text string
				who        diff.Parties
			}{{"implementers", implementer, diff.Implementers}, {"callers", caller, diff.Callers}} {
				if err := c.compiles(t, p.text, old); err != nil {
					t.Fatalf("%s of the old version: %v\n%s", p.name, err, p.text)
				}
				says := false
				for _, f := range found {
					says = says || f.Breaks.Has(p.who)
				}
				if err := c.compiles(t, p.text, new); says != (err != nil) {
					t.Errorf("%s: breaks: %v, but: %v\n%s", p.name, says, err, diff.Text(found))
				}
			}
		})
	}
}
