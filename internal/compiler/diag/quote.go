package diag

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxQuoted is the number of bytes of a contract's text that a message shows.
const maxQuoted = 200

// Quote returns s between double quotes as it is written in the file, cut
// after 200 bytes. Control characters, line separators and invisible format
// characters (those that reorder text among them) are escaped as in Go.
func Quote(s string) string {
	cut := ""
	if len(s) > maxQuoted {
		n := maxQuoted
		for n > 0 && !utf8.RuneStart(s[n]) {
			n--
		}
		s, cut = s[:n], "…"
	}
	return `"` + Escape(s) + cut + `"`
}

// Escape returns s with everything escaped that could end a line, move the
// cursor or hide in a terminal: control characters, line and paragraph
// separators, format characters and invalid UTF-8. Other text is unchanged.
func Escape(s string) string {
	if !strings.ContainsFunc(s, unsafe) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			b.WriteString(`\x` + strconv.FormatUint(uint64(s[i])|0x100, 16)[1:])
		case unsafe(r):
			q := strconv.QuoteToASCII(string(r))
			b.WriteString(q[1 : len(q)-1])
		default:
			b.WriteString(s[i : i+size])
		}
		i += size
	}
	return b.String()
}

func unsafe(r rune) bool {
	return r == utf8.RuneError || unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp, unicode.Cf)
}
