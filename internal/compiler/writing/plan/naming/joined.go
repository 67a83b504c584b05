package naming

import (
	"slices"
	"strings"
)

// Joined returns the Go name of what is declared inside of other declarations, from the Go names of all of them, the
// outermost first. It is all of these names in a row, without words that they repeat:
//
//   - A result in the response of its operation stands for both: GetStopsResult in GetStopsResponse is GetStopsResult.
//   - From the third name on, a name is left out if it is the plural of the next one, and a name loses the words with
//     which the one before it begins or ends, but not its last word: in A, unit in units is AUnit, and serviceName in
//     serviceInfo is AServiceInfoName.
func Joined(names []string) string {
	if len(names) == 1 {
		return names[0]
	}
	parts := []string{names[0], names[1]}
	if operation, ok := strings.CutSuffix(names[0], "Response"); ok && (names[1] == operation+"Result" || names[1] == operation+"Return") {
		parts = parts[1:]
	}
	for i := 2; i < len(names); i++ {
		if isPlural(names[i-1], names[i]) {
			parts = parts[:len(parts)-1]
			if len(parts) == 0 {
				parts = append(parts, names[0])
			}
			parts = append(parts, names[i])
			continue
		}
		parts = append(parts, strings.Join(unrepeated(words(names[i-1]), words(names[i])), ""))
	}
	return strings.Join(parts, "")
}

// isPlural reports whether a name is the plural of another one.
func isPlural(plural, name string) bool {
	y, ok := strings.CutSuffix(name, "y")
	return plural == name+"s" || plural == name+"es" || ok && plural == y+"ies"
}

// unrepeated returns the words of a name without those with which the name before it begins or ends, but at least one.
func unrepeated(before, name []string) []string {
	same := 0
	for same < min(len(before), len(name)-1) && before[same] == name[same] {
		same++
	}
	for n := min(len(before), len(name)-1); n > same; n-- {
		if hasWords(name, before[len(before)-n:]) {
			same = n
		}
	}
	return name[same:]
}

// hasWords reports whether a name begins with some words.
func hasWords(name, words []string) bool {
	return len(name) >= len(words) && slices.Equal(name[:len(words)], words)
}

// words returns the words of a Go name.
func words(name string) (all []string) {
	for rest := []rune(name); len(rest) > 0; {
		_, n := nextWord(rest)
		all, rest = append(all, string(rest[:n])), rest[n:]
	}
	return all
}
