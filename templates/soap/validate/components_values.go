package validate

import (
	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// A description of values is of a type by its name or, if it has none, by what it is the type of: an element or an attribute of
// another type, a global element, or a message. The items of a repeated group and the parameters of an HTTP binding have
// descriptions, but no type: their content is what the rows say, with the elements of the schema.

// valueOwner is what has a type without a name.
type valueOwner struct {
	in     *schema.Type          // the type that has the row; nil for a global element
	global *schema.GlobalElement // nil for a row of a type
	row    *schema.Row
	table  *schema.Table
}

// nameOf returns the name of a row in the documents.
func (m *componentModel) nameOf(r *schema.Row, table *schema.Table) xsd.QName {
	return m.own(xsd.QName{Space: table.URI(r.NS), Local: r.Name})
}

// own returns a name as the documents have it.
func (m *componentModel) own(name xsd.QName) xsd.QName {
	if space, ok := m.names[name.Space]; ok {
		name.Space = space
	}
	return name
}

// valueOwners returns what has the types without a name, global elements first.
func valueOwners(tables []*schema.Table) map[*schema.Type]valueOwner {
	owners := make(map[*schema.Type]valueOwner)
	add := func(o valueOwner) {
		if o.row.Of != nil && o.row.Of.Name == "" {
			addOnce(owners, o.row.Of, o)
		}
	}
	for _, table := range tables {
		elements := table.GlobalElements()
		for i := range elements {
			add(valueOwner{global: &elements[i], row: &elements[i].Row, table: table})
		}
	}
	for _, table := range tables {
		for _, t := range table.Types {
			for i := range t.Rows {
				add(valueOwner{in: t.Type, row: &t.Rows[i], table: table})
			}
		}
	}
	return owners
}

// elementFor returns an element with the values that d describes. It has the name of the type, or of an element with it.
func (m *componentModel) elementFor(d *schema.Type) *xsdElement {
	d = d.Complete()
	e := &xsdElement{name: xsd.QName{Local: d.Name}, typ: m.typeFor(d), nillable: true}
	if d.Name == "" {
		if o, ok := m.owners()[d]; ok && o.row.Name != "" {
			e.name.Local, e.parts = o.row.Name, o.global != nil && o.global.Message
		} else {
			e.name.Local, e.parts = "value", !d.IsDocument()
		}
	}
	return e
}

// typeFor returns the type of the values that d describes.
func (m *componentModel) typeFor(d *schema.Type) *xsdType {
	if !m.isPart(d) {
		if c := m.componentOf(d); c != nil {
			m.mu.Lock()
			defer m.mu.Unlock()
			return m.linked(c)
		}
	}
	if d.Simple {
		return builtin(d.Kind.TypeName())
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	t := m.values[d]
	if t == nil {
		t = &xsdType{complex: true, base: builtin("anyType"), by: byRestriction, mixed: d.Mixed}
		m.values[d] = t
		m.fillFromRows(t, d)
	}
	return t
}

// fillFromRows gives the type of a part, a document or a message the content that the rows of its description say.
func (m *componentModel) fillFromRows(t *xsdType, d *schema.Type) {
	rows, within := d.Rows(), m.contentAround(d)
	for i := range rows {
		if rows[i].At == schema.AtContent {
			t.text = m.typeOfRow(&rows[i])
			return
		}
	}
	c := contentReader{rows: rows, table: d.Table(), count: new(int), element: func(r *schema.Row, table *schema.Table) *xsdElement {
		name := m.nameOf(r, table)
		found := elementIn(within, name)
		if d.IsDocument() || within == nil && name.Space != "" { // parts with a type have no namespace
			found = m.set.Element(name)
		}
		if found != nil {
			return m.elementOf(found)
		}
		return &xsdElement{name: name, nillable: r.Nillable, typ: m.typeOfRow(r)}
	}}
	t.content = c.top()
}

// typeOfRow returns the type of a part of a message.
func (m *componentModel) typeOfRow(r *schema.Row) *xsdType {
	if r.Of != nil {
		if c := m.componentOf(r.Of); c != nil {
			return m.linked(c)
		}
	}
	return builtin(r.Kind.TypeName())
}

// isPart reports whether a description is of a part of the content of a type: an item of a repeated group, or a member of a
// substitution group.
func (m *componentModel) isPart(d *schema.Type) bool {
	o, ok := m.owners()[d]
	return ok && d.Name == "" && !d.Simple && o.row.Name == ""
}

// contentAround returns the content of the type that a description is of a part of, nil if it is none.
func (m *componentModel) contentAround(d *schema.Type) *component.Particle {
	if !m.isPart(d) {
		return nil
	}
	c := m.componentOf(d)
	if c == nil {
		return nil
	}
	return c.Definition().Content
}

// componentOf returns the type that a description is of, or of a part of; nil if there is none.
func (m *componentModel) componentOf(d *schema.Type) *component.Type {
	if name := d.QName(); name.Local != "" {
		return m.set.Type(m.own(name))
	}
	o, ok := m.owners()[d]
	switch {
	case !ok:
		return nil
	case o.global != nil && o.global.Message:
		if all := m.set.Messages(m.nameOf(o.row, o.table)); len(all) == 1 {
			return all[0].Declaration().Type
		}
		return nil
	case o.global != nil:
		return declaredType(m.set.Element(m.nameOf(o.row, o.table)))
	}
	in := m.componentOf(o.in)
	switch {
	case in == nil || o.row.Name == "" && o.row.At == schema.AtElement:
		return in
	case o.row.At == schema.AtListItem:
		return in.Definition().Item
	case o.row.At == schema.AtItem:
		return in.Definition().Items
	case o.row.At == schema.AtContent:
		return in.Definition().Text
	case o.row.At == schema.AtAttribute:
		for _, use := range in.Definition().Attributes {
			if use.Name == m.nameOf(o.row, o.table) {
				return use.Type
			}
		}
		return nil
	}
	return declaredType(elementIn(in.Definition().Content, m.nameOf(o.row, o.table)))
}

func declaredType(e *component.Element) *component.Type {
	if e == nil {
		return nil
	}
	return e.Declaration().Type
}

// elementIn returns the first element with a name in a content model, nil if there is none. Members of substitution groups are
// global elements.
func elementIn(p *component.Particle, name xsd.QName) *component.Element {
	if p == nil || p.Size > maxNodes {
		return nil
	}
	if p.Element != nil {
		for _, e := range append(p.Element.Substitutes(), p.Element) {
			if e.Name == name {
				return e
			}
		}
	}
	for _, child := range p.Particles {
		if e := elementIn(child, name); e != nil {
			return e
		}
	}
	return nil
}
