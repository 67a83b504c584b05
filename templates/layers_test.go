package templates

import (
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// layers are the packages that the run-time is going to be, lowest first: a file may refer to files of its own layer and
// of lower ones. Those at the same level do not know each other.
var layers = []struct {
	name  string
	level int
	files []string // beginnings of names; a file that is named nowhere belongs to soap
}{
	{"lex", 0, []string{"lex."}},
	{"charset", 1, []string{"charset"}},
	{"xsd", 2, []string{"any_", "anysimple", "date", "decimal.", "duration", "integer", "moment", "nillable", "qname", "raw_xml", "time.", "zone"}},
	{"schema", 3, []string{"array", "decode", "document.", "element", "encode", "list.", "member", "names_table", "packages_", "parameters", "results", "schema_text", "strict"}},
	{"contract", 4, []string{"fault_info", "operation.", "packaging."}},
	{"soap", 5, []string{"mime_client", "mime_handler"}},
	{"validate", 6, []string{"validate"}},
	{"encoded", 6, []string{"references"}},
	{"multipart", 6, []string{"mime"}},
	{"page", 6, []string{"page."}},
}

// upward lists the references that still go up, as "layer: name of a higher layer". They need a change of what is
// generated, or of what users call.
var upward = map[string]string{}

// TestLayers checks that the files of the run-time can become packages: references go from higher layers to lower ones,
// but for those that are listed. An entry of the list that nothing needs any more is an error.
func TestLayers(t *testing.T) {
	s := load(t)
	pkg, info := typeCheck(t, s)
	found, named := make(map[string]bool), make(map[string]bool)
	for _, f := range s.files {
		from, prefix := layerOf(f.name)
		named[prefix] = true
		ast.Inspect(f.ast, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			object := info.Uses[id]
			if object == nil || object.Pkg() != pkg {
				return true
			}
			name, ok := referenceTo(pkg, object)
			to, _ := layerOf(filepath.Base(s.fset.Position(object.Pos()).Filename))
			if !ok || layers[to].level < layers[from].level || to == from {
				return true
			}
			reference := layers[from].name + ": " + name
			if upward[reference] == "" && !found[reference] {
				t.Errorf("%s: %s refers to %s of %s", s.fset.Position(id.Pos()), layers[from].name, name, layers[to].name)
			}
			found[reference] = true
			return true
		})
	}
	for _, l := range layers {
		for _, prefix := range l.files {
			if !named[prefix] {
				t.Errorf("%s: no file belongs to it for %q: remove that from the list", l.name, prefix)
			}
		}
	}
	for _, reference := range slices.Sorted(maps.Keys(upward)) {
		if !found[reference] {
			t.Errorf("%q is no reference any more: remove it from the list", reference)
		}
	}
}

// layerOf returns the index of a file's layer, the one that names most of the file's name, and what it names.
func layerOf(file string) (best int, longest string) {
	best = slices.IndexFunc(layers, func(l struct {
		name  string
		level int
		files []string
	}) bool {
		return l.name == "soap"
	})
	for i, l := range layers {
		for _, prefix := range l.files {
			if strings.HasPrefix(file, prefix) && len(prefix) > len(longest) {
				best, longest = i, prefix
			}
		}
	}
	return best, longest
}

// referenceTo returns the name of a package-level object or a method. Fields go with the types that have them.
func referenceTo(pkg *types.Package, object types.Object) (string, bool) {
	if f, ok := object.(*types.Func); ok {
		if recv := f.Signature().Recv(); recv != nil {
			t := recv.Type()
			if p, ok := t.(*types.Pointer); ok {
				t = p.Elem()
			}
			if named, ok := t.(*types.Named); ok {
				return fmt.Sprintf("%s.%s", named.Obj().Name(), f.Name()), true
			}
			return "", false
		}
	}
	return object.Name(), object.Parent() == pkg.Scope()
}
