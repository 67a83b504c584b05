package timetable

import (
	"slices"
	"strings"
	"unicode"
)

// Direction returns the text that describes the direction of a train with the headsign and the last station: "To " followed
// by the headsign. A headsign without letters is the number of a train or a line rather than a place; then, and without a
// headsign, it is "To " followed by the last station.
//
// A headsign that already states a direction is returned unchanged: one with the word "to", as in "To Fir Point" and
// "North to Fir Point", or with a word that ends with "bound". "To " before such a text is left out: "To North to Fir
// Point" becomes "North to Fir Point".
func Direction(headsign, last string) string {
	if strings.IndexFunc(headsign, unicode.IsLetter) < 0 {
		return "To " + last
	}
	words := strings.FieldsFunc(Fold(headsign), func(r rune) bool { return !isWordRune(r) })
	switch {
	case slices.ContainsFunc(words, func(word string) bool { return strings.HasSuffix(word, "bound") }):
		return headsign
	case len(words) > 3 && words[0] == "to" && slices.Contains(compass[:], words[1]) && words[2] == "to":
		return strings.TrimSpace(strings.TrimSpace(headsign)[len("to"):])
	case slices.Contains(words, "to"):
		return headsign
	}
	return "To " + headsign
}

var compass = [...]string{"north", "south", "east", "west", "northeast", "northwest", "southeast", "southwest"}
