package plan

import (
	"slices"

	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/plan/ir"
	"example.com/quartet/internal/compiler/plan/split"
)

// eachReference visits the references of all planned declarations.
func (p *planner) eachReference(visit func(split.Reference)) {
	for _, s := range p.pkg.Structs {
		at := split.Reference{From: p.origin[s], FromPos: s.Pos, FromName: s.WSDLName}
		for base := s.Base; base != nil; base = base.Base { // a row may refer to the type of any of them
			p.referStruct(at, base, visit)
		}
		for _, f := range slices.Concat(s.Attrs, s.Elements()) {
			if f.Pos != (diag.Pos{}) {
				at.FromPos = f.Pos
			}
			p.referField(at, f, visit)
		}
	}
	for _, s := range p.pkg.Simples {
		at := split.Reference{From: p.origin[s], FromPos: s.Pos, FromName: s.WSDLName}
		p.referScalar(at, s.Scalar, visit)
	}
	for _, e := range p.pkg.Elements {
		at := split.Reference{From: p.origin[e], FromPos: e.Pos, FromName: e.Wire.Local}
		p.referField(at, &e.Value.Item, visit)
	}
}

func (p *planner) referField(r split.Reference, f *ir.Field, visit func(split.Reference)) {
	for _, s := range []*ir.Struct{f.Struct, f.Group, f.Items} {
		if s != nil {
			p.referStruct(r, s, visit)
		}
	}
	p.referScalar(r, f.Scalar, visit)
}

func (p *planner) referStruct(r split.Reference, s *ir.Struct, visit func(split.Reference)) {
	r.To, r.Name = p.origin[s], s.WSDLName
	visit(r)
}

func (p *planner) referScalar(r split.Reference, s *ir.Scalar, visit func(split.Reference)) {
	for ; s != nil; s = s.Item {
		if s.Type != nil {
			r.To, r.Name = p.origin[s.Type], s.Type.WSDLName
			visit(r)
			return
		}
	}
}
