package form

import (
	"encoding/base64"
	"encoding/hex"
	"strings"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/charset"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
)

// Unwrap turns what an encoder wrote for a simple type from e.buf[from] on
// into the body of a message: without the end of a start tag, and without
// escapes.
func Unwrap(e *schema.Encoder, from int, c contract.BodyKind) {
	text := strings.TrimPrefix(string(e.Buf[from:]), ">")
	e.Buf = append(e.Buf[:from], Body(codec.Unescapes.Replace(text), c)...)
}

// Body returns the body for a value with a lexical form.
func Body(text string, c contract.BodyKind) []byte {
	var out []byte
	var err error
	switch c {
	case contract.ContentBase64:
		out, err = base64.StdEncoding.DecodeString(text)
	case contract.ContentHex:
		out, err = hex.DecodeString(text)
	default:
		return []byte(text)
	}
	if err != nil { // an encoder has written the text, so that this does not happen
		return []byte(text)
	}
	return out
}

// LexicalForm is the inverse of Body. label names the character set of
// body; if it is not empty, the text is converted to UTF-8.
func LexicalForm(body []byte, c contract.BodyKind, label string, more charset.Reader) (string, error) {
	switch c {
	case contract.ContentBase64:
		return base64.StdEncoding.EncodeToString(body), nil
	case contract.ContentHex:
		return hex.EncodeToString(body), nil
	}
	return charset.Text(body, label, more)
}
