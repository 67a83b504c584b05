// Package form reads and writes the bodies of messages that are not XML: queries, forms, and values of simple types.
package form

import (
	"bytes"
	"fmt"
	"net/url"
	"strings"
	"unicode/utf8"

	"example.com/quartet/templates/soap/internal/charset"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/lex"
)

// MaxParameters bounds the memory for a request of separators.
const MaxParameters = 10000

// Parse parses a query or a form as browsers write it
// (application/x-www-form-urlencoded, URL Standard section 5), strictly: a bad
// escape is an error, and %uXXXX is a UTF-16 unit. Values that are escaped in
// another character set than UTF-8 are converted from that. With an error it returns
// the parameters before it.
func Parse(encoded []byte, cs *charset.Charset) (list []codec.Parameter, err error) {
	for len(encoded) > 0 {
		var field []byte
		field, encoded, _ = bytes.Cut(encoded, []byte{'&'})
		if len(field) == 0 {
			continue
		}
		if len(list) == MaxParameters {
			return list, fmt.Errorf("more than %d parameters", MaxParameters)
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
		list = append(list, codec.Parameter{Name: name, Value: value})
	}
	return list, nil
}

// Memory returns how much memory Parse takes for bytes with some separators.
func Memory(bytes, separators int, cs *charset.Charset) int64 {
	const parameter = 2 * 32 // the list doubles
	if cs != nil {
		bytes *= 3 // at most, in UTF-8
	}
	return int64(bytes + parameter*min(separators+1, MaxParameters))
}

func unescapeField(raw []byte, cs *charset.Charset) (string, error) {
	var text []byte // converted; out is not
	out := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case c == '+':
			out = append(out, ' ')
		case c == '%' && i+1 < len(raw) && raw[i+1] == 'u':
			r, n := lex.CutUTF16(raw[i:], "%u") // no standard has this form, but clients of .NET and the function escape of browsers
			if n == 0 {
				return "", badEscape(raw[i:], 6)
			}
			before, err := cs.Decode(out)
			if err != nil {
				return "", err
			}
			text = utf8.AppendRune(append(text, before...), r)
			out = out[len(out):]
			i += n - 1
		case c == '%':
			if i+2 >= len(raw) || lex.Unhex(raw[i+1]) < 0 || lex.Unhex(raw[i+2]) < 0 {
				return "", badEscape(raw[i:], 3)
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
	if text != nil {
		out = append(text, out...)
	}
	return lex.CheckedText(out)
}

func badEscape(raw []byte, size int) error {
	return fmt.Errorf("bad escape %q", raw[:min(size, len(raw))])
}

// Write returns parameters as a query or a form.
func Write(list []codec.Parameter) string {
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
