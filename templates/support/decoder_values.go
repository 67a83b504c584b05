package support

import (
	"encoding/base64"
	"encoding/hex"
	"math"
	"strconv"
	"strings"
)

const (
	chunkBytes  = 64 << 10 // of text that strings share at the most
	textShare   = 3        // a document is text to one part in this many
	ownBytes    = 4 << 10  // longer strings stand alone
	slabStrings = 512      // pointers to strings that share memory
)

// copyText returns a string with the bytes of b. Short ones share chunks of
// memory, which makes one allocation of many.
func (d *Decoder) copyText(b []byte) string {
	if len(b) <= 1 || len(b) >= ownBytes { // strings of one byte take no memory
		return string(b)
	}
	if d.arena.Cap()-d.arena.Len() < len(b) {
		d.arena = strings.Builder{}
		d.arena.Grow(min(chunkBytes, max(len(d.buf)-d.pos, 0)/textShare+len(b)))
	}
	from := d.arena.Len()
	d.arena.Write(b)
	return d.arena.String()[from:]
}

// String reads an element or attribute of a type that is a Go string.
func (d *Decoder) String() string {
	if from, to := d.plain(); to >= 0 {
		return d.copyText(d.buf[from:to])
	}
	return d.copyText(d.otherValue())
}

// OptString is String for an optional element; nil stands for a nil one.
func (d *Decoder) OptString() *string {
	from, to := d.plain()
	if to < 0 {
		return d.otherOptString()
	}
	p := d.newString()
	*p = d.copyText(d.buf[from:to])
	return p
}

func (d *Decoder) otherOptString() *string {
	if d.Nil() {
		return nil
	}
	b := d.otherValue()
	if d.err != nil {
		return nil
	}
	p := d.newString()
	*p = d.copyText(b)
	return p
}

// newString returns a pointer to an empty string, of which many share memory.
func (d *Decoder) newString() *string {
	if d.slabNext >= len(d.slab) {
		d.slab = make([]string, min(slabStrings, (len(d.buf)-d.pos)/32+1))
		d.slabNext = 0
	}
	d.slabNext++
	return &d.slab[d.slabNext-1]
}

// NormalizedString reads a type whose white space is replaced: each tab and
// line end by a space (XML Schema part 2, section 4.3.6).
func (d *Decoder) NormalizedString() string {
	b := d.value()
	for i, c := range b {
		if isSpace(c) && c != ' ' {
			b = append([]byte(nil), b...)
			for j := i; j < len(b); j++ {
				if isSpace(b[j]) {
					b[j] = ' '
				}
			}
			break
		}
	}
	return d.copyText(b)
}

// Token reads a type whose white space is collapsed: none at the ends, single
// spaces between.
func (d *Decoder) Token() string {
	b := trimSpace(d.value())
	for i, c := range b {
		if isSpace(c) && (c != ' ' || isSpace(b[i-1])) {
			return strings.Join(strings.FieldsFunc(string(b), isSpaceRune), " ")
		}
	}
	return d.copyText(b)
}

// Bool reads an xs:boolean (XML Schema part 2, section 3.2.2).
func (d *Decoder) Bool() bool {
	b := trimSpace(d.value())
	switch string(b) {
	case "true", "1":
		return true
	case "false", "0":
	default:
		d.failValue(b, "xs:boolean")
	}
	return false
}

// Int8 reads an xs:byte.
func (d *Decoder) Int8() int8 { return int8(d.integer("xs:byte", math.MinInt8, math.MaxInt8)) }

// Int16 reads an xs:short.
func (d *Decoder) Int16() int16 { return int16(d.integer("xs:short", math.MinInt16, math.MaxInt16)) }

// Int32 reads an xs:int.
func (d *Decoder) Int32() int32 { return int32(d.integer("xs:int", math.MinInt32, math.MaxInt32)) }

// Int64 reads an xs:long.
func (d *Decoder) Int64() int64 { return d.integer("xs:long", math.MinInt64, math.MaxInt64) }

// Uint8 reads an xs:unsignedByte.
func (d *Decoder) Uint8() uint8 { return uint8(d.unsigned("xs:unsignedByte", math.MaxUint8)) }

// Uint16 reads an xs:unsignedShort.
func (d *Decoder) Uint16() uint16 { return uint16(d.unsigned("xs:unsignedShort", math.MaxUint16)) }

