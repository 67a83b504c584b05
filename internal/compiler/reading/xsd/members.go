package xsd

import "slices"

// Members tells which types are among the members of a union, and among the members of unions in it. Each type has it from its own
// members, so that nobody has to visit them all for each of many unions in unions.
type Members uint8

const (
	NameMember   Members = 1 << iota // an atomic type whose values are qualified names
	OtherMember                      // any other type that is not a union
	NamesMember                      // a type whose values are or contain qualified names
	ListMember                       // a list
	SpacedMember                     // a type that keeps white space
	NamedMember                      // a type with a name, which may be a union
)

// Has reports whether one of some kinds is among the members.
func (m Members) Has(kinds Members) bool { return m&kinds != 0 }

// MembersOf returns what types, which are complete, are as members of a union.
func MembersOf(types []*SimpleType) (all Members) {
	for _, t := range types {
		if t.Name.Local != "" {
			all |= NamedMember
		}
		if t.Variety == Union {
			all |= t.Kinds
			continue
		}
		kind := OtherMember
		if t.isName() {
			kind = NameMember
		}
		if t.HoldsNames() {
			kind |= NamesMember
		}
		switch {
		case t.Variety == List:
			kind |= ListMember
		case t.Whitespace() != "collapse":
			kind |= SpacedMember
		}
		all |= kind
	}
	return all
}

func (t *SimpleType) isName() bool {
	return t.Primitive != nil && slices.Contains([]string{"QName", "NOTATION"}, t.Primitive.Name.Local)
}

// HoldsNames reports whether values of a type may be qualified names, or have some as items.
func (t *SimpleType) HoldsNames() bool {
	switch t.Variety {
	case List:
		return t.Item.HoldsNames()
	case Union:
		return t.Kinds.Has(NamesMember)
	}
	return t.isName()
}
