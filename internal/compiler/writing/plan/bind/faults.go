package bind

import (
	"slices"

	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/typing"
)

// faultKey identifies a Fault. A part with a type has an element name that
// depends on the binding.
type faultKey struct {
	message *wsdl11.Message
	wire    ir.Name
	header  bool
}

// planFaults plans the faults of a SOAP operation, first the faults of the binding, then
// the faults that only the portType has.
func (p *planner) planFaults(m *boundOperation) {
	for _, bf := range m.source.Faults {
		if bf.Fault == nil || bf.Fault.Message == nil || len(bf.Fault.Message.Parts) == 0 {
			continue // reported by packages resolve and check
		}
		namespace := ""
		if bf.SOAP != nil {
			namespace = bf.SOAP.Namespace
		}
		fault := p.faultOf(bf.Fault.Message, bf.Fault.Message.Parts[0], namespace, false)
		if bf.SOAP != nil && bf.SOAP.Use == wsdl11.Encoded {
			fault.Encoded = true
			p.noteEncoded(fault.Detail.Item.Struct)
		}
		addOnce(&m.faults, fault)
	}
	for _, f := range m.source.Operation.Faults { // including faults without a wsdl:fault in the binding
		if f.Message != nil && len(f.Message.Parts) > 0 && f.Message.Parts[0].Element != nil {
			addOnce(&m.faults, p.faultOf(f.Message, f.Message.Parts[0], "", false))
		}
	}
}

// addOnce adds an item to a list that does not have it.
func addOnce[T comparable](list *[]T, item T) {
	if !slices.Contains(*list, item) {
		*list = append(*list, item)
	}
}

// faultOf plans the error type for a part of a message.
func (p *planner) faultOf(message *wsdl11.Message, part *wsdl11.Part, namespace string, header bool) *ir.Fault {
	e := elementOfPart(part, namespace)
	key := faultKey{message, typing.WireName(e.Name), header}
	if f := p.faults[key]; f != nil {
		return f
	}
	f := &ir.Fault{WSDLName: message.Name.Local, Doc: message.Documentation, Header: header, Wire: key.wire, Pos: message.Pos}
	p.faults[key] = f
	p.out.Faults = append(p.out.Faults, f)
	f.Detail = p.blockResult(e)
	f.Detail.Item.Nillable = e.Nillable
	p.nameFault(f)
	return f
}

// elementOfPart returns the element of a part. A part with a type gets an element
// with the part's name, in the namespace that the binding specifies.
func elementOfPart(part *wsdl11.Part, namespace string) *xsd.ElementDeclaration {
	if part.Element != nil {
		return part.Element
	}
	e := &xsd.ElementDeclaration{Type: part.Type}
	e.Name = xsd.QName{Space: namespace, Local: part.Name}
	e.Pos, e.Documentation = part.Pos, part.Documentation
	return e
}
