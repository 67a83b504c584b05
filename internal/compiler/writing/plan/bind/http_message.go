package bind

import (
	"net/url"
	"path"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/templates/soap/contract"
)

// httpMessage describes a message of an HTTP binding.
type httpMessage struct {
	content   contract.BodyKind
	parts     []*wsdl11.Part // all parts if they are sent as parameters; otherwise at most one
	mediaType string         // if it is not the default
	replace   bool           // parameters are replaced in the path
}

// httpMessageOf determines how a message is sent. Without any information in the
// binding, a request is sent as parameters and a response as XML.
func (p *planner) httpMessageOf(bo *wsdl11.BindingOperation, bm *wsdl11.BindingMessage, om *wsdl11.OperationMessage) httpMessage {
	if om == nil || om.Message == nil {
		return httpMessage{}
	}
	c := httpMessage{parts: om.Message.Parts}
	payload := new(wsdl11.Payload)
	if bm != nil {
		payload = &bm.Payload
	}
	if m := payload.Multipart; m != nil {
		if len(m.Parts) != 1 {
			p.unsupported(m.Pos, "a MIME message of the operation %s", diag.Quote(bo.Name))
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
			p.unsupported(bo.Pos, "a message of the operation %s with several parts in one body", diag.Quote(bo.Name))
			return c
		}
		c.parts = []*wsdl11.Part{part}
		c.content, c.mediaType = contentOf(part, mediaType)
	}
	return c
}

// wholePart returns the part that is the entire body of a message. Of several
// alternatives it takes XML, or else the first.
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

// contentOf returns how a part is sent with a media type: an element or a complex
// type always as XML, a simple type as XML only if the media type is XML.
func contentOf(part *wsdl11.Part, mediaType string) (contract.BodyKind, string) {
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
		return contract.ContentXML, declared
	case t.Primitive != nil && t.Primitive.Name.Local == "base64Binary":
		return contract.ContentBase64, declared
	case t.Primitive != nil && t.Primitive.Name.Local == "hexBinary":
		return contract.ContentHex, declared
	}
	return contract.ContentText, declared
}

func isXMLType(mediaType string) bool {
	return strings.HasSuffix(mediaType, "/xml") || strings.HasSuffix(mediaType, "+xml")
}

// planLocation plans the path and the query that a location appends to the port's
// address (WSDL 1.1, sections 4.5 and 4.7). The path starts with a slash, which
// some tools omit. It cannot contain "..".
func (p *planner) planLocation(m *boundOperation) {
	location := m.source.Location
	raw, query, _ := strings.Cut(location, "?")
	plain := path.Join("/", raw)
	text, err := url.PathUnescape(plain)
	switch {
	case err != nil, strings.Contains(location, "#"), strings.Contains(raw, "://"), raw != "" && strings.TrimSuffix(plain, "/") != strings.TrimSuffix("/"+strings.TrimPrefix(raw, "/"), "/"):
		p.unsupported(m.source.Pos, "the location %s, which is not a path below the port's address,", diag.Quote(location))
		return
	case !m.wire.Replace && strings.ContainsAny(raw, "()"):
		p.unsupported(m.source.Pos, "the location %s, which has parentheses but no http:urlReplacement,", diag.Quote(location))
		return
	}
	if raw != "" {
		m.wire.Path = text
		if strings.HasSuffix(raw, "/") && plain != "/" {
			m.wire.Path += "/"
		}
	}
	if m.wire.Query, err = url.PathUnescape(query); err != nil || strings.ContainsAny(query, "()") {
		p.unsupported(m.source.Pos, "the query of the location %s", diag.Quote(location))
	}
}
