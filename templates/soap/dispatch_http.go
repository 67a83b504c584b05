package soap

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/charset"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/internal/media"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
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
		writeText(w, http.StatusUnsupportedMediaType, lex.Shorten(fmt.Sprintf("the content coding %q is not supported; use gzip", coding)))
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

// serveOperation answers a request to one of the operations of an HTTP binding
// at one path. Where there are several, what the request carries decides: XML by
// its root element, parameters by their names. parts are in the path.
func (h *handler) serveOperation(w http.ResponseWriter, r *http.Request, routes []*route, parts []schema.Parameter) {
	if repeated(w, r, "Content-Type") {
		return
	}
	m := media.Parse(r.Header.Get("Content-Type"))
	switch rt := byMediaType(routes, m); {
	case rt.wire.Details().Send != contract.ContentDefault:
		h.serveBody(w, r, routes, rt, m)
	case inQuery(rt.binding):
		h.serveParameters(w, r, routes, []byte(r.URL.RawQuery), nil, parts)
	default:
		h.serveForm(w, r, routes, m, parts)
	}
}

// byMediaType finds the first operation that takes a request of a media type;
// if there is none, it is the first of all.
func byMediaType(routes []*route, m media.Type) *route {
	for _, rt := range routes {
		fits := false
		switch form := m.Name == "" || m.Name == formMediaType; rt.wire.Details().Send {
		case contract.ContentDefault:
			fits = form
		case contract.ContentXML:
			fits = m.IsXML()
		default:
			fits = !form && !m.IsXML()
		}
		if fits {
			return rt
		}
	}
	return routes[0]
}

// serveBody answers a request whose body is a part. rt is one of the operations
// that take such a body.
func (h *handler) serveBody(w http.ResponseWriter, r *http.Request, routes []*route, rt *route, m media.Type) {
	body, ok := h.receive(w, r)
	defer releaseBody(body)
	if !ok {
		return
	}
	accepted, _, _ := strings.Cut(bodyMediaType(rt.wire.Details().MediaType, rt.wire.Details().Send), ";")
	if rt.wire.Details().Send == contract.ContentXML {
		if m.Name != "" && !m.IsXML() {
			writeUnsupported(w, fmt.Sprintf("the media type %q is not supported; use %s", m.Name, accepted), accepted)
			return
		}
		h.serveXML(w, r, routes, body.Bytes(), m)
		return
	}
	text, err := lexicalForm(body.Bytes(), rt.wire.Details().Send, m.Attribute("charset"))
	var unsupported charset.UnsupportedError
	if errors.As(err, &unsupported) {
		writeUnsupported(w, err.Error(), accepted)
		return
	}
	x := &exchange{h: h, w: w, r: r, route: rt}
	x.finish(x.run(body.Bytes(), func() (any, error) {
		if err != nil {
			return nil, clientFault(err.Error() + " in the body of the request")
		}
		return rt.decodeParameters(schema.ReadWhole(text))
	}))
}

// serveXML answers a request whose body is a document.
func (h *handler) serveXML(w http.ResponseWriter, r *http.Request, routes []*route, body []byte, m media.Type) {
	doc, err := schema.ToUTF8(body, m.Attribute("charset"))
	var unsupported charset.UnsupportedError
	if errors.As(err, &unsupported) {
		writeUnsupported(w, err.Error(), media.XML)
		return
	}
	d := h.newDecoder(doc)
	defer d.Release()
	rt := (*route)(nil)
	if err == nil && d.Root() {
		rt = byRoot(routes, d)
	}
	if rt == nil {
		switch {
		case err != nil:
		case d.Err() != nil:
			err = d.Err()
		default:
			space, local := d.Tag()
			err = fmt.Errorf("no operation has the element %s", xsd.QName{Space: space, Local: local})
		}
		h.sendFault(w, routes[0].binding, clientFault(err.Error()), nil)
		return
	}
	x := &exchange{h: h, w: w, r: r, route: rt}
	x.finish(x.run(body, func() (any, error) {
		d := d
		if err := h.checkRequest(doc, rt.binding, rt.wire); err != nil {
			return nil, clientFault(err.Error())
		}
		if rt.wire.Body { // the request has a field for the root
			d = h.newDecoder(schema.WrapContent(d.Buf[d.TagStart():]))
			defer d.Release()
			d.Root()
		}
		request := rt.decode(d)
		d.End()
		if d.Err() != nil {
			return nil, clientFault(d.Err().Error())
		}
		return request, nil
	}))
}

