package sample

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// Compare returns an error that describes the first difference between an
// instance and another document, or nil if they are equivalent.
//
// It ignores prefixes, namespace declarations, comments, the order of
// attributes, white space between elements, the order of elements in an xs:all,
// xsi:schemaLocation, xsi:nil="false", an xsi:type that names the declared type,
// and the xsi:type of an element that is nil. Values are equal if their types
// say so, whatever their lexical form; QNames in values are compared by
// namespace and local name.
func (g *Generator) Compare(d *Document, other []byte) error {
	root, err := parseOther(other)
	if err != nil {
		return err
	}
	c := &comparer{g: g, doc: d}
	return c.element(d.Root, root)
}

// SameValue reports whether two texts are equal values of a type. The type must
// not contain QNames.
func (g *Generator) SameValue(t *xsd.SimpleType, a, b string) bool {
	return a == b || g.patterns.key(t, a, nil) == g.patterns.key(t, b, nil)
}

// otherElement is an element of the document that an instance is compared with.
type otherElement struct {
	name   xsd.QName
	attrs  []xml.Attr
	nodes  []otherNode
	parent *otherElement
	scope  map[string]string // namespaces by the prefixes that it declares
}

type otherNode struct {
	element *otherElement // nil for text
	text    string
}

// LookupPrefix implements xsd.Scope.
func (o *otherElement) LookupPrefix(prefix string) (string, bool) {
	if prefix == "xml" {
		return xmltree.XMLNamespace, true
	}
	for at := o; at != nil; at = at.parent {
		if uri, ok := at.scope[prefix]; ok {
			return uri, true
		}
	}
	return "", prefix == ""
}

func parseOther(text []byte) (*otherElement, error) {
	d := xml.NewDecoder(bytes.NewReader(text))
	var root, at *otherElement
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) && root != nil {
			return root, nil
		} else if err != nil {
			return nil, fmt.Errorf("the other document is not well-formed: %w", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			e := &otherElement{name: xsd.QName{Space: token.Name.Space, Local: token.Name.Local}, parent: at, scope: make(map[string]string)}
			e.addAttrs(token.Attr)
			if at != nil {
				at.nodes = append(at.nodes, otherNode{element: e})
			} else {
				root = e
			}
			at = e
		case xml.EndElement:
			at = at.parent
		case xml.CharData:
			if at == nil {
				continue
			}
			if last := len(at.nodes) - 1; last >= 0 && at.nodes[last].element == nil {
				at.nodes[last].text += string(token)
				continue
			}
			at.nodes = append(at.nodes, otherNode{text: string(token)})
		}
	}
}

// addAttrs separates namespace declarations from other attributes.
func (o *otherElement) addAttrs(attrs []xml.Attr) {
	for _, a := range attrs {
		switch {
		case a.Name.Space == "xmlns":
			o.scope[a.Name.Local] = a.Value
		case a.Name.Space == "" && a.Name.Local == "xmlns":
			o.scope[""] = a.Value
		default:
			if a.Name.Space == "xml" {
				a.Name.Space = xmltree.XMLNamespace
			}
			o.attrs = append(o.attrs, a)
		}
	}
}

type comparer struct {
	g   *Generator
	doc *Document
}

