package check

import (
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/reading/xsdcheck"
)

// maxDerivations is the maximum number of derivation steps from a built-in type, and of unions in unions. Some checks
// visit all base types of each type, and the run-time refuses a type with more than 1,000 base types.
const maxDerivations = 1_000

// maxSchemas is the maximum number of schemas. Programs read no more (see package component).
const maxSchemas = 10_000

// maxPaths is the maximum number of characters in the paths of all elements and attributes. The path of a declaration has the
// names of all declarations that it is in, so that long names around many declarations need much more memory than the contract.
const maxPaths = 50_000_000

// Limits reports a contract whose content models are too large to generate code for: a program that uses all types needs memory in
// proportion to their elements. It takes time in proportion to the contract.
func Limits(m *resolve.Model) diag.List {
	e := expansion{total: make(map[xsd.Type]int), groups: make(map[*xsd.ModelGroup]int), members: make(map[*xsd.ElementDeclaration]int)}
	if found := deepDerivation(m.Schemas.Types); found != nil {
		return found
	}
	if all := m.Schemas.Schemas; len(all) > maxSchemas {
		return diag.List{diag.New(diag.TooLarge, all[maxSchemas].Pos, "the contract has more than %d schemas", maxSchemas)}
	}
	facets, members, all, paths, limit := 0, 0, 0, 0, m.Budget()
	simple, complexTypes := xsdcheck.Types(m.Schemas)
	for _, t := range simple {
		if facets += e.facetsOf(t); facets > limit {
			return diag.List{diag.New(diag.TooLarge, t.Pos, "the simple types up to this one have more than %d facets and members, including the facets and members of base types: too many for a contract of this size", limit)}
		}
	}
	for _, d := range m.Schemas.Elements {
		if members += e.membersOf(d); members > limit {
			return diag.List{diag.New(diag.TooLarge, d.Pos, "the substitution groups of the elements up to this one have more than %d members: too many for a contract of this size", limit)}
		}
	}
	if found := manyParts(m.PortTypes, limit); found != nil {
		return found
	}
	for _, t := range complexTypes {
		if all += e.of(t); all > limit {
			return diag.List{diag.New(diag.TooLarge, t.Pos, "the content models up to this type have more than %d elements, wildcards and groups, including what base types, groups and substitution groups have: too many for a contract of this size", limit)}
		}
		if paths += pathLength(t) * (1 + e.ownOf(t) + len(t.Attributes)); paths > maxPaths {
			return diag.List{diag.New(diag.TooLarge, t.Pos, "the paths of all elements and attributes up to this type have more than %d characters", maxPaths)}
		}
	}
	return nil
}

// manyParts reports the operation up to which messages have too many parts: operations may share a message.
func manyParts(portTypes []*wsdl11.PortType, limit int) diag.List {
	parts := 0
	for _, p := range portTypes {
		for _, o := range p.Operations {
			for _, used := range []*wsdl11.OperationMessage{o.Input, o.Output} {
				if used != nil && used.Message != nil {
					parts += len(used.Message.Parts)
				}
			}
			if parts > limit {
				return diag.List{diag.New(diag.TooLarge, o.Pos, "the messages of the operations up to this one have more than %d parts: too many for a contract of this size", limit)}
			}
		}
	}
	return nil
}

// pathLength returns the number of bytes in the names of all declarations that a type is in, and in its own.
func pathLength(t *xsd.ComplexType) (n int) {
	for c := xsd.Component(t); c != nil; {
		n += len(c.Component().Name.Local)
		switch d := c.(type) {
		case *xsd.ComplexType:
			c = d.Owner
		case *xsd.ElementDeclaration:
			c = d.Owner
		default:
			c = nil
		}
	}
	return n
}

// deepDerivation reports the first type that is derived in too many steps. The members of a union count as the base of a type.
func deepDerivation(types []xsd.Type) (found diag.List) {
	depths := make(map[xsd.Type]int)
	var of func(t xsd.Type) int
	of = func(t xsd.Type) int {
		if depth, known := depths[t]; known || t == nil {
			return depth
		}
		depths[t] = 0 // resolve has reported a type that is derived from itself
		depth := of(t.BaseType())
		if s, ok := t.(*xsd.SimpleType); ok && s.Derivation == xsd.ByUnion {
			for _, m := range s.Members {
				depth = max(depth, of(m))
			}
		}
		if depth++; depth > maxDerivations && found == nil {
			found = diag.List{diag.New(diag.TooLarge, t.Component().Pos, "%s is derived in more than %d steps", xsd.Describe(t), maxDerivations)}
		}
		depths[t] = depth
		return depth
	}
	for _, t := range types {
		of(t)
	}
	return found
}

// expansion counts the particles of content models, and the facets of simple types.
type expansion struct {
	total   map[xsd.Type]int
	groups  map[*xsd.ModelGroup]int
	members map[*xsd.ElementDeclaration]int
}

// facetsOf returns the number of facets and members of unions that a type has and inherits.
func (e *expansion) facetsOf(t *xsd.SimpleType) int {
	n, known := e.total[t]
	if known || t == nil || t.Builtin {
		return n
	}
	e.total[t] = 0 // resolve has reported a type that is derived from itself
	n = len(t.Facets) + e.facetsOf(t.Base)
	if t.Derivation == xsd.ByUnion {
		n += len(t.Members)
	}
	e.total[t] = n
	return n
}

// of returns the number of elements in the content of a type.
func (e *expansion) of(t *xsd.ComplexType) int {
	n, known := e.total[t]
	if known {
		return n
	}
	e.total[t] = 0 // resolve has reported a type that is derived from itself
	if base, ok := t.Base.(*xsd.ComplexType); ok && t.Derivation == xsd.Extension {
		n = e.of(base) // the depth is at most maxDerivations
	}
	e.total[t] = min(n+e.ownOf(t), resolve.MaxBudget+1)
	return e.total[t]
}

// ownOf counts the particles that a type itself has.
func (e *expansion) ownOf(t *xsd.ComplexType) int {
	if t.OwnContent == nil {
		return 0
	}
	return e.particles(t.OwnContent)
}

// particles counts a particle and the particles in it. A group counts wherever there is a reference to it: one that is used twice in a
// group, which is used twice, and so on, has more of them than a program can visit.
func (e *expansion) particles(p *xsd.Particle) int {
	switch term := p.Term.(type) {
	case *xsd.ElementDeclaration:
		return e.membersOf(term)
	case *xsd.ModelGroup:
		n, known := e.groups[term]
		if !known {
			e.groups[term] = 1 // resolve has reported a group that contains itself
			n = 1
			for _, inner := range term.Particles {
				n = min(n+e.particles(inner), resolve.MaxBudget+1)
			}
			e.groups[term] = n
		}
		return n
	}
	return 1
}

// membersOf counts an element and the members of its substitution group.
func (e *expansion) membersOf(d *xsd.ElementDeclaration) int {
	if n, known := e.members[d]; known {
		return n
	}
	e.members[d] = 1 // resolve has reported an element that is in its own group
	n := 1
	for _, s := range d.Substitutes {
		n = min(n+e.membersOf(s), resolve.MaxBudget+1)
	}
	e.members[d] = n
	return n
}
