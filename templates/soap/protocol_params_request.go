package soap

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/charset"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/form"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/internal/media"
	"example.com/quartet/templates/soap/internal/paths"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

const formMediaType = "application/x-www-form-urlencoded"

// paramsHandler serves HTTP bindings.
type paramsHandler struct {
	*handler
	protocolFacts
}

// paramsRoute is an operation on an HTTP binding.
type paramsRoute struct {
	route
	query paths.Query // fixed values in the query of the location
}

// inQuery reports whether parameters are in the query and not in a form.
func inQuery(b contract.Binding) bool {
	return b == contract.HTTPGet || b == contract.HTTPHead || b == contract.HTTPDelete
}

// serveBody answers a request whose body is the only part of the message. rt is
// one of the operations that take such a body.
func (h *paramsHandler) serveBody(w http.ResponseWriter, r *http.Request, routes []*paramsRoute, rt *paramsRoute, m media.Type) {
	body, ok := h.receive(w, r)
	defer body.release()
	if !ok {
		return
	}
	if rt.wire.Details().Send == contract.ContentXML {
		if m.Name != "" && !m.IsXML() {
			h.refuseType(w, r, m, "")
			return
		}
		h.serveXML(w, r, routes, body, m)
		return
	}
	text, err := form.LexicalForm(body.text, rt.wire.Details().Send, m.Attribute("charset"), h.charsets)
	if errors.As(err, new(charset.UnsupportedError)) {
		h.refuseType(w, r, m, err.Error())
		return
	}
	x := &exchange{service: &h.service, w: w, r: r, route: &rt.route}
	x.finish(x.run(body.text, func(context.Context) (any, error) {
		if err != nil {
			return nil, clientFault(err.Error() + " in the body of the request")
		}
		return decodeParameters(codec.ReadWhole(text), rt.op)
	}))
}

