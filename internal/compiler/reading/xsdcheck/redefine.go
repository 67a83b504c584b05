package xsdcheck

import (
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// redefinitions checks groups in a redefine that do not refer to themselves. They are restrictions of the originals
// (part 1, section 4.2.2, Redefinition Constraints and Semantics, clauses 6.2 and 7.2).
func (c *checker) redefinitions() {
	for _, g := range c.set.Groups {
		if g.Original == nil || containsGroup(g.Content, g.Original.Content) {
			continue
		}
		r := restrictor{checker: c, verdicts: make(map[[2]part]string)}
		if why := r.whole(part{1, 1, g.Content}, part{1, 1, g.Original.Content}); why != "" {
			d := c.report(redefineRestriction, g.Pos, "group %s does not restrict the group that it redefines: %s", diag.Quote(g.Name.Local), why)
			*d = d.WithRelated(g.Original.Pos, "the original")
		}
	}
	for _, g := range c.set.AttributeGroups {
		if g.Original != nil && !c.selfReference[g.Pos] {
			c.redefinedAttributes(g)
		}
	}
}

// containsGroup reports whether a group has a reference to another one at any depth of groups without a name.
func containsGroup(g, other *xsd.ModelGroup) bool {
	for _, p := range g.Particles {
		inner, ok := p.Term.(*xsd.ModelGroup)
		if ok && (inner == other || inner.Definition == nil && containsGroup(inner, other)) {
			return true
		}
	}
	return false
}

func (c *checker) redefinedAttributes(g *xsd.AttributeGroup) {
	inherited, has := usesByName(g.Original.Attributes), usesByName(g.Attributes)
	for _, u := range g.Attributes {
		from, any := inherited[u.Attribute.Name], g.Original.AnyAttribute
		switch {
		case u.Prohibited:
		case from != nil:
			c.restrictedUse(u, from)
		case any == nil || !any.Allows(u.Attribute.Name.Space):
			c.report(redefineRestriction, u.Pos, "attribute %s is not in the group that %s redefines", diag.Quote(u.Attribute.Name.Local), diag.Quote(g.Name.Local))
		}
	}
	c.restrictedWildcard(redefineRestriction, g.AnyAttribute, g.Original.AnyAttribute)
	for _, u := range g.Original.Attributes {
		if own := has[u.Attribute.Name]; u.Required && (own == nil || own.Prohibited) {
			c.report(redefineRestriction, g.Pos, "attribute %s is required in the group that %s redefines", diag.Quote(u.Attribute.Name.Local), diag.Quote(g.Name.Local))
		}
	}
}
