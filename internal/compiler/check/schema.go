package check

import (
	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/resolve"
	"example.com/quartet/internal/compiler/xsd"
)

// identityConstraints reports identity constraints, which generated code does not
// enforce.
func identityConstraints(m *resolve.Model, diags *diag.List) {
	for _, k := range m.Schemas.Constraints {
		diags.Add(diag.New(diag.NotEnforced, k.Pos, "identity constraint %s is not enforced by generated code", diag.Quote(k.Name.Local)))
	}
}

// consistentElements warns about content models in which elements with the same
// name have different types (XML Schema part 1, section 3.8.6).
func consistentElements(m *resolve.Model, diags *diag.List) {
	for _, t := range m.Schemas.Types {
		if c, ok := t.(*xsd.ComplexType); ok && c.OwnContent != nil {
			consistent(c, diags)
		}
	}
	for _, e := range m.Schemas.Elements {
		if c, ok := e.Type.(*xsd.ComplexType); ok && c.OwnerOf() == e && c.OwnContent != nil {
			consistent(c, diags)
		}
	}
}

func consistent(t *xsd.ComplexType, diags *diag.List) {
	first := make(map[xsd.QName]*xsd.ElementDeclaration)
	seen := make(map[*xsd.ModelGroup]bool) // nested references to groups can be visited exponentially often
	var visit func(p *xsd.Particle)
	visit = func(p *xsd.Particle) {
		switch term := p.Term.(type) {
		case *xsd.ModelGroup:
			if seen[term] {
				return
			}
			seen[term] = true
			for _, inner := range term.Particles {
				visit(inner)
			}
		case *xsd.ElementDeclaration:
			other := first[term.Name]
			if other == nil {
				first[term.Name] = term
				return
			}
			if other.Type == term.Type {
				return
			}
			diags.Add(diag.New(diag.AmbiguousContent, term.Pos, "element %s has a different type than another declaration in the same content model", diag.Quote(term.Name.Local)).
				WithRelated(other.Pos, "the other declaration"))
		}
	}
	visit(t.Content)
}
