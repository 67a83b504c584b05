package soap

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
)

const redacted = "[redacted]"

// Redactor removes credentials from messages that are about to be logged or recorded. The zero value removes what
// [RedactCredentials] does. It may be used by several goroutines.
type Redactor struct {
	// Names are further names of credentials, as elements, attributes, parameters, headers and members have them. Each
	// stands for all names that contain its words: "card number" for CardNumber, card_number and myCardNumber2.
	Names []string

	// Values are credentials that are removed wherever they appear, as they are and as they are escaped in XML, in JSON and in
	// addresses; those of six bytes or more in base64, too. Shorter ones are removed only where no letter or digit is beside them.
	Values []string
}

// RedactCredentials removes credentials from a message that is about to be logged or recorded: values with the name of a
// credential. These are the headers Authorization, Proxy-Authorization, Cookie and Set-Cookie, and everything whose name
//   - has one of the words password, passwd, passphrase, passcode, pwd, secret, credential, jwt, bearer and otp,
//   - has key, token, pass, pin, sig, signature, auth, authorization or session as its last word, apart from digits and words such as
//     id, value, hash or code, or
//   - ends with two such words without a capital, such as apikey or accesstoken.
//
// Words begin at capitals and after what is no letter. Such values are removed from headers, from queries in the headers and texts that
// have addresses, from forms, from the content of elements and the values of attributes (of a sessionId, if it is no number), from
// members of JSON, and from XML and JSON that is escaped in a text. So are the values that follow the name of a credential:
// <name>password</name><value>…</value> and <entry key="password" value="…"/>.
//
// A body in UTF-16 is removed as a whole. Credentials under other names remain: see [Redactor].
func RedactCredentials(m *WireMessage) { new(Redactor).Redact(m) }

// redaction is one use of a Redactor.
type redaction struct {
	*Redactor
	known map[string]bool // whether names are secret
}

// Redact removes credentials from a message.
func (own *Redactor) Redact(m *WireMessage) {
	r := &redaction{own, make(map[string]bool)}
	for name, values := range m.Header {
		if r.isSecretHeader(name) {
			m.Header[name] = []string{redacted}
			continue
		}
		for i, value := range values {
			if address, query, found := strings.Cut(value, "?"); found {
				value = address + "?" + string(r.parameters([]byte(query)))
			}
			values[i] = r.Text(value)
		}
	}
	switch b := m.Body; {
	case len(b) >= 2 && (b[0] == 0 || b[1] == 0 || b[0] >= 0xFE && b[1] >= 0xFE):
		m.Body = []byte("[not logged: it is in UTF-16]")
	default:
		m.Body = []byte(r.Text(string(r.body(b, maxNested))))
	}
}

// maxNested is how deep texts that are escaped in texts are read.
const maxNested = 3

// body removes values with secret names from a body, or from a text in one.
func (r *redaction) body(b []byte, nested int) []byte {
	start := bytes.TrimLeft(b, " \t\r\n")
	switch {
	case bytes.IndexByte(b, '<') >= 0:
		return r.elements(b, nested)
	case len(start) > 0 && (start[0] == '{' || start[0] == '['):
		return r.members(b, nested)
	}
	return r.parameters(b)
}

// parameters removes the values of secret parameters of a query or a form, and what is secret in other values.
func (r *redaction) parameters(b []byte) []byte {
	fields := bytes.Split(b, []byte("&"))
	for i, field := range fields {
		name, value, found := bytes.Cut(field, []byte("="))
		if !found {
			continue
		}
		plain, err := url.QueryUnescape(string(name))
		if err != nil || r.isSecret(plain) {
			fields[i] = append(bytes.Clone(name), "="+redacted...)
			continue
		}
		text, err := url.QueryUnescape(string(value))
		if err != nil || !strings.ContainsAny(text, "<{") {
			continue
		}
		if done := r.body([]byte(text), 1); string(done) != text {
			fields[i] = append(append(bytes.Clone(name), '='), url.QueryEscape(string(done))...)
		}
	}
	return bytes.Join(fields, []byte("&"))
}

