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

	multipartMediaType = "multipart/related"

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
