package emit

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// source is a Go file that is being written. It imports the packages whose names it has been asked for.
type source struct {
	header, pkg  string
	path         string            // import path of the package
	doc          []string          // lines of the package comment
	names        map[string]string // names for other packages, by import path
	aliased      map[string]bool   // import paths of packages that have another name themselves
	imports      map[string]string // names of the imported packages, by import path
	declarations strings.Builder
}

// newSource begins a file of a package, which may import the run-time and the packages that the emitter's package imports.
func (e *emitter) newSource(importPath, name string) *source {
	e.file = &source{pkg: name, path: importPath, names: make(map[string]string), aliased: make(map[string]bool), imports: make(map[string]string)}
	e.file.alias(e.pkg.Runtime, "soap", "soap")
	for i, pkg := range e.pkg.Imports {
		e.file.alias(pkg.Path, pkg.Name, e.pkg.Aliases[i])
	}
	return e.file
}

// alias sets the name for another package, which has a name itself.
func (s *source) alias(importPath, name, alias string) {
	s.names[importPath], s.aliased[importPath] = alias, alias != name
}

// qualified returns a name in a package, which the file then imports.
func (s *source) qualified(importPath, name string) string {
	if importPath == s.path {
		return name
	}
	known, ok := s.imports[importPath]
	if !ok {
		base := cmp.Or(s.names[importPath], path.Base(importPath))
		known = base
		for n := 1; !s.isFree(known); n++ {
			known = base + strconv.Itoa(n)
		}
		s.imports[importPath] = known
	}
	return known + "." + name
}

// isFree reports whether an import may have a name: neither Go, nor generated code, nor another import uses it.
func (s *source) isFree(name string) bool {
	used := token.IsKeyword(name) || types.Universe.Lookup(name) != nil || name == "err"
	return !used && !slices.Contains(slices.Collect(maps.Values(s.imports)), name)
}

// text returns the file, not formatted yet.
func (s *source) text() []byte {
	var standard, others []string
	for _, importPath := range slices.Sorted(maps.Keys(s.imports)) {
		spec := strconv.Quote(importPath)
		if name := s.imports[importPath]; name != path.Base(importPath) || s.aliased[importPath] {
			spec = name + " " + spec
		}
		if s.isStandard(importPath) {
			standard = append(standard, spec)
		} else {
			others = append(others, spec)
		}
	}
	imports := ""
	switch all := slices.Concat(standard, others); len(all) {
	case 0:
	case 1:
		imports = "import " + all[0]
	default:
		imports = "import (\n" + strings.Join(standard, "\n") + "\n\n" + strings.Join(others, "\n") + "\n)"
	}
	doc := strings.Join(s.doc, "\n")
	return fmt.Appendf(nil, "%s\n\n%s\npackage %s\n\n%s\n\n%s", s.header, doc, s.pkg, imports, s.declarations.String())
}

// isStandard reports whether an imported package is in Go's standard library: it is neither one with a name in s, nor below
// one. The path of a module need not have a dot.
func (s *source) isStandard(importPath string) bool {
	for other := range s.names {
		if importPath == other || strings.HasPrefix(importPath, other+"/") {
			return false
		}
	}
	return true
}

// packageComment adds paragraphs to the package comment.
func (s *source) packageComment(text string) { s.doc = append(s.doc, commentLines(text)...) }

// packageCode adds lines of code to the package comment.
func (s *source) packageCode(lines ...string) {
	s.doc = append(s.doc, "//")
	for _, line := range lines {
		s.doc = append(s.doc, "//\t"+line)
	}
}

// declare writes a declaration with a comment, which is "" for none, and an empty line.
func (e *emitter) declare(doc, format string, args ...any) {
	e.method(doc, format+"\n", args...)
}

// method writes a short method, or another declaration, without an empty line.
func (e *emitter) method(doc, format string, args ...any) {
	e.file.declarations.WriteString(comment(doc))
	e.write(format, args...)
}

// write writes a line.
func (e *emitter) write(format string, args ...any) {
	fmt.Fprintf(&e.file.declarations, format+"\n", args...)
}

// soap returns a name in the run-time's package soap: soap.Fault
func (e *emitter) soap(name string) string { return e.file.qualified(e.pkg.Runtime, name) }

// below returns a name in another package of the run-time.
func (e *emitter) below(pkg, name string) string {
	return e.file.qualified(e.pkg.Runtime+"/"+pkg, name)
}

// contract returns: contract.Operation
func (e *emitter) contract(name string) string { return e.below("contract", name) }

// schema returns: schema.Row
func (e *emitter) schema(name string) string { return e.below("schema", name) }

// declared returns a name in a package. nil is the service's package, whose names are used in no other package but that for tests.
func (e *emitter) declared(pkg *ir.Package, name string) string {
	switch {
	case pkg != nil:
		return e.file.qualified(pkg.Path, name)
	case e.servicePath != "":
		return e.file.qualified(e.servicePath, name)
	}
	return name
}

// goTypes returns the Go types of the plan as text.
func (e *emitter) goTypes() ir.GoTypes {
	return ir.GoTypes{
		Declared: func(pkg *ir.Package, name string, _ *ir.Simple) string { return e.declared(pkg, name) },
		Imported: func(pkg, name string) string {
			if pkg == "io" {
				return e.file.qualified(pkg, name)
			}
			return e.below(pkg, name)
		},
	}
}

// protocol is the constant of the run-time that a generated package refers to. Its
// number changes with what generated code uses of the run-time, so that a package
// does not compile with a run-time that it was not generated for.
const protocol = "Protocol6"

// program returns how the command of the package runs quartet.
func (e *emitter) program() string {
	program, _, _ := strings.Cut(e.pkg.Command, " generate")
	return cmp.Or(program, "go tool quartet")
}

func (e *emitter) writeProtocol() {
	e.declare("If this does not compile, the run-time that is imported is of another version of quartet. "+
		"Run \""+e.program()+" generate\" again for every package that imports it.", "const _ = %s", e.soap(protocol))
}
