package soap

import "strings"

// mediaType is a Content-Type header, as far as it could be read.
type mediaType struct {
	Name       string // lower case
	attributes []mediaTypeAttribute
}

// mediaTypeAttribute is a parameter of a media type. The name is in lower case.
type mediaTypeAttribute struct{ name, value string }

// ParseMediaType reads a media type (RFC 9110 section 8.3.1). It takes what
// clients send, too: values that should be quoted and are not, such as the URL
// of an action; quotes that do not end; spaces around the equals sign.
func ParseMediaType(header string) mediaType {
	name, rest, _ := strings.Cut(header, ";")
	m := mediaType{Name: strings.ToLower(Trim(name))}
	for rest != "" {
		i := strings.IndexAny(rest, "=;")
		if i < 0 || rest[i] == ';' { // no value
			if i < 0 {
				break
			}
			rest = rest[i+1:]
			continue
		}
		attribute := strings.ToLower(Trim(rest[:i]))
		var value string
		value, rest = mediaTypeValue(strings.TrimLeft(rest[i+1:], " \t"))
		if attribute != "" && len(m.attributes) < 16 {
			m.attributes = append(m.attributes, mediaTypeAttribute{attribute, value})
		}
	}
	return m
}

// mediaTypeValue reads a parameter's value, up to and including the semicolon
// behind it.
func mediaTypeValue(s string) (value, rest string) {
	if !strings.HasPrefix(s, `"`) {
		value, rest, _ = strings.Cut(s, ";")
		return strings.Trim(value, " \t\""), rest
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

// Attribute returns the first parameter of that name, "" if there is none.
func (m mediaType) Attribute(name string) string {
	for _, a := range m.attributes {
		if a.name == name {
			return a.value
		}
	}
	return ""
}

// isXML reports whether the media type is one of XML (RFC 7303 section 4).
func (m mediaType) isXML() bool {
	return strings.HasSuffix(m.Name, "/xml") || strings.HasSuffix(m.Name, "+xml")
}

func Trim(s string) string { return strings.Trim(s, " \t") }
