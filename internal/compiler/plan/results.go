package plan

import (
	"slices"

	"example.com/quartet/internal/compiler/xsd"
)

// planOutput plans the result of a SOAP operation: unwrapped if the operation
// is of the wrapped kind, that is, its request element has the operation's (or
// the overload's) name. The result of rpc is what its wrapper holds.
func (p *planner) planOutput(m *member, in, out *body) {
	m.wire.OutAttachments = infos(out.attachments)
	switch {
	case out.rpc:
		p.planRPCOutput(m, out)
	case len(out.attachments) > 0:
		m.wire.OutBody = true
		m.result = p.resultOfParts(m, out)
	case len(out.parts) == 0:
	case out.element() == nil || isHead(out.element()):
		m.wire.OutBody = true
		m.result = p.resultOfParts(m, out)
	default:
		p.planElementOutput(m, in.element(), out.element())
	}
}

// planElementOutput plans the result that is one element.
func (p *planner) planElementOutput(m *member, in, out *xsd.ElementDeclaration) {
	m.wire.Out = []Name{wireName(out.Name)}
	wrapped := in != nil && (in.Name.Local == m.name || in.Name.Local == m.source.Name) && !slices.Contains(p.config.Wrapped, m.name)
	if wrapped {
		if t, ok := out.Type.(*xsd.ComplexType); ok && p.unwrap(m, t) {
			return
		}
	}
	m.result = p.oneResult(out, false)
	m.wire.OutNil = out.Nillable
}

// planRPCOutput plans the result of an rpc operation, whose wrapper has the name
// of the operation and Response behind it (SOAP 1.1, section 7.1).
func (p *planner) planRPCOutput(m *member, out *body) {
	m.wire.Out = []Name{{Local: m.source.Name + "Response", uri: out.namespace}}
	if len(out.parts) != 1 || len(out.attachments) > 0 || slices.Contains(p.config.Wrapped, m.name) {
		m.result = p.resultOfParts(m, out)
		return
	}
	e := elementOfPart(out.parts[0], "")
	if isHead(e) {
		m.result = p.resultOfParts(m, out)
		return
	}
	m.wire.Out = append(m.wire.Out, wireName(e.Name))
	if out.encoded {
		m.result = p.encodedResult(m, e)
		return
	}
	m.result = p.resultOf(e, !e.Nillable)
}

// resultOfParts plans a result that has a field for each part, nil if there are
// none.
func (p *planner) resultOfParts(m *member, out *body) *Result {
	if s := p.structOfParts(m, out, "Response"); s != nil {
		return &Result{Kind: OneResult, Item: Field{Struct: s}}
	}
	return nil
}

// unwrap plans the result for the children of the response element. It reports
// false if there are several.
func (p *planner) unwrap(m *member, t *xsd.ComplexType) bool {
	if len(t.Attributes) > 0 || t.AnyAttribute != nil || t.ContentKind == xsd.SimpleContent || t.Mixed() || t.Abstract {
		return false
	}
	if p.isEmptyGroup(t.Content) {
		p.noteUnwrapped(t)
		return true
	}
	particle := onlyParticle(t.Content)
	if particle == nil {
		return false
	}
	p.noteUnwrapped(t)
	e := particle.Term.(*xsd.ElementDeclaration)
	if particle.Repeated() {
		m.result = p.listResult(particle, e)
		return true
	}
	m.wire.Out = append(m.wire.Out, wireName(e.Name))
	m.result = p.resultOf(e, particle.Min > 0 && !e.Nillable)
	m.wire.OutNil = particle.Min > 0 && e.Nillable && m.result.Kind == OneResult
	return true
}

// onlyParticle returns the only element of a sequence, nil if there are
// others, or others may stand for it, or wildcards, or other groups.
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
	if e, ok := particle.Term.(*xsd.ElementDeclaration); !ok || isHead(e) {
		return nil
	}
	return particle
}

// resultOf plans the result for one element: a list if its type is an array.
func (p *planner) resultOf(e *xsd.ElementDeclaration, must bool) *Result {
	if particle := arrayItem(e.Type); particle != nil {
		p.noteUnwrapped(e.Type.(*xsd.ComplexType))
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
	p.typed(&r.Item, e.Type, ownerOf(e, nil), particle.Pos)
	return r
}

func (p *planner) oneResult(e *xsd.ElementDeclaration, must bool) *Result {
	r := &Result{Kind: OneResult}
	p.refuseAbstract(e, e.Pos)
	p.typed(&r.Item, e.Type, ownerOf(e, nil), e.Pos)
	r.Must = must && r.Item.Scalar != nil
	return r
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
