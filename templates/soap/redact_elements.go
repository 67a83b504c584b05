package soap

import (
	"bytes"
	"slices"
	"strings"
)

// maxOpen bounds the open elements that are remembered.
const maxOpen = 64

// openSecrets are the open elements with elements in them whose names end like those of credentials, such as UsernameToken.
type openSecrets []string

// holds reports whether an element is what such an element consists of: its id, value, text and the like.
func (o openSecrets) holds(name []byte) bool {
	return len(o) > 0 && len(name) <= maxSecretName && !slices.ContainsFunc(wordsOf(string(name)), func(w string) bool { return !slices.Contains(formWords, w) })
}

// leave takes note of an end tag, which b begins with.
func (o *openSecrets) leave(b []byte) {
	if n := len(*o); n > 0 && bytes.HasPrefix(b[1:], []byte((*o)[n-1])) {
		*o = (*o)[:n-1]
	}
}

// hasElements reports whether the content of an element, which b begins with, is elements.
func hasElements(b []byte) bool {
	b = bytes.TrimLeft(b, " \t\r\n")
	return len(b) > 1 && b[0] == '<' && b[1] != '/' && b[1] != '!' && b[1] != '?'
}

// isNumber reports whether the content of an element, which b begins with, is digits, or nothing. The number of a session is no
// credential.
func isNumber(b []byte) bool {
	text, markup, _ := bytes.Cut(b, []byte("<"))
	return len(markup) > 0 && markup[0] == '/' && len(bytes.Trim(text, "0123456789 \t\r\n")) == 0
}

// elements removes the content of secret elements, and the values of secret
// attributes. The body may be cut, or not be well-formed: what has no end is removed to
// the end.
func (r *redaction) elements(b []byte, nested int) []byte {
	var out []byte
	named := 0 // end tags that may come between the name of a credential and its value
	var open openSecrets
	for {
		i := bytes.IndexByte(b, '<')
		if i < 0 {
			return append(out, r.text(b, nested)...)
		}
		out, b = append(append(out, r.text(b[:i], nested)...), '<'), b[i+1:]
		if len(b) > 0 && b[0] == '/' {
			named--
			open.leave(b)
			continue
		}
		n := bytes.IndexAny(b, " \t\r\n/><")
		if n < 0 {
			n = len(b)
		}
		name := b[:n]
		markup := n == 0 || b[0] == '!' || b[0] == '?'
		part := open.holds(name)
		if follows := named > 0 && !markup; !follows && !part && !r.isSecret(string(name)) {
			end := startTagEnd(b)
			tag, nameIn := r.tag(b[:end])
			out, b = append(out, tag...), b[end:]
			switch text, _, _ := bytes.Cut(b, []byte("<")); {
			case markup:
			case nameIn && end > 0 && len(bytes.TrimSpace(text)) > 0:
				out, b = append(out, redacted...), b[len(text):]
			case r.namesSecret(string(text)):
				named = 2
			}
			continue
		}
		end, closed := tagEnd(b)
		tag, _ := r.tag(b[:end])
		out, b = append(out, tag...), b[end:]
		named = 0
		switch {
		case closed, (part || isSession(name)) && isNumber(b):
			continue
		case !r.isAlwaysSecret(string(name)) && hasElements(b):
			if len(open) < maxOpen {
				open = append(open, string(name))
			}
			continue
		}
		length := contentEnd(b, name)
		if r.namesSecret(string(b[:length])) {
			named = 2
		}
		out, b = append(out, redacted...), b[length:]
	}
}

// tagEnd returns the length of a start tag, and whether it is one of an empty element.
func tagEnd(b []byte) (n int, empty bool) {
	quote := byte(0)
	for i, c := range b {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			return i + 1, i > 0 && b[i-1] == '/'
		}
	}
	return len(b), true
}

// startTagEnd returns the length of a start tag, which has no "<"; 0 of other markup.
func startTagEnd(b []byte) int {
	if len(b) == 0 || b[0] == '!' || b[0] == '?' || b[0] == '/' {
		return 0
	}
	if i := bytes.IndexByte(b, '<'); i >= 0 {
		b = b[:i]
	}
	end, _ := tagEnd(b)
	return end
}

