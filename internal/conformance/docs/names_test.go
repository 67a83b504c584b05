package docs

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"testing"
)

// TestNamesOfPackages checks that the names to which the comments of the run-time's packages refer exist.
func TestNamesOfPackages(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(root, "templates", "soap", "*", "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	more, err := filepath.Glob(filepath.Join(root, "templates", "soap", "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	packages := make(map[string][]*ast.File)
	for _, name := range append(files, more...) {
		file, err := parser.ParseFile(set, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		packages[filepath.Dir(name)] = append(packages[filepath.Dir(name)], file)
	}
	for dir, files := range packages {
		pkg, err := doc.NewFromFiles(set, files, "example.com/soap")
		if err != nil {
			t.Errorf("%s: %v", dir, err)
			continue
		}
		exists := pkg.Parser().LookupSym
		for _, match := range regexp.MustCompile(`\[([A-Z]\w*)\]`).FindAllStringSubmatch(pkg.Doc, -1) {
			if !exists("", match[1]) {
				t.Errorf("%s has no %s", dir, match[1])
			}
		}
	}
}