// serveXML answers a request whose body is a document.
func (h *paramsHandler) serveXML(w http.ResponseWriter, r *http.Request, routes []*paramsRoute, body *requestBody, m media.Type) {
	doc, err := body.toUTF8(body.text, m, h.charsets)
	if errors.As(err, new(charset.UnsupportedError)) {
		h.refuseType(w, r, m, err.Error())
		return
	}
	d := h.requestDecoder(doc, &body.memory)
	defer d.Release()
	rt := (*paramsRoute)(nil)
	if err == nil && d.Root() {
		rt = byRoot(routes, d)
	}
	if rt == nil {
		if err = cmp.Or(err, d.Err()); err == nil {
			space, local := d.Tag()
			err = fmt.Errorf("no operation has the element %s", xsd.QName{Space: space, Local: local})
		}
		h.sendTextFault(w, unreadable(err))
		return
	}
	x := &exchange{service: &h.service, w: w, r: r, route: &rt.route}
	x.finish(x.run(body.text, func(context.Context) (any, error) {
		d := d
		if err := h.checkRequest(r.Context(), doc, rt.wire, Comparison{reserve: body.memory.grow}); err != nil {
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

// byRoot finds the operation whose request begins with the current tag, nil if there is none.
func byRoot(routes []*paramsRoute, d *schema.Decoder) *paramsRoute {
	for _, rt := range routes {
		details := rt.wire.Details()
		begins := codec.IndexOfMember(d, details.Members) >= 0 || details.Members == nil && (d.Is(rt.wire.In) || rt.wire.In.Local == "")
		if begins && details.Send == contract.ContentXML {
			return rt
		}
	}
	return nil
}

// serveQuery answers a request whose parameters are in the query.
func (h *paramsHandler) serveQuery(w http.ResponseWriter, r *http.Request, routes []*paramsRoute, parts []codec.Parameter) {
	const short = 1 << 10 // a query that takes no more than freeMemory
	if len(r.URL.RawQuery) > short {
		memory := &reservation{budget: h.budget, ctx: r.Context()}
		defer memory.release()
		if err := memory.grow(form.Memory(len(r.URL.RawQuery), strings.Count(r.URL.RawQuery, "&"), nil)); err != nil {
			h.refuseBody(w, r, err, memory)
			return
		}
	}
	h.serveParameters(w, r, routes, []byte(r.URL.RawQuery), nil, parts)
}

// serveForm answers a request whose parameters are in a form.
func (h *paramsHandler) serveForm(w http.ResponseWriter, r *http.Request, routes []*paramsRoute, m media.Type, parts []codec.Parameter) {
	body, ok := h.receive(w, r)
	defer body.release()
	if !ok {
		return
	}
	if len(body.text) > 0 && m.Name != formMediaType {
		h.refuseType(w, r, m, "")
		return
	}
	if bytes.HasPrefix(bytes.TrimSpace(body.text), []byte("{")) { // no parameter has such a name, and forms escape the brace
		h.refuseType(w, r, m, "the body is JSON, but its media type says a form, which programs such as curl send by default")
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
			h.refuseType(w, r, m, err.Error())
			return
		}
	}
	if err := body.memory.grow(form.Memory(len(body.text), bytes.Count(body.text, []byte{'&'}), cs)); err != nil {
		h.refuseBody(w, r, err, &body.memory)
		return
	}
	h.serveParameters(w, r, routes, body.text, cs, parts)
}

func (h *paramsHandler) serveParameters(w http.ResponseWriter, r *http.Request, routes []*paramsRoute, encoded []byte, cs *charset.Charset, parts []codec.Parameter) {
	given, err := form.Parse(encoded, cs)
	rt := byNames(routes, given, r)
	if unknown := rt.unknown(given); len(unknown) > 0 {
		names := lex.Shorten(strings.Join(unknown, ", "))
		rt.log(&h.service, r, slog.LevelInfo, "parameters ignored that the operation does not have", slog.String("parameters", names))
	}
	x := &exchange{service: &h.service, w: w, r: r, route: &rt.route}
	x.finish(x.run(encoded, func(context.Context) (any, error) {
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
		p.Check = h.valueCheck(r.Context(), rt.op)
		return decodeParameters(p, rt.op)
	}))
}

// asmxParameters returns parameters with the names of the contract. It is an
// error if one is missing.
func asmxParameters(given []codec.Parameter, names []string) ([]codec.Parameter, error) {
	list := append([]codec.Parameter(nil), given...)
	for _, name := range names {
		there := false
		for i := range list {
			switch {
			case list[i].Name == name:
				there = true
			case strings.EqualFold(list[i].Name, name) && !slices.Contains(names, list[i].Name):
				list[i].Name, there = name, true
			}
		}
		if !there {
			return nil, clientFault(fmt.Sprintf("Missing parameter: %s.", name))
		}
	}
	return list, nil
}

// byNames finds the operation to which parameters belong: the operation that
// their values select if operations differ in values, or else the first one
// that declares all of them. The values in the query of its location must be
// given, whatever the method is.
func byNames(routes []*paramsRoute, given []codec.Parameter, r *http.Request) *paramsRoute {
	if len(routes) == 1 {
		return routes[0]
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		inQuery, _ := form.Parse([]byte(r.URL.RawQuery), nil)
		given = append(given[:len(given):len(given)], inQuery...)
	}
	best, highest := routes[0], -1
	for _, rt := range routes {
		if rt.wire.Details().Send != contract.ContentDefault || !rt.query.Fits(given) {
			continue
		}
		score := 0
		if len(rt.unknown(given)) == 0 {
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

// isMeant reports whether the values of parameters select the operation among the operations
// at its path.
func (rt *paramsRoute) isMeant(given []codec.Parameter) bool {
	meant := false
	for _, g := range rt.wire.Details().DispatchParams {
		for _, p := range given {
			if meant = meant || p.Name == g.Name; p.Name == g.Name && !slices.Contains(g.Values, strings.TrimSpace(p.Value)) {
				return false
			}
		}
	}
	return meant
}

// unknown returns the names of the first parameters that the operation does not declare.
func (rt *paramsRoute) unknown(given []codec.Parameter) (names []string) {
	const first = 8
	for _, p := range given {
		_, fixed := paths.Named(rt.query, p.Name)
		if !fixed && !slices.Contains(rt.op.Params, p.Name) && len(names) < first {
			names = append(names, p.Name)
		}
	}
	return names
}

// decodeParameters reads a request from parameters. An error is a fault with the code FaultClient.
func decodeParameters(p *codec.Parameters, op *contract.Operation) (any, error) {
	req := emptyRequest(op)
	visitRequest(p, op, req)
	if err := p.Finish(); err != nil {
		return nil, clientFault(err.Error())
	}
	return req, nil
}
