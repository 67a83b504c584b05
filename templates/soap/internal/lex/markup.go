package lex

import "strings"

// Token is a piece of a document.
type Token struct {
	Kind       TokenKind
	Name       string // name of a tag, with its prefix
	Attributes []Attribute
	Empty      bool   // a start tag that ends the element, too
	Text       string // as in the document, with its escapes; "" for a start tag
}

// Attribute is an attribute of a start tag as in the document, with its escapes.
type Attribute struct {
	Name, Value string
	At          int // where the value begins in the document
}

// TokenKind is the kind of a Token.
type TokenKind int

const (
	StartTag TokenKind = iota
	EndTag
	Characters
	Other // a comment or processing instruction, with its markup
)

// Local returns the name of a tag without its prefix.
func (t *Token) Local() string { return t.Name[strings.IndexByte(t.Name, ':')+1:] }

// EachToken divides a document: one of a contract, or one that the run-time has encoded. They are well-formed and have no
// document type declaration. Of other documents the tokens mean nothing.
func EachToken(doc string, visit func(Token)) {
	size := len(doc)
	for doc != "" {
		var t Token
		switch {
		case doc[0] != '<':
			t.Kind = Characters
			t.Text, doc = cutAt(doc, strings.IndexByte(doc, '<'))
		case strings.HasPrefix(doc, "<!--"):
			t.Kind = Other
			t.Text, doc = upTo(doc, "-->")
		case strings.HasPrefix(doc, "<![CDATA["):
			t.Kind = Characters
			t.Text, doc = upTo(doc, "]]>")
		case strings.HasPrefix(doc, "<?"):
			t.Kind = Other
			t.Text, doc = upTo(doc, "?>")
		case strings.HasPrefix(doc, "</"):
			t.Kind = EndTag
			t.Text, doc = upTo(doc, ">")
			t.Name = strings.Trim(t.Text, "</>"+spaces)
		default:
			t, doc = startTag(doc, size)
		}
		visit(t)
	}
}

// upTo divides a text after the first end.
func upTo(text, end string) (part, rest string) {
	i := strings.Index(text, end)
	if i >= 0 {
		i += len(end)
	}
	return cutAt(text, i)
}

// cutAt divides a text at an index, which is negative for its end.
func cutAt(text string, i int) (part, rest string) {
	if i < 0 {
		return text, ""
	}
	return text[:i], text[i:]
}

const spaces = " \t\r\n"

// startTag reads a start tag of a document that has size bytes.
func startTag(doc string, size int) (t Token, rest string) {
	i := strings.IndexAny(doc, spaces+"/>")
	if i < 0 {
		return Token{Kind: Characters, Text: doc}, ""
	}
	t.Name, rest = doc[1:i], doc[i:]
	for {
		rest = strings.TrimLeft(rest, spaces)
		switch {
		case rest == "":
			return t, ""
		case rest[0] == '>':
			return t, rest[1:]
		case rest[0] == '/':
			t.Empty = true
			rest = rest[1:]
			continue
		}
		name, after, found := strings.Cut(rest, "=")
		after = strings.TrimLeft(after, spaces)
		if !found || after == "" {
			return t, ""
		}
		value, next, found := strings.Cut(after[1:], after[:1])
		if !found {
			return t, ""
		}
		t.Attributes = append(t.Attributes, Attribute{strings.TrimRight(name, spaces), value, size - len(after) + 1})
		rest = next
	}
}
