package docs

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/testing/golden"
)

// runtimePath is the import path of the run-time, which the packages of golden cases use, too.
const runtimePath = "example.com/quartet/templates/soap"

// imports are the packages that blocks of Go may use.
var imports = map[string]string{
	"base64":       "encoding/base64",
	"context":      "context",
	"crypto":       "crypto",
	"elements":     "tour/elements",
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
	"roots":     "*x509.CertPool",
	"service":   "realtime.Realtime",
	"stops":     "headers.Stops",
	"token":     "string",
}

// goldenCases are the cases of the generator's tests whose packages blocks of Go may use.
var goldenCases = []string{"elements", "faults", "headers", "orders"}

// TestCode compiles the blocks of Go in all documents.
func TestCode(t *testing.T) {
	t.Parallel()
	module := t.TempDir()
	write(t, filepath.Join(module, "go.mod"), "module tour\n\ngo 1.26\n")
	workspace := workspaceWith(t, module)
	for _, name := range goldenCases {
		generateGolden(t, module, name)
	}
	services, clients := 0, 0
	var packages []string
	for i, b := range blocks(t, "go") {
		if _, _, ok := excerpt(b); ok {
			continue // TestExcerpts
		}
		text, err := compilable(b)
		if err != nil {
			t.Errorf("%s: %v", b, err)
			continue
		}
		name := fmt.Sprintf("block%d", i)
		write(t, filepath.Join(module, name, "block.go"), text)
		packages = append(packages, "./"+name)
		if b.document == "README.md" && strings.Contains(b.text(), "func main()") {
			services++
		} else if b.document == "README.md" && strings.Contains(b.text(), "NewClient") {
			clients++
		}
	}
	if services != 1 || clients != 1 {
		t.Errorf("README.md shows %d services and %d clients, want one of each", services, clients)
	}
	vet := exec.Command("go", append([]string{"vet"}, packages...)...) // by name: the pattern ./... skips what cannot be built
	vet.Dir = module
	vet.Env = append(os.Environ(), "GOFLAGS="+golden.GoFlags, "GOTOOLCHAIN=local", "GOWORK="+workspace)
	if out, err := vet.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
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

// workspaceWith writes a workspace of a module and this one, and returns the name of its go.work. What is compiled in it has
// the import paths and options that it has in this module, so that the build cache is used.
func workspaceWith(t *testing.T, module string) string {
	t.Helper()
	abs, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(abs, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	version := regexp.MustCompile(`(?m)^go .*$`).FindString(string(data))
	name := filepath.Join(module, "go.work")
	write(t, name, version+"\n\nuse .\nuse "+strconv.Quote(abs)+"\n")
	return name
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

// generateGolden writes the package of a golden case into the module.
func generateGolden(t *testing.T, module, name string) {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join(root, "generator", "testdata", name+".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	config := generator.Config{Package: name, Runtime: runtimePath}
	for _, f := range archive.Files {
		switch extension := filepath.Ext(f.Name); {
		case f.Name == "args":
			config.Elements = slices.Contains(strings.Fields(string(f.Data)), "--elements")
		case extension == ".wsdl" || extension == ".xsd":
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
	if err := result.Write(filepath.Join(module, name), ""); err != nil {
		t.Fatal(err)
	}
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
