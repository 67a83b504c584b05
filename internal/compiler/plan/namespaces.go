package plan

import (
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/plan/ir"
	"example.com/quartet/internal/compiler/xsd"
)

// decideTable builds the namespace table from the names in messages, and sets the
// index of every name and the markup of every field.
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
		case xmlNamespace:
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

// xmlNamespace is the namespace of xml:lang and others. Only the prefix xml may be
// bound to it (Namespaces in XML 1.0, section 3).
const xmlNamespace = "http://www.w3.org/XML/1998/namespace"

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
	p.eachName(func(n *ir.Name, attr bool) {
		uses[n.Space] = true
		if attr && n.Space == main || !attr && n.Space == "" {
			prefixed = true
		}
	})
	return uses, prefixed
}

// eachName visits every name in messages.
func (p *planner) eachName(visit func(n *ir.Name, attr bool)) {
	for _, s := range p.pkg.Services {
		for _, op := range s.Operations {
			for _, w := range op.Wires {
				if w.In.Local != "" {
					visit(&w.In, false)
				}
				for j := range w.Members {
					visit(&w.Members[j], false)
				}
				for j := range w.Out {
					visit(&w.Out[j], false)
				}
				for j := range w.Parts {
					visit(&w.Parts[j].Name, false)
				}
			}
			if op.Result != nil && op.Result.Item.Wire.Local != "" {
				visit(&op.Result.Item.Wire, false)
			}
			if op.Result != nil && op.Result.Item.Encoded && op.Result.Item.Type.Local != "" {
				visit(&op.Result.Item.Type, false)
			}
		}
	}
	for _, f := range p.pkg.Faults {
		visit(&f.Wire, false)
	}
	for _, h := range p.pkg.Headers {
		visit(&h.Wire, false)
	}
	for _, e := range p.pkg.Elements {
		if e.Wire.Space == "" { // other namespaces can be added for elements
			visit(&e.Wire, false)
		}
	}
	for _, s := range p.pkg.Structs {
		p.eachNameIn(s, visit)
	}
}

// eachName visits every name in the codec of a struct.
func (p *planner) eachNameIn(s *ir.Struct, visit func(n *ir.Name, attr bool)) {
	if p.state(s).hasTypeVar {
		visit(&s.Type, false)
	}
	for _, f := range s.Attrs {
		visit(&f.Wire, true)
	}
	for _, f := range s.Elements() {
		if f.Wire.Local != "" && !s.NoCodec {
			visit(&f.Wire, false)
		}
		if f.Encoded && f.Type.Local != "" {
			visit(&f.Type, false)
		}
	}
	for _, a := range s.Attachments {
		if a.Kind == ir.AttachedXML && a.Field.Group == nil {
			visit(&a.Field.Wire, false)
		}
	}
	if s.Array != nil {
		visit(&s.Array.ItemType, false)
	}
}

func (p *planner) indexNames() {
	p.eachName(func(n *ir.Name, _ bool) { n.NS = p.number(n.Space) })
	for _, s := range p.pkg.Services {
		for _, op := range s.Operations {
			for _, w := range op.Wires {
				p.indexAction(w)
				if f := p.bound[w].outType; f != nil {
					w.OutType = p.typeMarkup(f)
				}
			}
			if op.Result != nil {
				p.markup(&op.Result.Item)
			}
		}
	}
	for _, s := range p.pkg.Structs {
		for _, f := range s.Attrs {
			f.Open, f.Close = " "+p.qualified(f.Wire)+`="`, `"`
		}
		for _, f := range s.Elements() {
			if f.Wire.Local != "" {
				p.markup(f)
			}
			indexWildcard(f.Any, p, s.Package)
		}
		for _, a := range s.Attachments {
			if a.Kind == ir.AttachedXML && a.Field.Group == nil {
				p.markup(a.Field)
			}
		}
		if a := s.Array; a != nil {
			a.Type = p.qualified(a.ItemType) + a.Brackets
		}
		ownAnyAttribute(s)
		indexWildcard(s.AnyAttribute, p, s.Package)
	}
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

// markup sets the tags of an element. The codec of a type with attributes writes
// the end of the start tag.
func (p *planner) markup(f *ir.Field) {
	name := p.qualified(f.Wire)
	f.Open, f.Close = "<"+name+p.typeMarkup(f), "</"+name+">"
	if f.Struct == nil || !f.Struct.HasAttrs() || f.Poly {
		f.Open += ">"
	}
	if f.Nillable {
		f.Null = "<" + name + ` xsi:nil="true"/>`
		p.pkg.Nil = true
	}
}

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
		p.pkg.Namespaces[i].From = replacement.Old
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
