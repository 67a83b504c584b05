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

// ElementAt returns the last element of a path in messages, nil if no schema declares it, or if it depends on the operation.
func (c *Components) ElementAt(path []schema.ElementName) (e *component.Element) {
	for i, name := range path {
		own := c.Name(nil, name.NS, name.Local)
		if i == 0 {
			if e = c.Set.Element(own); e != nil {
				continue
			}
			all := c.Set.Messages(own)
			if len(all) != 1 {
				return nil
			}
			e = all[0]
			continue
		}
		p := e.Declaration().Type.Definition().Content.Find(own)
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

// Request returns the declaration of a request: of the element of its message, or one with the named type or the parts of the message;
// nil if the documents do not have it. The operation must have a request.
func (c *Components) Request(op *contract.Operation) *component.Declaration {
	if e := c.elementFor(described{op.RequestType(), op, c.table}); e != nil {
		return e.Declaration
	}
	return nil
}

// Result is [Components.Value] for the result of an operation, at the paths that it has over the bindings.
func (c *Components) Result(op *contract.Operation) *component.Particle {
	var paths [][]schema.ElementName
	for i := range op.Wires {
		paths = append(paths, op.Wires[i].Out)
	}
	return c.Value(op.Result, paths...)
}

// Value returns the particle of the element with a value, or of the items if the value is a list, at one of several paths in
// messages. If no schema declares it, it is made from the description; it is nil if the documents do not have the type.
func (c *Components) Value(of *schema.Value, paths ...[]schema.ElementName) *component.Particle {
	row := of.Described()
	for _, path := range paths {
		switch e := c.ElementAt(path); {
		case e == nil:
		case !of.IsJSONArray():
			return component.ElementParticle(e)
		default:
			if p := e.Declaration().Type.Definition().Content.Find(c.Name(row.Of, int(row.NS), row.Name)); p != nil {
				return p
			}
		}
	}
	t, err := c.TypeOf(row)
	if err != nil && row.Of != nil {
		if e := c.elementFor(described{typ: row.Of}); e != nil {
			t = e.Type
		}
	}
	if t == nil {
		return nil
	}
	p := component.ElementParticle(component.NewElement(c.Name(nil, int(row.NS), row.Name), &component.Declaration{Type: t, Nillable: row.Nillable}))
	if p.Min, p.Max = bounds(row); of.IsJSONArray() {
		p.Max = -1
	}
	return p
}
