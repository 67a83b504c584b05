package sample

import (
	"slices"

	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/xsd"
)

// keyScope is an open element with identity constraints (XML Schema part 1, section 3.11), and the rows of each.
type keyScope struct {
	depth       int // index in maker.path of the elements in it
	constraints []component.Constraint
	rows        map[xsd.QName][]*keyRow
}

// keyRow is an element that the selector of a constraint selects, with the texts of its fields, "" for those that are not written.
type keyRow struct {
	*component.Constraint
	scope         *keyScope
	depth, number int // number is the index among the rows of the constraint
	texts         []string
}

// keyField is a field of an open row.
type keyField struct {
	*keyRow
	index int
}

// step is the name of an open element.
type step xsd.QName

// Is implements the type constraint of component.Matches.
func (s step) Is(test xsd.QName) bool { return component.NameMatches(test, s.Space, s.Local) }

// enter opens the element whose start tag has begun, with the constraints of its declaration, which may be nil; leave closes it.
func (m *maker) enter(d *component.Declaration) (leave func()) {
	path, scopes, rows := len(m.path), len(m.scopes), len(m.rows)
	m.path = append(m.path, step(m.name))
	if d != nil && d.Constraints != nil {
		m.scopes = append(m.scopes, &keyScope{len(m.path), d.Constraints, make(map[xsd.QName][]*keyRow)})
	}
	for _, s := range m.scopes {
		for i := range s.constraints {
			c := &s.constraints[i]
			if slices.ContainsFunc(c.Selector, func(p component.Path) bool { return component.Matches(&p, m.path[s.depth:]) }) {
				r := &keyRow{c, s, len(m.path), len(s.rows[c.Name]), make([]string, len(c.Fields))}
				m.rows, s.rows[c.Name] = append(m.rows, r), append(s.rows[c.Name], r)
			}
		}
	}
	return func() { m.path, m.scopes, m.rows = m.path[:path], m.scopes[:scopes], m.rows[:rows] }
}

// fields returns the fields that select an attribute of the innermost element, or, if attribute is nil, the element at below.
func (m *maker) fields(attribute *xsd.QName, below ...step) (all []keyField) {
	for _, r := range m.rows {
		path := slices.Concat(m.path[r.depth:], below)
		selects := func(p component.Path) bool {
			isThis := p.Attribute == attribute || p.Attribute != nil && attribute != nil && step(*attribute).Is(*p.Attribute)
			return isThis && component.Matches(&p, path)
		}
		for i, paths := range r.Fields {
			if slices.ContainsFunc(paths, selects) {
				all = append(all, keyField{r, i})
			}
		}
	}
	return all
}

// isKey reports whether an attribute or an element is a field of a key, so that it must be there, and not be nil.
func (m *maker) isKey(attribute *xsd.QName, below ...step) bool {
	return slices.ContainsFunc(m.fields(attribute, below...), func(f keyField) bool { return f.Kind == component.ConstraintKey })
}

// fieldText is simple for an attribute, or for the innermost element if attribute is nil. A field of a key or of a unique
// constraint gets a new text if the type has one, and a field of a keyref a text of a key that has been written.
func (m *maker) fieldText(t *component.Type, attribute *xsd.QName) (text string, err error) {
	fields := m.fields(attribute)
	if len(fields) == 0 {
		return m.simple(t)
	}
	defer func(item, extreme int, varied bool) { m.item, m.extreme, m.Varied = item, extreme, varied }(m.item, m.extreme, m.Varied)
	m.Varied = false
	for attempt, fewest := 0, -1; attempt < maxAttempts && fewest != 0; attempt++ {
		candidate, err := m.simple(t)
		if err != nil {
			return "", err
		}
		n := 0
		for _, f := range fields {
			n += f.taken(candidate)
		}
		if fewest < 0 || n < fewest {
			text, fewest = candidate, n
		}
		m.item, m.extreme = m.item+1, 0
	}
	for _, f := range fields {
		keys := f.scope.rows[f.Refer]
		if f.Kind == component.ConstraintKeyRef && len(keys) > 0 && f.index < len(keys[0].texts) {
			if known := keys[f.number%len(keys)].texts[f.index]; known != "" && m.values.Check(t, known) == nil {
				text = known
			}
		}
	}
	for _, f := range fields {
		f.texts[f.index] = text
	}
	return text, nil
}

// taken returns how many other rows have the text in the field and, if it is the last field to be written, equal texts in all.
func (f keyField) taken(text string) (n int) {
	own := slices.Clone(f.texts)
	own[f.index] = text
	for _, r := range f.scope.rows[f.Name] {
		same := f.Kind != component.ConstraintKeyRef && r != f.keyRow && r.texts[f.index] == text
		if same && (slices.Contains(own, "") || slices.Equal(r.texts, own)) {
			n++
		}
	}
	return n
}
