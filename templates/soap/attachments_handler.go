package soap

import (
	"cmp"
	"context"
	"errors"
	"net/http"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/media"
)

// serveMultipart answers a POST of an envelope with attachments, or of one that
// could have some: as if only the envelope had come. The attachments are kept
// for when the operation is known.
func (h *handler) serveMultipart(w http.ResponseWriter, r *http.Request, res *resource, m media.Type) {
	body, ok := h.receive(w, r)
	defer releaseBody(body)
	if !ok {
		return
	}
	packed, err := h.Multipart.Unpack(body.Bytes(), m.Attribute("boundary"), m.Attribute("start"))
	if err != nil {
		h.sendFault(w, res.likelyBinding(m), clientFault(err.Error()), nil)
		return
	}
	envelope, mediaType := packed.Envelope()
	root := media.Parse(mediaType)
	root.Name = cmp.Or(root.Name, m.Attribute("type"), envelopeType(res.likelyBinding(m)))
	if root.Name == media.Multipart {
		writeUnsupported(w, "the root of the message is a message of parts, too", res.envelopeTypes()...)
		return
	}
	if action := m.Attribute("action"); root.Attribute("action") == "" && action != "" {
		root.Add("action", action)
	}
	if b, ok := res.bindingOf(w, r, root); ok {
		h.serveEnvelope(w, r, res, root, message{b, body.Bytes(), envelope, packed})
	}
}

// likelyBinding returns the binding in which to answer a message whose envelope
// is not found: that of the media type, else the first that is offered.
func (res *resource) likelyBinding(m media.Type) contract.Binding {
	if res.soap[contract.SOAP12] != nil && (res.soap[contract.SOAP11] == nil || media.Parse(m.Attribute("type")).Name == soap12MediaType) {
		return contract.SOAP12
	}
	return contract.SOAP11
}

// attach gives a request the attachments that came with the envelope.
func (x *exchange) attach(ctx context.Context, request any) error {
	declared := x.route.wire.Attachments
	if _, ok := CallInfo(ctx); !ok && len(declared) > 0 {
		return errors.New("the attachments of the request are not in the context that an interceptor has put in place")
	}
	if x.packed == nil {
		return nil
	}
	if err := x.packed.Attach(request, x.h.packagingOptions(declared, x.route.Operation.Request)); err != nil {
		return clientFault(err.Error())
	}
	return nil
}
