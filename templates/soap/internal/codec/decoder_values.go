package codec

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/xsd"
)

const (
	chunkBytes  = 64 << 10 // maximum of text that strings share
	textShare   = 3        // a document is text to one part in this many
	ownBytes    = 4 << 10  // longer strings are allocated separately
	slabStrings = 512      // pointers to strings that share memory
	stringBytes = 16       // size of a string without its text
)

// copyText returns a string with the bytes of b. Short ones share chunks of
// memory, which makes one allocation of many.
func (d *Decoder) copyText(b []byte) string {
	if len(b) <= 1 || len(b) >= ownBytes { // strings of one byte take no memory
		return string(b)
	}
	if len(d.arena)-d.arenaNext < len(b) {
		d.arena = make([]byte, min(chunkBytes, max(len(d.Buf)-d.Pos, 0)/textShare+len(b)))
		d.arenaNext = 0
	}
	from := d.arenaNext
	d.arenaNext += copy(d.arena[from:], b)
	return stringOf(d.arena[from:d.arenaNext])
}

// String reads an element or attribute of a type that is a Go string.
func (d *Decoder) String() string {
	if from, to := d.plain(); to >= 0 {
		return d.copyText(d.Buf[from:to])
	}
	return d.copyText(d.otherValue())
}

// otherOptString reads an element of which a pointer to a string is kept, where
// it is not plain characters; nil is one that is nil.
func (d *Decoder) otherOptString() *string {
	if d.readNil() {
		return nil
	}
	b := d.otherValue()
	if d.Failed != nil {
		return nil
	}
	p := d.newString()
	*p = d.copyText(b)
	return p
}

// newString returns a pointer to an empty string, of which many share memory.
func (d *Decoder) newString() *string {
	if d.slabNext >= len(d.slab) {
		d.slab = make([]string, min(slabStrings, (len(d.Buf)-d.Pos)/32+1))
		d.TakeMemory(int64(len(d.slab)) * stringBytes)
		d.slabNext = 0
	}
	d.slabNext++
	return &d.slab[d.slabNext-1]
}

var blanks = strings.NewReplacer("\t", " ", "\r", " ", "\n", " ")

// normalizedString reads a type whose white space is replaced: each tab and
// line end by a space (XML Schema part 2, section 4.3.6).
func (d *Decoder) normalizedString() string {
	b := d.value()
	if bytes.ContainsAny(b, "\t\r\n") {
		b = []byte(blanks.Replace(string(b)))
	}
	return d.copyText(b)
}

// token reads a type whose white space is collapsed: none at the ends, single
// spaces between.
func (d *Decoder) token() string {
	b := lex.TrimSpace(d.value())
	for i, c := range b {
		if lex.IsSpace(c) && (c != ' ' || lex.IsSpace(b[i-1])) {
			return d.copyText(lex.Collapse(b))
		}
	}
	return d.copyText(b)
}

// bool reads an xs:boolean (XML Schema part 2, section 3.2.2).
func (d *Decoder) bool() bool {
	b := lex.TrimSpace(d.value())
	switch string(b) {
	case "true", "1":
		return true
	case "false", "0":
		return false
	}
	return acceptText(d, b, "xs:boolean", (*Decoder).bool)
}

// integer reads a whole number: an optional sign and digits (XML Schema part
// 2, section 3.3.13).
func (d *Decoder) integer(typ string, low, high int64) int64 {
	b := lex.TrimSpace(d.value())
	digits, negative := lex.CutSign(b)
	n, ok := lex.ParseDigits(digits)
	switch {
	case !ok:
	case negative && n <= uint64(-(low+1))+1:
		return -int64(n)
	case !negative && n <= uint64(high):
		return int64(n)
	}
	return acceptText(d, b, typ, func(d *Decoder) int64 { return d.integer(typ, low, high) })
}

func (d *Decoder) unsigned(typ string, high uint64) uint64 {
	b := lex.TrimSpace(d.value())
	digits, negative := lex.CutSign(b)
	n, ok := lex.ParseDigits(digits)
	if !ok || n > high || negative && n > 0 { // -0 is a value of the unsigned types too
		return acceptText(d, b, typ, func(d *Decoder) uint64 { return d.unsigned(typ, high) })
	}
	return n
}

