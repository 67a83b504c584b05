package sample

import (
	"fmt"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/xsd"
)

// Compare returns an error that describes the first difference between an
// instance and another document, or nil if they are equivalent.
//
// It ignores prefixes, namespace declarations, comments, the order of
// attributes, white space between elements, the order of elements in an xs:all,
// xsi:schemaLocation, xsi:nil="false", an xsi:type that names the declared type,
// and the xsi:type of an element that is nil. Values are equal if their types
// say so, whatever their lexical form; QNames in values are compared by
// namespace and local name.
func (g *Generator) Compare(d *Document, other []byte) error {
	parsed, err := parse(other)
	if err != nil {
		return err
	}
	return comparer{g}.element(d.Root, parsed.Root)
}

// SameValue reports whether two texts are equal values of a type. The type must
// not contain QNames.
func (g *Generator) SameValue(t *xsd.SimpleType, a, b string) bool {
	return a == b || g.key(t, a, nil) == g.key(t, b, nil)
}

type comparer struct{ g *Generator }

func (c comparer) element(e *Element, o *Element) error {
	if e.Name != o.Name {
		return fmt.Errorf("%s: got element %s, want %s", e.Path(), o.Name, e.Name)
	}
	if err := c.attributes(e, o); err != nil {
		return err
	}
	ours, others := significant(e, e), significant(o, e)
	if c, ok := e.Type.(*xsd.ComplexType); ok && unordered(c) {
		for _, nodes := range [][]Node{ours, others} {
			slices.SortStableFunc(nodes, func(a, b Node) int { return a.name().Compare(b.name()) })
		}
	}
	for i := 0; i < len(ours) || i < len(others); i++ {
		switch {
		case i >= len(ours):
			return fmt.Errorf("%s: unexpected %s at the end", e.Path(), others[i].describe())
		case i >= len(others) && ours[i].Element == nil && c.same(ours[i].Type, ours[i].Text, "", e, o):
			continue // an empty list, here written as white space
		case i >= len(others):
			return fmt.Errorf("%s: missing %s", e.Path(), ours[i].describe())
		case (ours[i].Element == nil) != (others[i].Element == nil):
			return fmt.Errorf("%s: got %s, want %s", e.Path(), others[i].describe(), ours[i].describe())
		}
		var err error
		if ours[i].Element != nil {
			err = c.element(ours[i].Element, others[i].Element)
		} else if !c.same(ours[i].Type, ours[i].Text, others[i].Text, e, o) {
			err = fmt.Errorf("%s: got text %q, want %q", e.Path(), others[i].Text, ours[i].Text)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// unordered reports whether the content model of a type is an xs:all, whose
// elements may occur in any order, or ends in one: XML Schema forbids that, but
// some contracts contain it.
func unordered(c *xsd.ComplexType) bool {
	return c.Content != nil && c.ContentKind == xsd.ElementContent && endsInAll(c.Content)
}

func endsInAll(p *xsd.Particle) bool {
	group, ok := p.Term.(*xsd.ModelGroup)
	if !ok || group.Compositor == xsd.Choice || len(group.Particles) == 0 {
		return false
	}
	return group.Compositor == xsd.All || endsInAll(group.Particles[len(group.Particles)-1])
}

func (n Node) name() xsd.QName {
	if n.Element == nil {
		return xsd.QName{}
	}
	return n.Element.Name
}

func (n Node) describe() string {
	if n.Element != nil {
		return "element " + n.Element.Name.String()
	}
	return fmt.Sprintf("text %q", n.Text)
}

// significant returns the nodes to compare: the child elements if all text
// between them is white space, else all nodes with adjacent text merged. White
// space is not significant, either, if an empty element is expected.
func significant(e, want *Element) []Node {
	elements := e.Elements()
	onlyElements := strings.TrimSpace(e.Text()) == "" && (len(elements) > 0 || len(want.Nodes) == 0)
	var nodes []Node
	for _, n := range e.Nodes {
		last := len(nodes) - 1
		switch {
		case n.Element == nil && (onlyElements || n.Text == ""):
		case n.Element == nil && last >= 0 && nodes[last].Element == nil:
			nodes[last].Text += n.Text
		default:
			nodes = append(nodes, n)
		}
	}
	return nodes
}

func (c comparer) attributes(e *Element, o *Element) error {
	others := make(map[xsd.QName]string)
	for _, a := range o.Attrs {
		if a.Name.Space == xsd.InstanceNamespace && a.Name != xsiType && (a.Name != xsiNil || isFalse(a.Value)) {
			continue
		}
		others[a.Name] = a.Value
	}
	for _, a := range e.Attrs {
		value, ok := others[a.Name]
		delete(others, a.Name)
		switch {
		case a.Name == xsiType:
			if !ok && (e.Nil || redundant(e)) {
				continue
			}
			if !ok || !sameName(a.Value, value, e, o) && !isArray(e, nameIn(o, value)) {
				return fmt.Errorf("%s: got xsi:type %q, want %q", e.Path(), value, a.Value)
			}
		case !ok:
			return fmt.Errorf("%s: missing attribute %s", e.Path(), a.Name)
		case a.Use != nil && a.Use.ArrayType != nil:
			ours, size, _ := strings.Cut(a.Value, "[")
			others, otherSize, _ := strings.Cut(value, "[")
			if size != "]" && size != otherSize || !sameName(ours, others, e, o) {
				return fmt.Errorf("%s: got arrayType %q, want %q", e.Path(), value, a.Value)
			}
		case a.Name == xsiNil && isFalse(a.Value) == isFalse(value):
		case !c.same(a.Type, a.Value, value, e, o):
			return fmt.Errorf("%s: attribute %s: got %q, want %q", e.Path(), a.Name, value, a.Value)
		}
	}
	for name, value := range others {
		if name == xsiType && e.Type != nil && (nameIn(o, value) == e.Type.Component().Name || isArray(e, nameIn(o, value))) {
			continue
		}
		return fmt.Errorf("%s: unexpected attribute %s", e.Path(), name)
	}
	return nil
}

func isFalse(s string) bool {
	s = strings.TrimSpace(s)
	return s == "false" || s == "0"
}

// isArray reports whether name is soapenc:Array and the element is an array.
// With SOAP encoding, any array may have this xsi:type (SOAP 1.1, section
// 5.4.2).
func isArray(e *Element, name xsd.QName) bool {
	c, ok := e.Type.(*xsd.ComplexType)
	return ok && arrayOf(c) != nil && name.Local == "Array" && (name.Space == soap11Encoding || name.Space == soap12Encoding)
}

// redundant reports whether an element's xsi:type names the declared type, or
// the element has no declaration.
func redundant(e *Element) bool {
	return e.Declaration != nil && e.Declaration.Type == e.Type || e.Declaration == nil
}

func sameName(ours, other string, e, o *Element) bool { return nameIn(o, other) == nameIn(e, ours) }

// same reports whether two texts are equal values of a type. Without a type the texts themselves must be equal.
func (c comparer) same(t *xsd.SimpleType, ours, other string, e, o *Element) bool {
	if t == nil || ours == other && !holdsNames(t) {
		return ours == other
	}
	return c.g.key(t, ours, e) == c.g.key(t, other, o)
}

func holdsNames(t *xsd.SimpleType) bool {
	switch t.Variety {
	case xsd.List:
		return holdsNames(t.Item)
	case xsd.Union:
		for _, m := range t.Members {
			if holdsNames(m) {
				return true
			}
		}
	}
	return t.Primitive != nil && (t.Primitive.Name.Local == "QName" || t.Primitive.Name.Local == "NOTATION")
}
