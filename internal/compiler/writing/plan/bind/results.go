package bind

import (
	"slices"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/typing"
)

// planOutput plans the result of a SOAP operation. It is unwrapped if the operation
// is document/literal wrapped: its request element has the name of the operation or
// the overload. The result of an rpc operation is the content of its wrapper.
func (p *planner) planOutput(m *boundOperation, in, out *body) {
	m.wire.OutAttachments = attachmentInfos(out.attachments)
	switch {
	case out.rpc:
		p.planRPCOutput(m, out)
	case len(out.parts) == 0 && len(out.attachments) == 0:
	case out.element() == nil || typing.IsHeadElement(out.element()):
		m.wire.OutBody = true
		m.result = p.resultOfParts(m, out)
	default:
		p.planElementOutput(m, in.element(), out.element())
	}
}

// planElementOutput plans the result of a document/literal response with one
// element.
func (p *planner) planElementOutput(m *boundOperation, in, out *xsd.ElementDeclaration) {
	m.wire.Out = []ir.Name{typing.WireName(out.Name)}
	wrapped := in != nil && (in.Name.Local == m.name || in.Name.Local == m.source.Name) && !slices.Contains(p.wrapped, m.name)
	if wrapped {
		if t, ok := out.Type.(*xsd.ComplexType); ok && p.unwrap(m, t) {
			return
		}
	}
	m.result = p.oneResult(out, false)
	m.wire.OutNil = out.Nillable
}

// planRPCOutput plans the result of an rpc operation. The name of its wrapper is
// the operation's name with the suffix Response (SOAP 1.1, section 7.1).
func (p *planner) planRPCOutput(m *boundOperation, out *body) {
	m.wire.Out = []ir.Name{{Local: m.source.Name + "Response", Space: out.namespace}}
	if len(out.parts) != 1 || len(out.attachments) > 0 || slices.Contains(p.wrapped, m.name) {
		m.result = p.resultOfParts(m, out)
		return
	}
	e := elementOfPart(out.parts[0], "")
	if typing.IsHeadElement(e) {
		m.result = p.resultOfParts(m, out)
		return
	}
	m.wire.Out = append(m.wire.Out, typing.WireName(e.Name))
	if out.encoded {
		m.result = p.encodedResult(m, e)
		return
	}
	m.setResult(p.resultOf(e, !e.Nillable), !e.Nillable)
}

// setResult sets the result. must says that its element may neither be absent nor
// nil.
func (m *boundOperation) setResult(r *ir.Result, must bool) {
	m.result = r
	m.wire.OutMust = must && !r.Must
}

// resultOfParts plans a result with a field for each part, nil if there are no
// parts.
func (p *planner) resultOfParts(m *boundOperation, out *body) *ir.Result {
	if s := p.structOfParts(m, out, "Response"); s != nil {
		return &ir.Result{Kind: ir.OneResult, Item: ir.Field{Struct: s}}
	}
	return nil
}

// unwrap plans the result as the child of the response element. It reports false
// if there are several children.
func (p *planner) unwrap(m *boundOperation, t *xsd.ComplexType) bool {
	if len(t.Attributes) > 0 || t.AnyAttribute != nil || t.ContentKind == xsd.SimpleContent || t.Mixed() || t.Abstract {
		return false
	}
	if p.empty.Has(t.Content) {
		p.markUnwrapped(t)
		return true
	}
	particle := typing.OnlyParticle(t.Content)
	if particle == nil {
		return false
	}
	p.markUnwrapped(t)
	e := particle.Term.(*xsd.ElementDeclaration)
	if particle.Repeated() {
		m.result = p.listResult(e)
		return true
	}
	m.wire.Out = append(m.wire.Out, typing.WireName(e.Name))
	must := particle.Min > 0 && !e.Nillable
	m.setResult(p.resultOf(e, must), must)
	m.wire.OutNil = particle.Min > 0 && e.Nillable && m.result.Kind == ir.OneResult
	return true
}

// resultOf plans the result for one element: a list if its type is an array type.
func (p *planner) resultOf(e *xsd.ElementDeclaration, must bool) *ir.Result {
	if particle := arrayItem(e.Type); particle != nil {
		p.markUnwrapped(e.Type.(*xsd.ComplexType))
		return p.listResult(particle.Term.(*xsd.ElementDeclaration))
	}
	return p.oneResult(e, must)
}

// arrayItem returns the item of an array type, which has one repeated element and
// no other content; nil if t is not an array type.
func arrayItem(t xsd.Type) *xsd.Particle {
	c, ok := t.(*xsd.ComplexType)
	if !ok || c.ContentKind != xsd.ElementContent || len(c.Attributes) > 0 || c.AnyAttribute != nil || c.Abstract || c.Content == nil {
		return nil
	}
	if particle := typing.OnlyParticle(c.Content); particle != nil && particle.Repeated() {
		return particle
	}
	return nil
}

func (p *planner) listResult(e *xsd.ElementDeclaration) *ir.Result {
	r := &ir.Result{Kind: ir.ListResult}
	r.Item = ir.Field{Wire: typing.WireName(e.Name), Occurs: ir.Many, Nillable: e.Nillable}
	p.types.SetType(&r.Item, e.Type, typing.UserOf(e))
	p.types.SetResultDefault(&r.Item, e)
	return r
}

func (p *planner) oneResult(e *xsd.ElementDeclaration, must bool) *ir.Result {
	r := &ir.Result{Kind: ir.OneResult}
	if e.Abstract {
		p.unsupported(e.Pos, "a message whose element is the abstract %s", diag.Quote(e.Name.Local))
	}
	p.types.SetType(&r.Item, e.Type, typing.UserOf(e))
	p.types.SetResultDefault(&r.Item, e)
	r.Must = must && r.Item.Scalar != nil
	return r
}

// markUnwrapped records that an operation takes or returns the content of a wrapper
// element of this anonymous type, so that the type needs no Go type.
func (p *planner) markUnwrapped(t *xsd.ComplexType) {
	if t.Name.Local == "" {
		p.out.Unwrapped[t] = true
	}
}
