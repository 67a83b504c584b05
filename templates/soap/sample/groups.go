package sample

import (
	"errors"
	"slices"

	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// any writes an element that a wildcard allows: one that the schema declares, if it has to. The type of another one is named.
func (m *rowMaker) any(t *schema.Type, r *schema.Row, depth int) {
	space, w := "urn:sample", r.Wildcard()
	if w != nil && w.Process == xsd.Strict && m.declared(t, w, depth) {
		return
	}
	if w != nil && !w.Not {
		switch {
		case len(w.NS) > 0:
			space = m.uri(t, int32(w.NS[0]))
		case len(w.URIs) > 0:
			space = w.URIs[0]
		}
	}
	m.b.WriteString(`<sample xmlns="` + rowEscape(space) + `" xmlns:xsi="` + schema.XSINamespace + `" xmlns:xs="` + xsd.Namespace + `" xsi:type="xs:string">sample</sample>`)
}

// declared writes a global element that a wildcard allows, and reports whether there is one. Near the root it may have a
// complex type.
func (m *rowMaker) declared(t *schema.Type, w *xsd.Wildcard, depth int) bool {
	for _, table := range m.table.Closure() {
		if len(w.NS) > 0 && t != nil && t.Table() != table {
			continue // numbers of namespaces are those of a table
		}
		all := table.GlobalElements()
		for i := range all {
			e := &all[i]
			plain := isSimple(&e.Row) || e.Row.Of != nil && e.Row.Kind == codec.KindStruct && depth < m.optional && !e.Row.Of.Abstract
			if uri := table.URI(e.Row.NS); plain && !e.Abstract && !e.Message && w.Allows(e.Row.NS, uri) {
				m.b.WriteString("<" + e.Row.Name + ` xmlns="` + rowEscape(uri) + `"`)
				m.value(e.Row.Of, &e.Row, depth+1)
				m.b.WriteString("</" + e.Row.Name + ">")
				return true
			}
		}
	}
	return false
}

// items writes a repeated group as often as it must be there, and once if must is set. The row that begins the group
// has its bounds.
func (m *rowMaker) items(t *schema.Type, depth int, must bool) {
	all := t.AllRows()
	start := slices.IndexFunc(all, func(r schema.Row) bool {
		return r.Kind == codec.KindSequence || r.Kind == codec.KindChoice || r.Kind == codec.KindAll
	})
	if start < 0 {
		m.first(t, depth)
		return
	}
	all = slices.Clone(all[start:])
	group := &all[0]
	if !must && isOptional(group) {
		return
	}
	n := 1
	if group.More != nil {
		n = min(max(n, group.More.Min), maxRepeated)
	}
	group.Occurs = schema.Once
	outer := m.item
	for i := range n {
		m.item = outer*itemsApart + i
		m.group(t, all, 0, false, depth)
	}
	m.item = outer
}

// first writes the first element of a substitution group.
func (m *rowMaker) first(t *schema.Type, depth int) {
	for i, all := 0, t.AllRows(); i < len(all); i++ {
		if r := &all[i]; r.At == schema.AtElement && r.Name != "" {
			m.element(t, r, depth, true)
			return
		}
	}
	m.err = errors.New("a group has no element")
}

// derived returns a type that is derived from an abstract one.
func (m *rowMaker) derived(base *schema.Type) *schema.Type {
	for _, table := range m.table.Closure() {
		for i := range table.Types {
			if t := table.Types[i].Type; !t.Abstract && t.Name != "" && !t.Simple && isDerived(t, base) {
				return t
			}
		}
	}
	return nil
}

func isDerived(t, base *schema.Type) bool {
	for range rowMaxDepth {
		own := t.Rows()
		if len(own) == 0 || own[0].Kind != codec.KindBase && own[0].Kind != codec.KindBaseAttributes || own[0].Of == nil {
			return false
		}
		if t = own[0].Of; t == base {
			return true
		}
	}
	return false
}
