package response

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"example.com/quartet/templates/soap"
)

// A Moment identifies the inputs of responses at an instant. Moments with equal Timetable, State and Second give equal
// responses.
type Moment struct {
	// Timetable identifies the timetable, and State the timetable together with its realtime data. They must be
	// comparable and must never be reused for another one; a weak pointer is suitable. The cache retains them as long
	// as it stores a response.
	Timetable, State any

	// Second is the time of the service's clock, in whole seconds.
	Second time.Time

	TimetableModified time.Time // when the timetable was made; zero if that is not known
}

// Freshness determines how long HTTP caches may use a response without revalidation. Fractions of a second are ignored.
type Freshness struct {
	MaxAge          time.Duration // maximum age of a response
	WhileRevalidate time.Duration // additional time while it is being revalidated (RFC 5861 section 3); 0 for none
	IfError         time.Duration // additional time while the service fails (RFC 5861 section 4); 0 for none
}

// Options configure a Cache.
type Options struct {
	// Moment returns the current moment. It is called for every call, from many goroutines. It must not be nil.
	Moment func() Moment

	// Stations applies to the lists of stations, which depend only on the timetable. Trains applies to all other
	// responses, which also depend on the clock.
	Stations, Trains Freshness

	MaxBytes   int64 // maximum size of responses and keys; 0 means 128 MiB
	MaxEntries int   // maximum number of responses; 0 means 20,000

	// Gzip is the compression level for responses of at least GzipMinSize bytes, used if the client accepts gzip; 0
	// disables compression. If it is set, the handler must not compress. Compressed responses are cached, too.
	Gzip        int
	GzipMinSize int

	// Observe, if not nil, is called for each call and for each request of [Cache.Serve] with its outcome.
	Observe func(context.Context, Outcome)
}

var timetableOperations = map[string]bool{
	"getAllStationsXML":                 true,
	"getAllStationsXML_WithStationType": true,
	"getStationsFilterXML":              true,
}

// Intercept is the [soap.Interceptor] of the cache. It stores the response of the interceptors inside it and calls
// them only if the response is not in the cache. So interceptors that change responses of single calls must be outside
// it, that is, before it in [soap.WithInterceptors].
func (c *Cache) Intercept(ctx context.Context, call *soap.Call, next func(context.Context) error) error {
	var key []byte
	if len(call.Request) <= maxRequestSize {
		key = appendKey(make([]byte, 0, 256), call)
	}
	timetable := timetableOperations[call.Operation]
	e, err := c.response(ctx, key, timetable, func() ([]byte, error) {
		err := next(ctx)
		if err == nil && call.Reply == nil {
			err = errors.New("the response was sent before it could be cached; the handler must not stream")
		}
		return bytes.Clone(call.Reply), err
	})
	if err != nil {
		return err
	}
	sent := c.encoded(e, call.ResponseHeader, call.RequestHeader, c.options.Gzip != 0)
	if call.Reply = sent.body; call.Binding == soap.HTTPGet {
		c.describe(e, call.ResponseHeader, sent.tag(), timetable)
	}
	return nil
}

// appendKey appends the key of a request: its operation, binding, media type and bytes. HTTP POST has the same responses as HTTP GET.
func appendKey(key []byte, call *soap.Call) []byte {
	binding := call.Binding
	if binding == soap.HTTPPost {
		binding = soap.HTTPGet
	}
	key = append(key, call.Operation...)
	key = append(key, 0, byte(binding))
	if label := call.RequestHeader.Get("Content-Type"); call.Binding != soap.HTTPGet && !defaultMediaTypes[label] {
		key = append(key, label...)
	}
	key = append(key, 0)
	return append(key, call.Request...)
}

// defaultMediaTypes are the media types that do not affect how the bytes are read. Other media types may name a charset.
var defaultMediaTypes = map[string]bool{
	"":                                  true,
	"application/x-www-form-urlencoded": true,
	"application/x-www-form-urlencoded; charset=utf-8": true,
	"text/xml; charset=utf-8":                          true,
	"application/soap+xml; charset=utf-8":              true,
}

// String returns the corresponding value of Cache-Control.
func (f Freshness) String() string {
	text := fmt.Sprintf("public, max-age=%d", max(f.MaxAge, 0)/time.Second)
	if f.WhileRevalidate >= time.Second {
		text += fmt.Sprintf(", stale-while-revalidate=%d", f.WhileRevalidate/time.Second)
	}
	if f.IfError >= time.Second {
		text += fmt.Sprintf(", stale-if-error=%d", f.IfError/time.Second)
	}
	return text
}

// Serve answers a GET or HEAD request that is not a call of an operation, from the cache if it can. The key identifies the response
// among all that are served so; timetable says that it depends on the timetable only. If the response is not in the cache, compute
// returns its body. An error of compute is returned, and nothing has been sent then. A nil Cache computes each response.
//
// The response has the header fields that w has, and those that [Cache.Intercept] sets. It is compressed for clients that accept
// gzip, once, also if the options have no level.
func (c *Cache) Serve(w http.ResponseWriter, r *http.Request, key string, timetable bool, compute func() ([]byte, error)) error {
	if c == nil {
		body, err := compute()
		if err == nil {
			send(w, r, body)
		}
		return err
	}
	e, err := c.response(r.Context(), append([]byte{0}, key...), timetable, compute)
	if err != nil {
		return err
	}
	sent := c.encoded(e, w.Header(), r.Header, true)
	c.describe(e, w.Header(), sent.tag(), timetable)
	send(w, r, sent.body)
	return nil
}

func send(w http.ResponseWriter, r *http.Request, body []byte) {
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	if w.WriteHeader(http.StatusOK); r.Method != http.MethodHead {
		w.Write(body)
	}
}

// Text responds with one line of plain text, not to be cached.
func Text(w http.ResponseWriter, code int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(code)
	io.WriteString(w, text+"\n")
}
