package soap

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/callinfo"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/internal/media"
	"example.com/quartet/templates/soap/internal/related"
	"example.com/quartet/templates/soap/schema"
)

func (c *Caller) requestHeader(outbound *Outbound) http.Header {
	header := cloneHeader(c.header)
	if outbound != nil {
		for name, values := range outbound.Header {
			header[name] = append([]string(nil), values...)
		}
	}
	return header
}

// encodeRequest returns the envelope, the document, the query or the form. Nothing
// is sent if that fails.
func (c *Caller) encodeRequest(ctx context.Context, x *clientCall) ([]byte, error) {
	if c.binding == contract.JSON {
		return c.encodeFormat(ctx, x)
	}
	if !isSOAP(c.binding) && x.wire.Details().Send != contract.ContentXML {
		return c.encodeParameters(x)
	}
	e := c.newEncoder()
	e.Watch(ctx)
	x.parts = c.requestMTOM(ctx, x).newParts()
	e.Parts, e.MaxRead = x.parts, c.maxResponse
	defer e.Release()
	sent, _ := ctx.Value(sentKey{}).(headerValues)
	header := headersToWrite(sent, x.wire.Details().Headers)
	switch {
	case isSOAP(c.binding) && x.wire.Body:
		openEnvelope(e, c.binding, header)
		e.LimitToType(x.wire.In, x.op.RequestType())
		openBody(e)
		writeRequest(e, x.op, x.Input)
	case isSOAP(c.binding):
		openEnvelope(e, c.binding, header)
	case x.wire.Body:
		e.LimitToType(x.wire.In, x.op.RequestType())
		codec.EncodeContent(e, func(e *schema.Encoder) { writeRequest(e, x.op, x.Input) })
		if len(e.Bytes()) == 0 && e.Err() == nil {
			return nil, errors.New("the request has no element")
		}
	default:
		e.Raw(codec.XMLProlog)
	}
	if in := x.wire.In; !x.wire.Body && in.Local != "" {
		e.Encoded = x.wire.Encoded
		e.LimitToType(in, x.op.RequestType())
		e.Open(in, true)
		writeRequest(e, x.op, x.Input)
		e.Close(in)
	}
	if isSOAP(c.binding) {
		closeEnvelope(e)
	}
	// A copy: the transport may go on reading when the call is over.
	return append([]byte(nil), e.Bytes()...), e.Err()
}

// newRequest makes the HTTP request. Headers that the binding needs replace
// others of the same name.
func (c *Caller) newRequest(ctx context.Context, x *clientCall, body []byte) (*http.Request, error) {
	u := *c.address
	header := cloneHeader(x.RequestHeader)
	c.bindingHeader(header, x)
	if !isSOAP(c.binding) {
		var err error
		if body, err = c.locate(&u, x); err != nil {
			return nil, err
		}
	}
	var from io.Reader // nil: no body, and not an empty one
	if body != nil || !inQuery(c.binding) {
		from = bytes.NewReader(body)
	}
	ctx = callinfo.WithSent(ctx, callinfo.Call{Service: c.Service, Operation: x.op.Name, Binding: c.binding})
	r, err := http.NewRequestWithContext(ctx, c.binding.Method(), "", from)
	if err != nil {
		return nil, err
	}
	r.URL, r.Header, r.Host = &u, header, cmp.Or(header.Get("Host"), u.Host)
	if x.parts.Streamed() && refersToParts(body) {
		err = c.streamRequest(r, x, body)
	}
	return r, err
}

// requestType returns the Content-Type of an envelope.
func (c *Caller) requestType(wire *contract.Wire) string {
	t := contentType(c.binding)
	if action := c.action(wire); action != "" && c.binding == contract.SOAP12 {
		t += "; action=" + media.Quote(action)
	}
	return t
}

// packedType returns the Content-Type of a request with parts, "" for any other request.
func (c *Caller) packedType(x *clientCall) string {
	return c.withAction(related.WrittenType(x.Request), x)
}

// withAction adds the action to the Content-Type of a package of XOP.
func (c *Caller) withAction(t string, x *clientCall) string {
	if action := c.action(x.wire); t != "" && action != "" && c.binding == contract.SOAP12 && media.Parse(t).Attribute("type") == media.XOP {
		t += "; action=" + media.Quote(action)
	}
	return t
}

// bindingHeader sets what SOAP 1.1 section 6.1, SOAP 1.2 part 2 section 7 and
// WSDL 1.1 section 4 ask for.
func (c *Caller) bindingHeader(header http.Header, x *clientCall) {
	header.Del("SOAPAction")
	accept := media.XML
	if isSOAP(c.binding) {
		header.Set("Content-Type", cmp.Or(c.packedType(x), c.requestType(x.wire)))
	}
	switch wire := x.wire; {
	case c.binding == contract.SOAP11:
		// Spelled as in the standard, for peers that look, and without escapes: a URI needs none.
		header["SOAPAction"] = []string{`"` + lex.OneLine(c.action(wire)) + `"`}
	case c.binding == contract.SOAP12:
		accept = soap12MediaType + ", " + media.XML
	case wire.Details().Send != contract.ContentDefault:
		header.Set("Content-Type", wire.Details().Send.MediaType(wire.Details().MediaType))
	case inQuery(c.binding) || wire.Details().Replace:
		header.Del("Content-Type")
	default:
		header.Set("Content-Type", formMediaType)
	}
	switch {
	case isSOAP(c.binding) && c.expectsParts():
		accept = media.Multipart + ", " + accept
	case !isSOAP(c.binding) && x.wire.Details().Receive > contract.ContentXML:
		accept, _, _ = strings.Cut(x.wire.Details().Receive.MediaType(x.wire.Details().ReplyType), ";")
		if x.list != nil && c.binding == contract.JSON {
			accept = linesMediaType + ", " + accept
		}
	}
	if header.Get("Accept") == "" {
		header.Set("Accept", accept)
	}
}
