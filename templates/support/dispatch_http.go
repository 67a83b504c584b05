package support

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
)

// receive reads the body of a request. If it cannot be had, the answer has been
// written. The buffer is the caller's in both cases.
func (h *handler) receive(w http.ResponseWriter, r *http.Request) (*bytes.Buffer, bool) {
	var from io.Reader = http.MaxBytesReader(w, r.Body, h.maxRequest)
	size := r.ContentLength
	switch coding := contentCoding(r.Header); {
	case coding == "":
	case coding == "gzip" && size <= h.maxRequest:
		zip := newGunzip(from)
		defer zip.release()
		from, size = zip, -1
	case coding != "gzip":
		w.Header().Set("Accept-Encoding", "gzip") // RFC 9110 section 15.5.16
		writeText(w, http.StatusUnsupportedMediaType, shorten(fmt.Sprintf("the content coding %q is not supported; use gzip", coding)))
		return nil, false
	}
	body, err := readBody(from, size, h.maxRequest)
	if err == nil {
		return body, true
	}
	var large *http.MaxBytesError
	var malformed *gzipError
	switch {
	case errors.As(err, &large):
		w.Header().Set("Connection", "close") // the rest of the body is not read
		writeText(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("the request is larger than %d bytes", h.maxRequest))
	case errors.As(err, &malformed):
		writeText(w, http.StatusBadRequest, "the request is "+err.Error())
	default:
		writeText(w, http.StatusBadRequest, "the request could not be read")
	}
	return body, false
}

// serveQuery answers an HTTP GET operation.
func (h *handler) serveQuery(w http.ResponseWriter, r *http.Request, rt *route) {
	h.serveParameters(w, r, rt, []byte(r.URL.RawQuery), nil)
}

// serveForm answers an HTTP POST operation.
func (h *handler) serveForm(w http.ResponseWriter, r *http.Request, rt *route, m mediaType) {
	body, ok := h.receive(w, r)
	defer releaseBody(body)
	if !ok {
		return
	}
	if body.Len() > 0 && m.name != formMediaType {
		writeUnsupported(w, fmt.Sprintf("the media type %q is not supported; use %s", m.name, formMediaType), formMediaType)
		return
	}
	var cs *charset
	if label := m.attribute("charset"); label != "" {
		var err error
		cs, err = charsetNamed(label)
		if err == nil && cs != nil && !cs.extendsASCII() {
			err = charsetError(label)
		}
		if err != nil {
			writeUnsupported(w, err.Error(), formMediaType)
			return
		}
	}
	h.serveParameters(w, r, rt, body.Bytes(), cs)
}

func (h *handler) serveParameters(w http.ResponseWriter, r *http.Request, rt *route, encoded []byte, cs *charset) {
	x := &exchange{h: h, w: w, r: r, route: rt}
	x.finish(x.run(encoded, func() (boundCall, error) {
		p := readParameters(encoded, cs)
		bound := rt.bind(nil, p)
		p.finish()
		return bound, p.Err()
	}))
}
