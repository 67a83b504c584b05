package component

import (
	"cmp"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/xsd"
)

// wsdlIndex has the places of the messages, port types and bindings of WSDL documents.
type wsdlIndex struct {
	named    map[wsdlKey]place
	bindings []place

	rpc, typed, blocks bool // there are operations in rpc style, parts with a type, and headers, faults, or operations over HTTP
	encoded            bool // there are messages with SOAP encoding
}

type wsdlKey struct {
	local string // of the element
	name  xsd.QName
}

func (w *wsdlIndex) add(k wsdlKey, at place) {
	if k.local == "binding" {
		w.bindings = append(w.bindings, at)
	}
	if _, known := w.named[k]; !known {
		w.named[k] = at
	}
}

// wsdlPrefixes begin the names of nodes that are extensions of WSDL.
var wsdlPrefixes = map[string]string{
	"http://schemas.xmlsoap.org/wsdl/soap/":   "soap:",
	"http://schemas.xmlsoap.org/wsdl/soap12/": "soap:",
	"http://schemas.xmlsoap.org/wsdl/mime/":   "mime:",
	"http://schemas.xmlsoap.org/wsdl/http/":   "http:",
}

// Messages returns the elements with a name that no schema declares, but that messages of the bindings have: those that contain
// the parts of a literal message in rpc style (WSDL 1.1, section 3.5), header blocks and details of faults that have a type, and
// documents of HTTP bindings, which have the name of a part with a type.
// There may be several, as the parts depend on the operation.
func (s *Set) Messages(name xsd.QName) []*Element {
	if w := &s.wsdl; !w.rpc && !(w.typed && w.blocks) { // all elements of messages are in schemas
		return nil
	}
	s.mu.Lock()
	defer s.done()
	if s.messages == nil {
		s.messages = make(map[xsd.QName][]*Element)
		r := messageReader{set: s, read: make(map[wsdlKey]*node), seen: make(map[messageKey]bool)}
		r.bindings()
	}
	return s.messages[name]
}

// messageReader reads bindings.
type messageReader struct {
	set  *Set
	read map[wsdlKey]*node
	seen map[messageKey]bool

	encoded func(*Element) // takes the parts of messages with SOAP encoding; nil: all others are read
}

// messageKey is an element with parts of a message.
type messageKey struct {
	name    xsd.QName
	message *node
	parts   string
}

// wsdlContext is where names in WSDL documents are written.
var wsdlContext = context{xsdSchema: new(xsdSchema)}

func (r *messageReader) node(at place) *node {
	n, err := at.node()
	if err != nil {
		r.set.fail("reading %s: %w", at.document.file, err)
	}
	return n
}

// find returns the message or the port type that an attribute of a node names, nil if there is none.
func (r *messageReader) find(local string, n *node, attribute string) *node {
	name, _ := wsdlContext.qname(n, n.value(attribute))
	k := wsdlKey{local, name}
	at, ok := r.set.wsdl.named[k]
	if r.read[k] == nil && ok {
		r.read[k] = r.node(at)
	}
	return r.read[k]
}

func (r *messageReader) bindings() {
	for _, at := range r.set.wsdl.bindings {
		if n := r.node(at); n != nil {
			r.binding(n)
		}
	}
}

func (r *messageReader) binding(n *node) {
	extension, portType := n.child("soap:binding", "http:binding"), r.find("portType", n, "type")
	if extension == nil || portType == nil {
		return
	}
	abstracts := make(map[string][]*node)
	for _, op := range portType.nodes {
		abstracts[op.value("name")] = append(abstracts[op.value("name")], op)
	}
	for _, op := range n.nodes {
		abstract := operationFor(op, abstracts[op.value("name")])
		switch {
		case op.local != "operation" || abstract == nil:
		case extension.local == "http:binding":
			r.documents(op, abstract)
		default:
			style := extension.value("style")
			if own := op.child("soap:operation"); own != nil {
				style = cmp.Or(own.value("style"), style)
			}
			r.message(op, abstract, "input", op.value("name"), style == "rpc")
			r.message(op, abstract, "output", op.value("name")+"Response", style == "rpc")
			r.faults(op, abstract)
		}
	}
}

// documents reads the elements of messages that are documents.
func (r *messageReader) documents(op, abstract *node) {
	for _, direction := range [...]string{"input", "output"} {
		concrete, declared := op.child(direction), abstract.child(direction)
		if declared == nil || concrete != nil && concrete.child("http:urlEncoded", "http:urlReplacement") != nil {
			continue
		}
		if message := r.find("message", declared, "message"); message != nil {
			for _, part := range message.all("part", nil) {
				r.block(new(node), message, part.value("name"))
			}
		}
	}
}

