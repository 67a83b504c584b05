package support

import (
	"bytes"
	"errors"
)

// comparison is what of a message is compared with the schema: the elements in
// the Body of an envelope, or a document of its own, and of the header blocks and
// the details of faults those that the contract declares. What the schema does
// not declare is passed over.
type comparison struct {
	soap    bool
	blocks  []declaredBlock
	details []declaredBlock
}

// declaredBlock is an element that the contract declares for the Header or for
// the detail of a fault.
type declaredBlock interface {
	matches(*Decoder) match
	isEncoded() bool
}

// checkRequest validates a request if the options want that, as checkReply does
// with a reply. What cannot be read at all is for the decoder to tell about, and
// what is in SOAP encoding is not what the schema says.
func (c *contract) checkRequest(doc []byte, b Binding, way *Wire, options *config) error {
	if !options.validate || way.Encoded || !isSOAP(b) && way.Send != ContentXML {
		return nil
	}
	return c.compare(doc, comparison{soap: isSOAP(b), blocks: declaredHeaders(way.Headers)}, options)
}

func (c *contract) checkReply(doc []byte, b Binding, op *Operation, way *Wire, options *config) error {
	if !options.validate || way.Encoded || !isSOAP(b) && way.Receive > ContentXML {
		return nil
	}
	return c.compare(doc, comparison{soap: isSOAP(b), blocks: declaredInReply(way), details: declaredFaults(op.Faults)}, options)
}

// checkDocument validates a document of its own if the options want that.
func (c *contract) checkDocument(doc []byte, options *config) error {
	if !options.validate {
		return nil
	}
	return c.compare(doc, comparison{}, options)
}

// checkBlocks validates elements of a Header or of the detail of a fault if the
// options want that.
func (c *contract) checkBlocks(content []byte, declared []declaredBlock, options *config) error {
	if !options.validate || len(content) == 0 {
		return nil
	}
	envelope := bytes.Join([][]byte{[]byte(`<e:Envelope xmlns:e="` + soap11Namespace + `"><e:Header>`), content, []byte(`</e:Header></e:Envelope>`)}, nil)
	return c.compare(envelope, comparison{soap: true, blocks: declared}, options)
}

func declaredHeaders(headers []HeaderInfo) []declaredBlock {
	var all []declaredBlock
	for _, h := range headers {
		all = append(all, h)
	}
	return all
}

func declaredFaults(faults []*FaultInfo) []declaredBlock {
	var all []declaredBlock
	for _, f := range faults {
		all = append(all, f)
	}
	return all
}

func declaredInReply(way *Wire) []declaredBlock {
	return append(declaredHeaders(way.OutHeaders), declaredFaults(way.HeaderFaults)...)
}

func (c *contract) compare(doc []byte, what comparison, options *config) error {
	if c.Schema == nil || len(doc) == 0 {
		return nil
	}
	err := c.validateMessage(doc, &what, options.limits)
	var unreadable *DecodeError
	if errors.As(err, &unreadable) {
		return nil
	}
	return err
}

// validateMessage validates a message. There may be several messages of one
// name: what is valid as one of them is valid.
func (c *contract) validateMessage(doc []byte, what *comparison, limits Limits) error {
	m, err := c.Schema.load()
	if err != nil {
		return err
	}
	for choice := 0; ; choice++ {
		more := false
		bad := m.validate(NewDecoder(doc, c.read, limits), func(v *validation) {
			v.place, v.rename = true, c.renamed
			if v.d.Root() {
				if what.soap {
					more = v.envelope(what, choice)
				} else {
					more = v.message(choice)
				}
			}
			v.d.End()
		})
		if err == nil {
			err = bad
		}
		if bad == nil || !more {
			if bad == nil {
				return nil
			}
			return err
		}
	}
}

// envelope validates what is in the Header and in the Body.
func (v *validation) envelope(what *comparison, choice int) (more bool) {
	v.d.Open()
	for v.d.Child() {
		switch {
		case v.isEnvelope("Header"):
			more = v.declared(what.blocks, choice) || more
		case v.isEnvelope("Body"):
			more = v.body(what.details, choice) || more
		default:
			v.d.Skip()
		}
	}
	return more
}

// isEnvelope reports whether the current tag is one of the envelope's own.
func (v *validation) isEnvelope(local string) bool {
	return v.d.hasTag(soap11Namespace, local) || v.d.hasTag(soap12Namespace, local)
}

func (v *validation) body(details []declaredBlock, choice int) (more bool) {
	v.d.Open()
	for v.d.Child() {
		if v.isEnvelope("Fault") {
			more = v.fault(details, choice) || more
		} else {
			more = v.message(choice) || more
		}
	}
	return more
}

// fault validates the detail of a fault: it has no namespace in SOAP 1.1, and
// that of the envelope in SOAP 1.2.
func (v *validation) fault(details []declaredBlock, choice int) (more bool) {
	v.d.Open()
	for v.d.Child() {
		if v.d.hasTag("", "detail") || v.d.hasTag(soap12Namespace, "Detail") {
			more = v.declared(details, choice) || more
		} else {
			v.d.Skip()
		}
	}
	return more
}

// declared validates those children of the current element that the contract
// declares there.
func (v *validation) declared(blocks []declaredBlock, choice int) (more bool) {
	v.d.Open()
	for v.d.Child() {
		if isDeclared(v.d, blocks) {
			more = v.message(choice) || more
		} else {
			v.d.Skip()
		}
	}
	return more
}

func isDeclared(d *Decoder, blocks []declaredBlock) bool {
	for _, b := range blocks {
		if b.matches(d) != matchNone {
			return !b.isEncoded()
		}
	}
	return false
}
