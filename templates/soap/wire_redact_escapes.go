package soap

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.com/quartet/templates/soap/internal/lex"
)

var markupEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&apos;")

func escapeMarkup(b []byte) []byte { return []byte(markupEscaper.Replace(string(b))) }

// maxReference bounds a reference to a character, in bytes. Its number may have zeros before it.
const maxReference = 32

// referenceEnd returns the length of the reference to a character that a text begins with (XML 1.0, section 4.1), 0 if there
// is none.
func referenceEnd(b []byte) int {
	n := bytes.IndexByte(b[:min(len(b), maxReference)], ';')
	if n < 2 || bytes.ContainsFunc(b[1:n], func(r rune) bool { return r != '#' && !isNameRune(r) }) {
		return 0
	}
	return n + 1
}

// unescapeMarkup replaces references to characters.
func unescapeMarkup(b []byte) []byte {
	return unescape(b, "&", func(b []byte) (rune, int) {
		n := referenceEnd(b)
		if n == 0 {
			return -1, 0
		}
		switch name := string(b[1 : n-1]); {
		case name == "amp":
			return '&', n
		case name == "lt":
			return '<', n
		case name == "gt":
			return '>', n
		case name == "quot":
			return '"', n
		case name == "apos":
			return '\'', n
		case strings.HasPrefix(name, "#x"):
			return number(name[2:], 16), n
		case strings.HasPrefix(name, "#"):
			return number(name[1:], 10), n
		}
		return -1, 0
	})
}

// unescapeJSON replaces characters that are written with their numbers, \u003c for example. Quotation marks and backslashes
// stay escaped, so that strings end where they ended.
func unescapeJSON(b []byte) []byte {
	return unescape(b, `\u`, func(b []byte) (rune, int) {
		if len(b) < 6 {
			return -1, 0
		}
		r := number(string(b[2:6]), 16)
		if r == '"' || r == '\\' {
			return -1, 0
		}
		return r, 6
	})
}

// unescapePercent replaces the escapes of URLs.
func unescapePercent(b []byte) []byte {
	if bytes.IndexByte(b, '%') < 0 {
		return b
	}
	out := make([]byte, 0, len(b))
	for i := 0; i < len(b); i++ {
		c := b[i]
		if c == '%' && i+2 < len(b) && lex.Unhex(b[i+1]) >= 2 && lex.Unhex(b[i+2]) >= 0 { // no control characters
			c = byte(lex.Unhex(b[i+1])<<4 | lex.Unhex(b[i+2]))
			i += 2
		}
		out = append(out, c)
	}
	return out
}

// unescape replaces what begins with a mark and what read returns a character for, with its length.
func unescape(b []byte, mark string, read func([]byte) (r rune, n int)) []byte {
	var out []byte
	for from, kept := 0, 0; ; {
		i := bytes.Index(b[from:], []byte(mark))
		if i < 0 && out == nil {
			return b
		}
		if i < 0 {
			return append(out, b[kept:]...)
		}
		i += from
		r, n := read(b[i:])
		start := i
		for mark[0] == '\\' && start > kept && b[start-1] == '\\' {
			start-- // of a string within a string
		}
		if n == 0 || r < ' ' && r != '\n' && r != '\r' && r != '\t' {
			from = i + len(mark)
			continue
		}
		out = utf8.AppendRune(append(out, b[kept:start]...), r)
		from, kept = i+n, i+n
	}
}

// number returns the character with a number, -1 if there is none.
func number(digits string, base int) rune {
	n, err := strconv.ParseUint(digits, base, 32)
	if err != nil || n > utf8.MaxRune || !utf8.ValidRune(rune(n)) {
		return -1
	}
	return rune(n)
}
