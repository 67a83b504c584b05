package plan

import (
	"slices"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/split"
	"example.com/quartet/internal/compiler/writing/plan/typing"
)

// referencesOf returns the references of all declarations.
func referencesOf(types *typing.Result) []split.Reference {
	l := &references{origins: types.Origins}
	for _, s := range types.Structs {
		at := split.Reference{From: l.origins[s], FromPos: s.Pos, FromName: s.WSDLName}
		for base := s.Base; base != nil; base = base.Base { // a row may refer to the type of any of them
			l.addStruct(at, base)
		}
		for _, f := range slices.Concat(s.Attrs, s.Elements()) {
			if f.Pos != (diag.Pos{}) {
				at.FromPos = f.Pos
			}
			l.addField(at, f)
		}
	}
	for _, s := range types.Simples {
		l.addScalar(split.Reference{From: l.origins[s], FromPos: s.Pos, FromName: s.WSDLName}, s.Scalar)
	}
	for _, e := range types.Elements {
		l.addField(split.Reference{From: l.origins[e], FromPos: e.Pos, FromName: e.Wire.Local}, &e.Value.Item)
	}
	return l.all
}

// references collects references between declarations.
type references struct {
	origins typing.Origins
	all     []split.Reference
}

func (l *references) addField(r split.Reference, f *ir.Field) {
	for _, s := range []*ir.Struct{f.Struct, f.Group, f.Items} {
		if s != nil {
			l.addStruct(r, s)
		}
	}
	l.addScalar(r, f.Scalar)
}

func (l *references) addStruct(r split.Reference, s *ir.Struct) {
	r.To, r.Name = l.origins[s], s.WSDLName
	l.all = append(l.all, r)
}

func (l *references) addScalar(r split.Reference, s *ir.Scalar) {
	for ; s != nil; s = s.Item {
		if s.Type != nil {
			r.To, r.Name = l.origins[s.Type], s.Type.WSDLName
			l.all = append(l.all, r)
			return
		}
	}
}
