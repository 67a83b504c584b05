package suppress

import "github.com/agnivade/levenshtein"

// maxNearest is the length in bytes of the longest text for which nearest looks.
const maxNearest = 60

// nearest returns the text of all that differs least from s, "" if all differ in more than a third.
func nearest(s string, all []string) string {
	if len(s) > maxNearest {
		return ""
	}
	best, distance := "", min(max(2, len(s)/3)+1, len(s))
	for _, other := range all {
		if len(other) >= len(s)+distance || len(s) >= len(other)+distance {
			continue
		}
		if d := levenshtein.ComputeDistance(s, other); d < distance {
			best, distance = other, d
		}
	}
	return best
}
