package naming

import (
	"go/token"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// escaped matches a character that .NET has escaped, because an XML name cannot have it: _x0020_ for a space.
var escaped = regexp.MustCompile(`_[xX]([0-9A-Fa-f]{8}|[0-9A-Fa-f]{4})_`)

// unescape returns the character that .NET has escaped.
func unescape(text string) string {
	code, err := strconv.ParseInt(text[2:len(text)-1], 16, 32)
	if err != nil {
		return text
	}
	return string(rune(code))
}

// GoName returns an exported Go identifier for a name of the contract. Characters
// other than letters and digits separate words, and each word starts with a
// capital letter: "getAllStationsXML_WithStationType" becomes
// "GetAllStationsXMLWithStationType". Characters that .NET has escaped are decoded:
// "First_x0020_name" becomes "FirstName".
func GoName(name string) string {
	id := Capitalized(escaped.ReplaceAllStringFunc(name, unescape), math.MaxInt)
	if !token.IsExported(id) || !token.IsIdentifier(id) {
		return "X" + id
	}
	return id
}

// Capitalized returns the words of a text in a row, each with a capital letter: all words that begin within a number of bytes.
// Characters other than letters and digits separate words.
func Capitalized(text string, max int) string {
	var b strings.Builder
	start := true
	for _, r := range text {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			start = true
			if b.Len() > max {
				return b.String()
			}
		case start:
			b.WriteRune(unicode.ToUpper(r))
			start = false
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
