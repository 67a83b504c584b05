package soap

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/charset"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/media"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// serveOperation answers a request to one of the operations of an HTTP binding
// at one path. Where there are several, what the request carries decides: XML by
// its root element, parameters by their names. parts are in the path.
func (h *handler) serveOperation(w http.ResponseWriter, r *http.Request, routes []*route, parts []codec.Parameter) {
	if h.repeated(w, r, "Content-Type") {
		return
	}
	m := media.Parse(r.Header.Get("Content-Type"))
	switch rt := byMediaType(routes, m); {
	case rt.wire.Details().Send != contract.ContentDefault:
		h.serveBody(w, r, routes, rt, m)
	case inQuery(rt.binding):
		h.serveQuery(w, r, routes, parts)
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
	defer body.release()
	if !ok {
		return
	}
	accepted, _, _ := strings.Cut(rt.wire.Details().Send.MediaType(rt.wire.Details().MediaType), ";")
	if rt.wire.Details().Send == contract.ContentXML {
		if m.Name != "" && !m.IsXML() {
			h.refuseType(w, r, m, "", accepted)
			return
		}
		h.serveXML(w, r, routes, body, m)
		return
	}
	text, err := lexicalForm(body.text, rt.wire.Details().Send, m.Attribute("charset"), h.charsets)
	var unsupported charset.UnsupportedError
	if errors.As(err, &unsupported) {
		h.refuseType(w, r, m, err.Error(), accepted)
		return
	}
	x := &exchange{h: h, w: w, r: r, route: rt}
	x.finish(x.run(body.text, func() (any, error) {
		if err != nil {
			return nil, clientFault(err.Error() + " in the body of the request")
		}
		return decodeParameters(codec.ReadWhole(text), rt.op)
	}))
}

// serveXML answers a request whose body is a document.
func (h *handler) serveXML(w http.ResponseWriter, r *http.Request, routes []*route, body *requestBody, m media.Type) {
	doc, err := body.toUTF8(body.text, m, h.charsets)
	var unsupported charset.UnsupportedError
	if errors.As(err, &unsupported) {
		h.refuseType(w, r, m, err.Error(), media.XML)
		return
	}
	d := h.requestDecoder(doc, &body.memory)
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
		h.sendFault(w, r, routes[0].binding, unreadable(err), nil)
		return
	}
	x := &exchange{h: h, w: w, r: r, route: rt}
	x.finish(x.run(body.text, func() (any, error) {
		d := d
		if err := h.checkRequest(r.Context(), doc, rt.binding, rt.wire, &body.memory); err != nil {
			return nil, unreadable(err)
		}
		if rt.wire.Body { // the request has a field for the root
			if err := body.memory.grow(int64(len(doc))); err != nil {
				return nil, unreadable(err)
			}
			d = h.requestDecoder(codec.WrapContent(d.Buf[d.TagStart():]), &body.memory)
			defer d.Release()
			d.Root()
		}
		request := decodeRequest(d, rt.op)
		d.End()
		if d.Err() != nil {
			return nil, unreadable(d.Err())
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
		return codec.IndexOfMember(d, w.Details().Members) >= 0
	}
	return d.Is(w.In) || w.In.Local == ""
}

// serveQuery answers a request whose parameters are in the query.
func (h *handler) serveQuery(w http.ResponseWriter, r *http.Request, routes []*route, parts []codec.Parameter) {
	const short = 1 << 10 // that takes no more than freeMemory
	if len(r.URL.RawQuery) <= short {
		h.serveParameters(w, r, routes, []byte(r.URL.RawQuery), nil, parts)
		return
	}
	memory := &reservation{budget: h.budget, ctx: r.Context()}
	defer memory.release()
	if err := memory.grow(formMemory(len(r.URL.RawQuery), strings.Count(r.URL.RawQuery, "&"), nil)); err != nil {
		h.refuseBody(w, r, err, memory)
		return
	}
	h.serveParameters(w, r, routes, []byte(r.URL.RawQuery), nil, parts)
}

// serveForm answers a request whose parameters are in a form.
func (h *handler) serveForm(w http.ResponseWriter, r *http.Request, routes []*route, m media.Type, parts []codec.Parameter) {
	body, ok := h.receive(w, r)
	defer body.release()
	if !ok {
		return
	}
	if len(body.text) > 0 && m.Name != formMediaType {
		h.refuseType(w, r, m, "", formMediaType)
		return
	}
	var cs *charset.Charset
	if label := m.Attribute("charset"); label != "" {
		var err error
		cs, err = charset.Named(label, h.charsets)
		if err == nil && cs != nil && !cs.ExtendsASCII() {
			err = charset.UnsupportedError(label)
		}
		if err != nil {
			h.refuseType(w, r, m, err.Error(), formMediaType)
			return
		}
	}
	if err := body.memory.grow(formMemory(len(body.text), bytes.Count(body.text, []byte{'&'}), cs)); err != nil {
		h.refuseBody(w, r, err, &body.memory)
		return
	}
	h.serveParameters(w, r, routes, body.text, cs, parts)
}

func (h *handler) serveParameters(w http.ResponseWriter, r *http.Request, routes []*route, encoded []byte, cs *charset.Charset, parts []codec.Parameter) {
	given, err := parseForm(encoded, cs)
	rt := byNames(routes, given, r)
	x := &exchange{h: h, w: w, r: r, route: rt}
	x.finish(x.run(encoded, func() (any, error) {
		if err != nil {
			return nil, clientFault(err.Error())
		}
		given = append(given, parts...)
		if h.asmx {
			if given, err = asmxParameters(given, rt.op.Params); err != nil {
				return nil, err
			}
		}
		p := codec.ReadParameters(given)
		p.Check = h.valueCheck(r.Context())
		return decodeParameters(p, rt.op)
	}))
}

// byNames finds the operation whose parameters these are: the one that their
// values select if operations differ in values, else the first that knows
// them all. What its location has in the query must be there, whatever the
// method is.
func byNames(routes []*route, given []codec.Parameter, r *http.Request) *route {
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
func (rt *route) isMeant(given []codec.Parameter) bool {
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

// knows reports whether the operation declares all parameters.
func (rt *route) knows(given []codec.Parameter) bool {
	for _, p := range given {
		_, fixed := parameterNamed(rt.query, p.Name)
		if !fixed && !slices.Contains(rt.op.Params, p.Name) {
			return false
		}
	}
	return true
}
