package xmltree

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/transform"

	"example.com/quartet/internal/compiler/reading/diag"
)

// encodingError is the reason why a document cannot be decoded.
type encodingError struct {
	id      string
	offset  int // offset in the raw bytes; -1 if unknown
	message string
}

func (e *encodingError) diagnostic(file string, raw []byte) diag.Diagnostic {
	pos := diag.Pos{File: file}
	if e.offset >= 0 && e.offset <= len(raw) {
		before := raw[:e.offset]
		pos.Line = bytes.Count(before, []byte{'\n'}) + 1
		pos.Col = e.offset - bytes.LastIndexByte(before, '\n')
	}
	return diag.New(e.id, pos, "%s", e.message)
}

// charset is a supported character encoding.
type charset int

const (
	unknownCharset charset = iota
	utf8Charset
	utf16Charset // either byte order
	utf16LE
	utf16BE
	latin1
	usASCII
	otherCharset // see encodingNamed
)

// String returns the name of an encoding that the bytes of a document can show.
func (c charset) String() string {
	switch c {
	case utf16LE:
		return "UTF-16LE"
	case utf16BE:
		return "UTF-16BE"
	}
	return "UTF-8"
}

func (c charset) isUTF16() bool { return c == utf16Charset || c == utf16LE || c == utf16BE }

// includes reports whether a document that declares c can be in the encoding shown.
func (c charset) includes(shown charset) bool {
	return c == shown || c == utf16Charset && shown.isUTF16()
}

// charsets maps names of the encodings that are decoded here, in lower case.
var charsets = map[string]charset{
	"utf-8": utf8Charset, "utf8": utf8Charset, "unicode-1-1-utf-8": utf8Charset,
	"utf-16": utf16Charset, "utf16": utf16Charset, "utf-16le": utf16LE, "utf-16be": utf16BE,
	"iso-10646-ucs-2": utf16Charset, "ucs-2": utf16Charset,
	"iso-8859-1": latin1, "iso8859-1": latin1, "iso_8859-1": latin1, "iso_8859-1:1987": latin1, "latin1": latin1,
	"latin-1": latin1, "l1": latin1, "ibm819": latin1, "cp819": latin1,
	"us-ascii": usASCII, "ascii": usASCII, "iso646-us": usASCII, "ansi_x3.4-1968": usASCII, "iso-ir-6": usASCII,
}

// encodingNamed returns another encoding by a name that IANA or browsers know, nil if there is none.
func encodingNamed(name string) encoding.Encoding {
	if !isEncodingName(name) {
		return nil
	}
	if e, err := ianaindex.IANA.Encoding(name); err == nil && e != nil {
		return e
	}
	e, _ := htmlindex.Get(strings.Replace(strings.ToLower(name), "cp-", "cp", 1))
	return e
}

// NewCharsetReader returns input, which is in the encoding with a name, as UTF-8. Bytes that are not valid in the encoding are an
// error of the reader.
func NewCharsetReader(name string, input io.Reader) (io.Reader, error) {
	e := encodingNamed(name)
	if e == nil {
		return nil, fmt.Errorf("unknown encoding %q", name)
	}
	return transform.NewReader(input, transform.Chain(e.NewDecoder(), &validText{name: name})), nil
}

// validText copies text that a decoder has written, unless that shows that a byte is not valid.
type validText struct {
	transform.NopResetter
	name string // of the encoding
}

// Transform implements transform.Transformer.
func (v *validText) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	for nSrc < len(src) {
		r, size := utf8.DecodeRune(src[nSrc:])
		switch {
		case !atEOF && !utf8.FullRune(src[nSrc:]):
			return nDst, nSrc, transform.ErrShortSrc
		case isInvalid(r, v.name):
			return nDst, nSrc, fmt.Errorf("the text is not valid %s", v.name)
		case nDst+size > len(dst):
			return nDst, nSrc, transform.ErrShortDst
		}
		nDst += copy(dst[nDst:], src[nSrc:nSrc+size])
		nSrc += size
	}
	return nDst, nSrc, nil
}

