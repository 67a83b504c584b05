package validate

import (
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/lexical"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// Identity constraints are checked while the document is read. An element with constraints opens a scope; each element
// in it that a selector selects opens a row, which gets its values from the attributes and elements that fields select,
// and is entered into the table of its constraint at the end of the element.

// keyCost is the work for a row of a table, besides its length; see Spend. An element may be in the tables of all elements
// with constraints around it (part 1, section 3.11.4).
const keyCost = 64

// keep counts memory that is taken until the end of the document. It reports whether more
// may be taken.
func (v *validation) keep(bytes int) bool {
	const entry = 64 // size of an entry of a map or list, without its text
	if v.d.Failed != nil || v.d.TakeMemory(int64(entry+bytes)) {
		return v.d.Failed == nil
	}
	v.limited = true
	return false
}

// keyScope is an open element that has constraints.
type keyScope struct {
	depth       int // steps to the element
	constraints *xsdConstraints
	tables      []keyTable
	below       map[xsd.QName]keySet // the keys of scopes in this one, by constraint
}

// keyTable has the values of one constraint in a scope.
type keyTable struct {
	keys       map[string]bool // values of a key or unique constraint
	references []keyReference
}

// keyReference is a row of a keyref.
type keyReference struct {
	key string
	at  int // where its element begins
}

// keyRow is an open element that a selector has selected.
type keyRow struct {
	depth, scope, constraint int
	at                       int
	values                   []string // by field; "" without a value, as an identity is never empty
	failed                   bool     // a problem has been reported
}

// keyHit is an open element that a field has selected.
type keyHit struct{ depth, row, field int }

// identityState is what a validation knows of open elements for constraints, and of IDs.
type identityState struct {
	scopes []keyScope
	rows   []keyRow
	hits   []keyHit
	ids    map[string]int // where the element begins that has the ID
	idrefs []idReference
}

// isWatched reports whether constraints are about the current element, or what is in it.
func (v *validation) isWatched(e *xsdElement) bool {
	return len(v.scopes) > 0 || e != nil && e.constraints != nil
}

// enterKeys opens scopes and rows for the current element, which is the last step.
func (v *validation) enterKeys(t *xsdType, e *xsdElement) {
	depth := len(v.steps)
	v.steps[depth-1].space = v.xsdSpace(v.d.Space())
	if e != nil && e.constraints != nil {
		v.scopes = append(v.scopes, keyScope{depth: depth, constraints: e.constraints, tables: make([]keyTable, len(e.constraints.all))})
	}
	if !v.Spend(len(v.scopes) + len(v.rows)) {
		return
	}
	for i := range v.scopes {
		x := v.scopes[i].constraints
		v.selectRows(i, x.others)
		v.selectRows(i, x.byName[string(v.steps[depth-1].name)])
	}
	for i := range v.rows {
		v.selectFields(i, t, e)
	}
}

// selectRows opens rows for those constraints of a scope that select the current element.
func (v *validation) selectRows(scope int, constraints []int) {
	s, depth := &v.scopes[scope], len(v.steps)
	selects := func(p component.Path) bool { return component.Matches(&p, v.steps[s.depth:]) }
	for _, i := range constraints {
		v.Spend(1)
		if c := &s.constraints.all[i]; slices.ContainsFunc(c.Selector, selects) {
			v.Spend(keyCost)
			v.rows = append(v.rows, keyRow{depth: depth, scope: scope, constraint: i, at: v.d.TagStart(), values: make([]string, len(c.Fields))})
		}
	}
}

func (v *validation) constraintOf(r *keyRow) *component.Constraint {
	return &v.scopes[r.scope].constraints.all[r.constraint]
}

// selectFields looks for fields of a row at the current element.
func (v *validation) selectFields(row int, t *xsdType, e *xsdElement) {
	r := &v.rows[row]
	c := v.constraintOf(r)
	for f, paths := range c.Fields {
		for i := range paths {
			p := &paths[i]
			switch {
			case !component.Matches(p, v.steps[r.depth:]):
			case p.Attribute != nil:
				v.attributeFields(r, f, t, *p.Attribute)
			case t == nil:
			case t.value == nil:
				v.keyProblem(r, "a field of %s selects an element without a simple value", c.Name.Local)
			case c.Kind == component.ConstraintKey && e != nil && e.Nillable:
				v.keyProblem(r, "a field of the key %s selects an element that is nillable", c.Name.Local)
			default:
				v.hits = append(v.hits, keyHit{len(v.steps), row, f})
			}
		}
	}
}

// attributeFields takes the values of the attributes of the current element that a field selects.
func (v *validation) attributeFields(r *keyRow, field int, t *xsdType, test xsd.QName) {
	if !v.Spend(len(v.d.Attrs)) {
		return
	}
	for i := range v.d.Attrs {
		a := &v.d.Attrs[i]
		space, local := v.xsdSpace(a.URI), v.d.Buf[a.Local:a.End]
		if !component.NameMatches(test, space, local) || a.URI == schema.XSINamespace {
			continue
		}
		if typ := v.attributeType(t, space, local); typ != nil {
			if got, problem := typ.check(string(a.Value), v); problem == "" {
				v.setKeyField(r, field, got.Identity())
			}
		}
	}
	if t == nil {
		return
	}
	for i := range t.attributes {
		if u := &t.attributes[i]; u.fallback != nil && component.NameMatches(test, u.Name.Space, u.Name.Local) && !v.hasAttribute(u.Name) {
			if got, problem := u.typ.checkOwn(*u.fallback, v); problem == "" {
				v.setKeyField(r, field, got.Identity())
			}
		}
	}
}

// attributeType returns the type of an attribute, nil if nothing declares it.
func (v *validation) attributeType(t *xsdType, space string, local []byte) *xsdType {
	if t != nil {
		if u := t.use(space, local); u != nil {
			return u.typ
		}
	}
	return v.model.attributeNamed(xsd.QName{Space: space, Local: string(local)})
}

// setKeyField sets the value of a field, which may select one node (part 1, section 3.11.4, clause 3).
func (v *validation) setKeyField(r *keyRow, field int, value string) {
	if r.values[field] != "" {
		v.keyProblem(r, "a field of %s selects several elements or attributes", v.constraintOf(r).Name.Local)
	}
	r.values[field] = value
}

func (v *validation) keyProblem(r *keyRow, format string, args ...any) {
	if !r.failed {
		v.note(r.at, "", format, args...)
	}
	r.failed = true
}

// isField reports whether a field has selected the innermost element.
func (v *validation) isField() bool {
	return len(v.hits) > 0 && v.hits[len(v.hits)-1].depth == len(v.steps)
}

// fieldValue sets the value of the fields that have selected the innermost element.
func (v *validation) fieldValue(value *lexical.Value) {
	for i := len(v.hits) - 1; i >= 0 && v.hits[i].depth == len(v.steps); i-- {
		v.setKeyField(&v.rows[v.hits[i].row], v.hits[i].field, value.Identity())
	}
}

// leaveKeys closes what enterKeys has opened for an element.
func (v *validation) leaveKeys() {
	depth := len(v.steps)
	for v.isField() {
		v.hits = v.hits[:len(v.hits)-1]
	}
	for n := len(v.rows) - 1; n >= 0 && v.rows[n].depth == depth; n-- {
		v.closeRow(&v.rows[n])
		v.rows = v.rows[:n]
	}
	if n := len(v.scopes) - 1; n >= 0 && v.scopes[n].depth == depth {
		v.closeScope(n)
		v.scopes = v.scopes[:n]
	}
}

// closeRow enters a row into its table (part 1, section 3.11.4, clause 4).
func (v *validation) closeRow(r *keyRow) {
	c := v.constraintOf(r)
	var key strings.Builder
	for _, value := range r.values {
		switch {
		case r.failed || v.d.Failed != nil:
			return
		case value == "" && c.Kind == component.ConstraintKey:
			v.keyProblem(r, "a field of the key %s has no value", c.Name.Local)
			return
		case value == "":
			return
		}
		key.WriteString(strconv.Itoa(len(value)) + ":" + value)
	}
	if !v.Spend(key.Len()) || !v.keep(key.Len()) {
		return
	}
	t := &v.scopes[r.scope].tables[r.constraint]
	if c.Kind == component.ConstraintKeyRef {
		t.references = append(t.references, keyReference{key.String(), r.at})
		return
	}
	if t.keys[key.String()] {
		v.keyProblem(r, "another element has the same values in the fields of %s", c.Name.Local)
		return
	}
	if t.keys == nil {
		t.keys = make(map[string]bool)
	}
	t.keys[key.String()] = true
}

// closeScope resolves the references of a scope, and hands its keys to the one around it (part 1, section 3.11.5).
func (v *validation) closeScope(n int) {
	s := &v.scopes[n]
	for i := range s.constraints.all {
		c := &s.constraints.all[i]
		if c.Kind == component.ConstraintKeyRef {
			s.resolve(v, c, s.tables[i].references)
		}
	}
	if n == 0 {
		return
	}
	outer := &v.scopes[n-1]
	for i := range s.constraints.all {
		c := &s.constraints.all[i]
		own := s.tables[i].keys
		if own == nil || c.Kind == component.ConstraintKeyRef || !v.isReferred(c.Name, n) {
			continue
		}
		outer.add(c.Name, v.joined(own, s.below[c.Name].keys))
		delete(s.below, c.Name)
	}
	for name, set := range s.below {
		outer.add(name, set.keys)
	}
}

// isReferred reports whether one of the first n scopes has references to a constraint.
func (v *validation) isReferred(name xsd.QName, n int) bool {
	for i := range v.scopes[:n] {
		v.Spend(len(v.scopes[i].constraints.all))
		for j := range v.scopes[i].constraints.all {
			if v.scopes[i].constraints.all[j].Refer == name {
				return true
			}
		}
	}
	return false
}

// resolve reports references to keys that are not there. After an error that ended the reading, tables are incomplete.
func (s *keyScope) resolve(v *validation, c *component.Constraint, references []keyReference) {
	if v.d.Failed != nil {
		return
	}
	var own map[string]bool
	for i := range s.constraints.all {
		if s.constraints.all[i].Name == c.Refer {
			own = s.tables[i].keys
		}
	}
	for _, r := range references {
		if !own[r.key] && !s.below[c.Refer].keys[r.key] {
			v.note(r.at, "", "an element does not refer to a key %s: the fields of %s have values that no element has", c.Refer.Local, c.Name.Local)
		}
	}
}
