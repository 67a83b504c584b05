package descriptor

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// TestKinds compares the names with the constants of the run-time.
func TestKinds(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "../../../../templates/soap/internal/codec/row_kind.go", nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, decl := range file.Decls {
		constants, ok := decl.(*ast.GenDecl)
		if !ok || constants.Tok != token.CONST {
			continue
		}
		for _, spec := range constants.Specs {
			if name, ok := strings.CutPrefix(spec.(*ast.ValueSpec).Names[0].Name, "Kind"); ok {
				want = append(want, name)
			}
		}
	}
	if !slices.Equal(kindNames, want) {
		t.Errorf("got %s, want %s", kindNames, want)
	}
}
