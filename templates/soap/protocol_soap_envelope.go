package soap

import (
	"slices"
	"strings"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/internal/media"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// The namespaces and the media type of envelopes.
const (
	SOAP11Namespace = codec.SOAPEnvelope11
	SOAP12Namespace = codec.SOAPEnvelope12

	soap12MediaType = "application/soap+xml"
)

// envelopeNamespace returns the namespace of a SOAP binding's envelopes.
func envelopeNamespace(b contract.Binding) string {
	if b == contract.SOAP12 {
		return SOAP12Namespace
	}
	return SOAP11Namespace
}

// envelopeType is the media type of a SOAP binding's envelopes.
func envelopeType(b contract.Binding) string {
	if b == contract.SOAP12 {
		return soap12MediaType
	}
	return media.XML
}

// contentType is the Content-Type of a SOAP binding's envelopes.
func contentType(b contract.Binding) string {
	if b == contract.SOAP12 {
		return soap12MediaType + media.UTF8
	}
	return media.XML + media.UTF8
}

// openEnvelope writes an envelope up to and including the start tag of Body. The prefix soap is the only one that is in scope
// there. There is no Header if header is nil or writes nothing.
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

// openBody continues the start tag of Body after openEnvelope, and declares the namespaces there.
func openBody(e *schema.Encoder) {
	e.Buf = e.Buf[:len(e.Buf)-1]
	e.Declare()
}

func closeEnvelope(e *schema.Encoder) { e.Raw("</soap:Body></soap:Envelope>") }

// isEnvelope reports whether the current tag is an envelope of a binding.
func isEnvelope(d *schema.Decoder, b contract.Binding) bool {
	return d.HasTag(envelopeNamespace(b), "Envelope")
}

// checkEnvelopeTag fails in strict mode if the current tag, which is Envelope, Header or Body, has the attribute encodingStyle
// or one without a namespace: SOAP 1.2 does not allow them there.
func checkEnvelopeTag(d *schema.Decoder, b contract.Binding) {
	if b != contract.SOAP12 || !d.Message {
		return
	}
	for i := range d.Attrs {
		switch name := d.Buf[d.Attrs[i].Local:d.Attrs[i].End]; {
		case d.Attrs[i].URI == "":
			d.FailTag("the attribute %s is not allowed here without a namespace", lex.QuoteName(name))
		case d.Attrs[i].URI == SOAP12Namespace && string(name) == "encodingStyle":
			d.FailTag("the attribute encodingStyle is not allowed here")
		}
	}
}

// leaveBody checks what follows the element in the Body: there must be no other, and nothing after the Body.
func leaveBody(d *schema.Decoder) {
	if d.Child() {
		d.FailTag("the Body holds more than one element")
	}
	leaveEnvelope(d)
}

func leaveEnvelope(d *schema.Decoder) {
	if d.Child() {
		d.FailTag("an element after the Body")
	}
	d.End()
}

const noEncoding = SOAP12Namespace + "/encoding/none"

// unknownStyle returns the attribute encodingStyle of the current tag if it names an encoding of data that is not known, else
// "". In SOAP 1.1 it lists encodings, and SOAP defines no fault for unknown ones.
func unknownStyle(d *schema.Decoder, b contract.Binding) string {
	if b != contract.SOAP12 {
		return ""
	}
	style, _ := d.Attr(SOAP12Namespace, "encodingStyle")
	style = strings.Trim(style, xmlSpace)
	switch style {
	case "", noEncoding, codec.SOAPEncoding11, codec.SOAPEncoding12:
		return ""
	}
	return lex.Shorten(style)
}

// isTarget reports whether the current tag is a header block for this node.
func (c *config) isTarget(d *schema.Decoder, version contract.Binding) bool {
	return d.IsForReceiver(envelopeNamespace(version), c.roles)
}

const xmlSpace = " \t\r\n"

// isMandatory reports whether the sender insists on the header block that the
// current tag is. SOAP 1.1 has 0 and 1; true and false are accepted, too.
func isMandatory(d *schema.Decoder, version contract.Binding) bool {
	must, ok := d.Attr(envelopeNamespace(version), "mustUnderstand")
	if !ok {
		return false
	}
	switch strings.Trim(must, xmlSpace) {
	case "1", "true":
		return true
	case "0", "false":
		return false
	}
	d.FailTag("the value %q of mustUnderstand is not a boolean", lex.QuoteName([]byte(must)))
	return false
}

// headerBlocks are the header blocks of one envelope that are for this node.
type headerBlocks struct {
	receivedBlocks
	fault      *contract.Fault // on a response: the header fault with this detail
	detail     any
	understood []mandatoryBlock // blocks that the contract declares, one of each header
	others     []xsd.QName      // names of mandatory blocks that are not known: the first maxOthers
	action     string           // action of WS-Addressing
	style      string           // an encodingStyle that is not known
}

// mandatoryBlock is a header block that this node must understand.
type mandatoryBlock struct {
	name xsd.QName
	of   contract.Header
}

// maxOthers bounds the names that a fault lists.
const maxOthers = 16

// expectedBlocks are the header blocks that a contract has for a message.
type expectedBlocks struct {
	known     []contract.Header
	faults    []*contract.Fault // faults whose detail is in a header block
	addressed bool              // the action of WS-Addressing is understood
}

// readHeader reads the header blocks of an envelope, whose Header is the current tag: those that are known and those that are
// details of faults. It notes which ones the sender insists on (SOAP 1.1 section 4.2, SOAP 1.2 part 1 section 2.4).
func (c *boundContract) readHeader(d *schema.Decoder, version contract.Binding, expected expectedBlocks) (b headerBlocks) {
	b.receivedBlocks = receivedBlocks{known: expected.known, version: version, by: c}
	others := false
	strict := d.Strict
	d.Strict = false // headers may have attributes of the envelope's namespace
	for d.Open(); d.Child(); {
		space, local := d.Tag()
		if strict && space == "" {
			d.FailTag("a header block without a namespace")
		}
		if !c.isTarget(d, version) {
			d.Skip()
			continue
		}
		h := blockHere(expected.known, d)
		others = others || h == nil
		if h == nil && expected.addressed && b.takeAction(d, version) {
			continue
		}
		name := xsd.QName{Space: space, Local: local}
		if isMandatory(d, version) && (h != nil || !slices.Contains(c.understood, name)) { // an option reads those
			b.insist(name, h)
		}
		if h != nil && b.style == "" {
			b.style = unknownStyle(d, version)
		}
		b.take(d, h, blockHere(expected.faults, d))
	}
	d.Strict = strict
	switch {
	case !others:
	case d.Parts != nil:
		b.markup = d.Inline(nil, 0, d.Pos)
	default:
		b.markup = d.Buf[:d.Pos]
	}
	return b
}

// takeAction reads the header block Action of WS-Addressing 1.0, or of its submission, and reports whether the current tag is one.
// A message may have it in two versions, but has only one.
func (b *headerBlocks) takeAction(d *schema.Decoder, version contract.Binding) bool {
	if !d.HasTag(codec.AddressingNamespace, "Action") && !d.HasTag(codec.OldAddressingNamespace, "Action") {
		return false
	}
	isMandatory(d, version) // reports a value that is not a boolean
	action := strings.Trim(d.TextOnly(), xmlSpace)
	if b.action != "" && action != b.action {
		d.Fail("the header has two different actions of WS-Addressing")
	}
	b.action = action
	return true
}

// insist notes a mandatory block. h is nil if the block is not known.
func (b *headerBlocks) insist(name xsd.QName, h contract.Header) {
	switch {
	case h == nil && len(b.others) < maxOthers:
		b.others = append(b.others, name)
	case h != nil && !slices.ContainsFunc(b.understood, func(m mandatoryBlock) bool { return m.of == h }):
		b.understood = append(b.understood, mandatoryBlock{name, h})
	}
}

// take reads a block as a header, as the detail of a fault, or as both.
func (b *headerBlocks) take(d *schema.Decoder, h contract.Header, fault *contract.Fault) {
	const valueBytes = 128 // an estimate for a value and its place in a list that grows
	switch {
	case h != nil && !d.TakeMemory(valueBytes):
	case h != nil:
		value := h.Decode(d)
		b.values = append(b.values, headerValue{h, value})
		if fault != nil && b.fault == nil {
			b.fault, b.detail = fault, value
		}
	case fault != nil && b.fault == nil:
		b.fault, b.detail = fault, fault.Decode(d)
	default:
		d.Skip()
	}
}

// unknown returns the names of the mandatory blocks that are not understood.
func (b *headerBlocks) unknown(understood []contract.Header) []xsd.QName {
	names := slices.Clip(b.others)
	for _, m := range b.understood {
		if !slices.Contains(understood, m.of) {
			names = append(names, m.name)
		}
	}
	return names
}
