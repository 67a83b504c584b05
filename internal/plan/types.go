package plan

import (
	"example.com/quartet/internal/diag"
	"example.com/quartet/internal/xsd"
)

// structOf plans the Go struct for a complex type. owner and parent give an
// anonymous type its name: the element that has it, and the struct which that
// stands in, nil for a global one.
func (p *planner) structOf(t *xsd.ComplexType, owner *xsd.ElementDeclaration, parent *Struct) *Struct {
	if s := p.types[t]; s != nil {
		return s
	}
	if t.Builtin {
		p.unsupported(owner.Pos, "the type xs:%s of %s", t.Name.Local, quoted(owner.Name.Local))
		return &Struct{}
	}
	s := &Struct{Kind: "complex type", WSDLName: t.Name.Local, Doc: t.Documentation}
	p.types[t] = s
	p.pkg.Structs = append(p.pkg.Structs, s)
	s.pos = t.Pos
	name := t.Name
	if name.Local == "" {
		s.Kind, s.WSDLName, name, s.pos = "element", owner.Name.Local, owner.Name, owner.Pos
		if s.Doc == "" {
			s.Doc = owner.Documentation
		}
	}
	p.nameStruct(s, name, parent)
	p.fill(s, t)
	return s
}

func (p *planner) fill(s *Struct, t *xsd.ComplexType) {
	switch {
	case t.Abstract:
		p.unsupported(t.Pos, "the abstract type %s", quoted(s.WSDLName))
		return
	case t.Mixed():
		p.unsupported(t.Pos, "the mixed content of %s", quoted(s.WSDLName))
		return
	case t.AnyAttribute != nil:
		p.unsupported(t.AnyAttribute.Pos, "xs:anyAttribute")
	}
	for _, use := range t.Attributes {
		p.attribute(s, use)
	}
	if t.ContentKind == xsd.SimpleContent {
		s.Simple = true
		value := &Field{Name: "Value", Doc: "The text of the element.", Scalar: p.scalar(t.Simple, t.Pos, s.WSDLName)}
		s.Fields = []*Field{value}
		return
	}
	if t.Content != nil {
		c := &content{planner: p, s: s, groups: make(map[*xsd.ModelGroup]int), names: make(map[Name]bool)}
		c.particle(t.Content)
	}
	for i, f := range s.Fields {
		if f.Occurs == One || f.Must {
			s.Required = append(s.Required, i)
		}
	}
}

// content fills a struct from a content model. It visits every group once:
// groups that refer to others twice would grow without bounds.
type content struct {
	*planner
	s      *Struct
	groups map[*xsd.ModelGroup]int // how often they were met
	names  map[Name]bool
}

func (c *content) particle(particle *xsd.Particle) {
	switch term := particle.Term.(type) {
	case *xsd.ElementDeclaration:
		c.element(particle, term)
	case *xsd.Wildcard:
		c.unsupported(particle.Pos, "xs:any")
	case *xsd.ModelGroup:
		c.group(particle, term)
	}
}

func (c *content) group(particle *xsd.Particle, g *xsd.ModelGroup) {
	c.groups[g]++
	switch {
	case c.groups[g] > 1:
		if c.groups[g] == 2 && !c.isEmptyGroup(particle) {
			c.unsupported(particle.Pos, "a group that occurs twice in the content of %s", quoted(c.s.WSDLName))
		}
		return
	case g.Compositor == xsd.Choice:
		c.unsupported(particle.Pos, "xs:choice")
		return
	case particle.Min != 1 || particle.Max != 1:
		if len(g.Particles) > 0 {
			c.unsupported(particle.Pos, "an xs:%s that does not occur exactly once", g.Compositor)
		}
		return
	}
	for _, child := range g.Particles {
		c.particle(child)
	}
}

