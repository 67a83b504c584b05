package wsdl11

import (
	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/xmltree"
)

// BindingKind is the protocol of a binding, by its extension element.
type BindingKind int

const (
	OtherBinding BindingKind = iota // neither SOAP nor HTTP
	SOAP11                          // soap:binding (section 3)
	SOAP12                          // soap12:binding (WSDL 1.1 Binding Extension for SOAP 1.2)
	HTTP                            // http:binding (section 4)
)

// String returns "SOAP 1.1", "SOAP 1.2", "HTTP" or "other".
func (k BindingKind) String() string { return [...]string{"other", "SOAP 1.1", "SOAP 1.2", "HTTP"}[k] }

// Style is the style of a SOAP operation (section 3.3).
type Style int

const (
	DocumentStyle Style = iota
	RPCStyle
)

// String returns "document" or "rpc".
func (s Style) String() string { return [...]string{"document", "rpc"}[s] }

// Use says whether parts are literal or encoded (section 3.5).
type Use int

const (
	Literal Use = iota
	Encoded
)

// String returns "literal" or "encoded".
func (u Use) String() string { return [...]string{"literal", "encoded"}[u] }

// Binding is a concrete protocol for a portType (section 2.5).
type Binding struct {
	Info
	Name     QName
	PortType *PortType
	Kind     BindingKind
	KindPos  diag.Pos // of the extension element that says so; of the binding if there is none

	// Namespace is the namespace of the extension element: also set for
	// OtherBinding, where it is empty if there is no extension element.
	Namespace string
	Transport string // of a SOAP binding, as written
	Style     Style  // default for the operations of a SOAP binding
	Verb      string // of an HTTP binding, in upper case: "GET" or "POST" in the specification

	Operations []*BindingOperation // in document order
}

// OverHTTP reports whether the transport of a SOAP binding is HTTP. SOAP 1.2
// bindings are written with several URIs for it.
func (b *Binding) OverHTTP() bool {
	switch b.Transport {
	case TransportHTTP, TransportHTTP + "/",
		"http://www.w3.org/2003/05/soap/bindings/HTTP/", "http://www.w3.org/2003/05/soap/bindings/HTTP",
		"http://schemas.xmlsoap.org/wsdl/soap/http":
		return true
	}
	return false
}

// BindingOperation binds one operation of the portType.
type BindingOperation struct {
	Info
	Name      string
	Binding   *Binding
	Operation *Operation // of several with one name the one whose input and output names are Input's and Output's

	SOAPAction         string // of a SOAP binding
	HasSOAPAction      bool   // whether it is written; an empty one differs from none
	SOAPActionRequired bool   // soap12:operation soapActionRequired, true unless it says otherwise; false for SOAP 1.1
	Style              Style  // the operation's own, else the binding's
	Location           string // of an HTTP binding: relative to the port's address (section 4.4)

	Input  *BindingMessage // nil where it is not written
	Output *BindingMessage // nil where it is not written
	Faults []*BindingFault
}

// BindingMessage says how an input or output is carried.
type BindingMessage struct {
	Info
	Name    string            // as written; empty if absent
	Message *OperationMessage // what it binds
	Payload
}

// Payload holds the extension elements that carry the parts of a message: of
// a wsdl:input, a wsdl:output or a mime:part. Those that are absent are nil.
type Payload struct {
	Body    *SOAPBody
	Headers []*SOAPHeader

	URLEncoded     bool // http:urlEncoded (section 4.5)
	URLReplacement bool // http:urlReplacement (section 4.6)

	// Contents and XML are mime:content and mime:mimeXml (sections 5.3 and
	// 5.5). Several of them for one part are alternatives.
	Contents  []*MIMEContent
	XML       []*MIMEXML
	Multipart *MIMEMultipart
}

// SOAPBody is soap:body or soap12:body (section 3.5).
type SOAPBody struct {
	Pos           diag.Pos
	Parts         []*Part // those in the body: the ones listed, or all that nothing else carries
	Listed        bool    // the attribute parts is written
	Use           Use
	EncodingStyle []string // as written, most restrictive first
	Namespace     string   // of the wrapper element for rpc; as written
}

// SOAPHeader is soap:header or soap12:header (section 3.7).
type SOAPHeader struct {
	Info
	Message       *Message
	Part          *Part
	Use           Use
	EncodingStyle []string
	Namespace     string
	Faults        []*SOAPHeaderFault
}

// SOAPHeaderFault is soap:headerfault or soap12:headerfault (section 3.7).
type SOAPHeaderFault struct {
	Info
	Message       *Message
	Part          *Part
	Use           Use
	EncodingStyle []string
	Namespace     string
}

// BindingFault says how a fault is carried.
type BindingFault struct {
	Info
	Name  string
	Fault *OperationFault
	SOAP  *SOAPFault // nil if there is none
}

// SOAPFault is soap:fault or soap12:fault (section 3.6).
type SOAPFault struct {
	Pos           diag.Pos
	Name          string // the fault's own name where it is absent
	Use           Use
	EncodingStyle []string
	Namespace     string
}

// MIMEContent is mime:content (section 5.3).
type MIMEContent struct {
	Pos  diag.Pos
	Part *Part  // the part named, or the only one; nil if none is named and there is not exactly one
	Type string // a media type, "text/*" or "*/*"; empty means any
}

// MIMEXML is mime:mimeXml (section 5.5): the part as XML that is not SOAP.
type MIMEXML struct {
	Pos  diag.Pos
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
	Name string
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
	// AddressAttr is the attribute that holds Address, for whoever rewrites
	// the document; nil if there is none.
	AddressAttr *xmltree.Attr
	AddressKind BindingKind // by the namespace of the address element
}
