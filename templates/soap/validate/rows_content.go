package validate

import (
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
)

// contentReader reads a content model from rows.
type contentReader struct {
	rows  []schema.Row
	table *schema.Table
	depth int  // depth of items in items
	count *int // number of particles, including items and substitution groups

	element func(*schema.Row, *schema.Table) *xsdElement
}

// top returns all rows as one particle, nil if there are no elements.
func (c *contentReader) top() *xsdParticle {
	all := sequenceOf(c.particles()...)
	switch {
	case len(all.children) == 0:
		return nil
	case len(all.children) == 1 && len(all.children[0].children) > 0:
		return all.children[0]
	}
	return all
}

// particles reads particles through the end of the group that has been begun last.
func (c *contentReader) particles() []*xsdParticle {
	var list []*xsdParticle
	for len(c.rows) > 0 {
		r := &c.rows[0]
		c.rows = c.rows[1:]
		if r.Kind == codec.KindEnd {
			break
		}
		if *c.count > maxNodes { // such a content model is too large
			break
		}
		if p := c.particle(r); p != nil {
			*c.count++
			p.min, p.max = bounds(r)
			list = append(list, p)
		}
	}
	return list
}

// particle returns what a row says about the content, nil if that is nothing.
func (c *contentReader) particle(r *schema.Row) *xsdParticle {
	switch r.Kind {
	case codec.KindSequence:
		return &xsdParticle{kind: sequenceParticle, children: c.particles()}
	case codec.KindChoice:
		return &xsdParticle{kind: choiceParticle, children: c.particles()}
	case codec.KindAll:
		return &xsdParticle{kind: allParticle, children: c.particles()}
	case codec.KindMember:
		if r.At == schema.AtElement {
			members := c.membersOf(r.Of)
			*c.count += len(members)
			return &xsdParticle{kind: choiceParticle, children: members}
		}
		return nil
	case codec.KindItems:
		return c.items(r.Of)
	case codec.KindBase, codec.KindBaseAttributes, codec.KindAnyAttributes, codec.KindText, codec.KindIsNil,
		codec.KindXSITypes, codec.KindSizes, codec.KindMediaType, codec.KindProhibited, codec.KindInherited:
		return nil
	}
	switch {
	case r.At != schema.AtElement:
		return nil
	case r.Wildcard() != nil || r.Name == "":
		return &xsdParticle{kind: wildcardParticle, wildcard: wildcardOf(r.Wildcard(), c.table)}
	}
	return &xsdParticle{kind: elementParticle, element: c.element(r, c.table)}
}

// items returns the elements of a repeated group. The group has its bounds itself.
func (c *contentReader) items(of *schema.Type) *xsdParticle {
	if c.depth >= maxDepth {
		return nil
	}
	inner := contentReader{rows: rowsOf(of), table: of.Table(), depth: c.depth + 1, count: c.count, element: c.element}
	return sequenceOf(inner.particles()...)
}

// membersOf returns the elements of a substitution group, each once.
func (c *contentReader) membersOf(of *schema.Type) []*xsdParticle {
	rows := rowsOf(of)
	var list []*xsdParticle
	for i := range rows {
		if r := &rows[i]; r.At == schema.AtElement && r.Name != "" && r.Kind < codec.KindBase {
			list = append(list, &xsdParticle{kind: elementParticle, min: 1, max: 1, element: c.element(r, of.Table())})
		}
	}
	return list
}

// rowsOf returns the rows that say what is valid.
func rowsOf(of *schema.Type) []schema.Row {
	if rows := of.Model(); rows != nil {
		return rows
	}
	return of.Rows()
}

// bounds returns minOccurs and maxOccurs of a row.
func bounds(r *schema.Row) (min, max int) {
	if r.Kind == codec.KindItems {
		return 1, 1
	}
	if r.More != nil && (r.More.Min != 0 || r.More.Max != 0) {
		return r.More.Min, r.More.Max
	}
	switch r.Occurs {
	case schema.Once:
		return 1, 1
	case schema.Many:
		return 0, -1
	case schema.OnceOrMore:
		return 1, -1
	}
	return 0, 1
}
