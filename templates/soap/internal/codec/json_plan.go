package codec

import (
	"slices"
	"strconv"
	"strings"
)

// # JSON
//
// The steps of a plan also write and read the values of its type as JSON, with the names of the contract:
//
//	{"@id": 5, "name": "Rex", "tag": ["a", "b"], "note": null, "owner": {"@xsi:type": "Person", "name": "Ann"}}
//
// An element is a member, one that may occur several times an array, a nil element null, and an absent one no member.
// Attributes begin with @, and simple content beside attributes is #text. What JSON has no number for is a string.
//
//	{"#content": ["Hello ", {"b": "world"}, {"#any": "<x xmlns='urn:x'/>"}]}
//
// Elements whose order the schema leaves open (repeated groups, mixed content) are an array with an object for each of them, and
// strings for text. What a wildcard allows, and content of an xs:anyType that is more than text (#xml), is markup. xsi:type names a
// type of another namespace than the declared one in Clark's notation.
//
// Files: json_plan.go members; json_encode.go, json_encode_values.go writing; json_decode.go, json_decode_values.go reading;
// json_given.go what people write; json_scan.go tokens; json_value.go values outside structs; json_shape.go what there is to describe.

const (
	JSONText    = "#text"
	jsonContent = "#content"
	JSONMarkup  = "#xml"
	JSONType    = "@xsi:type"
	JSONNil     = "@xsi:nil"
	JSONMedia   = "@mediaType"
)

// jsonPlan has the members of the object that represents a value of a type.
type jsonPlan struct {
	*typePlan
	members []jsonMember
	index   map[string]int // of members by their names
	others  int            // the index of the member for wildcard attributes, the number of members if there is none
	must    []int          // members that must be there
	unread  []bool         // false for each member
	single  bool           // there is simple content and no attributes: the content is the value
}

// jsonMember is a member of an object.
type jsonMember struct {
	op        op            // of write and read, if the field is one of those that most messages consist of
	isText    bool          // op reads and writes a text
	offset    uintptr       // where the field is
	open      string        // the key, and a quotation mark before a text
	openBlock [tagSize]byte // what open begins with

	name  string
	key   string // `,"name":`
	kind  MemberKind
	index int     // of the field of an element, or of an attachment
	via   []*step // steps to the substitution groups that the element is in, the outermost first
	write *step
	read  *step
	group []jsonMember // JSONItems: the elements, each of which is in an object by itself
	text  *step        // JSONItems: text between them; nil: there is none
	must  bool
}

// MemberKind says what a member is.
type MemberKind uint8

const (
	JSONField      MemberKind = iota // an attribute, an element, simple content
	JSONItems                        // the elements of a repeated group
	JSONTypeMark                     // xsi:type
	JSONNilMark                      // xsi:nil
	JSONSizes                        // the sizes of an array of SOAP encoding
	JSONAnyAttrs                     // attributes that a wildcard allows; they have names of their own
	JSONAttachment                   // a part of the message
)

// json returns the plan for JSON, which is made when it is first needed. Two goroutines may make it at once; the results are
// alike.
func (p *typePlan) json() *jsonPlan {
	if j := p.forJSON.Load(); j != nil {
		return j
	}
	j := &jsonPlan{typePlan: p, index: make(map[string]int), single: p.content != nil && !p.hasAttrs}
	names := make(map[string]int)
	j.add(names, jsonMember{name: JSONType, kind: JSONTypeMark})
	if p.hasIsNil {
		j.add(names, jsonMember{name: JSONNil, kind: JSONNilMark})
	}
	if p.hasSizes {
		j.add(names, jsonMember{name: "@arrayType", kind: JSONSizes})
	}
	attr := 0
	for i := range p.writeAttrs {
		w := &p.writeAttrs[i]
		if p.anyAttrs != nil && w.field.row == p.anyAttrs.field.row {
			j.members = append(j.members, jsonMember{kind: JSONAnyAttrs, key: ", ", write: w}) // no member begins with a space
			continue
		}
		j.addRow("@"+w.field.row.Name, names, jsonMember{write: w, read: &p.attrs[attr], must: p.shape.attrs[attr].must})
		attr++
	}
	switch {
	case p.content != nil:
		f := p.content.field
		j.add(names, jsonMember{name: JSONText, write: &p.writeFields[0], read: p.content, must: f.form == asValue && !f.row.HasNil()})
	case p.array != nil:
		j.addRow(p.item.field.row.Name, names, jsonMember{write: p.item, read: p.item})
	default:
		j.addElements(names)
	}
	for i := range p.attachments {
		j.add(names, jsonMember{name: p.attachments[i].part, kind: JSONAttachment, index: i})
	}
	j.others = len(j.members)
	for i := range j.members {
		m := &j.members[i]
		if m.must {
			j.must = append(j.must, i)
		}
		if m.kind == JSONAnyAttrs {
			j.others = i
		} else {
			j.index[m.name] = i
		}
	}
	j.unread = make([]bool, len(j.members))
	p.forJSON.Store(j)
	return j
}

