package soap

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/charset"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/internal/media"
	"example.com/quartet/templates/soap/internal/paths"
	"example.com/quartet/templates/soap/schema"
)

// handler serves a contract over HTTP.
type handler struct {
	service
	served    []protocolHandler    // one for each protocol
	resources map[string]*resource // by path, as paths.Of returns it
	patterns  []*resource          // resources whose paths contain parts
	below     []string             // paths that have operations below them
	documents []*document
	set       *contract.DocumentSet // the set that has the documents
	broken    error                 // error in the options
	madePage  func() http.Handler
}

// resource describes what a handler serves at one path.
type resource struct {
	path      string
	pattern   paths.Location // pattern of the path, if it contains parts
	endpoints []endpoint
	openAPI   map[string]func(origin string) ([]byte, error) // makes a description for a value in the query; nil if there is none
	described bool                                           // the contract and the summary of the service are here
}

// endpoint is what a protocol serves at one path.
type endpoint interface {
	protocolHandler
	methods() []string                 // HTTP methods of requests
	mediaTypes(method string) []string // media types of the requests with a method
	serve(w http.ResponseWriter, r *http.Request, m media.Type, parts []codec.Parameter)
}

// A refuser is a protocolHandler whose refusals, the answers to requests whose operation is not called, are not plain text.
type refuser interface {
	writeRefusal(w http.ResponseWriter, status int, text string)
}

// document is a document of the contract as a handler serves it.
type document struct {
	*contract.Document
	parts func() ([]documentPart, error) // reads the document at the first call
}

// documentPart is a section of a document: text as it is, and the value that a
// handler puts after it for a request and the path that was asked.
type documentPart struct {
	text  string
	value func(r *http.Request, path string) string // nil after the last text
}

func (h *handler) portPath(p *contract.Port) string {
	if h.pathSet {
		return h.path
	}
	return paths.OfAddress(p.Address)
}

func (h *handler) at(path string) *resource {
	r := h.resources[path]
	if r == nil {
		r = &resource{path: path}
		h.resources[path] = r
	}
	return r
}

// endpointAt returns the endpoint of the type E at a resource. If there is none, it adds and returns newEndpoint.
func endpointAt[E endpoint](res *resource, newEndpoint E) E {
	for _, e := range res.endpoints {
		if found, ok := e.(E); ok {
			return found
		}
	}
	res.endpoints = append(res.endpoints, newEndpoint)
	return newEndpoint
}

// addBelow notes that operations are served below a path.
func (h *handler) addBelow(path string) {
	h.below = append(h.below, strings.TrimSuffix(path, "/")+"/")
}

// find returns the resource at a path that paths.Of has returned, and the
// parameters in the path. The resource is nil if nothing is served there.
func (h *handler) find(path string) (*resource, []codec.Parameter) {
	if res := h.resources[path]; res != nil && res.pattern.Text == nil {
		return res, nil
	}
	for _, res := range h.patterns {
		if parts, ok := res.pattern.Match(path); ok {
			return res, parts
		}
	}
	return nil, nil
}

// headerField is header.Get for a name in canonical form.
func headerField(header http.Header, name string) string {
	if values := header[name]; len(values) > 0 {
		return values[0]
	}
	return ""
}

var postOnly = []string{http.MethodPost}

// repeated rejects a request that has a single-valued header more than once
// (RFC 9110 section 5.3). key is the name in canonical form.
func (h *handler) repeated(w http.ResponseWriter, r *http.Request, key, name string) bool {
	if len(r.Header[key]) < 2 {
		return false
	}
	h.refuse(w, r, http.StatusBadRequest, "the header "+name+" is given more than once")
	return true
}

// receive reads the body of a request. If it cannot be read, the request has
// been answered. The caller releases it in both cases.
func (h *handler) receive(w http.ResponseWriter, r *http.Request) (*requestBody, bool) {
	coding := media.ContentCoding(r.Header)
	if coding != "" && coding != "gzip" {
		w.Header().Set("Accept-Encoding", "gzip") // RFC 9110 section 15.5.16
		h.refuse(w, r, http.StatusUnsupportedMediaType, lex.Shorten(fmt.Sprintf("the content coding %q is not supported; use gzip", coding)))
		return nil, false
	}
	b := h.newBody(w, r)
	m := &b.memory
	var from io.Reader = &countingReader{http.MaxBytesReader(w, r.Body, h.maxRequest), m}
	if coding == "gzip" {
		zip := newGunzip(from)
		defer zip.release()
		from = zip
	}
	err := error(&http.MaxBytesError{Limit: h.maxRequest})
	if r.ContentLength <= h.maxRequest {
		err = b.read(from, h.maxRequest)
	}
	if err == nil {
		if len(b.text) > codec.WatchedBytes {
			m.ended, m.stop = codec.Watch(r.Context())
		}
		return b, true
	}
	h.refuseBody(w, r, err, m)
	return b, false
}

// newBody returns the empty body of a request.
func (h *handler) newBody(w http.ResponseWriter, r *http.Request) *requestBody {
	b := requestBodies.Get().(*requestBody)
	m := &b.memory
	m.budget, m.ctx, m.w, m.isBody = h.budget, r.Context(), w, true
	return b
}

