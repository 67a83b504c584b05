package sample

import (
	"cmp"
	"fmt"
	"strings"

	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/validate"
	"example.com/quartet/templates/soap/xsd"
)

// valueMaker writes XML from which values of Go types are decoded.
type valueMaker struct {
	*maker
	table *schema.Table
	names map[string]string // namespaces of the documents by those of messages
}

// maker returns a maker of plain instances for the messages of a contract.
func (s Seed) maker(info *contract.Contract, name string, optional int) (*valueMaker, error) {
	if info.Types == nil {
		return nil, fmt.Errorf("the contract does not describe its types")
	}
	set, names, err := validate.ComponentsOf(info.Types)
	if err != nil {
		return nil, err
	}
	sampler := New(set)
	sampler.renamed = make(map[string]string)
	for message, document := range names {
		sampler.renamed[document] = message
	}
	m := &valueMaker{sampler.maker(Options{Mode: Plain, Seed: uint64(s)}, name), info.Types, names}
	m.optional = optional
	return m, nil
}

// name returns the name of an element of messages as the documents have it.
func (m *valueMaker) name(table *schema.Table, ns int32, local string) xsd.QName {
	space := table.URI(ns)
	if own, ok := m.names[space]; ok {
		space = own
	}
	return xsd.QName{Space: space, Local: local}
}

// tableOf returns the table that the numbers of namespaces in the rows of a type refer to.
func (m *valueMaker) tableOf(t *schema.Type) *schema.Table {
	if t != nil && t.Table() != nil {
		return t.Table()
	}
	return m.table
}

// request writes the rest of a start tag, and what is in a request: what a type with a name or the element of a message has, or the
// parts of a message.
func (m *valueMaker) request(op *contract.Operation) error {
	t := op.RequestType()
	if c := m.set.Type(m.name(m.tableOf(t), t.NS, t.Name)); t.Name != "" && c != nil && !c.Simple {
		return m.content(c)
	}
	for i := range op.Wires {
		w := &op.Wires[i]
		if w.IsHTTP() || w.In.Local == "" || w.Body {
			continue
		}
		for _, e := range m.elements(m.name(m.table, int32(w.In.NS), w.In.Local)) {
			if d := e.Declaration(); m.describes(t, d) {
				return m.content(d.Type)
			}
		}
	}
	return m.parts(t)
}

// content writes the rest of a start tag, and the content of a type.
func (m *valueMaker) content(t *component.Type) error {
	m.depth++
	m.stack[t]++
	defer func() { m.depth--; m.stack[t]-- }()
	return m.inside(t, nil)
}

// elements returns the global element with a name, or those with parts of messages.
func (m *valueMaker) elements(name xsd.QName) []*component.Element {
	if e := m.set.Element(name); e != nil {
		return []*component.Element{e}
	}
	return m.set.Messages(name)
}

// describes reports whether the fields of a struct are all that a complex type has.
func (m *valueMaker) describes(t *schema.Type, d *component.Declaration) bool {
	if d.Type.Simple {
		return false
	}
	content := d.Type.Definition().Content
	rows := t.Rows()
	for i := range rows {
		r := &rows[i]
		if r.At != schema.AtElement || r.Name == "" {
			continue
		}
		p := particleIn(content, m.name(m.tableOf(t), r.NS, r.Name))
		if p == nil {
			return false
		}
		if c, err := m.typeOf(r); d.Message && err == nil && p.Element.Declaration().Type != c { // overloads have the same names
			return false
		}
	}
	return len(rows) > 0 || content == nil || content.Empty
}

// parts writes the end of a start tag, and the elements that the fields of a struct describe.
func (m *valueMaker) parts(t *schema.Type) error {
	rows, table := t.Rows(), m.tableOf(t)
	if len(rows) == 1 && rows[0].At == schema.AtContent {
		c, err := m.typeOf(&rows[0])
		if err != nil {
			return err
		}
		return m.value(c, nil)
	}
	m.open()
	m.depth++
	defer func() { m.depth-- }()
	for i := range rows {
		r := &rows[i]
		if r.At == schema.AtItem {
			return m.part(table, r, &component.Particle{Min: 1, Max: -1}, true)
		}
		for r.Kind == codec.KindMember && r.Of != nil && len(r.Of.Rows()) > 0 { // the first of a substitution group
			r = &r.Of.Rows()[0]
		}
		if r.At != schema.AtElement || r.Name == "" || r.Kind >= codec.KindBase {
			continue
		}
		p := &component.Particle{Kind: component.ElementTerm, Min: 1, Max: 1, Element: m.set.Element(m.name(table, r.NS, r.Name))}
		if r.NS == 0 && p.Element != nil && r.Of != nil && p.Element.Declaration().Type.Name.Local != r.Of.Name { // it is a part with a type
			p.Element = nil
		}
		if rows[i].Occurs == schema.Optional || rows[i].Occurs == schema.Many {
			p.Min = 0
		}
		if rows[i].Occurs >= schema.Many {
			p.Max = -1
		}
		if err := m.part(table, r, p, false); err != nil {
			return fmt.Errorf("%s: %w", r.Name, err)
		}
	}
	return nil
}

// part writes an element for a row as often as a particle says. If the particle has no element, the row has the type.
func (m *valueMaker) part(table *schema.Table, r *schema.Row, p *component.Particle, must bool) error {
	if p.Element != nil {
		return m.particle(&component.Definition{}, p, must)
	}
	if name := m.qname(m.name(table, r.NS, r.Name)); r.More != nil && r.More.IsFixed {
		m.write("<", name, ">", escape(r.More.Fixed), "</", name, ">")
		return nil
	}
	c, err := m.typeOf(r)
	if err != nil {
		return err
	}
	if p.Min == 0 && (m.depth > m.optional || !c.Simple && m.optional <= optionalDepth) {
		return nil
	}
	n := 1
	if p.Max < 0 {
		n += m.upTo(maxItems)
	}
	for i := range n {
		m.item = i
		if err := m.accessor(m.name(table, r.NS, r.Name), c); err != nil {
			return err
		}
	}
	m.item = 0
	return nil
}

// typeOf returns the type of the values of a row.
func (m *valueMaker) typeOf(r *schema.Row) (*component.Type, error) {
	if r.Of != nil {
		if rows := r.Of.Rows(); r.Of.Name == "" && len(rows) == 1 && rows[0].At == schema.AtListItem { // one item is a list, too
			return m.typeOf(&rows[0])
		}
		name := r.Of.QName()
		if c := m.set.Type(m.name(m.tableOf(r.Of), r.Of.NS, name.Local)); c != nil {
			return c, nil
		}
	}
	if c := builtin(cmp.Or(strings.TrimPrefix(r.Kind.TypeName(), "xs:"), "anyType")); c != nil && (r.Of == nil || c.Simple) {
		return c, nil
	}
	return nil, fmt.Errorf("the documents do not have the type of %s", cmp.Or(r.Name, "the value"))
}
