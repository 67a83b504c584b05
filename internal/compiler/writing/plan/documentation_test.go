package plan_test

import (
	"fmt"
	"strings"

	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// documentation returns the documentation of the types of a package, a line for each
// declaration that has some: what the contract says, and what the plan adds.
func documentation(pkg *ir.Package) string {
	var b strings.Builder
	line := func(name, doc string) {
		if doc != "" {
			fmt.Fprintf(&b, "%s: %s\n", name, strings.ReplaceAll(doc, "\n", " "))
		}
	}
	field := func(s *ir.Struct, f *ir.Field) {
		if f != nil {
			line(s.Name+"."+f.Name, f.Doc)
		}
	}
	for _, s := range pkg.Structs {
		line(s.Name, s.Doc)
		for _, f := range s.Attrs {
			field(s, f)
		}
		field(s, s.AnyAttrs)
		field(s, s.Text)
		for _, f := range s.Fields {
			field(s, f)
		}
		for _, a := range s.Attachments {
			field(s, a.Field)
			field(s, a.Media)
		}
	}
	for _, s := range pkg.Simples {
		line(s.Name, strings.TrimSpace(s.Doc+" "+s.ValueDoc))
		for _, v := range s.Values {
			line(v.Name, v.Doc)
		}
	}
	for _, other := range pkg.Packages {
		b.WriteString(documentation(other))
	}
	return b.String()
}
