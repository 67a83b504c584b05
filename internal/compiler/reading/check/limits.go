package check

import (
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/reading/xsdcheck"
)

// maxExpanded is the maximum number of elements in all content models. Elements of a base
// type and members of a substitution group count once for each type that inherits or refers
// to them. A program that uses all types needs memory in proportion to this number, which
// can grow with the square of the size of the contract: with a long chain of extensions, or
// a large substitution group that many types refer to.
const maxExpanded = 1_000_000

// maxDerivations is the maximum number of derivation steps from a built-in type. Some checks
// visit all base types of each type.
const maxDerivations = 5_000

// maxPaths is the maximum number of characters in the paths of all elements and attributes. The path of a declaration has the
// names of all declarations that it is in, so that long names around many declarations need much more memory than the contract.
const maxPaths = 50_000_000

// Limits reports a contract whose content models are too large to generate code for. It
// takes time in proportion to the contract.
func Limits(m *resolve.Model) diag.List {
	e := expansion{total: make(map[*xsd.ComplexType]int), members: make(map[*xsd.ElementDeclaration]int)}
	if found := deepDerivation(m.Schemas.Types); found != nil {
		return found
	}
	all, paths := 0, 0
	for _, t := range xsdcheck.ComplexTypes(m.Schemas) {
		all = min(all+e.of(t), maxExpanded+1)
		if all > maxExpanded {
			return diag.List{diag.New(diag.TooLarge, t.Pos, "the content models up to this type have more than %d elements, including those of base types and substitution groups", maxExpanded)}
		}
		if paths += pathLength(t) * (1 + e.ownOf(t) + len(t.Attributes)); paths > maxPaths {
			return diag.List{diag.New(diag.TooLarge, t.Pos, "the paths of all elements and attributes up to this type have more than %d characters", maxPaths)}
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

// deepDerivation reports the first type that is derived in too many steps.
func deepDerivation(types []xsd.Type) diag.List {
	depths := make(map[xsd.Type]int)
	for _, t := range types {
		var chain []xsd.Type // from t to the first base that is known
		for base := t; base != nil && depths[base] == 0; base = base.BaseType() {
			depths[base] = -1
			chain = append(chain, base)
		}
		for i := len(chain) - 1; i >= 0; i-- {
			depth := 1
			if base := chain[i].BaseType(); base != nil {
				depth += max(depths[base], 0)
			}
			if depths[chain[i]] = depth; depth > maxDerivations {
				return diag.List{diag.New(diag.TooLarge, chain[i].Component().Pos, "type %s is derived in more than %d steps", diag.Quote(chain[i].Component().Name.Local), maxDerivations)}
			}
		}
	}
	return nil
}

// expansion counts the elements of content models.
type expansion struct {
	total   map[*xsd.ComplexType]int
	members map[*xsd.ElementDeclaration]int
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
	e.total[t] = min(n+e.ownOf(t), maxExpanded+1)
	return e.total[t]
}

// ownOf counts the elements that a type itself declares or refers to, in groups once.
func (e *expansion) ownOf(t *xsd.ComplexType) int {
	n := 0
	seen := make(map[*xsd.ModelGroup]bool)
	var visit func(p *xsd.Particle)
	visit = func(p *xsd.Particle) {
		switch term := p.Term.(type) {
		case *xsd.ModelGroup:
			if seen[term] {
				return
			}
			seen[term] = true
			for _, inner := range term.Particles {
				visit(inner)
			}
		case *xsd.ElementDeclaration:
			n = min(n+e.membersOf(term), maxExpanded+1)
		}
	}
	if t.OwnContent != nil {
		visit(t.OwnContent)
	}
	return n
}

// membersOf counts an element and the members of its substitution group.
func (e *expansion) membersOf(d *xsd.ElementDeclaration) int {
	if n, known := e.members[d]; known {
		return n
	}
	e.members[d] = 1 // resolve has reported an element that is in its own group
	n := 1
	for _, s := range d.Substitutes {
		n = min(n+e.membersOf(s), maxExpanded+1)
	}
	e.members[d] = n
	return n
}