// members removes the values of secret members from text that has JSON in it.
func (r *redaction) members(b []byte, nested int) []byte {
	var out []byte
	for {
		i := bytes.IndexByte(b, '"')
		if i < 0 {
			return append(out, b...)
		}
		end := i + 1 + stringEnd(b[i+1:])
		var name string
		if end > len(b) || json.Unmarshal(b[i:end], &name) != nil {
			name = string(bytes.Trim(b[i:min(end, len(b))], `"`))
		}
		from := len(out) + i
		out, b = append(out, b[:min(end, len(b))]...), b[min(end, len(b)):]
		colon := len(b) - len(bytes.TrimLeft(b, " \t\r\n"))
		if colon == len(b) || b[colon] != ':' {
			if nested > 0 && strings.ContainsAny(name, "<{") {
				if done := string(r.body([]byte(name), nested-1)); done != name {
					quoted, _ := json.Marshal(done)
					out = append(out[:from], quoted...)
				}
			}
			continue
		}
		if !r.isSecret(name) {
			continue
		}
		at := colon + 1
		at += len(b[at:]) - len(bytes.TrimLeft(b[at:], " \t\r\n"))
		out = append(append(out, b[:at]...), `"`+redacted+`"`...)
		b = b[at+valueEnd(b[at:]):]
	}
}

// stringEnd returns the length of the rest of a string of JSON, with its quotation mark.
func stringEnd(b []byte) int {
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(b)
}

// valueEnd returns the length of a value of JSON.
func valueEnd(b []byte) int {
	depth := 0
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '"':
			i += stringEnd(b[i+1:])
			if depth == 0 {
				return min(i+1, len(b))
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth <= 0 {
				return i + 1 + depth
			}
		case ',':
			if depth == 0 {
				return i
			}
		}
	}
	return len(b)
}

// Text removes the Values from a text, such as that of an error.
func (r *Redactor) Text(text string) string {
	if len(r.Values) == 0 {
		return text
	}
	for _, form := range r.forms() {
		text = replaceSecret(text, form)
	}
	return text
}

// shortSecret is the length below which a value may be part of many words.
const shortSecret = 6

// forms returns the values as texts have them, long ones first.
func (r *Redactor) forms() []string {
	var all []string
	for _, v := range r.Values {
		quoted, _ := json.Marshal(v)
		all = append(all, v, url.QueryEscape(v), url.PathEscape(v), escapeMarkup.Replace(v), textMarkup.Replace(v), strings.Trim(string(quoted), `"`))
		if len(v) >= shortSecret {
			all = append(all, base64.StdEncoding.EncodeToString([]byte(v)), base64.URLEncoding.EncodeToString([]byte(v)))
		}
	}
	slices.SortFunc(all, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	return slices.DeleteFunc(slices.Compact(all), func(s string) bool { return s == "" })
}

var (
	textMarkup     = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
	escapeMarkup   = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&apos;")
	unescapeMarkup = strings.NewReplacer("&amp;", "&", "&lt;", "<", "&gt;", ">", "&quot;", `"`, "&apos;", "'", "&#34;", `"`, "&#39;", "'", "&#60;", "<", "&#62;", ">", "&#x3C;", "<", "&#x3E;", ">", "&#x3c;", "<", "&#x3e;", ">")
)

// replaceSecret replaces a value in a text; a short one only where it is whole.
func replaceSecret(text, secret string) string {
	if len(secret) >= shortSecret {
		return strings.ReplaceAll(text, secret, redacted)
	}
	var b strings.Builder
	for at := 0; ; {
		i := strings.Index(text[at:], secret)
		if i < 0 {
			b.WriteString(text[at:])
			return b.String()
		}
		from, to := at+i, at+i+len(secret)
		b.WriteString(text[at:from])
		if from > 0 && isWordByte(text[from-1]) || to < len(text) && isWordByte(text[to]) {
			b.WriteString(secret)
		} else {
			b.WriteString(redacted)
		}
		at = to
	}
}

func isWordByte(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80
}
