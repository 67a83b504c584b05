package naming

import (
	"slices"
	"strings"
)

// maxName is the maximum length of the names of types that have no name in the contract. What is added to a name to make it unique,
// such as Element, has at most maxSuffix bytes.
const maxName, maxSuffix = 60, 7

// Joined returns the Go name of what is declared inside of other declarations, from the Go names of all of them, the
// outermost first. It is all of these names in a row, without words that they repeat:
//
//   - A result in the response of its operation stands for both: GetStopsResult in GetStopsResponse is GetStopsResult.
//   - From the third name on, a name is left out if it is the plural of the next one, and a name loses the words with
//     which the one before it begins or ends, but not its last word: in A, unit in units is AUnit, and serviceName in
//     serviceInfo is AServiceInfoName.
//
// Other names to choose from begin with a later declaration, and have at least the last declarations: the shortest name comes first,
// and then the whole name. If that is long, the last of them is its end: the last name, and as many words before it as there is room for.
// There are no others if there is nothing to choose.
func Joined(names []string, last int) (name string, choices []string) {
	if len(names) == 1 {
		return names[0], nil
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
	name = strings.Join(parts, "")
	for from := max(len(parts)-last, 0); from >= 0; from-- {
		choices = append(choices, strings.Join(parts[from:], ""))
	}
	if len(name) > maxName-maxSuffix {
		before, end := words(strings.Join(parts[:len(parts)-1], "")), parts[len(parts)-1]
		for len(before) > 0 && len(strings.Join(before, ""))+len(end) > maxName-maxSuffix {
			before = before[1:]
		}
		choices = append(choices, strings.Join(before, "")+end)
	}
	if len(choices) == 1 {
		return name, nil
	}
	return name, choices
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
