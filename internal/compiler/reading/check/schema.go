package check

import (
	"iter"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// consistentElements warns about content models in which elements with the same
// name have different types (XML Schema part 1, section 3.8.6).
func consistentElements(m *resolve.Model, diags *diag.List) {
	c := consistency{diags: diags, first: make(map[xsd.QName]*xsd.ElementDeclaration), extensions: make(map[*xsd.ComplexType][]*xsd.ComplexType)}
	var roots []*xsd.ComplexType
	known := make(map[*xsd.ComplexType]bool)
	for t := range complexTypes(m) {
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
}

// complexTypes returns the named complex types and the anonymous types of global elements.
func complexTypes(m *resolve.Model) iter.Seq[*xsd.ComplexType] {
	return func(yield func(*xsd.ComplexType) bool) {
		for _, t := range m.Schemas.Types {
			if c, ok := t.(*xsd.ComplexType); ok && !yield(c) {
				return
			}
		}
		for _, e := range m.Schemas.Elements {
			if c, ok := e.Type.(*xsd.ComplexType); ok && c.OwnerOf() == e && !yield(c) {
				return
			}
		}
	}
}

// consistency compares the elements of a type with the elements of its base types. It
// visits the content of each type once, after the base types, whose elements are in first.
type consistency struct {
	diags      *diag.List
	extensions map[*xsd.ComplexType][]*xsd.ComplexType
	first      map[xsd.QName]*xsd.ElementDeclaration
}

// check visits a type and the types that extend it.
func (c *consistency) check(t *xsd.ComplexType) {
	added := c.visit(t.OwnContent, make(map[*xsd.ModelGroup]bool), nil) // nested references to groups can be visited exponentially often
	for _, extension := range c.extensions[t] {
		c.check(extension)
	}
	for _, name := range added {
		delete(c.first, name)
	}
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
		seen[term] = true
		for _, inner := range term.Particles {
			added = c.visit(inner, seen, added)
		}
	case *xsd.ElementDeclaration:
		switch other := c.first[term.Name]; {
		case other == nil:
			c.first[term.Name] = term
			return append(added, term.Name)
		case other.Type != term.Type:
			c.diags.Add(diag.New(diag.AmbiguousContent, term.Pos, "element %s has a different type than another declaration in the same content model", diag.Quote(term.Name.Local)).
				WithRelated(other.Pos, "the other declaration"))
		}
	}
	return added
}
