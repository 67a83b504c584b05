package xsdcheck

import "strings"

// keywords lists the values of the attribute types with a fixed list of values. A type with a space at the end is a list,
// or #all.
var keywords = map[string]string{
	"form": "qualified|unqualified", "use": "optional|prohibited|required", "process": "lax|skip|strict",
	"zeroOrOne": "0|1", "one": "1",
	"block": "extension|restriction|substitution ", "final": "extension|restriction ",
	"finalDefault": "extension|restriction|list|union ", "simpleFinal": "restriction|list|union ",
}

// slot is a part of a content.
type slot struct {
	names    []string
	many     bool
	required bool
}

// slotsOf parses the content of an element in the notation of [xsd.Contents].
func slotsOf(content string) []slot {
	var slots []slot
	for _, field := range strings.Fields(content) {
		last := field[len(field)-1]
		slots = append(slots, slot{
			names:    strings.Split(field[:len(field)-1], "|"),
			many:     last == '*' || last == '+',
			required: last == '!' || last == '+',
		})
	}
	return slots
}
