package lint

// portabilityRules returns rules on constructs that other SOAP implementations do not read, or read differently.
func portabilityRules() []Rule { return nil }
