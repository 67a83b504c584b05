package sample

import "strings"

// Bytes returns the document as XML, without added white space.
func (d *Document) Bytes() []byte { return d.write(false) }

// Indented returns the document as indented XML. Elements with text are not
// changed.
func (d *Document) Indented() []byte { return d.write(true) }

func (d *Document) write(indent bool) []byte {
	// Write the elements first: this assigns the prefixes that are declared below.
	body := &writer{doc: d, indent: indent}
	body.element(d.Root, 0, true)
	text := body.out.String()
	var declarations strings.Builder
	for i, s := range d.spaces {
		declarations.WriteString(` xmlns:` + prefix(i, s) + `="`)
		attributeEscaper.WriteString(&declarations, s)
		declarations.WriteByte('"')
	}
	name := len("<") + len(d.QName(d.Root.Name))
	return []byte(text[:name] + declarations.String() + text[name:])
}

type writer struct {
	doc    *Document
	out    strings.Builder
	indent bool
}

func (w *writer) element(e *Element, depth int, root bool) {
	name := w.doc.QName(e.Name)
	w.out.WriteString("<" + name)
	for _, a := range e.Attrs {
		w.out.WriteString(" " + w.doc.QName(a.Name) + `="`)
		attributeEscaper.WriteString(&w.out, a.Value)
		w.out.WriteByte('"')
	}
	if len(e.Nodes) == 0 {
		w.out.WriteString("/>")
		return
	}
	w.out.WriteByte('>')
	lines := w.indent && onlyElements(e)
	for _, n := range e.Nodes {
		if n.Element == nil {
			textEscaper.WriteString(&w.out, n.Text)
			continue
		}
		w.line(lines, depth+1)
		w.element(n.Element, depth+1, false)
	}
	w.line(lines, depth)
	w.out.WriteString("</" + name + ">")
}

func (w *writer) line(lines bool, depth int) {
	if lines {
		w.out.WriteString("\n" + strings.Repeat("  ", depth))
	}
}

func onlyElements(e *Element) bool {
	for _, n := range e.Nodes {
		if n.Element == nil {
			return false
		}
	}
	return true
}

// Without these references, a parser would read a carriage return as a line
// feed, and white space in an attribute as spaces (XML 1.0, sections 2.11 and
// 3.3.3).
var (
	textEscaper      = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\r", "&#13;")
	attributeEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", `"`, "&quot;", "\t", "&#9;", "\n", "&#10;", "\r", "&#13;")
)
