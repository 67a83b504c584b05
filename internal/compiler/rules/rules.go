// Package rules has the one table of all rules about contracts: those of the generator's stages, of package constraint, of
// package lint, and of suppressions. No two rules have one ID.
//
//	rules.go      the table
//	advice.go     what to do about the findings of rules of the stages
//	document.go   the table as Markdown, from which generator/RULES.md is made
package rules

import (
	"example.com/quartet/internal/compiler/constraint"
	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/lint"
	"example.com/quartet/internal/compiler/report"
	"example.com/quartet/internal/compiler/suppress"
)

// All returns all rules in the order in which the documentation lists them.
func All() []report.Rule {
	var all []report.Rule
	for _, r := range lint.Rules() {
		all = append(all, report.Rule{Rule: r.Rule, Group: string(r.Group), Note: r.Note})
	}
	all = add(all, "Contracts", diag.Rules)
	all = add(all, "Schema components", constraint.Rules)
	return add(all, "Suppressions", suppress.Rules)
}

func add(all []report.Rule, group string, rules []diag.Rule) []report.Rule {
	for _, r := range rules {
		all = append(all, report.Rule{Rule: r, Group: group})
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
