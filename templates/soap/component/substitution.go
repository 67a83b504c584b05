package component

import (
	"example.com/quartet/templates/soap/xsd"
)

// Substitutes returns the elements that may be in the place of a global element: itself unless it is abstract, and the members of
// its substitution group whose types it does not block, level by level in the order of the documents (part 1, section 3.3.6). It
// returns nil for an element that only itself can be in the place of.
func (e *Element) Substitutes() []*Element {
	if !e.Global || e.entry == nil {
		return nil
	}
	e.set.mu.Lock()
	members := e.set.members(e)
	e.set.mu.Unlock()
	head := e.Declaration()
	if len(members) == 1 && !head.Abstract {
		return nil
	}
	all, unions := []*Element{}, head.Type.unionMembers()
	for _, m := range members {
		d := m.Declaration()
		if !d.Abstract && (m == e || head.Block&Substitution == 0 && d.replaces(head, unions)) {
			all = append(all, m)
		}
	}
	return all
}

// members returns an element and the members of its substitution group.
func (s *Set) members(e *Element) []*Element {
	all := []*Element{e}
	if len(s.substitutes[e.Name]) == 0 {
		return all
	}
	seen := map[xsd.QName]bool{e.Name: true}
	for i := 0; i < len(all); i++ {
		for _, m := range s.substitutes[all[i].Name] {
			if !seen[m.name] {
				seen[m.name] = true
				all = append(all, s.elementOf(m))
			}
		}
	}
	return all
}

// replaces reports whether the type of an element is derived from that of the head of its substitution group in ways that neither
// the head, nor its type, nor a type in between blocks (part 1, section 3.3.6, Substitution Group OK). unions are the members of the
// head's type.
func (d *Declaration) replaces(head *Declaration, unions map[*Type]bool) bool {
	block := head.Block
	var by Derivations
	for t := d.Type; t != nil; {
		definition := t.Definition()
		if t != d.Type || t == head.Type {
			block |= definition.Block
		}
		if t == head.Type || unions[t] {
			return by&block == 0
		}
		by |= definition.By
		t = definition.Base
	}
	return false
}

// unionMembers returns the types that are members of a union, directly or as members of another one; nil for other types.
func (t *Type) unionMembers() map[*Type]bool {
	if !t.Simple || t.Definition().Variety != Union {
		return nil
	}
	all := make(map[*Type]bool)
	for queue := []*Type{t}; len(queue) > 0; queue = queue[1:] {
		for _, m := range queue[0].Definition().Members {
			if !all[m] {
				all[m] = true
				queue = append(queue, m)
			}
		}
	}
	return all
}
