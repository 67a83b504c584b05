package sample

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// httpMessage builds a message of an HTTP binding (WSDL 1.1, sections 4 and 5).
func (g *Generator) httpMessage(m *wsdl11.BindingMessage, options Options) (*Message, error) {
	switch {
	case m.Message == nil || m.Message.Message == nil:
		return nil, errNoMessage
	case m.URLEncoded, m.URLReplacement, slices.ContainsFunc(m.Contents, isForm):
		return g.parameters(m.Message.Message, options)
	}
	for _, x := range m.XML {
		if x.Part != nil {
			return g.xmlBody(x.Part, "text/xml", options)
		}
	}
	for _, c := range m.Contents {
		if c.Part == nil {
			continue
		}
		if strings.HasSuffix(c.Type, "/xml") || strings.HasSuffix(c.Type, "+xml") || c.Part.Element != nil || c.Type == "" {
			return g.xmlBody(c.Part, cmp.Or(c.Type, "text/xml"), options)
		}
		text, _, err := g.text(c.Part, options)
		if strings.HasSuffix(c.Type, "*") {
			return &Message{Text: text, MediaType: "text/plain"}, err
		}
		return &Message{Text: text, MediaType: c.Type}, err
	}
	return &Message{}, nil // the message has no content
}

func isForm(c *wsdl11.MIMEContent) bool { return c.Type == "application/x-www-form-urlencoded" }

// parameters builds a parameter for each part, or if the only part is an element
// with child elements, for each of these.
func (g *Generator) parameters(m *wsdl11.Message, options Options) (*Message, error) {
	if len(m.Parts) == 1 && m.Parts[0].Element != nil {
		if _, ok := m.Parts[0].Element.Type.(*xsd.ComplexType); ok {
			return g.children(m.Parts[0], options)
		}
	}
	out := &Message{}
	for _, part := range m.Parts {
		value, simple, err := g.text(part, options)
		if err != nil {
			return nil, err
		}
		out.Parameters = append(out.Parameters, Parameter{part.Name, value, simple})
	}
	return out, nil
}

// children builds a parameter for each child of a part's element.
func (g *Generator) children(part *wsdl11.Part, options Options) (*Message, error) {
	body, err := g.xmlBody(part, "", options)
	if err != nil {
		return nil, err
	}
	root, out := body.Document.Root, &Message{}
	hasAttributes := func(e *Element) bool {
		return slices.ContainsFunc(e.Attrs, func(a *xmltree.Attr) bool { return !a.IsDeclaration() })
	}
	if hasAttributes(root) {
		return nil, fmt.Errorf("part %s has attributes, which cannot be parameters", part.Name)
	}
	for _, child := range root.Children {
		simple, ok := child.Type.(*xsd.SimpleType)
		if !ok || hasAttributes(child) {
			return nil, fmt.Errorf("part %s: %s has no simple type", part.Name, child.Name.Local)
		}
		out.Parameters = append(out.Parameters, Parameter{child.Name.Local, child.Text(), simple})
	}
	return out, nil
}

// text returns a value of a part of a simple type.
func (g *Generator) text(part *wsdl11.Part, options Options) (string, *xsd.SimpleType, error) {
	simple, ok := part.Content().(*xsd.SimpleType)
	if !ok {
		return "", nil, fmt.Errorf("part %s has no simple type", part.Name)
	}
	d, err := g.part(part, xsd.QName{Local: part.Name}, options)
	if err != nil {
		return "", nil, fmt.Errorf("part %s: %w", part.Name, err)
	}
	return d.Root.Text(), simple, nil
}

func (g *Generator) xmlBody(part *wsdl11.Part, media string, options Options) (*Message, error) {
	d, err := g.part(part, xsd.QName{Local: part.Name}, options)
	if err != nil {
		return nil, err
	}
	return &Message{Document: d, MediaType: media}, nil
}
