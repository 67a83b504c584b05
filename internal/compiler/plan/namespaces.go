package plan

import (
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/plan/ir"
	"example.com/quartet/internal/compiler/xmltree"
	"example.com/quartet/internal/compiler/xsd"
)

// decideTable builds the namespace table from the names in messages, and sets the
// index of every name.
//
// The target namespace of the main document comes first and is the default
// namespace, so that the markup of most contracts has no prefixes. It gets a
// prefix if messages contain an element without a namespace or an attribute of
// that namespace, as neither could be written otherwise. The other namespaces
// follow in alphabetical order.
func (p *planner) decideTable() {
	main := p.mainNamespace()
	uses, prefixed := p.namesInUse(main)
	p.addTableNamespaces(uses)
	var others []string
	for uri := range uses {
		if uri != "" && uri != main {
			others = append(others, uri)
		}
	}
	slices.Sort(others)
	p.pkg.Namespaces = []ir.TableEntry{{}}
	if uses[main] && main != "" {
		entry := ir.TableEntry{URI: main, Space: main}
		if prefixed {
			entry.Prefix = "tns"
		}
		p.pkg.Namespaces = append(p.pkg.Namespaces, entry)
	}
	for i, uri := range others {
		entry := ir.TableEntry{URI: uri, Prefix: "ns" + strconv.Itoa(i+1), Space: uri}
		switch uri {
		case xmltree.XMLNamespace:
			entry.Prefix = "xml"
		case xsd.Namespace:
			entry.Prefix = "xsd"
		}
		p.pkg.Namespaces = append(p.pkg.Namespaces, entry)
	}
	p.numberNamespaces()
	p.replaceNamespaces()
	p.indexNames()
	p.indexElements()
}

func (p *planner) mainNamespace() string {
	if len(p.model.Definitions) == 0 {
		return ""
	}
	return p.model.Definitions[0].TargetNamespace
}

// namesInUse returns the namespaces of all names, and whether any of the names
// requires that the main namespace has a prefix.
func (p *planner) namesInUse(main string) (uses map[string]bool, prefixed bool) {
	uses = make(map[string]bool)
	prefixed = p.qnames // a value may be a qualified name without a namespace
	p.walkNames(nameVisitor{name: func(n *ir.Name, attr bool) {
		uses[n.Space] = true
		if attr && n.Space == main || !attr && n.Space == "" {
			prefixed = true
		}
	}})
	return uses, prefixed
}

// indexNames sets what depends on the namespace table: the numbers of all names,
// actions and wildcards.
func (p *planner) indexNames() {
	p.walkNames(nameVisitor{
		name: func(n *ir.Name, _ bool) { n.NS = p.number(n.Space) },
		wire: func(w *ir.Wire) {
			p.indexAction(w)
			w.Parts = p.replacedTypes(w.Parts)
			if f := p.bound[w].outType; f != nil {
				w.OutType = p.typeMarkup(f)
			}
		},
		element:   p.noteNillable,
		structure: p.indexStruct,
	})
	for _, s := range p.pkg.Simples {
		p.indexType(&s.Type, s.Package)
	}
}

// indexStruct sets what depends on the namespace table in a struct itself.
func (p *planner) indexStruct(s *ir.Struct) {
	for _, f := range s.Elements() {
		p.indexWildcard(f.Any, s.Package)
	}
	ownAnyAttribute(s)
	p.indexWildcard(s.AnyAttribute, s.Package)
	p.indexType(&s.Type, s.Package)
}

// indexType sets the number of a type's namespace. A type whose namespace is not in the
// table is anonymous, as messages never name it.
func (p *planner) indexType(n *ir.Name, pkg *ir.Package) {
	i := p.number(n.Space)
	if n.Local == "" || i < 0 || pkg != nil && n.Space != "" && !hasNamespace(pkg, n.Space) {
		*n = ir.Name{}
		return
	}
	n.NS = i
}

// index returns the index of a namespace of the contract, -1 if there is none.
func (p *planner) index(uri string) int {
	return slices.IndexFunc(p.pkg.Namespaces, func(e ir.TableEntry) bool { return e.Space == uri })
}

// indexAction sets the namespace that an action starts with, so that replacing the
// namespace also changes the action.
func (p *planner) indexAction(w *ir.Wire) {
	table := p.pkg.Namespaces
	for i, e := range table {
		if e.Space != "" && strings.HasPrefix(w.Action, e.Space) && len(e.Space) > len(table[w.ActionNS].Space) {
			w.ActionNS = i
		}
	}
	if ns := table[w.ActionNS]; w.ActionNS > 0 {
		w.Action = ns.URI + w.Action[len(ns.Space):]
	}
}

// replaced returns the namespace that replaces uri, or uri if none does (option --namespace).
func (p *planner) replaced(uri string) string {
	if i := p.index(uri); i > 0 {
		return p.pkg.Namespaces[i].URI
	}
	return uri
}

// replacedTypes returns parts with the namespaces that messages use in the names of their types.
func (p *planner) replacedTypes(parts []ir.Part) []ir.Part {
	parts = slices.Clone(parts) // two wires may have the same
	for i := range parts {
		parts[i].Type.Space = p.replaced(parts[i].Type.Space)
	}
	return parts
}

// noteNillable records that messages may have xsi:nil.
func (p *planner) noteNillable(f *ir.Field) { p.pkg.Nil = p.pkg.Nil || f.Nillable }

func (p *planner) qualified(n ir.Name) string {
	if prefix := p.pkg.Namespaces[p.index(n.Space)].Prefix; prefix != "" {
		return prefix + ":" + n.Local
	}
	return n.Local
}

// replaceNamespaces replaces namespaces in the table (option --namespace).
func (p *planner) replaceNamespaces() {
	for _, replacement := range p.config.Namespaces {
		i := p.index(replacement.Old)
		if i <= 0 {
			p.diags.Add(diag.New(diag.NoMatch, diag.Pos{File: p.model.Main.File}, "no message uses the namespace %s, so it cannot be replaced", quoted(replacement.Old)).
				WithHint("messages use %s", p.namespaceNames()))
			continue
		}
		p.pkg.Namespaces[i].URI = replacement.New
	}
	seen := make(map[string]bool)
	for _, e := range p.pkg.Namespaces[1:] {
		if e.URI == "" || seen[e.URI] {
			p.diags.Add(diag.New(diag.NoMatch, diag.Pos{File: p.model.Main.File}, "after replacement two namespaces are the same: %s", quoted(e.URI)))
		}
		seen[e.URI] = true
	}
}

func (p *planner) namespaceNames() string {
	var names []string
	for _, e := range p.pkg.Namespaces[1:] {
		names = append(names, quoted(e.URI))
	}
	return strings.Join(names, ", ")
}
