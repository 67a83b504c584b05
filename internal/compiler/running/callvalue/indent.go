package callvalue

import (
	"bytes"
	"math"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/xmltree"
)

// XML returns markup that the encoder has written, however large it is, with indentation where elements have only elements, and a
// newline at the end.
func XML(markup []byte) []byte {
	if _, b := indented(markup, math.MaxInt32); b != nil {
		return b
	}
	return append(bytes.Clone(markup), '\n')
}

// Message returns a message that another program may have written, with indentation as [XML] has it if it is XML and not very deep.
func Message(body []byte) []byte {
	const maxDepth = 64 // the indentation of much deeper elements would be longer than the message
	if !bytes.HasPrefix(bytes.TrimSpace(body), []byte("<")) {
		return body
	}
	prolog, b := indented(body, maxDepth)
	switch {
	case b == nil:
		return body
	case len(prolog) > 0:
		return slices.Concat(prolog, []byte{'\n'}, b)
	}
	return b
}

// indented returns what is before the root of a document, and the root with indentation and what follows it. The root is nil if the
// document cannot be read or is deeper than a limit.
func indented(doc []byte, depth int) (prolog, root []byte) {
	d, _ := xmltree.Parse("", doc, xmltree.Limits{Depth: depth, Bytes: len(doc) + 1})
	if d == nil {
		return nil, nil
	}
	var b bytes.Buffer
	writeIndented(&b, d.Root, 0)
	b.Write(bytes.TrimSpace(d.Text[d.Root.End:])) // comments and processing instructions
	return bytes.TrimSpace(d.Text[:d.Root.Offset]), b.Bytes()
}

// writeIndented writes an element with a line for each tag. Its text is as in the document, and so is an element that has
// text, comments or processing instructions beside its children.
func writeIndented(b *bytes.Buffer, x *xmltree.Element, depth int) {
	indent := strings.Repeat("  ", depth)
	var pieces []string // text of the element between its children
	from := x.Offset
	for c := range x.Elements() {
		pieces = append(pieces, strings.TrimSpace(string(x.Doc.Text[from:c.Offset])))
		from = c.End
	}
	pieces = append(pieces, strings.TrimSpace(string(x.Doc.Text[from:x.End])))
	if !onlyTags(x, pieces) {
		b.WriteString(indent + string(x.Doc.Text[x.Offset:x.End]) + "\n")
		return
	}
	b.WriteString(indent + pieces[0] + "\n")
	for c := range x.Elements() {
		writeIndented(b, c, depth+1)
	}
	b.WriteString(indent + pieces[len(pieces)-1] + "\n")
}

// onlyTags reports whether the pieces of an element around its children are its tags: there are children, and nothing
// else beside them.
func onlyTags(x *xmltree.Element, pieces []string) bool {
	hasText := slices.ContainsFunc(x.Nodes, func(n xmltree.Node) bool { return strings.TrimSpace(n.Text) != "" })
	last := len(pieces) - 1
	return !hasText && last > 0 && strings.Join(pieces[1:last], "") == "" && isTag(pieces[0]) && isTag(pieces[last])
}

// isTag reports whether markup without text is one tag.
func isTag(s string) bool {
	return s[0] == '<' && strings.Count(s, "<") == 1 && strings.HasSuffix(s, ">")
}
