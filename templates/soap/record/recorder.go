package record

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"example.com/quartet/templates/soap/internal/media"
	"example.com/quartet/templates/soap/redact"
)

// Extension is how the names of files with recordings end.
const Extension = ".http"

// Recorder writes exchanges to a folder, one file each, whose name begins with the method and the operation. Equal
// requests have equal names, but for a number at the end that begins with 2: so a second run writes the same files, in
// any order of its requests. It is safe for concurrent use.
//
// Not recorded are credentials, which redact.Redactor replaces, headers about the connection, and compression: bodies are as
// they were before it. A body that is compressed in another way than gzip is left out, and one in which the Redactor cannot
// read names is replaced by a text that says so, unless its KeepUnread is set.
type Recorder struct {
	// Next sends the requests of RoundTrip; nil: http.DefaultTransport.
	Next http.RoundTripper

	// Redactor knows what is a credential besides what is always removed. A Player of the recordings needs its names.
	Redactor redact.Redactor

	// Logger receives each error of writing a file; nil: Err has the first one.
	Logger *slog.Logger

	// Redact changes an exchange before it is written, besides what is always redacted. nil: it does not.
	// Set all fields before the recorder is used.
	Redact func(*Exchange)

	dir   string
	mu    sync.Mutex
	count map[string]int
	err   error
}

// NewRecorder returns a recorder for a folder, which it creates if necessary. Recordings that are there are replaced one
// by one, and not removed.
func NewRecorder(dir string) (*Recorder, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("recording: %w", err)
	}
	return &Recorder{dir: dir, count: map[string]int{}}, nil
}

// Err returns the first error of writing a file. An exchange goes on in spite of it.
func (r *Recorder) Err() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.err
}

// RoundTrip sends a request and records the exchange, once the whole response has been read. A failure of the transport
// is not recorded.
func (r *Recorder) RoundTrip(request *http.Request) (*http.Response, error) {
	outgoing := request.Clone(request.Context())
	sent, err := drain(&outgoing.Body)
	if err != nil {
		return nil, err
	}
	response, err := cmp.Or(r.Next, http.DefaultTransport).RoundTrip(outgoing)
	if err != nil {
		return nil, err
	}
	received, err := drain(&response.Body)
	if err != nil {
		return nil, err
	}
	r.write(newExchange(r.Redactor, request, sent, response.StatusCode, response.Header, received, response.Trailer))
	return response, nil
}

// drain reads a body, and replaces it by one that can be read again.
func drain(body *io.ReadCloser) ([]byte, error) {
	if *body == nil || *body == http.NoBody {
		return nil, nil
	}
	content, err := io.ReadAll(*body)
	err = cmp.Or(err, (*body).Close())
	*body = io.NopCloser(bytes.NewReader(content))
	return content, err
}

// Handler returns a handler that records what next answers. A response that next aborts is not recorded. Responses are
// recorded as a whole, and sent as they are written.
func (r *Recorder) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		var sent bytes.Buffer
		incoming := request.Clone(request.Context())
		incoming.Body = struct {
			io.Reader
			io.Closer
		}{io.TeeReader(request.Body, &sent), request.Body}
		copied := copyWriter{w, httptest.NewRecorder()}
		next.ServeHTTP(copied, incoming)
		maps.Copy(copied.copy.Header(), w.Header()) // with trailers
		response := copied.copy.Result()
		r.write(newExchange(r.Redactor, request, sent.Bytes(), response.StatusCode, response.Header, copied.copy.Body.Bytes(), response.Trailer))
	})
}

// copyWriter keeps a copy of a response.
type copyWriter struct {
	http.ResponseWriter
	copy *httptest.ResponseRecorder
}

// WriteHeader keeps the first status of a response that is not informational, and the header.
func (w copyWriter) WriteHeader(status int) {
	w.keep(status)
	w.ResponseWriter.WriteHeader(status)
}

