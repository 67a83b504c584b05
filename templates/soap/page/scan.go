package page

import "strings"

// token is a piece of a document.
type token struct {
	kind       tokenKind
	name       string // of a tag, with its prefix
	attributes []attribute
	empty      bool   // a start tag that ends the element, too
	text       string // as in the document, with its escapes
}

type attribute struct{ name, value string } // as in the document

type tokenKind int

const (
	startTag tokenKind = iota
	endTag
	characters
	other // a comment or processing instruction, with its markup
)

// eachToken divides a document: one of the contract, or one that the run-time has encoded. They are well-formed and
// have no document type declaration. Of other documents the tokens mean nothing.
func eachToken(doc string, visit func(token)) {
	for doc != "" {
		at := strings.IndexByte(doc, '<')
		if at != 0 {
			text, rest := doc, ""
			if at > 0 {
				text, rest = doc[:at], doc[at:]
			}
			visit(token{kind: characters, text: text})
			doc = rest
			continue
		}
		var t token
		switch {
		case strings.HasPrefix(doc, "<!--"):
			t.kind = other
			t.text, doc = upTo(doc, "-->")
		case strings.HasPrefix(doc, "<![CDATA["):
			t.kind = characters
			t.text, doc = upTo(doc, "]]>")
		case strings.HasPrefix(doc, "<?"):
			t.kind = other
			t.text, doc = upTo(doc, "?>")
		case strings.HasPrefix(doc, "</"):
			t.kind = endTag
			t.text, doc = upTo(doc, ">")
			t.name = strings.TrimSpace(strings.Trim(t.text, "</>"))
		default:
			t, doc = scanStart(doc)
		}
		visit(t)
	}
}

// upTo divides a text after the first end.
func upTo(text, end string) (before, after string) {
	i := strings.Index(text, end)
	if i < 0 {
		return text, ""
	}
	return text[:i+len(end)], text[i+len(end):]
}

const spaces = " \t\r\n"

// scanStart reads a start tag.
func scanStart(doc string) (t token, rest string) {
	i := strings.IndexAny(doc, spaces+"/>")
	if i < 0 {
		return token{kind: characters, text: doc}, ""
	}
	t.name, rest = doc[1:i], doc[i:]
	for {
		rest = strings.TrimLeft(rest, spaces)
		switch {
		case rest == "":
			return t, ""
		case rest[0] == '>':
			return t, rest[1:]
		case rest[0] == '/':
			t.empty = true
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
		t.attributes = append(t.attributes, attribute{strings.TrimSpace(name), value})
		rest = next
	}
}
