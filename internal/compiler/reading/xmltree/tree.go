// Package xmltree parses XML documents into trees that keep positions: the line
// and column of each element and attribute, the byte offsets of each attribute's
// value, and the namespaces in scope.
//
// Names of elements and attributes are resolved by [Parse]. Names in attribute
// values are resolved by [Element.ResolveQName].
package xmltree

import (
	"iter"
	"slices"
	"sort"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
)

// Document is a parsed XML document. It must not be changed after [Parse].
type Document struct {
	File string // as shown to the user

	// Text is the document in UTF-8 without a byte-order mark. For a document
	// in UTF-8 these are the bytes that were read. For another encoding the
	// XML declaration is changed to name UTF-8. A document type declaration is
	// removed, and entity references are replaced by the entities' texts. All
	// offsets refer to Text.
	Text []byte

	// Start is the offset of the XML declaration if text precedes it, else 0.
	// Text[Start:] is a well-formed document.
	Start int

	// Version and Encoding are the values in the XML declaration, as read; empty if
	// absent.
	Version, Encoding string

	Root *Element

	asRead  bool     // whether Text[Start:] are the bytes that were read
	lines   []int    // offset of the first byte of each line, as read
	origins []origin // where the pieces of Text were read; nil if Text is as read
}

// AsRead reports whether Text[Start:] are the bytes that were read: UTF-8 without
// a byte-order mark, a document type declaration or text before the document. A document that [Edits] have changed is not as read.
func (d *Document) AsRead() bool { return d.asRead }

// Pos returns the line and column in the document as read of an offset in Text.
// The text of an entity has the position of the entity reference.
func (d *Document) Pos(offset int) diag.Pos {
	offset = readFrom(d.origins, offset)
	line := sort.Search(len(d.lines), func(i int) bool { return d.lines[i] > offset })
	if line == 0 {
		return diag.Pos{File: d.File}
	}
	return diag.Pos{File: d.File, Line: line, Col: offset - d.lines[line-1] + 1}
}

// Element is an element with its attributes and content.
type Element struct {
	Doc    *Document
	Parent *Element // nil for the root
	Name   QName
	Prefix string  // as written
	Attrs  []*Attr // in document order, including namespace declarations
	Nodes  []Node  // in document order
	Offset int     // offset of the '<' in Doc.Text
	End    int     // offset after the '>' of the end tag

	scope *scope
}

// Node is a child element or a piece of text.
type Node struct {
	Element *Element // nil for text
	Text    string   // with character references replaced and line ends normalized
}

// Attr is an attribute or a namespace declaration. The name of a namespace
// declaration is in [XMLNSNamespace]; its local name is the declared prefix, or
// "xmlns" for the default namespace.
type Attr struct {
	Owner  *Element
	Name   QName
	Prefix string // as written
	Value  string // normalized as CDATA (XML 1.0 section 3.3.3)

	Offset     int // offset of the first byte of the name
	ValueStart int // offset of the first byte between the quotes
	ValueEnd   int // offset of the closing quote
}

// Pos returns the position of the '<'.
func (e *Element) Pos() diag.Pos { return e.Doc.Pos(e.Offset) }

// Pos returns the position of the attribute's name.
func (a *Attr) Pos() diag.Pos { return a.Owner.Doc.Pos(a.Offset) }

// IsDeclaration reports whether a declares a namespace.
func (a *Attr) IsDeclaration() bool { return a.Name.Space == XMLNSNamespace }

// RawName returns the name as written, with its prefix.
func (a *Attr) RawName() string { return rawName(a.Prefix, a.Name.Local) }

// RawName returns the name as written, with its prefix.
func (e *Element) RawName() string { return rawName(e.Prefix, e.Name.Local) }

func rawName(prefix, local string) string {
	if prefix == "" {
		return local
	}
	return prefix + ":" + local
}

// Is reports whether the element has the given name.
func (e *Element) Is(space, local string) bool { return e.Name.Local == local && e.Name.Space == space }

// Attr returns the attribute with the given local name and no namespace, or nil.
func (e *Element) Attr(local string) *Attr { return e.AttrNS("", local) }

// AttrNS returns the attribute with the given name, or nil.
func (e *Element) AttrNS(space, local string) *Attr {
	for _, a := range e.Attrs {
		if a.Name.Local == local && a.Name.Space == space {
			return a
		}
	}
	return nil
}

// Value returns the value of the attribute with the given local name and no
// namespace, and reports whether it is present.
func (e *Element) Value(local string) (string, bool) {
	if a := e.Attr(local); a != nil {
		return a.Value, true
	}
	return "", false
}

// Get returns the value of the attribute with the given local name and no namespace, or "" if there is none.
func (e *Element) Get(local string) string {
	value, _ := e.Value(local)
	return value
}

// Elements returns the child elements in document order.
func (e *Element) Elements() iter.Seq[*Element] {
	return func(yield func(*Element) bool) {
		for _, n := range e.Nodes {
			if n.Element != nil && !yield(n.Element) {
				return
			}
		}
	}
}

// Named returns the child elements with the given namespace and one of the local names, in document order.
func (e *Element) Named(space string, locals ...string) iter.Seq[*Element] {
	return func(yield func(*Element) bool) {
		for child := range e.Elements() {
			if child.Name.Space == space && slices.Contains(locals, child.Name.Local) && !yield(child) {
				return
			}
		}
	}
}

// Child returns the first child element with the given name, or nil.
func (e *Element) Child(space, local string) *Element {
	for child := range e.Elements() {
		if child.Is(space, local) {
			return child
		}
	}
	return nil
}

// All returns the element and all its descendants in document order.
func (e *Element) All() iter.Seq[*Element] {
	return func(yield func(*Element) bool) { e.walk(yield) }
}

func (e *Element) walk(yield func(*Element) bool) bool {
	if !yield(e) {
		return false
	}
	for _, n := range e.Nodes {
		if n.Element != nil && !n.Element.walk(yield) {
			return false
		}
	}
	return true
}

// Text returns the text of the element and all its descendants.
func (e *Element) Text() string {
	var b strings.Builder
	for _, n := range e.Nodes {
		if n.Element != nil {
			b.WriteString(n.Element.Text())
		} else {
			b.WriteString(n.Text)
		}
	}
	return b.String()
}

// Prose returns the Text of documentation with white space normalized: lines are
// trimmed, runs of spaces become one space, runs of empty lines become one, and
// empty lines at the start and end are removed.
func (e *Element) Prose() string {
	var lines []string
	for line := range strings.Lines(e.Text()) {
		line = strings.Join(strings.Fields(line), " ")
		if line == "" && (len(lines) == 0 || lines[len(lines)-1] == "") {
			continue
		}
		lines = append(lines, line)
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// AllAttrs returns all attributes of the document, including namespace
// declarations, in document order. d.Text[a.ValueStart:a.ValueEnd] is the value
// as written. Code that rewrites attributes of a document uses it.
func (d *Document) AllAttrs() iter.Seq[*Attr] {
	return func(yield func(*Attr) bool) {
		for e := range d.Root.All() {
			for _, a := range e.Attrs {
				if !yield(a) {
					return
				}
			}
		}
	}
}
