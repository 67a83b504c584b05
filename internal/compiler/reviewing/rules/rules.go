// Package rules has the one table of all rules about contracts: those of the generator's stages, of package xsdcheck, of
// package lint, and of suppressions. No two rules have one ID.
//
//	rules.go      the table
//	advice.go     what to do about the findings of rules of the stages
//	document.go   the table as Markdown, from which generator/RULES.md is made
//	json.go       the table as JSON
package rules

import (
	"slices"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsdcheck"
	"example.com/quartet/internal/compiler/reviewing/lint"
	"example.com/quartet/internal/compiler/reviewing/report"
	"example.com/quartet/internal/compiler/reviewing/suppress"
)

// All returns all rules in the order in which the documentation lists them: each group is in one piece.
func All() []report.Rule {
	var all []report.Rule
	group := ""
	for _, r := range diag.Rules {
		if begins := groups[r.ID]; begins != "" {
			group = begins
		}
		all = append(all, report.Rule{Rule: r, Group: group, Note: advice[r.ID]})
	}
	all = add(all, "Schema components", xsdcheck.Rules)
	linted := lint.Rules()
	order := []lint.Group{lint.Profile, lint.Portability, lint.Naming, lint.Documentation}
	slices.SortStableFunc(linted, func(a, b lint.Rule) int { return slices.Index(order, a.Group) - slices.Index(order, b.Group) })
	for _, r := range linted {
		all = append(all, report.Rule{Rule: r.Rule, Group: string(r.Group), Note: r.Note})
	}
	return add(all, "Suppressions", suppress.Rules)
}

func add(all []report.Rule, group string, rules []diag.Rule) []report.Rule {
	for _, r := range rules {
		all = append(all, report.Rule{Rule: r, Group: group, Note: advice[r.ID]})
	}
	return all
}

// IDs returns the IDs of all rules.
func IDs() []string {
	var ids []string
	for _, r := range All() {
		ids = append(ids, r.ID)
	}
	return ids
}
