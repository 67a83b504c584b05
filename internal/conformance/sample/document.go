package sample

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// Document is an instance document, or one that is compared with it.
type Document struct{ Root *Element }

// Bytes returns the document as XML, without added white space. It must not be changed.
func (d *Document) Bytes() []byte { return d.Root.Doc.Text }

// Element is an element of an instance.
type Element struct {
	*xmltree.Element
	Children []*Element
	Nil      bool // xsi:nil is true

	// Declaration is the declaration of the element, and Type its type: the declared type, or the one that xsi:type names. Both
	// are nil for elements that a wildcard allows without validation. Declaration is nil for elements without a declaration:
	// envelopes and accessors.
	Declaration *xsd.ElementDeclaration
	Type        xsd.Type

	viaWildcard bool // a wildcard allows the element, or one that it is in
}

// parse returns the document in a text. assess, if not nil, adds the components of an element and of its content.
func parse(text []byte, assess func(*Element)) (*Document, error) {
	doc, diags := xmltree.Parse("instance.xml", text, xmltree.Limits{})
	if doc == nil {
		return nil, fmt.Errorf("the document is not well-formed: %v", diags)
	}
	d := &Document{elementOf(doc.Root)}
	if assess != nil {
		assess(d.Root)
	}
	return d, nil
}

func elementOf(x *xmltree.Element) *Element {
	e := &Element{Element: x}
	if a := e.AttrNS(xsd.InstanceNamespace, "nil"); a != nil {
		e.Nil = !slices.Contains([]string{"false", "0"}, strings.TrimSpace(a.Value))
	}
	for child := range x.Elements() {
		e.Children = append(e.Children, elementOf(child))
	}
	return e
}

// all returns the element and what is in it, in document order.
func (e *Element) all() []*Element {
	all := []*Element{e}
	for _, child := range e.Children {
		all = append(all, child.all()...)
	}
	return all
}

// Path returns the path of the element from the root. Siblings of the same name are numbered from 1: /Order/Item[2]/Price.
func (e *Element) Path() string { return pathOf(e.Element) }

func pathOf(x *xmltree.Element) string {
	if x.Parent == nil {
		return "/" + x.Name.Local
	}
	position, same := 0, 0
	for sibling := range x.Parent.Elements() {
		if sibling.Name != x.Name {
			continue
		}
		if same++; sibling == x {
			position = same
		}
	}
	path := pathOf(x.Parent) + "/" + x.Name.Local
	if same > 1 {
		path += fmt.Sprintf("[%d]", position)
	}
	return path
}

// source returns the text of an element.
func (e *Element) source() string { return string(e.Doc.Text[e.Offset:e.End]) }

// replaced returns the text of the document with another text between two offsets.
func (e *Element) replaced(from, to int, text string) []byte {
	return bytes.Join([][]byte{e.Doc.Text[:from], e.Doc.Text[to:]}, []byte(text))
}

// rewritten returns the text of the document with more attributes, and with other content of the element. In instances, start tags
// end with the first ">".
func (e *Element) rewritten(attributes, content string) []byte {
	start, _, _ := strings.Cut(e.source(), ">")
	name := 1 + len(e.RawName())
	return e.replaced(e.Offset, e.End, start[:name]+attributes+strings.TrimSuffix(start[name:], "/")+">"+content+"</"+e.RawName()+">")
}

// content returns the text between the tags of the element.
func (e *Element) content() string {
	_, content, _ := strings.Cut(e.source(), ">")
	return content[:max(strings.LastIndex(content, "</"), 0)]
}