// Uint32 reads an xs:unsignedInt.
func (d *Decoder) Uint32() uint32 { return uint32(d.unsigned("xs:unsignedInt", math.MaxUint32)) }

// Uint64 reads an xs:unsignedLong.
func (d *Decoder) Uint64() uint64 { return d.unsigned("xs:unsignedLong", math.MaxUint64) }

// integer reads a whole number: an optional sign and digits (XML Schema part
// 2, section 3.3.13).
func (d *Decoder) integer(typ string, low, high int64) int64 {
	b := trimSpace(d.value())
	sign, negative := b, false
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		sign, negative = b[1:], b[0] == '-'
	}
	n, ok := parseDigits(sign)
	switch {
	case !ok:
	case negative && n <= uint64(-(low+1))+1:
		return -int64(n)
	case !negative && n <= uint64(high):
		return int64(n)
	}
	d.failValue(b, typ)
	return 0
}

func (d *Decoder) unsigned(typ string, high uint64) uint64 {
	b := trimSpace(d.value())
	digits := b
	if len(b) > 0 && b[0] == '+' {
		digits = b[1:]
	}
	n, ok := parseDigits(digits)
	if len(b) > 1 && b[0] == '-' { // -0 is a value of the unsigned types too
		n, ok = parseDigits(b[1:])
		ok = ok && n == 0
	}
	if !ok || n > high {
		d.failValue(b, typ)
		return 0
	}
	return n
}

// Float32 reads an xs:float (XML Schema part 2, section 3.2.4).
func (d *Decoder) Float32() float32 { return float32(d.float("xs:float", 32)) }

// Float64 reads an xs:double (XML Schema part 2, section 3.2.5).
func (d *Decoder) Float64() float64 { return d.float("xs:double", 64) }

func (d *Decoder) float(typ string, bitSize int) float64 {
	b := trimSpace(d.value())
	switch string(b) {
	case "INF":
		return math.Inf(1)
	case "-INF":
		return math.Inf(-1)
	case "NaN":
		return math.NaN()
	}
	for _, c := range b { // ParseFloat knows more notations than the schema
		if (c < '0' || c > '9') && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E' {
			d.failValue(b, typ)
			return 0
		}
	}
	f, err := strconv.ParseFloat(string(b), bitSize)
	if err != nil && !math.IsInf(f, 0) { // too large a number rounds to infinity
		d.failValue(b, typ)
		return 0
	}
	return f
}

// DateTime reads an xs:dateTime. Records of one message often carry the same
// instant, so the last one is kept.
func (d *Decoder) DateTime() DateTime {
	b := trimSpace(d.value())
	if n := d.timeSize; n > 0 && string(b) == string(d.timeText[:n]) {
		return d.time
	}
	t, ok := parseDateTime(b)
	if !ok {
		d.failValue(b, "xs:dateTime")
		return t
	}
	if len(b) <= len(d.timeText) {
		d.time, d.timeSize = t, copy(d.timeText[:], b)
	}
	return t
}

// Base64 reads an xs:base64Binary (XML Schema part 2, section 3.2.16). The
// result is never nil without an error.
func (d *Decoder) Base64() []byte {
	b := removeSpace(d.value())
	out := make([]byte, base64.StdEncoding.DecodedLen(len(b)))
	n, err := base64.StdEncoding.Strict().Decode(out, b)
	if err != nil {
		d.failValue(b, "xs:base64Binary")
		return nil
	}
	return out[:n]
}

// OptBase64 is Base64 for an optional element; nil stands for a nil one.
func (d *Decoder) OptBase64() []byte {
	if d.Nil() {
		return nil
	}
	return d.Base64()
}

// OptHex is Hex for an optional element; nil stands for a nil one.
func (d *Decoder) OptHex() []byte {
	if d.Nil() {
		return nil
	}
	return d.Hex()
}

// Hex reads an xs:hexBinary (XML Schema part 2, section 3.2.15). The result is
// never nil without an error.
func (d *Decoder) Hex() []byte {
	b := trimSpace(d.value())
	out := make([]byte, hex.DecodedLen(len(b)))
	if _, err := hex.Decode(out, b); err != nil {
		d.failValue(b, "xs:hexBinary")
		return nil
	}
	return out
}

