package bind

import (
	"slices"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/typing"
	"example.com/quartet/templates/soap/contract"
)

// planHTTP plans an operation of an HTTP binding (WSDL 1.1, section 4).
func (p *planner) planHTTP(m *boundOperation, known *boundOperation) *diag.Related {
	before := len(p.diags)
	in := p.httpMessageOf(m.source, m.source.Input, m.source.Operation.Input)
	out := p.httpMessageOf(m.source, m.source.Output, m.source.Operation.Output)
	m.wire = &ir.Wire{WireMore: contract.WireMore{Replace: in.replace}}
	p.planLocation(m)
	if len(p.diags) != before {
		return nil
	}
	p.planHTTPOutput(m, out)
	m.enumerated = enumeratedParams(in, p.isFlat(in))
	reason := p.planHTTPInput(m, known, in)
	switch {
	case reason != nil:
		return reason
	case known == nil:
		m.params = paramNames(m.request)
		return nil
	}
	m.params = known.params
	if m.result != nil && known.result != nil { // the root element of a document is always present
		m.result.Item.Nillable = known.result.Item.Nillable || m.result.Item.Nillable && m.result.Kind == ir.ListResult
	}
	return resultMismatch(m, known)
}

// planHTTPInput plans the request: a document, a part that is the entire body, or
// parameters.
func (p *planner) planHTTPInput(m, known *boundOperation, in httpMessage) *diag.Related {
	m.wire.Send, m.wire.MediaType = in.content, in.mediaType
	switch {
	case in.content == contract.ContentXML:
		p.planDocument(m, in)
		return requestMismatch(m, known)
	case p.isFlat(in):
		if m.request = p.requestOf(in.parts[0].Element); m.request != nil {
			m.fields = m.request.Fields
		}
		return requestMismatch(m, known)
	case known != nil:
		reason := adoptParts(m, known, in)
		if before := len(p.diags); reason != nil && known.request != nil {
			for _, part := range in.parts {
				p.parameterOf(part)
			}
			if p.diags[before:].HasErrors() {
				return nil // no interface has the operation over this binding
			}
		}
		return reason
	}
	m.request = p.requestOfParts(m, in)
	return nil
}

// planDocument plans a request that is an XML document: its root is the element of
// a part, or one with the part's name.
func (p *planner) planDocument(m *boundOperation, in httpMessage) {
	e := elementOfPart(in.parts[0], "")
	if setFirstElement(m.wire, e); p.isStruct(e) {
		m.request = p.requestOf(e)
		return
	}
	m.wire.Body = true
	m.request = p.structOfParts(m, documentBody(in, m.source.Operation.Input.Message), "")
}

// documentBody describes a document of an HTTP binding as if it were the content
// of a SOAP Body. A part with a type is an accessor element, as in rpc.
func documentBody(c httpMessage, message *wsdl11.Message) *body {
	return &body{rpc: c.parts[0].Element == nil, parts: c.parts, message: message}
}

// isFlat reports whether the parameters are the children of the element of the only
// part, as the element is of a complex type.
func (p *planner) isFlat(in httpMessage) bool {
	if in.content != contract.ContentDefault || len(in.parts) != 1 || in.parts[0].Element == nil || !p.isStruct(in.parts[0].Element) {
		return false
	}
	s := p.requestOf(in.parts[0].Element)
	if s == nil {
		return true
	}
	if s.Simple || s.Base != nil || len(s.Attrs) > 0 {
		return false
	}
	return !slices.ContainsFunc(s.Fields, func(f *ir.Field) bool {
		return f.Scalar == nil || f.Any != nil || f.Items != nil || f.Wire.Local == ""
	})
}

// planHTTPOutput plans the result: the element of a part, sent as XML, or the
// value of a simple type.
func (p *planner) planHTTPOutput(m *boundOperation, out httpMessage) {
	if len(out.parts) == 0 {
		return
	}
	e := elementOfPart(out.parts[0], "")
	m.wire.Receive, m.wire.ReplyType = out.content, out.mediaType
	if out.content == contract.ContentXML {
		m.wire.Receive = contract.ContentDefault
		if typing.IsHeadElement(e) {
			m.wire.OutBody = true
			m.result = p.resultOfParts(m, documentBody(out, m.source.Operation.Output.Message))
			return
		}
		m.wire.Out = []ir.Name{typing.WireName(e.Name)}
		m.result = p.resultOf(e, !e.Nillable)
		m.wire.OutNil = e.Nillable && m.result.Kind == ir.OneResult
		return
	}
	m.result = p.oneResult(e, true)
}

// requestOfParts plans the argument of an operation that only HTTP bindings
// offer. Every parameter is optional.
func (p *planner) requestOfParts(m *boundOperation, in httpMessage) *ir.Struct {
	if len(in.parts) == 0 {
		return nil
	}
	message := m.source.Operation.Input.Message
	if s := p.messages[message]; s != nil {
		return s
	}
	s := &ir.Struct{Kind: "message", NoCodec: true, WSDLName: message.Name.Local, Doc: message.Documentation, Pos: message.Pos, IsRequest: true}
	before := len(p.diags)
	s.Fields = collect.Each(in.parts, p.parameterOf)
	if p.diags[before:].HasErrors() {
		return nil
	}
	s.Params = s.Fields
	p.messages[message] = s
	p.types.AddMessage(s, p.nameRequest(s, m))
	return s
}

// parameterOf plans the field for a part that is a parameter.
func (p *planner) parameterOf(part *wsdl11.Part) *ir.Field {
	f := &ir.Field{Wire: ir.Name{Local: part.Name}, Doc: part.Documentation, Occurs: ir.Optional, Pos: part.Pos}
	e := elementOfPart(part, "")
	p.types.SetType(f, e.Type, typing.UserOf(e))
	if !isParameter(f) {
		p.unsupported(part.Pos, "the type of the parameter %s", diag.Quote(part.Name))
	}
	return f
}

// isParameter reports whether a field can be a parameter: a value of a simple
// type, or an array of such values, which is a repeated parameter.
func isParameter(f *ir.Field) bool {
	return f.Scalar != nil && f.Any == nil && f.Items == nil || f.Struct != nil && !f.Poly && f.Struct.OnlyList() != nil
}

// adoptParts matches the parts with the fields of the request of another port, by
// name; there must be a part for each field. The types need not be the same, as
// only the lexical form is sent.
func adoptParts(m, known *boundOperation, in httpMessage) *diag.Related {
	parts := in.parts
	if known.request == nil {
		if len(parts) > 0 {
			return mismatch(known, "has no parameters")
		}
		return nil
	}
	s := known.request
	if s.Simple || len(s.Attrs) > 0 {
		return mismatch(known, "has a request with attributes or text")
	}
	var fields []*ir.Field
	for _, part := range parts {
		f := fieldNamed(s, part.Name)
		if f == nil || !isParameter(f) || f.Occurs == ir.Many {
			return mismatch(known, "has no parameter "+diag.Quote(part.Name)+" of a simple type")
		}
		fields = append(fields, f)
	}
	for _, f := range s.Fields {
		if !slices.Contains(fields, f) {
			return mismatch(known, "also has the parameter "+diag.Quote(f.Wire.Local))
		}
	}
	m.request, m.fields = s, fields
	return nil
}

func fieldNamed(s *ir.Struct, name string) *ir.Field {
	for _, f := range s.Fields {
		if f.Wire.Local == name {
			return f
		}
	}
	return nil
}
