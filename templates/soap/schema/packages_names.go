package schema

import "slices"

// meet declares the namespaces of a type that is written in place of the one
// that its element is declared with, in the start tag that is open: the document
// does not have those of a package that its own does not import. The caller puts
// the table back behind the element.
func (e *Encoder) meet(s *Schema) {
	if !slices.Contains(e.Met, s) {
		e.Met = append(e.Met, s)
	}
	for i := range s.Namespaces {
		ns := &s.Namespaces[i]
		if ns.ID == 0 || entryOf(e.ns, ns.ID) != nil {
			continue
		}
		e.ns = append(e.ns[:len(e.ns):len(e.ns)], *ns)
		e.AttrString(" xmlns:"+ns.Prefix+`="`, ns.URI, `"`)
	}
}

// findImports adds the types of the tables that t refers to.
func (t *TypeTable) findImports() {
	seen := map[*TypeTable]bool{t: true}
	for list := t.Imports; len(list) > 0; list = list[1:] {
		if seen[list[0]] {
			continue
		}
		seen[list[0]] = true
		for _, s := range list[0].Types {
			t.byName[ElementName{s.NS, s.Name}] = s
		}
		list = append(list[:len(list):len(list)], list[0].Imports...)
	}
}
