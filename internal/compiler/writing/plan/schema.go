package plan

import (
	"cmp"
	"slices"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// describeSchema sets what the documentation of the package for a schema says. It reports a
// schema that declares nothing for which there are Go declarations.
func describeSchema(pkg *ir.Package, m *resolve.Model) diag.List {
	pkg.Doc = "the types and elements of the schema " + pkg.Source + "."
	for _, s := range m.Schemas.Schemas {
		if s.Element == m.Main.Root && s.Documentation != "" {
			pkg.Doc += "\n\n" + s.Documentation
		}
	}
	pkg.Example = exampleElement(pkg, m)
	if len(pkg.Structs)+len(pkg.Simples)+len(pkg.Elements) > 0 {
		return nil
	}
	return diag.List{diag.New(diag.NothingToDo, m.Main.Root.Pos(), "the schema declares no types and no elements")}
}

// exampleElement returns the first element of the main document that has a complex type, since most documents are of
// such a type, or the first element if there is none, or nil.
func exampleElement(pkg *ir.Package, m *resolve.Model) *ir.Element {
	if len(pkg.Elements) == 0 {
		return nil
	}
	preference := func(e *ir.Element) int {
		switch {
		case e.Value.Item.Struct == nil:
			return 2
		case e.Pos.File != m.Main.File:
			return 1
		}
		return 0
	}
	return slices.MinFunc(pkg.Elements, func(a, b *ir.Element) int {
		return cmp.Or(cmp.Compare(preference(a), preference(b)), cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Col, b.Pos.Col))
	})
}
