package soap

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/internal/media"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// dispatchTable finds operations by the element in the Body; the zero name is an
// empty Body.
type dispatchTable map[xsd.QName][]*soapRoute

// anyBody is the key for a Body that has a type and whose elements are not
// known.
var anyBody = xsd.QName{Local: "*"}

// soapRoute is an operation on a SOAP binding.
type soapRoute struct {
	route
	action  string
	address string // the action of WS-Addressing
	parts   []contract.Part
}

// soapHandler serves envelopes.
type soapHandler struct {
	*handler
	protocolFacts                   // no media type: SOAP gets all requests at its path that no other protocol accepts
	chains        [2]chain          // by binding
	merged        [2]*contract.Port // by binding, for all ports with the binding; nil if it is not served
}

// soapEndpoint describes the operations of SOAP bindings at one path.
type soapEndpoint struct {
	*soapHandler
	ports [2]*soapPort // by binding; nil if it is not offered
}

// soapPort describes the operations of one SOAP binding at one path.
type soapPort struct {
	operations dispatchTable
	headers    []contract.Header // declared headers of all requests
	encoded    bool              // there are operations with SOAP encoding
	rpc        bool              // there are operations of style rpc
	addressed  bool              // there are operations with an action of WS-Addressing
}

// addPort implements protocolHandler. Of several ports with a binding at one path, which differ in their policies, the first
// one describes the operations.
func (h *soapHandler) addPort(p *contract.Port) {
	b := p.Binding
	if h.merged[b] == nil {
		h.merged[b] = h.Served(b)
		h.chains[b] = h.newChain(h.merged[b], false)
	}
	e := endpointAt(h.at(h.portPath(p)), &soapEndpoint{soapHandler: h})
	if e.ports[b] != nil {
		return
	}
	port := &soapPort{operations: dispatchTable{}}
	e.ports[b] = port
	for _, op := range h.Operations {
		if wire := op.Wire(b); wire != nil {
			h.addOperation(port, &soapRoute{
				route:  route{protocolHandler: h, op: op, wire: wire, binding: b, chain: h.chains[b]},
				action: h.action(wire), address: h.addressed(wire.Details().Addressed), parts: h.parts(wire),
			})
		}
	}
}

func (h *soapHandler) addOperation(port *soapPort, r *soapRoute) {
	details := r.wire.Details()
	port.encoded = port.encoded || r.wire.Encoded
	port.rpc = port.rpc || r.wire.RPC
	port.addressed = port.addressed || details.Addressed != ""
	for _, name := range h.begins(r.wire) {
		port.operations[name] = append(port.operations[name], r)
	}
	for _, header := range details.Headers {
		if !slices.Contains(port.headers, header) {
			port.headers = append(port.headers, header)
		}
	}
}

// likelyBinding returns the binding in which to answer a message whose envelope
// is not found: the one with the media type, else the first that is offered.
func (e *soapEndpoint) likelyBinding(m media.Type) contract.Binding {
	if e.ports[contract.SOAP12] != nil && (e.ports[contract.SOAP11] == nil || media.Parse(m.Attribute("type")).Name == soap12MediaType) {
		return contract.SOAP12
	}
	return contract.SOAP11
}

// begins returns the names of the possible first elements in the Body of a
// request; the zero name is an empty Body.
func (c *boundContract) begins(wire *contract.Wire) (names []xsd.QName) {
	input := wire.Input()
	for _, e := range input.Elements {
		names = append(names, xsd.QName{Space: codec.NamespaceURI(c.ns, e.NS), Local: e.Local})
	}
	switch {
	case names != nil:
		return names
	case input.Any:
		return []xsd.QName{anyBody}
	}
	return []xsd.QName{{}}
}

// actions are the actions with which a request names its operation outside the Body.
type actions struct {
	soap      string // action in the header SOAPAction or the media type
	addressed string // action in the header block of WS-Addressing
}

