package wsdl11

import (
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xmltree"
)

// BindingKind is the protocol of a binding, which its extension element
// determines.
type BindingKind int

const (
	OtherBinding BindingKind = iota // neither SOAP nor HTTP
	SOAP11                          // soap:binding (section 3)
	SOAP12                          // soap12:binding (WSDL 1.1 Binding Extension for SOAP 1.2)
	HTTP                            // http:binding (section 4)
)

// String returns "SOAP 1.1", "SOAP 1.2", "HTTP" or "other".
func (k BindingKind) String() string { return [...]string{"other", "SOAP 1.1", "SOAP 1.2", "HTTP"}[k] }

// IsSOAP reports whether the protocol is a version of SOAP.
func (k BindingKind) IsSOAP() bool { return k == SOAP11 || k == SOAP12 }

// KindOf returns the kind of binding for a namespace of extension elements.
func KindOf(namespace string) BindingKind {
	switch namespace {
	case SOAP11Namespace:
		return SOAP11
	case SOAP12Namespace:
		return SOAP12
	case HTTPNamespace:
		return HTTP
	}
	return OtherBinding
}

// IsBindingNamespace reports whether a namespace has extension elements of SOAP, HTTP or MIME bindings.
func IsBindingNamespace(namespace string) bool {
	return KindOf(namespace) != OtherBinding || namespace == MIMENamespace
}

// Style is the style of a SOAP operation (section 3.3).
type Style int

const (
	DocumentStyle Style = iota
	RPCStyle
)

// String returns "document" or "rpc".
func (s Style) String() string { return [...]string{"document", "rpc"}[s] }

// Use is the use of SOAP parts: literal or encoded (section 3.5).
type Use int

const (
	Literal Use = iota
	Encoded
)

// String returns "literal" or "encoded".
func (u Use) String() string { return [...]string{"literal", "encoded"}[u] }

// Binding binds a portType to a protocol (section 2.5).
type Binding struct {
	Info
	Name     QName
	PortType *PortType
	Kind     BindingKind
	KindPos  diag.Pos // position of the extension element that determines Kind, else of the binding

	// Namespace is the namespace of the extension element, also for
	// OtherBinding. It is empty if there is no extension element.
	Namespace string
	Transport string // transport of a SOAP binding, as written
	Style     Style  // default for the operations of a SOAP binding
	Verb      string // HTTP method of an HTTP binding, in upper case: "GET" or "POST" in the specification

	Operations []*BindingOperation // in document order
	LeftOut    []*Operation        // operations that are bound, but left out because of errors
}

// OverHTTP reports whether the transport of a SOAP binding is HTTP. Several URIs
// are in use for it.
func (b *Binding) OverHTTP() bool {
	switch strings.TrimSuffix(b.Transport, "/") {
	case TransportHTTP, "http://www.w3.org/2003/05/soap/bindings/HTTP", "http://schemas.xmlsoap.org/wsdl/soap/http":
		return true
	}
	return false
}

// BindingOperation binds one operation of the portType.
type BindingOperation struct {
	Info
	Name      string
	Binding   *Binding
	Operation *Operation // the bound operation: among overloads, the one whose input and output names match

	SOAPAction         string // empty for an HTTP binding
	SOAPActionRequired bool   // soapActionRequired of soap12:operation, true by default; false for SOAP 1.1
	Style              Style  // style of the operation, else of the binding
	Location           string // location in an HTTP binding, relative to the port's address (section 4.5)

	Input  *BindingMessage // nil if absent
	Output *BindingMessage // nil if absent
	Faults []*BindingFault

	NameAttr *xmltree.Attr // the attribute with the name, for rewriting the document
}

// Messages returns the input and the output, without those that are absent.
func (o *BindingOperation) Messages() []*BindingMessage {
	return slices.DeleteFunc([]*BindingMessage{o.Input, o.Output}, func(m *BindingMessage) bool { return m == nil })
}

