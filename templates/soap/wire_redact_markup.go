package soap

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"
)

// nameWords are the last words of the names of elements and attributes whose values are the
// names of what is beside them.
var nameWords = wordSet("attribute field header id k key label n name param parameter property setting variable")

// openElement is an element whose end has not been read.
type openElement struct {
	name   []byte
	start  int // where its content begins in the output
	height int // of the elements in it
}

// maxHeight bounds how deep elements are nested whose content is removed later, so that no
// text is read more often.
const maxHeight = 8

// markupRedaction reads markup, which may be cut or not well-formed: what has no end is
// removed to the end.
type markupRedaction struct {
	*redaction
	layer    int
	in, out  []byte
	open     []openElement
	count    map[string]int // of the open elements by name
	contract bool           // it is a document of a contract, where names are not those of values
}

// markup removes the content of secret elements, the values of secret attributes, and what is
// beside their names.
func (x *redaction) markup(b []byte, layer int) []byte {
	m := &markupRedaction{redaction: x, layer: layer, in: b, out: make([]byte, 0, len(b)+len(redacted)), count: map[string]int{}}
	for {
		i := bytes.IndexByte(m.in, '<')
		if i < 0 {
			return append(m.out, x.escaped(m.in, layer)...)
		}
		if i > 0 {
			m.out = append(m.out, x.escaped(m.in[:i], layer)...)
		}
		m.in = m.in[i:]
		m.tag()
	}
}

// tag reads what begins with "<".
func (m *markupRedaction) tag() {
	if content, ok := bytes.CutPrefix(m.in, []byte("<![CDATA[")); ok {
		content, rest, _ := bytes.Cut(content, []byte("]]>"))
		length := len(m.in) - len(rest)
		shown := []byte(redacted)
		if m.layer < maxLayers {
			shown = m.text(content, m.layer+1)
		}
		if bytes.Equal(shown, content) {
			m.out = append(m.out, m.in[:length]...)
		} else {
			m.out = append(append(append(m.out, "<![CDATA["...), bytes.ReplaceAll(shown, []byte("]]>"), []byte("]]]]><![CDATA[>"))...), "]]>"...)
		}
		m.in = rest
		return
	}
	rest := m.in[1:]
	switch {
	case len(rest) == 0 || rest[0] == '!' || rest[0] == '?' || rest[0] != '/' && !isTagName(tagName(rest)):
		m.out, m.in = append(m.out, '<'), rest
	case rest[0] == '/':
		end := tagEndBefore(rest)
		m.close(tagName(rest[1:end]))
		m.out, m.in = append(append(m.out, '<'), rest[:end]...), rest[end:]
	default:
		m.out, m.in = append(m.out, '<'), rest
		m.startTag()
	}
}

// startTag reads a start tag after its "<", and what it makes secret.
func (m *markupRedaction) startTag() {
	name := tagName(m.in)
	kind := m.kindOf(localName(name))
	end := tagEndBefore(m.in)
	if kind != noSecret {
		end, _ = tagEnd(m.in)
	}
	tag := m.in[:end]
	empty := len(tag) == 0 || tag[len(tag)-1] != '>' || bytes.HasSuffix(tag, []byte("/>"))
	if len(m.open) == 0 && m.layer == 0 {
		m.contract = localName(name) == "definitions" || localName(name) == "schema"
	}
	switch {
	case kind != noSecret && m.isContainer(name), kind == isSecret && m.isKeyOfValue(name, m.in[end:]):
		kind = noSecret
	}
	list := attributesOf(tag)
	if kind == noSecret && !m.contract && m.isNamedBy(list) {
		kind = isSecret
	}
	before := len(m.out) - 1
	m.out = m.attributes(m.out, tag, list, kind != noSecret)
	m.in = m.in[end:]
	switch {
	case empty:
	case m.namesSibling(name):
		m.hideSiblings(name, before, kind)
	case kind != noSecret:
		n := contentEnd(m.in, name)
		m.out = append(m.out, m.hidden(m.in[:n], kind)...)
		m.in = m.in[n:]
		m.begin(name)
	default:
		m.begin(name)
	}
}

