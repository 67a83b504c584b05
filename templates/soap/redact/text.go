package redact

import (
	"bytes"
	"net/url"
	"regexp"
)

// parameters finds the values of secret parameters of a query, a form or an address, and credentials in other values. A value ends at
// "&" only, whatever other readers take for a separator.
func (s *scan) parameters(start, end int) {
	first, name := true, start // first: there is no "=" since the last "&"
	for i := start; i < end; i++ {
		switch s.b[i] {
		case '&':
			first, name = true, i+1
		case '?', ';', '#', '/':
			name = i + 1
		case '=':
			value := i + 1
			isSecret := s.IsParameter(string(unescaped(s.b[name:i])))
			if name = value; !isSecret && !first {
				continue
			}
			if first = false; isSecret {
				to := value + lengthUntil(s.b[value:end], "&")
				s.mark(value, to)
				i = to - 1
			}
		}
	}
}

var escape = regexp.MustCompile(`\+|%[0-9A-Fa-f]{2}`)

// unescaped returns the name or the value of a parameter without escapes. Invalid ones stay.
func unescaped(text []byte) []byte {
	return escape.ReplaceAllFunc(text, func(b []byte) []byte {
		plain, _ := url.QueryUnescape(string(b)) // all that match are valid
		return []byte(plain)
	})
}

var (
	authority = regexp.MustCompile(`//[^/?# \t\r\n"'<>\\]*`)
	address   = regexp.MustCompile(`://[^ \t\r\n"'<>\\]*`)
)

// addresses finds the passwords (RFC 3986, section 3.2.1) and the parameters of addresses.
func (s *scan) addresses(start, end int) {
	for _, m := range authority.FindAllIndex(s.b[start:end], -1) {
		i, to := start+m[0]+len("//"), start+m[1]
		at, colon := bytes.LastIndexByte(s.b[i:to], '@'), bytes.IndexByte(s.b[i:to], ':')
		if isCut := to == end && at < 0 && !isPort(s.b[i+colon+1:to]); isCut {
			at = to - i
		}
		if 0 <= colon && colon < at && string(s.b[i+colon+1:i+at]) != "xxxxx" { // not the text that url.URL.Redacted writes
			s.mark(i+colon+1, i+at)
		}
	}
	for _, m := range address.FindAllIndex(s.b[start:end], -1) {
		s.parameters(start+m[0], start+m[1])
	}
}

// isPort reports whether what follows a colon is the port of an address, or a part of an address of IPv6.
func isPort(b []byte) bool { return len(bytes.Trim(b, "0123456789abcdefABCDEF:]")) == 0 }

// nameBefore finds a name that may be in quotation marks or brackets, and the separator after it.
var nameBefore = regexp.MustCompile(`(["'[(/]?)([\pL\pN_.%+-]+)(["'\])]?)[ \t]*(=>?|:)[ \t]*`)

// plain finds what follows the name of a credential in plain text, and the passwords of addresses.
func (s *scan) plain(start, end int) {
	s.addresses(start, end)
	for i := start; ; {
		m := nameBefore.FindSubmatchIndex(s.b[i:end])
		if m == nil {
			return
		}
		before, name, after := string(s.b[i+m[2]:i+m[3]]), string(unescaped(s.b[i+m[4]:i+m[5]])), string(s.b[i+m[6]:i+m[7]])
		isColon, hasSpace := s.b[i+m[8]] == ':', m[1] > m[9]
		value := i + m[1]
		i = value
		isAddress := isColon && (before == "/" || (after == `"` || after == "'") && before != after) // http://h/token: and "http://h/token":
		if isAddress || !s.IsCredential(name) {
			continue
		}
		switch rest := s.b[value:end]; {
		case len(rest) > 0 && (rest[0] == '"' || rest[0] == '\''):
			value++
			i = value + lengthUntil(rest[1:], string(rest[0]))
		case !isColon:
			i = value + lengthUntil(rest, "& \t\r\n\"'<>")
		case hasSpace || after != "": // else the name is a prefix, or a part of a URN
			i = value + lengthUntil(rest, "\r\n\"")
		}
		s.mark(value, i)
	}
}

func lengthUntil(b []byte, ends string) int {
	if n := bytes.IndexAny(b, ends); n >= 0 {
		return n
	}
	return len(b)
}
