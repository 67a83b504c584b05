package plan

import (
	"example.com/quartet/internal/compiler/wsdl11"
	"example.com/quartet/internal/compiler/xsd"
)

// roots adds what is written whether or not something else needs it: all of the contract, or what the part that is
// asked for has.
func (w *schemaWriter) roots() {
	set := w.model.Schemas
	if !w.partial() {
		for _, t := range set.Types {
			w.root(t)
		}
		for _, e := range set.Elements {
			w.root(e)
		}
		return
	}
	for t := range w.types {
		w.need(t)
	}
	for t := range w.simples {
		w.need(t)
	}
	for name := range w.bodies() {
		if e := set.Element(name); e != nil {
			w.need(e)
		}
	}
}

// bodies returns the names of the elements that messages are, or have in a Header
// or in the detail of a fault, and of those that have a variable.
func (p *planner) bodies() map[xsd.QName]bool {
	names := make(map[xsd.QName]bool)
	add := func(all ...Name) {
		for _, n := range all {
			names[xsd.QName{Space: n.uri, Local: n.Local}] = true
		}
	}
	for _, s := range p.pkg.Services {
		for _, op := range s.Operations {
			for _, w := range op.Wires {
				add(w.begins()...)
				add(w.Out...)
				if w.Body {
					add(op.Request.roots()...)
				}
				if w.OutBody && op.Result != nil {
					add(op.Result.Item.Struct.roots()...)
				}
			}
		}
	}
	for _, e := range p.pkg.Elements {
		add(e.Wire)
	}
	for _, h := range p.pkg.Headers {
		add(h.Wire)
		add(h.Value.Item.Struct.members()...)
	}
	for _, f := range p.pkg.Faults {
		add(f.Wire)
		add(f.Detail.Item.Struct.members()...)
	}
	return names
}

// roots returns the names of the elements of a struct that is the content of a
// Body.
func (s *Struct) roots() []Name {
	var names []Name
	if s == nil {
		return nil
	}
	for _, f := range s.Fields {
		if f.Group != nil {
			names = append(names, f.Group.members()...)
		} else if f.Wire.Local != "" {
			names = append(names, f.Wire)
		}
	}
	return names
}

// members returns the names of the elements that the struct of a substitution
// group holds; none for any other.
func (s *Struct) members() []Name {
	if s == nil || !s.IsGroup() {
		return nil
	}
	return s.roots()
}

// root adds a global component, unless it is built in and nobody needs it.
func (w *schemaWriter) root(c xsd.Component) {
	if s := c.Component().Schema; s == nil || !s.WellKnown {
		w.need(c)
	}
}

// need adds a component to those that are written, and what it refers to.
func (w *schemaWriter) need(c any) {
	if w.needed[c] || w.isProvided(c) {
		return
	}
	w.needed[c] = true
	w.queue = append(w.queue, c)
}

func (w *schemaWriter) follow() {
	for len(w.queue) > 0 {
		c := w.queue[len(w.queue)-1]
		w.queue = w.queue[:len(w.queue)-1]
		switch c := c.(type) {
		case *xsd.SimpleType:
			w.needSimple(c)
		case *xsd.ComplexType:
			w.needComplex(c)
		case *xsd.ElementDeclaration:
			w.need(c.Type)
			if c.SubstitutionHead != nil {
				w.need(c.SubstitutionHead)
			}
			for _, s := range c.Substitutes {
				if w.knows(&s.Info) {
					w.need(s)
				}
			}
		case *xsd.AttributeDeclaration:
			w.need(c.Type)
		case *xsd.ModelGroup:
			for _, child := range c.Particles {
				w.need(child.Term)
			}
		case *xsd.Wildcard:
			w.needAllowed(c)
		}
	}
}

func (w *schemaWriter) needSimple(t *xsd.SimpleType) {
	if t.Base != nil {
		w.need(t.Base)
	}
	if t.Item != nil {
		w.need(t.Item)
	}
	for _, m := range t.Members {
		w.need(m)
	}
}

func (w *schemaWriter) needComplex(t *xsd.ComplexType) {
	if t.Builtin {
		return
	}
	w.need(t.Base)
	if t.Simple != nil {
		w.need(t.Simple)
	}
	switch {
	case isEncodedArray(t):
		w.need(itemType(t))
	case t.Content != nil:
		w.need(t.Content.Term)
	}
	for _, use := range t.Attributes {
		w.need(use.Attribute.Type)
	}
	if t.AnyAttribute != nil {
		w.needAttributes(t.AnyAttribute)
	}
}

func (w *schemaWriter) needPart(part *wsdl11.Part) {
	switch {
	case part.Element != nil:
		w.need(part.Element)
	case part.Type != nil:
		w.need(part.Type)
	}
}

// needAllowed adds the built-in elements that a wildcard names the namespace of. Those of the contract are there anyway.
func (w *schemaWriter) needAllowed(c *xsd.Wildcard) {
	if c.Constraint != xsd.NamespacesList || c.ProcessContents == xsd.Skip {
		return
	}
	for _, e := range w.model.Schemas.Elements {
		if c.Allows(e.Name.Space) && w.knows(&e.Info) {
			w.need(e)
		}
	}
}

// needAttributes adds the global attributes that a wildcard lets in: all of the contract's, and those that are built in
// where it names their namespace.
func (w *schemaWriter) needAttributes(c *xsd.Wildcard) {
	if c.ProcessContents == xsd.Skip {
		return
	}
	for _, a := range w.model.Schemas.Attributes {
		if w.knows(&a.Info) && c.Allows(a.Name.Space) && (c.Constraint == xsd.NamespacesList || !a.Schema.WellKnown) {
			w.need(a)
		}
	}
}
