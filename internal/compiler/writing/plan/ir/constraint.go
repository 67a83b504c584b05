package ir

import "strings"

// Constraint is an identity constraint (XML Schema part 1, section 3.11). Names are in Clark's notation, in expressions,
// too: .//{urn:t}stop/{*}*|{urn:t}line/@{}id
type Constraint struct {
	Kind     ConstraintKind
	Name     string
	Refer    string // of a keyref: the key or unique constraint
	Selector string
	Fields   []string
}

// ConstraintKind is the kind of an identity constraint.
type ConstraintKind int

// The kinds of identity constraints.
const (
	Unique ConstraintKind = iota
	Key
	KeyRef
)

// constraints prints the identity constraints of an element: " key {urn:t}stops(.//{urn:t}stop: @{}id)"
func constraints(f *Field) string {
	var b strings.Builder
	for _, c := range f.Constraints {
		b.WriteString([...]string{Unique: " unique ", Key: " key ", KeyRef: " keyref "}[c.Kind] + c.Name)
		b.WriteString("(" + c.Selector + ": " + strings.Join(c.Fields, ", ") + ")" + when(c.Refer != "", " of "+c.Refer))
	}
	return b.String()
}
