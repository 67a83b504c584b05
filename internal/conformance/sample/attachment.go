package sample

import (
	"fmt"
	"strings"

	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/templates/soap/lexical"
)

// Attachment is a MIME part of a message in addition to the envelope (WSDL 1.1,
// section 5.3; SOAP Messages with Attachments).
type Attachment struct {
	Name      string // name of the message part
	MediaType string
	Content   []byte

	// Document is the instance in Content if that is XML. Otherwise Type is the type of
	// the value in Content: its lexical form, or for a binary type its bytes.
	Document *Document
	Type     *xsd.SimpleType
}

// Binary reports whether Content holds the bytes of an xs:base64Binary or
// xs:hexBinary value.
func (a *Attachment) Binary() bool { return a.Type != nil && binary(a.Type) != "" }

// binary returns the name of a binary type's primitive type, or "" for other
// types.
func binary(t *xsd.SimpleType) string {
	if t.Variety != xsd.Atomic || t.Primitive == nil || !strings.HasSuffix(t.Primitive.Name.Local, "Binary") {
		return ""
	}
	return t.Primitive.Name.Local
}

// attachments builds the attachments of a multipart message.
func (g *Generator) attachments(m *wsdl11.MIMEMultipart, options Options) (all []Attachment, err error) {
	for _, part := range m.Parts {
		if part.Body != nil || len(part.XML) == 0 && len(part.Contents) == 0 {
			continue // the envelope, or nothing
		}
		a, err := g.attachment(part, options)
		if err != nil {
			return nil, err
		}
		all = append(all, *a)
	}
	return all, nil
}

// attachment builds one of the alternatives of a mime:part.
func (g *Generator) attachment(p *wsdl11.MIMEPart, options Options) (*Attachment, error) {
	if len(p.XML) > 0 {
		return g.attachedXML(p.XML[0].Part, options)
	}
	c := p.Contents[options.Seed%uint64(len(p.Contents))]
	if c.Part == nil {
		return nil, fmt.Errorf("a mime:content element does not name a part")
	}
	simple, ok := c.Part.Type.(*xsd.SimpleType)
	if c.Part.Element != nil || !ok {
		return g.attachedXML(c.Part, options)
	}
	text, _, err := g.text(c.Part, options)
	if err != nil {
		return nil, err
	}
	a := &Attachment{Name: c.Part.Name, MediaType: c.Type, Content: []byte(text), Type: simple}
	defaultType := "text/plain"
	if primitive := binary(simple); primitive != "" {
		defaultType = "application/octet-stream"
		v, ok := lexical.Parse(lexical.PrimitiveOf(primitive), text, nil)
		if !ok {
			return nil, fmt.Errorf("part %s: %q is no value of %s", c.Part.Name, text, primitive)
		}
		a.Content = []byte(v.Key)
	}
	switch kind, ranged := strings.CutSuffix(a.MediaType, "/*"); {
	case a.MediaType == "", kind == "*":
		a.MediaType = defaultType
	case ranged:
		a.MediaType = kind + "/x-example"
	}
	return a, nil
}

func (g *Generator) attachedXML(part *wsdl11.Part, options Options) (*Attachment, error) {
	const mediaType = "text/xml"
	if part == nil {
		return nil, fmt.Errorf("a mime:mimeXml element does not name a part")
	}
	m, err := g.xmlBody(part, mediaType, options)
	if err != nil {
		return nil, fmt.Errorf("part %s: %w", part.Name, err)
	}
	return &Attachment{Name: part.Name, MediaType: mediaType, Content: m.Document.Bytes(), Document: m.Document}, nil
}
