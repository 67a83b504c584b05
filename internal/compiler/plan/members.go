package plan

import (
	"strconv"

	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/wsdl11"
	"example.com/quartet/internal/compiler/xsd"
)

// member is an operation as one port offers it. Overloads are members of their
// own.
type member struct {
	name    string
	source  *wsdl11.BindingOperation
	doc     string
	request *Struct
	fields  []*Field // of the request, that an HTTP binding carries
	params  []string
	result  *Result
	faults  []*Fault
	wire    Wire
}

func (m *member) operation() *Operation {
	return &Operation{Member: m.name, Doc: m.doc, Request: m.request, Params: m.params, Result: m.result, OneWay: m.source.Operation.Style == wsdl11.OneWay}
}

// planMembers plans the operations of a port. Where known has a member of the
// same name, the port's has to fit it: then the reason why it does not is
// returned, and e is left as it was.
func (p *planner) planMembers(e *endpoint, known map[string]*member) (reason *diag.Related) {
	var members []*member
	seen := make(map[string]diag.Pos)
	for _, bo := range e.binding.Operations {
		if bo.Operation == nil || bo.Operation.Style == wsdl11.Notification || bo.Operation.Style == wsdl11.SolicitResponse {
			continue // reported by packages resolve and check
		}
		m := &member{name: memberName(bo.Operation), source: bo, doc: bo.Operation.Documentation}
		p.distinguish(m, seen)
		if !p.wantsOperation(m) {
			continue
		}
		if e.binding.Kind == wsdl11.HTTP {
			reason = p.planHTTP(m, known[m.name])
		} else {
			reason = p.planSOAP(m, known[m.name])
		}
		if reason != nil {
			return reason
		}
		members = append(members, m)
	}
	e.members = members
	return nil
}

// distinguish gives a member whose name another one has a number, in the order
// of the binding: nothing else is left to tell them apart by.
func (p *planner) distinguish(m *member, seen map[string]diag.Pos) {
	name := m.name
	for n := 2; !seen[m.name].IsZero(); n++ {
		m.name = name + "_" + strconv.Itoa(n)
	}
	seen[m.name] = m.source.Operation.Pos
	if m.name != name {
		p.diags.Add(diag.New(diag.NameClash, m.source.Operation.Pos, "a second overload %s is called %s", quoted(name), quoted(m.name)).
			WithRelated(seen[name], "the first one").WithHint("give the inputs of overloaded operations different names"))
	}
}

// memberName tells the overloads of an operation apart: by the explicit input
// name, else the input element's, else the operation's own.
func memberName(op *wsdl11.Operation) string {
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

// fits reports why a member does not fit the one of another port.
func fits(m, known *member) *diag.Related {
	a, b := m.result, known.result
	if (a == nil) != (b == nil) {
		return mismatch(known, "returns something else")
	}
	if a == nil {
		return nil
	}
	same := a.Kind == b.Kind && a.Item.Struct == b.Item.Struct && a.Item.Nillable == b.Item.Nillable
	if a.Item.Scalar != nil || b.Item.Scalar != nil {
		same = same && a.Item.Scalar != nil && b.Item.Scalar != nil && a.Item.Scalar.sameForm(b.Item.Scalar)
	}
	if a.Kind == ListResult {
		same = same && a.Item.Wire == b.Item.Wire
	}
	if !same {
		return mismatch(known, "returns something else")
	}
	return nil
}

func mismatch(known *member, what string) *diag.Related {
	return &diag.Related{Pos: known.source.Pos, Message: "the operation " + quoted(known.name) + " here " + what}
}
