package schema

import "slices"

// uses are the namespaces of the names in the markup of values, by their numbers.
type uses struct {
	numbers []int32
	open    bool // content decides what is used: wildcards, xsi:type, names as values
}

// uses returns the namespaces that values of the type may use.
func (t *Type) uses() *uses {
	if u := t.own().used.Load(); u != nil {
		return u
	}
	u := new(uses)
	u.add(t, make(map[*Type]bool))
	t.own().used.Store(u)
	return u
}

func (u *uses) add(t *Type, seen map[*Type]bool) {
	if t == nil || seen[t] {
		return
	}
	seen[t] = true
	rows := t.own().rows
	for i := range rows {
		r := &rows[i]
		if !slices.Contains(u.numbers, r.NS) {
			u.numbers = append(u.numbers, r.NS)
		}
		u.open = u.open || r.isOpen()
		u.add(r.Of, seen)
	}
}

// isOpen reports whether the value of a row may have names of any namespace.
func (r *Row) isOpen() bool {
	switch r.Kind {
	case KindQName, KindNotation, KindAnySimple, KindAnySimpleText, KindTextOrName, KindAnyType, KindRawXML, KindFunctions, KindPoly, KindAnyAttributes:
		return true
	}
	return r.Typed || r.Wildcard() != nil || r.At == AtItem
}

// declared are the namespaces that a root element declares.
type declared struct {
	limited bool // not all of the table
	uses    *uses
	name    int32 // of the root element or the items of an array
	path    []ElementName
}

// LimitToType makes root elements declare only what an element with that name and a value
// of the type may use. t is nil if there is no value.
func (e *Encoder) LimitToType(name ElementName, t *Type) {
	e.limit = declared{limited: !e.Encoded, name: int32(name.NS)}
	if t != nil {
		e.limit.uses = t.uses()
		e.limit.limited = e.limit.limited && !e.limit.uses.open
	}
}

// LimitTo is LimitToType for elements one inside the other, the innermost with the value.
func (e *Encoder) LimitTo(path []ElementName, r ElementValue) {
	e.limit = declared{limited: !e.Encoded && e.OutType == "" && (r.Write == nil || r.Type != nil), path: path}
	if v := r.Type; v != nil && e.limit.limited {
		e.limit.name = v.Row.NS
		if v.Row.Of != nil {
			e.limit.uses = v.Row.Of.uses()
		}
		e.limit.limited = !v.Row.isOpen() && (v.Row.Of == nil || !e.limit.uses.open)
	}
}

// LimitToNone ends LimitTo.
func (e *Encoder) LimitToNone() { e.limit = declared{} }

// has reports whether the namespace with a number is declared.
func (d *declared) has(n int32) bool {
	return !d.limited || n == d.name || d.uses != nil && slices.Contains(d.uses.numbers, n) ||
		slices.ContainsFunc(d.path, func(name ElementName) bool { return int32(name.NS) == n })
}
