// Package wsdl11 defines the components of WSDL 1.1 documents: definitions,
// message, part, portType and operation on the abstract side; binding, service
// and port on the concrete side, with the SOAP 1.1, SOAP 1.2, HTTP and MIME
// extensions. References between components are pointers. Package resolve builds
// the components; all other stages only read them.
//
// Package resolve reports references that cannot be resolved as errors. They are
// nil in the model, which must not be processed further then.
//
// Components are shared and must not be changed once resolved. They are then safe
// for concurrent use.
package wsdl11

import (
	"slices"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// Namespaces of WSDL 1.1 and its bindings, and URIs used in bindings.
const (
	Namespace       = "http://schemas.xmlsoap.org/wsdl/"
	SOAP11Namespace = "http://schemas.xmlsoap.org/wsdl/soap/"
	SOAP12Namespace = "http://schemas.xmlsoap.org/wsdl/soap12/"
	HTTPNamespace   = "http://schemas.xmlsoap.org/wsdl/http/"
	MIMENamespace   = "http://schemas.xmlsoap.org/wsdl/mime/"

	// TransportHTTP is the transport of SOAP over HTTP, in both versions.
	TransportHTTP = "http://schemas.xmlsoap.org/soap/http"
	// EncodingSOAP11 and EncodingSOAP12 are the encoding styles of SOAP 1.1
	// section 5 and SOAP 1.2 part 2 section 3.
	EncodingSOAP11 = "http://schemas.xmlsoap.org/soap/encoding/"
	EncodingSOAP12 = "http://www.w3.org/2003/05/soap-encoding"
)

// QName is an expanded name.
type QName = xmltree.QName

// Info holds the properties that all components have.
type Info struct {
	Pos           diag.Pos // position of the '<' of its element
	Documentation string   // text of wsdl:documentation
	Element       *xmltree.Element
	Extensions    []Extension
}

// Extension is an extensibility element that this package has no type for
// (WSDL 1.1, section 2.1.3).
type Extension struct {
	Name     QName
	Pos      diag.Pos
	Required bool // wsdl:required="true"
	Element  *xmltree.Element
}

// Definitions is one WSDL document (section 2.1).
type Definitions struct {
	Info
	TargetNamespace string
	File            string // as shown to the user
	Messages        []*Message
	PortTypes       []*PortType
	Bindings        []*Binding
	Services        []*Service
}

// Message is an abstract message (section 2.3).
type Message struct {
	Info
	Name  QName
	Parts []*Part // in document order
}

// Part returns the part with the given name, or nil.
func (m *Message) Part(name string) *Part {
	for _, p := range m.Parts {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// Part is a part of a message. Exactly one of Element and Type is set. If the
// document has neither, Type is anyType, which is what Microsoft's tools mean, and
// RefPos is Pos.
type Part struct {
	Info
	Name    string
	Element *xsd.ElementDeclaration
	Type    xsd.Type
	RefPos  diag.Pos // position of the element or type attribute
}

// Content returns the type of the part, or of its element. It is nil if the reference was not resolved.
func (p *Part) Content() xsd.Type {
	if p.Element != nil {
		return p.Element.Type
	}
	return p.Type
}

// PortType is a set of abstract operations (section 2.4).
type PortType struct {
	Info
	Name       QName
	Operations []*Operation // in document order; overloads have the same name; see SetOperations

	MentionsAction bool // a message of an operation has an action of WS-Addressing
}

// SetOperations sets the operations, and what each of them has to know of the others.
func (p *PortType) SetOperations(all []*Operation) {
	p.Operations, p.MentionsAction = all, slices.ContainsFunc(all, (*Operation).mentionsAction)
	named := make(map[string]int)
	for _, o := range all {
		named[o.Name]++
	}
	for _, o := range all {
		o.overloaded = named[o.Name] > 1
	}
}

// OperationStyle is the transmission primitive of an operation (section 2.4).
type OperationStyle int

const (
	RequestResponse OperationStyle = iota
	OneWay
	SolicitResponse
	Notification
)

// String returns the name in the specification, such as "request-response".
func (s OperationStyle) String() string {
	return [...]string{"request-response", "one-way", "solicit-response", "notification"}[s]
}

// Operation is an abstract operation (section 2.4).
type Operation struct {
	Info
	Name           string
	PortType       *PortType
	Style          OperationStyle
	Input          *OperationMessage // nil for a notification
	Output         *OperationMessage // nil for one-way
	Faults         []*OperationFault
	ParameterOrder []string // nil if the attribute is absent (section 2.4.6)

	NameAttr *xmltree.Attr // the attribute with the name, for rewriting the document

	overloaded bool
}

func (o *Operation) mentionsAction() bool {
	return o.Input != nil && o.Input.Action != "" || o.Output != nil && o.Output.Action != "" ||
		slices.ContainsFunc(o.Faults, func(f *OperationFault) bool { return f.Action != "" })
}

// IsOverloaded reports whether the portType has another operation with the name.
func (o *Operation) IsOverloaded() bool { return o.overloaded }

// OverloadName returns a name that usually differs between overloads. For an overloaded
// operation it is the explicit name of the input, else the name of the only element of the
// input message, else the name of the operation. For others it is the operation's name.
func (o *Operation) OverloadName() string {
	switch {
	case o.Input == nil || !o.IsOverloaded():
		return o.Name
	case o.Input.Explicit:
		return o.Input.Name
	}
	if m := o.Input.Message; m != nil && len(m.Parts) == 1 && m.Parts[0].Element != nil {
		return m.Parts[0].Element.Name.Local
	}
	return o.Name
}

// OperationMessage is the input or output of an operation.
type OperationMessage struct {
	Info
	// Name is the name as written, or the default of section 2.4.5: the
	// operation's name with Request, Solicit or Response appended, or the
	// operation's name itself for one-way and notification.
	Name     string
	Explicit bool   // whether the name is written
	Action   string // the attribute Action in a namespace of WS-Addressing; "" if absent
	Message  *Message
}

// OperationFault is a fault of an operation (sections 2.4.2 and 2.4.3).
type OperationFault struct {
	Info
	Name    string
	Action  string // as of an OperationMessage
	Message *Message
}

// Fault returns the fault with the given name, or nil.
func (o *Operation) Fault(name string) *OperationFault {
	for _, f := range o.Faults {
		if f.Name == name {
			return f
		}
	}
	return nil
}
