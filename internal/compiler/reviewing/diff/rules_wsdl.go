package diff

import "strings"

// edit returns an example in which a piece of the contract books.wsdl in the test data is replaced.
func edit(old, new string) Example { return Example{Frame: "books", Old: old, New: new} }

// undo returns the example in which the versions are exchanged.
func undo(e Example) Example {
	undone := Example{Frame: e.Frame, Old: e.New, New: e.Old, Reversed: !e.Reversed}
	for _, piece := range e.Also {
		undone.Also = append(undone.Also, [2]string{piece[1], piece[0]})
	}
	return undone
}

// also returns the example with another piece that is replaced.
func (e Example) also(old, new string) Example {
	e.Also = append(e.Also[:len(e.Also):len(e.Also)], [2]string{old, new})
	return e
}

// inRPC is edit for the contract rpc.wsdl.
func inRPC(old, new string) Example { return Example{Frame: "rpc", Old: old, New: new} }

// inDocuments is edit for the schema documents.xsd.
func inDocuments(old, new string) Example { return Example{Frame: "documents", Old: old, New: new} }

const returned = `<xs:element name="returned" type="book"/>`

const (
	httpPort      = `<wsdl:port name="Get" binding="t:get"><http:address location="http://host.example/books"/></wsdl:port>`
	soap12Port    = `<wsdl:port name="Soap12" binding="t:soap12"><soap12:address location="http://host.example/books"/></wsdl:port>`
	soap12Secured = `<wsdl:port name="Soap12" binding="t:soap12"><wsp:Policy xmlns:wsp="http://www.w3.org/ns/ws-policy"><sp:UsernameToken xmlns:sp="http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702"/></wsp:Policy>` +
		`<soap12:address location="http://host.example/books"/></wsdl:port>`
	service   = `<wsdl:service name="Books">`
	more      = `<wsdl:service name="More"><wsdl:port name="P" binding="t:soap"><soap:address location="http://host.example/more"/></wsdl:port></wsdl:service>`
	putAction = `<soap:operation soapAction="urn:t/put"/>`
	putResult = `<wsdl:output message="t:putResponse"/>`
	putFault  = `<wsdl:fault name="unknown" message="t:unknown"/>`
	header    = `<soap:header message="t:login" part="login" use="literal"/>`
	remove    = `<wsdl:operation name="drop"><soap:operation soapAction="urn:t/drop"/><wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation>`
	persons   = `<xs:complexType name="book"><xs:sequence><xs:element name="by" type="t:person"/></xs:sequence></xs:complexType><xs:complexType name="person"><xs:sequence>` + title + `</xs:sequence></xs:complexType>`
	rpcBody   = `<soap:body use="literal" namespace="urn:t"/>`
)

