package gtfsrt

import "math"

// A wire reads the fields of a protocol buffer message. Texts are parts of it, so that reading does not allocate.
type wire struct {
	rest    string
	invalid bool
}

// A field is a field of a message.
type field struct {
	number  uint64
	kind    uint64 // wire type
	value   uint64 // value of the types varint, fixed32 and fixed64
	content string // value of the type bytes
}

// The wire types.
const (
	kindVarint  = 0
	kindFixed64 = 1
	kindBytes   = 2
	startGroup  = 3
	endGroup    = 4
	kindFixed32 = 5
)

// maxFieldNumber is the maximum number of a field.
const maxFieldNumber = 1<<29 - 1

// next reads a field. It returns false at the end, and if the message is invalid. Groups are skipped.
func (w *wire) next(f *field) bool {
	for len(w.rest) > 0 && !w.invalid {
		if !w.tag(f) {
			break
		}
		switch f.kind {
		case startGroup:
			w.skipGroup(f.number, 1)
			continue
		case endGroup:
			w.invalid = true
		}
		if !w.invalid {
			return true
		}
	}
	return false
}

// tag reads a field, or the start or the end of a group.
func (w *wire) tag(f *field) bool {
	tag := w.varint()
	f.number, f.kind = tag>>3, tag&7
	if f.number == 0 || f.number > maxFieldNumber {
		w.invalid = true
	}
	switch f.kind {
	case kindVarint:
		f.value = w.varint()
	case kindFixed64:
		f.value = w.fixed(8)
	case kindFixed32:
		f.value = w.fixed(4)
	case kindBytes:
		n := w.varint()
		if n > uint64(len(w.rest)) {
			w.invalid = true
		}
		if !w.invalid {
			f.content, w.rest = w.rest[:n], w.rest[n:]
		}
	case startGroup, endGroup:
	default:
		w.invalid = true
	}
	return !w.invalid
}

// maxDepth is the maximum depth of groups. No field of GTFS Realtime is a group.
const maxDepth = 100

func (w *wire) skipGroup(number uint64, depth int) {
	var f field
	for !w.invalid {
		if len(w.rest) == 0 || depth > maxDepth || !w.tag(&f) {
			w.invalid = true
			return
		}
		switch f.kind {
		case startGroup:
			w.skipGroup(f.number, depth+1)
		case endGroup:
			w.invalid = f.number != number
			return
		}
	}
}

func (w *wire) varint() (value uint64) {
	for i := 0; i < len(w.rest) && i < 10; i++ {
		b := w.rest[i]
		if i == 9 && b > 1 {
			break
		}
		value |= uint64(b&0x7F) << (7 * i)
		if b < 0x80 {
			w.rest = w.rest[i+1:]
			return value
		}
	}
	w.invalid = true
	return 0
}

// fixed reads a number of n bytes, the lowest first.
func (w *wire) fixed(n int) (value uint64) {
	if len(w.rest) < n {
		w.invalid = true
		return 0
	}
	for i := range n {
		value |= uint64(w.rest[i]) << (8 * i)
	}
	w.rest = w.rest[n:]
	return value
}

// each calls read for each field of a message, and reports whether the message is valid.
func each(message string, read func(f field) bool) bool {
	w := wire{rest: message}
	var f field
	for w.next(&f) {
		if !read(f) {
			return false
		}
	}
	return !w.invalid
}

// is reports whether a field has a number and a wire type. A field of another type is unknown, and is ignored.
func (f *field) is(number, kind uint64) bool { return f.number == number && f.kind == kind }

// text sets s to the content of a text field with a number.
func (f *field) text(number uint64, s *string) {
	if f.is(number, kindBytes) {
		*s = f.content
	}
}

// float sets x, and present to true, if the field is a float with a number.
func (f *field) float(number uint64, x *float32, present *bool) {
	if f.is(number, kindFixed32) {
		*x, *present = math.Float32frombits(uint32(f.value)), true
	}
}
