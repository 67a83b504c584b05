package xmltree

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"slices"
	"sort"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
)

// Edits are changes to the text of a document. What they do not mention stays as it is.
type Edits struct {
	Doc   *Document
	list  []edit
	added int // bytes of the texts in list
}

// edit replaces the bytes from one offset to another.
type edit struct {
	from, to int
	text     string
}

// Empty reports whether there are no changes.
func (e *Edits) Empty() bool { return len(e.list) == 0 }

// Replace replaces the bytes from one offset to another.
func (e *Edits) Replace(from, to int, text string) {
	e.list = append(e.list, edit{from, to, text})
	e.added += len(text)
}

// TooLarge reports whether Parse would refuse the changed text because of its size.
func (e *Edits) TooLarge(limits Limits) bool {
	return len(e.Doc.Text)+e.added > limits.withDefaults().Bytes
}

// Insert adds text at an offset.
func (e *Edits) Insert(at int, text string) { e.Replace(at, at, text) }

// SetValue replaces the value of an attribute.
func (e *Edits) SetValue(a *Attr, value string) {
	e.Replace(a.ValueStart, a.ValueEnd, Escape(value))
}

// AddAttribute adds an attribute to a start tag.
func (e *Edits) AddAttribute(element *Element, name, value string) {
	e.Insert(element.Offset+len("<")+len(element.RawName()), " "+name+`="`+Escape(value)+`"`)
}

// Rename gives an element another local name in its start tag and in its end tag.
func (e *Edits) Rename(element *Element, local string) {
	at := element.Offset + len("<") + len(element.RawName()) - len(element.Name.Local)
	e.Replace(at, at+len(element.Name.Local), local)
	if _, end, ok := element.Content(); ok {
		at = end + len("</") + len(element.RawName()) - len(element.Name.Local)
		e.Replace(at, at+len(element.Name.Local), local)
	}
}

// RemoveAttribute removes an attribute and the white space before it.
func (e *Edits) RemoveAttribute(a *Attr) {
	e.Replace(len(bytes.TrimRight(e.Doc.Text[:a.Offset], Spaces)), a.ValueEnd+1, "")
}

// RemoveElement removes an element, and its line if nothing else is there.
func (e *Edits) RemoveElement(element *Element) {
	e.Replace(LineStart(e.Doc.Text, element.Offset), element.End, "")
}

// Between returns a part of the text with the changes that are inside it. Insertions at one
// place are in the order in which they were made. A change inside a part that another one has
// removed is ignored.
func (e *Edits) Between(from, to int) string {
	text, _ := e.between(from, to)
	return string(text)
}

// Parse parses the changed text. Positions in the result are those in the document as read; an added text has the position at
// which it was added.
func (e *Edits) Parse(limits Limits) (*Document, diag.List) {
	if e.TooLarge(limits) {
		return nil, diag.List{tooLarge(limits.withDefaults().Bytes).diagnostic(e.Doc.File, nil)}
	}
	d := &Document{File: e.Doc.File, Start: e.Doc.Start, Encoding: e.Doc.Encoding, lines: e.Doc.lines}
	d.Text, d.origins = e.between(0, len(e.Doc.Text))
	if failed := d.parse(limits.withDefaults()); failed != nil {
		return nil, diag.List{*failed}
	}
	return d, nil
}

// between returns a part of the text with its changes, and the origins of its pieces.
func (e *Edits) between(from, to int) (text []byte, origins []origin) {
	sorted := slices.Clone(e.list)
	slices.SortStableFunc(sorted, func(a, b edit) int { return cmp.Or(a.from-b.from, min(1, a.to-a.from)-min(1, b.to-b.from)) })
	keep := func(from, to int) {
		origins = e.Doc.appendOrigins(origins, len(text), from, to)
		text = append(text, e.Doc.Text[from:to]...)
	}
	at := from
	for _, c := range sorted {
		if c.from < at || c.to > to {
			continue
		}
		keep(at, c.from)
		origins = append(origins, origin{at: len(text), from: readFrom(e.Doc.origins, c.from), fixed: true})
		text = append(text, c.text...)
		at = c.to
	}
	keep(at, to)
	return text, origins
}

// appendOrigins appends the origins of a piece of the text, which begins at an offset of another text.
func (d *Document) appendOrigins(list []origin, at, from, to int) []origin {
	next := sort.Search(len(d.origins), func(i int) bool { return d.origins[i].at > from })
	first := origin{at: at, from: readFrom(d.origins, from)}
	if next > 0 {
		first.fixed = d.origins[next-1].fixed
	}
	list = append(list, first)
	for _, o := range d.origins[next:] {
		if o.at >= to {
			break
		}
		list = append(list, origin{at: at + o.at - from, from: o.from, fixed: o.fixed})
	}
	return list
}

// Spaces are the characters of white space (XML 1.0 section 2.3).
const Spaces = " \t\r\n"

// LineStart returns the offset after the last line of the text before an offset if only white
// space follows it there, else the offset.
func LineStart(text []byte, offset int) int {
	before := bytes.TrimRight(text[:offset], " \t\r") // a line may be long
	if line, found := bytes.CutSuffix(before, []byte{'\n'}); found {
		return len(bytes.TrimSuffix(line, []byte{'\r'}))
	}
	return offset
}

// Indentation returns the white space before the element on its line.
func (e *Element) Indentation() string {
	text := e.Doc.Text[:e.Offset]
	line := text[bytes.LastIndexByte(text, '\n')+1:]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// Content returns the offsets of the content of the element. An empty-element tag has none, and ok
// is false then.
func (e *Element) Content() (from, to int, ok bool) {
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

// AppendTo adds text at the end of the content of an element. An empty element gets an end tag, on a line after newline
// unless that is "".
func (e *Edits) AppendTo(element *Element, text, newline string) {
	from, to, ok := element.Content()
	if !ok {
		if newline != "" {
			newline += element.Indentation()
		}
		e.Replace(from-len("/>"), from, ">"+text+newline+"</"+element.RawName()+">")
		return
	}
	e.Insert(len(bytes.TrimRight(e.Doc.Text[:to], Spaces)), text)
}

// Escape escapes a text for an attribute value or the content of an element.
func Escape(value string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(value)) // a strings.Builder does not fail
	return b.String()
}
