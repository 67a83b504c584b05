package codec

import (
	"reflect"
	"unsafe"
)

// This file is the only one that uses package unsafe. Offsets and types come from
// plans, which are made only after the rows have been compared with the Go types.

// pointer is the address of a field or a value. It keeps what it points to alive.
type pointer struct{ p unsafe.Pointer }

// at returns the value at p.
func at[T any](p pointer) *T { return (*T)(p.p) }

func pointerTo[T any](v *T) pointer { return pointer{unsafe.Pointer(v)} }

// pointerIn returns the pointer that v holds.
func pointerIn(v reflect.Value) pointer { return pointer{v.UnsafePointer()} }

// newOf returns a pointer to a new value.
func newOf(t reflect.Type) pointer { return pointer{reflect.New(t).UnsafePointer()} }

// value returns the variable of the type t that p points to.
func (p pointer) value(t reflect.Type) reflect.Value { return reflect.NewAt(t, p.p).Elem() }

func (p pointer) isNil() bool { return p.p == nil }

// add returns a pointer to the field at an offset in the struct at p.
func (p pointer) add(offset uintptr) pointer { return pointer{unsafe.Add(p.p, offset)} }

// load returns the pointer that is at p: p points to a pointer, to a Nillable or
// to a slice, which begin with one.
func (p pointer) load() pointer { return pointer{*(*unsafe.Pointer)(p.p)} }

// store sets the pointer at p.
func (p pointer) store(to pointer) { *(*unsafe.Pointer)(p.p) = to.p }

// stringOf returns a string with the bytes of b, which must not change from then on.
func stringOf(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// nillable is the layout of a Nillable, whatever its value.
type nillable struct {
	_     unsafe.Pointer // the value
	isNil bool
}

func (p pointer) nillable() *nillable { return (*nillable)(p.p) }

// slice is the layout of a slice, whatever its items.
type slice struct {
	data     unsafe.Pointer
	len, cap int
}

func (p pointer) slice() *slice { return (*slice)(p.p) }

// item returns a pointer to item i.
func (s *slice) item(i int, size uintptr) pointer {
	return pointer{unsafe.Add(s.data, uintptr(i)*size)}
}

// extend makes the slice at p one item longer, for which there is room, and
// returns a pointer to the item.
func (s *slice) extend(size uintptr) pointer {
	s.len++
	return s.item(s.len-1, size)
}

// grow makes room for n items, or a few more, in the slice at p, which is of the
// type t. What is not used yet is zero.
func (p pointer) grow(t reflect.Type, n int) {
	p.value(t).Grow(n - p.slice().len)
}

// makeSlice makes the slice at p, of the type t, an empty one with room for n
// items. It is never nil.
func (p pointer) makeSlice(t reflect.Type, n int) { p.value(t).Set(reflect.MakeSlice(t, 0, n)) }

// clear makes the variable of the type t at p zero.
func (p pointer) clear(t reflect.Type) { p.value(t).SetZero() }

// slotOf returns the address of what is in the slot at p, of the type t. A slot
// holds a pointer, which is made when it is needed.
func slotOf(p pointer, t reflect.Type) pointer {
	slot := (*any)(p.p)
	if *slot == nil {
		*slot = reflect.New(t).Interface()
	}
	return pointer{reflect.ValueOf(*slot).UnsafePointer()}
}

// slotAt is slotOf for reading: an empty slot has the value at zero.
func slotAt(p, zero pointer) pointer {
	slot := *(*any)(p.p)
	if slot == nil {
		return zero
	}
	return pointer{reflect.ValueOf(slot).UnsafePointer()}
}
