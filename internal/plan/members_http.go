package plan

import (
	"net/url"
	"path"
	"slices"
	"strings"

	"example.com/quartet/internal/diag"
	"example.com/quartet/internal/wsdl11"
	"example.com/quartet/internal/xsd"
)

// planHTTP plans an operation of an HTTP GET or POST binding (WSDL 1.1,
// section 4).
func (p *planner) planHTTP(m *member, known *member) *diag.Related {
	before := len(p.diags)
	p.carriesHTTP(m.source)
	if len(p.diags) != before {
		return nil
	}
	path, _ := locationPath(m.source.Location)
	m.wire = Wire{Path: path}
	p.planHTTPOutput(m)
	if known == nil {
		m.request = p.requestOfParts(m)
		m.params = paramNames(m.request)
		return nil
	}
	if reason := adoptParts(m, known); reason != nil {
		return reason
	}
	if m.result != nil && known.result != nil { // the root of a document is always there
		m.result.Item.Nillable = known.result.Item.Nillable || m.result.Item.Nillable && m.result.Kind == ListResult
	}
	return fits(m, known)
}

func (p *planner) carriesHTTP(bo *wsdl11.BindingOperation) {
	op := bo.Operation
	if _, ok := locationPath(bo.Location); !ok {
		p.unsupported(bo.Pos, "the location %s, which is not a plain path,", quoted(bo.Location))
	}
	in, verb := bo.Input, bo.Binding.Verb
	parts := partsOf(op.Input)
	switch {
	case in == nil:
		p.unsupported(bo.Pos, "an HTTP operation without wsdl:input")
	case in.URLReplacement:
		p.unsupported(in.Pos, "http:urlReplacement")
	case in.URLEncoded && verb == "GET":
	case verb == "POST" && isForm(in):
	case len(parts) == 0:
	default:
		p.unsupported(in.Pos, "this way to carry the input of an HTTP %s", verb)
	}
	for _, part := range parts {
		if _, ok := part.Type.(*xsd.SimpleType); !ok {
			p.unsupported(part.Pos, "the type of the parameter %s", quoted(part.Name))
		}
	}
}

// locationPath returns the path that a location adds to the port's address
// (WSDL 1.1, section 4.4), not escaped. It starts with a slash, which some tools
// leave out. Queries, replacements and steps upwards are no plain paths.
func locationPath(location string) (string, bool) {
	u, err := url.Parse(location)
	if err != nil || u.Path == "" || (url.URL{Path: u.Path, RawPath: u.RawPath}) != *u || strings.ContainsAny(u.Path, "()") {
		return "", false
	}
	plain := path.Join("/", u.Path)
	return plain, plain == "/"+strings.TrimPrefix(u.Path, "/")
}

// isForm reports whether the input is a form: mime:content of that type, or
// http:urlEncoded, which some tools write for POST too.
func isForm(in *wsdl11.BindingMessage) bool {
	if in.URLEncoded {
		return true
	}
	return len(in.Contents) == 1 && in.Contents[0].Type == "application/x-www-form-urlencoded"
}

func partsOf(m *wsdl11.OperationMessage) []*wsdl11.Part {
	if m == nil || m.Message == nil {
		return nil
	}
	return m.Message.Parts
}

// planHTTPOutput plans the result: the element of the only part, sent as XML.
func (p *planner) planHTTPOutput(m *member) {
	bo := m.source
	if bo.Operation.Style == wsdl11.OneWay {
		return
	}
	parts := partsOf(bo.Operation.Output)
	if len(parts) == 0 {
		return
	}
	if len(parts) > 1 || parts[0].Element == nil || bo.Output == nil || len(bo.Output.XML) != 1 {
		p.unsupported(bo.Pos, "an output of the operation %s that is not mime:mimeXml of one element", quoted(bo.Name))
		return
	}
	e := parts[0].Element
	m.wire.Out = []Name{wireName(e.Name)}
	m.result = p.resultOf(e, !e.Nillable)
}

// requestOfParts plans the argument of an operation that only HTTP bindings
// offer. Every parameter may be left out.
func (p *planner) requestOfParts(m *member) *Struct {
	parts := partsOf(m.source.Operation.Input)
	if len(parts) == 0 {
		return nil
	}
	message := m.source.Operation.Input.Message
	if s := p.messages[message]; s != nil {
		return s
	}
	s := &Struct{Kind: "message", NoCodec: true, WSDLName: message.Name.Local, Doc: message.Documentation, pos: message.Pos, isRequest: true}
	for _, part := range parts {
		f := &Field{Wire: Name{Local: part.Name}, Doc: part.Documentation, Occurs: Optional, pos: part.Pos}
		f.Scalar = p.scalar(part.Type.(*xsd.SimpleType), part.Pos, part.Name)
		s.Fields = append(s.Fields, f)
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

// adoptParts matches the parts with the fields of the request that another
// port takes, by name: they must be the same. A part of any type matches a field
// of a simple type: what counts is the lexical form.
func adoptParts(m, known *member) *diag.Related {
	parts := partsOf(m.source.Operation.Input)
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
		if f == nil || f.Scalar == nil || f.Occurs == Many {
			return mismatch(known, "has no parameter "+quoted(part.Name)+" of a simple type")
		}
		fields = append(fields, f)
	}
	for _, f := range s.Fields {
		if !slices.Contains(fields, f) {
			return mismatch(known, "has the parameter "+quoted(f.Wire.Local)+", too")
		}
	}
	m.request, m.fields, m.params = s, fields, known.params
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
