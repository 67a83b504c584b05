package soap

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/lex"
)

// WireLog is what WithWireLog logs. The zero value logs sizes, times and headers, and no
// bodies.
type WireLog struct {
	Logger  *slog.Logger // nil: slog.Default()
	Level   slog.Level
	MaxBody int // bytes of a body that are logged; 0: none

	// Redact removes what must not be logged. It is called after RedactCredentials,
	// which is always called, and by concurrent calls. It may be nil.
	Redact func(*WireMessage)
}

// WireMessage is a request or a response that is about to be logged. Its fields are
// copies, which Redact may change.
type WireMessage struct {
	Operation string // empty on a handler, if the request is for none
	Binding   contract.Binding
	Response  bool
	Header    http.Header
	Body      []byte // decompressed, and cut at MaxBody; of a request in the query, the query
}

// WithWireLog logs the request and the response of each call, as two records with the
// message "request" and "response". A client logs the request before it is sent, a
// handler both when the response has been sent. A list that is read item by item is
// logged when it has been read, and only the first bytes of it are held in memory.
//
// Text of a message is escaped so that it is one line, whatever the logger does with it.
// Passwords and other credentials are removed; see RedactCredentials. If the logger does
// not log the level, nothing is done.
func WithWireLog(log WireLog) Option {
	return bothOption(func(c *config) {
		c.wireLog = &wireLog{WireLog: log}
		if log.Logger == nil {
			c.wireLog.Logger = slog.Default()
		}
	})
}

// wireLog numbers the calls that it logs.
type wireLog struct {
	WireLog
	calls atomic.Int64
}

// wireCall is a call that is logged.
type wireCall struct {
	*wireLog
	number    int64
	started   time.Time
	ctx       context.Context
	service   string
	operation string
	binding   contract.Binding
	done      bool
}

// begin returns a call to log, nil if it is not logged.
func (l *wireLog) begin(ctx context.Context, service string) *wireCall {
	if l == nil || !l.Logger.Enabled(ctx, l.Level) {
		return nil
	}
	return &wireCall{wireLog: l, number: l.calls.Add(1), started: time.Now(), ctx: ctx, service: service}
}

// log logs a message of size bytes, of which first are the first ones in a content coding. Texts of attrs may have credentials, as the
// address in an error has.
func (c *wireCall) log(what string, header http.Header, coding string, first []byte, size int64, attrs ...slog.Attr) {
	m := &WireMessage{Operation: c.operation, Binding: c.binding, Response: what == "response", Header: cloneHeader(header)}
	if c.MaxBody > 0 {
		m.Body = plainBytes(coding, first, c.MaxBody)
	}
	cut := int64(len(m.Body)) < size
	RedactCredentials(m)
	if c.Redact != nil {
		c.Redact(m)
	}
	all := []slog.Attr{slog.Int64("call", c.number), slog.String("service", c.service)}
	if c.operation != "" {
		all = append(all, slog.String("operation", c.operation), slog.String("binding", c.binding.String()))
	}
	for _, a := range attrs {
		if a.Value.Kind() == slog.KindString {
			a.Value = slog.StringValue(oneLine(Redactor{}.Text(a.Value.String())))
		}
		all = append(all, a)
	}
	all = append(all, slog.Int64("bytes", size))
	var fields []any
	for _, name := range slices.Sorted(maps.Keys(m.Header)) {
		fields = append(fields, slog.String(oneLine(name), oneLine(strings.Join(m.Header[name], ", "))))
	}
	all = append(all, slog.Group("header", fields...))
	if len(m.Body) > 0 {
		all = append(all, slog.String("body", oneLine(string(m.Body))), slog.Bool("cut", cut))
	}
	c.Logger.LogAttrs(c.ctx, c.Level, what, all...)
}

// finished logs a response, once.
func (c *wireCall) finished(status int, header http.Header, coding string, first []byte, size int64, err error) {
	if c.done {
		return
	}
	c.done = true
	attrs := []slog.Attr{slog.Int("status", status), slog.Duration("took", time.Since(c.started))}
	if err != nil {
		attrs = append(attrs, slog.String("error", err.Error()))
	}
	c.log("response", header, coding, first, size, attrs...)
}

// oneLine escapes what is not printable.
func oneLine(text string) string { return lex.Printable(text, 10*len(text)) }

// plainBytes returns the first bytes of a body without its compression, as far as they
// can be had, in a copy.
func plainBytes(coding string, first []byte, maxBytes int) []byte {
	if coding == "gzip" {
		zip, err := gzip.NewReader(bytes.NewReader(first))
		if err != nil {
			return nil
		}
		plain, _ := io.ReadAll(io.LimitReader(zip, int64(maxBytes))) // what is left of it is cut off
		return plain
	}
	if coding != "" {
		return nil
	}
	return bytes.Clone(first[:min(len(first), maxBytes)])
}

// logRequest logs the request of a client, if that is wanted.
func (c *Caller) logRequest(x *clientCall, r *http.Request) {
	x.logged = c.wireLog.begin(x.ctx, c.Service)
	if x.logged == nil {
		return
	}
	x.logged.operation, x.logged.binding = x.op.Name, c.binding
	to := url.URL{Scheme: r.URL.Scheme, Host: r.URL.Host, Path: r.URL.Path}
	x.logged.log("request", r.Header, "", x.Request, int64(len(x.Request)), slog.String("method", r.Method), slog.String("url", to.String()))
}

// logResponse logs the response of a client, if that is wanted.
func (x *clientCall) logResponse(err error) {
	if x.logged == nil {
		return
	}
	first, size := x.arrived(), int64(0)
	switch {
	case x.plain != nil:
		size = x.plain.size
	case x.body != nil:
		first, size = x.body.Bytes(), int64(x.body.Len())
	}
	x.logged.finished(x.status, x.ResponseHeader, "", first, size, err)
}

// logLimit returns how much of a body is logged.
func (x *clientCall) logLimit() int {
	if x.logged == nil {
		return 0
	}
	return x.logged.MaxBody
}
