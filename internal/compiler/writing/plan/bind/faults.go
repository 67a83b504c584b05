package bind

import (
	"cmp"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/typing"
)

// faultKey identifies a Fault: by the element of its detail, or by the type and the name of the element, which then
// depends on the binding.
type faultKey struct {
	element *xsd.ElementDeclaration
	typ     xsd.Type
	wire    ir.Name
	message *wsdl11.Message // of a detail of a simple type, which does not say what the fault is
	header  bool
}

// faultKeyOf returns the key for the element of a part, and the name of the component that says what the fault is.
func faultKeyOf(message *wsdl11.Message, part *wsdl11.Part, e *xsd.ElementDeclaration, header bool) (key faultKey, name xsd.QName) {
	key = faultKey{typ: e.Type, wire: typing.WireName(e.Name), header: header}
	t, isComplex := e.Type.(*xsd.ComplexType)
	switch {
	case part.Element != nil:
		return faultKey{element: e, header: header}, e.Name
	case isComplex && !t.Builtin && t.Name.Space != wsdl11.EncodingSOAP11 && t.Name.Space != wsdl11.EncodingSOAP12:
		return key, t.Name
	}
	key.message = message
	return key, xsd.QName{Space: e.Name.Space, Local: message.Name.Local}
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
		m.faults = collect.Union(m.faults, fault)
	}
	for _, f := range m.source.Operation.Faults { // including faults without a wsdl:fault in the binding
		if f.Message != nil && len(f.Message.Parts) > 0 && f.Message.Parts[0].Element != nil {
			m.faults = collect.Union(m.faults, p.faultOf(f.Message, f.Message.Parts[0], "", false))
		}
	}
}

// faultOf plans the error type for a part of a message. Messages with the same detail share it: tools of WCF declare a message
// for each fault of each operation. Its name follows from the detail alone, so that it stays when another message has the detail.
func (p *planner) faultOf(message *wsdl11.Message, part *wsdl11.Part, namespace string, header bool) *ir.Fault {
	e := elementOfPart(part, namespace)
	key, name := faultKeyOf(message, part, e, header)
	f := p.faults[key]
	if f == nil {
		f = &ir.Fault{WSDLName: name.Local, Header: header, Wire: typing.WireName(e.Name)}
		p.faults[key] = f
		p.out.Faults = append(p.out.Faults, f)
		f.Detail = p.blockResult(e)
		f.Detail.Item.Nillable = e.Nillable
		p.nameFault(f, name.Space, message.Pos)
	}
	f.Messages = collect.Union(f.Messages, message.Pos)
	f.Doc = cmp.Or(f.Doc, e.Documentation, message.Documentation)
	return f
}

// elementOfPart returns the element of a part. A part with a type gets an element
// with the part's name, in the namespace that the binding specifies.
func elementOfPart(part *wsdl11.Part, namespace string) *xsd.ElementDeclaration {
	if part.Element != nil {
		return part.Element
	}
	info := xsd.Info{Name: xsd.QName{Space: namespace, Local: part.Name}, Pos: part.Pos, Documentation: part.Documentation}
	return &xsd.ElementDeclaration{Info: info, Type: part.Type}
}
