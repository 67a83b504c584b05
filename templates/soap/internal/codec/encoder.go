package codec

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/xsd"
)

// Encoder writes one XML document in UTF-8.
type Encoder struct {
	Buf []byte
	ns  []Namespace
	xsi bool
	err error

	limit   declared
	numbers [8]int32 // for limit.more, which usually fits

	depth   int    // how many values the one that is being written is in
	SOAP12  bool   // for arrays: the encoding of SOAP 1.2
	Encoded bool   // root elements have the attribute encodingStyle
	OutType string // see Wire.OutType
	Returns bool   // the path leads to the value that a procedure returns
	partial bool   // see Record

	time     xsd.DateTime // the last one that was written
	timeText [64]byte
	timeSize int

	list     bool             // a list is being written
	tagEnd   int              // where the namespaces of the names in a value can be declared; see open
	declared []Namespace      // there, for a list
	Prefixes int              // number of prefixes made so far
	bare     bool             // there is no document: names are written in Clark's notation
	types    xsd.ElementTypes // types for the field that is being written

	Limit  int             // limit of buf; see Stream
	out    pieceSink       // nil: the document stays in memory
	ctx    context.Context // ends the encoding; nil: nothing does
	looked int             // len(buf) when ctx was last checked

	Parts   *BinaryParts // takes long values out of the document; nil: they stay there
	MaxRead int64        // bytes of the value of a reader in the document; negative: readers are not read

	// Met are the schemas of types that were written in place of others of other
	// packages.
	Met []*Table
}

// EncodeError is a Go value without a representation in XML.
type EncodeError struct {
	Path    string // the element or attribute, as it would be written
	Message string
}

// Error returns the place and the message.
func (e *EncodeError) Error() string { return e.Path + ": " + e.Message }

var encoders = sync.Pool{New: func() any { return new(Encoder) }}

// NewEncoder returns an encoder that writes names in the namespaces of ns.
func NewEncoder(ns []Namespace, xsi bool) *Encoder {
	e := encoders.Get().(*Encoder)
	e.ns, e.xsi, e.MaxRead = ns, xsi, 10<<20
	return e
}

// MaxPooledBytes bounds the buffers that pools keep.
const MaxPooledBytes = 1 << 20

// Release returns the encoder and the result of Bytes to a pool.
func (e *Encoder) Release() {
	if cap(e.Buf) > MaxPooledBytes {
		e.Buf = nil
	}
	*e = Encoder{Buf: e.Buf[:0]}
	encoders.Put(e)
}

// Bytes returns what has been written. It is valid until Release.
func (e *Encoder) Bytes() []byte { return e.Buf }

// Err returns the first error, nil if there is none so far.
func (e *Encoder) Err() error { return e.err }

// fail records an error in the element or attribute that markup begins, or in
// the member whose key it is; without a name, in what has been begun last.
func (e *Encoder) fail(markup, format string, args ...any) {
	if e.err != nil {
		return
	}
	name := strings.Trim(markup, "</>= \",:")
	if name == "" {
		name = e.lastName()
	}
	e.err = &EncodeError{Path: name, Message: fmt.Sprintf(format, args...)}
}

// lastName returns the name in the start tag, or the key of JSON, that has been
// written last.
func (e *Encoder) lastName() string {
	if e.bare {
		before := e.Buf[:max(bytes.LastIndex(e.Buf, []byte(`":`)), 0)]
		return string(before[bytes.LastIndexByte(before, '"')+1:])
	}
	name := e.Buf[bytes.LastIndexByte(e.Buf, '<')+1:]
	if end := bytes.IndexAny(name, "/> "); end >= 0 {
		name = name[:end]
	}
	return string(name)
}

// deeper begins a value inside another; at its end, the caller reduces the depth.
// It returns false, with an error, if the value is too deep, which happens in a
// value that contains itself. It returns false after any error, too: such a value
// may contain itself several times, and trying each path would not end.
func (e *Encoder) deeper(markup string) bool {
	if e.depth < MaxValueDepth && e.err == nil {
		e.depth++
		return true
	}
	e.fail(markup, "a value contains itself, or is nested more than %d times", MaxValueDepth)
	return false
}

// Raw writes markup as it is.
func (e *Encoder) Raw(markup string) { e.Buf = append(e.Buf, markup...) }

// text writes character data.
func (e *Encoder) text(s string) { e.Buf = e.appendText(e.Buf, s) }

// AttrText writes the value of an attribute, without quotes.
func (e *Encoder) AttrText(s string) { e.attrText("an attribute", s) }

// Open writes the start tag of name without its final ">". A root element
// declares the namespaces of the table.
func (e *Encoder) Open(name ElementName, root bool) {
	e.Buf = append(e.Buf, '<')
	e.name(name)
	if !root {
		return
	}
	e.Declare()
	if e.Encoded { // SOAP 1.1 section 4.1.1, SOAP 1.2 part 1 section 5.1.1; the prefix is the envelope's
		style := SOAPEncoding11
		if e.SOAP12 {
			style = SOAPEncoding12
		}
		e.Raw(` soap:encodingStyle="` + style + `"`)
	}
}

// Declare writes declarations of the namespaces of the table, or of those that LimitTo allows.
func (e *Encoder) Declare() {
	for i := 1; i < len(e.ns); i++ {
		if e.declares(i) {
			e.declareNamespace(&e.ns[i])
		}
	}
	if e.xsi {
		e.Raw(` xmlns:xsi="` + XSINamespace + `"`)
	}
}

