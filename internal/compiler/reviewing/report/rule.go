package report

import "example.com/quartet/internal/compiler/reading/diag"

// Rule is a rule with what readers of a report may want to know of it.
type Rule struct {
	diag.Rule
	Group string // what it is about
	Note  string // sentences on what breaks, and on what to do; may be empty
}