// refuseBody answers a request whose body cannot be read.
func (h *handler) refuseBody(w http.ResponseWriter, r *http.Request, err error, m *reservation) {
	switch {
	case errors.As(err, new(*codingError)):
		h.refuse(w, r, http.StatusBadRequest, "the request is "+err.Error())
	case isTooLarge(err):
		w.Header().Set("Connection", "close") // the rest of the body is not read
		h.refuse(w, r, http.StatusRequestEntityTooLarge, fmt.Sprintf("the request is larger than %d bytes", h.maxRequest))
	case m.aborted.Load():
		w.Header().Set("Connection", "close")
		h.refuse(w, r, http.StatusRequestTimeout, "the request arrived too slowly while the server had no memory for others")
	case errors.Is(err, errBusy):
		w.Header().Set("Connection", "close")
		setRetryAfter(w)
		h.refuse(w, r, http.StatusServiceUnavailable, err.Error())
	case errors.Is(err, os.ErrDeadlineExceeded):
		w.Header().Set("Connection", "close") // RFC 9110 section 15.5.9
		h.refuse(w, r, http.StatusRequestTimeout, "the request did not arrive in time")
	default:
		h.refuse(w, r, http.StatusBadRequest, "the request could not be read")
	}
}

// requestDecoder returns a decoder for a document of a request, which counts the memory
// that values take, and stops if the client has gone.
func (c *boundContract) requestDecoder(doc []byte, m *reservation) *schema.Decoder {
	d := c.newDecoder(doc)
	d.LimitMemory(maxMemory(c.limits, doc), m.grow)
	d.Interrupt = m.ended
	return d
}

// refuse answers a request whose operation is not called. If the protocol with the media type of the request, or the only
// protocol at its path, has a form for refusals, the answer has that form. Otherwise it is text.
func (h *handler) refuse(w http.ResponseWriter, r *http.Request, status int, text string) {
	m := media.Parse(headerField(r.Header, "Content-Type"))
	for _, p := range h.served {
		if own, ok := p.(refuser); ok && p.about().mediaType == m.Name {
			own.writeRefusal(w, status, text)
			return
		}
	}
	if res, _ := h.find(paths.Of(r.URL)); res != nil && len(res.endpoints) == 1 {
		if own, ok := res.endpoints[0].(refuser); ok {
			own.writeRefusal(w, status, text)
			return
		}
	}
	writeText(w, status, text)
}

// refuseType answers a request with an unsupported media type (RFC 9110 section 15.5.16). A
// header lists the supported types; if text is "", the text of the answer lists them, too.
func (h *handler) refuseType(w http.ResponseWriter, r *http.Request, m media.Type, text string) {
	var accepted []string
	if res, _ := h.find(paths.Of(r.URL)); res != nil {
		for _, e := range res.endpoints {
			accepted = append(accepted, e.mediaTypes(r.Method)...)
		}
	}
	if text == "" {
		text = fmt.Sprintf("the media type %q is not supported; use %s", m.Name, strings.Join(accepted, " or "))
	}
	w.Header().Set("Accept-Post", strings.Join(accepted, ", "))
	h.refuse(w, r, http.StatusUnsupportedMediaType, lex.Shorten(text))
}

// requestBody is the body of a request, decompressed, and the memory of the request.
type requestBody struct {
	text   []byte
	memory reservation
}

// pooledBody is the size of the largest buffer that is used again. A request counts the buffer from
// its start, so that the size must leave a part of freeMemory for the values that are decoded.
const pooledBody = freeMemory / 4

// requestBodies holds values with buffers of up to pooledBody bytes.
var requestBodies = sync.Pool{New: func() any { return new(requestBody) }}

// release gives the memory of the request back; nothing of the body may be used any more.
func (b *requestBody) release() {
	if b == nil {
		return
	}
	b.memory.release()
	text := b.text[:0]
	if cap(text) > pooledBody {
		text = nil
	}
	*b = requestBody{text: text}
	requestBodies.Put(b)
}

// read reads a body of up to limit bytes; the error for a larger one is a *http.MaxBytesError. Memory is
// reserved and allocated as the body arrives, whatever length is declared.
func (b *requestBody) read(from io.Reader, limit int64) (err error) {
	defer b.memory.bodyRead()
	b.memory.needed = int64(cap(b.text))
	b.text, err = readBody(b.text, from, limit, func(have int64) (int64, error) {
		const first = 4 << 10
		size := max(2*have, first)
		if limit < size {
			size = limit + 1
		}
		err := b.memory.grow(size)
		b.memory.needed -= have // the old buffer, which is free when it has been copied
		return size, err
	})
	return err
}

// countingReader counts the bytes of a body as they were sent.
type countingReader struct {
	io.Reader
	memory *reservation
}

func (r *countingReader) Read(b []byte) (int, error) {
	n, err := r.Reader.Read(b)
	r.memory.received.Add(int64(n))
	return n, err
}

// toUTF8 returns a document of the body in UTF-8. It counts the memory of the text, unless that is the memory of doc.
func (b *requestBody) toUTF8(doc []byte, m media.Type, more charset.Reader) ([]byte, error) {
	return b.memory.toUTF8(doc, m, b.memory.ended, more)
}
