package wsa

import (
	"slices"
	"strings"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// message is what an envelope says about its addresses.
type message struct {
	Properties
	space    string // the namespace of its header blocks; "" if there are none
	envelope bool   // it is an envelope
	fault    bool   // it has a fault
	problem  *problem
}

// Bounds of what is kept of a message: bytes of a text and of reference parameters, and their number.
const (
	maxText       = 8 << 10
	maxParameters = 32
	maxMemory     = 256 << 10
)

// read reads the header blocks of an envelope for a receiver that acts in roles. It does not report errors in the document
// itself: the handler or the client that reads the document does.
func read(envelope []byte, b contract.Binding, roles ...string) *message {
	m := &message{}
	space := soap.SOAP11Namespace
	if b == contract.SOAP12 {
		space = soap.SOAP12Namespace
	}
	d := codec.NewDecoder(envelope, []schema.Namespace{{}}, schema.Limits{})
	defer d.Release()
	if !d.Root() || !d.HasTag(space, "Envelope") {
		return m
	}
	m.envelope = true
	d.LimitMemory(maxMemory, nil)
	d.Open()
	if d.Child() && d.HasTag(space, "Header") {
		m.readHeader(d, space, roles)
		if d.Err() != nil && m.problem == nil && m.space != "" { // the decoder of the Body may have other limits
			m.problem = &problem{code: invalidHeader, header: "Action", reason: "The header blocks cannot be read."}
		}
		if m.problem != nil || !d.Child() {
			return m
		}
	}
	if d.HasTag(space, "Body") {
		d.Open()
		m.fault = d.Child() && d.HasTag(space, "Fault")
	}
	return m
}

// readHeader reads the blocks that are understood, and no others: WithTrust of package wsse makes sure that these are signed. A
// message with blocks of two versions is refused, as other readers might use the blocks of the other version.
func (m *message) readHeader(d *schema.Decoder, space string, roles []string) {
	var seen []string
	d.Open()
	for m.problem == nil && d.Child() {
		blockSpace, local := d.Tag()
		switch {
		case !slices.Contains(understood, xsd.QName{Space: blockSpace, Local: local}) || !d.IsForReceiver(space, roles):
			d.Skip()
		case m.space != "" && m.space != blockSpace:
			m.problem = &problem{code: invalidHeader, specific: "InvalidAddressingHeader", header: local,
				reason: "The message has header blocks of two versions of WS-Addressing."}
		case local != "RelatesTo" && slices.Contains(seen, local):
			m.problem = &problem{code: invalidHeader, specific: "InvalidCardinality", header: local,
				reason: "The header block " + lex.Shorten(local) + " is given more than once."}
		default:
			m.space = blockSpace
			if m.readBlock(d, local) {
				seen = append(seen, local)
			}
			if d.Err() != nil && m.problem == nil { // such as an element in a text, which is not the same for every reader
				m.problem = &problem{code: invalidHeader, header: local, reason: "The header block " + local + " cannot be read."}
			}
		}
	}
}

// readBlock reads a block. It reports whether there may be only one of them.
func (m *message) readBlock(d *schema.Decoder, local string) bool {
	switch local {
	case "To":
		m.To = m.text(d, local)
	case "Action":
		m.Action = m.text(d, local)
	case "MessageID":
		m.MessageID = m.text(d, local)
	case "RelatesTo":
		kind, _ := d.Attr("", "RelationshipType")
		id := m.text(d, local)
		if m.RelatesTo == "" && (kind == "" || kind == Namespace+"/reply" || strings.HasSuffix(kind, ":Reply")) {
			m.RelatesTo = id
		}
		return false
	case "From":
		m.From = m.readEndpoint(d, local)
	case "ReplyTo":
		m.ReplyTo = m.readEndpoint(d, local)
	case "FaultTo":
		m.FaultTo = m.readEndpoint(d, local)
	default:
		d.Skip()
		return false
	}
	return true
}

func (m *message) text(d *schema.Decoder, header string) string {
	text := strings.TrimSpace(d.TextOnly())
	if len(text) > maxText {
		m.problem = &problem{code: invalidHeader, header: header, reason: "The header block " + header + " is too long."}
		return ""
	}
	return text
}

func (m *message) readEndpoint(d *schema.Decoder, header string) *Endpoint {
	e := &Endpoint{}
	for d.Open(); d.Child(); {
		switch {
		case d.HasTag(m.space, "Address"):
			e.Address = m.text(d, header)
		case d.HasTag(m.space, "ReferenceParameters"), d.HasTag(m.space, "ReferenceProperties"):
			for d.Open(); d.Child(); {
				m.checkParameter(d, header, len(e.Parameters))
				e.Parameters = append(e.Parameters, d.RawXML())
			}
		case d.HasTag(m.space, "Metadata"):
			e.Metadata = d.RawXML()
		default:
			d.Skip()
		}
	}
	if e.Address == "" && m.problem == nil && d.Err() == nil {
		m.problem = &problem{code: invalidHeader, specific: "MissingAddressInEPR", header: header, reason: "The endpoint in " + header + " has no address."}
	}
	return e
}

// checkParameter checks the reference parameter that the current tag is: it becomes a header block of the answer, where it
// must not be taken for a block of this package.
func (m *message) checkParameter(d *schema.Decoder, header string, before int) {
	space, _ := d.Tag()
	switch space {
	case Namespace, OldNamespace, soap.SOAP11Namespace, soap.SOAP12Namespace, codec.SecurityNamespace, codec.SecurityUtilityNamespace:
	default:
		if before < maxParameters {
			return
		}
	}
	m.problem = &problem{code: invalidHeader, specific: "InvalidEPR", header: header, reason: "The reference parameters in " + header + " cannot be sent."}
}
