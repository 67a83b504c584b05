package codec

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"strconv"

	"example.com/quartet/templates/soap/internal/lex"
)

// jsonDecoder reads values from JSON, in the buffer of a decoder and with its limits, memory and errors. Unknown members, and
// members that are given twice, are errors.
type jsonDecoder struct {
	*Decoder
	depth int
	seen  []bool  // members of the objects that are open
	where string  // path to the error below the value that is being read
	owner pointer // the value with the types that xsi:type names, while an element of a simple type is read
	item  int     // the item of a list that is being read
}

func newJSONDecoder(d *Decoder) *jsonDecoder {
	d.bare, d.Strict = true, true
	d.Lenient, d.Hints = nil, false // JSON has one form for each value
	return &jsonDecoder{Decoder: d}
}

// DecodeJSON reads a request from the document of d into to, a pointer to a new value of t's Go type or a Record of the type. If t
// is nil, the request has no members. Errors have a path such as request.TripDate.
func DecodeJSON(d *Decoder, t *Type, to any) {
	r := newJSONDecoder(d)
	if t != nil {
		r.structure(t.planOf(), t.pointerTo(to), true)
	} else {
		r.members(func(string) { r.Fail("the member is not known") })
	}
	r.end("request")
}

// end reads the end of the document, and completes the path of an error.
func (r *jsonDecoder) end(root string) {
	if r.peek(); r.Failed == nil && r.Pos < len(r.Buf) {
		r.Fail("data after the JSON value")
	}
	if r.Failed != nil && r.Failed != ErrInterrupted {
		r.Failed.Path = root + r.where
	}
}

// within adds a step to the path of an error, if there is one.
func (r *jsonDecoder) within(step string) {
	if r.Failed != nil {
		r.where = step + r.where
	}
}

// structure reads a value of a complex type into the value at v: an object, or simple content unless isObject is set, as for a
// request, or a value that names its type.
func (r *jsonDecoder) structure(p *typePlan, v pointer, isObject bool) {
	if p.record {
		v = r.recordAt(v, p)
	}
	j, s := p.json(), p.content
	isContent := j.single && !isObject
	if r.Given {
		isContent = r.peek() != '{'
		if s == nil {
			s = j.list()
		}
	}
	if s == nil || !isContent {
		r.object(j, v)
		return
	}
	if r.step(s, v); r.Given && r.Failed == nil {
		seen := slices.Clone(j.unread)
		seen[len(seen)-1] = true
		r.complete(j, seen, v)
	}
}

// nested is called at the start of an object. It reports false if there are too many around it.
func (r *jsonDecoder) nested() bool {
	if r.depth++; r.depth > r.lim.Depth {
		r.Fail("objects are nested deeper than %d levels", r.lim.Depth)
	}
	return r.Failed == nil && (r.Interrupt == nil || !r.Interrupted())
}

// object reads an object into the fields at v.
func (r *jsonDecoder) object(j *jsonPlan, v pointer) {
	if !r.nested() {
		return
	}
	base, next := len(r.seen), 0
	r.seen = append(r.seen, j.unread...)
	for ok := r.opens('{', '}'); ok; ok = r.follows('}') {
		last := next
		if next = r.expected(j, base, next, v); next == last {
			next = r.named(j, base, v)
		} else if r.Failed != nil {
			r.within("." + lex.QuoteName([]byte(j.members[next-1].name)))
		}
	}
	if r.Failed == nil {
		r.complete(j, r.seen[base:], v)
	}
	r.seen = r.seen[:base]
	r.depth--
}

// expected reads members as long as they are in the order of the schema, of which a few may be absent. It returns the index of the
// member after the last one that it reads, next if it reads none.
func (r *jsonDecoder) expected(j *jsonPlan, base, next int, v pointer) int {
	const maxAbsent = 8
	r.peek()
	b, key := r.Buf, r.Pos
	for i := next; i < len(j.members) && i < next+maxAbsent; i++ {
		m := &j.members[i]
		from := key + len(m.key) - 1
		if from >= len(b) || string(b[key:from]) != m.key[1:] || r.seen[base+i] || m.kind == JSONAnyAttrs {
			continue
		}
		r.seen[base+i], next = true, i+1
		if to := v.add(m.offset); m.isText && b[from] == '"' {
			r.textField(m, to, from+1)
		} else if r.Pos = from; m.op == opInt32 {
			r.int32(m.read.field, to)
		} else if m.kind == JSONField {
			r.step(m.read, v)
		} else {
			r.member(j.typePlan, m, v)
		}
		if r.Failed != nil || r.Pos == len(b) || b[r.Pos] != ',' {
			break
		}
		for key = r.Pos + 1; key < len(b) && lex.IsSpace(b[key]); key++ {
		}
	}
	return next
}

