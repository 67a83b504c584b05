package numbering

import (
	"cmp"
	"slices"
	"strconv"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/spelling"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/split"
)

// decideTable builds the namespace table from the names in messages.
//
// The target namespace of the main document comes first and is the default
// namespace, so that the markup of most contracts has no prefixes. It gets a
// prefix if messages contain an element without a namespace or an attribute of
// that namespace, as neither could be written otherwise. The other namespaces
// follow in alphabetical order.
func (p *planner) decideTable() {
	main := p.in.Main
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
		prefix := cmp.Or(split.UsualPrefixes[uri], "ns"+strconv.Itoa(i+1))
		p.pkg.Namespaces = append(p.pkg.Namespaces, ir.TableEntry{URI: uri, Prefix: prefix, Space: uri})
	}
}

// namesInUse returns the namespaces of all names, and whether any of the names
// requires that the main namespace has a prefix.
func (p *planner) namesInUse(main string) (uses map[string]bool, prefixed bool) {
	uses = make(map[string]bool)
	prefixed = p.in.QNames // a value may be a qualified name without a namespace
	p.walkNames(nameVisitor{name: func(n *ir.Name, attr bool) {
		uses[n.Space] = true
		if attr && n.Space == main || !attr && n.Space == "" {
			prefixed = true
		}
	}})
	return uses, prefixed
}

// replaceNamespaces replaces namespaces in the table (option --namespace).
func (p *planner) replaceNamespaces() {
	for _, replacement := range p.in.Replacements {
		i := p.table().index(replacement.Old)
		if i <= 0 {
			p.diags.Add(diag.New(diag.NoMatch, diag.Pos{File: p.in.File}, "no message uses the namespace %s, so it cannot be replaced", diag.Quote(replacement.Old)).
				WithHint("%s", spelling.RemarkAs(replacement.Old, p.namespaceNames(), "messages use", diag.Quote)))
			continue
		}
		p.pkg.Namespaces[i].URI = replacement.New
	}
	seen := make(map[string]bool)
	for _, e := range p.pkg.Namespaces[1:] {
		if e.URI == "" || seen[e.URI] {
			p.diags.Add(diag.New(diag.NoMatch, diag.Pos{File: p.in.File}, "after replacement two namespaces are the same: %s", diag.Quote(e.URI)))
		}
		seen[e.URI] = true
	}
}

// namespaceNames returns the namespaces of messages.
func (p *planner) namespaceNames() []string {
	var names []string
	for _, e := range p.pkg.Namespaces[1:] {
		names = append(names, e.URI)
	}
	return names
}
