package support

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
)

type multipartKey struct{}

// serveMultipart answers a POST of an envelope with attachments, or of one that
// could have some: as if the envelope had come alone. The attachments are kept
// for when the operation is known.
func (h *handler) serveMultipart(w http.ResponseWriter, r *http.Request, res *resource, m mediaType) {
	body, ok := h.receive(w, r)
	defer releaseBody(body)
	if !ok {
		return
	}
	message, err := readMultipart(body.Bytes(), m)
	if err != nil {
		h.sendFault(w, res.likelyBinding(m), clientFault(err.Error()), nil)
		return
	}
	root := parseMediaType(message.root.mediaType)
	if root.name == "" {
		root.name = m.attribute("type")
	}
	if root.name == "" {
		root.name = envelopeType(res.likelyBinding(m))
	}
	if root.name == multipartMediaType {
		accepted := res.envelopeTypes()
		writeUnsupported(w, "the root of the message is a message of parts, too", accepted...)
		return
	}
	if action := m.attribute("action"); root.attribute("action") == "" && action != "" {
		root.attributes = append(root.attributes, pair{"action", action})
	}
	inner := r.WithContext(context.WithValue(r.Context(), multipartKey{}, message))
	inner.Header = r.Header.Clone()
	inner.Header.Del("Content-Encoding")
	inner.Body, inner.ContentLength = io.NopCloser(bytes.NewReader(message.root.content)), int64(len(message.root.content))
	h.serveSOAP(w, inner, res, root)
}

// likelyBinding returns the binding in which to answer a message whose envelope
// is not found: that of the media type, else the first that is offered.
func (res *resource) likelyBinding(m mediaType) Binding {
	if res.soap[SOAP12] != nil && (res.soap[SOAP11] == nil || parseMediaType(m.attribute("type")).name == soap12MediaType) {
		return SOAP12
	}
	return SOAP11
}

// attach gives the call what came with the envelope, or should have come.
func (x *exchange) attach() {
	m, _ := x.r.Context().Value(multipartKey{}).(*multipart)
	if m != nil {
		x.call.Request = m.raw
	}
	if m != nil || len(x.route.way.Attachments) > 0 {
		x.call.attached = x.h.attachmentsIn(x.route.way.Attachments, m, x.h.config)
	}
}

// receiveAttachments reads those of a request that has some, and reports those
// that it should not have.
func receiveAttachments(ctx context.Context, request any) error {
	v := asAttached(request)
	call, ok := CallInfo(ctx)
	switch ok = ok && call.attached != nil; {
	case !ok && v != nil:
		return errors.New("the attachments of the request are not in the context that an interceptor has put in place")
	case !ok:
		return nil
	case v != nil:
		v.attachments(call.attached)
	}
	if call.attached.err != nil {
		return clientFault(call.attached.err.Error())
	}
	return nil
}

// encodeMultipart writes a response with attachments to call.Reply.
func (x *exchange) encodeMultipart(result reply) error {
	x.out = NewEncoder(x.h.ns, x.h.XSI)
	way := x.route.way
	if result.absent {
		return errNoResult
	}
	if err := x.encodeOnce(result); err != nil {
		return err
	}
	err := x.h.checkReply(x.out.Bytes(), x.route.binding, x.route.Operation, way, x.h.config)
	a := x.h.attachmentsOut(way.OutAttachments, x.h.config)
	if err == nil {
		result.attached.attachments(a)
		err = a.err
	}
	if err != nil {
		return fmt.Errorf("the reply: %w", err)
	}
	x.call.Reply = writeMultipart(contentType(x.route.binding), x.out.Bytes(), a.out)
	return nil
}