func (m *markupRedaction) begin(name []byte) {
	m.open = append(m.open, openElement{name: name, start: len(m.out)})
	m.count[string(name)]++
}

// close ends an element, and those in it that have no end.
func (m *markupRedaction) close(name []byte) {
	if m.count[string(name)] == 0 {
		return
	}
	for done := false; !done; {
		last := m.open[len(m.open)-1]
		m.open = m.open[:len(m.open)-1]
		m.count[string(last.name)]--
		if n := len(m.open); n > 0 {
			m.open[n-1].height = max(m.open[n-1].height, last.height+1)
		}
		done = bytes.Equal(last.name, name)
	}
}

// isContainer reports whether an element has the name of a credential, and parts with names of their own.
func (m *markupRedaction) isContainer(name []byte) bool { return localName(name) == "UsernameToken" }

// isKeyOfValue reports whether an element is a key whose value is in the next element.
func (m *markupRedaction) isKeyOfValue(name, content []byte) bool {
	if !strings.EqualFold(localName(name), "key") {
		return false
	}
	_, after, _ := bytes.Cut(content[:min(len(content), maxName)], []byte("</"))
	if !bytes.HasPrefix(after, name) {
		return false
	}
	_, after, _ = bytes.Cut(after, []byte(">"))
	after, ok := bytes.CutPrefix(bytes.TrimLeft(after, " \t\r\n"), []byte("<"))
	return ok && strings.EqualFold(localName(tagName(after)), "value")
}

// maxName bounds the text that may be a name, in bytes.
const maxName = 256

// isSecretName reports whether a value is the name of a credential. Text of several words is not.
func (x *redaction) isSecretName(escaped []byte) bool {
	if len(escaped) > maxName {
		return false
	}
	name := string(bytes.TrimSpace(unescapeMarkup(escaped)))
	if name == redacted { // the name of a value that is the name of a credential, too
		return true
	}
	return name != "" && !strings.ContainsAny(name, " \t\r\n") && x.kindOf(name) != noSecret
}

// isNamedBy reports whether an attribute says that an element is a credential.
func (m *markupRedaction) isNamedBy(list []attribute) bool {
	for _, a := range list {
		if m.isNameWord(a.name) && m.isSecretName(a.value) {
			return true
		}
	}
	return false
}

// isNameWord reports whether the value of an element or attribute may be a name.
func (x *redaction) isNameWord(name []byte) bool {
	local := localName(name)
	is, ok := x.naming[local]
	if ok || len(name) > maxName {
		return is
	}
	list := words(local)
	is = len(list) > 0 && nameWords[list[len(list)-1]]
	if len(x.naming) < maxKnown {
		x.naming[local] = is
	}
	return is
}

// namesSibling reports whether the content that follows is the name of a credential in an element for names.
func (m *markupRedaction) namesSibling(name []byte) bool {
	if m.contract || !m.isNameWord(name) {
		return false
	}
	text := m.in
	if inner, ok := bytes.CutPrefix(text, []byte("<![CDATA[")); ok {
		text, _, _ = bytes.Cut(inner[:min(len(inner), maxName)], []byte("]]>"))
	} else {
		text, _, _ = bytes.Cut(text[:min(len(text), maxName)], []byte("<"))
	}
	return m.isSecretName(text)
}

// hideSiblings keeps an element with a name, whose tag is in the output from before on, and removes all that is beside it.
// If it is a credential itself, so is the name.
func (m *markupRedaction) hideSiblings(name []byte, before int, kind secretKind) {
	end := contentEnd(m.in, name)
	content := m.in[:end]
	if kind != noSecret {
		content = m.hidden(content, isSecret)
	}
	tag := m.in[end:]
	if n := bytes.IndexByte(m.in[end:], '>'); n >= 0 {
		tag, end = tag[:n+1], end+n+1
	} else {
		end = len(m.in)
	}
	parent := openElement{}
	if n := len(m.open); n > 0 {
		parent = m.open[n-1]
	}
	own := slices.Concat(m.out[before:], content, tag)
	earlier := m.out[parent.start:before]
	if parent.height > maxHeight {
		earlier = []byte(redacted)
	} else if len(bytes.TrimSpace(earlier)) > 0 {
		earlier = m.hidden(earlier, isSecret)
	}
	m.out = append(append(m.out[:parent.start], earlier...), own...)
	m.in = m.in[end:]
	n := len(m.in)
	if parent.name != nil {
		n = contentEnd(m.in, parent.name)
	}
	if len(bytes.TrimSpace(m.in[:n])) > 0 {
		m.out = append(m.out, m.hidden(m.in[:n], isSecret)...)
	} else {
		m.out = append(m.out, m.in[:n]...)
	}
	m.in = m.in[n:]
}

