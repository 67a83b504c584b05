package soap

import (
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/media"
	"example.com/quartet/templates/soap/schema"
)

// The namespaces of envelopes and what belongs to them.
const (
	SOAP11Namespace = codec.SOAPEnvelope11
	SOAP12Namespace = codec.SOAPEnvelope12

	soap11Next     = "http://schemas.xmlsoap.org/soap/actor/next"
	soap12Next     = SOAP12Namespace + "/role/next"
	soap12None     = SOAP12Namespace + "/role/none"
	soap12Ultimate = SOAP12Namespace + "/role/ultimateReceiver"

	soap12MediaType = "application/soap+xml"
	formMediaType   = "application/x-www-form-urlencoded"
)

// envelopeNamespace returns the namespace of a SOAP binding's envelopes.
func envelopeNamespace(b contract.Binding) string {
	if b == contract.SOAP12 {
		return SOAP12Namespace
	}
	return SOAP11Namespace
}

// isSOAP reports whether b carries envelopes.
func isSOAP(b contract.Binding) bool { return b == contract.SOAP11 || b == contract.SOAP12 }

// envelopeType is the media type of a SOAP binding's envelopes.
func envelopeType(b contract.Binding) string {
	if b == contract.SOAP12 {
		return soap12MediaType
	}
	return media.XML
}

// contentType is the Content-Type of what is sent over a binding: of requests
// and responses for SOAP, of responses for HTTP.
func contentType(b contract.Binding) string {
	if b == contract.SOAP12 {
		return soap12MediaType + media.UTF8
	}
	return media.XML + media.UTF8
}

// openEnvelope writes an envelope up to and including the start tag of Body.
// The prefix soap is the only one that is in scope there. There is no Header if
// header is nil or writes nothing.
func openEnvelope(e *schema.Encoder, b contract.Binding, header func(*schema.Encoder)) {
	e.SOAP12 = b == contract.SOAP12
	e.Raw(codec.XMLProlog + `<soap:Envelope xmlns:soap="`)
	e.Raw(envelopeNamespace(b))
	e.Raw(`">`)
	if header != nil {
		before := len(e.Buf)
		e.Raw("<soap:Header>")
		start := len(e.Buf)
		if header(e); len(e.Buf) > start {
			e.Raw("</soap:Header>")
		} else {
			e.Buf = e.Buf[:before]
		}
	}
	e.Raw("<soap:Body>")
}

// openBody continues the start tag of Body after openEnvelope, and declares the
// namespaces there.
func openBody(e *schema.Encoder) {
	e.Buf = e.Buf[:len(e.Buf)-1]
	e.Declare()
}

func closeEnvelope(e *schema.Encoder) { e.Raw("</soap:Body></soap:Envelope>") }
