package redact

import (
	"bytes"
	"strings"

	"example.com/quartet/templates/soap/internal/credential"
)

// maxName bounds the text that may be a name, in bytes.
const maxName = 256

// isSecretName reports whether a value is the name of a credential. Text of several words is not.
func (f *finder) isSecretName(value []byte) bool {
	if len(value) > maxName {
		return false
	}
	name, _ := view{b: bytes.TrimSpace(value)}.unescaped(reference)
	text := string(name.b)
	if text == placeholder { // the name of a value that is the name of a credential, too
		return true
	}
	return text != "" && !bytes.ContainsAny(name.b, " \t\r\n") && f.IsCredential(text)
}

// parameters finds the values of secret parameters of a query or a form.
func (s *scan) parameters(v view, layer int) {
	for start := 0; start <= len(v.b); {
		end := start + lengthUntil(v.b[start:], "&")
		if n := bytes.IndexByte(v.b[start:end], '='); n >= 0 {
			value := v.sub(start+n+1, end)
			if s.IsCredential(unescapedName(v.b[start : start+n])) {
				s.mark(value, 0, len(value.b))
			} else if bytes.IndexByte(value.b, '+') >= 0 {
				value.b = bytes.ReplaceAll(value.b, []byte("+"), []byte(" "))
				s.deeper(value, layer, func(layer int) { s.text(value, layer) })
			}
		}
		start = end + 1
	}
}

// plain finds what follows the name of a credential in text without markup: in JSON, in parameters, after a colon, and the passwords of
// addresses. It does not depend on where the text begins.
func (s *scan) plain(v view) {
	if !bytes.ContainsAny(v.b, "=:") {
		return
	}
	s.addresses(v)
	s.pairs(v)
	low := 0 // no name begins before it
	for i := 0; i < len(v.b); i++ {
		if v.b[i] != '=' && v.b[i] != ':' {
			continue
		}
		name, quoted := nameBefore(v.b[low:i])
		low = i + 1
		if len(name) > 0 && len(name) <= maxName && s.IsCredential(unescapedName(name)) {
			if end := s.valueAfter(v, i, name, quoted); end > 0 {
				low, i = end, end-1
			}
		}
	}
}

// addresses finds the passwords of addresses, //user:password@host (RFC 3986, section 3.2.1).
func (s *scan) addresses(v view) {
	for i := 0; ; {
		n := bytes.Index(v.b[i:], []byte("//"))
		if n < 0 {
			return
		}
		i += n + 2
		rest := v.b[i:]
		authority := rest[:lengthUntil(rest, "/?# \t\r\n\"'<>\\")]
		at := bytes.LastIndexByte(authority, '@')
		colon := bytes.IndexByte(authority, ':')
		if cut := len(rest) > 0 && len(authority) == len(rest) && rest[0] != '['; at < 0 && cut && colon >= 0 && len(bytes.Trim(rest[colon+1:], "0123456789")) > 0 {
			at = len(rest) // it is cut off, and what follows is not a port
		}
		if colon >= 0 && colon < at && string(authority[colon+1:at]) != "xxxxx" { // not the text that url.URL.Redacted writes
			s.mark(v, i+colon+1, i+at)
		}
	}
}

// nameBefore returns the name that a text ends with, and the quotation marks around it.
func nameBefore(b []byte) (name []byte, q quotation) {
	b = bytes.TrimRight(b, " \t\r\n")
	if len(b) == 0 {
		return nil, quotation{}
	}
	if mark := b[len(b)-1]; mark == '"' || mark == '\'' {
		b = b[:len(b)-1]
		name = bytes.TrimRight(b, `\`)
		q = quotation{mark, len(b) - len(name)}
		return name[bytes.LastIndexByte(name, mark)+1:], q
	}
	b = bytes.TrimRight(b, "])}")
	return b[bytes.LastIndexAny(b, " \t\r\n&?#;,\"'(){}[]<>|/\\")+1:], quotation{}
}

// valueAfter finds the value of a secret name before the separator v.b[i], and returns where it ends; 0: there is none.
func (s *scan) valueAfter(v view, i int, name []byte, quoted quotation) (end int) {
	b := v.b
	start := i + 1
	if bytes.HasPrefix(b[i:], []byte("=>")) {
		start++
	}
	for start < len(b) && (b[start] == ' ' || b[start] == '\t' || quoted.mark != 0 && (b[start] == '\r' || b[start] == '\n')) {
		start++
	}
	rest := b[start:]
	q, n := quotationAt(rest)
	switch escaped, _ := referenceAt(rest); {
	case escaped == `"` || escaped == "'":
		return 0 // the text is unescaped later
	case q.mark != 0:
		start += n
		end = start + q.end(b[start:])
	case b[i] == ':' && quoted.mark == 0 && start == i+1 && !credential.HasPart(strings.ToLower(string(name))):
		return 0 // the name is a prefix, or a part of a URN
	case b[i] == ':' && quoted.mark != 0 && len(rest) > 0 && (rest[0] == '{' || rest[0] == '['):
		return s.members(v, start+1, start+1, quoted, -1)
	case b[i] == ':' && quoted.mark != 0:
		end = start + lengthUntil(rest, ",}]\r\n")
	case b[i] == ':':
		end = start + unescapedUntil(rest, "\r\n\"")
	default:
		end = start + parameterEnd(rest)
	}
	s.mark(v, start, end)
	return end
}

// referenceAt is reference for a text that may be empty.
func referenceAt(b []byte) (plain string, n int) {
	if len(b) == 0 {
		return "", 0
	}
	return reference(b)
}

// parameterEnd returns the length of the value of a parameter. A reference to a character is part of it.
func parameterEnd(b []byte) int {
	for i := 0; ; i++ {
		i += unescapedUntil(b[i:], "&\r\n\"'<>")
		if i == len(b) || b[i] != '&' {
			return i
		}
		if _, n := reference(b[i:]); n == 0 {
			return i
		}
	}
}

// unescapedName returns a name without the escapes of JSON and of parameters.
func unescapedName(name []byte) string {
	plain, _ := view{b: name}.unescaped(anyEscape)
	return string(plain.b)
}

func lengthUntil(b []byte, ends string) int {
	if n := bytes.IndexAny(b, ends); n >= 0 {
		return n
	}
	return len(b)
}

// unescapedUntil is lengthUntil without the characters after backslashes.
func unescapedUntil(b []byte, ends string) int {
	for i := 0; ; i = min(i+2, len(b)) {
		if i += lengthUntil(b[i:], ends+`\`); i == len(b) || b[i] != '\\' {
			return i
		}
	}
}
