package codec

import (
	"slices"
	"strings"

	"example.com/quartet/templates/soap/xsd"
)

// uses are the namespaces of the names in the markup of values, by their numbers, without
// those that only the content of a value decides: wildcards, xsi:type, names as values.
type uses struct {
	numbers []int32
	readers bool // some fields are readers
	xsi     bool // some elements may have xsi:type or xsi:nil
}

// uses returns the namespaces that values of the type have.
func (t *Type) uses() *uses {
	if u := t.state().used.Load(); u != nil {
		return u
	}
	u := &uses{numbers: []int32{t.NS}}
	u.add(t, make(map[*Type]bool))
	t.state().used.Store(u)
	return u
}

// HasReaders reports whether values of the type have fields that are readers.
func (t *Type) HasReaders() bool { return t != nil && t.uses().readers }

// HasReaders reports whether values have fields that are readers.
func (v *Value) HasReaders() bool { return v != nil && v.row().Of.HasReaders() }

func (u *uses) add(t *Type, seen map[*Type]bool) {
	if t == nil || seen[t] {
		return
	}
	seen[t] = true
	var table []Namespace
	if t.state().table != nil {
		table = t.state().table.Namespaces
	}
	rows := t.Rows()
	for i := range rows {
		r := &rows[i]
		for _, n := range [...]int32{r.NS, r.typeNumber(table)} {
			if !slices.Contains(u.numbers, n) {
				u.numbers = append(u.numbers, n)
			}
		}
		u.readers = u.readers || r.Kind == KindReader
		switch r.Kind {
		case KindPoly, KindAnySimple, KindAnySimpleText, KindTextOrName, KindAnyType, KindIsNil, KindXSITypes:
			u.xsi = true
		}
		u.xsi = u.xsi || r.Nillable || r.Typed || r.At == AtItem
		u.add(r.Of, seen)
	}
}

// typeNumber returns the number of the namespace of the type that a row has written, 0 if
// it has none.
func (r *Row) typeNumber(table []Namespace) int32 {
	switch {
	case r.At == AtItem:
		return r.More.Array.NS
	case !r.Typed:
		return 0
	case r.More != nil && r.More.Type != "":
		return r.More.TypeNS
	case r.Of != nil:
		return r.Of.NS
	}
	i := slices.IndexFunc(table, func(ns Namespace) bool { return ns.URI == xsd.Namespace })
	if i < 0 {
		return 0
	}
	return table[i].number(i)
}

// declared are the namespaces that a document declares where the encoder is.
type declared struct {
	limited bool // not all of the table
	uses    *uses
	checked *uses   // another type whose namespaces the root declares, too
	more    []int32 // namespaces of names in the path and of types, and the ones that outer elements declare
}

// LimitToType makes root elements declare only what an element with that name and a value
// of the type has. What only the value decides is declared where it is used. t is nil if
// there is no value.
func (e *Encoder) LimitToType(name ElementName, t *Type) {
	e.limit = declared{limited: true, more: append(e.numbers[:0], int32(name.NS))}
	if t != nil {
		e.limit.uses = t.uses()
	}
}

// LimitTo is LimitToType for elements one inside the other, the innermost with the value.
func (e *Encoder) LimitTo(path []ElementName, r ElementValue) {
	e.limit = declared{limited: r.Write == nil || r.Type != nil, more: e.numbers[:0]}
	for _, name := range path {
		e.limit.more = append(e.limit.more, int32(name.NS))
	}
	if _, name, ok := strings.Cut(e.OutType, `"`); ok {
		prefix, _, _ := strings.Cut(name, ":")
		for i := range e.ns {
			if e.ns[i].Prefix == prefix {
				e.limit.more = append(e.limit.more, e.ns[i].number(i))
			}
		}
	}
	if v := r.Type; v != nil {
		e.limit.more = append(e.limit.more, v.row().NS, v.row().typeNumber(e.ns))
		if v.row().Of != nil {
			e.limit.uses = v.row().Of.uses()
		}
	}
}

// LimitToNone ends LimitTo.
func (e *Encoder) LimitToNone() { e.limit = declared{} }

// has reports whether the namespace with a number is declared.
func (d *declared) has(n int32) bool {
	return !d.limited || d.uses != nil && slices.Contains(d.uses.numbers, n) || slices.Contains(d.more, n)
}

// declares reports whether the namespace at index i of the table is declared.
func (e *Encoder) declares(i int) bool { return e.limit.has(e.ns[i].number(i)) }

// declareUses declares the namespaces of a type in the start tag that is open, unless
// elements around do. It returns what endUses needs at the end of the element.
func (e *Encoder) declareUses(t *Type) (before int) {
	u := t.uses()
	before = len(e.limit.more)
	if !e.limit.limited || u == e.limit.checked {
		return before
	}
	for _, n := range u.numbers {
		if ns := entryOf(e.ns, int(n)); n != 0 && ns != nil && !e.limit.has(n) {
			e.limit.more = append(e.limit.more, n)
			e.declareNamespace(ns)
		}
	}
	if len(e.limit.more) == before {
		e.limit.checked = u
	}
	return before
}

// endUses ends the element for which declareUses has returned before.
func (e *Encoder) endUses(before int) {
	if len(e.limit.more) > before {
		e.limit.more, e.limit.checked = e.limit.more[:before], nil
	}
}