// hidden returns the content of a secret element: its elements without text and values, if it is well-formed.
func (m *markupRedaction) hidden(b []byte, kind secretKind) []byte {
	var out []byte
	var open [][]byte
	tags := false
	for len(b) > 0 {
		i := bytes.IndexByte(b, '<')
		if i < 0 {
			i = len(b)
		}
		out = appendHidden(out, b[:i], kind)
		if b = b[i:]; len(b) == 0 {
			break
		}
		if end := endOfSection(b); end != "" {
			_, b, _ = bytes.Cut(b, []byte(end))
			out = appendHidden(out, []byte(end), isSecret)
			continue
		}
		tag, ok := m.hiddenTag(b[1:], &open)
		if !ok {
			return []byte(redacted)
		}
		n, _ := tagEnd(b[1:])
		out, b, tags = append(append(out, '<'), tag...), b[n+1:], true
	}
	if len(open) > 0 || !tags && len(bytes.TrimSpace(out)) == 0 {
		return []byte(redacted)
	}
	return out
}

// appendHidden appends the text of a secret element, without what is secret.
func appendHidden(out, text []byte, kind secretKind) []byte {
	trimmed := bytes.TrimSpace(text)
	switch {
	case len(trimmed) == 0, kind == isSession && len(bytes.Trim(trimmed, "0123456789")) == 0:
		return append(out, text...)
	case bytes.HasSuffix(out, []byte(redacted)):
		return out
	}
	return append(out, redacted...)
}

// hiddenTag returns a tag without the values of attributes. It reports false if the tag is not well-formed.
func (m *markupRedaction) hiddenTag(b []byte, open *[][]byte) ([]byte, bool) {
	n, _ := tagEnd(b)
	tag := b[:n]
	if n == 0 || tag[n-1] != '>' || bytes.IndexByte(tag, '<') >= 0 {
		return nil, false
	}
	if tag[0] == '/' {
		name := bytes.TrimSpace(tag[1 : n-1])
		if len(*open) == 0 || !bytes.Equal((*open)[len(*open)-1], name) {
			return nil, false
		}
		*open = (*open)[:len(*open)-1]
		return tag, true
	}
	name := tagName(tag)
	if !isTagName(name) {
		return nil, false
	}
	if !bytes.HasSuffix(tag, []byte("/>")) {
		*open = append(*open, name)
	}
	return m.attributes(nil, tag, attributesOf(tag), true), true
}

// isTagName reports whether a text may be the name of an element, roughly.
func isTagName(b []byte) bool {
	return len(b) > 0 && b[len(b)-1] != ':' && !bytes.ContainsFunc(b, func(r rune) bool { return !isNameRune(r) })
}

// isNameRune reports whether a character may be in a name.
func isNameRune(r rune) bool {
	return r >= utf8.RuneSelf && r != utf8.RuneError || r == '_' || r == '-' || r == '.' || r == ':' || r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z'
}

// attribute is an attribute of a tag; at is where its value begins in the tag.
type attribute struct {
	name, value []byte
	at          int
}

