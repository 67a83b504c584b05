package sample

import (
	"fmt"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// Document is an instance document.
type Document struct{ Root *Element }

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
	viaWildcard bool // a wildcard allows the element
	prefixes    []prefix
}

// prefix is a declaration of a namespace. There is no default namespace in instances.
type prefix struct{ name, space string }

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

// parse returns the document in a text.
func parse(text []byte) (*Document, error) {
	doc, diags := xmltree.Parse("instance.xml", text, xmltree.Limits{})
	if doc == nil {
		return nil, fmt.Errorf("the document is not well-formed: %v", diags)
	}
	return &Document{elementOf(doc.Root, nil)}, nil
}

func elementOf(x *xmltree.Element, parent *Element) *Element {
	e := &Element{Name: x.Name, parent: parent}
	for _, a := range x.Attrs {
		switch {
		case !a.IsDeclaration():
			e.Attrs = append(e.Attrs, Attr{Name: a.Name, Value: a.Value})
		case a.Prefix == "":
			e.prefixes = append(e.prefixes, prefix{"", a.Value})
		default:
			e.prefixes = append(e.prefixes, prefix{a.Name.Local, a.Value})
		}
	}
	for _, n := range x.Nodes {
		node := Node{Text: n.Text}
		if n.Element != nil {
			node.Element = elementOf(n.Element, e)
		}
		e.Nodes = append(e.Nodes, node)
	}
	return e
}

// LookupPrefix returns the namespace of a prefix at an element. It implements xsd.Scope.
func (e *Element) LookupPrefix(p string) (string, bool) {
	for ; e != nil; e = e.parent {
		for _, known := range e.prefixes {
			if known.name == p {
				return known.space, true
			}
		}
	}
	if p == "xml" {
		return xmltree.XMLNamespace, true
	}
	return "", p == ""
}

// qname returns a name with a prefix for its namespace, which it declares at the element if there is none.
func (e *Element) qname(name xsd.QName) string {
	switch name.Space {
	case "":
		return name.Local
	case xmltree.XMLNamespace:
		return "xml:" + name.Local
	}
	for at := e; at != nil; at = at.parent {
		for _, p := range at.prefixes {
			if space, _ := e.LookupPrefix(p.name); p.name != "" && p.space == name.Space && space == name.Space {
				return p.name + ":" + name.Local
			}
		}
	}
	p := fmt.Sprintf("m%d", len(e.prefixes))
	e.prefixes = append(e.prefixes, prefix{p, name.Space})
	return p + ":" + name.Local
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

func (e *Element) append(child *Element) *Element {
	child.parent = e
	e.Nodes = append(e.Nodes, Node{Element: child})
	return child
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

// clone returns a deep copy. visit, if not nil, is called with each element and
// its copy.
func (d *Document) clone(visit func(original, copied *Element)) *Document {
	return &Document{d.Root.clone(nil, visit)}
}

func (e *Element) clone(parent *Element, visit func(original, copied *Element)) *Element {
	c := *e
	c.parent = parent
	c.Attrs, c.prefixes = slices.Clone(e.Attrs), slices.Clone(e.prefixes)
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

// Bytes returns the document as XML, without added white space.
func (d *Document) Bytes() []byte { return d.write(false) }

// Indented returns the document as indented XML. Elements with text are not changed.
func (d *Document) Indented() []byte { return d.write(true) }

func (d *Document) write(indent bool) []byte {
	w := &writer{indent: indent}
	w.element(d.Root, 0)
	return []byte(w.String())
}

type writer struct {
	strings.Builder
	indent bool
}

func (w *writer) element(e *Element, depth int) {
	name := e.qname(e.Name)
	attributes := make([]string, len(e.Attrs))
	for i, a := range e.Attrs {
		attributes[i] = " " + e.qname(a.Name) + `="` + attributeEscaper.Replace(a.Value) + `"`
	}
	w.WriteString("<" + name)
	for _, p := range e.prefixes { // all that the names need are declared now
		w.WriteString(strings.TrimSuffix(" xmlns:"+p.name, ":") + `="` + attributeEscaper.Replace(p.space) + `"`)
	}
	w.WriteString(strings.Join(attributes, ""))
	if len(e.Nodes) == 0 {
		w.WriteString("/>")
		return
	}
	w.WriteByte('>')
	lines := w.indent && !slices.ContainsFunc(e.Nodes, func(n Node) bool { return n.Element == nil })
	for _, n := range e.Nodes {
		if n.Element == nil {
			w.WriteString(textEscaper.Replace(n.Text))
			continue
		}
		w.line(lines, depth+1)
		w.element(n.Element, depth+1)
	}
	w.line(lines, depth)
	w.WriteString("</" + name + ">")
}

func (w *writer) line(lines bool, depth int) {
	if lines {
		w.WriteString("\n" + strings.Repeat("  ", depth))
	}
}

// Without these references, a parser would read a carriage return as a line feed, and white space in an attribute as spaces (XML
// 1.0, sections 2.11 and 3.3.3).
var (
	textEscaper      = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\r", "&#13;")
	attributeEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", `"`, "&quot;", "\t", "&#9;", "\n", "&#10;", "\r", "&#13;")
)
