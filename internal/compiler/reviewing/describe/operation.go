package describe

import (
	"cmp"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
)

func (m *maker) service(s *ir.Service) *Service {
	out := &Service{Name: s.WSDLName, Go: s.Name, NewClient: s.NewClient, NewHandler: s.NewHandler, Ports: []*Port{}, Operations: []*Operation{}}
	for _, one := range m.model.Services {
		if one.Name.Local == s.WSDLName {
			out.Documentation = cmp.Or(out.Documentation, one.Documentation)
		}
	}
	for _, p := range s.Ports {
		described := &Port{Name: p.Name, Binding: p.Binding.String(), Address: p.Address, Policy: m.policyOf(s.WSDLName, p.Name)}
		if port := m.ports[portName{s.WSDLName, p.Name}]; port != nil {
			described.Documentation = port.Documentation
		}
		out.Ports = append(out.Ports, described)
	}
	m.unsupportedPorts(out)
	bound := make(map[*ir.Operation][]ir.PortOperation)
	for _, o := range m.pkg.Operations {
		if o.Service != s {
			continue
		}
		bound[o.Operation] = append(bound[o.Operation], o)
		if b := m.bound[o.Pos]; b != nil && b.Operation != nil {
			out.Documentation = cmp.Or(out.Documentation, b.Operation.PortType.Documentation)
		}
	}
	for _, op := range s.Operations {
		out.Operations = append(out.Operations, m.operation(op, bound[op]))
	}
	return out
}

// unsupportedPorts adds the ports of a service that generated code does not have, to its first interface.
func (m *maker) unsupportedPorts(out *Service) {
	if slices.ContainsFunc(m.out.Services, func(earlier *Service) bool { return earlier.Name == out.Name }) {
		return
	}
	for _, s := range m.model.Services {
		for _, p := range s.Ports {
			b := p.Binding
			if s.Name.Local != out.Name || b == nil || b.Kind == wsdl11.HTTP || b.Kind != wsdl11.OtherBinding && b.OverHTTP() {
				continue
			}
			out.Ports = append(out.Ports, &Port{
				Name: p.Name, Binding: b.Kind.String(), Address: p.Address, Documentation: p.Documentation,
				Unsupported: cmp.Or(b.Transport, b.Namespace, "the binding has no protocol"),
			})
		}
	}
}

// operation describes an operation with the bindings of its ports.
func (m *maker) operation(op *ir.Operation, ports []ir.PortOperation) *Operation {
	out := &Operation{
		Name: op.OverloadName, OverloadOf: op.OverloadOf, Go: op.Name, GoSignature: m.signature(op), GoStream: op.Seq, OneWay: op.OneWay,
		Wires: []*Wire{}, Request: &Message{},
	}
	if op.Request != nil {
		out.Request.Go = "*" + m.types().Struct(op.Request)
	}
	for i, p := range ports {
		b := m.bound[p.Pos]
		if b == nil || b.Operation == nil {
			continue
		}
		if out.Documentation == "" {
			out.Documentation = cmp.Or(b.Operation.Documentation, b.Documentation)
		}
		m.addWire(out, op, p, b)
		if i == 0 {
			m.messages(out, op, b)
		}
		m.headers(out, b)
		m.attachments(out, op, b)
	}
	return out
}

// addWire describes the binding of a port. Ports with the same messages share one.
func (m *maker) addWire(out *Operation, op *ir.Operation, p ir.PortOperation, b *wsdl11.BindingOperation) {
	i := slices.IndexFunc(op.Wires, func(w *ir.Wire) bool { return slices.Contains(w.Bindings, p.Binding) })
	if i < 0 {
		return
	}
	planned := op.Wires[i]
	w := &Wire{Binding: p.Binding.String(), Ports: []string{p.Port}, Response: m.root(b, b.Output, "Response"), code: p.Binding.Code()}
	if b.Binding.Kind == wsdl11.HTTP {
		w.Method, w.Location = b.Binding.Verb, b.Location
	} else {
		w.Style, w.Use, w.Action = b.Style.String(), wsdl11.Literal.String(), &planned.Action
		if planned.Encoded {
			w.Use = wsdl11.Encoded.String()
		}
		if in := planned.In; in.Local != "" {
			w.Request = &Name{in.Local, m.namespace(in.Space)}
		}
	}
	for _, known := range out.Wires {
		if known.Binding == w.Binding && known.Location == w.Location && (known.Action == nil || *known.Action == *w.Action) {
			known.Ports = append(known.Ports, p.Port)
			return
		}
	}
	out.Wires = append(out.Wires, w)
}

