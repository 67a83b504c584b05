// Package rules has the table of all rules about contracts: the rules of the generator's stages, of package xsdcheck, of
// package lint, and of suppressions. No two rules have the same ID.
//
//	rules.go      the table
//	document.go   the table as Markdown, from which generator/RULES.md is made
package rules

import (
	"io"
	"slices"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsdcheck"
	"example.com/quartet/internal/compiler/reviewing/lint"
	"example.com/quartet/internal/compiler/reviewing/report"
	"example.com/quartet/internal/compiler/reviewing/suppress"
)

// All returns all rules in the order in which the documentation lists them. The rules of a group are adjacent.
func All() []diag.Rule {
	linted := collect.Each(lint.Rules(), func(r lint.Rule) diag.Rule { return r.Rule })
	return slices.Concat(diag.Rules, xsdcheck.Rules, linted, suppress.Rules)
}

// IDs returns the IDs of all rules.
func IDs() []string {
	return collect.Each(All(), func(r diag.Rule) string { return r.ID })
}

// JSON writes the rules as JSON: an object with the array "rules".
func JSON(w io.Writer) error { return report.WriteJSON(w, map[string][]diag.Rule{"rules": All()}) }
