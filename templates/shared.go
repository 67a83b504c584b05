package templates

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/ast"
	"slices"
	"strings"
)

// sharedMethods are the methods by which the support calls what is generated.
// Across packages they have to be exported; the names keep clear of those of
// fields.
var sharedMethods = map[string]string{
	"attachments": "QuartetAttachments",
	"decode":      "QuartetDecode",
	"encode":      "QuartetEncode",
	"create":      "QuartetCreate",
	"params":      "QuartetParams",
	"schemaType":  "QuartetSchemaType",
	"writeDetail": "QuartetWriteDetail",
	"writeHeader": "QuartetWriteHeader",
	"client":      "QuartetClient",
	"write":       "QuartetWrite",
	"name":        "QuartetName",
	"codec":       "QuartetCodec",
	"encoded":     "QuartetEncoded",
	"null":        "QuartetNull",
	"info":        "QuartetInfo",
}

// SharedMethod returns the name that a method of generated types has if the
// support is a separate package.
func SharedMethod(name string) string { return cmp.Or(sharedMethods[name], name) }

// SharedMethods returns the names that such methods take from fields, sorted.
func SharedMethods() []string {
	var names []string
	for _, name := range sharedMethods {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Exported returns the name that an identifier of the copy has if the support
// is a separate package; false if it is not a name of the support.
func (s *Support) Exported(local string) (string, bool) {
	name, ok := s.exported[local]
	return name, ok
}

func (s *Support) noteExported() {
	for _, f := range s.files {
		for _, decl := range f.ast.Decls {
			for _, name := range packageLevel(decl) {
				s.exported[s.Local(name)] = name
			}
		}
	}
}

// Embeds reports whether the support embeds its own internal type of that name,
// so that the name is that of a field, too.
func (s *Support) Embeds(name string) bool { return s.embedded[name] }

func packageLevel(decl ast.Decl) []string {
	var names []string
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			names = append(names, d.Name.Name)
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			for _, id := range declared(spec) {
				names = append(names, id.Name)
			}
		}
	}
	return names
}

// Guard is a constant of a shared package that changes with the support, so
// that a package that was generated for another version does not compile.
func (s *Support) Guard() string {
	sum := sha256.New()
	for _, f := range s.files {
		fmt.Fprintf(sum, "%s\n%s\n", f.name, f.text)
	}
	return "Version" + strings.ToUpper(hex.EncodeToString(sum.Sum(nil)[:6]))
}

// Shared returns the support as the files of a separate package, which
// generated packages import. header comes first in each.
func (s *Support) Shared(pkg, header string) []File {
	var files []File
	for _, f := range s.files {
		var out bytes.Buffer
		fmt.Fprintf(&out, "%s\npackage %s", header, pkg)
		at := s.fset.Position(f.ast.Name.End()).Offset
		for _, e := range s.sharedEdits(f) {
			out.Write(f.text[at:e.at])
			out.WriteString(e.text)
			at = e.at + e.length
		}
		out.Write(f.text[at:])
		files = append(files, File{f.name, out.Bytes()})
	}
	var doc bytes.Buffer
	fmt.Fprintf(&doc, `%s
// Package %s is what packages that quartet generates have in common: reading and
// writing XML, SOAP and HTTP. Those that start with --runtime import it.
package %s

// %s is referred to by the packages that go with this one.
const %s = true
`, header, pkg, pkg, s.Guard(), s.Guard())
	return append(files, File{"doc.go", doc.Bytes()})
}

func (s *Support) sharedEdits(f *source) []edit {
	var edits []edit
	replace := func(id *ast.Ident) {
		if id != nil && sharedMethods[id.Name] != "" {
			edits = append(edits, edit{s.fset.Position(id.Pos()).Offset, len(id.Name), sharedMethods[id.Name]})
		}
	}
	ast.Inspect(f.ast, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			replace(n.Sel)
		case *ast.FuncDecl:
			if n.Recv != nil {
				replace(n.Name)
			}
		case *ast.StructType:
			replaceAll(n.Fields, replace)
		case *ast.InterfaceType:
			replaceAll(n.Methods, replace)
		case *ast.CompositeLit:
			for _, elt := range n.Elts {
				if kv, ok := elt.(*ast.KeyValueExpr); ok {
					if key, ok := kv.Key.(*ast.Ident); ok {
						replace(key)
					}
				}
			}
		}
		return true
	})
	for _, group := range f.ast.Comments {
		for _, c := range group.List {
			if slices.Contains([]string{directive, packages, outOfLine}, c.Text) {
				edits = append(edits, edit{s.fset.Position(c.Pos()).Offset, len(c.Text), s.comment(c.Text, Contract{})})
			}
		}
	}
	slices.SortFunc(edits, func(a, b edit) int { return cmp.Compare(a.at, b.at) })
	return edits
}

func replaceAll(list *ast.FieldList, replace func(*ast.Ident)) {
	for _, f := range list.List {
		for _, id := range f.Names {
			replace(id)
		}
	}
}
