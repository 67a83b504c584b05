package diff

import (
	"cmp"
	"fmt"
	"slices"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/xsd"
)

func (c *comparer) compareWildcards(at place, old, new []*xsd.Particle, unknown effect) {
	switch {
	case len(old) == 0 && len(new) > 0:
		c.wire("wildcard-added", place{at.component, at.old, new[0].Pos}, effect{oldReader: unknown.oldReader}, "other elements are now allowed (%s)", wildcardText(new[0].Term.(*xsd.Wildcard), nil))
	case len(old) > 0 && len(new) == 0:
		c.wire("wildcard-removed", place{at.component, old[0].Pos, at.new}, effect{newReader: unknown.newReader}, "other elements are no longer allowed")
	case wildcardsText(old, c.spaces) != wildcardsText(new, nil):
		e := effect{readWildcards(old, new, c.spaces), readWildcards(new, old, c.oldSpaces)}
		before := len(c.findings)
		c.wire("wildcard-changed", place{at.component, old[0].Pos, new[0].Pos}, e, "the other elements that are allowed are now %s, formerly %s", wildcardsText(new, nil), wildcardsText(old, nil))
		_, was := occurrences(old)
		if _, now := occurrences(new); len(old) != len(new) || (was == 1) != (now == 1) {
			c.reformed(before)
		}
	}
}

func wildcardsText(all []*xsd.Particle, spaces map[string]string) string {
	text := func(p *xsd.Particle) string {
		return fmt.Sprintf("%d to %s of %s", p.Min, maxText(p.Max), wildcardText(p.Term.(*xsd.Wildcard), spaces))
	}
	return cmp.Or(collect.Joined(all, "; ", text), "none")
}

// maxWildcards limits the pairs of different wildcards of two types that are compared. What others allow counts as lost.
const maxWildcards = 1 << 20

// readWildcards returns the effect on a reader of the elements that a writer's wildcards allow. moved has the reader's
// namespaces by those of the writer that they replace.
func readWildcards(writer, reader []*xsd.Particle, moved map[string]string) level {
	worst, pairs := fine, 0
	known := collect.Set(reader, func(r *xsd.Particle) string { return wildcardText(r.Term.(*xsd.Wildcard), nil) })
	for _, w := range writer {
		if known[wildcardText(w.Term.(*xsd.Wildcard), moved)] {
			continue
		}
		l := loses
		for i := 0; i < len(reader) && l > fine && pairs < maxWildcards; i, pairs = i+1, pairs+1 {
			l = min(l, readWildcard(w.Term.(*xsd.Wildcard), reader[i].Term.(*xsd.Wildcard), moved))
		}
		worst = max(worst, l)
	}
	least, most := occurrences(writer)
	from, to := occurrences(reader)
	switch {
	case least == 0 && from > 0:
		return breaks
	case to == 1 && exceeds(most, to):
		return max(worst, loses)
	case least < from, exceeds(most, to):
		return max(worst, strict)
	}
	return worst
}

// occurrences returns the bounds of the number of elements that wildcards allow.
func occurrences(all []*xsd.Particle) (least, most int) {
	for _, p := range all {
		least, most = xsd.Plus(least, p.Min), xsd.Plus(most, p.Max)
	}
	return least, most
}

// readWildcard returns the effect on a reader of what a writer's wildcard allows.
func readWildcard(writer, reader *xsd.Wildcard, moved map[string]string) level {
	switch {
	case !allows(reader, writer, moved):
		return loses
	case reader.ProcessContents < writer.ProcessContents:
		return strict
	}
	return fine
}

// allows reports whether a reader's wildcard allows all namespaces that a writer's wildcard allows.
func allows(reader, writer *xsd.Wildcard, moved map[string]string) bool {
	switch {
	case reader.Constraint == xsd.AnyNamespace:
		return true
	case writer.Constraint == xsd.NamespacesList:
		return !slices.ContainsFunc(writer.Namespaces, func(space string) bool { return !reader.Allows(spaceIn(moved, space)) })
	case writer.Constraint == xsd.AnyNamespace || reader.Constraint == xsd.NamespacesList:
		return false
	}
	return reader.Namespaces[0] == "" || reader.Namespaces[0] == spaceIn(moved, writer.Namespaces[0])
}
