package plan

import (
	"slices"

	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/wsdl11"
)

// planHTTP plans an operation of an HTTP binding (WSDL 1.1, section 4).
func (p *planner) planHTTP(m *member, known *member) *diag.Related {
	before := len(p.diags)
	in := p.carrierOf(m.source, m.source.Input, m.source.Operation.Input)
	out := p.carrierOf(m.source, m.source.Output, m.source.Operation.Output)
	m.wire = Wire{Replace: in.replace}
	p.planLocation(m)
	if len(p.diags) != before {
		return nil
	}
	p.planHTTPOutput(m, out)
	m.wire.given = givenIn(in, p.isFlat(in))
	reason := p.planHTTPInput(m, known, in)
	switch {
	case reason != nil:
		return reason
	case known == nil:
		m.params = paramNames(m.request)
		return nil
	}
	m.params = known.params
	if m.result != nil && known.result != nil { // the root of a document is always there
		m.result.Item.Nillable = known.result.Item.Nillable || m.result.Item.Nillable && m.result.Kind == ListResult
	}
	return fits(m, known)
}

// planHTTPInput plans the request: a document, a part that is all of the body,
// or parameters.
func (p *planner) planHTTPInput(m, known *member, in carrier) *diag.Related {
	m.wire.Send, m.wire.MediaType = in.content, in.mediaType
	switch {
	case in.content == ContentXML:
		p.planDocument(m, in)
		if known != nil && known.request != m.request {
			return mismatch(known, "takes another request")
		}
		return nil
	case p.isFlat(in):
		if m.request = p.requestOf(in.parts[0].Element); m.request != nil {
			m.fields = m.request.Fields
		}
		if known != nil && known.request != m.request {
			return mismatch(known, "takes another request")
		}
		return nil
	case known != nil:
		return p.adoptParts(m, known, in)
	}
	m.request = p.requestOfParts(m, in)
	return nil
}

// planDocument plans a request that is a document of its own: the element of a
// part, or one with the part's name.
func (p *planner) planDocument(m *member, in carrier) {
	e := elementOfPart(in.parts[0], "")
	p.noteBlock(in.parts[0], "", false)
	if m.wire.begin(e); p.isStruct(e) {
		m.request = p.requestOf(e)
		return
	}
	m.wire.Body = true
	m.request = p.structOfParts(m, documentBody(in, m.source.Operation.Input.Message), "")
}

// documentBody is what a document of an HTTP binding holds, as if it were the
// content of a Body. A part that has a type is an element all the same.
func documentBody(c carrier, message *wsdl11.Message) *body {
	return &body{rpc: c.parts[0].Element == nil, parts: c.parts, message: message}
}

// isFlat reports whether the parameters are the children of an element: of the
// only part, which has no lexical form of its own.
func (p *planner) isFlat(in carrier) bool {
	if in.content != ContentParameters || len(in.parts) != 1 || in.parts[0].Element == nil || !p.isStruct(in.parts[0].Element) {
		return false
	}
	s := p.requestOf(in.parts[0].Element)
	if s == nil {
		return true
	}
	if s.Simple || s.Base != nil || len(s.Attrs) > 0 {
		return false
	}
	for _, f := range s.Fields {
		if f.Scalar == nil || f.Any != nil || f.Items != nil || f.Wire.Local == "" {
			return false
		}
	}
	return true
}

// planHTTPOutput plans the result: the element of a part, sent as XML, or a
// simple type that is all there is.
func (p *planner) planHTTPOutput(m *member, out carrier) {
	if len(out.parts) == 0 {
		return
	}
	e := elementOfPart(out.parts[0], "")
	m.wire.Receive, m.wire.ReplyType = out.content, out.mediaType
	if out.content == ContentXML {
		m.wire.Receive = ""
		p.noteBlock(out.parts[0], "", false)
		if isHead(e) {
			m.wire.OutBody = true
			m.result = p.resultOfParts(m, documentBody(out, m.source.Operation.Output.Message))
			return
		}
		m.wire.Out = []Name{wireName(e.Name)}
		m.result = p.resultOf(e, !e.Nillable)
		return
	}
	m.result = p.oneResult(e, true)
}

// requestOfParts plans the argument of an operation that only HTTP bindings
// offer. Every parameter may be left out.
func (p *planner) requestOfParts(m *member, in carrier) *Struct {
	if len(in.parts) == 0 {
		return nil
	}
	message := m.source.Operation.Input.Message
	if s := p.messages[message]; s != nil {
		return s
	}
	s := &Struct{Kind: "message", NoCodec: true, WSDLName: message.Name.Local, Doc: message.Documentation, pos: message.Pos, isRequest: true}
	for _, part := range in.parts {
		s.Fields = append(s.Fields, p.parameterOf(s, part))
	}
	s.Params = s.Fields
	if p.messages == nil {
		p.messages = make(map[*wsdl11.Message]*Struct)
	}
	p.messages[message] = s
	p.pkg.Structs = append(p.pkg.Structs, s)
	p.nameRequest(s, m)
	return s
}

// parameterOf plans the field for a part that is a parameter.
func (p *planner) parameterOf(s *Struct, part *wsdl11.Part) *Field {
	f := &Field{Wire: Name{Local: part.Name}, Doc: part.Documentation, Occurs: Optional, pos: part.Pos}
	e := elementOfPart(part, "")
	p.typed(f, e.Type, ownerOf(e, s), part.Pos)
	if !isParameter(f) {
		p.unsupported(part.Pos, "the type of the parameter %s", quoted(part.Name))
	}
	return f
}

// isParameter reports whether a field has a lexical form, or is an array of such
// fields, which is a parameter that is given several times.
func isParameter(f *Field) bool {
	return f.Scalar != nil && f.Any == nil && f.Items == nil || f.Struct != nil && !f.Poly && f.Struct.OnlyList() != nil
}

// adoptParts matches the parts with the fields of the request that another
// port takes, by name: they must be the same. A part of any type matches a field
// of a simple type: what counts is the lexical form.
func (p *planner) adoptParts(m, known *member, in carrier) *diag.Related {
	parts := in.parts
	if known.request == nil {
		if len(parts) > 0 {
			return mismatch(known, "takes no parameters")
		}
		return nil
	}
	s := known.request
	if s.Simple || len(s.Attrs) > 0 {
		return mismatch(known, "takes more than elements")
	}
	var fields []*Field
	for _, part := range parts {
		f := fieldNamed(s, part.Name)
		if f == nil || !isParameter(f) || f.Occurs == Many {
			return mismatch(known, "has no parameter "+quoted(part.Name)+" of a simple type")
		}
		fields = append(fields, f)
	}
	for _, f := range s.Fields {
		if !slices.Contains(fields, f) {
			return mismatch(known, "has the parameter "+quoted(f.Wire.Local)+", too")
		}
	}
	m.request, m.fields = s, fields
	return nil
}

func fieldNamed(s *Struct, name string) *Field {
	for _, f := range s.Fields {
		if f.Wire.Local == name {
			return f
		}
	}
	return nil
}
