package response

import (
	"bytes"
	"container/list"
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"example.com/quartet/gen/realtime"
)

// A Moment is what answers are made from at an instant. Moments with equal identities of the timetable and the state
// and equal seconds make equal answers.
type Moment struct {
	// Timetable and State tell timetables, and timetables with what is known of their trains, apart: they are
	// comparable and never used for another again, such as weak pointers. The cache holds on to them for as long as it
	// keeps an answer.
	Timetable, State any

	// Second is the service's clock, to the second.
	Second time.Time

	TimetableMade time.Time // when the timetable was made; zero if that is not known
}

// Freshness says how long caches may use an answer without asking. Fractions of a second do not count.
type Freshness struct {
	MaxAge          time.Duration // at most so old
	WhileRevalidate time.Duration // and so much older while it is fetched anew (RFC 5861 section 3); 0: not
	IfError         time.Duration // and so much older while the service fails (RFC 5861 section 4); 0: not
}

// Options are what a cache is made of.
type Options struct {
	// Moment returns the present moment. It is called with every call, from many goroutines. It must not be nil.
	Moment func() Moment

	// Stations is how fresh the lists of stations are, which follow from the timetable; Trains how fresh all
	// others, which also follow from the clock.
	Stations, Trains Freshness

	MaxBytes   int64 // of answers and keys; 0 is DefaultMaxBytes
	MaxEntries int   // 0 is DefaultMaxEntries

	// Gzip is the level with which answers of GzipLeast bytes and more are compressed for the clients that take
	// it; 0: none are. The handler must not compress itself then. The compressed bytes are kept as well.
	Gzip      int
	GzipLeast int

	// Observe, if not nil, is called with each call once it is known how the cache answered.
	Observe func(context.Context, *realtime.Call, Outcome)
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

// fromTimetable are the operations whose answers follow from the timetable alone.
var fromTimetable = map[string]bool{
	"getAllStationsXML":                 true,
	"getAllStationsXML_WithStationType": true,
	"getStationsFilterXML":              true,
}

// Intercept is the [realtime.Interceptor] of the cache. It has to be the innermost one that changes answers.
func (c *Cache) Intercept(ctx context.Context, call *realtime.Call, next func(context.Context) error) error {
	outcome := Bypass
	defer func() { c.observe(ctx, call, c.count(outcome)) }()
	if len(call.Request) > longestQuestion {
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
	a, how, err := c.get(ctx, key, versionFor(call.Operation, moment), func() (*answer, bool, error) {
		a, err := c.compute(ctx, call, next, moment)
		if err != nil {
			return nil, false, err
		}
		return a, a.lasting, nil
	})
	if outcome = how; err != nil {
		return err
	}
	c.reply(call, key, a)
	return nil
}

func (c *Cache) observe(ctx context.Context, call *realtime.Call, outcome Outcome) {
	if c.options.Observe != nil {
		c.options.Observe(ctx, call, outcome)
	}
}

// compute has the call answered by the service.
func (c *Cache) compute(ctx context.Context, call *realtime.Call, next func(context.Context) error, at Moment) (*answer, error) {
	if err := next(ctx); err != nil {
		return nil, err
	}
	if call.Reply == nil {
		return nil, errors.New("the reply was sent before it could be kept: the handler must not stream")
	}
	a := &answer{body: bytes.Clone(call.Reply)}
	if a.lasting = versionFor(call.Operation, c.options.Moment()) == versionFor(call.Operation, at); a.lasting {
		a.modified = modified(call.Operation, at)
		a.date = []string{a.modified.UTC().Format(http.TimeFormat)}
	}
	return a, nil
}

func versionFor(operation string, m Moment) version {
	if fromTimetable[operation] {
		return version{basis: m.Timetable}
	}
	return version{basis: m.State, second: m.Second.Unix()}
}

// modified returns when an answer was different last; zero if that cannot be told. What follows from the clock is
// different each second if that is the world's. A clock that stands still or runs at another pace shows the same time
// while realtime data change.
func modified(operation string, m Moment) time.Time {
	if fromTimetable[operation] {
		return m.TimetableMade
	}
	if off := time.Since(m.Second); off < 0 || off > worldly {
		return time.Time{}
	}
	return m.Second
}

// worldly is how far behind the world's clock the service's may be, at the end of a second and of a long computation.
const worldly = 5 * time.Second

// appendKey appends what tells the question from others: the operation, how it is carried and its bytes.
func appendKey(key []byte, call *realtime.Call) []byte {
	key = append(key, call.Operation...)
	key = append(key, 0, carriage(call.Binding))
	if call.Binding != realtime.HTTPGet {
		if label := mediaType(call.RequestHeader); !plain[label] {
			key = append(key, label...)
		}
	}
	key = append(key, 0)
	return append(key, call.Request...)
}

// carriage returns a letter for the bindings that have the same answers for the same bytes.
func carriage(b realtime.Binding) byte {
	switch b {
	case realtime.SOAP11:
		return '1'
	case realtime.SOAP12:
		return '2'
	}
	return 'h'
}

// plain are the media types that say no more than the bytes do. Any other may say in which charset to read them.
var plain = map[string]bool{
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

// reply answers the call. Key is nil if the answer is not kept.
func (c *Cache) reply(call *realtime.Call, key []byte, a *answer) {
	header := call.ResponseHeader
	body, tag := a.body, a.etag
	if c.options.Gzip != 0 {
		header.Add("Vary", "Accept-Encoding")
		if len(body) >= c.options.GzipLeast && acceptsGzip(call.RequestHeader["Accept-Encoding"]) {
			zip, made := a.zipped(c.options.Gzip)
			if made > 0 && key != nil {
				c.grow(key, a, made)
			}
			body, tag = zip, a.zipETag
			header.Set("Content-Encoding", "gzip")
		}
	}
	call.Reply = body
	if call.Binding != realtime.HTTPGet {
		return
	}
	header["Etag"] = tag()
	header["Cache-Control"] = c.trains
	if fromTimetable[call.Operation] {
		header["Cache-Control"] = c.stations
	}
	// No date in the future (RFC 9110 section 8.8.2.1).
	if !a.modified.IsZero() && !a.modified.After(time.Now()) {
		header["Last-Modified"] = a.date
	}
}

// String returns the value of Cache-Control.
func (f Freshness) String() string {
	var b strings.Builder
	b.WriteString("public, max-age=")
	writeSeconds(&b, f.MaxAge)
	if f.WhileRevalidate >= time.Second {
		b.WriteString(", stale-while-revalidate=")
		writeSeconds(&b, f.WhileRevalidate)
	}
	if f.IfError >= time.Second {
		b.WriteString(", stale-if-error=")
		writeSeconds(&b, f.IfError)
	}
	return b.String()
}

func writeSeconds(b *strings.Builder, d time.Duration) {
	b.WriteString(strconv.FormatInt(int64(max(d, 0)/time.Second), 10))
}
