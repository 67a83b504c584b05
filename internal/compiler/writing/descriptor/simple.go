package descriptor

import (
	"reflect"

	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/kind"
	"example.com/quartet/templates/soap/schema"
)

// base returns the base of a simple type; nil if it is the built-in type of the kind,
// or a list that has no description and the same items.
func (p *Package) base(s *ir.Simple) *schema.Type {
	b := s.Base
	if b == nil || b.Type == nil && b.Described == nil && b.Facets == nil && (b.Item != nil || b.Kind == s.Scalar.Kind) {
		return nil
	}
	return p.reference(b)
}

// reference returns the description of a simple type that another type is derived
// from or has as a member. An anonymous restriction has one without an origin, and so
// do built-in types.
func (p *Package) reference(s *ir.Scalar) *schema.Type {
	k, of := p.scalarKind(s)
	if of != nil && s.Facets == nil {
		return of
	}
	t := &schema.Type{Simple: true, More: typeMore(schema.TypeMore{Base: of, Facets: s.Facets})}
	if s.Item == nil {
		t.Kind = k
	}
	return t
}

// scalarKind returns the kind of the values of a simple type, and its description; nil
// if it is built in.
func (p *Package) scalarKind(s *ir.Scalar) (schema.Kind, *schema.Type) {
	switch {
	case s.Described != nil && s.Item != nil:
		return kind.List, p.Simple(s.Described)
	case s.Described != nil:
		return kindOf(s.Kind), p.Simple(s.Described)
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
	number := 0
	for _, t := range p.lists {
		known := p.Origin(t).List.Item
		if known.Type != s.Item.Type || known.Described != s.Item.Described || known.Kind != s.Item.Kind && s.Item.Type == nil {
			continue
		}
		if reflect.DeepEqual(known.Facets, s.Item.Facets) {
			return t
		}
		number++
	}
	t := &schema.Type{Simple: true}
	p.origins[t] = Origin{List: s, Number: number}
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
	if s.Item.Facets != nil {
		more(&r).Facets = s.Item.Facets
	}
	return []schema.Row{r}
}

// constraints returns identity constraints, nil if there are none.
func constraints(all schema.Constraints) *schema.Constraints {
	if all == nil {
		return nil
	}
	return &all
}
