package diff

import "slices"

// Rule describes the findings with one ID.
type Rule struct {
	ID      string
	Summary string // one sentence, without a period
	Note    string // sentences that explain who breaks, and why; may be empty
	Example Example
}

// Example is a difference between two versions of a contract that the rule reports. The test data has the contract.
type Example struct {
	Frame    string      // the name of the contract
	Old, New string      // a piece of the contract in both versions; or for "schema", the declarations of the type book
	Reversed bool        // the contract in the test data is the new version
	Also     [][2]string // more pieces that are replaced
}

// Rules returns all rules in the order in which the documentation lists them.
func Rules() []Rule {
	return slices.Concat(serviceRules(), messageRules(), contentRules(), attributeRules(), valueRules(), goRules())
}
