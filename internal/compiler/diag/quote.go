package diag

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxQuoted is the maximum number of bytes that a message shows of a name or
// value.
const maxQuoted = 200

// Quote returns s between double quotes as it is written in the file, truncated
// after 200 bytes. Control characters, line separators and invisible format
// characters, such as those that reorder text, are escaped as in Go.
func Quote(s string) string {
	ellipsis := ""
	if len(s) > maxQuoted {
		n := maxQuoted
		for n > 0 && !utf8.RuneStart(s[n]) {
			n--
		}
		s, ellipsis = s[:n], "…"
	}
	return `"` + Escape(s) + ellipsis + `"`
}

// Escape escapes the characters of s that could end a line, move the cursor or
// be invisible in a terminal: control characters, line and paragraph
// separators, format characters and invalid UTF-8. Other text is unchanged.
func Escape(s string) string {
	if !strings.ContainsFunc(s, needsEscape) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			b.WriteString(`\x` + strconv.FormatUint(uint64(s[i])|0x100, 16)[1:])
		case needsEscape(r):
			q := strconv.QuoteToASCII(string(r))
			b.WriteString(q[1 : len(q)-1])
		default:
			b.WriteString(s[i : i+size])
		}
		i += size
	}
	return b.String()
}

func needsEscape(r rune) bool {
	return r == utf8.RuneError || unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp, unicode.Cf)
}

// Listed returns: a, b and c
func Listed(words []string, conjunction string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " " + conjunction + " " + words[last]
}
