package xsd

import "slices"

// MemberKinds tells which types are among the members of a union, and among the members of unions in it. Each type has it from its own
// members, so that nobody has to visit them all for each of many unions in unions.
type MemberKinds uint8

const (
	QNameMember          MemberKinds = 1 << iota // an atomic type whose values are qualified names
	OtherMember                                  // any other type that is not a union
	HoldsQNamesMember                            // a type whose values are or contain qualified names
	ListMember                                   // a list
	PreservesSpaceMember                         // a type that keeps white space
	NamedMember                                  // a type with a name, which may be a union
)

// Has reports whether one of some kinds is among the members.
func (m MemberKinds) Has(kinds MemberKinds) bool { return m&kinds != 0 }

// MemberKindsOf returns what types, which are complete, are as members of a union.
func MemberKindsOf(types []*SimpleType) (all MemberKinds) {
	for _, t := range types {
		if t.Name.Local != "" {
			all |= NamedMember
		}
		if t.Variety == Union {
			all |= t.MemberKinds
			continue
		}
		kind := OtherMember
		if t.isName() {
			kind = QNameMember
		}
		if t.HoldsNames() {
			kind |= HoldsQNamesMember
		}
		switch {
		case t.Variety == List:
			kind |= ListMember
		case t.Whitespace() != "collapse":
			kind |= PreservesSpaceMember
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
		return t.MemberKinds.Has(HoldsQNamesMember)
	}
	return t.isName()
}
