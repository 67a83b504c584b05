package diff

// edit returns an example in which a piece of the contract books.wsdl in the test data is replaced.
func edit(old, new string) Example { return Example{Frame: "books", Old: old, New: new} }

// undo returns the example in which the versions are exchanged.
func undo(e Example) Example {
	return Example{Frame: e.Frame, Old: e.New, New: e.Old, Reversed: !e.Reversed}
}

// inRPC is edit for the contract rpc.wsdl.
func inRPC(old, new string) Example { return Example{Frame: "rpc", Old: old, New: new} }

const (
	httpPort   = `<wsdl:port name="Get" binding="t:get"><http:address location="http://host.example/books"/></wsdl:port>`
	soap12Port = `<wsdl:port name="Soap12" binding="t:soap12"><soap12:address location="http://host.example/books"/></wsdl:port>`
	service    = `<wsdl:service name="Books">`
	more       = `<wsdl:service name="More"><wsdl:port name="P" binding="t:soap"><soap:address location="http://host.example/more"/></wsdl:port></wsdl:service>`
	putAction  = `<soap:operation soapAction="urn:t/put"/>`
	putResult  = `<wsdl:output message="t:putResponse"/>`
	putFault   = `<wsdl:fault name="unknown" message="t:unknown"/>`
	header     = `<soap:header message="t:login" part="login" use="literal"/>`
	remove     = `<wsdl:operation name="drop"><soap:operation soapAction="urn:t/drop"/><wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation>`
	rpcBody    = `<soap:body use="literal" namespace="urn:t"/>`
)

// serviceRules are about services, ports, bindings and operations.
func serviceRules() []Rule {
	return []Rule{
		{"service-added", "a service is new", "", edit(service, more+service)},
		{"service-removed", "a service is removed", "", undo(edit(service, more+service))},
		{"service-renamed", "the only service has another name", "The name is not on the wire, but that of the Go interface.",
			edit(service, `<wsdl:service name="Library">`)},
		{"port-added", "a port is new", "", undo(edit(soap12Port, ""))},
		{"port-removed", "a port is removed", "", edit(soap12Port, "")},
		{"port-renamed", "a port has another name", "", edit(`<wsdl:port name="Get"`, `<wsdl:port name="Query"`)},
		{"address-path", "the address of a port has another path", "A generated handler serves the path of the contract, unless an option says otherwise, and a client calls it.",
			edit(httpPort, `<wsdl:port name="Get" binding="t:get"><http:address location="http://host.example/v2/books"/></wsdl:port>`)},
		{"address-host", "the address of a port has another scheme, host or port", "Programs usually name the host themselves.",
			edit(httpPort, `<wsdl:port name="Get" binding="t:get"><http:address location="https://books.example/books"/></wsdl:port>`)},
		{"http-verb", "an HTTP binding has another verb", "", edit(`<http:binding verb="GET"/>`, `<http:binding verb="DELETE"/>`)},
		{"http-location", "an operation of an HTTP binding has another location", "", edit(`location="/find"`, `location="/search"`)},
		{"soap-action", "an operation has another SOAPAction", "A server accepts an empty one, and in SOAP 1.2 one that no operation has.",
			edit(putAction, `<soap:operation soapAction="urn:t/v2/put"/>`)},
	}
}

// messageRules are about messages, headers and faults.
func messageRules() []Rule {
	return []Rule{
		{"header-added", "a header is new", "", undo(edit(header, ""))},
		{"header-removed", "a header is removed", "", edit(header, "")},
		{"fault-added", "a fault is new", "A client that does not know it returns a fault without its detail.", undo(edit(putFault, ""))},
		{"fault-removed", "a fault is removed", "", edit(putFault, "")},
		{"rpc-namespace", "the wrapper of an rpc message is in another namespace", "", inRPC(rpcBody, `<soap:body use="literal" namespace="urn:v2"/>`)},
	}
}

// goRules are about Go declarations whose cause is not at the place of another finding.
func goRules() []Rule {
	return nil
}
