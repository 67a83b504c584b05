package bind

import (
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/typing"
	"example.com/quartet/templates/soap/contract"
)

// boundOperation is an operation of one port. Overloads are separate operations.
type boundOperation struct {
	name    string
	source  *wsdl11.BindingOperation
	doc     string
	request *ir.Struct
	fields  []*ir.Field // fields of the request: the parameters of an HTTP binding
	params  []string
	result  *ir.Result
	faults  []*ir.Fault
	wire    *ir.Wire

	parts      []ir.Part                // parts of the request; Wire.Parts if other requests begin with the same element
	outType    *ir.Field                // that Wire.OutType is derived from
	enumerated []contract.DispatchParam // parameters with enumerated values
}

func (m *boundOperation) operation() *ir.Operation {
	source := m.source.Operation
	op := &ir.Operation{OverloadName: m.name, Doc: m.doc, Request: m.request, Params: m.params, Result: m.result, OneWay: source.Style == wsdl11.OneWay}
	if source.IsOverloaded() {
		op.OverloadOf = source.Name
	}
	return op
}

// planOperations plans the operations of a port. known holds operations of other
// ports by name. If an operation of this port does not correspond to the known
// one of that name, planOperations returns the reason and does not change e.
func (p *planner) planOperations(e *endpoint, known map[string]*boundOperation) (reason *diag.Related) {
	var operations []*boundOperation
	for _, selected := range e.Operations {
		bo := selected.Source
		m := &boundOperation{name: selected.Name, source: bo, doc: bo.Operation.Documentation, wire: new(ir.Wire)}
		if e.Binding.Kind == wsdl11.HTTP {
			before := len(p.diags)
			reason = p.planHTTP(m, known[m.name])
			if reason == nil && p.diags.LeaveOut(before, bo.Pos, "the operation %s of the binding %s", diag.Quote(bo.Name), diag.Quote(e.Binding.Name.Local)) {
				continue
			}
		} else {
			reason = p.planSOAP(m, known[m.name])
			m.wire.Needs = e.policy.Needs(bo)
		}
		if reason != nil {
			return reason
		}
		operations = append(operations, m)
	}
	if !e.Empty && e.Binding.Kind == wsdl11.HTTP && len(operations) == 0 && len(e.Binding.PortType.Operations) > 0 {
		e.Empty = true
		p.diags.Add(diag.New(diag.LeftOut, e.Pos(), "the port %s, which has no operations, is left out", diag.Quote(e.Name())))
	}
	e.bound = operations
	return nil
}

// resultMismatch returns why the result of an operation differs from that of the
// same operation of another port, nil if it does not.
func resultMismatch(m, known *boundOperation) *diag.Related {
	if a, b := m.result, known.result; a != b && (a == nil || b == nil || !sameResult(a, b)) {
		return mismatch(known, "has a different result")
	}
	return nil
}

func sameResult(a, b *ir.Result) bool {
	s, t := a.Item.Scalar, b.Item.Scalar
	return a.Kind == b.Kind && a.Item.Struct == b.Item.Struct && a.Item.Nillable == b.Item.Nillable &&
		(s == t || s != nil && t != nil && typing.SameForm(s, t)) && (a.Kind != ir.ListResult || a.Item.Wire == b.Item.Wire)
}

// requestMismatch returns why an operation has another request than the same operation of another port, if it does.
func requestMismatch(m, known *boundOperation) *diag.Related {
	if known != nil && known.request != m.request {
		return mismatch(known, "has a different request")
	}
	return nil
}

func mismatch(known *boundOperation, difference string) *diag.Related {
	return &diag.Related{Pos: known.source.Pos, Message: "here the operation " + diag.Quote(known.name) + " " + difference}
}
