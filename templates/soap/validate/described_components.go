package validate

import (
	"cmp"
	"fmt"
	"strings"

	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// Components finds the components of the schemas of a contract by the names that messages have, and by the descriptions of types.
// Many goroutines may use it.
type Components struct {
	*model
	table *schema.Table
}

// ComponentsOf returns the components of the documents of a table and of those that it imports. It is an error if there are no
// documents, or if they cannot be read.
func ComponentsOf(t *schema.Table) (*Components, error) {
	m, err := modelOf(t, nil)
	return &Components{m, t}, err
}

// DocumentedComponentsOf is [ComponentsOf] for programs that show the components to people; see [component.ReadDocumented].
func DocumentedComponentsOf(t *schema.Table) (*Components, error) {
	set, names, err := readComponents(t.Closure(), component.ReadDocumented)
	return &Components{newModel(set, names), t}, err
}

// Name returns the name that the documents have for a name in messages. ns is the number of the namespace in the table of a type,
// or in the table of the contract if t is nil.
func (c *Components) Name(t *schema.Type, ns int, local string) xsd.QName {
	table := c.table
	if t != nil && t.Table() != nil {
		table = t.Table()
	}
	return c.own(xsd.QName{Space: table.URI(int32(ns)), Local: local})
}

// Elements returns the global element with a name in messages, or those with parts of messages.
func (c *Components) Elements(name schema.ElementName) []*component.Element {
	own := c.Name(nil, name.NS, name.Local)
	if e := c.Set.Element(own); e != nil {
		return []*component.Element{e}
	}
	return c.Set.Messages(own)
}

// ElementAt returns the last element of a path in messages, nil if no schema declares it, or if it depends on the operation.
func (c *Components) ElementAt(path []schema.ElementName) (e *component.Element) {
	for i, name := range path {
		if i == 0 {
			all := c.Elements(name)
			if len(all) != 1 {
				return nil
			}
			e = all[0]
			continue
		}
		p := e.Declaration().Type.Definition().Content.Find(c.Name(nil, name.NS, name.Local))
		if p == nil {
			return nil
		}
		e = p.Element
	}
	return e
}

// TypeOf returns the type of the values of a row. For a type without a name it is the built-in type that is restricted.
func (c *Components) TypeOf(r *schema.Row) (*component.Type, error) {
	if r.Of != nil {
		if rows := r.Of.Rows(); r.Of.Name == "" && len(rows) == 1 && rows[0].At == schema.AtListItem { // one item is a list, too
			return c.TypeOf(&rows[0])
		}
		if t := c.Set.Type(c.Name(r.Of, int(r.Of.NS), r.Of.QName().Local)); t != nil {
			return t, nil
		}
	}
	name := cmp.Or(strings.TrimPrefix(r.Kind.TypeName(), "xs:"), "anyType")
	if t := component.Builtin(xsd.QName{Space: xsd.Namespace, Local: name}); t != nil && (r.Of == nil || t.Simple) {
		return t, nil
	}
	return nil, fmt.Errorf("the documents do not have the type of %s", cmp.Or(r.Name, "the value"))
}

// Request returns the type of a request, or of the element of its message, nil if no type in the schemas has everything in the
// description. The operation must have a request.
func (c *Components) Request(op *contract.Operation) *component.Type {
	t := op.RequestType()
	if own := c.Set.Type(c.Name(t, int(t.NS), t.Name)); t.Name != "" && own != nil && !own.Simple {
		return own
	}
	for i := range op.Wires {
		w := &op.Wires[i]
		if w.IsHTTP() || w.In.Local == "" || w.Body {
			continue
		}
		for _, e := range c.Elements(w.In) {
			if d := e.Declaration(); c.describes(t, d) {
				return d.Type
			}
		}
	}
	return nil
}

// describes reports whether the fields of a struct are all that a complex type has.
func (c *Components) describes(t *schema.Type, d *component.Declaration) bool {
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
		p := content.Find(c.Name(t, int(r.NS), r.Name))
		if p == nil {
			return false
		}
		if own, err := c.TypeOf(r); d.Message && err == nil && p.Element.Declaration().Type != own { // overloads have the same names
			return false
		}
	}
	return len(rows) > 0 || content == nil || content.Empty
}
