package compress

import (
	"bytes"
	"cmp"
	"io"
	"net/http"
)

// Transport returns a transport that compresses the requests of next that have no
// Content-Encoding. Use it with servers that are known to accept gzip, as handlers of
// services do. A nil next is http.DefaultTransport. A request whose length is not known is
// sent as it is.
func (g *Gzip) Transport(next http.RoundTripper) http.RoundTripper {
	return &transport{g, cmp.Or(next, http.DefaultTransport)}
}

type transport struct {
	*Gzip
	next http.RoundTripper
}

// RoundTrip implements http.RoundTripper.
func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body == nil || r.ContentLength <= 0 || r.ContentLength < int64(t.minBytes) || r.Header.Get("Content-Encoding") != "" {
		return t.next.RoundTrip(r)
	}
	body, err := t.compressed(r.Body)
	if err != nil {
		return nil, err
	}
	sent := *r
	sent.Header = r.Header.Clone()
	sent.Header.Set("Content-Encoding", "gzip")
	sent.ContentLength = int64(len(body))
	sent.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	sent.Body, _ = sent.GetBody()
	return t.next.RoundTrip(&sent)
}

// compressed reads a body to its end, and returns it compressed.
func (t *transport) compressed(body io.ReadCloser) ([]byte, error) {
	defer func() { _ = body.Close() }()
	var out bytes.Buffer
	z := t.writer(&out)
	defer t.release(z)
	_, err := io.Copy(z, body)
	err = cmp.Or(err, z.Close())
	return out.Bytes(), err
}
