package naming

import (
	"go/token"
	"strings"
	"unicode"
)

// GoName returns an exported Go identifier for a name of the contract. Characters
// other than letters and digits separate words, and each word starts with a
// capital letter: "getAllStationsXML_WithStationType" becomes
// "GetAllStationsXMLWithStationType".
func GoName(name string) string {
	var b strings.Builder
	start := true
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			start = true
		case start:
			b.WriteRune(unicode.ToUpper(r))
			start = false
		default:
			b.WriteRune(r)
		}
	}
	id := b.String()
	if !token.IsExported(id) || !token.IsIdentifier(id) {
		return "X" + id
	}
	return id
}
