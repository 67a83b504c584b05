package lexical

import (
	"strings"
	"unicode"
)

// PlainName returns the letters and digits of a name in lower case. A Go type has the same ones as the type of the schema that it is for, unless
// that name is taken.
func PlainName(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
}
