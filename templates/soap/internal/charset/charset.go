// Package charset converts documents to UTF-8 from the encodings that XML readers commonly support.
package charset

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"unicode/utf16"
	"unicode/utf8"

	"example.com/quartet/templates/soap/internal/lex"
)

// Charset is a supported character encoding. A nil *Charset is UTF-8.
type Charset struct {
	Name string

	// convert returns src in UTF-8. It may return src itself if the bytes are the
	// same; it is then not checked. On an error done is the text before it.
	convert func(src []byte) (done []byte, err error)

	reader Reader // if not nil, used in place of convert
}

// Reader returns a reader of UTF-8 for one of text in the encoding with a name. It returns
// an error for a name that it does not know. A nil Reader knows none.
type Reader func(name string, from io.Reader) (io.Reader, error)

// String returns the name of the encoding.
func (c *Charset) String() string {
	if c == nil {
		return "UTF-8"
	}
	return c.Name
}

// Decode converts src to UTF-8. A nil charset is UTF-8.
func (c *Charset) Decode(src []byte) ([]byte, error) { return c.DecodeUntil(src, nil) }

// read is DecodeUntil with the reader. In UTF-8 no encoding takes more than three bytes for
// each byte.
func (c *Charset) read(src []byte, ended *atomic.Bool) ([]byte, error) {
	r, err := c.reader(c.Name, &endingReader{bytes.NewReader(src), ended})
	if err != nil {
		return nil, err
	}
	limit := 3*len(src) + utf8.UTFMax
	done := bytes.NewBuffer(make([]byte, 0, len(src)+len(src)/2+bytes.MinRead))
	if _, err = done.ReadFrom(io.LimitReader(r, int64(limit)+1)); err == nil && done.Len() > limit {
		err = fmt.Errorf("the text has more than %d bytes in UTF-8, three times as many as in %s", limit, lex.QuoteName([]byte(c.Name)))
	}
	return done.Bytes(), err
}

// endingReader ends once ended is true.
type endingReader struct {
	io.Reader
	ended *atomic.Bool // nil is never true
}

func (r *endingReader) Read(b []byte) (int, error) {
	if r.ended != nil && r.ended.Load() {
		return 0, io.EOF
	}
	return r.Reader.Read(b)
}

// DecodeUntil is Decode for a long text: it returns what it has so far if ended is true after one of its pieces. nil is never
// true.
func (c *Charset) DecodeUntil(src []byte, ended *atomic.Bool) ([]byte, error) {
	const piece = 1 << 20
	switch {
	case c == nil:
		return src, nil
	case c.reader != nil:
		return c.read(src, ended)
	case ended == nil || len(src) <= piece:
		return c.convert(src)
	}
	var done []byte // nil while it is the same as src
	for at := 0; at < len(src) && !ended.Load(); {
		next := src[at:]
		if len(next) > piece {
			next = next[:c.whole(next[:piece])]
		}
		text, err := c.convert(next)
		same := len(text) == len(next) && &text[0] == &next[0]
		if done == nil && !same {
			done = append(make([]byte, 0, len(src)+len(src)/8), src[:at]...)
		}
		if done != nil {
			done = append(done, text...)
		}
		if at += len(next); err != nil {
			return done, err
		}
	}
	if done == nil {
		return src, nil
	}
	return done, nil
}

// The supported character encodings except UTF-8.
var (
	usASCII     = &Charset{Name: "US-ASCII", convert: convertASCII}
	utf16BE     = &Charset{Name: "UTF-16BE", convert: func(src []byte) ([]byte, error) { return convertUTF16(src, 1, 0) }}
	utf16LE     = &Charset{Name: "UTF-16LE", convert: func(src []byte) ([]byte, error) { return convertUTF16(src, 0, 1) }}
	utf16Any    = &Charset{Name: "UTF-16"}
	iso88591    = &Charset{Name: "ISO-8859-1", convert: func(src []byte) ([]byte, error) { return convertBytes(src, nil), nil }}
	windows1252 = &Charset{Name: "windows-1252", convert: func(src []byte) ([]byte, error) { return convertBytes(src, &windows1252High), nil }}
)

