package codec

import (
	"cmp"
	"iter"
	"maps"
	"slices"
)

// JSONShape says how values are written as JSON, for those who describe that.
type JSONShape struct {
	Value    *JSONValue // nil: they are objects
	Members  []JSONMember
	Required []string // names of the members that must be there
}

// JSONMember is a member of an object. Its name is "" if it is any attribute that a wildcard allows.
type JSONMember struct {
	Name  string
	Kind  MemberKind
	Value JSONValue      // JSONField, JSONAttachment
	Items []JSONMember   // JSONItems: each item is an object with one of these members
	Text  bool           // JSONItems: an item may be a string, too
	Form  AttachmentForm // JSONAttachment
	Media bool           // JSONAttachment: the contract leaves a choice of media types
}

// JSONValue says how values of a row are written.
type JSONValue struct {
	Row   *Row
	Many  bool // in an array
	Typed bool // in an object with the name of the type, if xsi:type names it
}

// JSONShape returns how values of the type are written.
func (t *Type) JSONShape() (s JSONShape) {
	p := t.planOf()
	j := p.json()
	if s.Members = j.shapes(j.members); j.single {
		s.Value = p.content.field.jsonValue()
	}
	for _, i := range j.must {
		if name := j.members[i].name; !p.hasIsNil || name[0] == '@' {
			s.Required = append(s.Required, name)
		}
	}
	return s
}

// JSONShape returns how the value is written.
func (v *Value) JSONShape() JSONShape {
	p := v.planOf()
	if p.group != nil {
		j := p.group.json()
		return JSONShape{Members: j.shapes(j.members)}
	}
	return JSONShape{Value: p.field.jsonValue()}
}

func (f *fieldPlan) jsonValue() *JSONValue { return &JSONValue{f.row, f.many(), f.typed != nil} }

// shapes describes members. Only values of a type that is derived from another one have the name of their type.
func (j *jsonPlan) shapes(members []jsonMember) (all []JSONMember) {
	for i := range members {
		m := &members[i]
		one := JSONMember{Name: m.name, Kind: m.kind, Items: j.shapes(m.group), Text: m.text != nil}
		switch m.kind {
		case JSONField:
			one.Value = *m.write.value().field.jsonValue()
		case JSONAttachment:
			a := &j.attachments[m.index]
			one.Value, one.Form, one.Media = *a.field.jsonValue(), a.form, a.hasMedia
		case JSONTypeMark:
			if j.typ.Name == "" || j.typ.state().base == nil {
				continue
			}
		}
		all = append(all, one)
	}
	return all
}

// JSONMembers yields the elements, attributes and attachments of a type with the names of their members of JSON, also those in
// groups. A simple type has none.
func (t *Type) JSONMembers() iter.Seq2[string, *Row] {
	return func(yield func(string, *Row) bool) {
		if !t.Simple {
			visitMembers(t.JSONShape().Members, yield)
		}
	}
}

// visitMembers calls yield for members and those in their items, and reports whether it has not ended the visit.
func visitMembers(members []JSONMember, yield func(string, *Row) bool) bool {
	return !slices.ContainsFunc(members, func(m JSONMember) bool {
		isRow := m.Value.Row != nil && m.Name != JSONText
		return isRow && !yield(m.Name, m.Value.Row) || !visitMembers(m.Items, yield)
	})
}

// Derived returns the types that are derived from the type and not abstract, in the order of their names.
func (t *Type) Derived() (all []*Type) {
	types := t.state().table.types().byName
	byName := func(a, b typeName) int { return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.ns, b.ns)) }
	for _, name := range slices.SortedFunc(maps.Keys(types), byName) {
		if d := types[name]; d != t && !d.Abstract && d.derivedFrom(t) {
			all = append(all, d)
		}
	}
	return all
}
