package selection

import (
	"strconv"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/wsdl11"
)

// overloads has the positions of the operations of a binding by their names.
type overloads map[string]diag.Pos

// number returns the name of an operation: with a number if another one of the binding has
// the same name, in the order of the binding.
func (s *selector) number(op *wsdl11.Operation, seen overloads) string {
	base := op.OverloadName()
	name := base
	for n := 2; !seen[name].IsZero(); n++ {
		name = base + "_" + strconv.Itoa(n)
	}
	seen[name] = op.Pos
	if name != base {
		s.diags.Add(diag.New(diag.NameClash, op.Pos, "a second overload named %s is renamed to %s", diag.Quote(base), diag.Quote(name)).
			WithRelated(seen[base], "the first overload").WithHint("give the inputs of overloaded operations different names"))
	}
	return name
}
