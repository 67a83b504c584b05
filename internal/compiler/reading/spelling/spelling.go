// Package spelling finds the names that a misspelt name may mean. It provides the suggestions in messages about unknown
// flags and their values, operations, parameters and components of a contract.
package spelling

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
)

const (
	maxNearest  = 3   // maximum number of suggested names
	maxListed   = 12  // maximum number of names in a list of all names
	maxCompared = 200 // maximum length of a name in runes; longer names are not similar to any
)

// Nearest returns the names, at most three, that are most similar to a misspelt name, the nearest first. Case is ignored.
// Two names are similar if few letters are different, missing, added or exchanged, or if one has all words of the other,
// such as getAllStations and getStations.
func Nearest(wanted string, names []string) []string {
	return NearestOf(wanted, names, func(name string) string { return name })
}

// NearestOf is [Nearest] for values with names. It returns only the first of several values with the same name.
func NearestOf[T any](wanted string, all []T, nameOf func(T) string) []T {
	type near struct {
		thing T
		name  string
		rank  rank
	}
	var found []near
	folded := fold(wanted)
	seen := make(map[string]bool)
	for _, thing := range all {
		name := nameOf(thing)
		if seen[name] {
			continue
		}
		seen[name] = true
		if r, ok := rankOf(folded, fold(name), wanted, name); ok {
			found = append(found, near{thing, name, r})
		}
	}
	slices.SortStableFunc(found, func(a, b near) int { return cmp.Or(a.rank.compare(b.rank), cmp.Compare(a.name, b.name)) })
	var nearest []T
	for _, n := range found {
		if len(nearest) == maxNearest || !n.rank.isNear(found[0].rank) {
			break
		}
		nearest = append(nearest, n.thing)
	}
	return nearest
}

// Question returns "did you mean A, B or C?" with the names that are most similar to a misspelt name, "" if none is.
func Question(wanted string, names []string) string { return Meant(Nearest(wanted, names)) }

// Meant returns "did you mean A, B or C?" for the names, or "" without names.
func Meant(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return "did you mean " + diag.Listed(names, "or") + "?"
}

// Remark returns a [Question] or, if no name is similar to the misspelt one, a list of the names after the text precedes,
// such as "there are". A long list is cut. Without names, Remark returns "".
func Remark(wanted string, names []string, precedes string) string {
	return RemarkAs(wanted, names, precedes, func(name string) string { return name })
}

// RemarkAs is [Remark] that shows names in another form, such as in quotation marks.
func RemarkAs(wanted string, names []string, precedes string, show func(name string) string) string {
	if near := Nearest(wanted, names); len(near) > 0 {
		return Meant(collect.Each(near, show))
	}
	if len(names) == 0 {
		return ""
	}
	return precedes + " " + List(collect.Each(names, show))
}

// List returns names with commas, without duplicates, and only the first if there are many.
func List(names []string) string {
	var distinct []string
	seen := make(map[string]bool)
	for _, name := range names {
		if !seen[name] {
			distinct = append(distinct, name)
		}
		seen[name] = true
	}
	if more := len(distinct) - maxListed; more > 1 {
		return strings.Join(distinct[:maxListed], ", ") + fmt.Sprintf(" and %d others", more)
	}
	return strings.Join(distinct, ", ")
}

// rank describes how similar two names are.
type rank struct {
	words    bool // one has all words of the other
	distance int  // letters that differ
}

func (r rank) compare(other rank) int {
	switch {
	case r.words == other.words:
		return cmp.Compare(r.distance, other.distance)
	case r.words:
		return 1
	}
	return -1
}

// isNear reports whether a name is worth a suggestion beside the nearest one.
func (r rank) isNear(nearest rank) bool {
	if nearest.distance == 0 && !nearest.words {
		return r == nearest
	}
	return r.words == nearest.words && (r.words || r.distance <= nearest.distance+1)
}

// rankOf compares two names, which are also given in lower case, and reports whether they are similar.
func rankOf(a, b []rune, wanted, name string) (r rank, ok bool) {
	if len(a) == 0 || max(len(a), len(b)) > maxCompared {
		return rank{}, false
	}
	same := commonPath(a, b)
	end, other := a[same:], b[same:]
	limit := min(max(1, (len(end)+1)/3), 5)
	if d, near := distance(end, other, limit); near && (d == 0 || d < max(len(end), len(other))) {
		return rank{distance: d}, true
	}
	return rank{words: true, distance: len(b) - len(a)}, len(a) >= 3 && hasWords(name, wanted)
}

// commonPath returns the length of the common prefix of two names up to a colon or a slash, so that namespaces and paths
// with the same beginning are compared by the rest.
func commonPath(a, b []rune) int {
	same := 0
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			break
		}
		if a[i] == ':' || a[i] == '/' {
			same = i + 1
		}
	}
	return same
}

// Distance returns how many letters of two names are different, missing, added or exchanged with their neighbours,
// ignoring case. near is false if there are more than limit.
func Distance(a, b string, limit int) (d int, near bool) {
	folded, other := fold(a), fold(b)
	if max(len(folded), len(other)) > maxCompared {
		return 0, false
	}
	return distance(folded, other, limit)
}

// distance is the optimal string alignment distance.
func distance(a, b []rune, limit int) (d int, near bool) {
	if max(len(a), len(b))-min(len(a), len(b)) > limit {
		return 0, false
	}
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range a {
		row[0] = i + 1
		smallest := row[0]
		for j := range b {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(last[j]+cost, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
			smallest = min(smallest, row[j+1])
		}
		if smallest > limit+1 { // an exchange can use the row before the last one
			return 0, false
		}
		before, last, row = last, row, before
	}
	return last[len(b)], last[len(b)] <= limit
}

// hasWords reports whether a name contains another name, or its words in their order, possibly with others between them.
func hasWords(name, other string) bool {
	if strings.Contains(string(fold(name)), string(fold(other))) {
		return true
	}
	wanted := words(other)
	if len(wanted) < 2 {
		return false
	}
	for _, word := range words(name) {
		if len(wanted) > 0 && word == wanted[0] {
			wanted = wanted[1:]
		}
	}
	return len(wanted) == 0
}

// words splits a name where an upper case letter follows a lower case one, and at characters that are neither letters nor
// digits. The words are in lower case.
func words(name string) []string {
	var all []string
	var word []rune
	end := func() {
		if len(word) > 0 {
			all = append(all, string(fold(string(word))))
		}
		word = nil
	}
	lower := false
	for _, r := range name {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			end()
			continue
		}
		if unicode.IsUpper(r) && lower {
			end()
		}
		lower = unicode.IsLower(r)
		word = append(word, r)
	}
	end()
	return all
}

// fold returns the letters of a name so that upper and lower case are the same, also where a letter has several forms of
// lower case, such as σ and ς.
func fold(name string) []rune {
	folded := []rune(name)
	for i, r := range folded {
		smallest := r
		for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
			smallest = min(smallest, next)
		}
		folded[i] = smallest
	}
	return folded
}
