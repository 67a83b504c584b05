// Package rules has the table of all rules about contracts: the rules of the generator's stages, of package xsdcheck, of
// package lint, and of suppressions. No two rules have the same ID.
//
//	rules.go      the table
//	document.go   the table as Markdown, from which generator/RULES.md is made
package rules

import (
	"io"
	"slices"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsdcheck"
	"example.com/quartet/internal/compiler/reviewing/lint"
	"example.com/quartet/internal/compiler/reviewing/report"
	"example.com/quartet/internal/compiler/reviewing/suppress"
)

// All returns all rules in the order in which the documentation lists them. The rules of a group are adjacent.
func All() []diag.Rule {
	all := slices.Concat(diag.Rules, xsdcheck.Rules)
	for _, r := range lint.Rules() {
		all = append(all, r.Rule)
	}
	return append(all, suppress.Rules...)
}

// IDs returns the IDs of all rules.
func IDs() []string {
	var ids []string
	for _, r := range All() {
		ids = append(ids, r.ID)
	}
	return ids
}

// JSON writes the rules as JSON: an object with the array "rules".
func JSON(w io.Writer) error { return report.WriteJSON(w, map[string][]diag.Rule{"rules": All()}) }
