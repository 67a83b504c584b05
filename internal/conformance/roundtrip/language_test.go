package roundtrip

import (
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/quartet/wsdl"
)

const generated = "../../../gen/realtime"

// TestLanguageVersion builds and vets a copy of the generated package in a module
// with language version Go 1.23.
func TestLanguageVersion(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range append(generatedFiles(t), filepath.Join(generated, wsdl.Contract), filepath.Join(generated, wsdl.Schema)) {
		copyFile(t, name, filepath.Join(dir, filepath.Base(name)))
	}
	module := "module rail.example\n\ngo 1.23\n"
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

// generatedFiles returns the Go files of the generated package, but for its tests, which are written by hand.
func generatedFiles(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(generated, "*.go"))
	files = slices.DeleteFunc(files, func(name string) bool { return strings.HasSuffix(name, "_test.go") })
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	return files
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestImports checks that the generated package imports the standard library
// only, and neither encoding/xml nor reflect, and that it has no build
// constraints or linknames.
func TestImports(t *testing.T) {
	refused := map[string]bool{"reflect": true, "encoding/xml": true, "unsafe": true, "C": true, "plugin": true}
	for _, name := range generatedFiles(t) {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly|parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range file.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			first, _, _ := strings.Cut(path, "/")
			if strings.Contains(first, ".") || refused[path] {
				t.Errorf("%s imports %s, which is not allowed", filepath.Base(name), path)
			}
		}
		for _, group := range file.Comments {
			for _, c := range group.List {
				if strings.HasPrefix(c.Text, "//go:linkname") || strings.HasPrefix(c.Text, "//go:build") {
					t.Errorf("%s contains %s, which is not allowed", filepath.Base(name), c.Text)
				}
			}
		}
	}
}
