// Package suppress removes those warnings and notes about a contract that its owner has accepted. It comes after the stages
// that find them.
//
//	suppress.go   Suppression, and Apply
//	file.go       the file beside a contract
//	at.go         the places that suppressions apply to
//	component.go  the component at a position of a document
//	find.go       the search for the document or component that a suppression names
//	suggest.go    suppressions for all findings
//
// A suppression names a rule, and may name a document or a component, so that it does not depend on lines.
package suppress

import (
	"cmp"
	"slices"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/load"
)

// Suppression is a rule whose warnings and notes are accepted.
type Suppression struct {
	Rule   string   // ID of the rule
	At     string   // document or component; "" for the whole contract
	Reason string   // reason, for readers; may be empty
	Pos    diag.Pos // position of the suppression, for diagnostics; may be zero
}

// The IDs of the rules for suppressions.
const (
	Malformed  = "suppression-malformed"
	Unknown    = "suppression-unknown"
	Unused     = "suppression-unused"
	Impossible = "suppression-impossible"
)

// Rules are the rules for suppressions. It must not be modified.
var Rules = diag.InGroup("Suppressions",
	diag.Rule{ID: Malformed, Severity: diag.Error, Summary: "the place of a suppression is malformed",
		Note: "Write the name of a document, or a component such as: operation getBook."},
	diag.Rule{ID: Unknown, Severity: diag.Warning, Summary: "a suppression names a rule that does not exist",
		Note: "Correct the ID; \"go tool quartet lint --rules\" prints all."},
	diag.Rule{ID: Unused, Severity: diag.Warning, Summary: "a suppression suppresses nothing, or an accepted break is not found",
		Note: "Remove it if its findings have been fixed, or correct the place that it names."},
	diag.Rule{ID: Impossible, Severity: diag.Warning, Summary: "a suppression is for an error, which cannot be suppressed",
		Note: "Fix the error, or generate with --lenient."},
)

// Config configures Apply.
type Config struct {
	Suppressions []Suppression
	Known        []string // the IDs of all rules

	// Applied reports whether the stages that ran find all violations of a rule. Only suppressions of such a rule are
	// reported if they suppress nothing. A nil Applied reports false for all rules.
	Applied func(rule string) bool
}

// Result is the outcome of [Apply].
type Result struct {
	Kept       diag.List // diagnostics that are not suppressed, and diagnostics about suppressions; sorted
	Suppressed diag.List // sorted
}

// Apply removes the suppressed diagnostics from a list. documents are the documents of the contract, nil if they are not known.
// If there are errors, some stages have not run, so Apply does not report unneeded suppressions.
func Apply(c Config, documents *load.Set, found diag.List) Result {
	active, result := c.parse()
	places := newPlaces(documents)
	for _, d := range found {
		if suppressed(active[d.ID], places, d) {
			result.Suppressed.Add(d)
		} else {
			result.Kept.Add(d)
		}
	}
	unused := c.Applied != nil && !found.HasErrors()
	for _, all := range active {
		for _, s := range all {
			if d, wrong := s.problem(places, unused && c.Applied(s.Rule)); wrong {
				result.Kept.Add(d)
			}
		}
	}
	return Result{result.Kept.Sorted(), result.Suppressed.Sorted()}
}

// active is a suppression that is applied.
type active struct {
	Suppression
	at    at
	used  bool
	err   *diag.Diagnostic // an error that matches
	other *diag.Diagnostic // a finding of the rule at another place
}

// parse returns the valid suppressions by rule, and a Result with the diagnostics about the others.
func (c Config) parse() (map[string][]*active, Result) {
	byRule, result := make(map[string][]*active), Result{}
	for _, s := range c.Suppressions {
		if !slices.Contains(c.Known, s.Rule) {
			result.Kept.Add(s.unknown(c.Known))
			continue
		}
		at, err := parseAt(s.At)
		if err != nil {
			d := s.diagnostic(Malformed, "%v", err)
			d.Hint = "want the name of a document, or a component such as: operation getBook"
			result.Kept.Add(d)
			continue
		}
		byRule[s.Rule] = append(byRule[s.Rule], &active{Suppression: s, at: at})
	}
	return byRule, result
}

// suppressed reports whether a suppression applies to a diagnostic, and marks all such suppressions as used.
func suppressed(all []*active, p *places, d diag.Diagnostic) bool {
	is := false
	for _, s := range all {
		switch {
		case !s.at.matches(p, d.Pos):
			s.other = cmp.Or(s.other, &d)
		case d.Severity == diag.Error:
			s.err = cmp.Or(s.err, &d)
		default:
			s.used, is = true, true
		}
	}
	return is
}

// problem returns a diagnostic about a suppression, if there is one. It reports an unneeded suppression only if unused is set.
func (s *active) problem(p *places, unused bool) (diag.Diagnostic, bool) {
	switch {
	case s.used:
		return diag.Diagnostic{}, false
	case s.err != nil:
		return s.diagnostic(Impossible, "%s is an error here, which cannot be suppressed", s.Rule).WithRelated(s.err.Pos, "the error"), true
	case !unused:
		return diag.Diagnostic{}, false
	}
	if near, exists := p.find(s.at); !exists {
		d := s.diagnostic(Unused, "the contract has no document or component %s", diag.Quote(s.At))
		if near != "" {
			d = d.WithHint("did you mean %s?", diag.Quote(near))
		}
		return d, true
	}
	d := s.diagnostic(Unused, "%s is not found%s, so there is nothing to suppress", s.Rule, s.where())
	if s.other != nil {
		return d.WithRelated(s.other.Pos, "found here"), true
	}
	return d.WithHint("remove the suppression"), true
}

func (s Suppression) where() string {
	if s.At == "" {
		return ""
	}
	return " at " + diag.Quote(s.At)
}

func (s Suppression) unknown(known []string) diag.Diagnostic {
	d := s.diagnostic(Unknown, "unknown rule %s", diag.Quote(s.Rule))
	if near := nearest(s.Rule, known); near != "" {
		return d.WithHint("did you mean %s?", near)
	}
	return d.WithHint("%q lists the rules", "go tool quartet lint --rules")
}

// diagnostic returns a diagnostic about a suppression.
func (s Suppression) diagnostic(id, format string, args ...any) diag.Diagnostic {
	d := diag.New(id, s.Pos, format, args...)
	d.Severity = diag.SeverityIn(Rules, id)
	return d
}
