package emit

import (
	"slices"

	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/schema"
)

// tagDefaults are what names and words in the tags of a package mean unless a tag says otherwise. Namespaces have their index
// in the table of the package.
type tagDefaults struct {
	target    int // the namespace of types, and of elements if qualified is set
	qualified bool
	encoded   bool // elements have xsi:type and may be absent
}

// tagging returns the defaults that most tags of the package have.
func (e *emitter) tagging() *tagDefaults {
	if e.tags != nil {
		return e.tags
	}
	types, elements := make(map[int]int), make(map[int]int)
	typed, named := 0, 0
	table := e.described.Table
	d := new(tagDefaults)
	for i := range table.Types {
		t := &table.Types[i]
		if t.Type.Name != "" {
			types[e.index(t.Type.NS)]++
		}
		for j := range t.Rows {
			r := &t.Rows[j]
			if r.At != schema.AtElement || r.Name == "" {
				continue
			}
			named++
			elements[e.index(r.NS)]++
			if r.Typed {
				typed++
			}
		}
	}
	if d.target = mostUsed(types); len(types) == 0 {
		d.target = mostUsed(elements)
	}
	d.qualified = elements[d.target] > elements[0]
	d.encoded = typed > named/2
	e.tags = d
	return d
}

// mostUsed returns the namespace with the highest count, the first of several; 0 if there is none.
func mostUsed(counts map[int]int) (most int) {
	for ns, n := range counts {
		if n > counts[most] || n == counts[most] && ns < most {
			most = ns
		}
	}
	return most
}

// index returns the index of the namespace with a number in the table of the package, that for validation included.
func (e *emitter) index(ns int32) int {
	n := len(e.pkg.Namespaces)
	if int(ns) < n {
		return int(ns)
	}
	all := slices.Concat(e.pkg.Namespaces, e.pkg.MoreNamespaces)
	if i := slices.IndexFunc(all, func(entry ir.TableEntry) bool { return entry.ID == int(ns) }); i > 0 && ns > 0 {
		return i
	}
	return int(ns)
}

// elements returns the index of the namespace of elements whose names have no number.
func (d *tagDefaults) elements() int {
	if d.qualified {
		return d.target
	}
	return 0
}
