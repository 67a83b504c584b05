package selection

import (
	"strconv"

	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/wsdl11"
	"example.com/quartet/internal/compiler/xsd"
)

// overloads has the positions of the operations of a binding by their names.
type overloads map[string]diag.Pos

// number returns the name of an operation: with a number if another one of the binding has
// the same name, in the order of the binding.
func (s *selector) number(op *wsdl11.Operation, seen overloads) string {
	base := overloadName(op)
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

// overloadName returns the name of an operation. For an overloaded operation, it is
// the explicit input name, or else the input element's, or else the operation's.
func overloadName(op *wsdl11.Operation) string {
	switch {
	case !IsOverloaded(op) || op.Input == nil:
		return op.Name
	case op.Input.Explicit:
		return op.Input.Name
	}
	if e := onlyElement(op.Input.Message); e != nil {
		return e.Name.Local
	}
	return op.Name
}

// IsOverloaded reports whether other operations of the port type have the same name.
func IsOverloaded(op *wsdl11.Operation) bool {
	overloaded := 0
	for _, other := range op.PortType.Operations {
		if other.Name == op.Name {
			overloaded++
		}
	}
	return overloaded > 1
}

func onlyElement(m *wsdl11.Message) *xsd.ElementDeclaration {
	if m == nil || len(m.Parts) != 1 {
		return nil
	}
	return m.Parts[0].Element
}
