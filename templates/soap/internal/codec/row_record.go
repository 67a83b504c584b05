package codec

import (
	"fmt"
	"reflect"
)

// Record is a value of a type without a Go type.
type Record struct {
	typ     *Type
	slots   []any
	partial bool // a lenient decoder has read it: required elements may be absent, and are left out when it is written
}

var (
	recordType = reflect.TypeFor[Record]()
	slotSize   = reflect.TypeFor[any]().Size()
)

// NewRecord returns a record of a type that has no Go type.
func NewRecord(t *Type) *Record {
	r := new(Record)
	r.init(t, t.planOf())
	return r
}

func (r *Record) init(t *Type, p *typePlan) {
	r.typ, r.slots = t, make([]any, len(p.slots))
}

// Type returns the type of the record, nil if it has none yet.
func (r *Record) Type() *Type { return r.typ }

// Field returns a pointer to the field in a slot, which it makes if need be.
func (r *Record) Field(i int) any {
	if r.slots[i] == nil {
		r.slots[i] = reflect.New(r.typ.planOf().slots[i]).Interface()
	}
	return r.slots[i]
}

// first returns the address of the first slot. A record that is a field of
// another one has no type until it is read.
func (r *Record) first(p *typePlan) pointer {
	if r.slots == nil {
		r.init(p.typ, p)
	}
	if !r.fits(p) {
		panic("schema: " + r.misfit(p))
	}
	if len(r.slots) == 0 {
		return pointerTo(r)
	}
	return pointerTo(&r.slots[0])
}

// recordAt is first for the record at v, whose slots the decoder counts.
func (d *Decoder) recordAt(v pointer, p *typePlan) pointer {
	r := at[Record](v)
	if r.slots == nil {
		d.TakeMemory(int64(len(p.slots)) * int64(slotSize))
	}
	r.partial = d.Lenient != nil
	return r.first(p)
}

// slotAt is slotOf for a value that the decoder counts.
func (d *Decoder) slotAt(v pointer, t reflect.Type) pointer {
	if *at[any](v) == nil {
		d.TakeMemory(int64(t.Size()))
	}
	return slotOf(v, t)
}

// entered returns the address of the fields or slots of the value at v, which the encoder writes and must not change: a record
// without a type has the slots of a value that is zero. It returns false, and the encoder has an error, if a record has another type.
func (e *Encoder) entered(p *typePlan, v pointer) (pointer, bool) {
	if !p.record {
		return v, true
	}
	r := at[Record](v)
	if !r.fits(p) {
		e.fail("", "%s", r.misfit(p))
		return pointer{}, false
	}
	slots := r.slots
	if slots == nil {
		slots = p.noSlots
	}
	e.partial = e.partial || r.partial
	if len(slots) == 0 {
		return v, true
	}
	return pointerTo(&slots[0]), true
}

// fits reports whether the record has no type yet, or the type of the plan, whose steps
// know the slots of that type only.
func (r *Record) fits(p *typePlan) bool { return r.typ == nil || r.typ == p.typ }

// misfit says what is wrong with a record that does not fit.
func (r *Record) misfit(p *typePlan) string {
	return "a record of the type " + r.typ.label() + " in place of one of the type " + p.typ.label()
}

// pointerTo returns the address of a value that an application hands over.
// It panics if it is of another type.
func (t *Type) pointerTo(v any) pointer {
	p, ok := t.pointerIn(v)
	if !ok {
		panic("schema: " + t.misfit(v))
	}
	return p
}

// pointerIn is pointerTo, but returns false where that panics.
func (t *Type) pointerIn(v any) (pointer, bool) {
	if r, ok := v.(*Record); ok && t.Zero == nil && r != nil && (r.typ == nil || r.typ == t) {
		return pointerTo(r), true
	}
	value := reflect.ValueOf(v)
	if t.Zero == nil || !value.IsValid() || value.Type() != reflect.TypeOf(t.Zero) || value.IsNil() {
		return pointer{}, false
	}
	return pointerIn(value), true
}

// misfit says what is wrong with a value that pointerIn refuses.
func (t *Type) misfit(v any) string {
	if r, ok := v.(*Record); ok && t.Zero == nil && r != nil {
		return r.misfit(t.planOf())
	}
	return fmt.Sprintf("%T is not a pointer to a value of the type %s", v, t.label())
}