// Write keeps a copy of what is written.
func (w copyWriter) Write(b []byte) (int, error) {
	w.keep(http.StatusOK)
	w.copy.Body.Write(b)
	return w.ResponseWriter.Write(b)
}

func (w copyWriter) keep(status int) {
	if status >= 200 {
		maps.Copy(w.copy.Header(), w.Header())
		w.copy.WriteHeader(status) // nothing happens after the first time
	}
}

// Unwrap is for http.ResponseController.
func (w copyWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Flush sends what has been written.
func (w copyWriter) Flush() { _ = http.NewResponseController(w.ResponseWriter).Flush() }

// NewExchange returns the exchange of a request and its response, without what the recordings do not have. The bodies
// are not copied.
func NewExchange(request *http.Request, sent []byte, status int, header http.Header, received []byte, trailer http.Header) *Exchange {
	return newExchange(redact.Redactor{}, request, sent, status, header, received, trailer)
}

func newExchange(r redact.Redactor, request *http.Request, sent []byte, status int, header http.Header, received []byte, trailer http.Header) *Exchange {
	x := &Exchange{
		Method: request.Method, Target: request.URL.RequestURI(), RequestHeader: kept(request.Header),
		Status: status, ResponseHeader: kept(header),
	}
	path, query, found := strings.Cut(x.Target, "?")
	if path = targetText(r.Text(path)); found {
		path += "?" + targetText(r.Query(query))
	}
	x.Target = "/" + strings.TrimPrefix(path, "/")
	x.RequestBody = r.Message(x.RequestHeader, inflated(request.Header, sent, maxInflated))
	x.ResponseBody = r.Message(x.ResponseHeader, inflated(header, received, maxInflated))
	if len(trailer) > 0 {
		x.Trailer = trailer.Clone()
		r.Message(x.Trailer, nil)
	}
	return x
}

// maxInflated bounds a body before it was compressed: it is the limit of clients for responses.
const maxInflated = 256 << 20

// inflated returns a body before it was compressed; nil if it is larger than limit, or compressed in another way than gzip, as
// credentials cannot be found in what is compressed. Of one that is not complete it is the beginning, and one that is not
// compressed after all is as it is.
func inflated(header http.Header, body []byte, limit int64) []byte {
	switch media.ContentCoding(header) {
	case "":
		return body
	case "gzip":
	default:
		return nil
	}
	z, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return body
	}
	content, _ := io.ReadAll(io.LimitReader(z, limit+1)) // what is left of it is cut off
	if int64(len(content)) > limit {
		return nil
	}
	return content
}

// targetText escapes what a request line cannot have.
func targetText(text string) string {
	var b strings.Builder
	for i := range len(text) {
		if c := text[i]; c <= ' ' || c >= 0x7F {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// write writes an exchange to its file.
func (r *Recorder) write(x *Exchange) {
	if r.Redact != nil {
		r.Redact(x)
	}
	sum := sha256.Sum256([]byte(x.Key()))
	name := strings.Join([]string{nameOf(strings.ToLower(x.Method)), x.operation(), fmt.Sprintf("%x", sum[:4])}, "-")
	r.mu.Lock()
	defer r.mu.Unlock()
	r.count[name]++
	if n := r.count[name]; n > 1 {
		name = fmt.Sprintf("%s-%d", name, n)
	}
	if err := replaceFile(filepath.Join(r.dir, name+Extension), x.Format()); err != nil {
		err = fmt.Errorf("recording: %w", err)
		r.err = cmp.Or(r.err, err)
		if r.Logger != nil {
			r.Logger.Error("the exchange is not recorded", "error", err)
		}
	}
}

// replaceFile writes a file. If that fails, it is as it was before.
func replaceFile(name string, content []byte) error {
	written := name + ".new"
	err := os.WriteFile(written, content, 0o666)
	if err == nil {
		err = os.Rename(written, name)
	}
	if err != nil {
		_ = os.Remove(written)
	}
	return err
}
