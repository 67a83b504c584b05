package redact

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"example.com/quartet/templates/soap/internal/credential"
)

// token is a tag, a section or a text in markup. It ends where the next one begins.
type token struct {
	kind   tokenKind
	start  int32
	match  int32 // on a start tag, the token that ends the element; on an end tag, its start tag, -1 without one
	parent int32 // on a start tag, the start tag of the element around it, -1 without one
	hidden int32 // how many elements that are credentials begin here, less those that end
}

type tokenKind uint8

const (
	textToken tokenKind = iota
	startTag
	emptyTag
	endTag
	cutTag      // a tag without an end
	cdata       // a CDATA section
	comment     // a comment
	instruction // a processing instruction
)

// sections are the delimiters of sections.
var sections = []struct {
	kind       tokenKind
	start, end string
}{{cdata, "<![CDATA[", "]]>"}, {comment, "<!--", "-->"}, {instruction, "<?", "?>"}}

// markup is a text with elements. It may be cut, or not be well-formed.
type markup struct {
	*scan
	view
	tokens   []token
	open     []int32            // the start tags of elements that have not ended
	named    map[string][]int32 // where the elements with a name are in open
	secret   []int32            // where those that are credentials are in open
	contract bool               // a document of a contract, where names do not name values
}

// markup finds the content of secret elements, the values of secret attributes, and what is beside their names.
func (s *scan) markup(v view, layer int) {
	m := &markup{scan: s, view: v, named: map[string][]int32{}}
	m.read()
	var names []int32
	for i := range m.tokens[:len(m.tokens)-1] {
		switch m.tokens[i].kind {
		case startTag, emptyTag, cutTag:
			if m.begin(i, layer) {
				names = append(names, int32(i))
			}
		case endTag:
			m.end(i)
		}
	}
	for _, i := range names {
		m.hideSiblings(int(i))
	}
	m.find(layer)
}

// read splits the text into tokens. The last one is empty.
func (m *markup) read() {
	for i := 0; i < len(m.b); {
		kind, n := tokenAt(m.b[i:])
		if last := len(m.tokens) - 1; kind != textToken || last < 0 || m.tokens[last].kind != textToken {
			m.tokens = append(m.tokens, token{kind: kind, start: int32(i), match: -1})
		}
		i += n
	}
	m.tokens = append(m.tokens, token{start: int32(len(m.b))})
}

// tokenAt returns the kind and the length of the token that a text begins with.
func tokenAt(b []byte) (kind tokenKind, n int) {
	if b[0] != '<' {
		return textToken, lengthUntil(b, "<")
	}
	for _, section := range sections {
		if bytes.HasPrefix(b, []byte(section.start)) {
			_, rest, _ := bytes.Cut(b[len(section.start):], []byte(section.end))
			return section.kind, len(b) - len(rest)
		}
	}
	if !isTagName(tagName(b)) {
		return textToken, 1 + lengthUntil(b[1:], "<")
	}
	n, ended := tagEnd(b)
	switch {
	case !ended:
		return cutTag, n
	case b[1] == '/':
		return endTag, n
	case b[n-2] == '/':
		return emptyTag, n
	}
	return startTag, n
}

// of returns the text of a token.
func (m *markup) of(i int) []byte { return m.b[m.tokens[i].start:m.tokens[i+1].start] }

// content returns the text of an element up to the next tag, and the token that this is.
func (m *markup) content(i int) (text []byte, next int) {
	for next = i + 1; next < len(m.tokens)-1; next++ {
		switch m.tokens[next].kind {
		case textToken:
			text = append(text, m.of(next)...)
		case cdata:
			text = append(text, bytes.TrimSuffix(m.of(next)[len(sections[0].start):], []byte(sections[0].end))...)
		case startTag, emptyTag, endTag, cutTag:
			return text, next
		}
	}
	return text, next
}

// isSecret reports whether an element has a credential, as its name or its attributes say.
func (m *markup) isSecret(i int, tag []byte, local string) bool {
	if m.IsCredential(local) && local != "UsernameToken" && !m.isKeyOfValue(i, local) { // the parts of a UsernameToken have names
		return true
	}
	return !m.contract && m.isNamedBy(attributesOf(tag))
}

// begin reads a start tag, and reports whether the element has the name of a credential, which is what is beside it.
func (m *markup) begin(i, layer int) (names bool) {
	t := &m.tokens[i]
	tag := m.of(i)
	name := tagName(tag)
	local := localName(name)
	t.parent, t.match = -1, int32(len(m.tokens)-1)
	if len(m.open) > 0 {
		t.parent = m.open[len(m.open)-1]
	} else if layer == 0 {
		m.contract = local == "definitions" || local == "schema"
	}
	secret := m.isSecret(i, tag, local)
	if t.kind != startTag {
		if t.match = int32(i); t.kind == cutTag {
			t.match = int32(len(m.tokens) - 1)
		}
		if secret {
			m.hide(i, int(t.match)+1)
		}
		return false
	}
	if secret {
		m.secret = append(m.secret, int32(len(m.open)))
	}
	m.named[string(name)] = append(m.named[string(name)], int32(len(m.open)))
	m.open = append(m.open, int32(i))
	if secret {
		t.hidden++
	}
	if m.contract || !m.SaysName(local) {
		return false
	}
	text, next := m.content(i)
	return m.tokens[next].kind == endTag && m.isSecretName(text)
}

