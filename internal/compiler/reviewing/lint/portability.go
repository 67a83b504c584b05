package lint

import "slices"

// portabilityRules returns rules on constructs that other SOAP implementations do not read, or read differently.
func portabilityRules() []Rule {
	return slices.Concat(bindingRules(), documentRules(), addressRules())
}
