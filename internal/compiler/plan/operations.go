package plan

import (
	"strconv"

	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/plan/ir"
	"example.com/quartet/internal/compiler/wsdl11"
	"example.com/quartet/internal/compiler/xsd"
)

// boundOperation is an operation of one port. Overloads are separate operations.
type boundOperation struct {
	name    string
	source  *wsdl11.BindingOperation
	doc     string
	request *ir.Struct
	fields  []*ir.Field // of the request: the parameters of an HTTP binding
	params  []string
	result  *ir.Result
	faults  []*ir.Fault
	wire    *ir.Wire

	parts      []ir.Part          // of the request; Wire.Parts if other requests begin with the same element
	outType    *ir.Field          // that Wire.OutType is derived from
	enumerated []ir.DispatchParam // parameters with enumerated values
}

func (m *boundOperation) operation() *ir.Operation {
	return &ir.Operation{OverloadName: m.name, Doc: m.doc, Request: m.request, Params: m.params, Result: m.result, OneWay: m.source.Operation.Style == wsdl11.OneWay}
}

// planOperations plans the operations of a port. known holds operations of other
// ports by name. If an operation of this port does not correspond to the known
// one of that name, planOperations returns the reason and does not change e.
func (p *planner) planOperations(e *endpoint, known map[string]*boundOperation) (reason *diag.Related) {
	var operations []*boundOperation
	seen := make(map[string]diag.Pos)
	for _, bo := range e.binding.Operations {
		if bo.Operation == nil || bo.Operation.Style == wsdl11.Notification || bo.Operation.Style == wsdl11.SolicitResponse {
			continue // reported by packages resolve and check
		}
		m := &boundOperation{name: overloadName(bo.Operation), source: bo, doc: bo.Operation.Documentation, wire: new(ir.Wire)}
		p.numberOverload(m, seen)
		if !p.selectsOperation(m) {
			continue
		}
		if e.binding.Kind == wsdl11.HTTP {
			before := len(p.diags)
			reason = p.planHTTP(m, known[m.name])
			if reason == nil && p.leavesOut(before, bo.Pos, "the operation %s of the binding %s", quoted(bo.Name), quoted(e.binding.Name.Local)) {
				continue
			}
		} else {
			reason = p.planSOAP(m, known[m.name])
		}
		if reason != nil {
			return reason
		}
		operations = append(operations, m)
	}
	e.operations = operations
	return nil
}

// numberOverload appends a number to the name of an operation if another one has
// the same name, in the order of the binding.
func (p *planner) numberOverload(m *boundOperation, seen map[string]diag.Pos) {
	name := m.name
	for n := 2; !seen[m.name].IsZero(); n++ {
		m.name = name + "_" + strconv.Itoa(n)
	}
	seen[m.name] = m.source.Operation.Pos
	if m.name != name {
		p.diags.Add(diag.New(diag.NameClash, m.source.Operation.Pos, "a second overload named %s is renamed to %s", quoted(name), quoted(m.name)).
			WithRelated(seen[name], "the first overload").WithHint("give the inputs of overloaded operations different names"))
	}
}

// overloadName returns the name of an operation. For an overloaded operation, it is
// the explicit input name, or else the input element's, or else the operation's.
func overloadName(op *wsdl11.Operation) string {
	overloaded := 0
	for _, other := range op.PortType.Operations {
		if other.Name == op.Name {
			overloaded++
		}
	}
	switch {
	case overloaded < 2 || op.Input == nil:
		return op.Name
	case op.Input.Explicit:
		return op.Input.Name
	}
	if e := onlyElement(op.Input.Message); e != nil {
		return e.Name.Local
	}
	return op.Name
}

func onlyElement(m *wsdl11.Message) *xsd.ElementDeclaration {
	if m == nil || len(m.Parts) != 1 {
		return nil
	}
	return m.Parts[0].Element
}

// resultMismatch returns why the result of an operation differs from that of the
// same operation of another port, nil if it does not.
func resultMismatch(m, known *boundOperation) *diag.Related {
	a, b := m.result, known.result
	if (a == nil) != (b == nil) {
		return mismatch(known, "has another result")
	}
	if a == nil {
		return nil
	}
	same := a.Kind == b.Kind && a.Item.Struct == b.Item.Struct && a.Item.Nillable == b.Item.Nillable
	if a.Item.Scalar != nil || b.Item.Scalar != nil {
		same = same && a.Item.Scalar != nil && b.Item.Scalar != nil && sameForm(a.Item.Scalar, b.Item.Scalar)
	}
	if a.Kind == ir.ListResult {
		same = same && a.Item.Wire == b.Item.Wire
	}
	if !same {
		return mismatch(known, "has another result")
	}
	return nil
}

func mismatch(known *boundOperation, difference string) *diag.Related {
	return &diag.Related{Pos: known.source.Pos, Message: "here the operation " + quoted(known.name) + " " + difference}
}
