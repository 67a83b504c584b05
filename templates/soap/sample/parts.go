package sample

import (
	"fmt"

	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/validate"
)

// valueMaker writes XML from which values of Go types are decoded.
type valueMaker struct {
	*maker
	known *validate.Components
}

// maker returns a maker of instances for the messages of a contract.
func (s Seed) maker(info *contract.Contract, name string, optional int) (*valueMaker, error) {
	if info.Types == nil {
		return nil, fmt.Errorf("the contract does not describe its types")
	}
	known, err := validate.ComponentsOf(info.Types)
	if err != nil {
		return nil, err
	}
	sampler := New(known.Set)
	sampler.renamed = make(map[string]string)
	for message, document := range known.Names {
		sampler.renamed[document] = message
	}
	m := &valueMaker{sampler.maker(Options{Seed: uint64(s)}, name), known}
	m.optional = optional
	return m, nil
}

// request writes the rest of a start tag, and what is in a request: what a type with a name or the element of a message has, or the
// parts of a message.
func (m *valueMaker) request(op *contract.Operation) error {
	t := op.RequestType()
	if c := m.known.Request(op); c != nil {
		return m.content(c)
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

// parts writes the end of a start tag, and the elements that the fields of a struct describe.
func (m *valueMaker) parts(t *schema.Type) error {
	rows := t.Rows()
	if len(rows) == 1 && rows[0].At == schema.AtContent {
		c, err := m.known.TypeOf(&rows[0])
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
			return m.part(t, r, &component.Particle{Min: 1, Max: -1}, true)
		}
		for r.Kind == codec.KindMember && r.Of != nil && len(r.Of.Rows()) > 0 { // the first of a substitution group
			r = &r.Of.Rows()[0]
		}
		if r.At != schema.AtElement || r.Name == "" || r.Kind >= codec.KindBase {
			continue
		}
		if err := m.part(t, r, m.particleOf(t, r, rows[i].Occurs), false); err != nil {
			return fmt.Errorf("%s: %w", r.Name, err)
		}
	}
	return nil
}

// particleOf returns the particle of the element that a row describes, without the element if the row is a part with a type.
func (m *valueMaker) particleOf(t *schema.Type, r *schema.Row, occurs schema.Occurs) *component.Particle {
	p := &component.Particle{Kind: component.ElementTerm, Min: 1, Max: 1, Element: m.set.Element(m.known.Name(t, int(r.NS), r.Name))}
	if r.NS == 0 && p.Element != nil && r.Of != nil && p.Element.Declaration().Type.Name.Local != r.Of.Name {
		p.Element = nil
	}
	if occurs == schema.Optional || occurs == schema.Many {
		p.Min = 0
	}
	if occurs >= schema.Many {
		p.Max = -1
	}
	return p
}

// part writes an element for a row as often as a particle says. If the particle has no element, the row has the type.
func (m *valueMaker) part(t *schema.Type, r *schema.Row, p *component.Particle, must bool) error {
	if p.Element != nil {
		return m.particle(&component.Definition{}, p, must)
	}
	if name := m.qname(m.known.Name(t, int(r.NS), r.Name)); r.More != nil && r.More.IsFixed {
		m.write("<", name, ">", escape(r.More.Fixed), "</", name, ">")
		return nil
	}
	c, err := m.known.TypeOf(r)
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
		if err := m.accessor(m.known.Name(t, int(r.NS), r.Name), c); err != nil {
			return err
		}
	}
	m.item = 0
	return nil
}
