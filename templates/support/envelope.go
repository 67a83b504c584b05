package support

// The namespaces of envelopes and what belongs to them.
const (
	soap11Namespace = "http://schemas.xmlsoap.org/soap/envelope/"
	soap12Namespace = "http://www.w3.org/2003/05/soap-envelope"

	soap11Next     = "http://schemas.xmlsoap.org/soap/actor/next"
	soap12Next     = soap12Namespace + "/role/next"
	soap12Ultimate = soap12Namespace + "/role/ultimateReceiver"

	soap11MediaType = "text/xml"
	soap12MediaType = "application/soap+xml"
	formMediaType   = "application/x-www-form-urlencoded"

	xmlProlog = `<?xml version="1.0" encoding="utf-8"?>`
	utf8Label = "; charset=utf-8"
)

// envelopeNamespace returns the namespace of a SOAP binding's envelopes.
func envelopeNamespace(b Binding) string {
	if b == SOAP12 {
		return soap12Namespace
	}
	return soap11Namespace
}

// isSOAP reports whether b carries envelopes.
func isSOAP(b Binding) bool { return b == SOAP11 || b == SOAP12 }

// envelopeType is the media type of a SOAP binding's envelopes.
func envelopeType(b Binding) string {
	if b == SOAP12 {
		return soap12MediaType
	}
	return soap11MediaType
}

// contentType is the Content-Type of what is sent over a binding: of requests
// and responses for SOAP, of responses for HTTP.
func contentType(b Binding) string {
	if b == SOAP12 {
		return soap12MediaType + utf8Label
	}
	return soap11MediaType + utf8Label
}

// openEnvelope writes an envelope up to and including the start tag of Body.
// The prefix soap is the only one that is in scope there. There is no Header if
// header is nil or writes nothing.
func openEnvelope(e *Encoder, b Binding, header func(*Encoder)) {
	e.soap12 = b == SOAP12
	e.Raw(xmlProlog + `<soap:Envelope xmlns:soap="`)
	e.Raw(envelopeNamespace(b))
	e.Raw(`">`)
	if header != nil {
		before := len(e.buf)
		e.Raw("<soap:Header>")
		start := len(e.buf)
		if header(e); len(e.buf) > start {
			e.Raw("</soap:Header>")
		} else {
			e.buf = e.buf[:before]
		}
	}
	e.Raw("<soap:Body>")
}

// openBody is openEnvelope without the end of Body's start tag, which declares
// the namespaces of the table.
func openBody(e *Encoder, b Binding, header func(*Encoder)) {
	openEnvelope(e, b, header)
	e.buf = e.buf[:len(e.buf)-1]
	e.declare()
}

func closeEnvelope(e *Encoder) { e.Raw("</soap:Body></soap:Envelope>") }

// encodePath writes the elements of path, one inside the other, and the content
// of the innermost with inner, which starts inside its start tag.
func encodePath(e *Encoder, path []ElementName, r reply) {
	n := len(path)
	if r.absent && n > 0 {
		n--
	}
	for i := range n {
		e.Open(path[i], i == 0)
		if i < len(path)-1 {
			e.Raw(">")
		} else {
			e.Raw(e.outType)
		}
	}
	if n > 0 && n == len(path) {
		r.encode(e)
	}
	for i := n - 1; i >= 0; i-- {
		e.Close(path[i])
	}
}

// encodeDocument is encodePath for a document of its own or a Body: an absent
// innermost element is nil if it may be, or if it is the root, which cannot be
// left out.
func encodeDocument(e *Encoder, path []ElementName, r reply, null bool) {
	if r.absent && (null || len(path) == 1) {
		e.xsi = true
		r = reply{write: encodeNil}
	}
	encodePath(e, path, r)
}

// encodeNil writes the content of an element that is nil, from inside its start
// tag.
func encodeNil(e *Encoder) { e.Raw(` xsi:nil="true">`) }

// decodePath reads the elements of path, of which the current tag should be the
// first, and the innermost with inner. Unknown elements are skipped. Without
// the innermost inner is not called; if it must be there, that is an error.
func decodePath(d *Decoder, path []ElementName, must bool, inner func(*Decoder)) {
	if !d.Is(path[0]) {
		d.failTag("the element %s is expected here", path[0].Local)
		return
	}
	decodeRest(d, path[1:], must, inner)
}

func decodeRest(d *Decoder, path []ElementName, must bool, inner func(*Decoder)) {
	if len(path) == 0 {
		inner(d)
		return
	}
	found := false
	d.Enter(noFields)
	for d.Child() {
		switch {
		case !d.Is(path[0]):
			d.skipUnknown()
		case found:
			d.failTag("the element is given twice")
		default:
			found = true
			decodeRest(d, path[1:], must, inner)
		}
	}
	if must && !found {
		d.Fail("the element %s is missing", path[0].Local)
	}
}

// isMandatory reports whether the current tag is a header block that this node
// must understand.
func isMandatory(d *Decoder, b Binding) bool {
	space := envelopeNamespace(b)
	must, _ := d.Attr(space, "mustUnderstand")
	must = string(trimSpace([]byte(must)))
	if must != "1" && !(b == SOAP12 && must == "true") {
		return false
	}
	if b == SOAP12 {
		role, _ := d.Attr(space, "role")
		return role == "" || role == soap12Ultimate || role == soap12Next
	}
	actor, _ := d.Attr(space, "actor")
	return actor == "" || actor == soap11Next
}
