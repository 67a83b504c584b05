package docs

import (
	"context"
	"encoding/xml"
	"errors"
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
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"example.com/quartet/generator"
)

// runtimePath is the import path of the run-time, which the packages of golden cases use, too.
const runtimePath = "example.com/quartet/templates/soap"

// imports are the packages that blocks of Go may use.
var imports = map[string]string{
	"base64":       "encoding/base64",
	"context":      "context",
	"crypto":       "crypto",
	"errors":       "errors",
	"faults":       "tour/faults",
	"fmt":          "fmt",
	"headers":      "tour/headers",
	"http":         "net/http",
	"httputil":     "net/http/httputil",
	"json":         "encoding/json",
	"log":          "log",
	"httptest":     "net/http/httptest",
	"orders":       "tour/orders",
	"os":           "os",
	"realtime":     "example.com/quartet/gen/realtime",
	"realtimetest": "example.com/quartet/gen/realtime/realtimetest",
	"testing":      "testing",
	"schema":       runtimePath + "/schema",
	"atomic":       "sync/atomic",
	"slog":         "log/slog",
	"soap":         runtimePath,
	"time":         "time",
	"tls":          "crypto/tls",
	"validate":     runtimePath + "/validate",
	"compress":     runtimePath + "/compress",
	"cors":         runtimePath + "/cors",
	"jsonhttp":     runtimePath + "/jsonhttp",
	"multipart":    runtimePath + "/multipart",
	"gzip":         "compress/gzip",
	"record":       runtimePath + "/record",
	"redact":       runtimePath + "/redact",
	"sample":       runtimePath + "/sample",
	"soaptest":     runtimePath + "/soaptest",
	"wirelog":      runtimePath + "/wirelog",
	"wsa":          runtimePath + "/wsa",
	"wsse":         runtimePath + "/wsse",
	"x509":         "crypto/x509",
	"xsd":          runtimePath + "/xsd",
}

// variables are what blocks of Go may use without declaring it, with their types.
var variables = map[string]string{
	"client":    "*realtime.Client",
	"ctx":       "context.Context",
	"document":  "[]byte",
	"err":       "error",
	"password":  "string",
	"pair":      "tls.Certificate",
	"passwords": "map[string]string",
	"receiver":  "*x509.Certificate",
	"roots":     "*x509.CertPool",
	"service":   "realtime.Realtime",
	"stops":     "headers.Stops",
	"token":     "string",
}

// goldenCases are the cases of the generator's tests whose packages blocks of Go may use.
var goldenCases = []string{"faults", "headers", "orders"}

// typeChecker finds the packages that blocks of Go import.
type typeChecker struct {
	fset     *token.FileSet
	compiled types.Importer
	golden   map[string]*types.Package
}

