package soap

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"math"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/media"
	"example.com/quartet/templates/soap/internal/related"
	"example.com/quartet/templates/soap/schema"
)

func (c *config) maxParts() int {
	if c.mtom == nil {
		return related.MaxParts
	}
	return max(c.mtom.MaxParts, related.MaxParts)
}

// sentMTOM returns how messages of a port are sent, nil if no values become parts. asked reports whether the peer asks for
// MTOM; it is nil on a client, which does not send MTOM to a service whose policy only allows it.
func (c *boundContract) sentMTOM(port *contract.Port, asked func() bool) *MTOM {
	use := contract.Unmentioned
	if port != nil && port.Policy != nil {
		use = port.Policy.MTOM
	}
	switch {
	case c.mtom != nil:
		return c.mtom
	case use == contract.Required || use == contract.Optional && asked != nil && asked():
		return &MTOM{Always: true}
	}
	return nil
}

// newParts returns the parts for the values of a message, nil if they stay in the envelope.
func (m *MTOM) newParts() *codec.BinaryParts {
	if m == nil {
		return nil
	}
	const usual = 1 << 10
	p := &codec.BinaryParts{Threshold: usual, Max: related.MaxParts - 1, Readers: m.readers}
	if m.Threshold > 0 {
		p.Threshold = m.Threshold
	}
	if m.MaxParts > 0 {
		p.Max = m.MaxParts - 1 // the envelope is a part, too
	}
	return p
}

// packs reports whether a message with parts of values is a package of XOP.
func (m *MTOM) packs(values *codec.BinaryParts) bool {
	return m != nil && (m.Always || len(values.List) > 0)
}

// xopType returns the media type of the root of a package with an envelope.
func xopType(envelope string) string {
	t := media.Parse(envelope)
	root := media.XOP + media.UTF8 + "; type=" + media.Quote(t.Name)
	if action := t.Attribute("action"); action != "" {
		root += "; action=" + media.Quote(action)
	}
	return root
}

// withReaders returns how messages with readers are sent: the content of readers is in parts, and m says where other values are.
func (m *MTOM) withReaders() *MTOM {
	if m == nil {
		return &MTOM{Threshold: math.MaxInt, readers: true}
	}
	streamed := *m
	streamed.readers = true
	return &streamed
}

// streamedPackage is packageOf for values that are read while the message is sent.
func streamedPackage(root string, envelope []byte, values *codec.BinaryParts) (mediaType string, message io.Reader) {
	var parts []related.StreamedPart
	for _, v := range values.List {
		content := v.Reader
		if content == nil {
			content = bytes.NewReader(v.Content)
		}
		parts = append(parts, related.StreamedPart{ID: v.ID, MediaType: v.MediaType, Content: content})
	}
	return related.Compose(xopType(root), envelope, parts)
}

// readerBody is the body of a request with parts that are read while it is sent.
type readerBody struct {
	io.Reader
	*codec.BinaryParts // for Close
}

var errSentOnce = errors.New("the request has readers, and cannot be sent again")

// refersToParts reports whether elements of an envelope refer to parts: an interceptor may have replaced the envelope.
func refersToParts(envelope []byte) bool { return bytes.Contains(envelope, []byte(codec.XOPNamespace)) }

// checkInlined checks the document that a decoder has read. It sees the content of parts in place of references, but
// not the content of readers.
func (c *config) checkInlined(d *schema.Decoder, check func([]byte) error) error {
	if c.checker == nil {
		return nil
	}
	doc := d.Inline(nil, 0, len(d.Buf))
	return cmp.Or(d.Err(), check(doc))
}

