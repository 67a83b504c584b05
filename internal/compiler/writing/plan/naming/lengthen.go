package naming

import "slices"

// lengthen gives candidates that request the same name longer ones, as long as these
// distinguish them. All of them are treated alike, so that it does not depend on their
// order which one has the short name.
func lengthen(all []*Candidate) {
	for changed := true; changed; {
		requests := make(map[string][]*Candidate)
		for _, c := range all {
			if c.rename == nil {
				requests[c.Want] = append(requests[c.Want], c)
			}
		}
		changed = false
		for _, same := range requests {
			if len(same) > 1 && slices.ContainsFunc(same[1:], same[0].isDistinguishedFrom) {
				for _, c := range same {
					changed = c.lengthen() || changed
				}
			}
		}
	}
}

// isDistinguishedFrom reports whether longer names of two candidates are not the same.
func (c *Candidate) isDistinguishedFrom(other *Candidate) bool {
	return c.Else != other.Else || !slices.Equal(c.Outer, other.Outer)
}

// lengthen requests the next longer name. It returns false if there is none.
func (c *Candidate) lengthen() bool {
	switch {
	case len(c.Outer) > 0:
		c.Want, c.Outer = c.Outer[0]+c.Want, c.Outer[1:]
	case c.Else != "":
		c.Want, c.Else = c.Else, ""
	default:
		return false
	}
	return true
}