// charsets holds names and aliases of the IANA registry in lower case.
var charsets = map[string]*Charset{
	"utf-8": nil, "utf8": nil, "unicode-1-1-utf-8": nil, "csutf8": nil,
	"us-ascii": usASCII, "ascii": usASCII, "ansi_x3.4-1968": usASCII, "ansi_x3.4-1986": usASCII,
	"iso_646.irv:1991": usASCII, "iso646-us": usASCII, "iso-ir-6": usASCII, "us": usASCII,
	"ibm367": usASCII, "cp367": usASCII, "csascii": usASCII,
	"utf-16": utf16Any, "utf16": utf16Any, "csutf16": utf16Any, "iso-10646-ucs-2": utf16Any,
	"utf-16be": utf16BE, "csutf16be": utf16BE, "utf-16le": utf16LE, "csutf16le": utf16LE,
	"iso-8859-1": iso88591, "iso8859-1": iso88591, "iso_8859-1": iso88591, "iso_8859-1:1987": iso88591,
	"iso-ir-100": iso88591, "latin1": iso88591, "latin-1": iso88591, "l1": iso88591,
	"ibm819": iso88591, "cp819": iso88591, "csisolatin1": iso88591,
	"windows-1252": windows1252, "cp1252": windows1252, "cp-1252": windows1252, "x-cp1252": windows1252,
	"cswindows1252": windows1252,
}

// UnsupportedError is the name of a character encoding that is not supported.
type UnsupportedError string

func (e UnsupportedError) Error() string {
	return "the character encoding " + lex.Quote(string(e)) + " is not supported"
}

// Named returns the character encoding with a name or alias of the IANA registry, or one
// that more knows. The error is an UnsupportedError.
func Named(name string, more Reader) (*Charset, error) {
	trimmed := strings.Trim(name, " \t\r\n")
	if c, ok := charsets[strings.ToLower(trimmed)]; ok {
		return c, nil
	}
	if more != nil {
		if _, err := more(trimmed, strings.NewReader("")); err == nil {
			return &Charset{Name: trimmed, reader: more}, nil
		}
	}
	return nil, UnsupportedError(name)
}

// Text returns text in the named character set as a string. An empty name is
// UTF-8. It is an error if the text holds characters that XML does not allow.
func Text(text []byte, name string, more Reader) (string, error) {
	if name == "" {
		return lex.CheckedText(text)
	}
	c, err := Named(name, more)
	if err != nil {
		return "", err
	}
	if text, err = c.Decode(text); err != nil {
		return "", err
	}
	return lex.CheckedText(text)
}

func convertASCII(src []byte) ([]byte, error) {
	for i, c := range src {
		if c >= utf8.RuneSelf {
			return src[:i], fmt.Errorf("the byte 0x%02X is not US-ASCII", c)
		}
	}
	return src, nil
}

// convertUTF16 converts UTF-16 (RFC 2781); low and high are the offsets of a
// unit's bytes.
func convertUTF16(src []byte, low, high int) ([]byte, error) {
	dst := make([]byte, 0, len(src))
	for i := 0; i < len(src); i += 2 {
		if i+1 == len(src) {
			return dst, fmt.Errorf("the document ends inside a UTF-16 character")
		}
		r := rune(src[i+high])<<8 | rune(src[i+low])
		if utf16.IsSurrogate(r) {
			second := rune(-1)
			if i+3 < len(src) {
				second = rune(src[i+2+high])<<8 | rune(src[i+2+low])
			}
			pair := utf16.DecodeRune(r, second)
			if pair == utf8.RuneError {
				return dst, fmt.Errorf("the UTF-16 surrogate 0x%04X is not paired", r)
			}
			r = pair
			i += 2
		}
		dst = utf8.AppendRune(dst, r)
	}
	return dst, nil
}

// windows1252High are the characters of the bytes 0x80 to 0x9F; the five that
// are not defined are control characters, as in the Encoding Standard.
var windows1252High = [32]rune{
	'€', 0x81, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', 0x8D, 'Ž', 0x8F,
	0x90, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', 0x9D, 'ž', 'Ÿ',
}

// convertBytes converts a single-byte encoding: ISO 8859-1, except that high has
// the characters from 0x80 to 0x9F if it is not nil.
func convertBytes(src []byte, high *[32]rune) []byte {
	more := 0
	for _, c := range src {
		if c >= utf8.RuneSelf {
			more++
		}
	}
	if more == 0 {
		return src
	}
	dst := make([]byte, 0, len(src)+2*more)
	for _, c := range src {
		r := rune(c)
		if high != nil && c >= 0x80 && c < 0xA0 {
			r = high[c-0x80]
		}
		dst = utf8.AppendRune(dst, r)
	}
	return dst
}

// ExtendsASCII reports whether ASCII characters have the same bytes in c.
func (c *Charset) ExtendsASCII() bool { return c != utf16Any && c != utf16BE && c != utf16LE }