// declareNamespace writes the declaration of a namespace. The prefix xml is bound in every
// document (Namespaces in XML, section 3).
func (e *Encoder) declareNamespace(ns *Namespace) {
	switch {
	case ns.URI == XMLNamespace:
		return
	case ns.Prefix == "":
		e.Raw(` xmlns="`)
	default:
		e.Raw(` xmlns:` + ns.Prefix + `="`)
	}
	e.AttrText(ns.URI)
	e.Raw(`"`)
}

// Close writes the end tag of name.
func (e *Encoder) Close(name ElementName) {
	e.Raw("</")
	e.name(name)
	e.Raw(">")
}

func (e *Encoder) name(name ElementName) {
	if prefix := prefixOf(e.ns, name.NS); prefix != "" {
		e.Buf = append(append(e.Buf, prefix...), ':')
	}
	e.Buf = append(e.Buf, name.Local...)
}

// escapes tells for each byte how to write it: "" as it is, "!" not at all, "?"
// after a look at the whole character.
type escapes struct {
	text  [256]string
	plain [256]bool // where text is ""
}

// textEscapes are for character data. A carriage return would come back as a
// line feed; > is escaped for the sake of ]]>.
var textEscapes = newEscapes(map[byte]string{'<': "&lt;", '>': "&gt;", '&': "&amp;", '\r': "&#xD;"})

// attrEscapes are for the values of attributes, whose white space is
// normalized.
var attrEscapes = newEscapes(map[byte]string{
	'<': "&lt;", '>': "&gt;", '&': "&amp;", '"': "&quot;", '\t': "&#x9;", '\n': "&#xA;", '\r': "&#xD;",
})

func newEscapes(special map[byte]string) *escapes {
	var e escapes
	for c := range e.text {
		switch text := special[byte(c)]; {
		case text != "":
			e.text[c] = text
		case c >= utf8.RuneSelf:
			e.text[c] = "?"
		case c < 0x20 && c != '\t' && c != '\n':
			e.text[c] = "!"
		default:
			e.plain[c] = true
		}
	}
	return &e
}

// appendText appends character data to b, which is e.buf and more: as it is, if
// it holds nothing that needs an escape.
//
// The buffer is a parameter and a result so that what is before the text and after
// it can be appended without storing the buffer in the encoder.
func (e *Encoder) appendText(b []byte, s string) []byte {
	n, from := len(s), len(b)
	b = append(b, s...)
	if text := b[from:]; n < 8 && !isPlainText(text) || n >= 8 && specialsIn(text)&highBits != 0 {
		return e.appendEscaped(b[:from], s)
	}
	return b
}

// isPlainText reports whether all bytes of a text are written as they are.
func isPlainText[T string | []byte](text T) bool {
	for i := range len(text) {
		if !textEscapes.plain[text[i]] {
			return false
		}
	}
	return true
}

func (e *Encoder) appendEscaped(b []byte, s string) []byte {
	e.Buf = b
	e.escape(textEscapes, "", s)
	return e.Buf
}

// specialsIn returns the special characters of a text of eight bytes or more.
func specialsIn(b []byte) (special uint64) {
	n := len(b)
	for i := 0; i < n-8; i += 8 {
		special |= specials(binary.LittleEndian.Uint64(b[i:]))
	}
	return special | specials(binary.LittleEndian.Uint64(b[n-8:]))
}

const (
	lowBits  = 0x0101010101010101
	highBits = 0x8080808080808080
	spaces   = 0x2020202020000000 // to fill eight bytes with
)

// specials sets the high bit of a byte of x that may need an escape in
// character data: <, >, &, a control character, or part of a character beyond
// ASCII. Above such a byte other high bits may be set, too.
func specials(x uint64) uint64 {
	angle := ((x | lowBits*('<'^'>')) ^ lowBits*'>') - lowBits // the two differ in one bit
	amp, control := (x^lowBits*'&')-lowBits, x-lowBits*0x20
	return angle | amp | control | x
}

// load64 returns eight bytes of s.
func load64(s string, i int) uint64 {
	s = s[i : i+8]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// load32 returns four bytes of s.
func load32(s string, i int) uint32 {
	s = s[i : i+4]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}

func (e *Encoder) attrText(markup, s string) { e.escape(attrEscapes, markup, s) }

// escape writes s character by character.
func (e *Encoder) escape(table *escapes, markup, s string) {
	from, i := 0, 0
	if table == textEscapes {
		for len(s)-i >= 8 && specials(load64(s, i))&highBits == 0 {
			i += 8
		}
	}
	for i < len(s) {
		c := s[i]
		if table.plain[c] {
			i++
			continue
		}
		switch text := table.text[c]; text {
		case "?":
			n := e.character(markup, s, i)
			if n == 0 {
				return
			}
			i += n
		case "!":
			e.fail(markup, "%s", badCharacter(i, rune(c)))
			return
		default:
			e.Buf = append(append(e.Buf, s[from:i]...), text...)
			i++
			from = i
		}
	}
	e.Buf = append(e.Buf, s[from:]...)
}

// character checks the character at byte i, which is beyond ASCII, and returns
// its length; 0 on an error.
func (e *Encoder) character(markup, s string, i int) int {
	r, n := utf8.DecodeRuneInString(s[i:])
	if n == 1 || !lex.IsXMLChar(r) {
		e.fail(markup, "%s", badCharacter(i, r))
		return 0
	}
	return n
}