// operationFor returns the operation of a port type that one of a binding is about: of overloads the one with its messages.
func operationFor(op *node, overloads []*node) *node {
	for _, n := range overloads[:min(len(overloads), maxOverloads)] {
		if len(overloads) == 1 || sameMessage(n, op, "input") && sameMessage(n, op, "output") {
			return n
		}
	}
	return nil
}

// maxOverloads is how many operations of one name are compared with one of a binding.
const maxOverloads = 1000

func sameMessage(a, b *node, local string) bool {
	x, y := a.child(local), b.child(local)
	return x == nil || y == nil || y.value("name") == "" || x.value("name") == y.value("name")
}

// message reads the elements of a message.
func (r *messageReader) message(op, abstract *node, direction, local string, rpc bool) {
	concrete, declared := op.child(direction), abstract.child(direction)
	if concrete == nil || declared == nil {
		return
	}
	for _, header := range concrete.all("soap:header", nil) {
		for _, n := range append(header.all("soap:headerfault", nil), header) {
			r.block(n, r.find("message", n, "message"), n.value("part"))
		}
	}
	message := r.find("message", declared, "message")
	for _, body := range concrete.all("soap:body", nil) {
		if r.encoded != nil {
			r.encodedParts(body, message, "")
			continue
		}
		key := messageKey{xsd.QName{Space: body.value("namespace"), Local: local}, message, body.value("parts")}
		if !rpc || message == nil || body.value("use") == "encoded" || r.seen[key] {
			continue
		}
		r.seen[key] = true
		_, listed := body.attr("parts")
		names := strings.Fields(key.parts)
		r.wrapper(key.name, message, func(part string) bool {
			return listed && slices.Contains(names, part) || !listed && !concrete.binds(part)
		})
	}
}

// faults reads the details of faults.
func (r *messageReader) faults(op, abstract *node) {
	for _, concrete := range op.all("fault", nil) {
		for _, declared := range abstract.all("fault", nil) {
			n, message := concrete.child("soap:fault"), r.find("message", declared, "message")
			if n == nil || message == nil || declared.value("name") != concrete.value("name") {
				continue
			}
			if part := message.child("part"); part != nil {
				r.block(n, message, part.value("name"))
			}
		}
	}
}

// block adds the element for a header block or the detail of a fault, if its part has a type and no element.
func (r *messageReader) block(n, message *node, name string) {
	if r.encoded != nil {
		r.encodedParts(n, message, name)
		return
	}
	key := messageKey{xsd.QName{Space: n.value("namespace"), Local: name}, message, ""}
	if message == nil || n.value("use") == "encoded" || r.seen[key] {
		return
	}
	r.seen[key] = true
	for _, part := range message.all("part", nil) {
		_, typed := part.attr("type")
		if _, declared := part.attr("element"); typed && !declared && part.value("name") == name {
			e := r.set.partElement(part)
			e.Name = key.name
			e.declaration.Load().Message = true
			r.set.messages[e.Name] = append(r.set.messages[e.Name], e)
		}
	}
}

// encodedParts reads the parts of a message with SOAP encoding, or the one with a name.
func (r *messageReader) encodedParts(n, message *node, name string) {
	if message == nil || n.value("use") != "encoded" {
		return
	}
	for _, part := range message.all("part", nil) {
		if e := r.set.partElement(part); e != nil && (name == "" || part.value("name") == name) {
			r.encoded(e)
		}
	}
}

// wrapper adds an element with parts of a message, which may be nil and in any order.
func (r *messageReader) wrapper(name xsd.QName, message *node, has func(part string) bool) {
	var parts []*Particle
	for _, part := range message.all("part", nil) {
		if has(part.value("name")) {
			if e := r.set.partElement(part); e != nil {
				parts = append(parts, ElementParticle(e))
			}
		}
	}
	d := &Definition{Base: anyType, By: Restriction}
	if parts != nil {
		d.Content = GroupOf(All, parts...)
	}
	e := NewElement(name, &Declaration{Type: NewType(false, d), Message: true})
	r.set.messages[name] = append(r.set.messages[name], e)
}

// partElement returns the element for a part of a message: the one that it names, or one with its type that may be nil.
func (s *Set) partElement(n *node) *Element {
	if _, ok := n.attr("element"); ok {
		return s.elementNamed(wsdlContext, n, n.value("element"))
	}
	t := cmp.Or(s.typeNamed(wsdlContext, n, n.value("type")), anyType)
	return NewElement(xsd.QName{Local: n.value("name")}, &Declaration{Type: t, Nillable: true, Message: true})
}

// binds reports whether a message binds a part to an attachment.
func (n *node) binds(part string) bool {
	return slices.ContainsFunc(n.all("mime:content", nil), func(c *node) bool { return c.value("part") == part })
}