// rootType returns the media type of the envelope in a part of a message of the media type m. In an
// XOP package it is the type that the envelope would have without the package.
func rootType(part *related.Part, m media.Type) (root media.Type, xop bool) {
	outer := media.Parse(part.MediaType)
	if root = outer; outer.Name == media.XOP || outer.Name == "" && m.Attribute("type") == media.XOP {
		root, xop = media.Parse(cmp.Or(outer.Attribute("type"), m.Attribute("start-info"))), true
		root.Add("charset", outer.Attribute("charset"))
	}
	for _, from := range []media.Type{outer, media.Parse(m.Attribute("start-info")), m} {
		if action := from.Attribute("action"); root.Attribute("action") == "" && action != "" {
			root.Add("action", action)
		}
	}
	return root, xop
}

// unpack gives a value that was decoded from an envelope the attachments beside it.
func (c *boundContract) unpack(v any, packed *related.Stream, options *contract.PackagingOptions) error {
	switch {
	case c.Multipart != nil:
		return c.Multipart.Attach(v, packed.Attachments(), options)
	case c.strict:
		return packed.CheckUsed()
	}
	return nil
}

// attachmentsOf returns the attachments of a message: those that the contract declares, and those that have been added. They are not
// nil if there is one, or the contract declares some.
func (c *boundContract) attachmentsOf(ctx context.Context, v any, declared []contract.Attachment, message *schema.Type, added outgoing) (parts []Attachment, err error) {
	if len(declared) > 0 {
		parts, err = c.Multipart.Pack(v, c.packagingOptions(ctx, declared, message))
		parts = append([]Attachment{}, parts...)
		related.Identify(parts)
	}
	return append(parts, added...), err
}

// inlinedParts returns the document of a decoder, which it releases, with the parts to
// which it refers in place. Checkers, and SOAP encoding, need that.
func inlinedParts(d *schema.Decoder) ([]byte, error) {
	defer d.Release()
	if d.Parts == nil {
		return d.Buf, nil
	}
	return d.Inlined()
}

// packagingOptions returns how the attachments of a message are encoded.
func (c *boundContract) packagingOptions(ctx context.Context, attachments []contract.Attachment, message *schema.Type) *contract.PackagingOptions {
	return &contract.PackagingOptions{
		Attachments: attachments,
		Message:     message,
		Strict:      c.strict,
		NewEncoder:  c.newEncoder,
		NewDecoder:  c.newDecoder,
		Charsets:    c.charsets,
		CheckValue:  c.valueCheck(ctx, nil),

		CheckDocument: func(doc []byte) error { return c.check(ctx, doc, Comparison{}) },
	}
}

// pack seals an envelope with attachments, and returns it or, if there are any or xop is set, the message of parts with it. root is the
// media type of the envelope, and xop says that values are in parts. While seal runs, Attachments returns what is sent.
func (c *Call) pack(root string, xop bool, values *codec.BinaryParts, attachments []Attachment, seal func() ([]byte, error)) ([]byte, error) {
	if err := related.Check(attachments); err != nil {
		return nil, err
	}
	defer func(arrived func() []*Attachment) { c.attached = arrived }(c.attached)
	c.attached = func() (all []*Attachment) {
		for i := range attachments {
			all = append(all, &attachments[i])
		}
		return all
	}
	envelope, err := seal()
	if err != nil || !xop && attachments == nil {
		return envelope, err
	}
	return packageOf(root, envelope, xop, values, attachments), nil
}

// packageOf returns a message with the parts of values, if xop, and with attachments, beside an envelope, whose media type
// is root.
func packageOf(root string, envelope []byte, xop bool, values *codec.BinaryParts, attachments []related.Part) []byte {
	var parts []related.Part
	if xop {
		root = xopType(root)
		for _, v := range values.List {
			parts = append(parts, related.Part{ID: v.ID, MediaType: v.MediaType, Content: v.Content})
		}
	}
	return related.Write(root, envelope, append(parts, attachments...))
}

// inPlace returns an envelope for the checker, in which values are in the places of their parts.
func (c *config) inPlace(envelope []byte, values *codec.BinaryParts) []byte {
	if c.checker == nil {
		return envelope
	}
	return values.Inline(envelope)
}
