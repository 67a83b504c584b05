package codec

import (
	"strings"

	"example.com/quartet/templates/soap/xsd"
)

// What follows is for a decoder with Given set, whose JSON a person has written. It reads more than what peers send:
//
//   - an attribute without @, and a name with its namespace in braces
//   - an element of a group by its name, in the order of the document, instead of #content
//   - an item instead of an array, and a list that is given again, whose items are added
//   - an array instead of an object that has only a list, and simple content instead of an object with attributes
//   - a boolean as a string, and a list of simple values as one string

// find is the method of a plan, and if there is no such member, meant.
func (r *jsonDecoder) find(j *jsonPlan, name string) (index int, entry *jsonMember) {
	if index = j.find(name); r.Given && index == len(j.members) {
		return j.meant(name)
	}
	return index, nil
}

// meant returns the index of the member that a name is for although it has another name, and that member or its entry with the
// name; the number of members and nil if there is none.
func (j *jsonPlan) meant(name string) (index int, m *jsonMember) {
	for i := range j.members {
		if m := &j.members[i]; j.isNamed(m, name) {
			return i, m
		}
		for k := range j.members[i].group {
			if m := &j.members[i].group[k]; j.isNamed(m, name) {
				return i, m
			}
		}
	}
	return len(j.members), nil
}

func (j *jsonPlan) isNamed(m *jsonMember, name string) bool {
	local, isAttribute := strings.CutPrefix(name, "@")
	q, ok := xsd.ParseClark([]byte(local))
	if !ok || m.kind != JSONField {
		return false
	}
	row := m.write.field.row
	return q.Local == row.Name && (!isAttribute || row.At == AtAttribute) && (q.Space == "" || q.Space == j.typ.state().table.URI(row.NS))
}

// isList reports whether a member has any number of values.
func (m *jsonMember) isList() bool {
	if m.kind != JSONField {
		return m.kind == JSONItems
	}
	return m.write.field.many()
}

// list returns the step that reads the list that is all that a value has, nil if it has more.
func (j *jsonPlan) list() *step {
	last := len(j.members) - 1
	for i := range j.members {
		if m := &j.members[i]; m.kind == JSONItems || m.kind == JSONField && (i < last || !m.isList()) {
			return nil
		}
	}
	return j.members[last].read
}

// itemOrItems reads an item of a list, or, if they can be several and it may be a list, an array of them.
func (r *jsonDecoder) itemOrItems(several bool, read func()) {
	if several && (!r.Given || r.peek() == '[') {
		r.items(read)
	} else {
		read()
	}
}
