package numbering

import (
	"slices"

	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// Table is the namespace table of the service's package. Index 0 means "no namespace".
type Table []ir.TableEntry

// index returns the index of a namespace of the contract, -1 if there is none.
func (t Table) index(uri string) int {
	return slices.IndexFunc(t, func(e ir.TableEntry) bool { return e.Space == uri })
}

// number returns the number of a namespace, -1 if it is not in the table.
func (t Table) number(uri string) int {
	i := t.index(uri)
	if i > 0 && t[i].ID != 0 {
		return t[i].ID
	}
	return i
}

// Replaced returns the namespace that replaces uri, or uri if none does (option --namespace).
func (t Table) Replaced(uri string) string {
	if i := t.index(uri); i > 0 {
		return t[i].URI
	}
	return uri
}

func (t Table) qualified(n ir.Name) string {
	if prefix := t[t.index(n.Space)].Prefix; prefix != "" {
		return prefix + ":" + n.Local
	}
	return n.Local
}

func hasNamespace(pkg *ir.Package, uri string) bool { return Table(pkg.Namespaces).index(uri) > 0 }

// typeMarkup returns the xsi:type attribute of an encoded field; "" if it has
// none.
func (t Table) typeMarkup(f *ir.Field) string {
	if !f.IsTyped() {
		return ""
	}
	return ` xsi:type="` + t.qualified(f.Type) + `"`
}

// indexWildcard sets NS and URIs from the namespace table: the table of pkg if it is a
// package for namespaces.
func (t Table) indexWildcard(w *ir.Wildcard, pkg *ir.Package) {
	if w == nil {
		return
	}
	w.NS, w.URIs = nil, nil
	for _, uri := range w.Spaces {
		switch i := t.number(uri); {
		case i > 0 && pkg != nil && !hasNamespace(pkg, uri):
			w.URIs = append(w.URIs, uri)
		case i >= 0 && (i > 0 || !w.Not):
			w.NS = append(w.NS, i)
		case i < 0:
			w.URIs = append(w.URIs, uri)
		}
	}
}
