package emit

import (
	"slices"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// writeFault writes the error type of a fault.
func (e *emitter) writeFault(f *ir.Fault) {
	doc := documented(isA(f.Name, "fault", f.WSDLName), f.Doc) + "\n\n" +
		"A service returns a *" + f.Name + " to send it, and a client when it has received it; errors.As finds it there."
	if f.Header {
		doc += " Detail is in the header of the message."
	}
	e.declare(doc, "type %s struct {\n%s\nDetail %s\n}", f.Name, e.soap("Fault"), e.goTypes().Result(f.Detail))
	namespaces := "contractNamespaces"
	if f.Header {
		namespaces = "nil"
	}
	e.declare("As finds the fault for errors.As.", "func (f *%s) As(target any) bool {\nreturn %s(target, &f.Fault, &%s, f.Detail, %s)\n}",
		f.Name, e.soap("ErrorAs"), f.Var, namespaces)
}

// writeFaultTable writes the description of a fault.
func (e *emitter) writeFaultTable(f *ir.Fault) {
	described := e.described.Fault(f)
	all := fields{"Element: " + e.literal(described.Element), "Error: " + zeroOf(f.Name), "Detail: " + e.value(f.Detail)}
	all = append(all, e.fieldsOf(described, "Nillable", "Encoded")...)
	e.declare("", "var %s = %s%s", f.Var, e.contract("Fault"), lines(all))
}

// faultDoc returns a sentence on the faults of an operation; "" if there are none.
// It begins with whose faults these are: "Its".
func faultDoc(op *ir.Operation, whose string) string {
	all := slices.Clone(op.Faults)
	for _, w := range op.Wires {
		all = collect.Union(all, w.HeaderFaults...)
	}
	if len(all) == 0 {
		return ""
	}
	return whose + " faults: " + collect.Joined(all, ", ", func(f *ir.Fault) string { return "*" + f.Name }) + "."
}
