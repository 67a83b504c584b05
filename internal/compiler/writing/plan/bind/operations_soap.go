package bind

import (
	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/typing"
	"example.com/quartet/templates/soap/contract"
)

// planSOAP plans an operation of a SOAP binding.
func (p *planner) planSOAP(m *boundOperation, known *boundOperation) *diag.Related {
	bo := m.source
	before := len(p.diags)
	in, out := p.bodyOf(bo, bo.Input, bo.Operation.Input), p.bodyOf(bo, bo.Output, bo.Operation.Output)
	if len(p.diags) != before {
		return nil
	}
	m.wire = &ir.Wire{Wire: contract.Wire{Action: bo.SOAPAction}}
	m.wire.RPC = in.rpc
	m.wire.Encoded = in.encoded || out.encoded
	p.planInput(m, in)
	m.parts = in.partTypes()
	p.planOutput(m, in, out)
	p.planFaults(m)
	planActions(m)
	p.planHeaders(m)
	if reason := requestMismatch(m, known); reason != nil || known == nil {
		return reason
	}
	return resultMismatch(m, known)
}

// planInput plans the request of a SOAP operation: the struct of its element, or
// a struct with a field for each part.
func (p *planner) planInput(m *boundOperation, in *body) {
	m.wire.Attachments = attachmentInfos(in.attachments)
	switch e := in.element(); {
	case in.rpc:
		m.wire.In = ir.Name{Local: m.source.Name, Space: in.namespace}
		m.request = p.structOfParts(m, in, "")
	case len(in.parts) == 0:
		m.request = p.structOfParts(m, in, "")
	case e != nil && p.isStruct(e):
		m.wire.In = typing.WireName(e.Name)
		m.request = p.requestOf(e)
	default:
		m.wire.Body = true
		if part := in.parts[0]; part.Element != nil {
			setFirstElement(m.wire, part.Element)
		}
		m.request = p.structOfParts(m, in, "")
	}
	m.params = paramNames(m.request)
}

// setFirstElement sets e as the first element of a request that is the content of
// the Body.
func setFirstElement(w *ir.Wire, e *xsd.ElementDeclaration) {
	if w.Members = groupMemberNames(e); w.Members == nil {
		w.In = typing.WireName(e.Name)
	}
}

// isStruct reports whether the Go type of an element is the struct of its type. It
// is not if the element is the head element of a substitution group or may have a value
// of a derived type.
func (p *planner) isStruct(e *xsd.ElementDeclaration) bool {
	t, ok := e.Type.(*xsd.ComplexType)
	return ok && !typing.IsHeadElement(e) && !t.Builtin && !p.types.Polymorphic(t)
}

// requestOf plans the argument for a request element; nil if its content is empty.
func (p *planner) requestOf(e *xsd.ElementDeclaration) *ir.Struct {
	t := e.Type.(*xsd.ComplexType)
	hasText := t.ContentKind == xsd.SimpleContent || t.Mixed()
	if !hasText && p.empty.Has(t.Content) && len(t.Attributes) == 0 && t.AnyAttribute == nil {
		p.markUnwrapped(t)
		return nil
	}
	s := p.types.StructOf(t, typing.UserOf(e))
	s.IsRequest = true
	return s
}

func paramNames(s *ir.Struct) []string {
	if s == nil {
		return nil
	}
	var names []string
	for _, f := range s.Fields {
		if f.Wire.Local != "" {
			names = append(names, f.Wire.Local)
		}
	}
	return append(names, collect.Each(s.Attachments, func(a *ir.Attachment) string { return a.Part })...)
}
