package describe

import (
	"cmp"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/wsdl11"
)

// portType describes a portType of a contract without bindings. No code is generated for it, so it has no Go names.
func (m *maker) portType(p *wsdl11.PortType) *Service {
	operations := append([]*Operation{}, collect.Each(p.Operations, m.abstractOperation)...)
	return &Service{Name: p.Name.Local, Documentation: p.Documentation, Ports: []*Port{}, Operations: operations}
}

func (m *maker) abstractOperation(op *wsdl11.Operation) *Operation {
	out := &Operation{
		Name: op.OverloadName(), Documentation: op.Documentation, OneWay: op.Output == nil, Wires: []*Wire{},
		Request: cmp.Or(m.abstractMessage(op.Input), &Message{}), Response: m.abstractMessage(op.Output),
	}
	if op.IsOverloaded() {
		out.OverloadOf = op.Name
	}
	out.Faults = collect.Each(op.Faults, m.fault)
	return out
}

// abstractMessage describes a message like a SOAP body in document style, with all parts.
func (m *maker) abstractMessage(message *wsdl11.OperationMessage) *Message {
	if message == nil {
		return nil
	}
	if message.Message == nil { // the contract is read leniently
		return &Message{}
	}
	out := &Message{Content: m.parts(nil, message.Message.Parts, false)}
	if e := only(message.Message.Parts); e != nil {
		out.Element = m.name(e.Name)
	}
	return out
}

// part describes a part of a message by its element or type.
func (m *maker) part(part *wsdl11.Part) *Node {
	if part.Element != nil {
		return m.declaration(part.Element)
	}
	n := &Node{Kind: Part, Name: part.Name, Min: 1, Max: 1, Documentation: part.Documentation}
	m.setType(n, part.Type)
	return n
}
