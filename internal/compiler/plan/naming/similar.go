package naming

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// maxSimilar is the number of names that a hint lists.
const maxSimilar = 5

// MostSimilar returns the names with the highest scores, the highest first, and
// "..." if there are more.
func MostSimilar(scores map[string]int) []string {
	best := slices.SortedFunc(maps.Keys(scores), func(a, b string) int {
		return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(a, b))
	})
	if len(best) > maxSimilar {
		best = append(best[:maxSimilar:maxSimilar], "...")
	}
	return best
}

// Similarity returns the length of the common prefix and suffix of two names, in any
// case.
func Similarity(a, b string) int {
	a, b = strings.ToLower(a), strings.ToLower(b)
	start := 0
	for start < len(a) && start < len(b) && a[start] == b[start] {
		start++
	}
	end := 0
	for end < len(a)-start && end < len(b)-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	return start + end
}
