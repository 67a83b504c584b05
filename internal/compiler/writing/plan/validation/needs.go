package validation

import (
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/typing"
)

// needs finds the components of the schemas that validation has to know.
type needs struct {
	in       Input
	messages map[xsd.QName]bool // the names of messageElements
	needed   map[any]bool
	queue    []any
}

// needRoots adds the components that are written even if no other component needs them: all of the contract, or those
// of the selected operations.
func (w *needs) needRoots() {
	set := w.in.Schemas
	if !w.in.Partial {
		for _, t := range set.Types {
			w.needRoot(t)
		}
		for _, e := range set.Elements {
			w.needRoot(e)
		}
		return
	}
	for t := range w.in.Types.Types {
		w.need(t)
	}
	for t := range w.in.Types.Scalars {
		w.need(t)
	}
	for name := range w.messages {
		if e := set.Element(name); e != nil {
			w.need(e)
		}
	}
}

// messageElements returns the names of the elements of messages, headers and fault details, and of the elements
// that documents may have.
func messageElements(pkg *ir.Package, documents map[ir.Name]bool) map[xsd.QName]bool {
	names := make(map[xsd.QName]bool)
	add := func(all ...ir.Name) {
		for _, n := range all {
			names[xsd.QName{Space: n.Space, Local: n.Local}] = true
		}
	}
	for _, s := range pkg.Services {
		for _, op := range s.Operations {
			for _, w := range op.Wires {
				add(w.FirstElements()...)
				add(w.Out...)
				if w.Body {
					add(elementNames(op.Request)...)
				}
				if w.OutBody && op.Result != nil {
					add(elementNames(op.Result.Item.Struct)...)
				}
			}
		}
	}
	for e := range documents {
		add(e)
	}
	for _, h := range pkg.Headers {
		add(h.Wire)
		add(memberNames(h.Value.Item.Struct)...)
	}
	for _, f := range pkg.Faults {
		add(f.Wire)
		add(memberNames(f.Detail.Item.Struct)...)
	}
	return names
}

// elementNames returns the names of the elements of a struct that is the content of a Body.
func elementNames(s *ir.Struct) []ir.Name {
	var names []ir.Name
	if s == nil {
		return nil
	}
	for _, f := range s.Fields {
		if f.Group != nil {
			names = append(names, memberNames(f.Group)...)
		} else if f.Wire.Local != "" {
			names = append(names, f.Wire)
		}
	}
	return names
}

// memberNames returns the names of the elements in the struct of a substitution group; none for any other struct.
func memberNames(s *ir.Struct) []ir.Name {
	if s == nil || !s.IsSubstitutionGroup() {
		return nil
	}
	return elementNames(s)
}

// needRoot adds a global component unless it is built in.
func (w *needs) needRoot(c xsd.Component) {
	if s := c.Component().Schema; s == nil || !s.WellKnown {
		w.need(c)
	}
}

// need adds a component. needReferences adds those that it refers to.
func (w *needs) need(c any) {
	if w.needed[c] {
		return
	}
	w.needed[c] = true
	w.queue = append(w.queue, c)
}

func (w *needs) needReferences() {
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
				w.need(s)
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

func (w *needs) needSimple(t *xsd.SimpleType) {
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

func (w *needs) needComplex(t *xsd.ComplexType) {
	if t.Builtin {
		return
	}
	w.need(t.Base)
	if t.Simple != nil {
		w.need(t.Simple)
	}
	switch {
	case typing.IsEncodedArray(t):
		w.need(typing.ItemType(t))
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

func (w *needs) needPart(part *wsdl11.Part) {
	switch {
	case part.Element != nil:
		w.need(part.Element)
	case part.Type != nil:
		w.need(part.Type)
	}
}

// needAllowed adds the built-in elements in the namespaces of a wildcard. Those of the contract are always written.
func (w *needs) needAllowed(c *xsd.Wildcard) {
	if c.Constraint != xsd.NamespacesList || c.ProcessContents == xsd.Skip {
		return
	}
	for _, e := range w.in.Schemas.Elements {
		if c.Allows(e.Name.Space) {
			w.need(e)
		}
	}
}

// needAttributes adds the global attributes that a wildcard allows: all of the contract's, and built-in ones if the
// wildcard lists their namespace.
func (w *needs) needAttributes(c *xsd.Wildcard) {
	if c.ProcessContents == xsd.Skip {
		return
	}
	for _, a := range w.in.Schemas.Attributes {
		if c.Allows(a.Name.Space) && (c.Constraint == xsd.NamespacesList || !a.Schema.WellKnown) {
			w.need(a)
		}
	}
}
