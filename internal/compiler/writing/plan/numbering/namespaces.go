package numbering

import (
	"maps"
	"slices"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/spelling"
	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// decideTable builds the namespace table from the names in messages.
//
// The target namespace of the package comes first and is the default namespace if its elements are qualified, so that the markup
// of most contracts has no prefixes. It has a prefix if messages contain an element without a namespace or an attribute of that
// namespace, as neither could be written otherwise, and if there are packages for namespaces, whose documents may contain types
// of the service's package. The other namespaces follow in alphabetical order.
func (p *planner) decideTable() {
	target := p.pkg.Target
	uses, prefixed := p.namesInUse()
	p.addTableNamespaces(uses)
	p.pkg.Namespaces = []ir.TableEntry{{}}
	if uses[target] && target != "" {
		entry := p.in.Entry(target)
		if !prefixed && len(p.pkg.Packages) == 0 {
			entry.Prefix = ""
		}
		p.pkg.Namespaces = append(p.pkg.Namespaces, entry)
	}
	for _, uri := range slices.Sorted(maps.Keys(uses)) {
		if uri != "" && uri != target {
			p.pkg.Namespaces = append(p.pkg.Namespaces, p.in.Entry(uri))
		}
	}
}

// namesInUse returns the namespaces of all names, and whether any of the names requires that the target namespace has a prefix.
func (p *planner) namesInUse() (uses map[string]bool, prefixed bool) {
	uses = make(map[string]bool)
	prefixed = p.in.QNames || !p.pkg.Qualified // a value may be a qualified name without a namespace
	p.walkNames(nameVisitor{name: func(n *ir.Name, attr bool) {
		uses[n.Space] = true
		if attr && n.Space == p.pkg.Target || !attr && n.Space == "" {
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
	return collect.Each(p.pkg.Namespaces[1:], func(e ir.TableEntry) string { return e.URI })
}
