package generator_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/templates"
)

// ofSupport are names by which a test is known to use the run-time support.
var ofSupport = regexp.MustCompile(`\b(SOAP11|SOAP12|HTTPGet|HTTPPost|Ptr)\b`)

// sharing are cases that use all parts of the run-time support.
var sharing = []string{
	"attachments", "attributes", "clash-support", "derived-types", "elements", "encoded-arrays", "faults", "four-bindings", "headers", "heads", "http-verbs",
	"nillable", "polymorphism", "rpc-encoded", "rpc-literal", "several-services", "validated-messages", "values",
}

// TestSharedRuntime generates cases with the run-time support in a package
// of its own: they share it, are vetted, and behave as they do with a
// copy.
func TestSharedRuntime(t *testing.T) {
	t.Parallel()
	module, shared := newModule(t)
	support := newPublicSupport(t, shared.Files)
	writeFile(t, filepath.Join(module, "public", "public.go"), support.plain)
	for _, c := range loadCases(t) {
		if !slices.Contains(sharing, c.name) {
			continue
		}
		o := c.generate(t, "--runtime", "output.example/soaprt")
		if behaviour := c.part(behaviourPart); behaviour != nil {
			o.files[behaviourPart] = support.importedInto(behaviour)
		}
		for name, data := range o.files {
			if isSupport(name) {
				t.Errorf("%s: %s is written although the support is shared", c.name, name)
			}
			writeFile(t, filepath.Join(module, packageName(c.name), name), data)
		}
	}
	run(t, module, "go", "vet", "-trimpath", "./...")
	run(t, module, "go", "test", "-vet=off", "-trimpath", "./...")
}

// publicSupport is what users see of the run-time support, for tests.
type publicSupport struct {
	plain   []byte         // a package with what is not generic
	generic *regexp.Regexp // a name of what is
}

func newPublicSupport(t *testing.T, files []generator.File) *publicSupport {
	t.Helper()
	plain, generics := public(t, files)
	return &publicSupport{plain, regexp.MustCompile(`([^.\w])(` + strings.Join(generics, "|") + `)\b`)}
}

// importedInto makes a behaviour test import the run-time support, as far as it
// uses it, and more.
func (s *publicSupport) importedInto(behaviour []byte, more ...string) []byte {
	imports := "$0"
	if ofSupport.Match(behaviour) {
		imports += "\n\t. \"output.example/public\""
	}
	if ofSupport.Match(behaviour) && s.generic.Match(behaviour) {
		imports += "\n\t\"output.example/soaprt\""
		behaviour = s.generic.ReplaceAll(behaviour, []byte("${1}soaprt.$2"))
	}
	for _, path := range more {
		imports += "\n\t" + path
	}
	return regexp.MustCompile(`\n\t\. "output\.example/[^\n]*`).ReplaceAll(behaviour, []byte(imports))
}

// public returns a package with the part of the run-time support that users
// see, under the names that it has in a copy: tests import both without a
// qualifier, and the whole of the support would clash with what is generated.
// What is generic cannot be given another name, and is returned by its own.
func public(t *testing.T, files []generator.File) (plain []byte, generics []string) {
	t.Helper()
	support, err := templates.Load()
	if err != nil {
		t.Fatal(err)
	}
	out := bytes.NewBufferString("package public\n\nimport rt \"output.example/soaprt\"\n")
	add := func(keyword string, id *ast.Ident, generic bool) {
		switch {
		case !id.IsExported() || support.Local(id.Name) != id.Name:
		case generic:
			generics = append(generics, id.Name)
		default:
			fmt.Fprintf(out, "%s %s = rt.%s\n", keyword, id.Name, id.Name)
		}
	}
	for _, f := range files {
		file, err := parser.ParseFile(token.NewFileSet(), f.Name, f.Data, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range file.Decls {
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
	}
	return out.Bytes(), generics
}