// newTypeChecker returns a type checker that knows the packages of the table of imports: the compiled ones of the build cache, and those
// of golden cases.
func newTypeChecker(t *testing.T) *typeChecker {
	t.Helper()
	list := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}}={{.Export}}")
	for _, path := range imports {
		if !strings.HasPrefix(path, "tour/") {
			list.Args = append(list.Args, path)
		}
	}
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	exports := make(map[string]string)
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), "=")
		exports[path] = file
	}
	c := &typeChecker{fset: token.NewFileSet(), golden: make(map[string]*types.Package)}
	c.compiled = importer.ForCompiler(c.fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	for _, name := range goldenCases {
		if c.golden["tour/"+name], err = c.check("tour/"+name, generateGolden(t, name)); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// Import implements types.Importer.
func (c *typeChecker) Import(path string) (*types.Package, error) {
	if pkg, ok := c.golden[path]; ok {
		return pkg, nil
	}
	return c.compiled.Import(path)
}

// check returns the package of some files, by their names.
func (c *typeChecker) check(path string, texts map[string]string) (*types.Package, error) {
	var files []*ast.File
	for name, text := range texts {
		file, err := parser.ParseFile(c.fset, name, text, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	config := types.Config{Importer: c}
	return config.Check(path, c.fset, files, nil)
}

// TestCode checks the types of the blocks of Go in all documents.
func TestCode(t *testing.T) {
	t.Parallel()
	checker := newTypeChecker(t)
	services, clients := 0, 0
	for _, b := range blocks(t, "go") {
		if _, _, ok := excerpt(b); ok {
			continue // TestExcerpts
		}
		text, err := compilable(b)
		if err == nil {
			_, err = checker.check("block", map[string]string{b.document: text})
		}
		if err != nil {
			t.Errorf("%s: %v", b, err)
			continue
		}
		if b.document == "README.md" && strings.Contains(b.text(), "func main()") {
			services++
		} else if b.document == "README.md" && strings.Contains(b.text(), "NewClient") {
			clients++
		}
	}
	if services != 1 || clients != 1 {
		t.Errorf("README.md shows %d services and %d clients, want one of each", services, clients)
	}
}

// TestExcerpts compares the blocks of Go that a file of the project has, too, with that file.
func TestExcerpts(t *testing.T) {
	t.Parallel()
	for _, b := range blocks(t, "go") {
		file, text, ok := excerpt(b)
		if !ok {
			continue
		}
		data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
		if err != nil {
			t.Errorf("%s: %v", b, err)
		} else if !strings.Contains(string(data), text) {
			t.Errorf("%s: %s has other code", b, file)
		}
	}
}

// excerpt returns the file that a block names in its first line, and the rest of the block.
func excerpt(b block) (file, text string, ok bool) {
	first, text, _ := strings.Cut(b.text(), "\n")
	match := regexp.MustCompile(`^// From (\S+)\.$`).FindStringSubmatch(first)
	if match == nil {
		return "", "", false
	}
	return match[1], text, true
}

// compilable returns a block as a file of Go: declarations as they are, statements in a function.
func compilable(b block) (string, error) {
	const start = "package block\n\n"
	text := b.text()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "", start+text, 0)
	if err != nil {
		if file, err = parser.ParseFile(files, "", start+"func _() error {\n"+text+"\n}\n", 0); err != nil {
			return "", err
		}
		text = function(text, file.Decls[0].(*ast.FuncDecl).Body)
	}
	var header, rest strings.Builder
	unresolved := make(map[string]bool)
	for _, name := range file.Unresolved {
		unresolved[name.Name] = true
	}
	for name, typ := range variables {
		if unresolved[name] {
			fmt.Fprintf(&rest, "var %s %s\n", name, typ)
			pkg, _, _ := strings.Cut(strings.TrimPrefix(typ, "*"), ".")
			unresolved[pkg] = true
		}
	}
	name := "block"
	if file.Scope.Lookup("main") != nil {
		name = "main"
	}
	fmt.Fprintf(&header, "package %s\n\n", name)
	for name, path := range imports {
		if unresolved[name] {
			fmt.Fprintf(&header, "import %q\n", path)
		}
	}
	return fmt.Sprintf("%s\n//line %s:%d\n%s\n//line end.go:1\n%s", &header, b.document, b.line, text, &rest), nil
}

// function returns statements as a function that uses all variables that they declare.
func function(text string, body *ast.BlockStmt) string {
	var names []string
	for _, statement := range body.List {
		if assign, ok := statement.(*ast.AssignStmt); ok && assign.Tok == token.DEFINE {
			for _, left := range assign.Lhs {
				if name, ok := left.(*ast.Ident); ok && name.Name != "_" && !slices.Contains(names, name.Name) {
					names = append(names, name.Name)
				}
			}
		}
	}
	var end strings.Builder
	for _, name := range names {
		fmt.Fprintf(&end, "_ = %s; ", name)
	}
	return "func _() error { " + text + end.String() + "return nil }"
}

// generateGolden returns the files of Go of the package of a golden case.
func generateGolden(t *testing.T, name string) map[string]string {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join(root, "generator", "testdata", name+".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	config := generator.Config{Package: name, Runtime: runtimePath}
	for _, f := range archive.Files {
		if extension := filepath.Ext(f.Name); extension == ".wsdl" || extension == ".xsd" {
			file := filepath.Join(dir, f.Name)
			write(t, file, string(f.Data))
			if config.Contract == "" { // the main document is the first
				config.Contract = file
			}
		}
	}
	result, err := generator.Generate(context.Background(), config)
	if err != nil {
		t.Fatal(err)
	}
	if result.Diagnostics.HasErrors() {
		t.Fatal(result.Diagnostics)
	}
	files := make(map[string]string)
	for _, f := range result.Files {
		if strings.HasSuffix(f.Name, ".go") {
			files[name+"/"+f.Name] = string(f.Data)
		}
	}
	return files
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestXML checks that the blocks of XML are well-formed.
func TestXML(t *testing.T) {
	t.Parallel()
	for _, b := range blocks(t, "xml") {
		for d := xml.NewDecoder(strings.NewReader(b.text())); ; {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Errorf("%s: %v", b, err)
				break
			}
		}
	}
}
