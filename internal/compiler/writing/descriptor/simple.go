package descriptor

import (
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/kind"
	"example.com/quartet/templates/soap/schema"
)

// scalarKind returns the kind of the values of a simple type, and its description; nil
// if it is built in.
func (p *Package) scalarKind(s *ir.Scalar) (schema.Kind, *schema.Type) {
	switch {
	case s.Item != nil && s.Type == nil:
		return kind.List, p.list(s)
	case s.Item != nil:
		return kind.List, p.Simple(s.Type)
	case s.Type != nil:
		return kindOf(s.Kind), p.Simple(s.Type)
	}
	return kindOf(s.Kind), nil
}

// KindOf returns the kind of the values of a simple type.
func (d *Descriptions) KindOf(s *ir.Scalar) schema.Kind { return kindOf(s.Kind) }

// list returns the description of a list without a declaration. Lists of the same
// items have one.
func (p *Package) list(s *ir.Scalar) *schema.Type {
	for _, t := range p.lists {
		if known := p.Origin(t).List.Item; known.Type == s.Item.Type && (known.Kind == s.Item.Kind || s.Item.Type != nil) {
			return t
		}
	}
	t := &schema.Type{Simple: true}
	p.origins[t] = Origin{List: s}
	p.lists = append(p.lists, t)
	return t
}

// itemRows returns the row for the items of a list, nil for other types.
func (p *Package) itemRows(s *ir.Scalar) []schema.Row {
	if s.Item == nil {
		return nil
	}
	r := schema.Row{At: schema.AtListItem}
	r.Kind, r.Of = p.scalarKind(s.Item)
	return []schema.Row{r}
}