// addElements adds the elements of a type.
func (j *jsonPlan) addElements(names map[string]int) {
	next := 0
	for i := range j.writeFields {
		w := &j.writeFields[i]
		row := w.field.row
		switch {
		case j.text != nil && i == 0 && row.Kind == KindText: // of a group, which has it
		case row.Kind.composite():
			count := len(row.Of.planOf().shape.fields)
			j.addGroup(names, w, next)
			next += count
		case row.Wildcard() != nil:
			j.add(names, jsonMember{name: "#any", index: next, write: w, read: &j.fields[next]})
			next++
		default:
			_, must := slices.BinarySearch(j.shape.required, next)
			j.addRow(row.Name, names, jsonMember{index: next, write: w, read: &j.fields[next], must: must})
			next++
		}
	}
}

// addGroup adds a group, whose first element is the field from: an element of a substitution group is a member of the object, and
// others are in an array.
func (j *jsonPlan) addGroup(names map[string]int, w *step, from int) {
	inner := jsonPlan{typePlan: w.field.row.Of.planOf()}
	if w.value().put == opMember {
		inner.addElements(names)
		for _, m := range j.outside(inner.members, from) {
			m.via, m.op, m.isText = append([]*step{w}, m.via...), opField, false
			j.members = append(j.members, m)
		}
		return
	}
	inner.addElements(make(map[string]int))
	items := jsonMember{name: jsonContent, kind: JSONItems, index: from, write: w, group: j.outside(inner.members, from)}
	if inner.text != nil {
		items.text = j.text
	}
	j.add(names, items)
}

// outside returns the members of a group as members of the type, which reads the first with the field from.
func (j *jsonPlan) outside(members []jsonMember, from int) []jsonMember {
	members = slices.Clone(members)
	for i := range members {
		m := &members[i]
		m.index += from
		m.must, m.read, m.group = false, &j.fields[m.index], j.outside(m.group, from)
	}
	return members
}

// value returns what is in the slot of a step, or the step itself.
func (s *step) value() *step {
	if s.put == opSlot {
		return s.inner
	}
	return s
}

// add adds a member with a name that none of names has; if need be, with a number. names has the last number after each name.
func (j *jsonPlan) add(names map[string]int, m jsonMember) {
	stem, n := m.name, max(names[m.name], 1)
	for names[m.name] > 0 {
		n++
		m.name = stem + strconv.Itoa(n)
	}
	names[stem] = n
	names[m.name] = max(names[m.name], 1)
	m.key = jsonKey(m.name)
	m.open = m.key
	if m.kind == JSONField {
		m.op, m.offset = m.write.op, m.write.offset
		if m.isText = m.op == opString || m.op == opOptString || m.op == opDateTime; m.isText {
			m.open += `"`
		}
		copy(m.openBlock[:], m.open)
	}
	j.members = append(j.members, m)
}

// addRow adds a member for a row. Its name is in Clark's notation if another member has its local name.
func (j *jsonPlan) addRow(name string, names map[string]int, m jsonMember) {
	if r := m.write.field.row; names[name] > 0 {
		name = strings.TrimSuffix(name, r.Name) + "{" + j.typ.state().table.URI(r.NS) + "}" + r.Name
	}
	m.name = name
	j.add(names, m)
}

// jsonKey returns the text before the value of a member.
func jsonKey(name string) string {
	w := jsonEncoder{Encoder: &Encoder{Buf: []byte{','}}}
	w.string("", name)
	return string(append(w.Buf, ':'))
}
