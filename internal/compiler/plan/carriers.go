package plan

import (
	"fmt"
	"net/url"
	"path"
	"strings"

	"example.com/quartet/internal/compiler/wsdl11"
	"example.com/quartet/internal/compiler/xsd"
)

// Content is how an HTTP binding carries a message, under the name that the
// run-time support has for it.
type Content string

// The ways to carry a message (WSDL 1.1, sections 4 and 5).
const (
	ContentParameters Content = ""
	ContentXML        Content = "ContentXML"
	ContentText       Content = "ContentText"
	ContentBase64     Content = "ContentBase64"
	ContentHex        Content = "ContentHex"
)

// carrier is how a message of an HTTP binding is carried.
type carrier struct {
	content   Content
	parts     []*wsdl11.Part // all of them for parameters, else one, or none
	mediaType string         // if it is not the usual one
	replace   bool           // parameters are parts of the address
}

// carrierOf finds out how a message is carried. What the binding does not say is
// taken as is usual: parameters in, XML out.
func (p *planner) carrierOf(bo *wsdl11.BindingOperation, bm *wsdl11.BindingMessage, om *wsdl11.OperationMessage) carrier {
	if om == nil || om.Message == nil {
		return carrier{}
	}
	c := carrier{parts: om.Message.Parts}
	payload := new(wsdl11.Payload)
	if bm != nil {
		payload = &bm.Payload
	}
	if m := payload.Multipart; m != nil {
		if len(m.Parts) != 1 {
			p.unsupported(m.Pos, "a MIME message of the operation %s", quoted(bo.Name))
			return c
		}
		payload = &m.Parts[0].Payload
	}
	part, mediaType, whole := wholePart(payload)
	switch {
	case payload.URLReplacement:
		c.replace = true
	case payload.URLEncoded, len(c.parts) == 0:
	case whole || om == bo.Operation.Output:
		if part == nil && len(c.parts) == 1 {
			part = c.parts[0]
		}
		if part == nil {
			p.unsupported(bo.Pos, "a message of the operation %s in which several parts are one", quoted(bo.Name))
			return c
		}
		c.parts = []*wsdl11.Part{part}
		c.content, c.mediaType = contentOf(part, mediaType)
	}
	return c
}

// wholePart returns the part that is all of a message. Where there are
// alternatives, it is XML, or the first.
func wholePart(payload *wsdl11.Payload) (part *wsdl11.Part, mediaType string, whole bool) {
	if len(payload.XML) > 0 {
		return payload.XML[0].Part, "text/xml", true
	}
	for _, c := range payload.Contents {
		switch {
		case c.Type == "application/x-www-form-urlencoded":
			return nil, "", false
		case !whole || isXMLType(c.Type) && !isXMLType(mediaType):
			part, mediaType, whole = c.Part, c.Type, true
		}
	}
	return part, mediaType, whole
}

// contentOf says how a part is carried under a media type: an element or a
// complex type always as XML, a simple type as XML only if that is asked for.
func contentOf(part *wsdl11.Part, mediaType string) (Content, string) {
	t, simple := part.Type.(*xsd.SimpleType)
	declared := mediaType
	if declared == "text/xml" {
		declared = ""
	}
	switch {
	case part.Element != nil, !simple, isXMLType(mediaType), mediaType == "":
		if !isXMLType(mediaType) {
			declared = ""
		}
		return ContentXML, declared
	case t.Primitive != nil && t.Primitive.Name.Local == "base64Binary":
		return ContentBase64, declared
	case t.Primitive != nil && t.Primitive.Name.Local == "hexBinary":
		return ContentHex, declared
	}
	return ContentText, declared
}

func isXMLType(mediaType string) bool {
	return strings.HasSuffix(mediaType, "/xml") || strings.HasSuffix(mediaType, "+xml")
}

// planLocation plans the path and the query that a location adds to the port's
// address (WSDL 1.1, sections 4.4 and 4.6). The path starts with a slash, which
// some tools leave out. It takes no steps upwards.
func (p *planner) planLocation(m *member) {
	location := m.source.Location
	raw, query, _ := strings.Cut(location, "?")
	plain := path.Join("/", raw)
	text, err := unescaped(plain)
	switch {
	case err != nil, strings.Contains(location, "#"), strings.Contains(raw, "://"), raw != "" && strings.TrimSuffix(plain, "/") != strings.TrimSuffix("/"+strings.TrimPrefix(raw, "/"), "/"):
		p.unsupported(m.source.Pos, "the location %s, which is not a plain path,", quoted(location))
		return
	case !m.wire.Replace && strings.ContainsAny(raw, "()"):
		p.unsupported(m.source.Pos, "the location %s, which names parts that are not replaced,", quoted(location))
		return
	}
	if raw != "" {
		m.wire.Path = text
		if strings.HasSuffix(raw, "/") && plain != "/" {
			m.wire.Path += "/"
		}
	}
	if m.wire.Query, err = unescaped(query); err != nil || strings.ContainsAny(query, "()") {
		p.unsupported(m.source.Pos, "the query of the location %s", quoted(location))
	}
}

// unescaped undoes percent-encoding.
func unescaped(text string) (string, error) {
	text, err := url.PathUnescape(text)
	if err != nil {
		return "", fmt.Errorf("reading a location: %w", err)
	}
	return text, nil
}
