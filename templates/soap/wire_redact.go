package soap

import (
	"bytes"
	"net/url"
	"strings"
)

const redacted = "[redacted]"

// RedactCredentials removes credentials from a message that is about to be logged or
// recorded:
//   - the values of the headers Authorization, Proxy-Authorization, Cookie and Set-Cookie,
//     and of those whose names contain "api-key", "apikey", "password", "secret" or "token"
//   - the values of parameters whose names end with "password", in any case, also in
//     addresses in headers, such as Location
//   - the content of elements whose names end so, as that of WS-Security does, and of its
//     BinarySecurityToken
//
// A body in UTF-16 is removed as a whole.
func RedactCredentials(m *WireMessage) {
	for name, values := range m.Header {
		if isSecretHeader(name) {
			m.Header[name] = []string{redacted}
			continue
		}
		for i, value := range values {
			if address, query, found := strings.Cut(value, "?"); found {
				values[i] = address + "?" + string(redactParameters([]byte(query)))
			}
		}
	}
	switch b := m.Body; {
	case len(b) >= 2 && (b[0] == 0 || b[1] == 0 || b[0] >= 0xFE && b[1] >= 0xFE):
		m.Body = []byte("[not logged: it is in UTF-16]")
	case bytes.IndexByte(b, '<') >= 0:
		m.Body = redactElements(b)
	default:
		m.Body = redactParameters(b)
	}
}

func isSecretHeader(name string) bool {
	name = strings.ToLower(name)
	switch name {
	case "authorization", "proxy-authorization", "cookie", "set-cookie":
		return true
	}
	for _, part := range []string{"api-key", "apikey", "password", "secret", "token"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}

// isSecret reports whether the name of an element or of a parameter is that of a
// credential.
func isSecret(name []byte) bool {
	if i := bytes.LastIndexByte(name, ':'); i >= 0 {
		name = name[i+1:]
	}
	lower := strings.ToLower(string(name[max(0, len(name)-32):]))
	return strings.HasSuffix(lower, "password") || strings.HasSuffix(lower, "binarysecuritytoken")
}

// redactElements removes the content of secret elements. The body may be cut, or not be
// well-formed: what has no end is removed to the end.
func redactElements(b []byte) []byte {
	var out []byte
	for {
		i := bytes.IndexByte(b, '<')
		if i < 0 {
			return append(out, b...)
		}
		out, b = append(out, b[:i+1]...), b[i+1:]
		n := bytes.IndexAny(b, " \t\r\n/><")
		if n < 0 {
			n = len(b)
		}
		name := b[:n]
		if !isSecret(name) {
			continue
		}
		end, closed := tagEnd(b)
		out, b = append(out, b[:end]...), b[end:]
		if closed {
			continue
		}
		out = append(out, redacted...)
		b = b[contentEnd(b, name):]
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

// redactParameters removes the values of secret parameters of a query or a form.
func redactParameters(b []byte) []byte {
	fields := bytes.Split(b, []byte("&"))
	for i, field := range fields {
		if name, _, found := bytes.Cut(field, []byte("=")); found && isSecretParameter(string(name)) {
			fields[i] = append(bytes.Clone(name), "="+redacted...)
		}
	}
	return bytes.Join(fields, []byte("&"))
}

func isSecretParameter(name string) bool {
	plain, err := url.QueryUnescape(name)
	return err != nil || isSecret([]byte(plain))
}