func (c *comparer) element(e *Element, o *otherElement) error {
	if e.Name != o.name {
		return fmt.Errorf("%s: got element %s, want %s", e.Path(), o.name, e.Name)
	}
	if err := c.attributes(e, o); err != nil {
		return err
	}
	ours, others := significant(e), o.significant(e)
	if c, ok := e.Type.(*xsd.ComplexType); ok && unordered(c) {
		slices.SortStableFunc(ours, func(a, b Node) int { return a.name().Compare(b.name()) })
		slices.SortStableFunc(others, func(a, b otherNode) int { return a.name().Compare(b.name()) })
	}
	for i := 0; i < len(ours) || i < len(others); i++ {
		switch {
		case i >= len(ours):
			return fmt.Errorf("%s: unexpected %s at the end", e.Path(), others[i].describe())
		case i >= len(others) && ours[i].Element == nil && c.same(ours[i].Type, ours[i].Text, "", o):
			continue // an empty list, here written as white space
		case i >= len(others):
			return fmt.Errorf("%s: missing %s", e.Path(), ours[i].describe())
		case (ours[i].Element == nil) != (others[i].element == nil):
			return fmt.Errorf("%s: got %s, want %s", e.Path(), others[i].describe(), ours[i].describe())
		}
		var err error
		if ours[i].Element != nil {
			err = c.element(ours[i].Element, others[i].element)
		} else if !c.same(ours[i].Type, ours[i].Text, others[i].text, o) {
			err = fmt.Errorf("%s: got text %q, want %q", e.Path(), others[i].text, ours[i].Text)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// unordered reports whether the content model of a type is an xs:all, whose
// elements may occur in any order, or ends in one: XML Schema forbids that, but
// some contracts contain it.
func unordered(c *xsd.ComplexType) bool {
	return c.Content != nil && c.ContentKind == xsd.ElementContent && endsInAll(c.Content)
}

func endsInAll(p *xsd.Particle) bool {
	group, ok := p.Term.(*xsd.ModelGroup)
	if !ok || group.Compositor == xsd.Choice || len(group.Particles) == 0 {
		return false
	}
	return group.Compositor == xsd.All || endsInAll(group.Particles[len(group.Particles)-1])
}

func (n Node) name() xsd.QName {
	if n.Element == nil {
		return xsd.QName{}
	}
	return n.Element.Name
}

func (n otherNode) name() xsd.QName {
	if n.element == nil {
		return xsd.QName{}
	}
	return n.element.name
}

// significant returns the nodes to compare: the child elements if all text
// between them is white space, else all nodes with adjacent text merged.
func significant(e *Element) []Node {
	if strings.TrimSpace(e.Text()) == "" && hasElements(e) {
		var nodes []Node
		for _, child := range e.Elements() {
			nodes = append(nodes, Node{Element: child})
		}
		return nodes
	}
	var nodes []Node
	for _, n := range e.Nodes {
		last := len(nodes) - 1
		switch {
		case n.Element == nil && n.Text == "":
		case n.Element == nil && last >= 0 && nodes[last].Element == nil:
			nodes[last].Text += n.Text
		default:
			nodes = append(nodes, n)
		}
	}
	return nodes
}

func hasElements(e *Element) bool {
	for _, n := range e.Nodes {
		if n.Element != nil {
			return true
		}
	}
	return false
}

func (o *otherElement) significant(e *Element) []otherNode {
	elements, text := 0, ""
	for _, n := range o.nodes {
		if text += n.text; n.element != nil {
			elements++
		}
	}
	if strings.TrimSpace(text) != "" || elements == 0 && len(e.Nodes) > 0 {
		return o.nodes
	}
	var nodes []otherNode
	for _, n := range o.nodes {
		if n.element != nil {
			nodes = append(nodes, n)
		}
	}
	return nodes
}

func (n Node) describe() string {
	if n.Element != nil {
		return "element " + n.Element.Name.String()
	}
	return fmt.Sprintf("text %q", n.Text)
}

func (n otherNode) describe() string {
	if n.element != nil {
		return "element " + n.element.name.String()
	}
	return fmt.Sprintf("text %q", n.text)
}

func (c *comparer) attributes(e *Element, o *otherElement) error {
	others := make(map[xsd.QName]string)
	for _, a := range o.attrs {
		name := xsd.QName{Space: a.Name.Space, Local: a.Name.Local}
		if name.Space == xsd.InstanceNamespace && name.Local != "type" && (name.Local != "nil" || isFalse(a.Value)) {
			continue
		}
		others[name] = a.Value
	}
	for _, a := range e.Attrs {
		value, ok := others[a.Name]
		delete(others, a.Name)
		switch {
		case a.Name == xsiType:
			if !ok && (e.Nil || c.redundant(e)) {
				continue
			}
			if !ok || !c.sameName(a.Value, value, o) && !isArray(e, c.nameOf(value, o)) {
				return fmt.Errorf("%s: got xsi:type %q, want %q", e.Path(), value, a.Value)
			}
		case !ok:
			return fmt.Errorf("%s: missing attribute %s", e.Path(), a.Name)
		case a.Use != nil && a.Use.ArrayType != nil:
			ours, size, _ := strings.Cut(a.Value, "[")
			others, otherSize, _ := strings.Cut(value, "[")
			if size != "]" && size != otherSize || !c.sameName(ours, others, o) {
				return fmt.Errorf("%s: got arrayType %q, want %q", e.Path(), value, a.Value)
			}
		case a.Name == xsiNil && isFalse(a.Value) == isFalse(value):
		case !c.same(a.Type, a.Value, value, o):
			return fmt.Errorf("%s: attribute %s: got %q, want %q", e.Path(), a.Name, value, a.Value)
		}
	}
	for name, value := range others {
		if name == xsiType && e.Type != nil && (c.nameOf(value, o) == e.Type.Component().Name || isArray(e, c.nameOf(value, o))) {
			continue
		}
		return fmt.Errorf("%s: unexpected attribute %s", e.Path(), name)
	}
	return nil
}

func isFalse(s string) bool {
	s = strings.TrimSpace(s)
	return s == "false" || s == "0"
}

// isArray reports whether name is soapenc:Array and the element is an array.
// With SOAP encoding, any array may have this xsi:type (SOAP 1.1, section
// 5.4.2).
func isArray(e *Element, name xsd.QName) bool {
	c, ok := e.Type.(*xsd.ComplexType)
	return ok && arrayOf(c) != nil && name.Local == "Array" && (name.Space == soap11Encoding || name.Space == soap12Encoding)
}

// redundant reports whether an element's xsi:type names the declared type, or
// the element has no declaration.
func (c *comparer) redundant(e *Element) bool {
	return e.Declaration != nil && e.Declaration.Type == e.Type || e.Declaration == nil
}

func (c *comparer) nameOf(text string, o *otherElement) xsd.QName {
	prefix, local, found := strings.Cut(strings.TrimSpace(text), ":")
	if !found {
		prefix, local = "", prefix
	}
	space, _ := o.LookupPrefix(prefix)
	return xsd.QName{Space: space, Local: local}
}

func (c *comparer) sameName(ours, other string, o *otherElement) bool {
	prefix, local, found := strings.Cut(strings.TrimSpace(ours), ":")
	if !found {
		prefix, local = "", prefix
	}
	space, _ := c.doc.LookupPrefix(prefix)
	return c.nameOf(other, o) == xsd.QName{Space: space, Local: local}
}

// same reports whether two texts are equal values of a type. Without a type the
// texts themselves must be equal.
func (c *comparer) same(t *xsd.SimpleType, ours, other string, o *otherElement) bool {
	if ours == other {
		return t == nil || !holdsNames(t) || c.g.patterns.key(t, ours, c.doc) == c.g.patterns.key(t, other, o)
	}
	return t != nil && c.g.patterns.key(t, ours, c.doc) == c.g.patterns.key(t, other, o)
}

func holdsNames(t *xsd.SimpleType) bool {
	switch t.Variety {
	case xsd.List:
		return holdsNames(t.Item)
	case xsd.Union:
		for _, m := range t.Members {
			if holdsNames(m) {
				return true
			}
		}
	}
	return t.Primitive != nil && (t.Primitive.Name.Local == "QName" || t.Primitive.Name.Local == "NOTATION")
}
