package sample

import (
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// fault appends a Server or Receiver fault to a body. detail holds the content
// of its detail element, whose name fault sets (SOAP 1.1, section 4.4; SOAP 1.2
// part 1, section 5.4).
func (b *builder) fault(body *Element, kind wsdl11.BindingKind, detail *Element) {
	space := body.Name.Space
	fault := &Element{Name: xsd.QName{Space: space, Local: "Fault"}}
	body.append(fault)
	const reason = "something went wrong"
	if kind == wsdl11.SOAP12 {
		code := &Element{Name: xsd.QName{Space: space, Local: "Code"}}
		code.append(nameElement(xsd.QName{Space: space, Local: "Value"}, b.doc.QName(xsd.QName{Space: space, Local: "Receiver"})))
		fault.append(code)
		text := textElement(xsd.QName{Space: space, Local: "Text"}, reason)
		text.Attrs = []Attr{{Name: xsd.QName{Space: xmltree.XMLNamespace, Local: "lang"}, Value: "en"}}
		r := &Element{Name: xsd.QName{Space: space, Local: "Reason"}}
		r.append(text)
		fault.append(r)
		detail.Name = xsd.QName{Space: space, Local: "Detail"}
	} else {
		fault.append(nameElement(xsd.QName{Local: "faultcode"}, b.doc.QName(xsd.QName{Space: space, Local: "Server"})))
		fault.append(textElement(xsd.QName{Local: "faultstring"}, reason))
		detail.Name = xsd.QName{Local: "detail"}
	}
	fault.append(detail)
}

func textElement(name xsd.QName, text string) *Element {
	return &Element{Name: name, Nodes: []Node{{Text: text}}}
}

// nameElement returns an element whose text is a QName.
func nameElement(name xsd.QName, text string) *Element {
	t := xsd.Builtin(xsd.QName{Space: xsd.Namespace, Local: "QName"}).(*xsd.SimpleType)
	return &Element{Name: name, Nodes: []Node{{Text: text, Type: t}}}
}
