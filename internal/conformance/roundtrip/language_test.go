package roundtrip

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// generated is the folder with the generated package and its run-time.
const generated = "../../../gen"

// generatedModule is the prefix of their import paths.
const generatedModule = "example.com/quartet/gen"

// TestLanguageVersion builds and vets a copy of the generated package and its run-time
// in a module with language version Go 1.23.
func TestLanguageVersion(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	documents := contractFiles(t)
	for _, name := range append(generatedFiles(t), documents...) {
		copyFile(t, filepath.Join(generated, name), filepath.Join(dir, name))
	}
	module := "module " + generatedModule + "\n\ngo 1.23\n"
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(module), 0o666); err != nil {
		t.Fatal(err)
	}
	// With -trimpath the build cache does not depend on the temporary directory.
	for _, arguments := range [][]string{{"build", "-trimpath", "./..."}, {"vet", "-trimpath", "./..."}} {
		cmd := exec.Command("go", arguments...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOTOOLCHAIN=local", "GOWORK=off", "GOFLAGS=", "GOPROXY=off")
		if output, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("go %s: %v\n%s", strings.Join(arguments, " "), err, output)
		}
	}
}

// generatedFiles returns the Go files of the generated package and its run-time, but for
// tests, which are written by hand. The names are relative to generated.
func generatedFiles(t *testing.T) []string {
	t.Helper()
	var files []string
	for _, folder := range []string{"realtime", "soap"} {
		tree := filepath.Join(generated, folder)
		before := len(files)
		err := filepath.WalkDir(tree, func(name string, _ fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
				return err
			}
			name, err = filepath.Rel(generated, name)
			files = append(files, name)
			return err
		})
		if err != nil || len(files) == before {
			t.Fatalf("%s: %d files, error %v", tree, len(files)-before, err)
		}
	}
	return files
}

// contractFiles returns the documents of the contract that generated code embeds, relative to generated.
func contractFiles(t *testing.T) []string {
	t.Helper()
	var files []string
	for _, pattern := range []string{"*.wsdl", "*.xsd"} {
		found, err := fs.Glob(os.DirFS(generated), "realtime/"+pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		files = append(files, found...)
	}
	return files
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestImports checks that the generated package and its run-time import each other and
// the standard library only, not encoding/xml, and that they have no build constraints or
// linknames. Reflection is for the descriptions of types and for JSON of values that may be
// nil, and unsafe is in one file. The packages for tests, soaptest and record, may use
// encoding/xml and reflection, and the service page writes values in Go with reflection.
func TestImports(t *testing.T) {
	refused := map[string]bool{"encoding/xml": true, "C": true, "plugin": true}
	for _, name := range generatedFiles(t) {
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(generated, name), nil, parser.ImportsOnly|parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			first, _, _ := strings.Cut(imported, "/")
			own := strings.HasPrefix(imported, generatedModule+"/")
			forTests := strings.HasPrefix(name, "soap/soaptest/") || strings.HasPrefix(name, "soap/record/")
			reflection := forTests || strings.HasPrefix(name, "soap/schema/") || filepath.Dir(name) == "soap" || name == "soap/xsd/nillable.go" || name == "soap/page/golang.go"
			if strings.Contains(first, ".") && !own || refused[imported] && !(forTests && imported == "encoding/xml") || imported == "reflect" && !reflection || imported == "unsafe" && name != "soap/schema/row_unsafe.go" {
				t.Errorf("%s imports %s, which is not allowed", name, imported)
			}
		}
		for _, group := range file.Comments {
			for _, c := range group.List {
				if strings.HasPrefix(c.Text, "//go:linkname") || strings.HasPrefix(c.Text, "//go:build") {
					t.Errorf("%s contains %s, which is not allowed", name, c.Text)
				}
			}
		}
	}
}
