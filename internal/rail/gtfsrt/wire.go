package gtfsrt

import (
	"math"

	"google.golang.org/protobuf/encoding/protowire"
)

// A wire reads the fields of a protocol buffer message. Texts are parts of it, so that reading does not allocate: the compiler
// does not copy a text that is converted to bytes which are only read.
type wire struct {
	rest    string
	invalid bool
}

// A field is a field of a message.
type field struct {
	number  protowire.Number
	kind    protowire.Type
	value   uint64 // value of the types varint and fixed32
	content string // value of the type bytes
}

const (
	kindVarint = protowire.VarintType
	kindBytes  = protowire.BytesType
)

// next reads a field. It returns false at the end, and if the message is invalid.
func (w *wire) next(f *field) bool {
	if w.rest == "" || w.invalid {
		return false
	}
	number, kind, start := protowire.ConsumeTag([]byte(w.rest))
	if start < 0 || number > protowire.MaxValidNumber {
		w.invalid = true
		return false
	}
	text := w.rest[start:]
	f.number, f.kind = number, kind
	var n int
	switch kind {
	case kindVarint:
		f.value, n = protowire.ConsumeVarint([]byte(text))
	case protowire.Fixed32Type:
		var value uint32
		value, n = protowire.ConsumeFixed32([]byte(text))
		f.value = uint64(value)
	case kindBytes:
		var content []byte
		if content, n = protowire.ConsumeBytes([]byte(text)); n >= 0 {
			f.content = text[n-len(content) : n]
		}
	default:
		n = protowire.ConsumeFieldValue(number, kind, []byte(text))
	}
	if n < 0 {
		w.invalid = true
		return false
	}
	w.rest = text[n:]
	return true
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
func (f *field) is(number protowire.Number, kind protowire.Type) bool {
	return f.number == number && f.kind == kind
}

// text sets s to the content of a text field with a number.
func (f *field) text(number protowire.Number, s *string) {
	if f.is(number, kindBytes) {
		*s = f.content
	}
}

// float sets x, and present to true, if the field is a float with a number.
func (f *field) float(number protowire.Number, x *float32, present *bool) {
	if f.is(number, protowire.Fixed32Type) {
		*x, *present = math.Float32frombits(uint32(f.value)), true
	}
}
