package emit

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"

	"example.com/quartet/templates"
)

// Runtime renders the run-time support as a separate package named pkg.
func Runtime(pkg string, support *templates.Support) ([]File, error) {
	var files []File
	for _, f := range support.Shared(pkg, Mark+"its run-time support. DO NOT EDIT.\n") {
		files = append(files, File(f))
	}
	return files, format(files)
}

// useRuntimePackage makes files refer to the run-time support as to another package:
//
//	func (v *Item) decode(d *decoder) {        func (v *Item) QuartetDecode(d *rt.Decoder) {
//
// An identifier refers to the support if it has the name of one of its
// declarations and is not resolved within the file; other identifiers with such a
// name are fields or local.
func (e *emitter) useRuntimePackage(files []File) error {
	r := &runtimeRewriter{emitter: e, fset: token.NewFileSet(), embedded: make(map[string]bool)}
	parsed := make([]*ast.File, len(files))
	for i, f := range files {
		file, err := parser.ParseFile(r.fset, f.Name, f.Data, parser.ParseComments)
		if err != nil {
			return fmt.Errorf("rendering %s: %w", f.Name, err)
		}
		parsed[i] = file
		ast.Inspect(file, r.noteEmbedded)
	}
	for i := range files {
		files[i].Data = r.rewrite(&files[i], parsed[i])
	}
	return nil
}

// runtimeRewriter rewrites the files of one package.
type runtimeRewriter struct {
	*emitter
	fset     *token.FileSet
	embedded map[string]bool // types of the support that generated structs embed
}

func (r *runtimeRewriter) noteEmbedded(n ast.Node) bool {
	t, ok := n.(*ast.StructType)
	if !ok {
		return true
	}
	for _, f := range t.Fields.List {
		typ := f.Type
		if star, ok := typ.(*ast.StarExpr); ok {
			typ = star.X
		}
		if id, ok := typ.(*ast.Ident); ok && len(f.Names) == 0 {
			r.embedded[id.Name] = true
		}
	}
	return true
}

type replacement struct {
	at, length int
	text       string
}

func (r *runtimeRewriter) rewrite(f *File, file *ast.File) []byte {
	alias := aliasIn(file)
	keys := fieldNames(file)
	var edits []replacement
	replace := func(id *ast.Ident, text string) {
		edits = append(edits, replacement{r.fset.Position(id.Pos()).Offset, len(id.Name), text})
	}
	qualified := false
	for _, id := range file.Unresolved { // not declared in the file
		if name, ok := r.support.Exported(id.Name); ok && !keys[id] {
			replace(id, alias+"."+name)
			qualified = true
		}
	}
	for id := range keys {
		if name := r.member(id.Name); name != id.Name {
			replace(id, name)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			if isElementName(n) {
				edits = append(edits, replacement{r.fset.Position(n.Elts[0].Pos()).Offset, 0, "NS: "},
					replacement{r.fset.Position(n.Elts[1].Pos()).Offset, 0, "Local: "})
			}
		case *ast.SelectorExpr:
			if name := r.member(n.Sel.Name); name != n.Sel.Name {
				replace(n.Sel, name)
			}
		case *ast.FuncDecl:
			if shared := templates.SharedMethod(n.Name.Name); n.Recv != nil && shared != n.Name.Name {
				replace(n.Name, shared)
			}
		case *ast.InterfaceType:
			for _, m := range n.Methods.List {
				for _, id := range m.Names {
					if shared := templates.SharedMethod(id.Name); shared != id.Name {
						replace(id, shared)
					}
				}
			}
		}
		return true
	})
	if qualified {
		edits = append(edits, r.importOf(file, alias))
	}
	out := apply(f.Data, edits)
	if qualified && (f.Name == "contract.go" || f.Name == "package.go") {
		out = fmt.Appendf(out, "\n// The run-time support has to be of the quartet that generated this package.\nconst _ = %s.%s\n", alias, r.support.Guard())
	}
	return out
}

// importOf returns the import of the run-time support: in the block of imports, or
// as a separate declaration.
func (r *runtimeRewriter) importOf(file *ast.File, alias string) replacement {
	path := alias + " " + strconv.Quote(r.pkg.Runtime)
	if block := importBlock(file); block != token.NoPos && r.service != nil {
		return replacement{r.fset.Position(block).Offset + 1, 0, "\n" + path}
	}
	return replacement{r.fset.Position(file.Name.End()).Offset, 0, "\n\nimport " + path + "\n"}
}

// member returns the name of a field or method with the separate run-time package:
// the exported name if it is that of an embedded type of the support or of a
// method that the support calls.
func (r *runtimeRewriter) member(name string) string {
	if exported, ok := r.support.Exported(name); ok && (r.embedded[name] || r.support.Embeds(exported)) {
		return exported
	}
	return templates.SharedMethod(name)
}

// isElementName reports whether a literal is of the form {1, "item"}. If the struct
// is in another package, the literal needs field names.
func isElementName(lit *ast.CompositeLit) bool {
	if len(lit.Elts) != 2 {
		return false
	}
	ns, ok := lit.Elts[0].(*ast.BasicLit)
	if !ok || ns.Kind != token.INT {
		return false
	}
	_, pair := lit.Elts[1].(*ast.KeyValueExpr)
	number, isNumber := lit.Elts[1].(*ast.BasicLit)
	return !pair && !(isNumber && number.Kind == token.INT)
}

// importBlock returns the position of the parenthesis that opens the block of
// imports; token.NoPos if there is none.
func importBlock(file *ast.File) token.Pos {
	for _, decl := range file.Decls {
		if d, ok := decl.(*ast.GenDecl); ok && d.Tok == token.IMPORT {
			return d.Lparen
		}
	}
	return token.NoPos
}

// aliasIn returns a name for the import that is not used in the file.
func aliasIn(file *ast.File) string {
	used := make(map[string]bool)
	ast.Inspect(file, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			used[id.Name] = true
		}
		return true
	})
	alias := "rt"
	for n := 2; used[alias]; n++ {
		alias = "rt" + strconv.Itoa(n)
	}
	return alias
}

// fieldNames returns the keys of composite literals that are identifiers. They are
// all names of fields, as generated map literals have no such keys.
func fieldNames(file *ast.File) map[*ast.Ident]bool {
	keys := make(map[*ast.Ident]bool)
	ast.Inspect(file, func(n ast.Node) bool {
		if kv, ok := n.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok {
				keys[id] = true
			}
		}
		return true
	})
	return keys
}

func apply(text []byte, edits []replacement) []byte {
	slices.SortFunc(edits, func(a, b replacement) int { return cmp.Compare(a.at, b.at) })
	var out bytes.Buffer
	at := 0
	for _, e := range edits {
		out.Write(text[at:e.at])
		out.WriteString(e.text)
		at = e.at + e.length
	}
	out.Write(text[at:])
	return out.Bytes()
}
