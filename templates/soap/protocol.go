package soap

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"slices"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/media"
	"example.com/quartet/templates/soap/schema"
)

// A protocol is a form of messages in which the operations of a contract are served and called: SOAP, the parameters of HTTP
// bindings, JSON. What is particular to one is in the files protocol_*.go; the others know only these interfaces.
type protocol interface {
	// bindings returns the bindings whose messages have the form.
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

// protocolHandler serves the operations of a handler in one protocol.
type protocolHandler interface {
	// addPort adds what is served for a port to the resources of the handler. It is called for ports with one of the
	// bindings, or for every port if WSDL has no binding for the protocol.
	addPort(p *contract.Port)

	about() *protocolFacts

	// prepare makes x.out ready for a reply. It reports whether the reply may be sent while it is encoded.
	prepare(x *exchange, result reply) (streams bool, err error)

	// encode writes a reply, which is not absent where the contract requires one, to x.out.
	encode(x *exchange, result reply) error

	// complete checks a reply that is encoded, and returns it as interceptors see it.
	complete(x *exchange, document []byte, result reply) ([]byte, error)

	// reply returns the media type and the body of a reply as they are sent. A reply that is sent while it is encoded has only
	// the type.
	reply(x *exchange) (mediaType string, body []byte)

	// fault answers with a fault. block is nil, or writes the header block with the detail that is not in f.
	fault(x *exchange, f *Fault, block func(*schema.Encoder))
}

// protocolFacts are what a handler has to know about a protocol.
type protocolFacts struct {
	mediaType  string   // media type of requests that are for the protocol at any path; "" if there is none
	scripts    []string // methods of the requests that scripts of web pages send
	hasHeaders bool     // messages have header blocks
}

func (f *protocolFacts) about() *protocolFacts { return f }

// A refuser is a protocolHandler with a form, other than text, for the answer to a request whose operation is not called.
type refuser interface {
	writeRefusal(w http.ResponseWriter, status int, text string)
}

// protocolClient calls operations over one binding of a protocol.
type protocolClient interface {
	// encode returns the request of x, checked, and with its parts, if it has some. The context is for the rest of the call.
	encode(ctx context.Context, x *clientCall) (context.Context, []byte, error)

	// locate completes the address and the header of a request. It returns the body that is sent, nil for none.
	locate(u *url.URL, header http.Header, x *clientCall, request []byte) (body []byte, err error)

	// openResponse begins to read a response whose list or parts are read when they are asked for. It reports false if the
	// response is to be read as a whole.
	openResponse(x *clientCall, m media.Type, body io.Closer, from io.Reader) (opened bool, err error)

	// decode reads x.Reply, which has a media type.
	decode(x *clientCall, m media.Type) error

	// readDocument reads the document of a decoder up to the list that the caller asks for, or to its end.
	readDocument(d *schema.Decoder, x *clientCall, m media.Type) error

	// replyType returns the media type of a reply that an interceptor gives.
	replyType() string
}

// endpoint is what a protocol serves at one path.
type endpoint interface {
	protocolHandler
	methods() []string                 // HTTP methods of requests
	mediaTypes(method string) []string // media types of the requests with a method
	serve(w http.ResponseWriter, r *http.Request, m media.Type, parts []codec.Parameter)
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
