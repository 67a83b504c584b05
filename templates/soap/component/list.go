package component

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// Types returns the global type definitions in the order of the documents, without built-in ones.
func (s *Set) Types() []*Type {
	return listed(s, typeKind, s.typeOf)
}

// Elements returns the global element declarations in the order of the documents.
func (s *Set) Elements() []*Element {
	return listed(s, elementKind, s.elementOf)
}

// Attributes returns the global attribute declarations in the order of the documents.
func (s *Set) Attributes() []*Attribute {
	return listed(s, attributeKind, s.attributeOf)
}

// listed returns the global components of a kind in the order of the documents.
func listed[T any](s *Set, k kind, of func(*entry) T) []T {
	entries := slices.DeleteFunc(slices.Collect(maps.Values(s.index)), func(e *entry) bool { return e.kind != k })
	slices.SortFunc(entries, func(a, b *entry) int {
		return cmp.Or(cmp.Compare(a.place.document.number, b.place.document.number), cmp.Compare(a.place.from, b.place.from),
			strings.Compare(a.name.Space, b.name.Space))
	})
	s.mu.Lock()
	defer s.done()
	all := make([]T, len(entries))
	for i, e := range entries {
		all[i] = of(e)
	}
	return all
}

// Derived returns the types with a name that are derived from a complex type other than xs:anyType, directly or in several steps,
// in the order of the documents. Abstract types are left out. All types are read when it is first called.
func (s *Set) Derived(base *Type) []*Type {
	s.derivedOnce.Do(func() {
		s.derived = make(map[*Type][]numberedType)
		for i, t := range s.Types() {
			for b := t.Definition().Base; !t.Simple && b != anyType; b = b.Definition().Base {
				s.derived[b] = append(s.derived[b], numberedType{t, i})
				if b.Name.Local != "" { // not one that xs:redefine has replaced, which Types does not return
					break
				}
			}
		}
	})
	all := slices.Clone(s.derived[base])
	for i := 0; i < len(all); i++ {
		all = append(all, s.derived[all[i].Type]...)
	}
	slices.SortFunc(all, func(a, b numberedType) int { return a.number - b.number })
	var types []*Type
	for _, t := range all {
		if !t.Definition().Abstract {
			types = append(types, t.Type)
		}
	}
	return types
}

// numberedType is a type with its number in the documents.
type numberedType struct {
	*Type
	number int
}

// Blocks reports whether a derivation in block is a step of the derivation of t from base (part 1, section 3.4.6, Type Derivation OK).
func (t *Type) Blocks(base *Type, block Derivations) bool {
	for ; t != nil && t != base; t = t.Definition().Base {
		if t.Definition().By&block != 0 {
			return true
		}
	}
	return false
}
