package charset

import (
	"bytes"
	"fmt"
	"strings"

	"example.com/quartet/templates/soap/internal/lex"
)

// longestDeclaration bounds an XML declaration, in bytes.
const longestDeclaration = 512

// Detect returns the character encoding of an XML document, and the length of its
// byte-order mark. parameter is the charset parameter of the media type, "" if there
// is none: then it is an error if the XML declaration names an encoding that the
// document does not have (XML 1.0, section 4.3.3). With the parameter, the declaration
// does not count (RFC 7303, section 3): some clients declare UTF-16, as their strings
// are, and send UTF-8. The error is an UnsupportedError
// or an *InvalidError.
func Detect(doc []byte, parameter string, more Reader) (c *Charset, mark int, err error) {
	c, mark, err = marked(doc)
	switch {
	case err != nil:
		return nil, 0, err
	case parameter != "" && mark == 0:
		c, err = named(parameter, doc, more)
		return c, 0, err
	case parameter != "":
		return c, mark, nil
	}
	name := declaredEncoding(c.head(doc[mark:]))
	if name == "" {
		return c, mark, nil
	}
	declared, err := Named(name, more)
	switch {
	case mark == 0 && c == nil && (err != nil || declared.ExtendsASCII()):
		return declared, 0, err
	case err != nil || declared != c && (declared != utf16Any || c == nil):
		return nil, 0, &InvalidError{fmt.Errorf("the XML declaration names the encoding %q, but the document is in %s; correct the declaration, or set the parameter charset=%s of the media type, which is used in place of it", lex.QuoteName([]byte(name)), c, strings.ToLower(c.String()))}
	}
	return c, mark, nil
}

// marked returns the character encoding that a byte-order mark or the first characters of
// an XML declaration show, and the length of the mark, 0 if there is none.
func marked(doc []byte) (c *Charset, mark int, err error) {
	switch {
	case bytes.HasPrefix(doc, []byte{0xEF, 0xBB, 0xBF}):
		return nil, 3, nil
	case bytes.HasPrefix(doc, []byte{0, 0, 0xFE, 0xFF}), bytes.HasPrefix(doc, []byte{0xFF, 0xFE, 0, 0}):
		return nil, 0, UnsupportedError("UTF-32")
	case bytes.HasPrefix(doc, []byte{0xFE, 0xFF}):
		return utf16BE, 2, nil
	case bytes.HasPrefix(doc, []byte{0xFF, 0xFE}):
		return utf16LE, 2, nil
	case bytes.HasPrefix(doc, []byte{0, '<', 0, '?'}):
		return utf16BE, 0, nil
	case bytes.HasPrefix(doc, []byte{'<', 0, '?', 0}):
		return utf16LE, 0, nil
	}
	return nil, 0, nil
}

// named returns the character encoding of a document that the charset parameter of
// its media type names.
func named(parameter string, doc []byte, more Reader) (*Charset, error) {
	c, err := Named(parameter, more)
	if c != utf16Any {
		return c, err
	}
	if bytes.HasPrefix(doc, []byte{'<', 0}) { // RFC 2781 section 4.3: big-endian unless the text shows otherwise
		return utf16LE, nil
	}
	return utf16BE, nil
}

// head returns the start of a document, which has the XML declaration, in UTF-8.
func (c *Charset) head(doc []byte) []byte {
	if c == nil {
		return doc[:min(len(doc), longestDeclaration)]
	}
	text, _ := c.Decode(doc[:min(len(doc), 2*longestDeclaration)]) // without what cannot be decoded
	return text
}

// declaredEncoding returns the encoding of the XML declaration, "" if it has none.
// The decoder checks the declaration itself.
func declaredEncoding(doc []byte) string {
	if !bytes.HasPrefix(doc, []byte("<?xml")) || len(doc) < 6 || !lex.IsSpace(doc[5]) {
		return ""
	}
	declaration, _, found := bytes.Cut(doc[5:], []byte("?>"))
	if !found {
		return ""
	}
	rest, _, _ := lex.PseudoAttribute(declaration, "version")
	_, name, _ := lex.PseudoAttribute(rest, "encoding")
	return string(name)
}
