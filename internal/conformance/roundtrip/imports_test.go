package roundtrip

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestImports checks that the generated package and the run-time import each other and the standard library only, not
// encoding/xml, and that they have no build constraints or linknames. Reflection is for the descriptions of types, for JSON of
// values that may be nil, for messages that may be, and for values in one line; unsafe is in one file. The packages for tests, soaptest and record, may
// use encoding/xml and reflection, and the service page writes values in Go with reflection.
func TestImports(t *testing.T) {
	const root = "../../.."
	refused := map[string]bool{"encoding/xml": true, "C": true, "plugin": true}
	for _, name := range append(goFiles(t, root, "gen/realtime"), goFiles(t, root, "templates/soap")...) {
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, name), nil, parser.ImportsOnly|parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		_, name, _ = strings.Cut(name, "/") // soap/handler.go
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			first, _, _ := strings.Cut(imported, "/")
			own := strings.HasPrefix(imported, "example.com/quartet/gen/") || strings.HasPrefix(imported+"/", "example.com/quartet/templates/soap/")
			forTests := strings.HasPrefix(name, "soap/soaptest/") || strings.HasPrefix(name, "soap/record/")
			reflection := forTests || strings.HasPrefix(name, "soap/internal/codec/") || name == "soap/multipart/attachments.go" || filepath.ToSlash(filepath.Dir(name)) == "soap" || name == "soap/internal/text/text.go" || name == "soap/validate/described.go" || name == "soap/validate/anonymous.go" || name == "soap/xsd/nillable.go" || name == "soap/page/golang.go"
			if strings.Contains(first, ".") && !own || refused[imported] && !(forTests && imported == "encoding/xml") || imported == "reflect" && !reflection || imported == "unsafe" && name != "soap/internal/codec/row_unsafe.go" {
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

// goFiles returns the Go files in a folder and below it, but for tests. The names are relative to root and have slashes.
func goFiles(t *testing.T, root, folder string) []string {
	t.Helper()
	var files []string
	err := fs.WalkDir(os.DirFS(root), folder, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Name() == "testdata" {
			return fs.SkipDir
		}
		if strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") {
			files = append(files, name)
		}
		return err
	})
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: %d files, error %v", folder, len(files), err)
	}
	return files
}
