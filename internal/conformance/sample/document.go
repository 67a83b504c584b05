package sample

import (
	"fmt"
	"strings"

	"example.com/quartet/internal/compiler/xmltree"
	"example.com/quartet/internal/compiler/xsd"
)

// Document is an instance: an element with everything in it, and the prefixes
// that its names are written with.
type Document struct {
	Root *Element

	spaces []string // namespaces in the order of their first use; see Prefix
}

// Element is an element of an instance.
type Element struct {
	Name  xsd.QName
	Attrs []Attr // namespace declarations are not among them
	Nodes []Node // in document order
	Nil   bool   // xsi:nil is true; it is among the Attrs

	// Declaration is the element declaration that the element was made from,
	// and Type its type: the declared one, or what xsi:type says. Both are nil
	// for what a wildcard lets pass without looking at it, and Declaration for
	// what has no declaration: envelopes and accessors.
	Declaration *xsd.ElementDeclaration
	Type        xsd.Type

	parent *Element
	open   bool // a wildcard lets it pass
}

// Node is a child element or a piece of text.
type Node struct {
	Element *Element // nil for text
	Text    string

	// Type is the type of the text; nil for text of mixed content and for text
	// that no schema describes.
	Type *xsd.SimpleType
}

// Attr is an attribute.
type Attr struct {
	Name  xsd.QName
	Value string
	Type  *xsd.SimpleType   // nil if no schema describes it
	Use   *xsd.AttributeUse // nil if a wildcard lets it pass, and for xsi:type and the like
}

// Prefix returns the prefix that names of a namespace are written with in the
// document. Every namespace gets one when it is first asked for; no namespace
// is the default.
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

var customary = map[string]string{
	xsd.Namespace:         "xs",
	xsd.InstanceNamespace: "xsi",
	soap11Namespace:       "soap",
	soap12Namespace:       "soap",
	soap11Encoding:        "soapenc",
	soap12Encoding:        "soapenc",
}

func prefix(i int, namespace string) string {
	if p, ok := customary[namespace]; ok {
		return p
	}
	return fmt.Sprintf("n%d", i+1)
}

// QName returns a name as the document writes it, in a name or in a value.
func (d *Document) QName(name xsd.QName) string {
	if p := d.Prefix(name.Space); p != "" {
		return p + ":" + name.Local
	}
	return name.Local
}

// LookupPrefix returns the namespace that a prefix stands for.
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

// Text returns the text of the element itself, without that of its children.
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

// Attr returns the attribute of that name, or nil. It is good until the
// attributes change.
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

// Path returns where the element stands: the names from the root to it, with
// the number of its place among those of the same name where there are
// several: /Order/Item[2]/Price.
func (e *Element) Path() string {
	if e.parent == nil {
		return "/" + e.Name.Local
	}
	place, same := 0, 0
	for _, n := range e.parent.Nodes {
		if n.Element == nil || n.Element.Name != e.Name {
			continue
		}
		if same++; n.Element == e {
			place = same
		}
	}
	if same > 1 {
		return fmt.Sprintf("%s/%s[%d]", e.parent.Path(), e.Name.Local, place)
	}
	return e.parent.Path() + "/" + e.Name.Local
}

// walk calls f for the element and everything below it, in document order.
func (e *Element) walk(f func(*Element)) {
	f(e)
	for _, n := range e.Nodes {
		if n.Element != nil {
			n.Element.walk(f)
		}
	}
}

// clone returns a copy that can be changed. twin, if not nil, is called with
// each element and its copy.
func (d *Document) clone(twin func(original, copied *Element)) *Document {
	return &Document{Root: d.Root.clone(nil, twin), spaces: append([]string(nil), d.spaces...)}
}

func (e *Element) clone(parent *Element, twin func(original, copied *Element)) *Element {
	c := *e
	c.parent = parent
	c.Attrs = append([]Attr(nil), e.Attrs...)
	c.Nodes = append([]Node(nil), e.Nodes...)
	for i, n := range c.Nodes {
		if n.Element != nil {
			c.Nodes[i].Element = n.Element.clone(&c, twin)
		}
	}
	if twin != nil {
		twin(e, &c)
	}
	return &c
}
