package codec

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"strconv"
	"unicode/utf8"

	"example.com/quartet/templates/soap/internal/lex"
)

// scanText returns the index of the first byte at or after i that character
// data cannot take as it is: <, &, >, which may end ]]>, a control character,
// or a byte of a character beyond ASCII; len(b) if there is none.
//
// It looks at eight bytes at a time. The lowest high bit of specials is exact,
// and the lowest is what is asked for.
func scanText(b []byte, i int) int {
	for ; len(b)-i >= 8; i += 8 {
		if m := specials(binary.LittleEndian.Uint64(b[i:])) & highBits; m != 0 {
			return i + bits.TrailingZeros64(m)/8
		}
	}
	for ; i < len(b); i++ {
		if c := b[i]; c < 0x20 || c >= utf8.RuneSelf || c == '<' || c == '&' || c == '>' {
			return i
		}
	}
	return i
}

// watchedPiece is how much text is read before a look at Interrupt. Each byte may take some 40 ns.
const watchedPiece = 1 << 17

// readChars reads character data from i to the next < and returns its position, -1
// on an error. The text is added to scratch if keep is set.
func (d *Decoder) readChars(i int, keep bool) int {
	const piece = watchedPiece
	b, start, end := d.Buf, i, len(d.Buf)
	if d.Interrupt != nil && end-i > piece {
		end = i + piece
	}
	for {
		j := scanText(b[:end], i)
		if keep {
			d.scratch = append(d.scratch, b[i:j]...)
		}
		if j >= end && end < len(b) {
			if d.Interrupted() {
				return -1
			}
			i, end = j, min(end+piece, len(b))
			continue
		}
		if j == len(b) {
			d.failAt(j, "the document ends inside an element")
			return -1
		}
		if b[j] == '<' {
			return j
		}
		if i = d.readSpecial(start, j, keep); i < 0 {
			return -1
		}
	}
}

// readSpecial reads the character or reference at i, at which scanText stops, in character data from start on. It returns the
// position after it, -1 on an error.
func (d *Decoder) readSpecial(start, i int, keep bool) int {
	switch c := d.Buf[i]; {
	case c == '&':
		return d.reference(i, keep)
	case c == '\r': // and a line feed after it, as a line feed
		if keep {
			d.scratch = append(d.scratch, '\n')
		}
		if i+1 < len(d.Buf) && d.Buf[i+1] == '\n' {
			return i + 2
		}
		return i + 1
	case c == '>' && bytes.HasSuffix(d.Buf[start:i], []byte("]]")):
		d.failAt(i-2, "]]> in character data")
		return -1
	case c == '\n' || c == '\t' || c == '>':
		return d.keep(i, 1, keep)
	}
	return d.keep(i, d.character(i), keep)
}

// keep adds the character of n bytes at i to scratch; n 0 is an error that has
// been recorded.
func (d *Decoder) keep(i, n int, keep bool) int {
	if n == 0 {
		return -1
	}
	if keep {
		d.scratch = append(d.scratch, d.Buf[i:i+n]...)
	}
	return i + n
}

// reference reads a character reference or one of the five predefined entities
// at i (XML 1.0, sections 4.1 and 4.6). There is no DTD to declare others.
func (d *Decoder) reference(i int, keep bool) int {
	end := i + 1
	for end < len(d.Buf) && d.Buf[end] != ';' && d.Buf[end] != '<' && !lex.IsSpace(d.Buf[end]) {
		end++
	}
	if end == len(d.Buf) {
		d.failOpen(i, "& that does not begin a reference")
		return -1
	}
	if d.Buf[end] != ';' {
		d.failAt(i, "& that does not begin a reference")
		return -1
	}
	name := d.Buf[i+1 : end]
	r := predefined(name)
	if r == 0 && len(name) > 1 && name[0] == '#' {
		r = characterReference(name[1:])
	}
	if r == 0 {
		d.failAt(i, "the reference &%s; is not defined", lex.QuoteName(bytes.ToValidUTF8(name, []byte("?"))))
		return -1
	}
	if keep {
		d.scratch = utf8.AppendRune(d.scratch, r)
	}
	return end + 1
}

func predefined(name []byte) rune {
	switch string(name) {
	case "lt":
		return '<'
	case "gt":
		return '>'
	case "amp":
		return '&'
	case "quot":
		return '"'
	case "apos":
		return '\''
	}
	return 0
}

// characterReference returns the character with a number in digits, with an x before
// hexadecimal ones; 0 if it is none that XML allows.
func characterReference(digits []byte) rune {
	base := 10
	if digits[0] == 'x' {
		base, digits = 16, digits[1:]
	}
	n, err := strconv.ParseUint(string(digits), base, 31)
	if err != nil || !lex.IsXMLChar(rune(n)) {
		return 0
	}
	return rune(n)
}

