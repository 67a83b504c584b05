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
	d, _ := xmltree.Parse("", markup, xmltree.Limits{Depth: math.MaxInt32, Bytes: len(markup) + 1})
	if d == nil {
		return append(bytes.Clone(markup), '\n')
	}
	var b bytes.Buffer
	writeIndented(&b, d.Root, 0)
	return b.Bytes()
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