// tag returns a start tag without the values of secret attributes. If the value of an attribute is the name of a credential, named is
// true, and the values of the other attributes are left out, too.
func (r *redaction) tag(tag []byte) (out []byte, named bool) {
	eachAttribute(tag, func(_, _, value []byte) { named = named || r.namesSecret(string(value)) })
	rest := eachAttribute(tag, func(before, name, value []byte) {
		out = append(out, before...)
		isName := r.namesSecret(string(value))
		switch {
		case len(value) > 0 && (r.isSecret(string(name)) && !isName || named && !isName && !bytes.HasPrefix(name, []byte("xmlns"))):
			out = append(out, redacted...)
		default:
			out = append(out, r.text(value, 1)...)
		}
	})
	return append(out, rest...), named
}

// eachAttribute calls f with the values of the attributes of a tag, their names, and what is before each value and after the one
// before. It returns what is after the last one.
func eachAttribute(tag []byte, f func(before, name, value []byte)) (rest []byte) {
	from := 0
	for {
		i := bytes.IndexAny(tag[from:], `"'`)
		if i < 0 {
			return tag[from:]
		}
		start := from + i + 1
		name := bytes.TrimRight(tag[from:start-1], "= \t\r\n")
		name = name[bytes.LastIndexAny(name, " \t\r\n\"'")+1:]
		end := bytes.IndexByte(tag[start:], tag[start-1])
		if end < 0 {
			end = len(tag) - start
		}
		f(tag[from:start], name, tag[start:start+end])
		if from = start + end; from < len(tag) {
			f(tag[from:from+1], nil, nil)
			from++
		}
	}
}

// contentEnd returns the length of the content of an element.
func contentEnd(b, name []byte) int {
	for i := 0; i < len(b); i++ {
		rest := b[i:]
		end := ""
		switch {
		case bytes.HasPrefix(rest, []byte("<![CDATA[")):
			end = "]]>"
		case bytes.HasPrefix(rest, []byte("<!--")):
			end = "-->"
		case bytes.HasPrefix(rest, []byte("</")) && bytes.HasPrefix(rest[2:], name):
			return i
		default:
			continue
		}
		n := bytes.Index(rest, []byte(end))
		if n < 0 {
			return len(b)
		}
		i += n
	}
	return len(b)
}

// text removes credentials from character data: from addresses, and from markup and JSON, also where they are escaped.
func (r *redaction) text(b []byte, nested int) []byte {
	if bytes.IndexByte(b, '?') >= 0 && bytes.IndexByte(b, '=') >= 0 {
		b = r.addresses(b)
	}
	if nested == 0 || bytes.IndexByte(b, '&') < 0 && bytes.IndexByte(b, '{') < 0 {
		return b
	}
	plain := unescapeMarkup.Replace(string(b))
	var done []byte
	switch {
	case strings.Contains(plain, "<"):
		done = r.elements([]byte(plain), nested-1)
	case strings.Contains(plain, "{") && strings.Contains(plain, `"`):
		done = r.members([]byte(plain), nested-1)
	case strings.Contains(plain, "&"):
		done = r.text([]byte(plain), nested-1)
	default:
		return b
	}
	if string(done) == plain {
		return b
	}
	return []byte(escapeMarkup.Replace(string(done)))
}

// addresses removes the values of secret parameters from the queries of addresses in a text.
func (r *redaction) addresses(b []byte) []byte {
	var out []byte
	for {
		i := bytes.IndexByte(b, '?')
		if i < 0 {
			return append(out, b...)
		}
		out, b = append(out, b[:i+1]...), b[i+1:]
		end := bytes.IndexAny(b, " \t\r\n\"'<>?")
		if end < 0 {
			end = len(b)
		}
		query := b[:end]
		if bytes.IndexByte(query, '=') >= 0 {
			plain := bytes.ReplaceAll(query, []byte("&amp;"), []byte("&"))
			if done := r.parameters(plain); !bytes.Equal(done, plain) {
				query = bytes.ReplaceAll(done, []byte("&"), []byte("&amp;"))
			}
		}
		out, b = append(out, query...), b[end:]
	}
}
