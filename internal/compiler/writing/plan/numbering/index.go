package numbering

import (
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// indexNames sets what depends on the namespace table: the numbers of all names,
// actions and wildcards.
func (p *planner) indexNames() {
	p.walkNames(nameVisitor{
		name: func(n *ir.Name, _ bool) { n.NS = p.table().number(n.Space) },
		wire: func(w *ir.Wire) {
			p.indexAction(w)
			w.Parts = p.replacedTypes(w.Parts)
			if f := p.in.ResultTypes[w]; f != nil {
				w.OutType = p.table().typeMarkup(f)
			}
		},
		element:   func(f *ir.Field) { p.pkg.Nil = p.pkg.Nil || f.HasXSI() },
		structure: p.indexStruct,
	})
	for _, s := range p.pkg.Simples {
		p.indexType(&s.Type, s.Package)
	}
}

// indexStruct sets what depends on the namespace table in a struct itself.
func (p *planner) indexStruct(s *ir.Struct) {
	p.pkg.Nil = p.pkg.Nil || s.Array != nil || s.IsNil != nil
	for _, f := range s.Elements() {
		p.table().indexWildcard(f.Any, s.Package)
	}
	ownAnyAttribute(s)
	p.table().indexWildcard(s.AnyAttribute, s.Package)
	p.indexType(&s.Type, s.Package)
}

// indexType sets the number of a type's namespace. A type whose namespace is not in the
// table is anonymous, as messages never name it.
func (p *planner) indexType(n *ir.Name, pkg *ir.Package) {
	i := p.table().number(n.Space)
	if n.Local == "" || i < 0 || pkg != nil && n.Space != "" && !hasNamespace(pkg, n.Space) {
		*n = ir.Name{}
		return
	}
	n.NS = i
}

// indexAction sets the namespace that an action starts with, so that replacing the
// namespace also changes the action. It also replaces the actions of WS-Addressing.
func (p *planner) indexAction(w *ir.Wire) {
	w.ActionNS, w.Action = p.replacedAction(w.Action)
	_, w.Addressed = p.replacedAction(w.Addressed)
	if a := w.Actions; a != nil {
		_, a.Reply = p.replacedAction(a.Reply)
		for i := range a.Faults {
			_, a.Faults[i].Action = p.replacedAction(a.Faults[i].Action)
		}
	}
}

func (p *planner) replacedAction(action string) (ns int, replaced string) {
	table := p.pkg.Namespaces
	for i, e := range table {
		if e.Space != "" && strings.HasPrefix(action, e.Space) && len(e.Space) > len(table[ns].Space) {
			ns = i
		}
	}
	if ns == 0 {
		return 0, action
	}
	return ns, table[ns].URI + action[len(table[ns].Space):]
}

// replacedTypes returns parts with the namespaces that messages use in the names of their types.
func (p *planner) replacedTypes(parts []ir.Part) []ir.Part {
	parts = slices.Clone(parts) // two wires may have the same
	for i := range parts {
		parts[i].Type.Space = p.table().Replaced(parts[i].Type.Space)
	}
	return parts
}

// indexElements sets the namespaces of element names. Namespaces that no message
// uses are only declared in the documents of these elements.
func (p *planner) indexElements() {
	for _, e := range p.pkg.Elements {
		p.pkg.ElementXSI = p.pkg.ElementXSI || e.Value.Item.HasXSI()
		if e.Wire.NS = p.table().number(e.Wire.Space); e.Wire.NS >= 0 {
			continue
		}
		more := p.pkg.ElementNamespaces
		n := slices.IndexFunc(more, func(t ir.TableEntry) bool { return t.Space == e.Wire.Space })
		if n < 0 {
			n = len(more)
			p.pkg.ElementNamespaces = append(more, ir.TableEntry{URI: e.Wire.Space, Prefix: p.in.Entry(e.Wire.Space).Prefix, Space: e.Wire.Space})
		}
		e.Wire.NS = len(p.pkg.Namespaces) + n
	}
}
