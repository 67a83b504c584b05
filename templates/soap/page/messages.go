package page

import (
	"html/template"
	"strings"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/validate"
)

// messages finds the components that describe messages.
type messages struct {
	*validate.Components
	nodes int // of a tree
}

// readMessages reads the types of a contract. With an error there is nothing in the set.
func readMessages(info *contract.Contract) (*messages, error) {
	types := info.Types
	if types == nil {
		types = new(schema.Table)
	}
	c, err := validate.DocumentedComponentsOf(types)
	if err != nil {
		c.Set, _ = component.Read()
	}
	return &messages{c, maxNodes}, err
}

// described is what a page shows of the messages of an operation.
type described struct {
	*contract.Operation
	Parameters []*node
	Result     []*node // the only one is open
	Headers    []*node
	Errors     []*node
}

// describe describes the messages of an operation.
func (m *messages) describe(op *contract.Operation) *described {
	d := &described{Operation: op}
	if op.RequestType() != nil {
		d.Parameters = m.request(op)
	}
	if op.Result != nil {
		d.Result = []*node{m.result(op)}
	}
	for _, f := range op.Faults {
		d.Errors = append(d.Errors, m.block(f.Element, f.Detail))
	}
	for b := contract.SOAP11; b <= contract.SOAP12 && d.Headers == nil; b++ {
		for _, h := range soap.HeadersOf(op, b) {
			if h.Value != nil {
				d.Headers = append(d.Headers, m.block(h.Element, h.Value))
			}
		}
	}
	return d
}

// picture is a picture with its title.
type picture struct {
	Title string
	SVG   template.HTML
}

// Picture returns a picture of the messages and their types, nil if they are empty.
func (d *described) Picture() *picture {
	p := &picture{Title: "Messages of " + d.Name}
	p.SVG = drawn(p.Title, message{"request", d.Parameters}, message{"result", d.Result},
		message{"header blocks", d.Headers}, message{"faults", d.Errors})
	if p.SVG == "" {
		return nil
	}
	return p
}

// request returns the nodes of a request.
func (m *messages) request(op *contract.Operation) []*node {
	tree, t := &treeMaker{set: m.Set, left: m.nodes}, op.RequestType()
	var nodes []*node
	if own := m.Request(op); own != nil {
		nodes = tree.content(own.Type)
	}
	return tree.finish(m.withParts(tree, nodes, t))
}

// withParts adds to the nodes of a message the facts that only its description has: parts that may be nil, and attachments.
func (m *messages) withParts(tree *treeMaker, nodes []*node, message *schema.Type) []*node {
	rows := message.AllRows()
	for i := range rows {
		r := &rows[i]
		switch {
		case r.At == schema.AtAttachment && r.Name != "":
			nodes = append(nodes, m.attachment(tree, r))
		case r.Nillable && message.Name == "":
			for _, n := range nodes {
				if n.Name == r.Name && !strings.HasSuffix(n.Occurs, mayBeNil) {
					n.Occurs += mayBeNil
				}
			}
		}
	}
	return nodes
}

// attachment returns the node of an attachment, which may be the document of an element.
func (m *messages) attachment(tree *treeMaker, r *schema.Row) *node {
	n, low := &node{Name: r.Name}, int(r.Occurs)%2
	if e := m.Set.Element(m.Name(nil, int(r.NS), r.Name)); e != nil && r.NS != 0 {
		n = tree.element(e, low, 1)
	} else if t, err := m.TypeOf(r); err == nil {
		n = tree.node(r.Name, t, low, 1)
	}
	n.Note, n.typ = "attachment", nil
	return n
}

// block returns the node of a header block or a detail.
func (m *messages) block(name schema.ElementName, v *schema.Value) *node {
	n := new(node)
	if p := m.Value(v, []schema.ElementName{name}); p != nil {
		tree := &treeMaker{set: m.Set, left: m.nodes}
		n = tree.declared(p.Element, 1, 1)
	}
	n.Name, n.Occurs, n.Note = name.Local, "", ""
	return n
}

// result returns the node of a result.
func (m *messages) result(op *contract.Operation) *node {
	tree, n := &treeMaker{set: m.Set, left: m.nodes}, new(node)
	if p := m.Result(op); p != nil {
		n = tree.element(p.Element, p.Min, p.Max)
	}
	if n.Name == "" && n.Note == "" {
		n.Name = op.ResultName().Local
	}
	if t := op.Result.StructType(); t != nil {
		n.Children = m.withParts(tree, n.Children, t)
	}
	n.unfold = true
	n.Children = tree.finish(n.Children)
	return n
}
