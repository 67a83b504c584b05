package response

import (
	"bytes"
	"container/list"
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/compress"
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

	MaxBytes   int64 // maximum size of responses and keys; 0 means DefaultMaxBytes
	MaxEntries int   // maximum number of responses; 0 means DefaultMaxEntries

	// Gzip is the compression level for responses of at least GzipMinSize bytes, used if the client accepts gzip; 0
	// disables compression. If it is set, the handler must not compress. Compressed responses are cached, too.
	Gzip        int
	GzipMinSize int

	// Observe, if not nil, is called for each call with its outcome; the call is nil for requests of [Cache.Serve].
	Observe func(context.Context, *soap.Call, Outcome)
}

// New returns an empty cache.
func New(options Options) *Cache {
	if options.MaxBytes <= 0 {
		options.MaxBytes = DefaultMaxBytes
	}
	if options.MaxEntries <= 0 {
		options.MaxEntries = DefaultMaxEntries
	}
	return &Cache{
		options:  options,
		stations: []string{options.Stations.String()},
		trains:   []string{options.Trains.String()},
		entries:  map[string]*list.Element{},
		flights:  map[string]*flight{},
	}
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
	outcome := Bypass
	defer func() { c.observe(ctx, call, c.count(outcome)) }()
	if len(call.Request) > maxRequestSize {
		moment := c.options.Moment()
		a, err := c.compute(ctx, call, next, moment)
		if err != nil {
			return err
		}
		c.reply(call, nil, a)
		return nil
	}
	key := appendKey(make([]byte, 0, 256), call)
	moment := c.options.Moment()
	a, how, err := c.get(ctx, key, versionOf(timetableOperations[call.Operation], moment), func() (*cachedResponse, bool, error) {
		a, err := c.compute(ctx, call, next, moment)
		if err != nil {
			return nil, false, err
		}
		return a, a.cacheable, nil
	})
	if outcome = how; err != nil {
		return err
	}
	c.reply(call, key, a)
	return nil
}

func (c *Cache) observe(ctx context.Context, call *soap.Call, outcome Outcome) {
	if c.options.Observe != nil {
		c.options.Observe(ctx, call, outcome)
	}
}

// compute calls the service and returns the encoded response.
func (c *Cache) compute(ctx context.Context, call *soap.Call, next func(context.Context) error, moment Moment) (*cachedResponse, error) {
	if err := next(ctx); err != nil {
		return nil, err
	}
	if call.Reply == nil {
		return nil, errors.New("the response was sent before it could be cached; the handler must not stream")
	}
	a := &cachedResponse{body: bytes.Clone(call.Reply)}
	c.date(a, timetableOperations[call.Operation], moment)
	return a, nil
}

// versionOf returns the version of a response that depends on the timetable only, or on the clock and realtime data, too.
func versionOf(timetable bool, m Moment) version {
	if timetable {
		return version{identity: m.Timetable}
	}
	return version{identity: m.State, second: m.Second.Unix()}
}

// date sets whether a response that was computed at a moment can be stored, and when it last changed, unless that is unknown. A
// response that depends on the clock changes every second if the clock shows the actual time. If the clock stands still or runs at
// another speed, realtime data can change while it shows the same second.
func (c *Cache) date(a *cachedResponse, timetable bool, m Moment) {
	if a.cacheable = versionOf(timetable, c.options.Moment()) == versionOf(timetable, m); !a.cacheable {
		return
	}
	if timetable {
		a.modified = m.TimetableModified
	} else if off := time.Since(m.Second); off >= 0 && off <= maxClockLag {
		a.modified = m.Second
	}
	a.lastModified = []string{a.modified.UTC().Format(http.TimeFormat)}
}

const maxClockLag = 5 * time.Second

// appendKey appends the key of a request: its operation, binding, media type and bytes.
func appendKey(key []byte, call *soap.Call) []byte {
	key = append(key, call.Operation...)
	key = append(key, 0, bindingKey(call.Binding))
	if call.Binding != soap.HTTPGet {
		if label := mediaType(call.RequestHeader); !defaultMediaTypes[label] {
			key = append(key, label...)
		}
	}
	key = append(key, 0)
	return append(key, call.Request...)
}

// bindingKey returns a letter that is equal for bindings that give the same response for the same bytes.
func bindingKey(b soap.Binding) byte {
	switch b {
	case soap.SOAP11:
		return '1'
	case soap.SOAP12:
		return '2'
	}
	return 'h'
}

// defaultMediaTypes are the media types that do not affect how the bytes are read. Other media types may name a charset.
var defaultMediaTypes = map[string]bool{
	"":                                  true,
	"application/x-www-form-urlencoded": true,
	"application/x-www-form-urlencoded; charset=utf-8": true,
	"text/xml; charset=utf-8":                          true,
	"application/soap+xml; charset=utf-8":              true,
}

func mediaType(header http.Header) string {
	if values := header["Content-Type"]; len(values) > 0 {
		return values[0]
	}
	return ""
}

// reply sets the call's reply and response header. The key is nil if the response is not cached.
func (c *Cache) reply(call *soap.Call, key []byte, a *cachedResponse) {
	body, tag := c.encode(call.ResponseHeader, call.RequestHeader, key, a, c.options.Gzip)
	if call.Reply = body; call.Binding == soap.HTTPGet {
		c.describe(call.ResponseHeader, a, tag(), timetableOperations[call.Operation])
	}
}

// encode returns the body of a response, compressed at the level if it is not 0 and the client accepts that, and sets the
// header fields that say so. tag returns the entity tag of the body.
func (c *Cache) encode(header, request http.Header, key []byte, a *cachedResponse, level int) (body []byte, tag func() []string) {
	if level != 0 {
		header.Add("Vary", "Accept-Encoding")
		if len(a.body) >= c.options.GzipMinSize && compress.Accepted(request["Accept-Encoding"]) {
			body, added := a.gzipped(level)
			if added > 0 && key != nil {
				c.grow(key, a, added)
			}
			header.Set("Content-Encoding", "gzip")
			return body, a.gzipETag
		}
	}
	return a.body, a.etag
}

// describe sets the header fields for caches.
func (c *Cache) describe(header http.Header, a *cachedResponse, tag []string, timetable bool) {
	header["Etag"] = tag
	header["Cache-Control"] = c.trains
	if timetable {
		header["Cache-Control"] = c.stations
	}
	// Last-Modified must not be in the future (RFC 9110 section 8.8.2.1).
	if !a.modified.IsZero() && !a.modified.After(time.Now()) {
		header["Last-Modified"] = a.lastModified
	}
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
