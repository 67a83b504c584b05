// Package wirelog logs the messages of handlers and clients to log/slog. [Log.Handler] wraps the handler of a service,
// [Log.Transport] the transport of a client:
//
//	log := wirelog.Log{Level: slog.LevelDebug, MaxBody: 4 << 10}
//	handler := log.Handler(stops.NewHandler(service))
//	client, err := stops.NewClient("", soap.SOAP11, soap.WithHTTPClient(&http.Client{Transport: log.Transport(nil)}))
//
// There are two records for each request, with the messages "request" and "response" and the same number. Text of a message
// is escaped so that it is one line, whatever the logger does with it. Passwords and other credentials are removed.
package wirelog

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/callinfo"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/internal/media"
	"example.com/quartet/templates/soap/redact"
)

// Log describes what is logged. The zero value logs sizes, times and headers, and no bodies.
// If the logger does not log the level, nothing is done.
type Log struct {
	Logger  *slog.Logger // nil: slog.Default()
	Level   slog.Level
	MaxBody int // bytes of a body that are logged; 0: none

	// Redactor removes credentials. The zero value knows their usual names.
	Redactor redact.Redactor

	// Redact removes what else must not be logged. It is called after Redactor has been
	// applied, and by concurrent calls. It may be nil.
	Redact func(*Message)
}

// Message is a request or a response that is about to be logged. Its fields are copies,
// which Redact may change.
type Message struct {
	Operation string // empty if the request is for none
	Binding   contract.Binding
	Response  bool
	Header    http.Header
	Body      []byte // decompressed, and cut at MaxBody; of a request without a body, the query
}

// journal numbers the requests that it logs.
type journal struct {
	Log
	calls atomic.Int64
}

func newJournal(l Log) *journal {
	l.Logger = cmp.Or(l.Logger, slog.Default())
	return &journal{Log: l}
}

// entry is a request that is logged, with its response.
type entry struct {
	*journal
	number  int64
	started time.Time
	ctx     context.Context
	call    callinfo.Call
}

// begin returns an entry for a request, nil if it is not logged.
func (j *journal) begin(ctx context.Context) *entry {
	if !j.Logger.Enabled(ctx, j.Level) {
		return nil
	}
	return &entry{journal: j, number: j.calls.Add(1), started: time.Now(), ctx: ctx}
}

// content is the content of a request or a response as it was sent.
type content struct {
	header http.Header
	first  []byte // bytes of the body, up to MaxBody
	size   int64  // size of the body
	query  bool   // first is the query of a request
	open   bool   // the body has not been read or written to its end
}

// beginning keeps the beginning of a body that is read or written. A handler inside an http.TimeoutHandler may still read when the
// request is logged.
type beginning struct {
	limit int // bytes of first

	mu    sync.Mutex
	first []byte
	size  int64
	ended bool
}

// add adds what has been read or written, and the error of reading.
func (b *beginning) add(part []byte, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.first = append(b.first, part[:max(0, min(len(part), b.limit-len(b.first)))]...)
	b.size, b.ended = b.size+int64(len(part)), b.ended || err == io.EOF
}

// content returns what has been read or written, with the header. size is the size of the whole body, -1 if it is not known.
func (b *beginning) content(header http.Header, size int64) content {
	b.mu.Lock()
	defer b.mu.Unlock()
	return content{header: header, first: b.first, size: b.size, open: !b.ended && b.size != size}
}

// ofQuery returns the content of a request that has no body.
func ofQuery(r *http.Request) content {
	return content{header: r.Header, first: []byte(r.URL.RawQuery), size: int64(len(r.URL.RawQuery)), query: true}
}

// isQuery reports whether what a request says is in its query.
func isQuery(r *http.Request) bool {
	return r.Body == nil || r.Body == http.NoBody || r.Method == http.MethodGet || r.Method == http.MethodHead
}

// plain returns the first bytes of the body without its compression, as far as they can be had, in a copy. cut says that it may
// have more.
func (c content) plain(maxBytes int) (plain []byte, cut bool) {
	coding := media.ContentCoding(c.header)
	cut = c.open || int64(len(c.first)) < c.size || c.size < 0 && len(c.first) == maxBytes || len(c.first) > maxBytes
	switch {
	case maxBytes <= 0:
		return nil, cut
	case coding == "" || c.query:
		return bytes.Clone(c.first[:min(len(c.first), maxBytes)]), cut
	case coding != "gzip":
		return nil, cut
	}
	zip, err := gzip.NewReader(bytes.NewReader(c.first))
	if err != nil {
		return nil, cut
	}
	plain, err = io.ReadAll(io.LimitReader(zip, int64(maxBytes)))
	return plain, cut || err != nil || len(plain) == maxBytes
}

// shown returns what is logged of the body. It removes credentials from it, and from a header.
func (c content) shown(r redact.Redactor, header http.Header, maxBytes int) (shown []byte, cut bool) {
	plain, cut := c.plain(maxBytes)
	switch {
	case c.query:
		r.Message(header, nil)
		return []byte(r.Query(string(plain))), cut
	case cut:
		return r.Beginning(header, plain), cut
	default:
		return r.Message(header, plain), cut
	}
}

// response logs a response. err says why it is not complete.
func (e *entry) response(status int, c content, err error) {
	attrs := []slog.Attr{slog.Int("status", status), slog.Duration("took", time.Since(e.started))}
	if err != nil {
		attrs = append(attrs, slog.String("error", err.Error()))
	}
	e.log("response", c, attrs...)
}

// log logs a message, which is a request or a response. Texts of attrs may have credentials, as the address in an error has.
func (e *entry) log(message string, c content, attrs ...slog.Attr) {
	m := &Message{Operation: e.call.Operation, Binding: e.call.Binding, Response: message == "response", Header: c.header.Clone()}
	if m.Header == nil {
		m.Header = http.Header{}
	}
	var cut bool
	m.Body, cut = c.shown(e.Redactor, m.Header, e.MaxBody)
	if e.Redact != nil {
		e.Redact(m)
	}
	all := []slog.Attr{slog.Int64("call", e.number)}
	if e.call.Service != "" {
		all = append(all, slog.String("service", e.call.Service))
	}
	if e.call.Operation != "" {
		all = append(all, slog.String("operation", e.call.Operation), slog.String("binding", e.call.Binding.String()))
	}
	for _, a := range attrs {
		if a.Value.Kind() == slog.KindString {
			a.Value = slog.StringValue(oneLine(e.Redactor.Text(a.Value.String())))
		}
		all = append(all, a)
	}
	if c.size >= 0 {
		all = append(all, slog.Int64("bytes", c.size))
	}
	var fields []any
	for _, name := range slices.Sorted(maps.Keys(m.Header)) {
		fields = append(fields, slog.String(oneLine(name), oneLine(strings.Join(m.Header[name], ", "))))
	}
	all = append(all, slog.Group("header", fields...))
	if len(m.Body) > 0 {
		all = append(all, slog.String("body", oneLine(string(m.Body))), slog.Bool("cut", cut))
	}
	e.Logger.LogAttrs(e.ctx, e.Level, message, all...)
}

// oneLine escapes what is not printable.
func oneLine(text string) string { return lex.Printable(text, 10*len(text)) }
