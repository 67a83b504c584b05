package flatten

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/xmltree"
)

// edits are changes to the text of a document. What they do not mention stays as it is.
type edits struct {
	doc  *xmltree.Document
	list []edit
}

// edit replaces the bytes from one offset to another.
type edit struct {
	from, to int
	text     string
}

func (e *edits) replace(from, to int, text string) { e.list = append(e.list, edit{from, to, text}) }

func (e *edits) insert(at int, text string) { e.replace(at, at, text) }

// value replaces the value of an attribute.
func (e *edits) value(a *xmltree.Attr, value string) {
	e.replace(a.ValueStart, a.ValueEnd, escaped(value))
}

// attribute adds an attribute to a start tag.
func (e *edits) attribute(element *xmltree.Element, name, value string) {
	e.insert(element.Offset+len("<")+len(element.RawName()), " "+name+`="`+escaped(value)+`"`)
}

// removeAttribute removes an attribute and the white space before it.
func (e *edits) removeAttribute(a *xmltree.Attr) {
	e.replace(len(bytes.TrimRight(e.doc.Text[:a.Offset], spaces)), a.ValueEnd+1, "")
}

// removeElement removes an element, and its line if nothing else is there.
func (e *edits) removeElement(element *xmltree.Element) {
	e.replace(lineStart(e.doc.Text, element.Offset), element.End, "")
}

// between returns a part of the text with the changes that are inside it. Insertions at one
// place are in the order in which they were made. A change inside a part that another one has
// removed is ignored.
func (e *edits) between(from, to int) string {
	var b strings.Builder
	sorted := slices.Clone(e.list)
	slices.SortStableFunc(sorted, func(a, b edit) int { return cmp.Or(a.from-b.from, min(1, a.to-a.from)-min(1, b.to-b.from)) })
	at := from
	for _, c := range sorted {
		if c.from < at || c.to > to {
			continue
		}
		b.Write(e.doc.Text[at:c.from])
		b.WriteString(c.text)
		at = c.to
	}
	b.Write(e.doc.Text[at:to])
	return b.String()
}

const spaces = " \t\r\n"

// lineStart returns the offset after the last line of the text before an offset if only white
// space follows it there, else the offset.
func lineStart(text []byte, offset int) int {
	if i := bytes.LastIndexByte(text[:offset], '\n'); i >= 0 && len(bytes.TrimLeft(text[i:offset], spaces)) == 0 {
		return len(bytes.TrimSuffix(text[:i], []byte{'\r'}))
	}
	return offset
}

// indentation returns the white space before an element on its line.
func indentation(e *xmltree.Element) string {
	text := e.Doc.Text[:e.Offset]
	line := text[bytes.LastIndexByte(text, '\n')+1:]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// content returns the offsets of the content of an element. An empty-element tag has none, and ok
// is false then.
func content(e *xmltree.Element) (from, to int, ok bool) {
	text := e.Doc.Text
	at := e.Offset
	if n := len(e.Attrs); n > 0 {
		at = e.Attrs[n-1].ValueEnd + 1
	}
	from = at + bytes.IndexByte(text[at:], '>') + 1
	if text[from-2] == '/' {
		return from, from, false
	}
	return from, bytes.LastIndexByte(text[:e.End], '<'), true
}

// appendTo adds text at the end of the content of an element.
func (e *edits) appendTo(element *xmltree.Element, text, newline string) {
	from, to, ok := content(element)
	if !ok {
		e.replace(from-len("/>"), from, ">"+text+newline+indentation(element)+"</"+element.RawName()+">")
		return
	}
	e.insert(len(bytes.TrimRight(e.doc.Text[:to], spaces)), text)
}

func escaped(value string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(value)) // a strings.Builder does not fail
	return b.String()
}
