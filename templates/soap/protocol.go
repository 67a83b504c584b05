package soap

import (
	"net/url"
	"slices"

	"example.com/quartet/templates/soap/contract"
)

// A protocol is a form of messages in which the operations of a contract are served and called: SOAP, the parameters of HTTP
// bindings, JSON. The files protocol_NAME*.go have all that is particular to one. Other files know it by four interfaces:
// protocol, protocolHandler (one for each handler), endpoint (for each of its paths) and protocolClient (for each client).
type protocol interface {
	// bindings returns the bindings whose messages have this form.
	bindings() []contract.Binding

	newHandler(h *handler) protocolHandler
	newClient(c *Caller) protocolClient
}

// A Protocol is a form of messages for which WSDL has no binding: see [WithProtocol]. [JSON] is one.
type Protocol interface {
	protocol
	port(of *contract.Contract) *contract.Port  // with the address; nil if there is none
	wire(op *contract.Operation) *contract.Wire // the messages of an operation
}

// WithProtocol makes a handler serve all operations in another protocol, too, and a client able to use its binding. Policies
// and header blocks of the contract are for SOAP only. A later option replaces the protocol of an earlier one with the
// same bindings.
func WithProtocol(p Protocol) Option {
	return bothOption(func(c *config) {
		c.protocols = slices.DeleteFunc(c.protocols, func(q protocol) bool { return slices.Equal(q.bindings(), p.bindings()) })
		c.protocols = append(c.protocols, p)
	})
}

// protocolOf returns the protocol of a binding, nil if no option has brought it.
func (c *config) protocolOf(b contract.Binding) protocol {
	for _, p := range c.protocols {
		if slices.Contains(p.bindings(), b) {
			return p
		}
	}
	return nil
}

// port returns the first port with a binding, nil if there is none.
func (c *boundContract) port(b contract.Binding) *contract.Port {
	if p, ok := c.protocolOf(b).(Protocol); ok {
		return p.port(c.Contract)
	}
	return c.Port(b)
}

// wireOf returns the messages of an operation over a binding, nil if the binding does
// not offer it.
func (c *boundContract) wireOf(op *contract.Operation, b contract.Binding) *contract.Wire {
	if p, ok := c.protocolOf(b).(Protocol); ok {
		return p.wire(op)
	}
	return op.Wire(b)
}

// newCaller returns a caller for a port, with the options of c.
func newCaller(c *boundContract, b contract.Binding, port *contract.Port, address *url.URL) *Caller {
	caller := &Caller{boundContract: c, binding: b, port: port, address: address}
	caller.protocolClient = c.protocolOf(b).newClient(caller)
	return caller
}

// The bindings of WSDL 1.1 and its SOAP 1.2 extension.
const (
	SOAP11     = contract.SOAP11     // SOAP 1.1 over HTTP
	SOAP12     = contract.SOAP12     // SOAP 1.2 over HTTP
	HTTPGet    = contract.HTTPGet    // HTTP GET with parameters in the query
	HTTPPost   = contract.HTTPPost   // HTTP POST with parameters in a form, or XML
	HTTPHead   = contract.HTTPHead   // HTTP HEAD; the result is only headers
	HTTPPut    = contract.HTTPPut    // HTTP PUT, like POST
	HTTPDelete = contract.HTTPDelete // HTTP DELETE, like GET
)
