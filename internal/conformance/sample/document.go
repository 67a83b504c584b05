package sample

import (
	"fmt"
	"strings"

	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// Document is an instance document: its root element and its namespace prefixes.
type Document struct {
	Root *Element

	spaces []string // namespaces in the order of their first use; see Prefix
}

// Element is an element of an instance.
type Element struct {
	Name  xsd.QName
	Attrs []Attr // without namespace declarations
	Nodes []Node // in document order
	Nil   bool   // xsi:nil is true; Attrs contains the attribute

	// Declaration is the element's declaration, and Type its type: the declared
	// type, or the one that xsi:type names. Both are nil for elements that a
	// wildcard allows without validation. Declaration is nil for elements
	// without a declaration: envelopes and accessors.
	Declaration *xsd.ElementDeclaration
	Type        xsd.Type

	parent      *Element
	viaWildcard bool      // a wildcard allows the element
	scope       xsd.Scope // namespaces of the prefixes in a document that was read
}

// Node is a child element or a text node.
type Node struct {
	Element *Element // nil for text
	Text    string

	// Type is the type of the text. It is nil for text in mixed content and for
	// text that no schema describes.
	Type *xsd.SimpleType
}

// Attr is an attribute.
type Attr struct {
	Name  xsd.QName
	Value string
	Type  *xsd.SimpleType   // nil if no schema describes it
	Use   *xsd.AttributeUse // nil if a wildcard allows it, and for attributes such as xsi:type
}

// Prefix returns the prefix of a namespace in the document, "" for no namespace.
// A namespace is assigned a prefix by the first call for it. There is never a
// default namespace.
func (d *Document) Prefix(namespace string) string {
	switch namespace {
	case "":
		return ""
	case xmltree.XMLNamespace:
		return "xml"
	}
	for i, s := range d.spaces {
		if s == namespace {
			return prefix(i, s)
		}
	}
	d.spaces = append(d.spaces, namespace)
	return prefix(len(d.spaces)-1, namespace)
}

var conventionalPrefixes = map[string]string{
	xsd.Namespace:         "xs",
	xsd.InstanceNamespace: "xsi",
	soap11Namespace:       "soap",
	soap12Namespace:       "soap",
	soap11Encoding:        "soapenc",
	soap12Encoding:        "soapenc",
}

func prefix(i int, namespace string) string {
	if p, ok := conventionalPrefixes[namespace]; ok {
		return p
	}
	return fmt.Sprintf("n%d", i+1)
}

// QName returns a name with the document's prefix, for use as a tag name or in
// a value.
func (d *Document) QName(name xsd.QName) string {
	if p := d.Prefix(name.Space); p != "" {
		return p + ":" + name.Local
	}
	return name.Local
}

// LookupPrefix returns the namespace of a prefix. It implements xsd.Scope.
func (d *Document) LookupPrefix(p string) (string, bool) {
	if p == "xml" {
		return xmltree.XMLNamespace, true
	}
	for i, s := range d.spaces {
		if prefix(i, s) == p {
			return s, true
		}
	}
	return "", p == ""
}

// Text returns the element's own text, without that of its children.
func (e *Element) Text() string {
	var b strings.Builder
	for _, n := range e.Nodes {
		b.WriteString(n.Text)
	}
	return b.String()
}

// Elements returns the child elements.
func (e *Element) Elements() []*Element {
	var all []*Element
	for _, n := range e.Nodes {
		if n.Element != nil {
			all = append(all, n.Element)
		}
	}
	return all
}

// Attr returns the attribute with this name, or nil. The pointer is valid until
// Attrs changes.
func (e *Element) Attr(name xsd.QName) *Attr {
	for i := range e.Attrs {
		if e.Attrs[i].Name == name {
			return &e.Attrs[i]
		}
	}
	return nil
}

func (e *Element) append(child *Element) {
	child.parent = e
	e.Nodes = append(e.Nodes, Node{Element: child})
}

// Path returns the path of the element from the root. Siblings of the same name
// are numbered from 1: /Order/Item[2]/Price.
func (e *Element) Path() string {
	if e.parent == nil {
		return "/" + e.Name.Local
	}
	position, same := 0, 0
	for _, n := range e.parent.Nodes {
		if n.Element == nil || n.Element.Name != e.Name {
			continue
		}
		if same++; n.Element == e {
			position = same
		}
	}
	if same > 1 {
		return fmt.Sprintf("%s/%s[%d]", e.parent.Path(), e.Name.Local, position)
	}
	return e.parent.Path() + "/" + e.Name.Local
}

// walk calls f for the element and all its descendants, in document order.
func (e *Element) walk(f func(*Element)) {
	f(e)
	for _, n := range e.Nodes {
		if n.Element != nil {
			n.Element.walk(f)
		}
	}
}

// clone returns a deep copy. visit, if not nil, is called with each element and
// its copy.
func (d *Document) clone(visit func(original, copied *Element)) *Document {
	return &Document{Root: d.Root.clone(nil, visit), spaces: append([]string(nil), d.spaces...)}
}

func (e *Element) clone(parent *Element, visit func(original, copied *Element)) *Element {
	c := *e
	c.parent = parent
	c.Attrs = append([]Attr(nil), e.Attrs...)
	c.Nodes = append([]Node(nil), e.Nodes...)
	for i, n := range c.Nodes {
		if n.Element != nil {
			c.Nodes[i].Element = n.Element.clone(&c, visit)
		}
	}
	if visit != nil {
		visit(e, &c)
	}
	return &c
}
