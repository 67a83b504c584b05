package support

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"strings"
)

// BodyKind is how an HTTP binding carries a message (WSDL 1.1 sections 4 and 5).
//
//quartet:internal
type BodyKind int

// The ways to carry a message. All but the first two carry one part only.
//
//quartet:internal
const (
	ContentDefault BodyKind = iota // a request: parameters; a response: XML
	ContentXML                     // a document of its own
	ContentText                    // the lexical form of a simple type
	ContentBase64                  // the bytes of an xs:base64Binary
	ContentHex                     // the bytes of an xs:hexBinary
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

// lexicalForm is the opposite of fromLexicalForm. Text that is in another
// character set than UTF-8 is converted from that.
func lexicalForm(body []byte, c BodyKind, charset string) (string, error) {
	switch c {
	case ContentBase64:
		return base64.StdEncoding.EncodeToString(body), nil
	case ContentHex:
		return hex.EncodeToString(body), nil
	}
	if charset == "" {
		return checkedText(body)
	}
	cs, err := charsetNamed(charset)
	if err != nil {
		return "", err
	}
	text, err := cs.decode(body)
	if err != nil {
		return "", err
	}
	return checkedText(text)
}

// wrapped returns a document whose root holds another one, or content: what has
// no start tag of its own is read like that.
func wrapped(content []byte) []byte {
	return bytes.Join([][]byte{[]byte("<r>"), content, []byte("</r>")}, nil)
}

// textDocument returns a document whose root holds text.
func textDocument(text string) ([]byte, error) {
	e := NewEncoder(nil, false)
	defer e.Release()
	e.String("<r>", text, "</r>")
	return append([]byte(nil), e.Bytes()...), e.Err()
}

// encodeWhole writes a document whose root is the content of a value: encode
// writes the end of a start tag, and one element. Nothing is written if there is
// none.
func encodeWhole(e *Encoder, encode func(*Encoder)) {
	e.Raw(xmlProlog)
	from := len(e.buf)
	writeMember(e, func() {
		encode(e)
		e.buf = append(e.buf[:from], e.buf[from+1:]...)
	})
	if len(e.buf) == from {
		e.buf = e.buf[:0]
	}
}

// standAlone makes the element that starts at e.buf[from] declare the
// namespaces of the table.
func standAlone(e *Encoder, from int) {
	n := bytes.IndexAny(e.buf[from:], " />")
	if n < 0 || e.buf[from] != '<' {
		return
	}
	rest := append([]byte(nil), e.buf[from+n:]...)
	e.buf = e.buf[:from+n]
	e.declare()
	e.buf = append(e.buf, rest...)
}