// textField reads the string after the quotation mark before from into the field of a member.
func (r *jsonDecoder) textField(m *jsonMember, to pointer, from int) {
	end := from
	if b := r.Buf[from:]; len(b) >= 8 { // as scanJSON does it
		end += bits.TrailingZeros64(jsonSpecials(binary.LittleEndian.Uint64(b))) / 8
	}
	if end == from+8 {
		end = scanJSON(r.Buf, end)
	}
	r.Pos = end + 1
	text := r.Buf[from:end]
	if end == len(r.Buf) || r.Buf[end] != '"' {
		r.Pos = from
		text = r.textAfter(end)
	}
	switch m.op {
	case opOptString:
		p := r.newString()
		*p = r.copyText(text)
		*at[*string](to) = p
	case opString:
		*at[string](to) = r.copyText(text)
	default:
		r.lexical(m.read.field.scalar, to, text)
	}
}

// named reads a member of any name, and returns the index of the member that is expected next.
func (r *jsonDecoder) named(j *jsonPlan, base int, v pointer) (next int) {
	name := string(r.text())
	if !r.expect(':', "a colon") {
		return 0
	}
	next, entry := r.find(j, name)
	switch {
	case next == len(j.members):
		r.Fail("the member is not known")
	case j.members[next].kind == JSONAnyAttrs:
		r.anyAttribute(&j.members[next], name[1:], v)
	case r.seen[base+next] && (!r.Given || !j.members[next].isList()):
		r.Fail("the member is given twice")
	default:
		r.seen[base+next] = true
		if entry == nil {
			r.member(j.typePlan, &j.members[next], v)
		} else {
			r.itemOrItems(j.members[next].kind == JSONItems, func() { r.member(j.typePlan, entry, v) })
		}
		next++
	}
	if r.Failed != nil {
		r.within("." + lex.QuoteName([]byte(name)))
	}
	return next
}

// find returns the index of the member with a name: the one for wildcard attributes if the name is that of another attribute, and
// the number of members if there is none.
func (j *jsonPlan) find(name string) int {
	i, ok := j.index[name]
	switch {
	case ok:
		return i
	case len(name) > 1 && name[0] == '@':
		return j.others
	}
	return len(j.members)
}

// complete checks an object whose members have been read.
func (r *jsonDecoder) complete(j *jsonPlan, seen []bool, v pointer) {
	isNil := j.hasIsNil && *at[bool](j.isNil.in(v))
	for i := 0; isNil && i < len(seen); i++ {
		if seen[i] && j.members[i].name[0] != '@' {
			r.Fail("a nil element has the member %s", j.members[i].name)
		}
	}
	for _, i := range j.must {
		if name := j.members[i].name; !seen[i] && (!isNil || name[0] == '@') {
			r.Fail("the member %s is missing", name)
		}
	}
	if j.hasSizes {
		j.array.Style.Leave(r.Decoder, j.array.Rank, *at[[]int](j.sizes.in(v)), j.item.len(v))
	}
}

// member reads the value of a member of the object for the value at v.
func (r *jsonDecoder) member(p *typePlan, m *jsonMember, v pointer) {
	switch m.kind {
	case JSONField:
		r.step(m.read, v)
	case JSONItems:
		r.items(func() { r.entry(p, m, v) })
	case JSONTypeMark: // of a value that could have another type, it has been looked at
		if name := string(r.text()); r.typeNamed(name, p.typ) != p.typ {
			r.Fail("%s does not name the type of the value", lex.Quote(name))
		}
	case JSONNilMark:
		*at[bool](p.isNil.in(v)) = r.bool()
	case JSONSizes:
		*at[[]int](p.sizes.in(v)) = r.sizes(p.array.Rank)
	case JSONAttachment:
		r.attachment(p.attachment(m.index, v))
	}
}

