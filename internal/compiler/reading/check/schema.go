package check

import (
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/reading/xsdcheck"
)

// consistentElements warns about content models in which elements with the same
// name have different types (XML Schema part 1, section 3.8.6).
func consistentElements(m *resolve.Model, diags *diag.List) {
	c := consistency{
		set: m.Schemas, diags: diags, first: make(map[xsd.QName]*xsd.ElementDeclaration),
		extensions: make(map[*xsd.ComplexType][]*xsd.ComplexType), groups: make(map[*xsd.ModelGroup]bool),
	}
	var roots []*xsd.ComplexType
	known := make(map[*xsd.ComplexType]bool)
	_, all := xsdcheck.Types(m.Schemas)
	for _, t := range all {
		for !known[t] { // a base type that xs:redefine replaces is in no list of types
			known[t] = true
			base, ok := t.Base.(*xsd.ComplexType)
			if !ok || base.Builtin || t.Derivation != xsd.Extension {
				roots = append(roots, t)
				break
			}
			c.extensions[base] = append(c.extensions[base], t)
			t = base
		}
	}
	for _, t := range roots {
		c.check(t)
	}
	for _, g := range m.Schemas.Groups {
		if !c.groups[g.Content] {
			c.content(&xsd.Particle{Min: 1, Max: 1, Term: g.Content}, nil)
		}
	}
}

// consistency compares the elements of a type with the elements of its base types. It
// visits the content of each type once, after the base types, whose elements are in first.
type consistency struct {
	set        *xsd.Set
	diags      *diag.List
	extensions map[*xsd.ComplexType][]*xsd.ComplexType
	first      map[xsd.QName]*xsd.ElementDeclaration
	groups     map[*xsd.ModelGroup]bool // groups that have been visited
}

// check visits a type and the types that extend it.
func (c *consistency) check(t *xsd.ComplexType) { c.content(t.OwnContent, c.extensions[t]) }

// content visits content, and the types that extend it.
func (c *consistency) content(p *xsd.Particle, extensions []*xsd.ComplexType) {
	added := c.visit(p, make(map[*xsd.ModelGroup]bool), nil) // nested references to groups can be visited exponentially often
	for _, name := range added {
		c.implicit(c.first[name])
	}
	for _, extension := range extensions {
		c.check(extension)
	}
	for _, name := range added {
		delete(c.first, name)
	}
}

// implicit compares a local element with the member of a substitution group that has the same name, if the content
// has the head element and so contains the member implicitly.
func (c *consistency) implicit(e *xsd.ElementDeclaration) {
	member := c.set.Element(e.Name)
	if member == nil || member == e || member.Type == e.Type {
		return
	}
	for head := member.SubstitutionHead; head != nil && head != member; head = head.SubstitutionHead {
		if c.first[head.Name] == head && !head.Block.Has(xsd.Substitution) {
			c.differ(e, member)
			return
		}
	}
}

func (c *consistency) differ(e, other *xsd.ElementDeclaration) {
	c.diags.Add(diag.New(diag.AmbiguousContent, e.Pos, "element %s has a different type than another declaration in the same content model", diag.Quote(e.Name.Local)).
		WithRelated(other.Pos, "the other declaration"))
}

// visit appends the names of new elements to added.
func (c *consistency) visit(p *xsd.Particle, seen map[*xsd.ModelGroup]bool, added []xsd.QName) []xsd.QName {
	if p == nil {
		return added
	}
	switch term := p.Term.(type) {
	case *xsd.ModelGroup:
		if seen[term] {
			return added
		}
		seen[term], c.groups[term] = true, true
		for _, inner := range term.Particles {
			added = c.visit(inner, seen, added)
		}
	case *xsd.ElementDeclaration:
		switch other := c.first[term.Name]; {
		case other == nil:
			c.first[term.Name] = term
			return append(added, term.Name)
		case other.Type != term.Type:
			c.differ(term, other)
		}
	}
	return added
}

// notEnforced notes what validation does not check.
func notEnforced(m *resolve.Model, diags *diag.List) { diags.Add(xsdcheck.NotEnforced(m.Schemas)...) }