// end reads an end tag, which ends the elements in its own, too. Of an element that is a credential only its own tag is the end.
func (m *markup) end(i int) {
	same := m.named[string(tagName(m.of(i)))]
	if len(same) == 0 || len(m.secret) > 0 && same[len(same)-1] < m.secret[len(m.secret)-1] {
		return
	}
	first := same[len(same)-1]
	m.tokens[i].match = m.open[first]
	for n := int32(len(m.open)) - 1; n >= first; n-- {
		start := m.open[n]
		name := string(tagName(m.of(int(start))))
		m.named[name] = m.named[name][:len(m.named[name])-1]
		m.tokens[start].match = int32(i)
		if len(m.secret) > 0 && m.secret[len(m.secret)-1] == n {
			m.secret = m.secret[:len(m.secret)-1]
			m.tokens[i].hidden--
		}
	}
	m.open = m.open[:first]
}

// hide makes tokens credentials.
func (m *markup) hide(from, to int) {
	m.tokens[from].hidden++
	m.tokens[min(to, len(m.tokens)-1)].hidden--
}

// hideSiblings makes all that is beside an element a credential.
func (m *markup) hideSiblings(i int) {
	t := m.tokens[i]
	end := len(m.tokens) - 1
	if t.parent >= 0 {
		end = int(m.tokens[t.parent].match)
	}
	_, next := m.content(i)
	m.hide(int(t.parent)+1, i)
	m.hide(next, end)
}

// isKeyOfValue reports whether an element is a key whose value is in the next element.
func (m *markup) isKeyOfValue(i int, local string) bool {
	if !strings.EqualFold(local, "key") {
		return false
	}
	_, end := m.content(i)
	if m.tokens[end].kind != endTag || !bytes.Equal(tagName(m.of(end)), tagName(m.of(i))) {
		return false
	}
	between, next := m.content(end)
	return m.tokens[next].kind == startTag && len(bytes.TrimSpace(between)) == 0 && strings.EqualFold(localName(tagName(m.of(next))), "value")
}

// isNamedBy reports whether an attribute says that an element is a credential, by a name or a type.
func (m *markup) isNamedBy(list []attribute) bool {
	for _, a := range list {
		local := localName(a.name)
		if (m.SaysName(local) || local == "type" && credential.HasPart(strings.ToLower(string(a.value)))) && m.isSecretName(a.value) { // xs:token is none
			return true
		}
	}
	return false
}

// begins reports whether a token is the tag at the start of an element.
func (t *token) begins() bool { return t.kind == startTag || t.kind == emptyTag || t.kind == cutTag }

// find finds credentials in all tokens.
func (m *markup) find(layer int) {
	depth := 0
	for i, t := range m.tokens[:len(m.tokens)-1] {
		outer := depth
		depth += int(t.hidden)
		v := m.sub(int(t.start), int(m.tokens[i+1].start))
		switch {
		case t.begins():
			if outer > 0 && (t.kind == cutTag || int(t.match) == len(m.tokens)-1) {
				m.mark(v, 0, len(v.b))
			} else {
				m.attributes(v, depth > 0, layer)
			}
		case t.kind == endTag:
			if outer > 0 && t.match < 0 {
				m.mark(v, 0, len(v.b))
			}
		case t.kind == textToken && depth == 0:
			m.escaped(v, layer)
		case t.kind == textToken || t.kind == instruction && depth > 0:
			m.mark(v, 0, len(v.b))
		default:
			m.section(v, t.kind, depth > 0, layer)
		}
	}
}

// escaped finds credentials in text in which references to characters are escaped.
func (s *scan) escaped(v view, layer int) {
	if plain, changed := v.unescaped(reference); changed {
		s.deeper(v, layer, func(layer int) { s.text(plain, layer) })
		return
	}
	s.withoutTags(v, layer)
}

// section finds credentials in a section, which is one itself if it is secret.
func (m *markup) section(v view, kind tokenKind, secret bool, layer int) {
	delimiters := sections[kind-cdata]
	end := len(v.b)
	if bytes.HasSuffix(v.b[len(delimiters.start):], []byte(delimiters.end)) {
		end -= len(delimiters.end)
	}
	content := v.sub(len(delimiters.start), end)
	if secret {
		m.mark(content, 0, len(content.b))
		return
	}
	m.deeper(content, layer, func(layer int) { m.scan.text(content, layer) })
}

// isTagName reports whether a text may be the name of an element, roughly.
func isTagName(b []byte) bool {
	return len(b) > 0 && b[len(b)-1] != ':' && !bytes.ContainsFunc(b, func(r rune) bool { return !isNameRune(r) })
}

// isNameRune reports whether a character may be in a name.
func isNameRune(r rune) bool {
	return r >= utf8.RuneSelf && r != utf8.RuneError || r == '_' || r == '-' || r == '.' || r == ':' || r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z'
}

// localName returns a name without its prefix.
func localName(name []byte) string { return string(name[bytes.LastIndexByte(name, ':')+1:]) }

// tagName returns the name in a tag.
func tagName(tag []byte) []byte {
	b := bytes.TrimPrefix(tag[1:], []byte("/"))
	return b[:lengthUntil(b, " \t\r\n/><")]
}

// tagEnd returns the length of a tag, and whether it has an end. Otherwise it ends before the next "<" that is not in quotation marks.
func tagEnd(b []byte) (n int, ended bool) {
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
			return i + 1, true
		case c == '<' && i > 0:
			return i, false
		}
	}
	return len(b), false
}