// isInvalid reports whether a decoder has written a character for bytes that are not valid: U+FFFD, or for bytes that a
// Windows code page does not assign, a C1 control character.
func isInvalid(r rune, name string) bool {
	return r == utf8.RuneError || 0x80 <= r && r <= 0x9F && !strings.HasPrefix(strings.ToLower(name), "iso")
}

// decode returns the document in UTF-8 without a byte-order mark, and the encoding that
// the XML declaration names. It is an error if the document does not have that encoding
// (XML 1.0 section 4.3.3).
func decode(raw []byte, limit int) (text []byte, declared string, err *encodingError) {
	if len(raw) > 2*limit {
		return nil, "", tooLarge(limit)
	}
	text, shown, err := removeMark(raw)
	if err != nil {
		return nil, "", err
	}
	name, start, end := declaredEncoding(text)
	set, known := charsets[strings.ToLower(name)]
	if !known && encodingNamed(name) != nil {
		set, known = otherCharset, true
	}
	switch {
	case name == "":
		set = utf8Charset
	case !known:
		return nil, "", invalidAt(start, "encoding %s is not supported", diag.Quote(name))
	case shown != unknownCharset && !set.includes(shown):
		return nil, "", invalidAt(-1, "the document declares encoding %s but is in %s", diag.Quote(name), shown)
	case shown == unknownCharset && set.isUTF16():
		return nil, "", invalidAt(start, "the document declares encoding %s but is not in UTF-16", diag.Quote(name))
	}
	if text, err = transcode(text, name, set); err != nil {
		return nil, "", err
	}
	if name != "" && set != utf8Charset {
		text = declareUTF8(text, start, end)
	}
	if len(text) > limit {
		return nil, "", tooLarge(limit)
	}
	return text, name, nil
}

func tooLarge(limit int) *encodingError {
	return &encodingError{id: diag.TooLarge, offset: -1, message: fmt.Sprintf("the document is larger than %d bytes", limit)}
}

// removeMark removes a byte-order mark and decodes UTF-16, which it recognizes by
// the mark or by the two bytes of the first '<'. shown is the encoding that these
// bytes show.
func removeMark(raw []byte) (text []byte, shown charset, err *encodingError) {
	switch {
	case bytes.HasPrefix(raw, []byte("\x00\x00\xFE\xFF")), bytes.HasPrefix(raw, []byte("\xFF\xFE\x00\x00")):
		return nil, unknownCharset, invalidAt(-1, "encoding UTF-32 is not supported")
	case bytes.HasPrefix(raw, []byte("\xEF\xBB\xBF")):
		return raw[3:], utf8Charset, nil
	case bytes.HasPrefix(raw, []byte("\xFE\xFF")):
		text, err = decodeUTF16(raw[2:], binary.BigEndian)
		return text, utf16BE, err
	case bytes.HasPrefix(raw, []byte("\xFF\xFE")):
		text, err = decodeUTF16(raw[2:], binary.LittleEndian)
		return text, utf16LE, err
	case bytes.HasPrefix(raw, []byte("\x00<\x00")):
		text, err = decodeUTF16(raw, binary.BigEndian)
		return text, utf16BE, err
	case bytes.HasPrefix(raw, []byte("<\x00")):
		text, err = decodeUTF16(raw, binary.LittleEndian)
		return text, utf16LE, err
	}
	return raw, unknownCharset, nil
}

func decodeUTF16(b []byte, order binary.ByteOrder) ([]byte, *encodingError) {
	if len(b)%2 != 0 {
		return nil, invalidAt(-1, "the document is not valid UTF-16: odd number of bytes")
	}
	unit := func(i int) rune { return rune(order.Uint16(b[i:])) }
	text := make([]byte, 0, len(b)/2+len(b)/16)
	for i := 0; i < len(b); i += 2 {
		r := unit(i)
		if utf16.IsSurrogate(r) {
			if i+4 > len(b) {
				r = utf8.RuneError
			} else {
				r = utf16.DecodeRune(r, unit(i+2))
			}
			if r == utf8.RuneError {
				return nil, invalidAt(-1, "the document is not valid UTF-16: unpaired surrogate at byte %d", i)
			}
			i += 2
		}
		text = utf8.AppendRune(text, r)
	}
	return text, nil
}