func (c *content) element(particle *xsd.Particle, e *xsd.ElementDeclaration) {
	f := &Field{Wire: wireName(e.Name), Doc: e.Documentation, Nillable: e.Nillable, pos: particle.Pos}
	if c.names[f.Wire] {
		c.unsupported(particle.Pos, "a second element %s in the content of %s", quoted(e.Name.Local), quoted(c.s.WSDLName))
		return
	}
	c.names[f.Wire] = true
	switch {
	case c.substituted(e, particle.Pos):
		return
	case particle.Repeated():
		f.Occurs, f.Must = Many, particle.Min > 0
		if particle.Min > 1 || particle.Max != xsd.Unbounded {
			c.note(particle.Pos, "how many %s there are is not checked", quoted(e.Name.Local))
		}
	case particle.Optional():
		f.Occurs = Optional
	}
	if e.Default != nil || e.Fixed != nil {
		c.note(e.Pos, "the default or fixed value of %s is not applied", quoted(e.Name.Local))
	}
	c.typed(f, e, c.s, particle.Pos)
	c.s.Fields = append(c.s.Fields, f)
}

// substituted reports whether other elements stand in for e.
func (p *planner) substituted(e *xsd.ElementDeclaration, pos diag.Pos) bool {
	if e.Abstract || len(e.Substitutes) > 0 {
		p.unsupported(pos, "the substitution group of %s", quoted(e.Name.Local))
		return true
	}
	return false
}

// typed gives a field the type of its element.
func (p *planner) typed(f *Field, e *xsd.ElementDeclaration, parent *Struct, pos diag.Pos) {
	switch t := e.Type.(type) {
	case *xsd.SimpleType:
		f.Scalar = p.scalar(t, pos, e.Name.Local)
	case *xsd.ComplexType:
		f.Struct = p.structOf(t, e, parent)
	}
}

func (p *planner) attribute(s *Struct, use *xsd.AttributeUse) {
	a := use.Attribute
	f := &Field{Wire: wireName(a.Name), Doc: use.Documentation, Occurs: Optional, Scalar: p.scalar(a.Type, use.Pos, a.Name.Local), pos: use.Pos}
	if f.Doc == "" {
		f.Doc = a.Documentation
	}
	if use.Required {
		f.Occurs = One
	}
	if use.Default != nil || use.Fixed != nil {
		p.note(use.Pos, "the default or fixed value of %s is not applied", quoted(a.Name.Local))
	}
	s.Attrs = append(s.Attrs, f)
}

// scalar returns the Go type for a simple type, that of xs:string if it cannot
// be carried, which is a diagnostic then.
func (p *planner) scalar(t *xsd.SimpleType, pos diag.Pos, what string) *Scalar {
	s := scalarOf(t)
	if s == nil {
		p.unsupported(pos, "the type %s of %s", typeName(t), quoted(what))
		return scalars["string"]
	}
	if constrains(t) {
		name := "of " + quoted(what)
		if t.Name.Local != "" {
			name = quoted(t.Name.Local)
		}
		p.note(t.Pos, "the facets of the type %s are not checked", name)
	}
	return s
}

func typeName(t *xsd.SimpleType) string {
	switch {
	case t.Builtin:
		return "xs:" + t.Name.Local
	case t.Name.Local != "":
		return quoted(t.Name.Local)
	}
	return "without a name"
}

func wireName(q xsd.QName) Name { return Name{Local: q.Local, uri: q.Space} }

func quoted(name string) string { return diag.Quote(name) }

func (p *planner) unsupported(pos diag.Pos, format string, args ...any) {
	p.diags.Add(diag.New(diag.Unsupported, pos, format+" is not supported yet", args...))
}

func (p *planner) note(pos diag.Pos, format string, args ...any) {
	p.diags.Add(diag.New(diag.NotEnforced, pos, format, args...))
}

// checkContainment refuses structs that would contain themselves by value.
func (p *planner) checkContainment() {
	for _, s := range p.pkg.Structs {
		if contains(s, s, make(map[*Struct]bool)) {
			p.diags.Add(diag.New(diag.Circular, s.pos, "an element of the type %s has to contain another, without end", quoted(s.WSDLName)))
		}
	}
}

// contains reports whether every value of s holds a value of target.
func contains(s, target *Struct, seen map[*Struct]bool) bool {
	for _, f := range s.Fields {
		if f.Struct == nil || f.Occurs != One || f.Nillable || seen[f.Struct] {
			continue
		}
		if f.Struct == target {
			return true
		}
		seen[f.Struct] = true
		if contains(f.Struct, target, seen) {
			return true
		}
	}
	return false
}
