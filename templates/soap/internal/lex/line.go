package lex

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// maxQuoted bounds the text that an error message quotes.
const maxQuoted = 1 << 10

// Shorten cuts text that quotes a request, so that a response is not as long as
// the request.
func Shorten(text string) string { return shortened(text, maxQuoted) }

// shortened returns a text that is cut if it has more than some bytes.
func shortened[T string | []byte](text T, maxBytes int) string {
	if len(text) <= maxBytes {
		return string(text)
	}
	return strings.ToValidUTF8(string(text[:maxBytes]), "") + "..."
}

// Printable returns text for an error message: what is not printable is escaped as in
// Go, and text that would be longer than maxBytes is cut.
func Printable(text string, maxBytes int) string { return escaped(text, maxBytes, false) }

// Quote returns text from a peer in quotes, escaped as in Go, and cut if it would be
// longer than 1 KiB.
func Quote(text string) string { return escaped(text, maxQuoted, true) }

// QuoteUpTo is Quote with another limit.
func QuoteUpTo(maxBytes int, text string) string { return escaped(text, maxBytes, true) }

func escaped(text string, maxBytes int, quotes bool) string {
	out, quote, more := make([]byte, 0, min(len(text), maxBytes)+8), "", ""
	if quotes {
		quote = `"`
	}
	out = append(out, quote...)
	for len(text) > 0 {
		r, n := utf8.DecodeRuneInString(text)
		piece := text[:n]
		if quotes || !strconv.IsPrint(r) || r == utf8.RuneError && n == 1 {
			piece = strconv.Quote(piece)
			piece = piece[1 : len(piece)-1]
		}
		if len(out)+len(piece) > maxBytes {
			more = "..."
			break
		}
		out, text = append(out, piece...), text[n:]
	}
	return string(out) + quote + more
}

// OneLine returns text as a single line: control characters and line separators
// become spaces, invalid UTF-8 becomes U+FFFD.
func OneLine(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < 0x20 || r >= 0x7F && r < 0xA0 || r == 0x2028 || r == 0x2029 {
			return ' '
		}
		return r
	}, text))
}

// Unhex returns the value of a hexadecimal digit, -1 for any other byte.
func Unhex(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}

// CutUTF16 returns the character that b begins with where it is written as a unit of UTF-16, in four hexadecimal digits after a mark
// of two bytes, or as a surrogate pair of two, and the size of that: 0 if there is no such character.
func CutUTF16(b []byte, mark string) (r rune, size int) {
	unit := func(b []byte) rune {
		if len(b) < 6 || string(b[:2]) != mark {
			return -1
		}
		n, err := strconv.ParseUint(string(b[2:6]), 16, 16)
		if err != nil {
			return -1
		}
		return rune(n)
	}
	switch r = unit(b); {
	case r < 0:
		return utf8.RuneError, 0
	case !utf16.IsSurrogate(r):
		return r, 6
	}
	if r = utf16.DecodeRune(r, unit(b[6:])); r == utf8.RuneError {
		return r, 0
	}
	return r, 12
}

// CheckedText returns b as a string. It is an error if b holds characters that
// XML does not allow.
func CheckedText(b []byte) (string, error) {
	text := string(b)
	if at, r := NotXML(text); at >= 0 {
		if r == utf8.RuneError {
			return "", errors.New("invalid UTF-8")
		}
		return "", fmt.Errorf("the character U+%04X", r)
	}
	return text, nil
}