// attributeValue reads the quoted value at i, normalizes it (XML 1.0, section
// 3.3.3) and returns it with the position after it, -1 on an error.
func (d *Decoder) attributeValue(i int) (value []byte, next int) {
	b, quote := d.Buf, d.Buf[i]
	start := i + 1
	i = scanValue(b, start, quote)
	if i < len(b) && b[i] == quote {
		return b[start:i], i + 1
	}
	from := len(d.scratch)
	d.scratch = append(d.scratch, b[start:i]...)
	for look := i + watchedPiece; i >= 0 && i < len(b); {
		if i > look {
			if look = i + watchedPiece; d.Interrupted() {
				return nil, -1
			}
		}
		switch c := b[i]; {
		case c == quote:
			return d.scratch[from:], i + 1
		case c == '<':
			d.failAt(i, "< in the value of an attribute")
			return nil, -1
		case c == '&':
			i = d.reference(i, true)
		case c == '\r' && bytes.HasPrefix(b[i+1:], []byte("\n")):
			i++ // the line feed represents both
		case lex.IsSpace(c):
			d.scratch = append(d.scratch, ' ')
			i++
		case isPlainValue(c):
			i = d.keep(i, 1, true)
		default:
			i = d.keep(i, d.character(i), true)
		}
	}
	if i >= 0 {
		d.failAt(i, "the document ends inside the value of an attribute")
	}
	return nil, -1
}

// scanValue returns the index of the first byte at or after i that ends the value of an attribute, or that it cannot take as it is.
func scanValue(b []byte, i int, quote byte) int {
	for ; len(b)-i >= 8; i += 8 {
		x := binary.LittleEndian.Uint64(b[i:])
		if (specials(x)|((x^lowBits*uint64(quote))-lowBits))&highBits != 0 {
			break
		}
	}
	for i < len(b) && b[i] != quote && isPlainValue(b[i]) {
		i++
	}
	return i
}

func isPlainValue(c byte) bool { return c >= 0x20 && c < utf8.RuneSelf && c != '<' && c != '&' }

// value returns the character content of the current element, read through
// its end tag, or the value of the current attribute. A child element is an error:
// its text would be lost. The bytes are valid until the next call of any method.
func (d *Decoder) value() []byte {
	if from, to := d.plain(); to >= 0 {
		return d.Buf[from:to]
	}
	return d.otherValue()
}

// plain reads the content of a predicted element through its end tag if it is
// contiguous plain characters, buf[from:to]. Otherwise it reads nothing and
// returns -1.
func (d *Decoder) plain() (from, to int) {
	if d.current.field < 0 {
		return 0, -1
	}
	name := &d.top.names[d.current.field]
	b, from := d.Buf, d.Pos
	if len(b)-from < tagBytes {
		return 0, -1
	}
	to = from + 8
	if m := specials(binary.LittleEndian.Uint64(b[from:])) & highBits; m != 0 {
		to = from + bits.TrailingZeros64(m)/8
	} else {
		to = scanText(b, to)
	}
	if len(b)-to < tagBytes || !name.close.at(b[to:]) || name.closeTail != "" && !hasTail(b, to+tagBytes, name.closeTail) {
		return 0, -1
	}
	d.Pos = to + name.whole + 1
	return from, to
}

// otherValue is value for what plain does not read.
func (d *Decoder) otherValue() []byte {
	if d.Failed != nil {
		return nil
	}
	d.fill()
	if d.current.mode < tagAttr {
		d.refuseAttrs()
	}
	if d.Failed != nil {
		return nil
	}
	if d.current.mode != tagOpen {
		return d.valueWithoutContent()
	}
	b, start := d.Buf, d.Pos
	i := scanText(b, start)
	e := i + 2 + int(d.current.end-d.current.name)
	if e < len(b) && b[e] == '>' && b[i] == '<' && b[i+1] == '/' && string(b[i+2:e]) == string(b[d.current.name:d.current.end]) {
		d.Pos = e + 1
		d.scope = d.scope[:d.current.mark]
		return b[start:i]
	}
	return d.mixedValue()
}

// mixedValue is value for content that is more than contiguous plain
// characters.
func (d *Decoder) mixedValue() []byte {
	d.scratch = d.scratch[:0]
	element := d.current
	for d.readText() {
		if d.Buf[d.Pos+1] != '/' {
			if d.skipChild(element); d.Failed != nil {
				return nil
			}
			continue
		}
		end := d.endTag(d.Pos, &element)
		if end < 0 {
			return nil
		}
		d.Pos = end
		d.scope = d.scope[:element.mark]
		d.current = element
		return d.scratch
	}
	return nil
}

// skipChild skips a child element where only text is of interest, and keeps
// what scratch holds. It is an error where the element must not have children.
func (d *Decoder) skipChild(parent tag) {
	kept := d.scratch
	d.scratch = nil
	d.current = parent
	d.Open()
	if d.Failed == nil && d.startTag() {
		if !d.skipsInText && !d.HasTag(XOPNamespace, "Include") {
			d.FailTag("an element inside a value that is text")
		}
		d.SkipUnknown()
	}
	if d.Failed != nil {
		return
	}
	d.dropFrame()
	d.scratch = kept
}

// Text returns the character content of the current element, read through its
// end tag, and skips the elements in it.
func (d *Decoder) Text() string {
	d.skipsInText = true
	text := string(d.value())
	d.skipsInText = false
	return text
}

// TextOnly is Text for an element that must not have child elements: one is an
// error of the decoder.
func (d *Decoder) TextOnly() string { return string(d.value()) }
