package soap

import (
	"encoding/base64"
	"encoding/hex"
	"strings"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/charset"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
)

// unwrapText turns what an encoder wrote for a simple type from e.buf[from] on
// into the body of a message: without the end of a start tag, and without
// escapes.
func unwrapText(e *schema.Encoder, from int, c contract.BodyKind) {
	text := strings.TrimPrefix(string(e.Buf[from:]), ">")
	e.Buf = append(e.Buf[:from], fromLexicalForm(codec.Unescapes.Replace(text), c)...)
}

// fromLexicalForm returns the body for a value with a lexical form.
func fromLexicalForm(text string, c contract.BodyKind) []byte {
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
	if err != nil { // it is an encoder that wrote it
		return []byte(text)
	}
	return out
}

// lexicalForm is the inverse of fromLexicalForm. label names the character set of
// body; if it is not empty, the text is converted to UTF-8.
func lexicalForm(body []byte, c contract.BodyKind, label string, more charset.Reader) (string, error) {
	switch c {
	case contract.ContentBase64:
		return base64.StdEncoding.EncodeToString(body), nil
	case contract.ContentHex:
		return hex.EncodeToString(body), nil
	}
	return charset.Text(body, label, more)
}