// serviceRules are about services, ports, bindings and operations.
func serviceRules() []Rule {
	return []Rule{
		{"service-added", "a service is new", "", edit(service, more+service)},
		{"service-removed", "a service is removed", "", undo(edit(service, more+service))},
		{"service-renamed", "the only service has a different name", "The name is not on the wire, but it is the name of the Go interface.",
			edit(service, `<wsdl:service name="Library">`)},
		{"port-added", "a port is new", "A client can use it once a server has it.", undo(edit(soap12Port, ""))},
		{"port-removed", "a port is removed", "Its clients do not break if another port has the same protocol and path.", edit(soap12Port, "")},
		{"port-type-renamed", "a portType has a different name", "The name is not on the wire, but code that other tools generate may be named after it.",
			edit(`<wsdl:portType name="finder">`, `<wsdl:portType name="search">`).
				also(`name="get" type="t:finder"`, `name="get" type="t:search"`).also(`name="post" type="t:finder"`, `name="post" type="t:search"`)},
		{"port-renamed", "a port has a different name", "", edit(`<wsdl:port name="Get"`, `<wsdl:port name="Query"`)},
		{"address-path", "the address of a port has a different path", "A generated handler serves the path of the contract, unless an option says otherwise, and a client calls it.",
			edit(httpPort, `<wsdl:port name="Get" binding="t:get"><http:address location="http://host.example/v2/books"/></wsdl:port>`)},
		{"address-host", "the address of a port has a different scheme, host or port", "Programs usually name the host themselves.",
			edit(httpPort, `<wsdl:port name="Get" binding="t:get"><http:address location="https://books.example/books"/></wsdl:port>`)},
		{"policy-required", "a policy requires an assertion that it did not require", "New clients satisfy WS-Addressing and MTOM by default; for others they need an option, or cannot satisfy them.",
			edit(soap12Port, soap12Secured)},
		{"policy-dropped", "a policy no longer requires an assertion", "Clients that still satisfy it work.", undo(edit(soap12Port, soap12Secured))},
		{"soap-version", "a port uses a different version of SOAP", "", edit(`<wsdl:port name="Soap" binding="t:soap"><soap:address`, `<wsdl:port name="Soap" binding="t:soap12"><soap12:address`)},
		{"binding-protocol", "a port has HTTP instead of SOAP, or SOAP instead of HTTP", "",
			edit(`<wsdl:port name="Post" binding="t:post"><http:address`, `<wsdl:port name="Post" binding="t:soap12"><soap12:address`)},
		{"transport", "a SOAP binding uses a different transport", "", inRPC(`transport="http://schemas.xmlsoap.org/soap/http"`, `transport="http://schemas.xmlsoap.org/soap/smtp"`)},
		{"http-verb", "an HTTP binding uses a different verb", "", edit(`<http:binding verb="GET"/>`, `<http:binding verb="DELETE"/>`)},
		{"http-location", "an operation of an HTTP binding has a different location", "", edit(`location="/find"`, `location="/search"`)},
		{"http-content", "an HTTP binding sends a message in a different form", "",
			edit(`<http:operation location="/find"/><wsdl:input><http:urlEncoded/>`, `<http:operation location="/find/(title)/(year)"/><wsdl:input><http:urlReplacement/>`)},
		{"operation-added", "an operation is new in a binding", "Go code that implements the interface must have its method, or embed the type Unimplemented of the generated package.",
			undo(withoutGet())},
		{"operation-removed", "an operation is removed from a binding", "", withoutGet()},
		{"operation-renamed", "an operation has a different name but the same messages", "In document style the name is not on the wire, but it is the name of the Go method.",
			edit(soapGet, `<wsdl:operation name="fetch"><soap:operation soapAction="urn:t/get"/>`).also(abstractGet, `<wsdl:operation name="fetch"><wsdl:input message="t:get"/>`).
				also(soap12Get, `<wsdl:operation name="fetch"><soap12:operation soapAction="urn:t/get"/>`)},
		{"overload-renamed", "an overload is known by a different name", "The name is not on the wire.",
			Example{Frame: "overloads", Old: `<wsdl:input name="byTitle" message="t:byTitle"/>`, New: `<wsdl:input name="withTitle" message="t:byTitle"/>`}.
				also(`<wsdl:input name="byTitle"><soap`, `<wsdl:input name="withTitle"><soap`)},
		{"operation-style", "an operation became one-way, or is no longer one-way", "",
			edit(abstractGet+`<wsdl:output message="t:getResponse"/>`, abstractGet).also(soapGet+soapBodies, soapGet+`<wsdl:input><soap:body use="literal"/></wsdl:input>`).
				also(soap12Get+soap12Bodies, soap12Get+`<wsdl:input><soap12:body use="literal"/></wsdl:input>`)},
		{"soap-action", "an operation has a different SOAPAction", "Quartet's servers accept an empty SOAPAction, and one that no operation has, unless several operations have the same request. Other implementations may select the operation by it.",
			edit(putAction, `<soap:operation soapAction="urn:t/v2/put"/>`)},
		{"soap-style", "an operation has rpc style instead of document style, or vice versa", "", inRPC(`<soap:operation soapAction="urn:t/drop" style="rpc"/>`, `<soap:operation soapAction="urn:t/drop" style="document"/>`)},
		{"soap-use", "a message is encoded instead of literal, or vice versa", "Quartet's clients and servers read both. Other implementations may refuse it, or refer to values in ways that a literal message does not have.",
			inRPC(rpcBody, `<soap:body use="encoded" namespace="urn:t" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/>`)},
	}
}

const (
	abstractGet  = `<wsdl:operation name="get"><wsdl:input message="t:get"/>`
	soapGet      = `<wsdl:operation name="get"><soap:operation soapAction="urn:t/get"/>`
	soap12Get    = `<wsdl:operation name="get"><soap12:operation soapAction="urn:t/get"/>`
	soapBodies   = `<wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output>`
	soap12Bodies = `<wsdl:input><soap12:body use="literal"/></wsdl:input><wsdl:output><soap12:body use="literal"/></wsdl:output>`
	end          = `</wsdl:operation>`
)

// withoutGet removes an operation.
func withoutGet() Example {
	return edit(soapGet+soapBodies+end, "").also(abstractGet+`<wsdl:output message="t:getResponse"/>`+end, "").also(soap12Get+soap12Bodies+end, "")
}

