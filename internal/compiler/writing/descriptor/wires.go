package descriptor

import (
	"reflect"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/xsd"
)

// Wire describes the messages of an operation over some of the bindings.
func (p *Package) Wire(w *ir.Wire) contract.Wire {
	all, more := w.Wire, w.WireMore
	all.In, all.Out = elementName(w.In), collect.Each(w.Out, elementName)
	more.Members, more.Parts = collect.Each(w.Members, elementName), collect.Each(w.Parts, part)
	more.Headers, more.OutHeaders, more.HeaderFaults = p.headers(w.Headers), p.headers(w.OutHeaders), collect.Each(w.HeaderFaults, p.Fault)
	if !reflect.ValueOf(more).IsZero() {
		all.More = &more
	}
	return all
}

func part(p ir.Part) contract.Part {
	described := contract.Part{Name: elementName(p.Name)}
	if p.Type.Local != "" {
		described.Type = xsd.QName{Space: p.Type.Space, Local: p.Type.Local}
	}
	return described
}
