package suppress

import (
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/load"
)

// Suggest returns suppressions for the warnings and notes of a list, sorted and without duplicates, each at the component of
// the diagnostic, else at its document. Diagnostics about suppressions cannot be suppressed.
func Suggest(documents *load.Set, found diag.List) []Suppression {
	p := newPlaces(documents)
	known := make(map[Suppression]bool)
	var all []Suppression
	for _, d := range found {
		s := Suppression{Rule: d.ID, At: p.at(d.Pos)}
		if d.Severity == diag.Error || known[s] || slices.ContainsFunc(Rules, func(r diag.Rule) bool { return r.ID == d.ID }) {
			continue
		}
		known[s] = true
		all = append(all, s)
	}
	slices.SortFunc(all, func(a, b Suppression) int { return strings.Compare(a.Rule+" "+a.At, b.Rule+" "+b.At) })
	return all
}

// at returns the place of a suppression for a position, "" if the position is not in a document.
func (p *places) at(pos diag.Pos) string {
	at := collect.Joined(p.path(pos), "/", func(c component) string { return c.kind + " " + quoted(c.name, "/") })
	if at != "" {
		return at
	}
	if p.documents[pos.File] == nil {
		return ""
	}
	return quoted(p.name(pos.File), "")
}

// quoted returns a name in the form of [Suppression.At], in quotes if it contains a character that has a meaning there.
func quoted(name, special string) string {
	special += "\"{}#\\ "
	if strings.ContainsFunc(name, func(r rune) bool { return !strconv.IsPrint(r) || strings.ContainsRune(special, r) }) {
		return strconv.Quote(name)
	}
	return name
}

// String returns the suppression as a line of a file, without the line end.
func (s Suppression) String() string {
	line := s.Rule
	if s.At != "" {
		line += " " + s.At
	}
	if s.Reason != "" {
		line += "  # " + diag.Escape(s.Reason)
	}
	return line
}
