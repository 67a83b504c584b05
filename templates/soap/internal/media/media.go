// Package media reads and writes headers about the form of a body: media types, the values of Content-Type, and content
// codings.
package media

import (
	"mime"
	"net/http"
	"strings"

	"example.com/quartet/templates/soap/internal/lex"
)

// Media types and parameters of messages.
const (
	XML       = "text/xml"
	JSON      = "application/json"
	Multipart = "multipart/related"   // RFC 2387
	XOP       = "application/xop+xml" // XML-binary Optimized Packaging, section 5

	UTF8 = "; charset=utf-8"
)

// maxAttributes bounds the parameters of one media type.
const maxAttributes = 16

// Type is the value of a Content-Type header.
type Type struct {
	Name       string // in lower case
	attributes []attribute
}

// attribute is a parameter of a media type. The name is in lower case.
type attribute struct{ name, value string }

// Parse reads a media type (RFC 9110 section 8.3.1). It also reads the incorrect
// values that clients send: values without quotes that need them, such as the
// URL of an action; values in single quotes, which HTTP does not have; unterminated
// quotes; spaces around the equals sign.
func Parse(header string) Type {
	name, rest, _ := strings.Cut(header, ";")
	t := Type{Name: strings.ToLower(Trim(name))}
	for rest != "" {
		i := strings.IndexAny(rest, "=;")
		if i < 0 || rest[i] == ';' { // no value
			if i < 0 {
				break
			}
			rest = rest[i+1:]
			continue
		}
		name := strings.ToLower(Trim(rest[:i]))
		var value string
		value, rest = cutValue(strings.TrimLeft(rest[i+1:], " \t"))
		if name != "" && len(t.attributes) < maxAttributes {
			t.attributes = append(t.attributes, attribute{name, value})
		}
	}
	return t
}

// cutValue reads the value of a parameter, and the semicolon after it.
func cutValue(s string) (value, rest string) {
	if !strings.HasPrefix(s, `"`) {
		value, rest, _ = strings.Cut(s, ";")
		value = strings.Trim(value, " \t\"")
		if len(value) >= 2 && value[0] == '\'' && value[len(value)-1] == '\'' {
			value = value[1 : len(value)-1]
		}
		return value, rest
	}
	var b strings.Builder
	i := 1
	for ; i < len(s) && s[i] != '"'; i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
		}
		b.WriteByte(s[i])
	}
	_, rest, _ = strings.Cut(s[min(i, len(s)):], ";")
	return b.String(), rest
}

// Attribute returns the value of the first parameter with a name, "" if there is
// none.
func (t Type) Attribute(name string) string {
	for _, a := range t.attributes {
		if a.name == name {
			return a.value
		}
	}
	return ""
}

// Add adds a parameter.
func (t *Type) Add(name, value string) {
	t.attributes = append(t.attributes, attribute{name, value})
}

// IsXML reports whether t is a media type of XML (RFC 7303 section 4).
func (t Type) IsXML() bool {
	return strings.HasSuffix(t.Name, "/xml") || strings.HasSuffix(t.Name, "+xml")
}

// IsValid reports whether s is a media type that a header can have.
func IsValid(s string) bool {
	_, _, err := mime.ParseMediaType(s)
	return err == nil && s == lex.OneLine(s)
}

// Quote returns s as a quoted-string (RFC 9110 section 5.6.4). Characters that a
// header cannot contain become spaces.
func Quote(s string) string {
	if s = lex.OneLine(s); !strings.ContainsAny(s, `\"`) {
		return `"` + s + `"`
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

// Trim removes the white space of HTTP headers from both ends of s.
func Trim(s string) string { return strings.Trim(s, " \t") }

// ContentCoding returns the codings of a body in lower case, without
// identity; "gzip" under its old name, too (RFC 9110 section 8.4.1.3).
func ContentCoding(header http.Header) string {
	var codings []string
	for _, value := range header["Content-Encoding"] {
		for _, coding := range strings.Split(value, ",") {
			switch coding = strings.ToLower(Trim(coding)); coding {
			case "", "identity":
			case "x-gzip":
				codings = append(codings, "gzip")
			default:
				codings = append(codings, coding)
			}
		}
	}
	return strings.Join(codings, ", ")
}