// choose finds the operation. If several operations have the same element, the action decides,
// then the action of WS-Addressing, then the parts of the request; without any of them it is
// the first operation. An action of another operation is a fault, but with an empty Body it
// may name an operation that is called with nil. body is the start of the Body, to which the
// decoder returns when it has looked at the parts; the current tag is the same afterwards.
func (t dispatchTable) choose(d *schema.Decoder, body *codec.Bookmark, name xsd.QName, sent actions) (*soapRoute, *Fault) {
	candidates := t[name]
	if len(candidates) == 0 {
		candidates = t[anyBody]
	}
	if name == (xsd.QName{}) {
		if r := t.withoutElement(cmp.Or(sent.soap, sent.addressed)); r != nil {
			return r, nil
		}
	}
	if len(candidates) == 0 {
		return nil, clientFault(t.unknown(name))
	}
	if action := sent.soap; action != "" {
		named := withAction(candidates, action)
		switch {
		case len(named) > 0:
			candidates = named
		case t.isOfAnother(action, candidates[0]):
			c, header := candidates[0], map[contract.Binding]string{contract.SOAP11: "SOAPAction", contract.SOAP12: "action"}
			return nil, clientFault(fmt.Sprintf("the action of the operation %s is %q, not the %s %q", c.op.Name, c.action, header[c.binding], action))
		case len(addressedTo(candidates, sent.addressed)) != 1 && sharesMessage(candidates):
			return nil, clientFault(actionsOf(candidates, action))
		}
	}
	if len(candidates) > 1 && sent.addressed != "" {
		if addressed := addressedTo(candidates, sent.addressed); len(addressed) > 0 {
			candidates = addressed
		}
	}
	if len(candidates) == 1 || name == (xsd.QName{}) {
		return candidates[0], nil
	}
	return byParts(d, body, candidates), nil
}

// withoutElement returns the only operation with an action, if its element may be left
// out; else nil.
func (t dispatchTable) withoutElement(action string) *soapRoute {
	routes := t.withAction(action)
	other := func(r *soapRoute) bool { return r != routes[0] || !r.op.IsBare(r.wire) }
	if action == "" || len(routes) == 0 || slices.ContainsFunc(routes, other) {
		return nil
	}
	return routes[0]
}

// unknown returns the message that no operation has the element in the Body,
// and which element may be meant.
func (t dispatchTable) unknown(name xsd.QName) string {
	if name == (xsd.QName{}) {
		return "the Body is empty"
	}
	meant := xsd.QName{} // the first of several
	for known := range t {
		if strings.EqualFold(known.Local, name.Local) && (meant == (xsd.QName{}) || known.String() < meant.String()) {
			meant = known
		}
	}
	text := fmt.Sprintf("no operation has the element %s", name)
	if name.Space == "" && meant.Space != "" {
		text += "; its namespace is missing: there is " + meant.String()
	} else if meant != (xsd.QName{}) {
		text += "; there is " + meant.String()
	}
	return text
}

// isOfAnother reports whether an action belongs to an operation that is not an overload
// of chosen. Among overloads the element decides: clients whose tools cannot have
// overloads mix them up.
func (t dispatchTable) isOfAnother(action string, chosen *soapRoute) bool {
	owners := t.withAction(action)
	return len(owners) > 0 && !slices.ContainsFunc(owners, chosen.overloads)
}

// withAction returns all operations that have an action.
func (t dispatchTable) withAction(action string) []*soapRoute {
	var owners []*soapRoute
	for _, routes := range t {
		owners = append(owners, withAction(routes, action)...)
	}
	return owners
}

// overloads reports whether two operations are overloads of one.
func (r *soapRoute) overloads(other *soapRoute) bool {
	return r.op.OverloadOf != "" && r.op.OverloadOf == other.op.OverloadOf
}

// sharesMessage reports whether two operations, other than overloads, have the same
// request, so that only an action says which is meant.
func sharesMessage(candidates []*soapRoute) bool {
	for i, a := range candidates {
		for _, b := range candidates[:i] {
			if !a.overloads(b) && slices.Equal(a.wire.Details().Parts, b.wire.Details().Parts) {
				return true
			}
		}
	}
	return false
}

// actionsOf returns the message that none of several operations has an action.
func actionsOf(candidates []*soapRoute, action string) string {
	var known []string
	for _, c := range candidates[:min(len(candidates), 10)] {
		known = append(known, fmt.Sprintf("%q of %s", c.action, c.op.Name))
	}
	if more := len(candidates) - len(known); more > 0 {
		known = append(known, fmt.Sprintf("or of %d other operations", more))
	}
	return fmt.Sprintf("no operation has the action %q; want one of %s", lex.Shorten(action), strings.Join(known, ", "))
}

