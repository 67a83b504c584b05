package component

// Derivations is a set of ways in which one type is derived from another, or one element replaces another.
type Derivations uint8

// The ways of derivation.
const (
	Restriction Derivations = 1 << iota
	Extension
	Substitution
)

// Constraint is an identity constraint (XML Schema part 1, section 3.11). Names are in Clark's notation, those in expressions, too,
// which have neither blanks nor axes: .//{urn:t}stop/{*}*|{urn:t}line/@{}id
type Constraint struct {
	Kind     ConstraintKind
	Name     string
	Refer    string // name of the key or unique constraint that a keyref refers to
	Selector string
	Fields   []string
}

// ConstraintKind is the kind of an identity constraint.
type ConstraintKind uint8

// The kinds of identity constraints.
const (
	ConstraintUnique ConstraintKind = iota
	ConstraintKey
	ConstraintKeyRef
)
