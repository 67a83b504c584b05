package soap

import (
	"bytes"
	"net/url"
	"slices"
	"strings"
)

const redacted = "[redacted]"

// RedactCredentials removes credentials from a message that is about to be logged or
// recorded:
//   - the values of the headers Authorization, Proxy-Authorization, Cookie and Set-Cookie,
//     and of those whose names contain "api-key", "apikey", "password", "secret" or "token"
//   - the values of parameters whose names end with "password" or another word for a
//     credential, such as "secret", "apikey" or "accesstoken", in any case, also in
//     addresses in headers, such as Location
//   - the content of elements and the values of attributes whose names end so, as those of
//     WS-Security do; of a "sessionid", if it is a text and no number
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

// secretNames are the ends of the names of credentials, in lower case.
var secretNames = []string{
	"password", "passwd", "passphrase", "pwd", "secret", "apikey", "api_key", "api-key", "licensekey", "accesskey", "securitytoken",
	"accesstoken", "authtoken", "authenticationtoken", "developertoken", "sessiontoken", sessionName,
}

const sessionName = "sessionid"

// isSecret reports whether the name of an element, of an attribute or of a parameter is
// that of a credential.
func isSecret(name []byte) bool {
	lower := nameEnd(name)
	return slices.ContainsFunc(secretNames, func(end string) bool { return strings.HasSuffix(lower, end) })
}

// nameEnd returns the end of a name, without a prefix and in lower case.
func nameEnd(name []byte) string {
	if i := bytes.LastIndexByte(name, ':'); i >= 0 {
		name = name[i+1:]
	}
	return strings.ToLower(string(name[max(0, len(name)-32):]))
}

// isShown reports whether the content of a secret element, which b begins with, is no
// credential: the number of a session, or elements.
func isShown(name, b []byte) bool {
	if !strings.HasSuffix(nameEnd(name), sessionName) {
		return false
	}
	text, markup, _ := bytes.Cut(b, []byte("<"))
	if len(markup) > 0 && markup[0] == '/' {
		return len(bytes.Trim(text, "0123456789 \t\r\n")) == 0
	}
	return len(markup) > 0 && markup[0] != '!' && len(bytes.TrimSpace(text)) == 0
}

// redactElements removes the content of secret elements, and the values of secret
// attributes. The body may be cut, or not be well-formed: what has no end is removed to
// the end.
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
			end := startTagEnd(b)
			out, b = appendTag(out, b[:end]), b[end:]
			continue
		}
		end, closed := tagEnd(b)
		out, b = appendTag(out, b[:end]), b[end:]
		if closed || isShown(name, b) {
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

// appendTag appends a start tag without the values of secret attributes.
func appendTag(out, tag []byte) []byte {
	for {
		i := bytes.IndexAny(tag, `"'`)
		if i < 0 {
			return append(out, tag...)
		}
		name := bytes.TrimRight(tag[:i], "= \t\r\n")
		name = name[bytes.LastIndexAny(name, " \t\r\n")+1:]
		quote := tag[i]
		out, tag = append(out, tag[:i+1]...), tag[i+1:]
		end := bytes.IndexByte(tag, quote)
		if end < 0 {
			end = len(tag)
		}
		if end > 0 && isSecret(name) {
			out = append(out, redacted...)
		} else {
			out = append(out, tag[:end]...)
		}
		if tag = tag[end:]; len(tag) > 0 {
			out, tag = append(out, quote), tag[1:]
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