// BindingMessage binds the input or output of an operation.
type BindingMessage struct {
	Info
	Message *OperationMessage // the bound input or output
	Payload
}

// Payload holds the extension elements of a wsdl:input, a wsdl:output or a
// mime:part, which bind the parts of a message. A field is nil if the element is
// absent.
type Payload struct {
	Body    *SOAPBody
	Headers []*SOAPHeader

	URLEncoded     bool // http:urlEncoded (section 4.6)
	URLReplacement bool // http:urlReplacement (section 4.7)

	// Contents and XML are mime:content and mime:mimeXml (sections 5.3 and
	// 5.6). Several elements for one part are alternatives.
	Contents  []*MIMEContent
	XML       []*MIMEXML
	Multipart *MIMEMultipart
}

// All returns the payload, and the payloads in the parts of a multipart message.
func (p *Payload) All() []*Payload {
	all := []*Payload{p}
	if p.Multipart != nil {
		for _, part := range p.Multipart.Parts {
			all = append(all, part.Payload.All()...)
		}
	}
	return all
}

// SOAPBody returns the soap:body, which may be in a part of a multipart message; nil if there is none.
func (p *Payload) SOAPBody() *SOAPBody {
	for _, one := range p.All() {
		if one.Body != nil {
			return one.Body
		}
	}
	return nil
}

// SOAPHeaders returns the soap:header elements, which may be in parts of a multipart message.
func (p *Payload) SOAPHeaders() []*SOAPHeader {
	return slices.Concat(collect.Each(p.All(), func(one *Payload) []*SOAPHeader { return one.Headers })...)
}

// SOAPBody is soap:body or soap12:body (section 3.5).
type SOAPBody struct {
	Pos           diag.Pos
	Parts         []*Part // the listed parts, or all parts that no other element binds
	Listed        bool    // the attribute parts is present
	Use           Use
	EncodingStyle []string // as written, most restrictive first
	Namespace     string   // namespace of the rpc wrapper element, as written
}

// SOAPHeader is soap:header or soap12:header (section 3.7).
type SOAPHeader struct {
	Info
	Message   *Message
	Part      *Part
	Use       Use
	Namespace string
	Faults    []*SOAPHeaderFault
}

// SOAPHeaderFault is soap:headerfault or soap12:headerfault (section 3.7).
type SOAPHeaderFault struct {
	Info
	Message   *Message
	Part      *Part
	Use       Use
	Namespace string
}

// BindingFault binds a fault of an operation.
type BindingFault struct {
	Info
	Name  string
	Fault *OperationFault
	SOAP  *SOAPFault // nil if there is none
}

// SOAPFault is soap:fault or soap12:fault (section 3.6).
type SOAPFault struct {
	Pos       diag.Pos
	Name      string // by default the name of the BindingFault
	Use       Use
	Namespace string
}

// MIMEContent is mime:content (section 5.3).
type MIMEContent struct {
	Part *Part  // the named part, else the only part of the message; nil if there is neither
	Type string // a media type, "text/*" or "*/*"; empty means any
}

// MIMEXML is mime:mimeXml (section 5.6): the part as XML without SOAP.
type MIMEXML struct {
	Part *Part // as for MIMEContent
}

// MIMEMultipart is mime:multipartRelated (section 5.4).
type MIMEMultipart struct {
	Pos   diag.Pos
	Parts []*MIMEPart
}

// MIMEPart is one mime:part of a multipart message.
type MIMEPart struct {
	Info
	Payload
}

// Service is a set of ports (section 2.7).
type Service struct {
	Info
	Name  QName
	Ports []*Port
}

// Port is an address for a binding (section 2.6).
type Port struct {
	Info
	Name    string
	Service *Service
	Binding *Binding

	// Address is the location of soap:address, soap12:address or
	// http:address; empty if there is none.
	Address string
	// AddressAttr is the attribute that holds Address, for rewriting the
	// document; nil if there is none.
	AddressAttr *xmltree.Attr
	AddressKind BindingKind // by the namespace of the address element
}
