package soap

import (
	"log/slog"
	"net/http"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
)

// HandlerOption is an option of a handler.
type HandlerOption interface{ handlerOption(*config) }

// ClientOption is an option of NewClient.
type ClientOption interface{ clientOption(*config) }

// Option is an option of handlers and clients alike.
type Option interface {
	HandlerOption
	ClientOption
}

// HTTPDoer sends HTTP requests. *http.Client is one.
type HTTPDoer interface {
	Do(*http.Request) (*http.Response, error)
}

// WithNamespace replaces the namespace URI from, as the contract has it, by to:
// in messages, in soapActions that start with it, and in the contract that a
// handler hands out. Used several times, all replacements are made at once. It
// is an error if the contract does not use from, if from is replaced twice, and
// if two namespaces of the contract would become one.
func WithNamespace(from, to string) Option {
	return bothOption(func(c *config) { c.namespaces = append(c.namespaces, [2]string{from, to}) })
}

// WithInterceptors adds interceptors, the first one outermost, inside of those
// that are there already.
func WithInterceptors(interceptors ...Interceptor) Option {
	return bothOption(func(c *config) { c.interceptors = append(c.interceptors, interceptors...) })
}

// WithLimits bounds the documents that are decoded. Fields that are 0 keep
// their defaults.
func WithLimits(limits schema.Limits) Option {
	return bothOption(func(c *config) { c.limits = limits })
}

// WithStrict makes a handler or a client refuse messages with elements,
// attributes (but those of XML Schema instances) or text that the contract does
// not have. Without it they are passed over. The order of elements is not
// checked in either case, nor are headers and faults.
func WithStrict() Option {
	return bothOption(func(c *config) { c.strict = true })
}

// WithPath sets the path at which a handler serves, instead of that of the
// contract's addresses. HTTP GET and POST operations are below it.
func WithPath(path string) HandlerOption {
	return handlerOnly(func(c *config) { c.path, c.pathSet = path, true })
}

// WithMaxRequestBytes bounds the size of a request's body, before and after it
// is decompressed. The default, also for n <= 0, is 10 MiB.
func WithMaxRequestBytes(n int64) HandlerOption {
	return handlerOnly(func(c *config) { c.maxRequest = n })
}

// WithLogger sets where a handler reports errors whose text it does not send,
// and panics. The default, also for nil, is slog.Default().
func WithLogger(logger *slog.Logger) HandlerOption {
	return handlerOnly(func(c *config) { c.logger = logger })
}

// WithRemoteFaultText makes a handler forward the reason and the detail of
// faults that its service received from another server, not only their codes.
func WithRemoteFaultText() HandlerOption {
	return handlerOnly(func(c *config) { c.remoteText = true })
}

// WithStreaming makes a handler stream long lists although it has interceptors.
// Without interceptors it does so anyway.
//
// A list of more than 32 KiB is sent while next runs then, and call.Reply stays
// nil: headers have to be set before, and an error that an interceptor returns
// afterwards breaks the connection off. So do not use it with interceptors that
// need the reply, such as a cache.
func WithStreaming() HandlerOption {
	return handlerOnly(func(c *config) { c.streaming = true })
}

// WithGzip makes a handler compress responses of least bytes and more for the
// clients that accept it, and lists that are streamed, whose size is not known.
// The level is one of package compress/gzip. That takes many times the time of
// the encoding itself; without the option nothing is compressed. Requests may
// be compressed in any case.
func WithGzip(level, minBytes int) HandlerOption {
	return handlerOnly(func(c *config) { c.gzip = &gzipping{level: level, minBytes: minBytes} })
}

// WithForwardedHeaders makes a handler take the address that the contract and
// the service page show from the headers Forwarded (RFC 7239) or
// X-Forwarded-Proto, -Host and -Prefix. Use it only behind a proxy that sets or
// removes these headers.
func WithForwardedHeaders() HandlerOption {
	return handlerOnly(func(c *config) { c.forwarded = true })
}

// WithHTTPClient sets what a client sends its requests with. The default, also
// for nil, is an http.Client without a timeout, which follows no redirect that
// would turn a POST into a GET. It must be safe for concurrent use.
func WithHTTPClient(doer HTTPDoer) ClientOption {
	return clientOnly(func(c *config) { c.doer = doer })
}

// WithGzipRequests makes a client compress the bodies of requests of least bytes
// and more, at a level of package compress/gzip. Use it with servers that are
// known to take that; a handler of this package does. Responses are
// decompressed in any case.
func WithGzipRequests(level, minBytes int) ClientOption {
	return clientOnly(func(c *config) { c.gzip = &gzipping{level: level, minBytes: minBytes} })
}

// WithHeader adds an HTTP header to all requests of a client.
func WithHeader(name, value string) ClientOption {
	return clientOnly(func(c *config) {
		if c.header == nil {
			c.header = http.Header{}
		}
		c.header.Add(name, value)
	})
}

// WithMaxResponseBytes bounds the size of a response's body, as it is when it
// has been decompressed; for a list that is read item by item, that of each
// item. The default, also for n <= 0, is 256 MiB. A larger response is a
// *http.MaxBytesError.
func WithMaxResponseBytes(n int64) ClientOption {
	return clientOnly(func(c *config) { c.maxResponse = n })
}

const (
	defaultMaxRequest  = 10 << 20
	defaultMaxResponse = 256 << 20
)

// config is what the options of either side set.
type config struct {
	namespaces   [][2]string
	interceptors []Interceptor
	limits       schema.Limits
	strict       bool
	newChecker   func(*contract.Contract) Checker // nil: nothing is validated
	checker      Checker                          // what newChecker made; nil if there is no schema
	gzip         *gzipping                        // nil: nothing is compressed

	path       string
	pathSet    bool
	maxRequest int64
	logger     *slog.Logger
	remoteText bool
	forwarded  bool
	streaming  bool
	page       func(http.Header, *ServiceSummary) ([]byte, error) // HTML, for which it sets headers; nil: plain text

	doer        HTTPDoer
	header      http.Header
	maxResponse int64
}

type bothOption func(*config)

func (f bothOption) handlerOption(c *config) { f(c) }
func (f bothOption) clientOption(c *config)  { f(c) }

type handlerOnly func(*config)

func (f handlerOnly) handlerOption(c *config) { f(c) }

type clientOnly func(*config)

func (f clientOnly) clientOption(c *config) { f(c) }

func newHandlerConfig(info *contract.Contract, opts []HandlerOption) *config {
	c := new(config)
	for _, opt := range opts {
		if opt != nil {
			opt.handlerOption(c)
		}
	}
	return c.withDefaults(info)
}

func newClientConfig(info *contract.Contract, opts []ClientOption) *config {
	c := new(config)
	for _, opt := range opts {
		if opt != nil {
			opt.clientOption(c)
		}
	}
	return c.withDefaults(info)
}

func (c *config) withDefaults(info *contract.Contract) *config {
	if c.maxRequest <= 0 {
		c.maxRequest = defaultMaxRequest
	}
	if c.maxResponse <= 0 {
		c.maxResponse = defaultMaxResponse
	}
	if c.newChecker != nil {
		c.checker = c.newChecker(info)
	}
	return c
}

func (c *config) log() *slog.Logger {
	if c.logger == nil {
		return slog.Default()
	}
	return c.logger
}