// declaredEncoding returns the encoding that the XML declaration names and the
// offsets of the name, or the empty string if it names none.
func declaredEncoding(text []byte) (name string, start, end int) {
	first := declarationStart(text)
	if !bytes.HasPrefix(text[first:], []byte("<?xml")) {
		return "", 0, 0
	}
	length := bytes.Index(text[first:], []byte("?>"))
	if length < 0 {
		return "", 0, 0
	}
	close := first + length
	at := bytes.Index(text[first:close], []byte("encoding"))
	if at < 0 {
		return "", 0, 0
	}
	start, end, ok := assigned(text[:close], first+at+len("encoding"))
	if !ok {
		return "", 0, 0
	}
	return string(text[start:end]), start, end
}

// assigned returns the offsets of a value in quotes after an equals sign.
func assigned(text []byte, at int) (start, end int, ok bool) {
	at = skipSpace(text, at)
	if at == len(text) || text[at] != '=' {
		return 0, 0, false
	}
	at = skipSpace(text, at+1)
	if at == len(text) || text[at] != '"' && text[at] != '\'' {
		return 0, 0, false
	}
	length := bytes.IndexByte(text[at+1:], text[at])
	return at + 1, at + 1 + length, length >= 0
}

func transcode(text []byte, name string, set charset) ([]byte, *encodingError) {
	switch set {
	case latin1:
		decoded := make([]byte, 0, len(text)+len(text)/8)
		for _, c := range text {
			decoded = utf8.AppendRune(decoded, rune(c))
		}
		return decoded, nil
	case otherCharset:
		return transcodeOther(text, name)
	case usASCII:
		if i := bytes.IndexFunc(text, func(r rune) bool { return r > 0x7F }); i >= 0 {
			return nil, invalidAt(i, "byte 0x%02X is not valid US-ASCII", text[i])
		}
	}
	if i := validUTF8(text); i >= 0 {
		return nil, invalidAt(i, "byte 0x%02X is not valid UTF-8", text[i])
	}
	return text, nil
}

// transcodeOther decodes an encoding of encodingNamed.
func transcodeOther(text []byte, name string) ([]byte, *encodingError) {
	e := encodingNamed(name)
	decoded, err := e.NewDecoder().Bytes(text)
	if err != nil {
		return nil, invalidAt(-1, "the document is not valid %s: %v", name, err)
	}
	if declared, _, _ := declaredEncoding(decoded); declared != name {
		return nil, invalidAt(-1, "the document declares encoding %s but is not in that encoding", diag.Quote(name))
	}
	i := bytes.IndexFunc(decoded, func(r rune) bool { return isInvalid(r, name) })
	if i < 0 {
		return decoded, nil
	}
	before, err := e.NewEncoder().Bytes(decoded[:i])
	if err != nil || len(before) >= len(text) {
		return nil, invalidAt(-1, "the document is not valid %s", name)
	}
	return nil, invalidAt(len(before), "byte 0x%02X is not valid %s", text[len(before)], name)
}

func invalidAt(offset int, format string, args ...any) *encodingError {
	return &encodingError{id: diag.Encoding, offset: offset, message: fmt.Sprintf(format, args...)}
}

// declareUTF8 replaces the encoding name in the XML declaration with UTF-8. If
// the old name is longer, spaces after the closing quote keep the columns of the
// rest of the line.
func declareUTF8(text []byte, start, end int) []byte {
	name := fmt.Sprintf("%-*s", end+1-start, "UTF-8"+string(text[end]))
	return slices.Concat(text[:start], []byte(name), text[end+1:])
}
