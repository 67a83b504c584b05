package plans

import (
	"fmt"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/kind"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// Text describes all that the tables of a contract say, a line for each type with a name, for each global element and for
// each global attribute. Names of Go are not in it: a contract that is described at run time has the same text as the
// package that is generated for it.
func Text(t *schema.Table) string {
	lines := make(map[string]bool)
	w := writer{open: make(map[*schema.Type]int)}
	for _, table := range t.Closure() {
		for i := range table.Types {
			if typ := table.Types[i].Type; typ.Name != "" {
				lines["type "+name(typ.QName())+" "+w.body(typ)] = true
			}
		}
		for _, g := range table.GlobalElements() {
			line := "element " + w.row(&g.Row, table, false)
			if g.Row.Of == nil && g.Row.Kind == kind.Struct {
				line += " {" + w.rows(g.Model, table, false) + "}"
			}
			if g.Abstract {
				line += " abstract"
			}
			if g.Message {
				line += " message"
			}
			if g.Mixed {
				line += " mixed"
			}
			lines[line] = true
		}
		for i := range table.Attributes {
			lines["attribute "+w.row(&table.Attributes[i], table, false)] = true
		}
	}
	var all []string
	for line := range lines {
		all = append(all, line)
	}
	slices.Sort(all)
	return strings.Join(all, "\n") + "\n"
}

// writer describes types. A type without a name is described where it is used.
type writer struct {
	open map[*schema.Type]int
}

func name(n xsd.QName) string { return "{" + n.Space + "}" + n.Local }

// typ describes a type that something refers to.
func (w *writer) typ(t *schema.Type) string {
	switch n, isOpen := w.open[t]; {
	case t == nil:
		return "-"
	case t.Name != "":
		return name(t.QName())
	case isOpen:
		return fmt.Sprintf("^%d", len(w.open)-n)
	}
	w.open[t] = len(w.open)
	defer delete(w.open, t)
	return "(" + w.body(t) + ")"
}

func (w *writer) body(t *schema.Type) string {
	var b strings.Builder
	m := t.Details()
	if t.Simple {
		fmt.Fprintf(&b, "simple %s", t.Kind.TypeName())
	}
	for _, flag := range []struct {
		set  bool
		name string
	}{{t.Abstract, " abstract"}, {t.Mixed, " mixed"}} {
		if flag.set {
			b.WriteString(flag.name)
		}
	}
	if m.Base != nil {
		b.WriteString(" base " + w.typ(m.Base))
	}
	fmt.Fprintf(&b, " by %d block %d", m.By, m.Block)
	for _, member := range m.Members {
		b.WriteString(" member " + w.typ(member))
	}
	b.WriteString(facets(m.Facets))
	table := t.Table()
	b.WriteString(" [" + w.rows(t.Rows(), table, true) + "]")
	if model := t.Model(); model != nil {
		b.WriteString(" {" + w.rows(model, table, false) + "}")
	}
	return b.String()
}

func facets(f *schema.Facets) string {
	if f == nil {
		return ""
	}
	flat := *f
	flat.Base = nil
	return fmt.Sprintf(" facets %+v", flat) + facets(f.Base)
}

// rows describes the rows of a type. coded is set if codecs run on them.
func (w *writer) rows(rows []schema.Row, table *schema.Table, coded bool) string {
	var b strings.Builder
	var options []bool // the groups that are open: whether what they hold may be absent
	for i := range rows {
		r := &rows[i]
		switch r.Kind {
		case kind.Sequence, kind.Choice, kind.All:
			fmt.Fprintf(&b, " %d%s(", r.Kind, occurs(r))
			options = append(options, r.Kind == kind.Choice || r.Occurs != schema.Once)
			continue
		case kind.End:
			b.WriteString(" )")
			options = options[:len(options)-1]
			continue
		}
		b.WriteString(" " + w.row(r, table, coded))
		if r.Lax && coded && r.Occurs == schema.Once && !slices.Contains(options, true) {
			b.WriteString(" lax")
		}
	}
	return b.String()
}

func occurs(r *schema.Row) string {
	if m := r.More; m != nil && (m.Min != 0 || m.Max != 0) {
		return fmt.Sprintf("{%d,%d}", m.Min, m.Max)
	}
	return [...]string{schema.Optional: "?", schema.Once: "", schema.Many: "*", schema.OnceOrMore: "+"}[r.Occurs]
}

func (w *writer) row(r *schema.Row, table *schema.Table, coded bool) string {
	var b strings.Builder
	b.WriteString(name(xsd.QName{Space: table.URI(r.NS), Local: r.Name}) + occurs(r))
	fmt.Fprintf(&b, " kind %d of %s at %d", r.Kind, w.typ(r.Of), r.At)
	if r.Nillable {
		b.WriteString(" nillable")
	}
	m := r.More
	if m == nil {
		m = new(schema.More)
	}
	if r.Typed && coded {
		typed := xsd.QName{Space: table.URI(m.TypeNS), Local: m.Type}
		switch {
		case m.Type != "":
		case r.Of != nil:
			typed = r.Of.QName()
		default:
			typed = xsd.QName{Space: xsd.Namespace, Local: r.Kind.TypeName()}
		}
		b.WriteString(" typed " + name(typed))
	}
	if any := r.Wildcard(); any != nil {
		var spaces []string
		for _, ns := range any.NS {
			spaces = append(spaces, table.URI(int32(ns)))
		}
		spaces = append(spaces, any.URIs...)
		slices.Sort(spaces)
		fmt.Fprintf(&b, " any %v %q %d", any.Not, spaces, any.Process)
	}
	if m.Default != "" || m.IsFixed {
		fmt.Fprintf(&b, " default %q fixed %v %q", m.Default, m.IsFixed, m.Fixed)
	}
	if m.Part != "" {
		fmt.Fprintf(&b, " part %q", m.Part)
	}
	if m.Block != 0 {
		fmt.Fprintf(&b, " block %d", m.Block)
	}
	if m.Array != nil && coded {
		fmt.Fprintf(&b, " array %s%s %d", name(xsd.QName{Space: table.URI(m.Array.NS), Local: m.Array.Name}), m.Array.Brackets, m.Array.Rank)
	}
	if m.Constraints != nil {
		fmt.Fprintf(&b, " constraints %q", *m.Constraints)
	}
	b.WriteString(facets(m.Facets))
	return b.String()
}
