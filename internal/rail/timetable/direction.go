package timetable

import (
	"slices"
	"strings"
)

// Direction returns the words for the direction of a train with the headsign. That is "To " and the headsign, but a
// headsign that says more than a place stays as it is: one that starts with "To ", or that has a word that ends with
// "bound".
func Direction(headsign string) string {
	folded := Fold(headsign)
	bound := func(word string) bool { return strings.HasSuffix(word, "bound") }
	if strings.HasPrefix(folded, "to ") || slices.ContainsFunc(strings.Fields(folded), bound) {
		return headsign
	}
	return "To " + headsign
}
