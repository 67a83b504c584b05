package soap

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
)

const redacted = "[redacted]"

// RedactCredentials removes credentials from a message that is about to be logged or
// recorded. It is the method Redact of a [Redactor] without names and values of its own.
func RedactCredentials(m *WireMessage) { Redactor{}.Redact(m) }

// Redactor removes credentials from what is about to be logged, recorded or printed. The
// zero value knows the usual names of credentials. It is not changed by its methods, which
// may be called concurrently.
//
// Names are compared by word. A word ends where a lower-case letter is followed by an
// upper-case one, at digits, and at characters such as "_", "-", "." and ":"; the case does
// not matter. A name is that of a credential in three cases:
//   - It has, at any place, a word such as password, passwd, pwd, passphrase, secret,
//     credential, cookie or jwt, or words such as api key, access key or session id. A word
//     that has password or secret as a part counts, too. If the last word says that something
//     about the credential follows, such as type, policy, length or expires, it is none.
//   - Its last word is auth, authorization, key, pass, pin, session, sig, signature, token or
//     one like these. Numbers at the end do not count, nor words such as hash, text and value.
//   - It has the words of one of Names, at any place and in their order.
//
// What has such a name is removed: the value of a header or parameter, the content of an
// element, the value of an attribute, the value of a member of a JSON object, and the rest of
// a line after the name and a colon. So is what is beside an element or attribute such as name
// or key whose value is the name of a credential. All of this is found in the text of
// elements and values, too: as markup that is escaped or in CDATA, as JSON, and as parameters.
//
// Shown are numbers that identify sessions, and the user in a UsernameToken. Not found are
// credentials in text that is encoded otherwise, such as base64, or compressed.
type Redactor struct {
	// Names are further names of credentials.
	Names []string

	// Values are texts that are removed wherever they are: as they are, as they are
	// escaped in XML, URLs and JSON, and in base64. One of fewer than 4 bytes is removed only
	// where it is a value as a whole.
	Values []string
}

// minAnywhere is the length in bytes of values that are removed within other text.
const minAnywhere = 4

// maxLayers bounds how often text within text is unescaped. What is escaped more often is
// removed as a whole.
const maxLayers = 4

// Redact removes credentials from a message. A body in UTF-16 is removed as a whole.
func (r Redactor) Redact(m *WireMessage) {
	x := r.prepared()
	for name, values := range m.Header {
		if x.isSecretHeader(name) {
			m.Header[name] = []string{redacted}
			continue
		}
		for i, value := range values {
			values[i] = string(x.text([]byte(value), 0))
		}
	}
	switch b := m.Body; {
	case len(b) >= 2 && (b[0] == 0 || b[1] == 0 || b[0] >= 0xFE && b[1] >= 0xFE):
		m.Body = []byte("[not logged: it is in UTF-16]")
	case bytes.IndexByte(b, '<') < 0 && !isJSON(b):
		m.Body = x.text(x.parameters(b, 0), 0)
	default:
		m.Body = x.text(b, 0)
	}
}

// Text removes credentials from a text, such as an address or an error message.
func (r Redactor) Text(text string) string {
	x := r.prepared()
	return string(x.text([]byte(text), 0))
}

// IsCredential reports whether a name, of a parameter or an element for example, is that
// of a credential.
func (r Redactor) IsCredential(name string) bool { return r.prepared().kindOf(name) != noSecret }

// IsCredentialHeader is IsCredential for the name of a header of HTTP.
func (r Redactor) IsCredentialHeader(name string) bool { return r.prepared().isSecretHeader(name) }

// redaction is a Redactor in use.
type redaction struct {
	names  []string // without what separates words, in lower case
	whole  map[string]bool
	values *strings.Replacer // nil: there are none
	known  map[string]secretKind
	naming map[string]bool // what isNameWord has reported
}

func (r Redactor) prepared() *redaction {
	x := &redaction{known: map[string]secretKind{}, whole: map[string]bool{}, naming: map[string]bool{}}
	for _, name := range r.Names {
		if joined := strings.Join(words(name), ""); joined != "" {
			x.names = append(x.names, joined)
		}
	}
	var forms []string
	for _, value := range r.Values {
		if value = strings.TrimSpace(value); value == "" {
			continue
		}
		x.whole[value] = true
		if len(value) >= minAnywhere {
			forms = append(forms, formsOf(value)...)
		}
	}
	if len(forms) > 0 {
		slices.SortFunc(forms, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), strings.Compare(a, b)) })
		var pairs []string
		for _, form := range slices.Compact(forms) {
			pairs = append(pairs, form, redacted)
		}
		x.values = strings.NewReplacer(pairs...)
	}
	return x
}

// text removes credentials from a text in any form: markup, JSON, parameters, or others.
func (x *redaction) text(b []byte, layer int) []byte {
	if len(x.whole) > 0 && x.whole[string(bytes.TrimSpace(b))] {
		return []byte(redacted)
	}
	out := b
	markup := bytes.IndexByte(b, '<') >= 0
	if markup {
		out = x.markup(b, layer)
	}
	if first := bytes.TrimSpace(b); len(first) > 0 && first[0] != '<' {
		out = x.plain(out)
	}
	out = x.replace(out)
	if markup {
		return out // what is in it has been unescaped part by part
	}
	unreferenced := unescapeMarkup(out)
	plain := unescapePercent(unescapeJSON(unreferenced))
	if bytes.Equal(plain, out) {
		return out
	}
	if layer >= maxLayers {
		return []byte(redacted)
	}
	shown := x.text(plain, layer+1)
	switch {
	case bytes.Equal(shown, plain):
		return out
	case len(unreferenced) != len(out):
		return escapeMarkup(shown)
	}
	return shown
}

// escaped removes credentials from text in markup, where characters may be escaped.
func (x *redaction) escaped(b []byte, layer int) []byte {
	plain := unescapeMarkup(b)
	shown := x.text(plain, layer)
	switch {
	case bytes.Equal(shown, plain):
		return b
	case len(plain) == len(b) && bytes.IndexByte(shown, '<') < 0:
		return shown
	}
	return escapeMarkup(shown)
}
