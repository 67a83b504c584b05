package lint

import (
	"slices"

	"example.com/quartet/internal/compiler/diag"
)

// portabilityRules returns rules on constructs that other SOAP implementations do not read, or read differently.
func portabilityRules() []Rule {
	return slices.Concat([]Rule{
		{
			Rule:  diag.Rule{ID: "overloaded-operation", Severity: diag.Warning, Summary: "a portType without a SOAP 1.1 binding has several operations with one name"},
			Group: Portability,
			Note:  "Clients keep one operation of each name, or do not compile; zeep keeps the last one. Offer the contract without overloads too. For other portTypes see bp-r2304.",
			check: overloadedOperations,
		},
	}, addressRules())
}

// overloadedOperations reports the portTypes that the rule bp-r2304 leaves out, so that none is reported twice.
func overloadedOperations(p *pass) {
	p.reportOverloads(false, "offer the contract without overloads at ?flatWsdl, or write it with quartet flatten")
}
