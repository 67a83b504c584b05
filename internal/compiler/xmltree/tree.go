// Package xmltree is an XML document as a tree in which everything knows its
// place: the line and column of each element and attribute, the byte offsets
// of each attribute's value, and the namespaces in scope.
//
// Names in attribute values are not resolved here; [Element.ResolveQName] does
// it against the scope of the element.
package xmltree

import (
	"iter"
	"sort"
	"strings"

	"example.com/quartet/internal/compiler/diag"
)

// Document is a parsed XML document. It is read only after [Parse].
type Document struct {
	File string // as shown to the user

	// Text is the document in UTF-8 without a byte-order mark. For a document
	// in UTF-8 these are the bytes that were read. For another encoding the
	// XML declaration is changed to say UTF-8. A document type declaration is
	// taken out, and its entities are replaced by their texts. All offsets
	// refer to Text.
	Text []byte

	// Start is where a copy of the document has to start to be well-formed: 0
	// except for a document with something in front of its XML declaration.
	Start int

	Root *Element

	lines   []int    // offset of the first byte of each line, as read
	origins []origin // where the pieces of Text were read; nil if it is as read
}

// Pos returns the line and column that an offset in Text has in the document as
// it was read. What is the text of an entity has the place of the reference.
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
	Attrs  []*Attr // in document order, namespace declarations among them
	Nodes  []Node  // in document order
	Offset int     // of '<' in Doc.Text
	End    int     // behind the '>' of the end tag

	scope *scope
}

// Node is a child element or a piece of text.
type Node struct {
	Element *Element // nil for text
	Text    string   // with character references replaced and line ends normalized
}

// Attr is an attribute, or a namespace declaration: then its name is in
// [XMLNSNamespace], with the prefix that is declared as the local name, or
// "xmlns" for the default namespace.
type Attr struct {
	Owner  *Element
	Name   QName
	Prefix string // as written
	Value  string // normalized as CDATA (XML 1.0 section 3.3.3)

	Offset     int // of the first byte of the name
	ValueStart int // of the first byte between the quotes
	ValueEnd   int // of the closing quote
}

// Pos returns the place of the '<'.
func (e *Element) Pos() diag.Pos { return e.Doc.Pos(e.Offset) }

// Pos returns the place of the attribute's name.
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

// Is reports whether the element has that name.
func (e *Element) Is(space, local string) bool { return e.Name.Local == local && e.Name.Space == space }

// Attr returns the attribute without a namespace of that name, or nil.
func (e *Element) Attr(local string) *Attr { return e.AttrNS("", local) }

// AttrNS returns the attribute of that name, or nil.
func (e *Element) AttrNS(space, local string) *Attr {
	for _, a := range e.Attrs {
		if a.Name.Local == local && a.Name.Space == space {
			return a
		}
	}
	return nil
}

// Value returns the value of the attribute without a namespace of that name
// and whether it is there.
func (e *Element) Value(local string) (string, bool) {
	if a := e.Attr(local); a != nil {
		return a.Value, true
	}
	return "", false
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

// All returns the element and everything below it, in document order.
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

// Text returns the text of the element and everything below it.
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

// Prose returns Text as a reader wants it: each line trimmed, runs of spaces
// as one, at most one empty line in a row, none at the ends.
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

// AttrSpans returns every attribute of the document, namespace declarations
// among them, in document order. Doc.Text[a.ValueStart:a.ValueEnd] is the
// value as written. Whoever cuts a document into segments starts here.
func (d *Document) AttrSpans() iter.Seq[*Attr] {
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
