package codec

import (
	"fmt"
	"reflect"
	"slices"

	"example.com/quartet/templates/soap/xsd"
)

// layout has a place for each row of a type and of its bases: the field of the Go
// struct, or the slot of the Record. Offsets are relative to the type's struct.
type layout struct {
	typ      *Type
	record   bool
	slots    []reflect.Type // Go types of the slots of a Record
	attrs    []place
	elements []place
	content  *place
	anyAttrs *place
	anyAt    int           // how many attributes are written before these
	wildcard *xsd.Wildcard // wildcard for attributes
	text     *place
	isNil    *place
	xsiTypes *place
	item     *place
	sizes    *place

	attachments []attachmentPlace
	order       []*Row             // inherited elements in their order
	names       map[rowName]string // the fields of the type's own rows that have a name
	base        *layout            // the base whose elements are inherited
	bases       int                // derivation steps
}

// layouts are those of Records, by their types: a derived type begins with the slots of its base. A nil map keeps none.
type layouts map[*Type]*layout

// layoutOf reads the rows of a type against its Go type. It panics where the two
// do not fit: with an offset that is wrong, anything could be overwritten.
func layoutOf(t *Type) *layout { return layouts(nil).at(t, 0) }

const maxBaseDepth = 1000 // derivation steps

func (known layouts) at(t *Type, depth int) *layout {
	if l := known[t]; l != nil && depth+l.bases <= maxBaseDepth {
		return l
	}
	if t.state().table == nil {
		panic(fmt.Sprintf("schema: the type %s is not defined: call Define", t.label()))
	}
	if depth > maxBaseDepth {
		panic(fmt.Sprintf("schema: %s is its own base", t.label()))
	}
	b := layoutBuilder{layout: &layout{typ: t, record: t.Zero == nil, names: make(map[rowName]string)}, types: t.state().table, known: known, depth: depth}
	b.open()
	if t.Simple {
		b.simple()
		return b.layout
	}
	rows := t.Rows()
	for i := range rows {
		switch r := &rows[i]; {
		case r.Kind == KindInherited:
			b.order = append(b.order, r)
		case r.Kind.inherits():
			b.inherit(r)
		default:
			b.own(r)
		}
	}
	if !b.record && b.field < b.goType.NumField() {
		b.fail(nil, "the field %s has no row", b.goType.Field(b.field).Name)
	}
	if len(b.order) > 0 {
		b.reorder()
	}
	b.checkContent()
	if b.record && known != nil {
		known[t] = b.layout
	}
	return b.layout
}

// label returns a name of the type for messages.
func (t *Type) label() string {
	switch {
	case t == nil:
		return "no type"
	case t.Zero != nil && reflect.TypeOf(t.Zero).Kind() == reflect.Pointer:
		return reflect.TypeOf(t.Zero).Elem().String()
	case t.Name != "":
		return t.Name
	}
	return "an anonymous type"
}

// isList reports whether the only row of a type describes items.
func (t *Type) isList() bool {
	rows := t.Rows()
	return t.Simple && len(rows) == 1 && rows[0].At == AtListItem
}

type layoutBuilder struct {
	*layout
	types  *Table // table with the types that xsi:type may name
	known  layouts
	depth  int
	goType reflect.Type
	field  int // the next one
}

// rowName is what rows differ by.
type rowName struct {
	local string
	ns    int32
	at    Place
}

// fail panics with the names of the type and the field.
func (b *layoutBuilder) fail(r *Row, format string, args ...any) {
	name := b.typ.label()
	at := slices.IndexFunc(b.elements, func(p place) bool { return p.row == r })
	switch {
	case r == nil:
	case at >= 0 && (r.Name == "" || b.typ.state().tagged):
		name += "." + b.elements[at].name
	case b.typ.state().tagged && b.field < b.goType.NumField():
		name += "." + b.goType.Field(b.field).Name
	case r.Name != "":
		name += "." + r.Name
	case b.goType != nil && !b.typ.Simple && b.goType.Kind() == reflect.Struct && b.field < b.goType.NumField():
		name += "." + b.goType.Field(b.field).Name
	}
	panic("schema: " + name + ": " + fmt.Sprintf(format, args...))
}

func (b *layoutBuilder) open() {
	if b.record {
		return
	}
	t := reflect.TypeOf(b.typ.Zero)
	if t.Kind() != reflect.Pointer || !reflect.ValueOf(b.typ.Zero).IsNil() {
		b.fail(nil, "Zero is not a nil pointer")
	}
	b.goType = t.Elem()
	if !b.typ.Simple && b.goType.Kind() != reflect.Struct {
		b.fail(nil, "a %s has no fields", b.goType.Kind())
	}
	if !b.typ.Simple && b.goType.NumField() > 0 && b.goType.Field(0).Name == "_" { // which names the type
		b.field++
	}
}

