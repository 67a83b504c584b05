package component

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/internal/codec"
)

// node is an element in a definition that is being read. Text and, unless it is documentation, annotations are left out.
type node struct {
	local      string // "" if it is not an element of XML Schema or WSDL, or of a binding
	attributes []attribute
	nodes      []*node
	scope      *scope
	doc        string
}

type attribute struct{ space, local, value string }

// scope has namespace declarations, and those around them.
type scope struct {
	outer    *scope
	bindings []binding
}

type binding struct{ prefix, uri string }

// scopeOf returns the declarations for the content of the current element of d.
func scopeOf(d *codec.Decoder, outer *scope) *scope {
	_, own := d.Scope()
	if len(own) == 0 {
		return outer
	}
	s := &scope{outer: outer}
	for _, b := range own {
		s.bindings = append(s.bindings, binding{string(b.Prefix), b.URI})
	}
	return s
}

// lookup returns the namespace of a prefix. Without a prefix it is the default namespace.
func (s *scope) lookup(prefix string) (uri string, ok bool) {
	for ; s != nil; s = s.outer {
		for _, b := range s.bindings {
			if b.prefix == prefix {
				return b.uri, true
			}
		}
	}
	if prefix == "xml" {
		return codec.XMLNamespace, true
	}
	return "", prefix == ""
}

// appendDeclarations appends the declarations as attributes of an element.
func (s *scope) appendDeclarations(text []byte) []byte {
	known := make(map[string]bool)
	for ; s != nil; s = s.outer {
		for _, b := range s.bindings {
			if known[b.prefix] {
				continue
			}
			known[b.prefix] = true
			text = append(text, " xmlns"...)
			if b.prefix != "" {
				text = append(append(text, ':'), b.prefix...)
			}
			text = append(append(append(text, `="`...), escaper.Replace(b.uri)...), '"')
		}
	}
	return text
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", `"`, "&quot;")

// node returns the element at a place.
func (p *place) node() (*node, error) {
	text, err := p.read()
	if err != nil {
		return nil, err
	}
	around := p.scope.appendDeclarations([]byte("<x"))
	around = append(append(append(around, '>'), text...), "</x>"...)
	d := codec.NewDecoder(around, nil, limits)
	defer d.Release()
	var n *node
	if d.Root() {
		d.Open()
		for d.Child() {
			n = p.document.readNode(d, p.scope)
		}
	}
	switch {
	case d.Failed != nil:
		return nil, d.Failed
	case n == nil:
		return nil, fmt.Errorf("%s has changed since it was first read", p.document.file)
	}
	return n, nil
}

// readNode reads the current element of d.
func (doc *document) readNode(d *codec.Decoder, outer *scope) *node {
	n := &node{scope: scopeOf(d, outer)}
	if space, local := d.Tag(); isSchemaNamespace(space) || space == wsdlNamespace {
		n.local = local
	} else if prefix := wsdlPrefixes[space]; prefix != "" {
		n.local = prefix + local
	}
	for i := range d.Attrs {
		a := &d.Attrs[i]
		n.attributes = append(n.attributes, attribute{a.URI, string(d.Buf[a.Local:a.End]), string(a.Value)})
	}
	if n.local == "annotation" && doc.documented {
		n.doc = documentation(d)
		return n
	}
	if n.local == "annotation" || n.local == "" {
		d.Skip()
		return n
	}
	d.IgnoreNil()
	d.Open()
	for d.Child() {
		switch child := doc.readNode(d, n.scope); child.local {
		case "":
		case "annotation":
			n.doc = cmp.Or(n.doc, child.doc)
		default:
			n.nodes = append(n.nodes, child)
		}
	}
	return n
}

// documentation reads an xs:annotation, and returns the text of its documentation, without the markup in it.
func documentation(d *codec.Decoder) string {
	var paragraphs []string
	d.Open()
	for d.Child() {
		_, local := d.Tag()
		var text strings.Builder
		appendText(&text, d)
		if words := strings.Fields(text.String()); local == "documentation" && len(words) > 0 {
			paragraphs = append(paragraphs, strings.Join(words, " "))
		}
	}
	return strings.Join(paragraphs, "\n\n")
}

// appendText reads the current element, and appends the text in it and its elements, with spaces in place of tags.
func appendText(text *strings.Builder, d *codec.Decoder) {
	piece := func() { text.WriteString(" " + string(d.Piece()) + " ") }
	d.IgnoreNil()
	d.Open()
	for d.Step(piece) {
		appendText(text, d)
	}
	if d.Failed == nil {
		piece()
		d.Leave()
	}
}

// attr returns an attribute without a namespace.
func (n *node) attr(local string) (string, bool) {
	for _, a := range n.attributes {
		if a.local == local && a.space == "" {
			return a.value, true
		}
	}
	return "", false
}

// value returns an attribute without white space around it, "" if it is not there.
func (n *node) value(local string) string {
	value, _ := n.attr(local)
	return strings.Trim(value, blanks)
}

// is reports whether an attribute of the type xs:boolean is true.
func (n *node) is(local string) bool {
	value := n.value(local)
	return value == "true" || value == "1"
}

// child returns the first child with one of some names, nil if there is none.
func (n *node) child(locals ...string) *node {
	for _, c := range n.nodes {
		if slices.Contains(locals, c.local) {
			return c
		}
	}
	return nil
}

// all appends the nodes with a name that are in n, at any depth.
func (n *node) all(local string, found []*node) []*node {
	for _, c := range n.nodes {
		if c.local == local {
			found = append(found, c)
		}
		found = c.all(local, found)
	}
	return found
}
