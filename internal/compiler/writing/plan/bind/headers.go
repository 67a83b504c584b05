package bind

import (
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/naming"
	"example.com/quartet/internal/compiler/writing/plan/typing"
)

// planHeaders plans the headers and the header faults of a SOAP operation.
func (p *planner) planHeaders(m *boundOperation) {
	if in := m.source.Input; in != nil {
		m.wire.Headers = p.headersOf(m, in.SOAPHeaders())
	}
	if out := m.source.Output; out != nil {
		m.wire.OutHeaders = p.headersOf(m, out.SOAPHeaders())
	}
}

func (p *planner) headersOf(m *boundOperation, declared []*wsdl11.SOAPHeader) []*ir.Header {
	var headers []*ir.Header
	for _, h := range declared {
		header := p.headerOf(elementOfPart(h.Part, h.Namespace))
		if h.Use == wsdl11.Encoded {
			header.Encoded = true
			p.noteEncoded(header.Value.Item.Struct)
		}
		headers = collect.Union(headers, header)
		for _, f := range h.Faults {
			fault := p.faultOf(f.Message, f.Part, f.Namespace, true)
			fault.Encoded = fault.Encoded || f.Use == wsdl11.Encoded
			m.wire.HeaderFaults = collect.Union(m.wire.HeaderFaults, fault)
		}
	}
	return headers
}

func (p *planner) headerOf(e *xsd.ElementDeclaration) *ir.Header {
	wire := typing.WireName(e.Name)
	if h := p.headers[wire]; h != nil {
		return h
	}
	h := &ir.Header{Doc: e.Documentation, Wire: wire, Pos: e.Pos}
	p.headers[wire] = h
	p.out.Headers = append(p.out.Headers, h)
	h.Value = p.blockResult(e)
	h.Value.Item.Nillable = e.Nillable
	p.nameHeader(h)
	return h
}

// blockResult plans the value of an element in a Header or in the detail of a
// fault.
func (p *planner) blockResult(e *xsd.ElementDeclaration) *ir.Result {
	if typing.IsHeadElement(e) {
		p.rejectEmptyGroup(e, e.Pos)
		return &ir.Result{Kind: ir.OneResult, Item: ir.Field{Struct: p.types.GroupStruct(e)}}
	}
	return p.oneResult(e, !e.Nillable)
}

func (p *planner) nameHeader(h *ir.Header) {
	name := naming.GoName(h.Wire.Local)
	if short := strings.TrimSuffix(name, "Header"); short != "" {
		name = short
	}
	p.out.Names = append(p.out.Names, &naming.Candidate{
		ID:   naming.ID{Kind: "header", Space: h.Wire.Space, Path: h.Wire.Local},
		Want: "Header" + name, Suffix: "Block", Rank: naming.RankHeader,
		Description: "the header " + diag.Quote(h.Wire.Local), Pos: h.Pos, Set: func(name string) { h.Name = name },
	})
}