// checkContent refuses what cannot be beside each other.
func (b *layoutBuilder) checkContent() {
	rows := b.typ.Rows()
	for i := range rows {
		if r := &rows[i]; r.Kind.composite() && r.Of.isEndless(make(map[*Type]bool)) {
			b.fail(r, "%s holds itself", r.Of.label())
		}
	}
	switch {
	case b.content != nil && len(b.elements) > 0:
		b.fail(b.content.row, "simple content beside elements")
	case b.item != nil && (len(b.elements) > 0 || b.content != nil):
		b.fail(b.item.row, "an array beside elements")
	case b.item != nil && b.item.row.More.Array.Rank > 1 && b.sizes == nil:
		b.fail(b.item.row, "an array of several dimensions without sizes")
	case b.typ.Mixed && !slices.ContainsFunc(b.elements, func(p place) bool { return p.row.Kind == KindItems && layoutOf(p.row.Of).text != nil }):
		b.fail(nil, "mixed content without a field for items that have text")
	}
}

// isEndless reports whether the items or members of a type hold items or members of
// the same type, directly or not. A plan has a step for each, and would not end.
func (t *Type) isEndless(open map[*Type]bool) bool {
	if isOpen, known := open[t]; known {
		return isOpen
	}
	open[t] = true
	rows := t.Rows()
	for i := range rows {
		if r := &rows[i]; r.Kind.composite() && r.Of != nil && r.Of.isEndless(open) {
			return true
		}
	}
	open[t] = false
	return false
}

// simple checks a type without fields.
func (b *layoutBuilder) simple() {
	switch k := b.typ.Kind; {
	case b.typ.isList():
	case k > lastScalar:
		b.fail(nil, "a kind that is not one of a simple type")
	case k != KindNone:
		b.scalarType(&Row{Kind: k, Of: b.typ})
		return
	default:
		return
	}
	r := &b.typ.Rows()[0]
	item := b.valueType(r, nil)
	b.record = b.typ.Zero == nil
	if !b.record && (b.goType.Kind() != reflect.Slice || b.goType.Elem() != item) {
		b.fail(r, "a list of %s is a %s in Go", item, b.goType)
	}
	if b.record {
		b.goType = reflect.SliceOf(item)
	}
	b.elements = []place{{row: r, typ: item}}
}

// next returns the place of the next field, without its form.
func (b *layoutBuilder) next(r *Row) (p place, f reflect.StructField) {
	p.row, p.name = r, r.Name
	if b.record {
		p.offset = uintptr(len(b.slots)) * slotSize
		b.slots = append(b.slots, nil)
		return p, f
	}
	if b.field >= b.goType.NumField() {
		b.fail(r, "the row has no field: there are %d", b.goType.NumField())
	}
	f = b.goType.Field(b.field)
	if !f.IsExported() {
		b.fail(r, "the field %s is not exported", f.Name)
	}
	p.offset, p.typ, p.name = f.Offset, f.Type, f.Name
	return p, f
}

func (b *layoutBuilder) inherit(r *Row) {
	if r != &b.typ.Rows()[0] {
		b.fail(r, "a base that is not the first row")
	}
	if r.Of == nil {
		b.fail(r, "no base")
	}
	base := b.known.at(r.Of, b.depth+1)
	if base.record != b.record {
		b.fail(r, "only one of the type and its base has a Go type")
	}
	b.bases = base.bases + 1
	if !b.record {
		p, f := b.next(r)
		if !f.Anonymous || f.Type != r.Of.goType() {
			b.fail(r, "the field %s does not embed %s", f.Name, r.Of.goType())
		}
		base.shift(p.offset)
		b.field++
	}
	b.slots, b.attrs, b.anyAttrs, b.anyAt, b.wildcard, b.isNil, b.xsiTypes = base.slots, base.attrs, base.anyAttrs, base.anyAt, base.wildcard, base.isNil, base.xsiTypes
	if r.Wildcard() != nil {
		b.wildcard = r.Wildcard()
	}
	if r.Kind == KindBase {
		b.base, b.elements, b.content, b.text = base, base.elements, base.content, base.text
		b.item, b.sizes, b.attachments = base.item, base.sizes, slices.Clone(base.attachments)
	}
	// What is appended here has the room after the base's. The next type that is derived from the base gets a copy.
	base.slots, base.attrs, base.elements = slices.Clip(base.slots), slices.Clip(base.attrs), slices.Clip(base.elements)
}

// shift adds the offset of this struct in another one to all offsets.
func (l *layout) shift(offset uintptr) {
	for _, list := range [...][]place{l.attrs, l.elements} {
		for i := range list {
			list[i].offset += offset
		}
	}
	for i := range l.attachments {
		a := &l.attachments[i]
		a.of.offset += offset
		if a.media != nil {
			a.media.offset += offset
		}
	}
	for _, p := range [...]*place{l.content, l.anyAttrs, l.text, l.isNil, l.xsiTypes, l.item, l.sizes} {
		if p != nil {
			p.offset += offset
		}
	}
}

func (p *place) is(r *Row) bool { return p.row.Name == r.Name && p.row.NS == r.NS }

// reorder brings the elements into the order that rows of KindInherited give.
func (b *layoutBuilder) reorder() {
	var elements []place
	for _, r := range b.order {
		i := slices.IndexFunc(b.elements, func(p place) bool { return p.is(r) && p.row.Kind != KindItems })
		if i < 0 {
			b.fail(r, "the element is not inherited")
		}
		elements = append(elements, b.elements[i])
		b.elements = append(b.elements[:i:i], b.elements[i+1:]...)
	}
	b.elements = append(elements, b.elements...)
}
