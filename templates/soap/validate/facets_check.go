package validate

import (
	"fmt"
	"slices"

	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// checkFacets reads the facets of all types. It panics if a pattern or a bound cannot be read, with the names of the type and the facet:
// then the description does not fit the run-time, as with schema.Table.Check. Any goroutine may call it.
func (m *tableModel) checkFacets() {
	if m.checked.Load() {
		return
	}
	seen := make(map[*xsdType]bool)
	for _, table := range m.tables {
		for i := range table.Types {
			typ := table.Types[i].Type
			if typ.Simple {
				checkFacets(describedType(typ).ready(), typ.Name, seen)
			}
			checkRows(slices.Concat(table.Types[i].Rows, table.Types[i].Model), typ.Name, seen)
		}
		elements := table.GlobalElements()
		for i := range elements {
			g := &elements[i]
			checkRows(append(slices.Clone(g.Model), g.Row), g.Row.Name, seen)
		}
		checkRows(table.Attributes, "the attributes", seen)
	}
	m.checked.Store(true)
}

// checkRows checks the facets of rows.
func checkRows(rows []schema.Row, owner string, seen map[*xsdType]bool) {
	for i := range rows {
		if r := &rows[i]; r.More != nil && r.More.Facets != nil {
			linking.Lock()
			t := simpleOf(r)
			linking.Unlock()
			checkFacets(t, owner+", "+r.Name, seen)
		}
	}
}

func checkFacets(t *xsdType, owner string, seen map[*xsdType]bool) {
	for ; t != nil && !t.complex && t.name.Space != xsd.Namespace && !seen[t]; t = t.base {
		seen[t] = true
		if len(t.facets) == 0 {
			continue
		}
		if t.facetOnce.Do(t.readFacets); t.unreadable != "" {
			panic(fmt.Sprintf("validate: type %s: %s", owner, t.unreadable))
		}
	}
}