// body returns the parts in the body of a message.
func body(b *wsdl11.BindingMessage) []*wsdl11.Part {
	switch {
	case b == nil || b.Message == nil || b.Message.Message == nil:
		return nil
	case b.SOAPBody() != nil:
		return b.SOAPBody().Parts
	case b.Multipart != nil:
		return slices.DeleteFunc(slices.Clone(b.Message.Message.Parts), func(p *wsdl11.Part) bool { return isAttached(b.Multipart, p) })
	}
	return b.Message.Message.Parts
}

// isAttached reports whether a part of a message is beside the envelope.
func isAttached(m *wsdl11.MIMEMultipart, p *wsdl11.Part) bool {
	return slices.ContainsFunc(m.Parts, func(part *wsdl11.MIMEPart) bool {
		return slices.ContainsFunc(part.Contents, func(c *wsdl11.MIMEContent) bool { return c.Part == p })
	})
}

// root returns the element that contains the parts of a message: in rpc style the wrapper
// (WSDL 1.1, section 3.5), else the element of the only part.
func (m *maker) root(b *wsdl11.BindingOperation, message *wsdl11.BindingMessage, suffix string) *Name {
	if message == nil {
		return nil
	}
	if isRPC(b) {
		n := &Name{Name: b.Operation.Name + suffix}
		if message.Body != nil {
			n.Namespace = m.namespace(message.Body.Namespace)
		}
		return n
	}
	if parts := body(message); len(parts) == 1 && parts[0].Element != nil {
		return m.name(parts[0].Element.Name)
	}
	return nil
}

// messages describes the request, the response and the faults.
func (m *maker) messages(out *Operation, op *ir.Operation, b *wsdl11.BindingOperation) {
	out.Request.Element = m.root(b, b.Input, "")
	out.Request.Content = m.parts(op.Request, b, b.Input)
	if !op.OneWay {
		out.Response = &Message{Element: m.root(b, b.Output, "Response"), Go: m.types().Result(op.Result), Content: m.parts(nil, b, b.Output)}
	}
	for _, f := range b.Operation.Faults {
		out.Faults = append(out.Faults, m.fault(f))
	}
}

// isRPC reports whether the parts of a message are in a wrapper that is not an element of the schema.
func isRPC(b *wsdl11.BindingOperation) bool {
	return b.Binding.Kind != wsdl11.HTTP && b.Style == wsdl11.RPCStyle
}

// parts describes the content of a message: the content of the only element, or the parts.
func (m *maker) parts(owner *ir.Struct, b *wsdl11.BindingOperation, message *wsdl11.BindingMessage) []*Node {
	parts := body(message)
	if !isRPC(b) && m.root(b, message, "") != nil && len(parts) == 1 && parts[0].Element != nil {
		return m.elementContent(parts[0].Element)
	}
	var all []*Node
	var fields []*ir.Field
	if owner != nil {
		fields = slices.Concat(owner.Fields, owner.Params)
	}
	for _, part := range parts {
		n, name := m.part(part), part.Name
		if part.Element != nil {
			name = part.Element.Name.Local
		}
		for _, f := range fields {
			if f.Wire.Local == name {
				m.setGo(n, f)
			}
		}
		all = append(all, n)
	}
	return all
}

// elementContent describes the content of an element, or its value.
func (m *maker) elementContent(e *xsd.ElementDeclaration) []*Node {
	if t, ok := e.Type.(*xsd.ComplexType); ok && !t.Builtin && arrayOf(t) == nil {
		return m.content(t)
	}
	n := m.declaration(e)
	n.Kind, n.Name, n.Namespace = Value, "", ""
	return []*Node{n}
}

