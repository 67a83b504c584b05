package soap

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/media"
	"example.com/quartet/templates/soap/schema"
)

type multipartKey struct{}

// packedRequest is a request of several parts.
type packedRequest struct {
	raw     []byte
	message contract.PackedMessage
}

// serveMultipart answers a POST of an envelope with attachments, or of one that
// could have some: as if only the envelope had come. The attachments are kept
// for when the operation is known.
func (h *handler) serveMultipart(w http.ResponseWriter, r *http.Request, res *resource, m media.Type) {
	body, ok := h.receive(w, r)
	defer releaseBody(body)
	if !ok {
		return
	}
	message, err := h.Multipart.Unpack(body.Bytes(), m.Attribute("boundary"), m.Attribute("start"))
	if err != nil {
		h.sendFault(w, res.likelyBinding(m), clientFault(err.Error()), nil)
		return
	}
	envelope, mediaType := message.Envelope()
	root := media.Parse(mediaType)
	if root.Name == "" {
		root.Name = m.Attribute("type")
	}
	if root.Name == "" {
		root.Name = envelopeType(res.likelyBinding(m))
	}
	if root.Name == media.Multipart {
		accepted := res.envelopeTypes()
		writeUnsupported(w, "the root of the message is a message of parts, too", accepted...)
		return
	}
	if action := m.Attribute("action"); root.Attribute("action") == "" && action != "" {
		root.Add("action", action)
	}
	inner := r.WithContext(context.WithValue(r.Context(), multipartKey{}, &packedRequest{body.Bytes(), message}))
	inner.Header = r.Header.Clone()
	inner.Header.Del("Content-Encoding")
	inner.Body, inner.ContentLength = io.NopCloser(bytes.NewReader(envelope)), int64(len(envelope))
	h.serveSOAP(w, inner, res, root)
}

// likelyBinding returns the binding in which to answer a message whose envelope
// is not found: that of the media type, else the first that is offered.
func (res *resource) likelyBinding(m media.Type) contract.Binding {
	if res.soap[contract.SOAP12] != nil && (res.soap[contract.SOAP11] == nil || media.Parse(m.Attribute("type")).Name == soap12MediaType) {
		return contract.SOAP12
	}
	return contract.SOAP11
}

// attach gives the call what came with the envelope.
func (x *exchange) attach() {
	if x.h.Multipart == nil {
		return
	}
	packed, ok := x.r.Context().Value(multipartKey{}).(*packedRequest)
	if !ok {
		return
	}
	x.call.Request = packed.raw
	x.call.attach = func(request any) error {
		return packed.message.Attach(request, x.h.packagingOptions(x.route.wire.Attachments, x.route.Operation.Request, x.h.config))
	}
}

// receiveAttachments reads those of a request that has some, and reports those
// that it should not have.
func receiveAttachments(ctx context.Context, op *contract.Operation, request any) error {
	call, ok := CallInfo(ctx)
	switch {
	case !ok && hasAttachments(op):
		return errors.New("the attachments of the request are not in the context that an interceptor has put in place")
	case !ok || call.attach == nil:
		return nil
	}
	if err := call.attach(request); err != nil {
		return clientFault(err.Error())
	}
	return nil
}

// resultType returns the type of the struct that an operation returns, nil if it
// returns none.
func resultType(op *contract.Operation) *schema.Type {
	if op.Result == nil || op.Result.IsArray() || op.Result.Row.Kind != schema.KindStruct {
		return nil
	}
	return op.Result.Row.Of
}

// hasAttachments reports whether requests of the operation may have attachments.
func hasAttachments(op *contract.Operation) bool {
	for i := range op.Wires {
		if len(op.Wires[i].Attachments) > 0 {
			return true
		}
	}
	return false
}

// encodeMultipart writes a response with attachments to call.Reply.
func (x *exchange) encodeMultipart(result reply) error {
	x.out = x.h.newEncoder()
	wire := x.route.wire
	if result.Absent {
		return errNoResult
	}
	if err := x.encodeOnce(result); err != nil {
		return err
	}
	err := x.h.checkReply(x.out.Bytes(), x.route.binding, x.route.Operation, wire, x.h.config)
	if err == nil {
		x.call.Reply, err = x.h.Multipart.Pack(result.Value, x.out.Bytes(), contentType(x.route.binding), x.h.packagingOptions(wire.OutAttachments, resultType(x.route.Operation), x.h.config))
	}
	if err != nil {
		return fmt.Errorf("the reply: %w", err)
	}
	return nil
}
