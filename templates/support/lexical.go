package support

import (
	"fmt"
	"strconv"
)

// parsed is what a Parse function returns: white space around a value does not
// count (XML Schema part 2, section 4.3.6).
func parsed[T any](text, typ string, parse func([]byte) (T, bool)) (T, error) {
	v, ok := parse(trimSpace([]byte(text)))
	if !ok {
		var none T
		return none, fmt.Errorf("%s is not an %s", strconv.Quote(quoteName([]byte(text))), typ)
	}
	return v, nil
}

// valueOf reads an element or attribute of a type whose lexical form parse
// knows.
func valueOf[T any](d *Decoder, typ string, parse func([]byte) (T, bool)) T {
	b := trimSpace(d.value())
	v, ok := parse(b)
	if !ok {
		d.failValue(b, typ)
		var none T
		return none
	}
	return v
}

// lexicalValue is a value of a simple type that may be none of XML Schema's, as
// users can fill in what they like.
type lexicalValue interface {
	appendTo(b []byte) []byte
	valid() bool
}

// putValue writes a value between open and close.
func putValue[T lexicalValue](e *Encoder, open string, v T, close, typ string) {
	if !v.valid() {
		e.fail(open, "%s is not an %s", v.appendTo(nil), typ)
		return
	}
	e.buf = append(v.appendTo(append(e.buf, open...)), close...)
}

// appendPadded writes n, which is not negative, with at least so many digits.
func appendPadded(b []byte, n, width int) []byte {
	if n < 0 {
		return strconv.AppendInt(b, int64(n), 10)
	}
	for limit := 10; width > 1; width, limit = width-1, limit*10 {
		if n < limit {
			b = append(b, '0')
		}
	}
	return strconv.AppendInt(b, int64(n), 10)
}
