package generator_test

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/templates"
)

// publicSupport holds the exported declarations of the run-time support. Behaviour
// tests are written for a generated package with a copy of the support. To run them with
// a shared run-time package, they import the package public, which declares the same
// names.
type publicSupport struct {
	source   []byte            // of the package public: all declarations that are not generic
	keywords map[string]string // the keyword of the declaration (type, var, const), by name
	generic  map[string]bool   // generic declarations, which cannot have aliases
}

func newPublicSupport(t *testing.T, files []generator.File) *publicSupport {
	t.Helper()
	s := &publicSupport{keywords: make(map[string]string), generic: make(map[string]bool)}
	s.read(t, files)
	source := bytes.NewBufferString("package public\n\nimport rt \"output.example/soaprt\"\n")
	for _, name := range slices.Sorted(maps.Keys(s.keywords)) {
		fmt.Fprintf(source, "%s %s = rt.%s\n", s.keywords[name], name, name)
	}
	s.source = source.Bytes()
	return s
}

// imports returns a behaviour test that imports the packages in place of the generated
// one, and the run-time support if it uses it. declared are the names that the generated
// package declares.
func (s *publicSupport) imports(t *testing.T, behaviour []byte, declared map[string]bool, packages ...string) []byte {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, behaviourPart, behaviour, 0)
	if err != nil {
		t.Fatal(err)
	}
	var out []byte
	var plain, generic bool
	last := 0
	slices.SortFunc(file.Unresolved, func(a, b *ast.Ident) int { return cmp.Compare(a.Pos(), b.Pos()) })
	for _, id := range file.Unresolved {
		switch {
		case declared[id.Name]:
		case s.generic[id.Name]:
			generic = true
			at := fset.Position(id.Pos()).Offset
			out = append(append(out, behaviour[last:at]...), "soaprt."...)
			last = at
		case s.keywords[id.Name] != "":
			plain = true
		}
	}
	out = append(out, behaviour[last:]...)
	if plain {
		packages = append(packages, `. "output.example/public"`)
	}
	if generic {
		packages = append(packages, `"output.example/soaprt"`)
	}
	return importing(out, packages...)
}

// read collects the exported names of the run-time support.
func (s *publicSupport) read(t *testing.T, files []generator.File) {
	t.Helper()
	support, err := templates.Load()
	if err != nil {
		t.Fatal(err)
	}
	add := func(keyword string, id *ast.Ident, generic bool) {
		switch {
		case !id.IsExported() || support.Local(id.Name) != id.Name:
		case generic:
			s.generic[id.Name] = true
		default:
			s.keywords[id.Name] = keyword
		}
	}
	for _, f := range files {
		for _, decl := range parse(t, f.Name, f.Data).Decls {
			eachDeclared(decl, add)
		}
	}
}

// eachDeclared calls add for each name that a declaration declares.
func eachDeclared(decl ast.Decl, add func(keyword string, id *ast.Ident, generic bool)) {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			add("var", d.Name, d.Type.TypeParams != nil)
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				add("type", spec.Name, spec.TypeParams != nil)
			case *ast.ValueSpec:
				for _, id := range spec.Names {
					add(d.Tok.String(), id, false)
				}
			}
		}
	}
}

// declaredNames returns the exported names of a package.
func declaredNames(t *testing.T, files map[string][]byte) map[string]bool {
	t.Helper()
	names := make(map[string]bool)
	for name, data := range files {
		if !isGo(name) {
			continue
		}
		for _, decl := range parse(t, name, data).Decls {
			eachDeclared(decl, func(_ string, id *ast.Ident, _ bool) { names[id.Name] = true })
		}
	}
	return names
}

func parse(t *testing.T, name string, data []byte) *ast.File {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, data, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return file
}
