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

// SchemaName returns the name that a type has in OpenAPI and JSON Schema, from its name in the contract, "" for none, and the name of its Go
// type, "" if it is not known. It is the first one, and the second one for a type without a name, and for one whose Go type has another
// name, as there are several types with its name. So schemas keep their names where Go types do.
func SchemaName(name, goName string) string {
	if goName == "" || PlainName(name) == PlainName(goName) {
		return name
	}
	return goName
}
