package describe

import (
	"cmp"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
)

func (m *maker) service(s *ir.Service) *Service {
	out := &Service{Name: s.WSDLName, Go: s.Name, NewClient: s.NewClient, NewHandler: s.NewHandler, Ports: []*Port{}, Operations: []*Operation{}}
	for _, one := range m.services[s.WSDLName] {
		out.Documentation = cmp.Or(out.Documentation, one.Documentation)
	}
	for _, p := range s.Ports {
		described := &Port{Name: p.Name, Binding: p.Binding.String(), Address: p.Address, Policy: m.policyOf(s.WSDLName, p.Name)}
		if port := m.ports[portName{s.WSDLName, p.Name}]; port != nil {
			described.Documentation = port.Documentation
		}
		out.Ports = append(out.Ports, described)
	}
	bound := make(map[*ir.Operation][]ir.PortOperation)
	for _, o := range m.planned[s] {
		bound[o.Operation] = append(bound[o.Operation], o)
		if b := m.bound[o.Pos]; b != nil && b.Operation != nil {
			out.Documentation = cmp.Or(out.Documentation, b.Operation.PortType.Documentation)
		}
	}
	for _, op := range s.Operations {
		if m.nodes > maxNodes {
			break
		}
		described := m.operation(op, bound[op])
		out.Operations = append(out.Operations, described)
		if m.nodes += weight(described.nodes()); m.nodes > maxNodes {
			m.out.tooLarge = bound[op][0].Pos
		}
	}
	return out
}

// maxNodes is the maximum number of elements and attributes in the messages of all operations: the content of an element is
// described for each operation that has it.
const maxNodes = 1_000_000

// weight returns the number of nodes, those in them included. Members of substitution groups and long documentation count, too.
func weight(nodes []*Node) (n int) {
	for _, node := range nodes {
		n += 1 + len(node.Members) + len(node.Documentation)/100 + weight(node.Content)
	}
	return n
}

// TooLarge reports an outline in which operations are missing, because the messages of the operations before them are too large.
func (o *Outline) TooLarge() diag.List {
	if o.tooLarge.IsZero() {
		return nil
	}
	d := diag.New(diag.TooLarge, o.tooLarge, "the messages of the operations up to this one have more than %d elements and attributes", maxNodes)
	d.Hint = "select some of the operations with --operations"
	return diag.List{d}
}

// unsupportedPorts adds the ports of a service that generated code does not have, to its first interface.
func (m *maker) unsupportedPorts(out *Service) {
	for _, s := range m.services[out.Name] {
		for _, p := range s.Ports {
			b := p.Binding
			if b == nil || b.Kind == wsdl11.HTTP || b.Kind != wsdl11.OtherBinding && b.OverHTTP() {
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
		m.addOptional(out, op, "request", b.Input)
		m.addOptional(out, op, "response", b.Output)
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
	switch e := only(body(message)); {
	case message == nil:
		return nil
	case isRPC(b):
		n := &Name{Name: b.Operation.Name + suffix}
		if message.Body != nil {
			n.Namespace = m.namespace(message.Body.Namespace)
		}
		return n
	case e != nil:
		return m.name(e.Name)
	}
	return nil
}

// only returns the element of the only part, nil if there is none.
func only(parts []*wsdl11.Part) *xsd.ElementDeclaration {
	if len(parts) != 1 {
		return nil
	}
	return parts[0].Element
}

// messages describes the request, the response and the faults.
func (m *maker) messages(out *Operation, op *ir.Operation, b *wsdl11.BindingOperation) {
	out.Request.Element = m.root(b, b.Input, "")
	out.Request.Content = m.parts(op.Request, body(b.Input), isRPC(b))
	if !op.OneWay {
		out.Response = &Message{Element: m.root(b, b.Output, "Response"), Go: m.types().Result(op.Result), Content: m.parts(nil, body(b.Output), isRPC(b))}
	}
	out.Faults = collect.Each(b.Operation.Faults, m.fault)
}

// isRPC reports whether the parts of a message are in a wrapper that is not an element of the schema.
func isRPC(b *wsdl11.BindingOperation) bool {
	return b.Binding.Kind != wsdl11.HTTP && b.Style == wsdl11.RPCStyle
}

// parts describes the content of a message: the content of the only element, or the parts.
func (m *maker) parts(owner *ir.Struct, parts []*wsdl11.Part, inWrapper bool) []*Node {
	if e := only(parts); e != nil && !inWrapper {
		return m.elementContent(e)
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
	if t, ok := e.Type.(*xsd.ComplexType); ok && !t.Builtin && t.Array() == nil {
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
	out.Go = m.names[f.Message.Pos]
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

// addOptional adds the header blocks and the attachments of a message (WSDL 1.1, section 5.4).
func (m *maker) addOptional(out *Operation, op *ir.Operation, direction string, message *wsdl11.BindingMessage) {
	if message == nil {
		return
	}
	for _, h := range message.SOAPHeaders() {
		if h.Part != nil {
			m.addHeader(out, direction, h)
		}
	}
	if message.Multipart == nil {
		return
	}
	for _, part := range message.Multipart.Parts {
		for _, c := range part.Contents {
			if c.Part != nil {
				addAttachment(out, op, direction, c)
			}
		}
	}
}

// addHeader adds a header block, unless an earlier binding has it.
func (m *maker) addHeader(out *Operation, direction string, h *wsdl11.SOAPHeader) {
	var n *Node
	if h.Part.Element != nil {
		n = m.declaration(h.Part.Element)
	} else {
		n = &Node{Kind: Part, Name: h.Part.Name, Namespace: m.namespace(h.Namespace), Min: 1, Max: 1}
		m.setType(n, h.Part.Type)
	}
	name := Name{n.Name, n.Namespace}
	key := headerName{out, direction, name}
	if m.has[key] {
		return
	}
	m.has[key] = true
	n.Min = 0 // a message may be sent without it
	n.Documentation = cmp.Or(h.Documentation, h.Part.Documentation, n.Documentation)
	added := &Header{Direction: direction, Node: n}
	if planned := m.headers[name]; planned != nil {
		added.Go, n.GoType = planned.Name, m.types().Result(planned.Value)
	}
	out.Headers = append(out.Headers, added)
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