// entry reads an element of a repeated group, or text.
func (r *jsonDecoder) entry(p *typePlan, m *jsonMember, v pointer) {
	switch {
	case m.text == nil || r.peek() != '"':
	case r.word(`""`): // no text, which has no item
		return
	default:
		r.step(m.text, v)
		return
	}
	count := 0
	r.members(func(name string) {
		for i := range m.group {
			if entry := &m.group[i]; entry.name == name && count == 0 {
				count++
				r.member(p, entry, v)
				return
			}
		}
		r.Fail("the member is not known, or not the only one")
	})
	if r.Failed == nil && count == 0 {
		r.Fail("an object with one member is expected")
	}
}

// members reads an object that no type describes; read reads the value of a member.
func (r *jsonDecoder) members(read func(name string)) {
	if !r.nested() {
		return
	}
	var names []string
	for ok := r.opens('{', '}'); ok; ok = r.follows('}') {
		name := string(r.text())
		switch {
		case !r.expect(':', "a colon"):
			continue
		case len(names) > r.lim.Attributes:
			r.Fail("more than %d members", len(names))
		case slices.Contains(names, name):
			r.Fail("the member is given twice")
		default:
			names = append(names, name)
			read(name)
		}
		if r.Failed != nil {
			r.within("." + lex.QuoteName([]byte(name)))
		}
	}
	r.depth--
}

// items reads an array, whose items read reads.
func (r *jsonDecoder) items(read func()) {
	i := 0
	for ok := r.opens('[', ']'); ok; ok = r.follows(']') {
		if r.CountItem() {
			read()
		}
		if r.Failed != nil {
			r.within("[" + strconv.Itoa(i) + "]")
		}
		i++
	}
}

// step reads a value, as one step of XML does, into its field of the value at v.
func (r *jsonDecoder) step(s *step, v pointer) {
	to := v.add(s.offset)
	switch s.op {
	case opOptString:
		if r.peek() != '"' {
			r.field(s.field, to)
			return
		}
		p := r.newString()
		*p = r.copyText(r.text())
		*at[*string](to) = p
	case opSlot:
		r.step(s.inner, r.slotAt(to, s.field.typ))
	case opItem:
		r.step(s.inner, r.entered(s.field, r.extend(s.field, to)))
	case opMember:
		if !to.load().isNil() {
			r.Fail("another element of its substitution group is there already")
			return
		}
		member := r.new(s.field)
		to.store(member)
		r.step(s.inner, r.entered(s.field, member))
	case opTyped:
		outer := r.owner
		r.owner = v
		r.step(s.inner, v)
		r.owner = outer
	case opText:
		*at[string](to) = string(r.text())
	default:
		r.field(s.field, to)
	}
}

// field reads a field in each of its forms.
func (r *jsonDecoder) field(f *fieldPlan, to pointer) {
	if f.many() {
		r.array(f, to)
	} else {
		r.value(f, to)
	}
}

// array reads an array into a slice.
func (r *jsonDecoder) array(f *fieldPlan, to pointer) {
	r.frames = append(r.frames, frame{start: r.Pos}) // which growth looks at
	n := to.slice().len
	r.itemOrItems(true, func() { r.arrayItem(f, to) })
	r.dropFrame()
	if f.row.Occurs == OnceOrMore && !f.optional && !f.row.Lax && to.slice().len == n && r.Failed == nil {
		r.Fail("an array without items, of which at least one is required")
	}
}

// arrayItem appends an item of an array to a slice.
func (r *jsonDecoder) arrayItem(f *fieldPlan, to pointer) {
	r.item = to.slice().len
	r.value(f, r.extend(f, to))
}

// value reads one value of a field, which may be nil.
func (r *jsonDecoder) value(f *fieldPlan, to pointer) {
	switch {
	case f.typed != nil && r.peek() == '{':
		r.typedValue(f, to)
	case r.word("null"):
		if !f.nillable && !f.row.Nillable {
			r.Fail("null, but the element cannot be nil")
		}
		if f.form == asNillable {
			to.nillable().isNil = true
		}
	case f.form == asValue || f.form == asSlice:
		r.target(f, to)
	default:
		p := r.new(f)
		to.store(p) // also in a Nillable, whose value comes first
		r.target(f, p)
	}
}