// failValue says that a value is none of its type. Long ones are cut.
func (d *Decoder) failValue(value []byte, typ string) {
	if d.err != nil {
		return
	}
	text := strconv.Quote(quoteName(value))
	if d.tag.mode == tagAttr || d.tag.mode == tagAttrItem {
		a := &d.attrs[d.nextAttr-1]
		d.failTag("the attribute %s: %s is not an %s", quoteName(d.buf[a.name:a.end]), text, typ)
		return
	}
	d.failTag("%s is not an %s", text, typ)
}

// DecodePtr reads an element of a complex type that may be nil into v, which is
// new; nil stands for a nil one.
//
//quartet:internal
func DecodePtr[P interface{ decode(*Decoder) }](d *Decoder, v P) P {
	if d.Nil() {
		return *new(P)
	}
	v.decode(d)
	return v
}

// Or makes text the value of the current element if that is empty and not nil:
// its default, or the value that is fixed (XML Schema part 1, section 3.3.1). It
// is for types that an empty text is no value of.
func (d *Decoder) Or(text string) *Decoder {
	d.fill()
	if d.err != nil || d.tag.mode == tagNil || d.tag.mode == tagNilClosed {
		return d
	}
	if d.word = d.value(); d.err != nil {
		return d
	}
	if len(d.word) == 0 {
		d.word = []byte(text)
	}
	d.tag.mode = tagItem
	return d
}

// DecodeString is String for a type of its own.
//
//quartet:internal
func DecodeString[T ~string](d *Decoder) T { return T(d.String()) }

// DecodeToken is Token for a type of its own.
//
//quartet:internal
func DecodeToken[T ~string](d *Decoder) T { return T(d.Token()) }

// DecodeNormalizedString is NormalizedString for a type of its own.
//
//quartet:internal
func DecodeNormalizedString[T ~string](d *Decoder) T { return T(d.NormalizedString()) }

// DecodeOpt reads an optional element of a simple type; nil stands for a nil
// one.
//
//quartet:internal
func DecodeOpt[T any](d *Decoder, read func(*Decoder) T) *T {
	if d.Nil() {
		return nil
	}
	v := read(d)
	return &v
}

// DecodeNillable reads an element that may be nil.
//
//quartet:internal
func DecodeNillable[T any](d *Decoder, read func(*Decoder) T) Nillable[T] {
	if d.Nil() {
		return Nillable[T]{Nil: true}
	}
	v := read(d)
	return Nillable[T]{Value: &v}
}

// DecodeNillableStruct is DecodeNillable for a complex type.
//
//quartet:internal
func DecodeNillableStruct[T any](d *Decoder, decode func(*T, *Decoder)) Nillable[T] {
	if d.Nil() {
		return Nillable[T]{Nil: true}
	}
	v := new(T)
	decode(v, d)
	return Nillable[T]{Value: v}
}

// DecodeItem reads one of many elements of a complex type into the slice,
// which it grows to what the rest of the document may hold.
//
//quartet:internal
func DecodeItem[T any](d *Decoder, s []T, decode func(*T, *Decoder)) []T {
	if len(s) == cap(s) {
		s = append(make([]T, 0, d.growth(len(s))), s...)
	}
	s = s[:len(s)+1]
	decode(&s[len(s)-1], d)
	return s
}

const (
	firstItems  = 4       // before anything is known of their size
	sampleItems = 64      // enough to guess how long the others are
	mostItems   = 1 << 15 // that a guess may add, or four times those that are there
)

// growth is the capacity for n items and those that the rest of the document
// holds if they are as long as the ones so far, and a few more, since a list
// that is one item short is copied as a whole. It is bounded by what has been
// read: the rest of the document may hold anything else.
func (d *Decoder) growth(n int) int {
	if n < firstItems || len(d.frames) == 0 {
		return firstItems
	}
	read := max(d.pos-d.frames[len(d.frames)-1].start, 1)
	more := (len(d.buf)-d.pos)*n/read + 1
	switch {
	case n < sampleItems && more > 4*sampleItems:
		return sampleItems
	case n < sampleItems:
		return n + more + more/16
	}
	return n + min(max(more+more/32+1, n/4+1), max(mostItems, 4*n))
}
