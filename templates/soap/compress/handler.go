package compress

import (
	"compress/gzip"
	"net/http"
	"strconv"
	"strings"

	"example.com/quartet/templates/soap/internal/media"
)

// Handler returns a handler that compresses responses of next with status 200 for clients
// that accept it. A response without a Content-Length, such as a list that is streamed, is
// compressed whatever its size is. Responses that have a Content-Encoding stay as they are.
func (g *Gzip) Handler(next http.Handler) http.Handler { return &handler{g, next} }

type handler struct {
	*Gzip
	next http.Handler
}

// Unwrap returns the handler whose responses are compressed.
func (h *handler) Unwrap() http.Handler { return h.next }

// ServeHTTP implements http.Handler.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	out := &writer{ResponseWriter: w, g: h.Gzip, r: r}
	defer func() {
		if out.zip != nil {
			h.release(out.zip)
			out.zip = nil // which is another response's now
		}
	}()
	h.next.ServeHTTP(out, r)
	if out.zip != nil { // not after a panic: a response that is broken off must not look complete
		_ = out.zip.Close() // that the client has gone is not an error here
	}
}

// writer compresses a response, if that is wanted.
type writer struct {
	http.ResponseWriter
	g       *Gzip
	r       *http.Request
	started bool
	zip     *gzip.Writer // nil: the response is sent as it is
}

// Unwrap is for http.ResponseController.
func (w *writer) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// WriteHeader decides whether the response is compressed.
func (w *writer) WriteHeader(status int) {
	if !w.started && status >= 200 {
		w.started = true
		if header := w.Header(); status == http.StatusOK && header.Get("Content-Encoding") == "" {
			w.start(header)
		}
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *writer) start(header http.Header) {
	addVary(header, "Accept-Encoding")
	size, err := strconv.Atoi(header.Get("Content-Length"))
	if err == nil && size < w.g.minBytes || !Accepted(w.r.Header.Values("Accept-Encoding")) {
		return
	}
	header.Set("Content-Encoding", "gzip")
	header.Del("Content-Length")
	if w.r.Method != http.MethodHead {
		w.zip = w.g.writer(w.ResponseWriter)
	}
}

// Write compresses b.
func (w *writer) Write(b []byte) (int, error) {
	if !w.started {
		w.WriteHeader(http.StatusOK)
	}
	if w.zip != nil {
		return w.zip.Write(b)
	}
	return w.ResponseWriter.Write(b)
}

// FlushError sends what has been written, for http.ResponseController.
func (w *writer) FlushError() error {
	if !w.started {
		w.WriteHeader(http.StatusOK)
	}
	if w.zip != nil {
		if err := w.zip.Flush(); err != nil {
			return err
		}
	}
	return http.NewResponseController(w.ResponseWriter).Flush()
}

// Flush implements http.Flusher.
func (w *writer) Flush() { _ = w.FlushError() }

func addVary(header http.Header, name string) {
	for _, value := range header.Values("Vary") {
		for _, field := range strings.Split(value, ",") {
			if field = media.Trim(field); field == "*" || strings.EqualFold(field, name) {
				return
			}
		}
	}
	header.Add("Vary", name)
}

// Accepted reports whether a client that sends these values of Accept-Encoding
// takes gzip, and not rather what is not encoded (RFC 9110 section 12.5.3).
func Accepted(values []string) bool {
	const unsaid = -1
	zip, plain, other := float64(unsaid), float64(unsaid), float64(unsaid)
	for _, value := range values {
		for _, item := range strings.Split(value, ",") {
			coding, attributes, _ := strings.Cut(item, ";")
			switch strings.ToLower(media.Trim(coding)) {
			case "gzip", "x-gzip":
				zip = max(zip, quality(attributes))
			case "identity":
				plain = quality(attributes)
			case "*":
				other = quality(attributes)
			}
		}
	}
	if zip == unsaid {
		zip = other
	}
	return zip > 0 && zip >= plain
}

// quality reads a weight (RFC 9110 section 12.4.2): 1 if there is none, 0 if it
// is malformed.
func quality(attributes string) float64 {
	name, value, found := strings.Cut(attributes, "=")
	if !found {
		return 1
	}
	q, err := strconv.ParseFloat(media.Trim(value), 64)
	if !strings.EqualFold(media.Trim(name), "q") || err != nil || !(q >= 0 && q <= 1) {
		return 0
	}
	return q
}
