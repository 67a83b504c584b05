package page

import (
	"slices"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/validate"
)

// messages finds the components that describe messages.
type messages struct{ *validate.Components }

// readMessages reads the contract. Without documents, or with an error, there is nothing in the set.
func readMessages(info *soap.ServiceInfo) (*messages, error) {
	types := info.Contract().Types
	if types == nil {
		types = new(schema.Table)
	}
	c, err := validate.DocumentedComponentsOf(types)
	if err != nil {
		c.Set, _ = component.Read()
	}
	if info.DocumentSet() == nil {
		err = nil
	}
	return &messages{c}, err
}

// element returns the global element with a name in messages, nil if there is none.
func (m *messages) element(name schema.ElementName) *component.Element {
	return m.Set.Element(m.Name(nil, name.NS, name.Local))
}

// request returns the nodes of a request.
func (m *messages) request(op *contract.Operation) []*node {
	tree, t := &treeMaker{set: m.Set, left: maxNodes}, op.RequestType()
	var nodes []*node
	for i := range op.Wires {
		w := &op.Wires[i]
		if w.In.Local == "" || w.Body || w.RPC || w.Encoded {
			continue
		}
		if e := m.element(w.In); e != nil {
			if nodes = tree.content(e.Declaration().Type); e.Declaration().Type.Simple {
				nodes = []*node{tree.element(e, 1, 1)}
			}
			break
		}
	}
	if own := m.Set.Type(m.Name(t, int(t.NS), t.Name)); nodes == nil && own != nil { // the type of the only part
		nodes = tree.content(own)
	}
	described := nodes != nil
	return tree.finish(m.parts(tree, nodes, t, func(r *schema.Row) bool { return !described || r.At == schema.AtAttachment }))
}

// parts adds the nodes of parts of a message.
func (m *messages) parts(tree *treeMaker, nodes []*node, t *schema.Type, has func(*schema.Row) bool) []*node {
	for i := range t.AllRows() {
		if r := &t.AllRows()[i]; (r.Name != "" || r.At == schema.AtContent) && has(r) {
			nodes = append(nodes, m.part(tree, r))
		}
	}
	return nodes
}

// part returns the node of a part of a message, or of a value, which the schema may describe only by its type.
func (m *messages) part(tree *treeMaker, r *schema.Row) *node {
	low, high := int(r.Occurs)%2, 1
	if r.Occurs == schema.Many || r.Occurs == schema.OnceOrMore {
		high = -1
	}
	anonymous := r.Of != nil && r.Of.Name == "" && !r.Of.Simple
	if e := m.element(schema.ElementName{NS: int(r.NS), Local: r.Name}); e != nil && (r.NS != 0 || anonymous) { // else a part with a type
		return tree.element(e, low, high)
	}
	tree.left--
	t, err := m.TypeOf(r)
	n := &node{Name: r.Name, Occurs: occurrence(low, high)}
	switch {
	case err == nil:
		n = tree.node(r.Name, t, low, high)
	case r.Of == nil || anonymous && tree.left <= 0:
	case anonymous: // it has the parts of a message
		n.Children = m.parts(tree, nil, r.Of, func(*schema.Row) bool { return true })
	default:
		n.Type = r.Of.Name
	}
	if r.Nillable {
		n.Occurs += mayBeNil
	}
	switch n.Attr = r.At == schema.AtAttribute; r.At {
	case schema.AtAttachment:
		n.Note, n.typ = "attachment", nil
	case schema.AtContent:
		n.Note = "text"
	}
	return n
}

// block returns the node of a header block or a detail.
func (m *messages) block(name schema.ElementName, v *schema.Value) *node {
	tree, n := &treeMaker{set: m.Set, left: maxNodes}, (*node)(nil)
	if e := m.element(name); e != nil {
		n = tree.declared(e, 1, 1)
	} else {
		n = m.part(tree, v.Described())
	}
	n.Name, n.Occurs, n.Note = name.Local, "", ""
	return n
}

// result returns the node of a result. item is the name of its items, if it is a list.
func (m *messages) result(op *contract.Operation, item string) *node {
	tree := &treeMaker{set: m.Set, left: maxNodes}
	var n *node
	if p := m.resultParticle(op, item); p != nil {
		n = tree.element(p.Element, p.Min, p.Max)
	} else {
		n = m.part(tree, op.Result.Described())
		for _, w := range op.Wires {
			if len(w.Out) > 0 && n.Name == "" {
				n.Name, n.Note = w.Out[len(w.Out)-1].Local, ""
			}
		}
	}
	if t := op.Result.StructType(); t != nil && n.typ != nil {
		n.Children = m.parts(tree, n.Children, t, func(r *schema.Row) bool { return r.At == schema.AtAttachment })
	}
	n.unfold = true
	n.Children = tree.finish(n.Children)
	return n
}

// resultParticle returns the particle of a result, or of its items, nil if the schema does not have it.
func (m *messages) resultParticle(op *contract.Operation, item string) *component.Particle {
	for _, w := range op.Wires {
		if len(w.Out) == 0 || w.RPC || w.Encoded {
			continue
		}
		path := w.Out[1:]
		if row := op.Result.Described(); item != "" {
			path = append(slices.Clone(path), schema.ElementName{NS: int(row.NS), Local: item})
		}
		p := &component.Particle{Min: 1, Max: 1, Element: m.element(w.Out[0])}
		for i := 0; i < len(path) && p != nil && p.Element != nil; i++ {
			p = p.Element.Declaration().Type.Definition().Content.Find(m.Name(nil, path[i].NS, path[i].Local))
		}
		if p != nil && p.Element != nil {
			return p
		}
	}
	return nil
}
