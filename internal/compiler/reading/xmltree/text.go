package xmltree

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"example.com/quartet/internal/compiler/reading/diag"
)

// characters reads character data up to the next tag (XML 1.0 section 2.4).
func (p *parser) characters() bool {
	start, text := p.at, p.doc.Text
	p.at = len(text)
	if length := bytes.IndexByte(text[start:], '<'); length >= 0 {
		p.at = start + length
	}
	raw := text[start:p.at]
	if p.open == nil {
		// A character reference is not white space, even if its text is.
		if at := skipSpace(text, start); at < p.at {
			return p.malformed(at, "text outside the root element")
		}
		return true
	}
	if i := bytes.Index(raw, []byte("]]>")); i >= 0 {
		return p.malformed(start+i, "\"]]>\" in text")
	}
	value, ok := p.unescape(raw, start, lineEnds)
	if ok {
		p.addText(value)
	}
	return ok
}

// section reads a CDATA section (section 2.7).
func (p *parser) section() bool {
	start, first := p.at, p.at+len("<![CDATA[")
	if p.open == nil {
		return p.malformed(start, "text outside the root element")
	}
	length := bytes.Index(p.doc.Text[first:], []byte("]]>"))
	if length < 0 {
		return p.unended(start)
	}
	p.at = first + length + len("]]>")
	p.addText(replaceSpace(p.doc.Text[first:first+length], lineEnds))
	return true
}

func (p *parser) addText(value []byte) {
	p.open.Nodes = append(p.open.Nodes, Node{Text: p.string(value)})
}

func (p *parser) string(b []byte) string {
	if len(b) > 64 || skipSpace(b, 0) < len(b) {
		return string(b)
	}
	if s, ok := p.interned[string(b)]; ok {
		return s
	}
	s := string(b)
	if len(p.interned) < 256 {
		p.interned[s] = s
	}
	return s
}

var (
	// lineEnds normalizes line ends (section 2.11).
	lineEnds = spaceRule{"\r", strings.NewReplacer("\r\n", "\n", "\r", "\n")}
	// valueSpaces replaces the white space of attribute values (section 3.3.3).
	valueSpaces = spaceRule{"\t\r\n", strings.NewReplacer("\r\n", " ", "\t", " ", "\r", " ", "\n", " ")}
)

// spaceRule is a rule for the normalization of literal white space. White space that is
// written as a character reference is not changed.
type spaceRule struct {
	chars    string // characters that are replaced
	replacer *strings.Replacer
}

func replaceSpace(text []byte, rule spaceRule) []byte {
	if !bytes.ContainsAny(text, rule.chars) {
		return text
	}
	return []byte(rule.replacer.Replace(string(text)))
}

// unescape returns text with white space normalized and references replaced
// (section 4.1). text is at offset start.
func (p *parser) unescape(text []byte, start int, rule spaceRule) ([]byte, bool) {
	at := bytes.IndexByte(text, '&')
	if at < 0 {
		return replaceSpace(text, rule), true
	}
	var out []byte
	for at >= 0 {
		out = append(out, replaceSpace(text[:at], rule)...)
		text, start = text[at:], start+at
		r, length := p.reference(text, start)
		if length == 0 {
			return nil, false
		}
		out = utf8.AppendRune(out, r)
		text, start = text[length:], start+length
		at = bytes.IndexByte(text, '&')
	}
	return append(out, replaceSpace(text, rule)...), true
}

// reference returns the character that the reference at the start of text names, and
// the length of the reference, 0 after a failure. Only predefined entities are left
// in a document.
func (p *parser) reference(text []byte, offset int) (r rune, length int) {
	name, length := referenceName(text)
	isCharacter := strings.HasPrefix(name, "#")
	r, ok := predefined[name]
	if isCharacter {
		r, ok = character(name)
	}
	switch {
	case ok:
		return r, length
	case length == 0:
		p.malformed(offset, "\"&\" does not start a reference")
	case isCharacter:
		p.malformed(offset, "the character reference %s is not valid", diag.Quote("&"+name+";"))
	default:
		p.malformed(offset, "the entity %s is not declared", diag.Quote(name))
	}
	return 0, 0
}
