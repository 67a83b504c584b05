package descriptor

import (
	"reflect"

	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/xsd"
)

// Wire describes the messages of an operation over some of the bindings.
func (p *Package) Wire(w *ir.Wire) contract.Wire {
	all, more := w.Wire, w.WireMore
	all.In, all.Out = elementName(w.In), elementNames(w.Out)
	more.Members, more.Parts = elementNames(w.Members), parts(w.Parts)
	more.Headers, more.OutHeaders, more.HeaderFaults = p.headers(w.Headers), p.headers(w.OutHeaders), p.faults(w.HeaderFaults)
	if !reflect.ValueOf(more).IsZero() {
		all.More = &more
	}
	return all
}

func parts(list []ir.Part) []contract.Part {
	var all []contract.Part
	for _, p := range list {
		part := contract.Part{Name: elementName(p.Name)}
		if p.Type.Local != "" {
			part.Type = xsd.QName{Space: p.Type.Space, Local: p.Type.Local}
		}
		all = append(all, part)
	}
	return all
}
