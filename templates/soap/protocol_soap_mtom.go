package soap

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"math"
	"net/http"
	"strings"

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
// MTOM. It is nil on a client, which does not send MTOM to a service whose policy only allows it.
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

// asksForMTOM reports whether a request was a package of XOP, or its header Accept names the type.
func (x *exchange) asksForMTOM() bool {
	if m := media.Parse(x.r.Header.Get("Content-Type")); m.Name == media.Multipart && media.Parse(m.Attribute("type")).Name == media.XOP {
		return true
	}
	accept := strings.ToLower(strings.Join(x.r.Header["Accept"], ","))
	return strings.Contains(accept, media.Multipart) || strings.Contains(accept, media.XOP)
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

// refersToParts reports whether elements of an envelope refer to parts: an interceptor may have replaced it.
func refersToParts(envelope []byte) bool { return bytes.Contains(envelope, []byte(codec.XOPNamespace)) }

// serveStream is serveMultipart for a contract in which fields are readers. Only where the request of the operation has such
// fields, and no option needs the message as a whole, are parts read when they are asked for.
func (e *soapEndpoint) serveStream(w http.ResponseWriter, r *http.Request, m media.Type) {
	body := e.newBody(w, r)
	defer body.release()
	memory := &body.memory
	limits := related.StreamLimits{Parts: e.maxParts(), Bytes: e.maxRequest, Grow: memory.grow, Strict: e.strict}
	stream, root, envelope, err := related.NewStream(&countingReader{r.Body, memory}, m.Attribute("boundary"), m.Attribute("start"), limits)
	if err != nil {
		memory.bodyRead()
		e.sendFault(w, r, e.likelyBinding(m), unreadable(err), nil)
		return
	}
	defer stream.End()
	if err := body.read(envelope, e.maxRequest); err != nil {
		e.refuseBody(w, r, err, memory)
		return
	}
	root.Content = body.text
	e.servePacked(w, r, m, root, message{body: body, stream: stream, parts: stream})
}

// checkInlined checks the document that a decoder has read. The content of parts is in their places, but the content of
// readers is left out.
func (c *config) checkInlined(d *schema.Decoder, check func([]byte) error) error {
	if c.checker == nil {
		return nil
	}
	doc := d.Inline(nil, 0, len(d.Buf))
	return cmp.Or(d.Err(), check(doc))
}

// readerBody is the body of a request with parts that are read while it is sent.
type readerBody struct {
	io.Reader
	*codec.BinaryParts // for Close
}

var errSentOnce = errors.New("the request has readers, and cannot be sent again")

// streamRequest makes the body of a request, which reads the parts while it is sent.
func (c *Caller) streamRequest(r *http.Request, x *clientCall, envelope []byte) error {
	if x.streamed {
		return errSentOnce
	}
	x.streamed = true
	mediaType, message := streamedPackage(c.requestType(x.wire), envelope, x.parts)
	r.Body, r.ContentLength, r.GetBody = readerBody{message, x.parts}, -1, nil
	r.Header.Set("Content-Type", c.packageType(mediaType, x.wire))
	return nil
}

// decodeStream reads the envelope of a response with parts that are read when they are asked for, and leaves body to their readers.
func (c *soapClient) decodeStream(x *clientCall, m media.Type, body io.Closer, from io.Reader) error {
	limits := related.StreamLimits{Parts: c.maxParts(), Bytes: c.maxResponse, Strict: c.strict}
	stream, part, envelope, err := related.NewStream(&contextReader{from, x.ctx}, m.Attribute("boundary"), m.Attribute("start"), limits)
	x.transfer = body
	if err == nil {
		x.body, err = readResponse(envelope, -1, c.maxResponse)
	}
	if err != nil {
		return c.failed(x, reading(err))
	}
	x.Reply, x.decoded = x.body.Bytes(), true
	if len(x.Reply) > codec.WatchedBytes {
		defer x.watch()()
	}
	root, _ := rootType(part, m)
	if root.Name != "" && !root.IsXML() {
		return c.httpError(x, m, nil)
	}
	x.from = stream
	defer func() { x.from = nil }()
	if err := c.decodeEnvelope(x, root); err != nil {
		return err
	}
	return c.failed(x, stream.Decoded(func() { _ = body.Close() }))
}

// endTransfer ends the transfer of a response whose readers are not given to the caller.
func (x *clientCall) endTransfer() {
	if x.transfer != nil {
		_ = x.transfer.Close()
		x.transfer = nil
	}
}
