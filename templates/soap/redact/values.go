package redact

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"html"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

const (
	minValue = 4  // the length in bytes of values that are looked for
	minPart  = 16 // that from which on the beginning of a value is found, too, where the rest is cut off
)

// values finds Values, also where they are escaped.
func (s *scan) values() {
	for _, value := range s.redactor.Values {
		if value = strings.TrimSpace(value); len(value) >= minValue {
			for _, form := range formsOf(value) {
				s.value(form)
			}
		}
	}
}

// value finds a form of a value.
func (s *scan) value(form string) {
	first := []byte(form[:min(len(form), minPart)])
	for i := 0; ; {
		n := bytes.Index(s.b[i:], first)
		if n < 0 {
			return
		}
		start := i + n
		for i = start + len(first); i < len(s.b) && i-start < len(form) && s.b[i] == form[i-start]; {
			i++
		}
		s.found = append(s.found, span{start: start, end: i})
	}
}

// formsOf returns a value as it is, in base64, and both with the usual escapes, also with one in another.
func formsOf(value string) []string {
	forms := append(inBase64(value), value)
	for range 2 {
		for _, form := range slices.Clone(forms) {
			for _, escape := range escapes {
				if escaped := escape(form); escaped != form && !slices.Contains(forms, escaped) {
					forms = append(forms, escaped)
				}
			}
		}
	}
	return forms
}

var escapes = []func(string) string{
	html.EscapeString,
	strings.NewReplacer("&", "&amp;", "<", "&lt;").Replace,
	strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace,
	strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&apos;").Replace,
	url.QueryEscape,
	url.PathEscape,
	func(text string) string { return url.User(text).String() },
	func(text string) string { return inLowerCase(url.QueryEscape(text)) },
	func(text string) string { return inLowerCase(url.PathEscape(text)) },
	func(text string) string {
		b, _ := json.Marshal(text) // a string has no error
		return unquoted(string(b))
	},
	func(text string) string { return unquoted(strconv.Quote(text)) },
	func(text string) string { return unquoted(strconv.QuoteToASCII(text)) },
}

func unquoted(text string) string { return text[1 : len(text)-1] }

var percent = regexp.MustCompile("%[0-9A-F]{2}")

// inLowerCase returns a text with the escapes of URLs in lower case.
func inLowerCase(text string) string { return percent.ReplaceAllStringFunc(text, strings.ToLower) }

// inBase64 returns what base64 of a value, and of any text that has it, has in any case.
func inBase64(value string) (forms []string) {
	for before := range 3 {
		text := append(make([]byte, before), value...)
		for _, encoding := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
			form := encoding.EncodeToString(text)
			if len(text)%3 != 0 {
				form = form[:len(form)-1] // it has bits of what follows
			}
			if form = form[(before*8+5)/6:]; len(form) >= minValue && !slices.Contains(forms, form) {
				forms = append(forms, form)
			}
		}
	}
	return forms
}