// attributesOf returns the attributes of a start tag. A quotation mark may be escaped, as in JSON.
func attributesOf(tag []byte) []attribute {
	var list []attribute
	for at := 0; ; {
		i := bytes.IndexAny(tag[at:], `"'`)
		if i < 0 {
			return list
		}
		quote := tag[at+i]
		name := bytes.TrimRight(tag[at:at+i], "= \t\r\n\\")
		name = name[bytes.LastIndexAny(name, " \t\r\n")+1:]
		at += i + 1
		end := bytes.IndexByte(tag[at:], quote)
		if end < 0 {
			end = len(tag) - at
		}
		list = append(list, attribute{name, bytes.TrimRight(tag[at:at+end], `\`), at})
		at = min(at+end+1, len(tag))
	}
}

// attributes appends a tag without the values of secret attributes. If the element is secret, all are, except those that say
// what the element is, and its names.
func (m *markupRedaction) attributes(out, tag []byte, list []attribute, secret bool) []byte {
	hasValue := false
	for _, a := range list {
		hasValue = hasValue || strings.EqualFold(localName(a.name), "value")
	}
	from := 0
	for _, a := range list {
		out = append(out, tag[from:a.at]...)
		from = a.at + len(a.value)
		kind := m.kindOf(localName(a.name))
		isName := m.isNameWord(a.name) && m.isSecretName(a.value)
		if strings.EqualFold(localName(a.name), "key") && hasValue {
			kind = noSecret
		}
		switch {
		case len(a.value) == 0, isNamespace(a.name):
			out = append(out, a.value...)
		case kind == isSession && len(bytes.Trim(a.value, "0123456789")) == 0, kind == noSecret && secret && (isName || saysWhat(a.name)):
			out = append(out, a.value...)
		case kind != noSecret, secret:
			out = append(out, redacted...)
		default:
			out = append(out, m.escaped(a.value, m.layer)...)
		}
	}
	return append(out, tag[from:]...)
}

// isNamespace reports whether an attribute declares a prefix.
func isNamespace(name []byte) bool {
	return string(name) == "xmlns" || bytes.HasPrefix(name, []byte("xmlns:"))
}

// saysWhat reports whether an attribute of a secret element is none of its values: those of XML Schema, and those of
// WS-Security.
func saysWhat(name []byte) bool {
	switch localName(name) {
	case "lang", "type", "nil", "Type", "ValueType", "EncodingType", "mustUnderstand":
		return true
	}
	return false
}

// localName returns a name without its prefix.
func localName(name []byte) string { return string(name[bytes.LastIndexByte(name, ':')+1:]) }

// tagName returns the name that a tag begins with.
func tagName(b []byte) []byte {
	if n := bytes.IndexAny(b, " \t\r\n/><"); n >= 0 {
		return b[:n]
	}
	return b
}

// tagEnd returns the length of a start tag, and whether it has an end.
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
		}
	}
	return len(b), false
}

// tagEndBefore returns the length of a tag that ends before the next "<" at the latest.
func tagEndBefore(b []byte) int {
	if i := bytes.IndexByte(b, '<'); i >= 0 {
		b = b[:i]
	}
	n, _ := tagEnd(b)
	return n
}

// endOfSection returns what ends the CDATA section or the comment that a text begins with, "" if it begins with neither.
func endOfSection(b []byte) string {
	switch {
	case bytes.HasPrefix(b, []byte("<![CDATA[")):
		return "]]>"
	case bytes.HasPrefix(b, []byte("<!--")):
		return "-->"
	}
	return ""
}

// contentEnd returns the length of the content of an element, which may have elements with its name.
func contentEnd(b, name []byte) int {
	depth := 0
	for i := 0; ; {
		n := bytes.IndexByte(b[i:], '<')
		if n < 0 {
			return len(b)
		}
		i += n
		rest := b[i:]
		end := endOfSection(rest)
		switch {
		case bytes.HasPrefix(rest, []byte("</")) && bytes.Equal(tagName(rest[2:]), name):
			if depth == 0 {
				return i
			}
			depth--
		case bytes.HasPrefix(rest[1:], name) && bytes.Equal(tagName(rest[1:]), name):
			n := tagEndBefore(rest[1:])
			if tag := rest[1 : n+1]; len(tag) > 0 && tag[len(tag)-1] == '>' && !bytes.HasSuffix(tag, []byte("/>")) {
				depth++
			}
		}
		i++
		if end != "" {
			n := bytes.Index(rest, []byte(end))
			if n < 0 {
				return len(b)
			}
			i += n
		}
	}
}
