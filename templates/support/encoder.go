package support

import (
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"
)

// Encoder writes one XML document, in UTF-8, into memory. The first error
// sticks, and nothing that has been written may be used then.
//
//quartet:internal
type Encoder struct {
	buf []byte
	ns  []Namespace
	xsi bool
	err error
}

// EncodeError says that a Go value has no representation in XML.
type EncodeError struct {
	Path    string // the element or attribute, as it would be written
	Message string
}

// Error returns the place and the message.
func (e *EncodeError) Error() string { return e.Path + ": " + e.Message }

var encoders = sync.Pool{New: func() any { return new(Encoder) }}

// NewEncoder returns an encoder that writes names in the namespaces of ns. If
// xsi is set, root elements declare the prefix xsi.
//
//quartet:internal
func NewEncoder(ns []Namespace, xsi bool) *Encoder {
	e := encoders.Get().(*Encoder)
	e.ns, e.xsi = ns, xsi
	return e
}

const pooledDocument = 1 << 20 // larger buffers are left to the garbage collector

// Release gives the encoder and what Bytes returned back.
func (e *Encoder) Release() {
	if cap(e.buf) > pooledDocument {
		e.buf = nil
	}
	*e = Encoder{buf: e.buf[:0]}
	encoders.Put(e)
}

// Bytes returns what has been written. It is valid until Release.
func (e *Encoder) Bytes() []byte { return e.buf }

// Err returns the first error, nil if there is none so far.
func (e *Encoder) Err() error { return e.err }

func (e *Encoder) fail(markup, format string, args ...any) {
	if e.err == nil {
		name := strings.Trim(markup, "</>= \"")
		e.err = &EncodeError{Path: name, Message: fmt.Sprintf(format, args...)}
	}
}

// Raw writes markup as it is.
func (e *Encoder) Raw(markup string) { e.buf = append(e.buf, markup...) }

// Text writes character data.
func (e *Encoder) Text(s string) { e.text("character data", s) }

// AttrText writes the value of an attribute, without quotes.
func (e *Encoder) AttrText(s string) { e.attrText("an attribute", s) }

// Open writes the start tag of name without its final ">". A root element
// declares the namespaces of the table.
func (e *Encoder) Open(name ElementName, root bool) {
	e.buf = append(e.buf, '<')
	e.name(name)
	if !root {
		return
	}
	for _, ns := range e.ns[1:] {
		if ns.Prefix == "" {
			e.Raw(` xmlns="`)
		} else {
			e.Raw(` xmlns:` + ns.Prefix + `="`)
		}
		e.AttrText(ns.URI)
		e.Raw(`"`)
	}
	if e.xsi {
		e.Raw(` xmlns:xsi="` + xsiNamespace + `"`)
	}
}

// Close writes the end tag of name.
func (e *Encoder) Close(name ElementName) {
	e.Raw("</")
	e.name(name)
	e.Raw(">")
}

func (e *Encoder) name(name ElementName) {
	if prefix := e.ns[name.NS].Prefix; prefix != "" {
		e.buf = append(append(e.buf, prefix...), ':')
	}
	e.buf = append(e.buf, name.Local...)
}

// textEscapes are the characters that character data cannot hold as they are.
// A carriage return would come back as a line feed; > is escaped for the sake
// of ]]>.
var textEscapes = escapes(map[byte]string{'<': "&lt;", '>': "&gt;", '&': "&amp;", '\r': "&#xD;"})

// attrEscapes are those of attribute values, whose white space is normalized.
var attrEscapes = escapes(map[byte]string{
	'<': "&lt;", '>': "&gt;", '&': "&amp;", '"': "&quot;", '\t': "&#x9;", '\n': "&#xA;", '\r': "&#xD;",
})

// escapeTable tells for each byte how to write it: "" as it is, "!" not at
// all, "?" look at the whole character.
type escapeTable [256]string

func escapes(special map[byte]string) *escapeTable {
	var t escapeTable
	for c := range t {
		switch {
		case c >= utf8.RuneSelf:
			t[c] = "?"
		case c < 0x20 && c != '\t' && c != '\n':
			t[c] = "!"
		}
	}
	for c, s := range special {
		t[c] = s
	}
	return &t
}

func (e *Encoder) text(markup, s string) {
	if i := scanPlain(s); i < len(s) {
		e.escape(textEscapes, markup, s, i)
		return
	}
	e.buf = append(e.buf, s...)
}

func (e *Encoder) attrText(markup, s string) { e.escape(attrEscapes, markup, s, 0) }

// scanPlain returns the index of the first byte of s that may need an escape
// in character data, len(s) if there is none.
func scanPlain(s string) int {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < 0x20 || c >= utf8.RuneSelf || c == '<' || c == '>' || c == '&' {
			return i
		}
	}
	return len(s)
}

// escape writes s, whose first n bytes need no escape.
func (e *Encoder) escape(table *escapeTable, markup, s string, n int) {
	from := 0
	for i := n; i < len(s); {
		repl := table[s[i]]
		switch repl {
		case "":
			i++
			continue
		case "!":
			e.fail(markup, "the character U+%04X at byte %d cannot be written in XML", s[i], i)
			return
		case "?":
			r, n := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && n == 1 {
				e.fail(markup, "invalid UTF-8 at byte %d", i)
				return
			}
			if !isXMLChar(r) {
				e.fail(markup, "the character U+%04X at byte %d cannot be written in XML", r, i)
				return
			}
			i += n
			continue
		}
		e.buf = append(append(e.buf, s[from:i]...), repl...)
		i++
		from = i
	}
	e.buf = append(e.buf, s[from:]...)
}
