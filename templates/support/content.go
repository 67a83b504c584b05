package support

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// bodyMediaType is the media type of a message, which parameters have none of.
func bodyMediaType(declared string, c BodyKind) string {
	switch {
	case c == ContentText && (declared == "" || strings.HasSuffix(declared, "*")):
		return "text/plain" + utf8Label
	case c == ContentText:
		return declared + utf8Label
	case (c == ContentBase64 || c == ContentHex) && (declared == "" || strings.HasSuffix(declared, "*")):
		return "application/octet-stream"
	case c == ContentBase64 || c == ContentHex:
		return declared
	case declared == "" || strings.HasSuffix(declared, "*"):
		return soap11MediaType + utf8Label
	}
	return declared + utf8Label
}

// unwrapText turns what an encoder wrote for a simple type from e.buf[from] on
// into the body of a message: without the end of a start tag, and without
// escapes.
func unwrapText(e *Encoder, from int, c BodyKind) {
	text := strings.TrimPrefix(string(e.buf[from:]), ">")
	e.buf = append(e.buf[:from], fromLexicalForm(unescapes.Replace(text), c)...)
}

// fromLexicalForm returns the bytes that stand for a value with a lexical form.
func fromLexicalForm(text string, c BodyKind) []byte {
	var out []byte
	var err error
	switch c {
	case ContentBase64:
		out, err = base64.StdEncoding.DecodeString(text)
	case ContentHex:
		out, err = hex.DecodeString(text)
	default:
		return []byte(text)
	}
	if err != nil { // it is an encoder that wrote it
		return []byte(text)
	}
	return out
}

// lexicalForm is the opposite of fromLexicalForm. label names the character set of text; if it is
// not empty, the text is converted to UTF-8.
func lexicalForm(body []byte, c BodyKind, label string) (string, error) {
	switch c {
	case ContentBase64:
		return base64.StdEncoding.EncodeToString(body), nil
	case ContentHex:
		return hex.EncodeToString(body), nil
	}
	if label == "" {
		return checkedText(body)
	}
	cs, err := charsetNamed(label)
	if err != nil {
		return "", err
	}
	text, err := cs.decode(body)
	if err != nil {
		return "", err
	}
	return checkedText(text)
}

// checkedText returns text that a string of XML Schema can hold.
func checkedText(out []byte) (string, error) {
	text := string(out)
	if at, r := notXML(text); at >= 0 {
		if r == utf8.RuneError {
			return "", errors.New("invalid UTF-8")
		}
		return "", fmt.Errorf("the character U+%04X", r)
	}
	return text, nil
}
