package soap

import (
	"cmp"
	"context"
	"io"
	"log/slog"
	"net/http"
	"time"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/charset"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// HandlerOption is an option of NewHandler.
type HandlerOption interface{ handlerOption(*config) }

// ClientOption is an option of NewClient.
type ClientOption interface{ clientOption(*config) }

// Option is an option of both handlers and clients.
type Option interface {
	HandlerOption
	ClientOption
}

// HTTPDoer sends HTTP requests. *http.Client implements it.
type HTTPDoer interface {
	Do(*http.Request) (*http.Response, error)
}

// Options combines options, in their order.
func Options(opts ...Option) Option {
	return bothOption(func(c *config) {
		for _, opt := range opts {
			opt.clientOption(c) // which is what handlerOption does, too
		}
	})
}

// WithNamespace replaces the namespace URI from of the contract by to: in
// messages, in soapActions that start with it, and in the contract that a
// handler serves. If it is used more than once, all replacements are made at
// once. It is an error if the contract does not use from, if from is replaced
// twice, or if two namespaces of the contract would become the same.
func WithNamespace(from, to string) Option {
	return bothOption(func(c *config) { c.namespaces = append(c.namespaces, [2]string{from, to}) })
}

// WithInterceptors adds interceptors, the outermost first. Interceptors of
// earlier options are outside of them.
func WithInterceptors(interceptors ...Interceptor) Option {
	return bothOption(func(c *config) { c.interceptors = append(c.interceptors, interceptors...) })
}

// WithTypedInterceptors adds interceptors that see values, the outermost first. On a
// handler they run around the method of the service: call.Input has been decoded,
// and call.Output, which is set when next has returned, has not been encoded. On a
// client they run before the request is encoded and after the result has been
// decoded: they may also add SOAP headers to the context for next, call next again,
// and change call.RequestHeader.
//
// They may replace Input and Output by values of the same type, but not Output where
// a list is sent or read item by item: there it is nil. An interceptor that sets
// Output and does not call next answers the call with that value. All run inside the
// interceptors of WithInterceptors on a handler, and around them on a client.
func WithTypedInterceptors(interceptors ...Interceptor) Option {
	return bothOption(func(c *config) { c.typedInterceptors = append(c.typedInterceptors, interceptors...) })
}

// WithLimits bounds the documents that are decoded. Fields that are 0 keep
// their defaults.
func WithLimits(limits schema.Limits) Option {
	return bothOption(func(c *config) { c.limits = limits })
}

// WithStrict makes a handler or a client reject messages with elements, attributes (except xsi attributes) or text that the
// contract does not declare, or with an xsi:type that is not derived from the declared type. Over SOAP it also rejects processing
// instructions and header blocks without a namespace, and on a handler encodingStyle and attributes without a namespace on
// Envelope, Header and Body of SOAP 1.2. Without the option they are ignored. The order of elements, headers and faults are not
// checked in either case.
func WithStrict() Option {
	return bothOption(func(c *config) { c.strict = true })
}

// WithCharsetReader makes a handler or a client read messages in other character encodings
// than UTF-8, US-ASCII, UTF-16, ISO-8859-1 and windows-1252. reader returns input, which is
// in the encoding with a name, as UTF-8, like CharsetReader in [encoding/xml.Decoder] and
// NewReaderLabel in golang.org/x/net/html/charset. It returns an error for a name that it
// does not know; to find out, it is also called with an empty input. A text may have at most
// three bytes in UTF-8 for each byte that was received. Errors of the reader are errors of the
// message; NewReaderLabel reads invalid bytes as U+FFFD. What is sent is always UTF-8.
func WithCharsetReader(reader func(charset string, input io.Reader) (io.Reader, error)) Option {
	return bothOption(func(c *config) { c.charsets = reader })
}

// WithPath sets the path at which a handler serves, instead of the path of the
// contract's addresses. HTTP GET and POST operations are below it.
func WithPath(path string) HandlerOption {
	return handlerOnly(func(c *config) { c.path, c.pathSet = path, true })
}

// WithMaxRequestBytes limits the size of a request body, before and after it is
// decompressed. The default, also for n <= 0, is 10 MiB.
func WithMaxRequestBytes(n int64) HandlerOption {
	return handlerOnly(func(c *config) { c.maxRequest = n })
}

// WithRequestMemory limits the memory that all requests of a handler take at the same
// time, in bytes: bodies, decompressed, and the values that are decoded, from when they
// arrive to when they have been answered. The first 64 KiB of each request do not count.
// The default, also for n <= 0, is 48 MiB; a single request may take more, up to its own
// limits ([WithMaxRequestBytes], Memory of [WithLimits]).
//
// A request that exceeds the budget waits up to a second, and is then answered with
// HTTP status 503 and Retry-After. While one waits, bodies that have arrived at less than
// 8 KiB a second are given up, and answered with status 408.
func WithRequestMemory(n int64) HandlerOption {
	return handlerOnly(func(c *config) { c.budget = &budget{limit: n} })
}

// WithLogger sets where a handler reports errors whose text it does not send, panics,
// and, at the level Info, actions that no operation has, and where a client reports the values of [WithLenientValues].
// The default, also for nil, is slog.Default().
func WithLogger(logger *slog.Logger) Option {
	return bothOption(func(c *config) { c.logger = logger })
}

// WithRemoteFaultText makes a handler forward the reason and the detail of
// faults that its service received from another server, and not only their
// codes.
func WithRemoteFaultText() HandlerOption {
	return handlerOnly(func(c *config) { c.remoteText = true })
}

// WithStreaming makes a handler with interceptors stream long lists. A handler
// without interceptors always does.
//
// A list of more than 32 KiB is then sent while next runs, and call.Reply stays
// nil: headers must be set before, and an error that an interceptor returns
// afterwards ends the connection. Do not use the option with interceptors that
// need the reply, such as a cache.
func WithStreaming() HandlerOption {
	return handlerOnly(func(c *config) { c.streaming = true })
}

// WithStreams makes a handler of a contract send the lists of operations item by item, as the sequence for a request yields them,
// so that the whole list is never in memory, unless an option needs it: validate.WithValidation, or interceptors without
// [WithStreaming]. An error ends the list. Up to the first 32 KiB of the response nothing has been sent, and the client gets a fault;
// later the handler closes the connection. The context is cancelled when the client disconnects. If sequence returns nil, the
// handler calls the service. It is for generated code, which has a function with the types of the contract.
func WithStreams(of *contract.Contract, sequence func(ctx context.Context, op *contract.Operation, req any) Sequence) HandlerOption {
	return handlerOnly(func(c *config) { c.streams = streams{of.Service, sequence} })
}

// streams has the sequences for the lists of a contract.
type streams struct {
	service  string // name of the wsdl:service
	sequence func(ctx context.Context, op *contract.Operation, req any) Sequence
}

// WithForwardedHeaders makes a handler read the address in the contract and on
// the service page from the headers Forwarded (RFC 7239) or X-Forwarded-Proto,
// -Host and -Prefix. Use it only behind a proxy that sets or removes these
// headers.
func WithForwardedHeaders() HandlerOption {
	return handlerOnly(func(c *config) { c.forwarded = true })
}

// WithHTTPClient sets the HTTP client, which must be safe for concurrent use.
// The default, also for nil, is an http.Client without a timeout.
//
// If it is an *http.Client, redirects follow these rules, and then its CheckRedirect. A
// redirect that would turn a POST into a GET is not followed, and is an *HTTPError. To
// another origin (another scheme, host or port) no request with a body is redirected: that
// is an error that names the origin. A GET is sent there without its headers, also
// without those from WithHeader. Other implementations must have such rules themselves.
func WithHTTPClient(doer HTTPDoer) ClientOption {
	return clientOnly(func(c *config) { c.doer = doer })
}

// WithHeader adds an HTTP header to all requests of a client. It is not sent to another
// origin; see WithHTTPClient.
func WithHeader(name, value string) ClientOption {
	return clientOnly(func(c *config) { c.header.Add(name, value) })
}

// WithLenientNames makes a client read an element of a response whose name differs from
// the name of a declared element only in case or namespace as if it were that element.
// Without the option such an element is an error, because its value would be lost, unless
// a wildcard allows it or the declared element is there, too.
func WithLenientNames() ClientOption {
	return clientOnly(func(c *config) { c.lenientNames = true })
}

// WithLenientValues makes a client read values of responses that are not valid. A value becomes what its text plainly means: True is
// true, 1.0 is an int, a dateTime may have a space for T; CALLING.md has the list. Otherwise it is absent: nil, or the zero value
// where the Go type has no nil. Required elements and attributes may be missing, and elements may be nil that are not nillable.
// If an element is there twice and may be there once, the first one counts. Without the option all of these are errors.
//
// Each such value is logged as a warning (see [WithLogger]) and given to report, unless that is nil, before the call returns or the
// sequence yields the item, up to 100 values of a response. Concurrent calls use report, which must not keep call.
//
// The option is for SOAP and HTTP bindings, not for JSON. Package validate refuses messages with such values.
func WithLenientValues(report func(ctx context.Context, call *Call, value LenientValue)) ClientOption {
	return clientOnly(func(c *config) { c.lenientValues, c.reportValue = true, report })
}

// WithAnyMediaType makes a client read a response over SOAP or an HTTP binding as XML whatever its media type is, such as text/html or
// text/plain. Without the option such a response is an *HTTPError.
func WithAnyMediaType() ClientOption {
	return clientOnly(func(c *config) { c.anyMediaType = true })
}

// WithMaxResponseBytes limits the size of a response body after decompression;
// for a list that is read item by item, the size of each item. The default,
// also for n <= 0, is 256 MiB. A larger response is a *http.MaxBytesError.
func WithMaxResponseBytes(n int64) ClientOption {
	return clientOnly(func(c *config) { c.maxResponse = n })
}

// WithResponseMemory limits the memory that all responses of a client take at the same time, in bytes: their text, decompressed, and the
// values in it. By default, also for n <= 0, it is not limited. The memory of a response counts until the call has returned; if a handler
// is serving with the context of the call, until that has answered. A list that is read item by item counts with the current item.
//
// A call that needs more waits for up to a second, and then its error is [ErrResponseMemory]. The first 64 KiB of a call do not count,
// and a call alone may take more, within WithMaxResponseBytes and for its values n and Memory of [WithLimits], which then is 16 MiB and
// eight times the size of the response unless it is set.
func WithResponseMemory(n int64) ClientOption {
	return clientOnly(func(c *config) { c.responses = &budget{limit: n, busy: ErrResponseMemory} })
}

// WithResponseTimeout ends calls whose response has begun and takes too long: a client waits for it for d in all, and for a second more
// for each 8 KiB that arrive; what arrives faster gives no more time. The time that the caller takes between items of a list does not count. By default, also for d <= 0,
// only the context of the call and the HTTP client limit the time. The error wraps [os.ErrDeadlineExceeded].
func WithResponseTimeout(d time.Duration) ClientOption {
	return clientOnly(func(c *config) { c.responseTime = d })
}

const (
	defaultMaxRequest  = 10 << 20
	defaultMaxResponse = 256 << 20
)

// config has the values of options of handlers and clients.
type config struct {
	namespaces        [][2]string
	interceptors      []Interceptor
	typedInterceptors []Interceptor                                 // the interceptors of WithTypedInterceptors
	assertions        []xsd.QName                                   // policy assertions of WithAssertions
	satisfied         []func([]contract.Need, bool) []contract.Need // of WithSatisfied
	understood        []xsd.QName                                   // mandatory header blocks that the contract does not declare
	limits            schema.Limits
	charsets          charset.Reader
	strict            bool
	mtom              *MTOM // nil: policies decide
	lenientNames      bool
	anyMediaType      bool
	roles             []string                         // roles in addition to the roles of every receiver
	newChecker        func(*contract.Contract) Checker // nil: nothing is validated
	checker           Checker                          // made by newChecker; nil without a schema
	onlyRequests      bool                             // replies of a handler are not validated
	envelopes         []namedEnvelopes                 // the outermost first
	rewrites          []namedEnvelopes                 // of WithRewrite, the last one first
	protocols         []protocol                       // the forms of messages

	path       string
	pathSet    bool
	maxRequest int64
	budget     *budget
	logger     *slog.Logger
	remoteText bool
	forwarded  bool
	streaming  bool
	streams    streams
	asmx       bool                            // set by WithASMX
	page       func(*ServiceInfo) http.Handler // makes the page; nil: plain text

	doer        HTTPDoer
	header      http.Header
	maxResponse int64

	responses    *budget // nil: the memory of responses is not limited
	responseTime time.Duration

	lenientValues bool
	reportValue   func(context.Context, *Call, LenientValue) // reports a value that is read leniently; may be nil
}

type bothOption func(*config)

func (f bothOption) handlerOption(c *config) { f(c) }
func (f bothOption) clientOption(c *config)  { f(c) }

type handlerOnly func(*config)

func (f handlerOnly) handlerOption(c *config) { f(c) }

type clientOnly func(*config)

func (f clientOnly) clientOption(c *config) { f(c) }

// newConfig returns the values of options. protocols need no option. set applies an option, which is not nil.
func newConfig[O any](info *contract.Contract, protocols []protocol, opts []O, set func(O, *config)) *config {
	c := &config{protocols: protocols, header: http.Header{}}
	for _, opt := range opts {
		if any(opt) != nil {
			set(opt, c)
		}
	}
	c.maxRequest = cmp.Or(max(c.maxRequest, 0), defaultMaxRequest)
	c.maxResponse = cmp.Or(max(c.maxResponse, 0), defaultMaxResponse)
	if c.budget == nil || c.budget.limit <= 0 {
		c.budget = &budget{limit: defaultMemory}
	}
	if c.responses != nil && c.responses.limit <= 0 {
		c.responses = nil
	}
	if c.newChecker != nil {
		c.checker = c.newChecker(info)
	}
	return c
}

func (c *config) log() *slog.Logger { return cmp.Or(c.logger, slog.Default()) }

// WithASMX makes a handler answer errors as ASMX services do, and accept the
// requests over HTTP GET and POST that only these accept. It is for clients that
// were written for such a service and depend on it. Results are the same.
//
//   - HTTP GET and POST: every error has the status 500, also for an unknown
//     operation. Names of parameters may be in any case. All parameters
//     must be there, even those that the contract has as optional.
//   - SOAP: every fault has the status 500 and an empty detail if it has no other.
//     An envelope that cannot be read is answered with 400, one of SOAP 1.1 that
//     is announced as one of SOAP 1.2 with 415, both without a body. Faults of
//     the service, for unknown operations and for actions of other operations, or
//     in SOAP 1.1 of none, have the text that clients may look for.
//
// Like other errors, an error of the service is sent only if it is a fault.
func WithASMX() HandlerOption {
	return handlerOnly(func(c *config) { c.asmx = true })
}

// MTOM says how messages with binary values leave (SOAP Message Transmission Optimization Mechanism). Such messages are
// read in any case.
type MTOM struct {
	Threshold int  // bytes of the shortest value of the type xs:base64Binary that becomes a part; default 1024
	Always    bool // messages without such values are multipart messages, too
	MaxParts  int  // parts of a message that is sent, default 1000: other values stay in the envelope. More than 1000 may arrive, too.

	readers bool // values of readers become parts, which are read while the message is sent
}

// WithMTOM makes a handler or a client send binary values in parts of the message. With nil, which is the default, the
// policies of the contract decide. Programs use WithMTOM of package multipart.
func WithMTOM(m *MTOM) Option {
	return bothOption(func(c *config) { c.mtom = m })
}

// WithChecker makes a handler or a client validate messages; package validate has a Checker. newChecker is called
// once. It may return nil: then nothing is validated.
func WithChecker(newChecker func(*contract.Contract) Checker) Option {
	return bothOption(func(c *config) { c.newChecker = newChecker })
}

// WithRequestChecker makes a handler validate requests, and pass on what the service returns.
func WithRequestChecker(newChecker func(*contract.Contract) Checker) HandlerOption {
	return handlerOnly(func(c *config) { c.newChecker, c.onlyRequests = newChecker, true })
}

// WithRoles makes a handler or a client act in roles, which SOAP 1.1 calls
// actors, besides those that every receiver has: the ultimate receiver and next.
// Header blocks for other roles are neither read nor given to the service, even if
// they are mandatory. A role is an absolute URI.
func WithRoles(roles ...string) Option {
	return bothOption(func(c *config) { c.roles = append(c.roles, roles...) })
}
