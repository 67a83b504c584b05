package plan

import (
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/naming"
	"example.com/quartet/internal/compiler/writing/plan/split"
	"example.com/quartet/internal/compiler/writing/plan/typing"
)

// identified holds the types that xsi:type may name, and the candidates for the names of their interfaces.
type identified struct {
	types map[*ir.Struct]bool
	names []*naming.Candidate
}

// identify finds the types that xsi:type may name: derived types, their bases, and the
// types of separate packages; or all types if there are elements of the type xs:anyType.
// It sets Abstract.
func identify(types *typing.Result, o split.Options) identified {
	found := identified{types: make(map[*ir.Struct]bool)}
	interfaces := make(map[*ir.Struct]bool)
	for t, s := range types.Types {
		if t.Name.Local == "" || !types.AnyType && !types.Polymorphic(t) && s.Base == nil && !o.IsMapped(types.Origins[s]) {
			continue
		}
		s.Abstract = t.Abstract
		found.types[s] = true
		interfaces[s] = types.Polymorphic(t) && needsInterface(types, s)
	}
	for _, s := range types.Structs {
		if interfaces[s] {
			found.names = append(found.names, interfaceName(s))
		}
	}
	return found
}

// needsInterface reports whether a field may hold a value of the type, or of one
// of its bases, by an interface. Other types need no interface: many contracts
// derive all types from one base type that no field has, and its methods would
// be methods of all types.
func needsInterface(types *typing.Result, s *ir.Struct) bool {
	for s != nil && !types.Holders[s] {
		s = s.Base
	}
	return s != nil
}

// interfaceName requests the name of the interface of a type and its derived types: the name of the struct and OrDerived.
func interfaceName(s *ir.Struct) *naming.Candidate {
	return &naming.Candidate{
		ID:    naming.ID{Kind: naming.InterfaceKind, Space: s.Type.Space, Path: s.WSDLName},
		Scope: typing.LateScope{}, LateLead: func() string { return s.Name }, Want: "OrDerived", Suffix: "Interface",
		Rank:        naming.RankInterface,
		Description: "the interface of the type " + quoted(s.WSDLName), Pos: s.Pos, Set: func(name string) { s.Interface = name },
		Related: typing.Related(s), Decl: s,
	}
}
