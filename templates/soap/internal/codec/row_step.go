package codec

import "reflect"

// op is how a step is done. Frequent fields have a separate op; opField does all
// others, in every form.
type op uint8

const (
	opField     op = iota
	opString       // string
	opOptString    // *string
	opInt32        // int32
	opOptInt32     // *int32
	opDateTime     // DateTime
	opScalar       // another simple type
	opOptScalar    // a pointer to one
	opStruct       // a struct
	opOptStruct    // a pointer to one
	opStructs      // a slice of structs
	opSlot         // any field, in a slot of a Record
	opItem         // an element of a repeated group
	opMember       // an element of a substitution group
	opText         // text between elements
	opAnyAttrs     // attributes that a wildcard allows
	opTyped        // an element of a simple type, and its xsi:type
)

// fieldPlan describes a field for steps in either direction.
type fieldPlan struct {
	place
	scalar   *scalar
	size     uintptr      // size of an item of a slice
	elem     reflect.Type // type of one value
	nillable bool         // nil is read
	list     *fieldPlan   // the items of a list
	known    []shapeField
	preset   string // the value of an empty element; see readPreset
	typed    *typedPlan

	open, end, null string // markup before a value, after it, and in place of nil
}

// tagSize is the size of tags that are written with two moves; they are shorter.
const tagSize = 32

// step reads and writes a field. Its tags are padded.
type step struct {
	offset          uintptr
	op              op // how the field is read
	put             op // how it is written
	openLen, endLen uint8
	field           *fieldPlan
	inner           *step   // opSlot, opTyped; opItem, opMember: what is read in there
	zero            pointer // opSlot: what a slot without a value has
	openTag, endTag [tagSize]byte
}

// inSlot returns the step that does another one in a slot, if values are records.
func (l *layout) inSlot(s step) step {
	if !l.record {
		return s
	}
	offset := s.offset
	s.offset = 0
	return step{offset: offset, op: opSlot, put: opSlot, field: s.field, inner: &s, zero: newOf(s.field.typ)}
}

// source returns the address of the field that a step writes of the value at v.
func (s *step) source(v pointer) pointer {
	if v = v.add(s.offset); s.op == opSlot {
		return slotAt(v, s.zero)
	}
	return v
}

// field returns what steps know of a place.
func (l *layout) field(at *place) *fieldPlan {
	r := at.row
	f := &fieldPlan{place: *at, elem: at.value()}
	f.nillable = r.Nillable || l.typ.state().table.NilAsAbsent && r.At == AtElement && at.optional && r.Name != ""
	f.size = f.elem.Size()
	if at.form == asPointers {
		f.size = reflect.TypeFor[*byte]().Size()
	}
	f.simple(r)
	l.markup(f)
	return f
}

// markup sets the tags of a field.
func (l *layout) markup(f *fieldPlan) {
	r := f.row
	name := l.typ.state().table.prefix(r.NS) + r.Name
	switch {
	case r.At == AtContent || r.Kind == KindRawXML: // which has its own tags
	case r.At == AtAttribute:
		f.open, f.end = " "+name+`="`, `"`
	default:
		f.open, f.end = "<"+name, "</"+name+">"
		f.null = f.open + ` xsi:nil="true"/>`
		if r.Typed {
			f.open += ` xsi:type="` + l.typeOf(r) + `"`
		}
		if r.Kind != KindStruct || !r.Of.hasAttrs() {
			f.open += ">"
		}
	}
}

// typeOf returns the type of a row, with its prefix.
func (l *layout) typeOf(r *Row) string {
	table, name := l.typ.state().table, r.Kind.TypeName()
	switch {
	case r.More != nil && r.More.Type != "":
		name = r.More.Type
	case r.Of != nil:
		name = r.Of.Name
	}
	return table.prefix(r.typeNumber(table.Namespaces)) + name
}

func (l *layout) step(at *place) step {
	f := l.field(at)
	s := step{offset: at.offset, op: opOf(f), field: f}
	if s.put = s.op; len(f.open) < tagSize && len(f.end) < tagSize {
		s.openLen, s.endLen = uint8(copy(s.openTag[:], f.open)), uint8(copy(s.endTag[:], f.end))
	} else if s.op < opScalar {
		s.put = opField
	}
	return l.inSlot(s)
}

// frequent are the operations of frequent fields.
var frequent = map[form]map[Kind]op{
	asValue:   {KindString: opString, KindInt32: opInt32, KindDateTime: opDateTime, KindStruct: opStruct},
	asPointer: {KindString: opOptString, KindInt32: opOptInt32, KindStruct: opOptStruct},
	asSlice:   {KindStruct: opStructs},
}

// opOf returns the operation that reads and writes a field fastest.
func opOf(f *fieldPlan) op {
	r := f.row
	if r.At != AtElement || r.Nillable || r.holdsItems() || f.nillable && r.Kind == KindStruct || r.More != nil && r.More.Default != "" {
		return opField
	}
	op := frequent[f.form][r.Kind]
	switch {
	case op != opField || f.scalar == nil:
	case f.form == asValue && !f.scalar.hasNil:
		return opScalar
	case f.form == asPointer:
		return opOptScalar
	}
	return op
}