func byRoot(routes []*route, d *schema.Decoder) *route {
	for _, rt := range routes {
		if rt.wire.Details().Send == contract.ContentXML && beginsWith(rt.wire, d) {
			return rt
		}
	}
	return nil
}

// beginsWith reports whether a request may begin with the current tag.
func beginsWith(w *contract.Wire, d *schema.Decoder) bool {
	if len(w.Details().Members) > 0 {
		return schema.IndexOfMember(d, w.Details().Members) >= 0
	}
	return d.Is(w.In) || w.In.Local == ""
}

// serveForm answers a request whose parameters are in a form.
func (h *handler) serveForm(w http.ResponseWriter, r *http.Request, routes []*route, m media.Type, parts []schema.Parameter) {
	body, ok := h.receive(w, r)
	defer releaseBody(body)
	if !ok {
		return
	}
	if body.Len() > 0 && m.Name != formMediaType {
		writeUnsupported(w, fmt.Sprintf("the media type %q is not supported; use %s", m.Name, formMediaType), formMediaType)
		return
	}
	var cs *charset.Charset
	if label := m.Attribute("charset"); label != "" {
		var err error
		cs, err = charset.Named(label)
		if err == nil && cs != nil && !cs.ExtendsASCII() {
			err = charset.UnsupportedError(label)
		}
		if err != nil {
			writeUnsupported(w, err.Error(), formMediaType)
			return
		}
	}
	h.serveParameters(w, r, routes, body.Bytes(), cs, parts)
}

func (h *handler) serveParameters(w http.ResponseWriter, r *http.Request, routes []*route, encoded []byte, cs *charset.Charset, parts []schema.Parameter) {
	given, err := parseForm(encoded, cs)
	rt := byNames(routes, given, r)
	x := &exchange{h: h, w: w, r: r, route: rt}
	x.finish(x.run(encoded, func() (any, error) {
		if err != nil {
			return nil, clientFault(err.Error())
		}
		given = append(given, parts...)
		if h.asmx {
			if given, err = asmxParameters(given, rt.Operation.Params); err != nil {
				return nil, err
			}
		}
		p := schema.ReadParameters(given)
		p.Check = h.valueCheck()
		return rt.decodeParameters(p)
	}))
}

// byNames finds the operation whose parameters these are: the one that their
// values select if operations differ in values, else the first that knows
// them all. What its location has in the query must be there, whatever the
// method is.
func byNames(routes []*route, given []schema.Parameter, r *http.Request) *route {
	if len(routes) == 1 {
		return routes[0]
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		inQuery, _ := parseForm([]byte(r.URL.RawQuery), nil)
		given = append(given[:len(given):len(given)], inQuery...)
	}
	best, highest := routes[0], -1
	for _, rt := range routes {
		if rt.wire.Details().Send != contract.ContentDefault || !rt.query.fits(given) {
			continue
		}
		score := 0
		if rt.knows(given) {
			score++
		}
		if rt.isMeant(given) {
			score += 2
		}
		if score > highest {
			best, highest = rt, score
		}
	}
	return best
}

// isMeant reports whether parameters have values that select the operation
// among those with its path.
func (rt *route) isMeant(given []schema.Parameter) bool {
	meant := false
	for _, g := range rt.wire.Details().DispatchParams {
		for _, p := range given {
			if p.Name != g.Name {
				continue
			}
			if !slices.Contains(g.Values, strings.TrimSpace(p.Value)) {
				return false
			}
			meant = true
		}
	}
	return meant
}

// knows reports whether all parameters are those of the operation.
func (rt *route) knows(given []schema.Parameter) bool {
	for _, p := range given {
		_, fixed := parameterNamed(rt.query, p.Name)
		if !fixed && !slices.Contains(rt.Operation.Params, p.Name) {
			return false
		}
	}
	return true
}
