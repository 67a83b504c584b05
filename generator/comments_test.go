package generator_test

import (
	"go/ast"
	"strings"
	"testing"
)

// checkComments checks what linters want of comments: each exported declaration has one that begins with its name. A comment on
// a group of constants is about all of them.
func checkComments(t *testing.T, folder string, files map[string][]byte) {
	t.Helper()
	for name, data := range files {
		if !isGo(name) {
			continue
		}
		for _, decl := range parse(t, name, data).Decls {
			declared, comment := declaredIn(decl)
			if ast.IsExported(declared) && !strings.HasPrefix(comment, declared+" ") {
				t.Errorf("%s/%s: %s has the comment %q", folder, name, declared, comment)
			}
		}
	}
}

// declaredIn returns the name that a declaration declares, and the comment on it; "" for a group, and for a method of a type that
// is not exported.
func declaredIn(decl ast.Decl) (name, comment string) {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil || receiverIsExported(d.Recv.List[0].Type) {
			return d.Name.Name, d.Doc.Text()
		}
	case *ast.GenDecl:
		if d.Lparen.IsValid() {
			return "", ""
		}
		switch spec := d.Specs[0].(type) {
		case *ast.TypeSpec:
			return spec.Name.Name, d.Doc.Text()
		case *ast.ValueSpec:
			return spec.Names[0].Name, d.Doc.Text()
		}
	}
	return "", ""
}

func receiverIsExported(typ ast.Expr) bool {
	if pointer, ok := typ.(*ast.StarExpr); ok {
		typ = pointer.X
	}
	name, ok := typ.(*ast.Ident)
	return ok && name.IsExported()
}
