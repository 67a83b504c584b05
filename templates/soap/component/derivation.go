package component

// Derivations is a set of ways in which one type is derived from another, or one element replaces another.
type Derivations uint8

// The ways of derivation.
const (
	Restriction Derivations = 1 << iota
	Extension
	Substitution
)
