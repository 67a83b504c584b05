package callvalue

import (
	"fmt"
	"math"
	"strings"

	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/templates/soap/schema"
)

// element is an element of a document.
type element struct {
	read     *xmltree.Element
	name     xmltree.QName
	attrs    []*xmltree.Attr // without declarations of namespaces
	children []*element
	text     string // the text of the element itself, without its children
}

// parse reads a document that the encoder has written, however large it is.
func parse(doc []byte) (*xmltree.Element, error) {
	d, diags := xmltree.Parse("", doc, xmltree.Limits{Depth: math.MaxInt32, Bytes: len(doc) + 1})
	if d == nil {
		return nil, fmt.Errorf("the message is not well-formed: %s", diags[0].Message)
	}
	return d.Root, nil
}

func elementOf(read *xmltree.Element) *element {
	x := &element{read: read, name: read.Name}
	for _, a := range read.Attrs {
		if !a.IsDeclaration() {
			x.attrs = append(x.attrs, a)
		}
	}
	var text strings.Builder
	for _, n := range read.Nodes {
		if n.Element != nil {
			x.children = append(x.children, elementOf(n.Element))
		}
		text.WriteString(n.Text)
	}
	x.text = text.String()
	return x
}

// namespace returns the namespace of a prefix in the element, "" if the prefix is not declared.
func (x *element) namespace(prefix string) string {
	uri, _ := x.read.LookupPrefix(prefix)
	return uri
}

// xsi returns an attribute of XML Schema instances.
func (x *element) xsi(local string) string {
	for _, a := range x.attrs {
		if a.Name.Space == schema.XSINamespace && a.Name.Local == local {
			return a.Value
		}
	}
	return ""
}

// isNil reports whether the element is nil.
func (x *element) isNil() bool {
	v := strings.TrimSpace(x.xsi("nil"))
	return v == "true" || v == "1"
}

// clark returns a qualified name with its namespace in braces.
func (x *element) clark(name string) string {
	prefix, local, ok := strings.Cut(name, ":")
	if !ok {
		prefix, local = "", name
	}
	if space := x.namespace(prefix); space != "" {
		return "{" + space + "}" + local
	}
	return local
}