// float reads an xs:float or xs:double (XML Schema part 2, sections 3.2.4 and 3.2.5).
func (d *Decoder) float(typ string, bitSize int) float64 {
	b := lex.TrimSpace(d.value())
	f, ok := lex.ParseNotFinite(string(b))
	if ok {
		return f
	}
	f, err := strconv.ParseFloat(string(b), bitSize)
	invalid := err != nil && !math.IsInf(f, 0) // too large a number rounds to infinity
	for _, c := range b {                      // ParseFloat accepts more notations than the schema
		invalid = invalid || (c < '0' || c > '9') && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E'
	}
	if invalid {
		return acceptText(d, b, typ, func(d *Decoder) float64 { return d.float(typ, bitSize) })
	}
	return f
}

// dateTime reads an xs:dateTime. Records of one message often carry the same
// instant, so the last one is kept.
func (d *Decoder) dateTime() xsd.DateTime {
	b := lex.TrimSpace(d.value())
	if n := d.timeSize; n > 0 && string(b) == string(d.timeText[:n]) {
		return d.time
	}
	var t xsd.DateTime
	if t.UnmarshalText(b) != nil {
		return acceptText(d, b, "xs:dateTime", (*Decoder).dateTime)
	}
	if len(b) <= len(d.timeText) {
		d.time, d.timeSize = t, copy(d.timeText[:], b)
	}
	return t
}

var strictBase64 = base64.StdEncoding.Strict()

// base64 reads an xs:base64Binary (XML Schema part 2, section 3.2.16). The
// result is never nil without an error.
func (d *Decoder) base64() []byte {
	if x, ok := d.included(false); ok && d.TakeMemory(int64(len(x.content))) {
		return x.content[:len(x.content):len(x.content)]
	}
	b := d.value()
	if bytes.ContainsAny(b, " \t\r\n") {
		b = slices.DeleteFunc(bytes.Clone(b), lex.IsSpace)
	}
	return d.octets(b, strictBase64.DecodedLen(len(b)), "xs:base64Binary", (*Decoder).base64, strictBase64.Decode)
}

// hex reads an xs:hexBinary (XML Schema part 2, section 3.2.15). The result is
// never nil without an error.
func (d *Decoder) hex() []byte {
	b := lex.TrimSpace(d.value())
	return d.octets(b, hex.DecodedLen(len(b)), "xs:hexBinary", (*Decoder).hex, hex.Decode)
}

// octets decodes text to at most size bytes, in pieces, as the text may be long, and checks Interrupt after each. read reads a
// value of the type.
func (d *Decoder) octets(text []byte, size int, typ string, read func(*Decoder) []byte, decode func(to, from []byte) (int, error)) []byte {
	const piece = 1 << 20 // a multiple of what base64 decodes together
	out, n := make([]byte, size), 0
	for rest := text; ; {
		from := rest[:min(len(rest), piece)]
		rest = rest[len(from):]
		k, err := decode(out[n:], from)
		if n += k; err != nil || len(rest) > 0 && from[len(from)-1] == '=' {
			return acceptText(d, text, typ, read)
		}
		if len(rest) == 0 {
			return out[:n]
		}
		if d.Interrupted() {
			return nil
		}
	}
}

// failValue records that a value is not valid for its type. Long values are
// shortened.
func (d *Decoder) failValue(value []byte, typ string) {
	if d.Failed != nil {
		return
	}
	text := strconv.Quote(lex.QuoteName(value))
	if d.current.mode == tagAttr || d.current.mode == tagAttrItem {
		a := &d.Attrs[d.attrIndex-1]
		d.FailTag("the attribute %s: %s is not an %s", lex.QuoteName(d.Buf[a.Name:a.End]), text, typ)
		return
	}
	d.FailTag("%s is not an %s", text, typ)
}

const (
	firstItems  = 4       // before anything is known of their size
	sampleItems = 64      // enough to guess how long the others are
	maxItems    = 1 << 15 // that a guess may add, or four times those that are there
)

// growth is the capacity for n items and those that the rest of the document
// holds if they are as long as the ones so far, and a few more, since a list
// that is one item short is copied as a whole. It is bounded by what has been
// read: the rest of the document may hold anything else.
func (d *Decoder) growth(n int) int {
	if n < firstItems || len(d.frames) == 0 {
		return firstItems
	}
	read := max(d.Pos-d.frames[len(d.frames)-1].start, 1)
	more := int(int64(len(d.Buf)-d.Pos)*int64(n)/int64(read)) + 1
	switch {
	case n < sampleItems && more > 4*sampleItems:
		return sampleItems
	case n < sampleItems:
		return n + more + more/16
	}
	return n + min(max(more+more/32+1, n/4+1), max(maxItems, 4*n))
}
