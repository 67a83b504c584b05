package xsdcheck

import (
	"slices"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// againstWildcard compares a part with a wildcard (NSSubset, NSCompat and NSRecurseCheckCardinality).
func (r *restrictor) againstWildcard(d, b part, w *xsd.Wildcard) string {
	low, high := r.totalRange(d)
	if !within(low, high, b.min, b.max) {
		return partText(d) + " may occur fewer or more times than the wildcard of the base"
	}
	return r.allowed(d, w)
}

// allowed compares the names of a part with the names that a wildcard allows.
func (r *restrictor) allowed(d part, w *xsd.Wildcard) string {
	r.steps++
	switch term := d.term.(type) {
	case *xsd.ElementDeclaration:
		if !w.Allows(term.Name.Space) {
			return "the wildcard of the base does not allow " + partText(d)
		}
	case *xsd.Wildcard:
		return subset(term, w)
	case *xsd.ModelGroup:
		for _, child := range r.children(term) {
			if why := r.allowed(child, w); why != "" {
				return why
			}
		}
	}
	return ""
}

// subset compares wildcards (part 1, section 3.10.6, Wildcard Subset).
func subset(w, base *xsd.Wildcard) string {
	if !namesSubset(w, base) {
		return "a wildcard allows more namespaces than the wildcard of the base"
	}
	if w.ProcessContents > base.ProcessContents && base != xsd.AnyType.AnyAttribute {
		return "processContents of a wildcard is weaker than in the base"
	}
	return ""
}

func namesSubset(w, base *xsd.Wildcard) bool {
	switch {
	case base.Constraint == xsd.AnyNamespace:
		return true
	case w.Constraint == xsd.AnyNamespace:
		return false
	case w.Constraint == xsd.NotNamespace:
		return base.Constraint == xsd.NotNamespace && w.Namespaces[0] == base.Namespaces[0]
	}
	return !slices.ContainsFunc(w.Namespaces, func(n string) bool { return !base.Allows(n) })
}

// maxCopies limits the elements of all choices for substitution groups.
const maxCopies = 200_000

// members returns the choice that an element with a substitution group is compared as, or nil.
func (r *restrictor) members(e *xsd.ElementDeclaration) *xsd.ModelGroup {
	if len(e.Substitutes) == 0 || !e.Global || e.Block.Has(xsd.Substitution) {
		return nil
	}
	if g, ok := r.choices[e]; ok {
		return g
	}
	group := e.SubstitutionGroup()
	if r.copies+len(group) > maxCopies {
		r.steps = maxRestrictionSteps + 1
		return nil
	}
	r.copies += len(group)
	g := &xsd.ModelGroup{Compositor: xsd.Choice}
	if !e.Abstract {
		self := *e
		self.Substitutes = nil
		g.Particles = append(g.Particles, &xsd.Particle{Min: 1, Max: 1, Term: &self})
	}
	for _, m := range group {
		if !blocked(e, m) && !m.Abstract {
			member := *m
			member.Substitutes = nil
			g.Particles = append(g.Particles, &xsd.Particle{Min: 1, Max: 1, Term: &member})
		}
	}
	r.choices[e] = g
	return g
}

// elements compares elements (NameAndTypeOK).
func (r *restrictor) elements(d, b part, e, base *xsd.ElementDeclaration) string {
	if e.Name != base.Name {
		if member := r.member(base, e.Name); member != nil {
			return r.elements(d, part{b.min, b.max, member}, e, member)
		}
		return partText(d) + " takes the place of " + partText(b)
	}
	name := "element " + diag.Quote(e.Name.Local)
	switch {
	case !within(d.min, d.max, b.min, b.max):
		return occurs(d, b)
	case e.Nillable && !base.Nillable:
		return name + " is nillable, but not in the base"
	case base.Fixed != nil && (e.Fixed == nil || !r.sameValue(e.Type, *e.Fixed, e.ValueScope, base.Type, *base.Fixed, base.ValueScope)):
		return name + " does not have the fixed value of the base"
	case elementBlock&base.Block&^e.Block != 0:
		return name + " does not block what the base blocks"
	case !subsetOfConstraints(e, base):
		return name + " has an identity constraint that the base does not have"
	}
	if !derivedByRestriction(e.Type, base.Type) {
		return "the type of " + name + " is not a restriction of its type in the base"
	}
	return ""
}

// elementBlock holds the derivations that the attribute block of an element can list.
const elementBlock = xsd.DerivationSet(1<<xsd.Restriction | 1<<xsd.Extension | 1<<xsd.Substitution)

// member returns the element with a name in the substitution group of the head element, or nil.
func (r *restrictor) member(head *xsd.ElementDeclaration, name xsd.QName) *xsd.ElementDeclaration {
	members := r.members(head)
	if members == nil {
		return nil
	}
	for _, p := range members.Particles {
		r.steps++
		if e, ok := p.Term.(*xsd.ElementDeclaration); ok && e.Name == name && e.Name != head.Name {
			return e
		}
	}
	return nil
}

func subsetOfConstraints(e, base *xsd.ElementDeclaration) bool {
	return !slices.ContainsFunc(e.Constraints, func(k *xsd.IdentityConstraint) bool {
		return !slices.ContainsFunc(base.Constraints, func(other *xsd.IdentityConstraint) bool { return other.Name == k.Name })
	})
}

// derivedByRestriction reports whether a type is the base or derived from it by restrictions (part 1, sections 3.4.6
// and 3.14.6, Type Derivation OK).
func derivedByRestriction(t, base xsd.Type) bool {
	if base == xsd.Type(xsd.AnyType) {
		return true
	}
	if union, ok := base.(*xsd.SimpleType); ok && union.Variety == xsd.Union && len(union.Facets) == 0 &&
		slices.ContainsFunc(union.Members, func(m *xsd.SimpleType) bool { return derivedByRestriction(t, m) }) {
		return true
	}
	for ; t != nil && t != base; t = t.BaseType() {
		if c, ok := t.(*xsd.ComplexType); ok && c.Derivation == xsd.Extension {
			return false
		}
	}
	return t != nil
}

// sameValue reports whether two lexical forms have one value.
func (c *checker) sameValue(t xsd.Type, text string, scope xsd.Scope, other xsd.Type, otherText string, otherScope xsd.Scope) bool {
	s, u := xsd.TextOf(t), xsd.TextOf(other)
	if s == nil || u == nil {
		return text == otherText
	}
	v, why := c.valueOf(s, text, scope)
	w, why2 := c.valueOf(u, otherText, otherScope)
	return why != "" || why2 != "" || v.Key == w.Key
}
