package typing

import (
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/lexical"
)

// lexicalForms has results of Keeps by type, as they are made from samples of patterns.
type lexicalForms map[*xsd.SimpleType]bool

// Scalar returns the Go type for an atomic type, or anySimpleType: a string with the
// lexical form if a pattern demands that of the type or of one that it restricts.
func (l lexicalForms) Scalar(t *xsd.SimpleType) *ir.Scalar {
	if l.Keeps(t) {
		return WhiteSpace["collapse"]
	}
	return builtinScalar(t)
}

// Keeps reports whether values of a type have to keep their lexical form.
func (l lexicalForms) Keeps(t *xsd.SimpleType) bool {
	if t == nil || t.Builtin || t.Variety != xsd.Atomic {
		return false
	}
	known, ok := l[t]
	if !ok {
		known = l.Keeps(t.Base) || lexical.Constrains(t)
		l[t] = known
	}
	return known
}
