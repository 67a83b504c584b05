package suite

import (
	"slices"

	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/writing/descriptor"
	"example.com/quartet/internal/compiler/writing/plan"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/encoded"
	"example.com/quartet/templates/soap/schema"
)

// Describe returns the descriptions of all types and elements of a model, which it also defines in the run-time. It is nil
// if the model cannot be planned. The given namespaces are replaced.
func Describe(m *resolve.Model, replaced ...plan.Namespace) *schema.Table {
	pkg, _ := plan.Types(m, plan.Config{Package: "suite", Runtime: "example.com/soap", Elements: true, XSITypes: true, Namespaces: replaced})
	if pkg == nil {
		return nil
	}
	d := descriptor.New(encoded.Arrays{})
	p := d.Package(pkg)
	p.Table.Elements = elementRows(m, pkg, p)
	for _, t := range d.Tables() {
		schema.Define(t)
	}
	p.Table.Check()
	return p.Table
}

// elementRows returns the rows of the global elements.
func elementRows(m *resolve.Model, pkg *ir.Package, p *descriptor.Package) []schema.Row {
	fixed := make(map[string]bool)
	for _, e := range m.Schemas.Elements {
		fixed[e.Name.Space+" "+e.Name.Local] = e.Fixed != nil
	}
	own := len(p.Table.Namespaces)
	numbers := make(map[int32]int32) // of namespaces that only elements have
	for i, ns := range pkg.ElementNamespaces {
		at := slices.IndexFunc(p.Table.More, func(known schema.Namespace) bool { return known.URI == ns.URI })
		if at < 0 {
			at = len(p.Table.More)
			p.Table.More = append(p.Table.More, schema.Namespace{URI: ns.URI, Prefix: ns.Prefix, ID: ns.ID})
		}
		numbers[int32(own+i)] = int32(own + at)
	}
	var rows []schema.Row
	for _, e := range pkg.Elements {
		r := p.Value(e.Value)
		r.Name, r.NS, r.Nillable = e.Wire.Local, int32(e.Wire.NS), e.Nillable
		if n, ok := numbers[r.NS]; ok {
			r.NS = n
		}
		if fixed[e.Wire.Space+" "+e.Wire.Local] && r.More != nil {
			r.More.Fixed, r.More.IsFixed = r.More.Default, true
		}
		rows = append(rows, r)
	}
	return rows
}
