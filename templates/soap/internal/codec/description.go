package codec

import (
	"slices"
	"sync/atomic"

	"example.com/quartet/templates/soap/xsd"
)

// What other packages read of the descriptions.

// Rows returns the rows of the type, which must not be changed.
func (t *Type) Rows() []Row { return t.rows() }

// AllRows returns the rows of the attributes and elements of the type, inherited ones first. The result must not be changed.
func (t *Type) AllRows() []Row {
	own := t.rows()
	if len(own) == 0 || !own[0].Kind.inherits() {
		return own
	}
	var all []Row
	for _, r := range own[0].Of.AllRows() {
		if own[0].Kind == KindBase || r.At == AtAttribute {
			all = append(all, r)
		}
	}
	return append(all, own[1:]...)
}

// Table returns the table that defines the type, nil if Define has not been
// called for it.
func (t *Type) Table() *Table { return t.state().table }

// IsDocument reports whether the type describes a record from [Table.ReadDocument]: its only field is the root element.
func (t *Type) IsDocument() bool { return t.state().document }

// Validator is where package validate keeps what it makes of the table.
func (t *Table) Validator() *atomic.Value { return &t.validator }

// Wildcard returns what the wildcard of the row allows, nil if it has none.
func (r *Row) Wildcard() *xsd.Wildcard {
	if r.More == nil {
		return nil
	}
	return r.More.Any
}

// URI returns the namespace with a number, "" for none. It may be one of More.
func (t *Table) URI(ns int32) string {
	if e := entryOf(t.Namespaces, int(ns)); e != nil {
		return e.URI
	}
	if i := int(ns) - len(t.Namespaces); uint(i) < uint(len(t.More)) {
		return t.More[i].URI
	}
	for i := range t.More {
		if ns > 0 && t.More[i].ID == int(ns) {
			return t.More[i].URI
		}
	}
	return ""
}

// Closure returns the table and all that it imports, directly or not, each once.
func (t *Table) Closure() []*Table {
	all := []*Table{t}
	for i := 0; i < len(all); i++ {
		for _, other := range all[i].Imports {
			if !slices.Contains(all, other) {
				all = append(all, other)
			}
		}
	}
	return all
}

// TypeName returns the local name of the type of XML Schema whose values the kind
// reads and writes, "" if the kind is not for one.
func (k Kind) TypeName() string {
	if int(k) >= len(scalars) {
		return ""
	}
	return scalars[k].name
}