func (m *maker) fault(f *wsdl11.OperationFault) *Fault {
	out := &Fault{Name: f.Name, Documentation: f.Documentation}
	if f.Message == nil {
		return out
	}
	out.Documentation = cmp.Or(out.Documentation, f.Message.Documentation)
	if planned := m.faults[f.Message.Pos]; planned != nil {
		out.Go = planned.Name
	}
	for _, part := range f.Message.Parts {
		if part.Element != nil {
			out.Element = m.name(part.Element.Name)
			out.Documentation = cmp.Or(out.Documentation, part.Element.Documentation)
			out.Content = append(out.Content, m.elementContent(part.Element)...)
			continue
		}
		out.Content = append(out.Content, m.part(part))
	}
	return out
}

// direction is a message of an operation: the "request" or the "response".
type direction struct {
	name string
	*wsdl11.BindingMessage
}

// directions returns the messages of an operation in a binding.
func directions(b *wsdl11.BindingOperation) []direction {
	all := []direction{{"request", b.Input}, {"response", b.Output}}
	return slices.DeleteFunc(all, func(d direction) bool { return d.BindingMessage == nil })
}

// headers describes the header blocks of a binding, except those that earlier bindings have.
func (m *maker) headers(out *Operation, b *wsdl11.BindingOperation) {
	for _, one := range directions(b) {
		for _, h := range one.SOAPHeaders() {
			if n := m.header(one.name, h); n != nil && !slices.ContainsFunc(out.Headers, func(k *Header) bool {
				return k.Direction == n.Direction && k.Node.Name == n.Node.Name && k.Node.Namespace == n.Node.Namespace
			}) {
				out.Headers = append(out.Headers, n)
			}
		}
	}
}

func (m *maker) header(direction string, h *wsdl11.SOAPHeader) *Header {
	if h.Part == nil {
		return nil
	}
	out := &Header{Direction: direction}
	pos := h.Part.Pos
	if e := h.Part.Element; e != nil {
		out.Node, pos = m.declaration(e), e.Pos
	} else {
		out.Node = &Node{Kind: Part, Name: h.Part.Name, Namespace: m.namespace(h.Namespace), Min: 1, Max: 1}
		m.setType(out.Node, h.Part.Type)
	}
	out.Node.Min = 0 // a message may be sent without it
	out.Node.Documentation = cmp.Or(h.Documentation, h.Part.Documentation, out.Node.Documentation)
	for _, known := range m.pkg.Headers {
		if known.Pos == pos || known.Wire.Local == out.Node.Name && m.namespace(known.Wire.Space) == out.Node.Namespace {
			out.Go, out.Node.GoType = known.Name, m.types().Result(known.Value)
			break
		}
	}
	return out
}

// attachments describes the parts of multipart messages beside the envelope (WSDL 1.1, section 5.4).
func (m *maker) attachments(out *Operation, op *ir.Operation, b *wsdl11.BindingOperation) {
	for _, one := range directions(b) {
		if one.Multipart == nil {
			continue
		}
		for _, part := range one.Multipart.Parts {
			for _, c := range part.Contents {
				if c.Part != nil {
					addAttachment(out, op, one.name, c)
				}
			}
		}
	}
}

func addAttachment(out *Operation, op *ir.Operation, direction string, c *wsdl11.MIMEContent) {
	for _, known := range out.Attachments {
		if known.Direction == direction && known.Part == c.Part.Name {
			if c.Type != "" && !slices.Contains(known.MediaTypes, c.Type) {
				known.MediaTypes = append(known.MediaTypes, c.Type)
			}
			return
		}
	}
	a := &Attachment{Direction: direction, Part: c.Part.Name}
	if c.Type != "" {
		a.MediaTypes = []string{strings.TrimSpace(c.Type)}
	}
	owner := op.Request
	if direction == "response" {
		if owner = nil; op.Result != nil {
			owner = op.Result.Item.Struct
		}
	}
	for i := 0; owner != nil && i < len(owner.Attachments); i++ {
		if planned := owner.Attachments[i]; planned.Part == a.Part && planned.Field != nil {
			a.Go = planned.Field.Name
		}
	}
	out.Attachments = append(out.Attachments, a)
}