// messageRules are about messages, headers and faults.
func messageRules() []Rule {
	pages := `<wsdl:part name="pages" type="xs:int"/>`
	year := `<wsdl:part name="year" type="xs:string"/>`
	get := `<wsdl:part name="parameters" element="t:get"/>`
	return []Rule{
		{"message-element", "a message has a different element", "", edit(get, `<wsdl:part name="parameters" element="t:fetch"/>`)},
		{"message-namespace", "the element of a message is in a different namespace", "", edit(get, `<wsdl:part name="parameters" element="v:get"/>`)},
		{"part-reference", "a part refers to a type instead of an element, or vice versa", "", edit(get, `<wsdl:part name="parameters" type="xs:int"/>`)},
		{"part-added", "a part is new in an rpc-style message, or in a message with several parts", "", inRPC(pages, pages+`<wsdl:part name="year" type="xs:int"/>`)},
		{"part-removed", "a part of a message is removed", "", inRPC(pages, "")},
		{"part-renamed", "a part has a different name", "In document style the name is not on the wire.", inRPC(pages, `<wsdl:part name="length" type="xs:int"/>`)},
		{"parts-order", "the parts of an rpc message are in a different order", "Quartet's clients and servers take parts in any order. WS-I Basic Profile 1.1 (R2301) requires that of the contract, so other implementations may refuse a different order.",
			inRPC(`<wsdl:part name="title" type="xs:string"/>`+pages, pages+`<wsdl:part name="title" type="xs:string"/>`)},
		{"parameter-added", "an HTTP binding has a new parameter", "A server treats an absent parameter as nil.", undo(edit(year, ""))},
		{"parameter-removed", "a parameter of an HTTP binding is removed", "A server ignores it.", edit(year, "")},
		{"parameter-renamed", "a parameter of an HTTP binding has a name that differs in case", "A server refuses it. Any other name is a removed and an added parameter.",
			edit(year, `<wsdl:part name="Year" type="xs:string"/>`)},
		{"rpc-namespace", "the wrapper of an rpc message is in a different namespace", "", inRPC(rpcBody, `<soap:body use="literal" namespace="urn:v2"/>`)},
		{"header-added", "a header is new", "A server ignores a header that it does not know, unless the header must be understood.", undo(edit(header, ""))},
		{"header-removed", "a header is removed", "", edit(header, "")},
		{"header-namespace", "a header is in a different namespace", "", edit(`<wsdl:part name="login" element="t:login"/>`, `<wsdl:part name="login" element="v:login"/>`)},
		{"fault-added", "a fault is new", "A client that does not know it returns a fault without its detail.", undo(edit(putFault, ""))},
		{"fault-removed", "a fault is removed", "", edit(putFault, "")},
		{"fault-element", "the detail of a fault has a different element", "", edit(`<wsdl:part name="detail" element="t:unknown"/>`, `<wsdl:part name="detail" element="t:missing"/>`)},
	}
}

// goRules are about Go declarations whose cause is not at the place of another finding.
func goRules() []Rule {
	return []Rule{
		{"go-renamed", "a Go type, field, constant or method has a different name", "Use --rename to keep the old one.",
			schema(`<xs:simpleType name="code"><xs:restriction base="xs:string"><xs:enumeration value="A"/></xs:restriction></xs:simpleType>
<xs:complexType name="book"><xs:sequence><xs:element name="code" type="t:code"/></xs:sequence></xs:complexType>`,
				`<xs:simpleType name="kind"><xs:restriction base="xs:string"><xs:enumeration value="A"/></xs:restriction></xs:simpleType>
<xs:complexType name="book"><xs:sequence><xs:element name="code" type="t:kind"/></xs:sequence></xs:complexType>`)},
		{"schema-renamed", "a type has a different name in OpenAPI and JSON Schema", "The name is not on the wire, but code that other tools generate is named after it.",
			schema(persons, strings.NewReplacer(`t:person`, `t:human`, `"person"`, `"human"`).Replace(persons))},
		{"go-removed", "a Go type, field, constant or method is removed", "",
			schema(bookType+`<xs:complexType name="film"><xs:sequence>`+title+`</xs:sequence></xs:complexType>`, bookType)},
		{"go-type", "a Go type, or the type of a field, is different", "",
			schema(persons, persons+`
<xs:complexType name="editor"><xs:complexContent><xs:extension base="t:person"><xs:sequence><xs:element name="role" type="xs:string"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>`)},
		{"go-signature", "a method has a different parameter or result", "",
			edit(`<xs:element name="found" type="xs:string"/></xs:sequence>`, `<xs:element name="found" type="xs:string"/><xs:element name="pages" type="xs:int" minOccurs="0"/></xs:sequence>`)},
	}
}