// withAction returns the operations that have an action: the declared one, "" if
// none is declared, or one that ends in # and the operation's name, as some
// clients send it.
func withAction(all []*soapRoute, action string) []*soapRoute {
	var exact, named []*soapRoute
	for _, c := range all {
		switch {
		case c.action == action || c.address == action: // SOAP 1.2 uses one action for both
			exact = append(exact, c)
		case strings.HasSuffix(action, "#"+c.op.Name) || c.wire.In.Local != "" && strings.HasSuffix(action, "#"+c.wire.In.Local):
			named = append(named, c)
		}
	}
	if len(exact) > 0 {
		return exact
	}
	return named
}

func addressedTo(all []*soapRoute, action string) []*soapRoute {
	return slices.DeleteFunc(slices.Clone(all), func(c *soapRoute) bool { return c.address != action })
}

// byParts finds the operation that has the parts of the request, or the first
// operation if none has them.
func byParts(d *schema.Decoder, body *codec.Bookmark, candidates []*soapRoute) *soapRoute {
	var whole, inside []*soapRoute // routes whose parts are children of the Body, and of its element
	for _, c := range candidates {
		if c.wire.Body {
			whole = append(whole, c)
		} else {
			inside = append(inside, c)
		}
	}
	if len(whole) > 0 {
		d.Again(body)
		sent := readSignature(d)
		reenter(d, body)
		if found := sent.choose(whole); found != nil && (len(sent) > 1 || len(inside) == 0) {
			return found
		}
	}
	if len(inside) < 2 {
		return append(inside, candidates...)[0]
	}
	found := readSignature(d).choose(inside)
	reenter(d, body)
	if found == nil {
		return inside[0]
	}
	return found
}

// reenter goes back to the first element of the Body.
func reenter(d *schema.Decoder, body *codec.Bookmark) {
	if d.Err() == nil {
		d.Again(body)
		d.Open()
		d.Child()
	}
}

// signature distinguishes overloaded operations whose requests begin with the
// same element: it has the children of that element (the accessors of rpc), or
// of the Body, and their xsi:type.
type signature []sentPart

type sentPart struct {
	name schema.ElementName
	typ  xsd.QName // value of xsi:type; the zero name without one
}

// maxParts bounds the parts of a signature.
const maxParts = 256

// readSignature reads the children of the current element, through its end tag.
func readSignature(d *schema.Decoder) signature {
	var s signature
	for d.Open(); d.Child(); {
		_, local := d.Tag()
		part := sentPart{name: schema.ElementName{NS: d.NS(), Local: local}}
		if typ, ok := d.Attr(schema.XSINamespace, "type"); ok {
			if space, local, ok := d.ResolveQName(typ); ok {
				part.typ = xsd.QName{Space: space, Local: local}
			}
		}
		if len(s) < maxParts {
			s = append(s, part)
		}
		d.Skip()
	}
	return s
}

// choose returns the operation that matches a signature best, nil if none
// matches. An operation matches if it has all parts that were sent. The best one
// has the fewest other parts; among equals, the one whose parts have the types that
// were sent.
func (s signature) choose(candidates []*soapRoute) *soapRoute {
	var best *soapRoute
	missing, typed := 0, 0
	for _, rt := range candidates {
		m, t, ok := s.compare(rt.parts)
		if ok && (best == nil || m < missing || m == missing && t > typed) {
			best, missing, typed = rt, m, t
		}
	}
	return best
}

// compare counts the parts that were not sent, and the parts that were sent with the type
// of the operation. It reports false if a part was sent that the operation does not have.
func (s signature) compare(parts []contract.Part) (missing, typed int, ok bool) {
	missing = len(parts)
	seen := make(map[schema.ElementName]bool)
	for _, sent := range s {
		i := slices.IndexFunc(parts, func(p contract.Part) bool { return p.Name == sent.name })
		if i < 0 {
			return 0, 0, false
		}
		if !seen[sent.name] {
			seen[sent.name] = true
			missing--
		}
		if sent.typ != (xsd.QName{}) && sent.typ == parts[i].Type {
			typed++
		}
	}
	return missing, typed, true
}
