package soap

import (
	"bytes"
	"fmt"
	"net/url"
	"strings"

	"example.com/quartet/templates/soap/internal/charset"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/schema"
)

// maxParameters bounds the memory for a request of separators.
const maxParameters = 10000

// parseForm parses a query or a form as browsers write it
// (application/x-www-form-urlencoded, URL Standard section 5), strictly: a bad
// escape is an error. Values that are escaped in another character set than
// UTF-8 are converted from that. With an error it returns the parameters before
// it.
func parseForm(encoded []byte, cs *charset.Charset) (list []schema.Parameter, err error) {
	for len(encoded) > 0 {
		var field []byte
		field, encoded, _ = bytes.Cut(encoded, []byte{'&'})
		if len(field) == 0 {
			continue
		}
		if len(list) == maxParameters {
			return list, fmt.Errorf("more than %d parameters", maxParameters)
		}
		rawName, rawValue, _ := bytes.Cut(field, []byte{'='})
		name, err := unescapeField(rawName, cs)
		if err != nil {
			return list, fmt.Errorf("%w in the name of a parameter", err)
		}
		value, err := unescapeField(rawValue, cs)
		if err != nil {
			return list, fmt.Errorf("%w in the parameter %q", err, name)
		}
		list = append(list, schema.Parameter{Name: name, Value: value})
	}
	return list, nil
}

func unescapeField(raw []byte, cs *charset.Charset) (string, error) {
	out := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; c {
		case '+':
			out = append(out, ' ')
		case '%':
			if i+2 >= len(raw) || lex.Unhex(raw[i+1]) < 0 || lex.Unhex(raw[i+2]) < 0 {
				return "", fmt.Errorf("bad escape %q", raw[i:min(i+3, len(raw))])
			}
			out = append(out, byte(lex.Unhex(raw[i+1])<<4|lex.Unhex(raw[i+2])))
			i += 2
		default:
			out = append(out, c)
		}
	}
	out, err := cs.Decode(out)
	if err != nil {
		return "", err
	}
	return lex.CheckedText(out)
}

// writeForm returns parameters as a query or a form.
func writeForm(list []schema.Parameter) string {
	var b strings.Builder
	for i, p := range list {
		if i > 0 {
			b.WriteByte('&')
		}
		b.WriteString(url.QueryEscape(p.Name))
		b.WriteByte('=')
		b.WriteString(url.QueryEscape(p.Value))
	}
	return b.String()
}
