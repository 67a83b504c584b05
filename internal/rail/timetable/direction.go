package timetable

import (
	"slices"
	"strings"
)

// Direction returns the text that describes the direction of a train with the headsign: "To " followed by the headsign.
// A headsign that already states a direction is returned unchanged: one that starts with "To ", or that contains a word
// that ends with "bound".
func Direction(headsign string) string {
	folded := Fold(headsign)
	bound := func(word string) bool { return strings.HasSuffix(word, "bound") }
	if strings.HasPrefix(folded, "to ") || slices.ContainsFunc(strings.Fields(folded), bound) {
		return headsign
	}
	return "To " + headsign
}
