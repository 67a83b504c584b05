package soap

import (
	"bytes"
	"encoding/base64"
	"net/url"
	"strconv"
	"strings"

	"example.com/quartet/templates/soap/internal/lex"
)

// minPart is the length in bytes from which on the beginning of a value is removed, too, where the rest is cut off.
const minPart = 16

// RemoveValues removes Values from a text, also where one is cut off, and where one is in quotation marks as a whole. What has the name of a
// credential stays.
func (r Redactor) RemoveValues(text string) string {
	for _, value := range r.Values {
		if value != "" {
			text = strings.ReplaceAll(text, strconv.Quote(value), strconv.Quote(redacted))
		}
	}
	text = string(r.prepared().replace([]byte(text)))
	for _, value := range r.Values {
		if len(value) > minPart {
			text = withoutPrefix(text, value)
		}
	}
	return string(r.removeEscaped([]byte(text)))
}

// removeEscaped removes Values whose characters are escaped in other ways than those of formsOf, or several times.
func (r Redactor) removeEscaped(b []byte) []byte {
	plain, at := b, make([]int, len(b)+1) // at is where each byte of plain is in b
	for i := range at {
		at[i] = i
	}
	secret := make([]bool, len(b))
	for range maxLayers {
		before := len(plain)
		if plain, at = unescapedOnce(plain, at); len(plain) == before {
			break
		}
		for _, value := range r.Values {
			for from := 0; len(value) >= minAnywhere; {
				n := bytes.Index(plain[from:], []byte(value))
				if n < 0 {
					break
				}
				from += n + len(value)
				for i := at[from-len(value)]; i < at[from]; i++ {
					secret[i] = true
				}
			}
		}
	}
	var out []byte
	for i, c := range b {
		switch {
		case !secret[i]:
			out = append(out, c)
		case i == 0 || !secret[i-1]:
			out = append(out, redacted...)
		}
	}
	return out
}

// unescapedOnce replaces all escapes once, and returns where each byte, and the end, was in a text before.
func unescapedOnce(b []byte, was []int) (plain []byte, at []int) {
	for i := 0; i < len(b); {
		n := 1
		switch c := b[i]; {
		case c == '&' && referenceEnd(b[i:]) > 0:
			n = referenceEnd(b[i:])
		case c == '%' && i+2 < len(b) && lex.Unhex(b[i+1]) >= 0 && lex.Unhex(b[i+2]) >= 0:
			n = 3
		case c == '\\' && i+5 < len(b) && b[i+1] == 'u':
			n = 6
		case c == '\\' && i+1 < len(b) && bytes.IndexByte([]byte(`"'\/`), b[i+1]) >= 0:
			plain, at = append(plain, b[i+1]), append(at, was[i])
			i += 2
			continue
		}
		piece := unescapePercent(unescapeMarkup(unescapeJSON(b[i : i+n])))
		plain = append(plain, piece...)
		for range piece {
			at = append(at, was[i])
		}
		i += n
	}
	return plain, append(at, was[len(b)])
}

// withoutPrefix removes the beginnings of a value that are longer than minPart.
func withoutPrefix(text, value string) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, value[:minPart])
		b.WriteString(before)
		if !found {
			return b.String()
		}
		b.WriteString(redacted)
		n := 0
		for n < len(after) && minPart+n < len(value) && after[n] == value[minPart+n] {
			n++
		}
		text = after[n:]
	}
}

// formsOf returns the forms of a value in other text.
func formsOf(value string) []string {
	query, path := url.QueryEscape(value), url.PathEscape(value)
	forms := []string{value, query, path, lowerHex(query), lowerHex(path), string(escapeMarkup([]byte(value))),
		jsonEscaper.Replace(value), userEscaped(value), withoutQuotes(strconv.Quote(value)), withoutQuotes(strconv.QuoteToASCII(value))}
	for _, encoding := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		forms = append(forms, encoding.EncodeToString([]byte(value)))
	}
	return forms
}

var jsonEscaper = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`)

func withoutQuotes(quoted string) string { return quoted[1 : len(quoted)-1] }

// userEscaped returns a text as the password in an address has it.
func userEscaped(text string) string {
	_, escaped, _ := strings.Cut(url.UserPassword("", text).String(), ":")
	return escaped
}

// lowerHex returns escaped text whose escapes are in lower case.
func lowerHex(text string) string {
	b := []byte(text)
	for i := 0; i+2 < len(b); i++ {
		if b[i] == '%' {
			copy(b[i+1:i+3], bytes.ToLower(b[i+1:i+3]))
		}
	}
	return string(b)
}

// replace removes the values of the Redactor.
func (x *redaction) replace(b []byte) []byte {
	if x.values == nil {
		return b
	}
	return []byte(x.values.Replace(string(b)))
}
