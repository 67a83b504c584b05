package plan

import (
	"slices"
	"strconv"

	"example.com/quartet/internal/diag"
	"example.com/quartet/internal/wsdl11"
	"example.com/quartet/internal/xsd"
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

// planSOAP plans a document/literal operation.
func (p *planner) planSOAP(m *member, known *member) *diag.Related {
	bo := m.source
	if !p.carriesSOAP(bo) {
		return nil
	}
	m.wire = Wire{Action: bo.SOAPAction}
	m.wire.Action12 = bo.Binding.Kind == wsdl11.SOAP12 && bo.SOAPAction != "" && bo.SOAPActionRequired
	in := onlyElement(bo.Operation.Input.Message)
	if in != nil {
		m.wire.In = wireName(in.Name)
		m.request = p.requestOf(in)
		m.params = paramNames(m.request)
	}
	if bo.Operation.Output != nil {
		p.planOutput(m, in)
	}
	p.planFaults(m)
	p.planHeaders(m)
	if known == nil {
		return nil
	}
	if known.request != m.request {
		return mismatch(known, "takes another request")
	}
	return fits(m, known)
}

// carriesSOAP reports whether a SOAP operation can be planned, and why not.
func (p *planner) carriesSOAP(bo *wsdl11.BindingOperation) bool {
	before := len(p.diags)
	op := bo.Operation
	if bo.Style != wsdl11.DocumentStyle {
		p.unsupported(bo.Pos, "the style rpc of the operation %s", quoted(bo.Name))
		return false
	}
	p.carriesBody(bo, bo.Input, op.Input)
	p.carriesBody(bo, bo.Output, op.Output)
	return len(p.diags) == before
}

func (p *planner) carriesBody(bo *wsdl11.BindingOperation, bm *wsdl11.BindingMessage, om *wsdl11.OperationMessage) {
	if om == nil || om.Message == nil {
		return
	}
	if bm == nil || bm.Body == nil {
		p.unsupported(bo.Pos, "a message of the operation %s without soap:body", quoted(bo.Name))
		return
	}
	switch parts := om.Message.Parts; {
	case bm.Multipart != nil || len(bm.Contents) > 0 || len(bm.XML) > 0:
		p.unsupported(bm.Pos, "a MIME message of the operation %s", quoted(bo.Name))
	case bm.Body.Use != wsdl11.Literal:
		p.unsupported(bm.Body.Pos, `use="encoded" in the operation %s`, quoted(bo.Name))
	case len(parts) > 1:
		p.unsupported(om.Message.Pos, "the message %s of more than one part", quoted(om.Message.Name.Local))
	case len(parts) == 1 && parts[0].Element == nil:
		p.unsupported(parts[0].Pos, "the part %s with a type in a document/literal message", quoted(parts[0].Name))
	case len(parts) != len(bm.Body.Parts):
		p.unsupported(bm.Body.Pos, "a soap:body of the operation %s that leaves out a part", quoted(bo.Name))
	}
}

// requestOf plans the argument for a request element; nil if it has no
// content at all.
func (p *planner) requestOf(e *xsd.ElementDeclaration) *Struct {
	p.substituted(e, e.Pos)
	t, ok := e.Type.(*xsd.ComplexType)
	if !ok {
		p.unsupported(e.Pos, "the simple type of the request element %s", quoted(e.Name.Local))
		return nil
	}
	if t.ContentKind == xsd.EmptyContent && len(t.Attributes) == 0 && t.AnyAttribute == nil {
		return nil
	}
	if p.isEmptyGroup(t.Content) && t.ContentKind == xsd.ElementContent && len(t.Attributes) == 0 && t.AnyAttribute == nil {
		return nil
	}
	s := p.structOf(t, ownerOf(e, nil))
	s.isRequest = true
	return s
}

// isEmptyGroup reports whether nothing but groups is in a content model. It
// remembers what it found: a group may be referred to from many places.
func (p *planner) isEmptyGroup(particle *xsd.Particle) bool {
	if particle == nil {
		return true
	}
	g, ok := particle.Term.(*xsd.ModelGroup)
	if !ok {
		return false
	}
	empty, known := p.empty[g]
	if !known {
		empty = !slices.ContainsFunc(g.Particles, func(c *xsd.Particle) bool { return !p.isEmptyGroup(c) })
		p.empty[g] = empty
	}
	return empty
}

func paramNames(s *Struct) []string {
	if s == nil {
		return nil
	}
	var names []string
	for _, f := range s.Fields {
		if f.Wire.Local != "" {
			names = append(names, f.Wire.Local)
		}
	}
	return names
}

// planOutput plans the result of a SOAP operation: unwrapped if the operation
// is of the wrapped kind, that is, its request element has the operation's (or
// the overload's) name.
func (p *planner) planOutput(m *member, in *xsd.ElementDeclaration) {
	out := onlyElement(m.source.Operation.Output.Message)
	if out == nil {
		return
	}
	m.wire.Out = []Name{wireName(out.Name)}
	wrapped := in != nil && (in.Name.Local == m.name || in.Name.Local == m.source.Name) && !slices.Contains(p.config.Wrapped, m.name)
	if wrapped {
		if t, ok := out.Type.(*xsd.ComplexType); ok && p.unwrap(m, t) {
			return
		}
	}
	m.result = p.oneResult(out, false)
}

// unwrap plans the result for the children of the response element. It reports
// false if there are several.
func (p *planner) unwrap(m *member, t *xsd.ComplexType) bool {
	if len(t.Attributes) > 0 || t.AnyAttribute != nil || t.ContentKind == xsd.SimpleContent || t.Mixed() || t.Abstract {
		return false
	}
	if p.isEmptyGroup(t.Content) {
		return true
	}
	particle := onlyParticle(t.Content)
	if particle == nil {
		return false
	}
	e := particle.Term.(*xsd.ElementDeclaration)
	if particle.Repeated() {
		m.result = p.listResult(particle, e)
		return true
	}
	m.wire.Out = append(m.wire.Out, wireName(e.Name))
	m.result = p.resultOf(e, particle.Min > 0 && !e.Nillable)
	return true
}

// onlyParticle returns the only element of a sequence, nil if there are
// others, or wildcards, or other groups.
func onlyParticle(particle *xsd.Particle) *xsd.Particle {
	for {
		g, ok := particle.Term.(*xsd.ModelGroup)
		if !ok {
			break
		}
		if len(g.Particles) != 1 || particle.Min != 1 || particle.Max != 1 {
			return nil
		}
		particle = g.Particles[0]
	}
	if _, ok := particle.Term.(*xsd.ElementDeclaration); !ok {
		return nil
	}
	return particle
}

// resultOf plans the result for one element: a list if its type is an array.
func (p *planner) resultOf(e *xsd.ElementDeclaration, must bool) *Result {
	if particle := arrayItem(e.Type); particle != nil {
		return p.listResult(particle, particle.Term.(*xsd.ElementDeclaration))
	}
	return p.oneResult(e, must)
}

// arrayItem returns the item of an array type: one repeated element and
// nothing else. nil if it is none.
func arrayItem(t xsd.Type) *xsd.Particle {
	c, ok := t.(*xsd.ComplexType)
	if !ok || c.ContentKind != xsd.ElementContent || len(c.Attributes) > 0 || c.AnyAttribute != nil || c.Abstract || c.Content == nil {
		return nil
	}
	if particle := onlyParticle(c.Content); particle != nil && particle.Repeated() {
		return particle
	}
	return nil
}

func (p *planner) listResult(particle *xsd.Particle, e *xsd.ElementDeclaration) *Result {
	r := &Result{Kind: ListResult}
	r.Item = Field{Wire: wireName(e.Name), Occurs: Many, Nillable: e.Nillable}
	p.substituted(e, particle.Pos)
	p.typed(&r.Item, e.Type, ownerOf(e, nil), particle.Pos)
	return r
}

func (p *planner) oneResult(e *xsd.ElementDeclaration, must bool) *Result {
	r := &Result{Kind: OneResult}
	p.substituted(e, e.Pos)
	p.typed(&r.Item, e.Type, ownerOf(e, nil), e.Pos)
	r.Must = must && r.Item.Scalar != nil
	return r
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
		same = same && a.Item.Scalar != nil && b.Item.Scalar != nil && a.Item.Scalar.Go == b.Item.Scalar.Go
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
