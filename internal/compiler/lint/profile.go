package lint

// profileRules returns the rules of the WS-I Basic Profile 1.1. Those that a rule of the generator has, are not here: the
// Source of that rule has their numbers.
func profileRules() []Rule { return nil }
