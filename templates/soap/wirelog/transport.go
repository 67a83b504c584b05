package wirelog

import (
	"bytes"
	"cmp"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"sync"

	"example.com/quartet/templates/soap/internal/callinfo"
)

// Transport returns a transport that logs the requests and responses of next: a request
// before it is sent, a response when it has been read or closed. A nil next is
// http.DefaultTransport. Each request of a call that is redirected is logged.
func (l Log) Transport(next http.RoundTripper) http.RoundTripper {
	return &transport{newJournal(l), cmp.Or(next, http.DefaultTransport)}
}

type transport struct {
	*journal
	next http.RoundTripper
}

// RoundTrip implements http.RoundTripper.
func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	e := t.begin(r.Context())
	if e == nil {
		return t.next.RoundTrip(r)
	}
	e.call = callinfo.Sent(r.Context())
	to := url.URL{Scheme: r.URL.Scheme, Host: r.URL.Host, Path: r.URL.Path}
	sent, request := ahead(r, t.MaxBody)
	e.log("request", sent, slog.String("method", r.Method), slog.String("url", to.String()))
	response, err := t.next.RoundTrip(request)
	if err != nil {
		e.response(0, content{}, err)
		return response, err
	}
	if response.Body != nil && response.StatusCode != http.StatusSwitchingProtocols {
		response.Body = &loggedBody{ReadCloser: response.Body, beginning: beginning{limit: t.MaxBody}, entry: e, of: response}
	}
	return response, nil
}

// ahead returns the content of a request, and the request with what has not been read of its body.
func ahead(r *http.Request, maxBody int) (content, *http.Request) {
	if isQuery(r) {
		return ofQuery(r), r
	}
	first, err := io.ReadAll(io.LimitReader(r.Body, int64(maxBody)))
	rest := io.Reader(r.Body)
	if err != nil {
		rest = failedReader{err}
	}
	sent := content{header: r.Header, first: first, size: r.ContentLength}
	if r.ContentLength == 0 { // it is not known
		sent.size = -1
	}
	copied := *r
	copied.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(first), rest), r.Body}
	return sent, &copied
}

// failedReader is the rest of a body that cannot be read.
type failedReader struct{ err error }

func (r failedReader) Read([]byte) (int, error) { return 0, r.err }

// loggedBody logs a response at its end. It may be closed while it is read.
type loggedBody struct {
	io.ReadCloser
	beginning
	entry *entry
	of    *http.Response
	once  sync.Once
}

// Read implements io.Reader.
func (b *loggedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.add(p[:n], err)
	if err == io.EOF {
		b.end(nil)
	} else if err != nil {
		b.end(err)
	}
	return n, err
}

// Close implements io.Closer.
func (b *loggedBody) Close() error {
	b.end(nil)
	return b.ReadCloser.Close()
}

// end logs the response, unless it has been logged.
func (b *loggedBody) end(err error) {
	b.once.Do(func() { b.entry.response(b.of.StatusCode, b.content(b.of.Header, b.of.ContentLength), err) })
}
