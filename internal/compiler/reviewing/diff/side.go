package diff

import (
	"iter"
	"slices"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// A side is the version that has a component without a partner in the other one.
type side bool

const (
	isOld side = false // the component is removed
	isNew side = true  // the component is added
)

// alone yields the components that one version has.
func alone[T any](removed, added []T) iter.Seq2[side, T] {
	return func(yield func(side, T) bool) {
		for i, c := range slices.Concat(removed, added) {
			if !yield(i >= len(removed), c) {
				return
			}
		}
	}
}

// rule returns the ID of the rule about the component, and is the end of its message.
func (s side) rule(what string) string { return what + pick(s, "-removed", "-added") }
func (s side) is() string              { return pick(s, "is removed", "is new") }

// pick returns the value for a side.
func pick[T any](s side, old, new T) T {
	if s == isNew {
		return new
	}
	return old
}

// at returns the place of the component: its position, and in the other version the position of what would contain it.
func (s side) at(component string, of, old, new diag.Pos) place {
	return pick(s, place{component, of, new}, place{component, old, of})
}

// effect returns the effect of a message with the component on readers of the other version, and of one without it on readers of
// its own.
func (s side) effect(present, absent level) effect {
	return pick(s, effect{newReader: present, oldReader: absent}, effect{newReader: absent, oldReader: present})
}

// otherReader returns the effect on readers of the version without the component.
func (s side) otherReader(e effect) level { return pick(s, e.newReader, e.oldReader) }

// declared returns the place of an element or attribute in a type: owner is what declares it, and old and new are the types.
func (c *comparer) declared(s side, name string, owner xsd.Component, of diag.Pos, old, new *xsd.ComplexType) place {
	other := declaring(owner, pick(s, old, new), pick(s, new, old), func(n xsd.QName) xsd.QName { return c.elsewhere(s, n) })
	return s.at(name, of, other, other)
}

// elsewhere returns the name in the other version of what has a name in this one.
func (c *comparer) elsewhere(s side, name xsd.QName) xsd.QName {
	name.Space = spaceIn(pick(s, c.spaces, c.oldSpaces), name.Space)
	return name
}

// offered adds a finding about a service, a port or an operation. Clients need the version that has it on both sides to use it. As
// existing ones still work, an addition is compatible.
func (c *comparer) offered(s side, what string, at place, broken Parties, format string, args ...any) *Finding {
	if s == isNew {
		return c.addition(what+"-added", at, broken, format, args...)
	}
	return c.exchange(what+"-removed", at, broken, format, args...)
}

// clients returns the clients of the version that has the component.
func (s side) clients() Parties { return pick(s, OldClients, NewClients) }
