package sample

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/templates/soap/lexical"
)

// Compare returns an error that describes the first difference between an instance and another document, or nil if they are
// equivalent.
//
// It ignores prefixes, namespace declarations, comments, the order of attributes, white space between elements, the order of
// elements in an xs:all, xsi:schemaLocation, xsi:nil="false", an xsi:type that names the declared type, and the xsi:type of an
// element that is nil or has no declaration. Values are equal if their types say so, whatever their lexical form; QNames in values
// are compared by namespace and local name.
func (g *Generator) Compare(d *Document, other []byte) error {
	o, err := parse(other, func(root *Element) { g.assessLike(d.Root, root) })
	if err != nil {
		return err
	}
	ours, others := g.facts(d.Root), g.facts(o.Root)
	for i := range max(len(ours), len(others)) {
		switch {
		case i >= len(ours):
			return fmt.Errorf("unexpected %s", others[i])
		case i >= len(others):
			return fmt.Errorf("missing %s", ours[i])
		case ours[i] != others[i]:
			return fmt.Errorf("got %s, want %s", others[i], ours[i])
		}
	}
	return nil
}

// assessLike finds the components of an element that should be equivalent to another one.
func (g *Generator) assessLike(e, o *Element) {
	switch {
	case e.Declaration != nil:
		g.assess(o, e.Declaration, e.Declaration.Type)
	case e.Type != nil:
		g.assess(o, nil, e.Type)
	default:
		for i := range min(len(e.Children), len(o.Children)) {
			g.assessLike(e.Children[i], o.Children[i])
		}
	}
}

// SameValue reports whether two texts are equal values of a type. The type must not contain QNames.
func (g *Generator) SameValue(t *xsd.SimpleType, a, b string) bool {
	return a == b || g.key(t, a, nil) == g.key(t, b, nil)
}

// key returns a string that is equal for equal values of a type. If text is not a value, or t is nil, key returns the text, with the
// white space of the type normalized.
func (g *Generator) key(t *xsd.SimpleType, text string, scope xsd.Scope) string {
	if t == nil {
		return text
	}
	if key, why := g.values.Key(t, text, scope); why == "" {
		return key
	}
	space, _ := lexical.SpaceOf(t.Whitespace())
	return space.Normalize(text)
}

// facts returns what an element says, line by line. Equivalent elements say the same.
func (g *Generator) facts(e *Element) (lines []string) {
	add := func(what, value string) { lines = append(lines, fmt.Sprintf("%s %q of %s", what, value, e.Path())) }
	add("name", e.Name.String())
	if name := e.typeName(); !name.IsZero() && g.set.Type(name) == nil {
		add("unknown type", name.String())
	} else if d := e.Declaration; d != nil && d.Type != e.Type && !e.Nil {
		add("type", typeName(e.Type))
	}
	if e.Nil {
		add("nil", "true")
	}
	for _, a := range slices.SortedFunc(slices.Values(e.Attrs), func(a, b *xmltree.Attr) int { return a.Name.Compare(b.Name) }) {
		switch t, use := g.attribute(e, a); {
		case a.IsDeclaration() || a.Name.Space == xsd.InstanceNamespace:
		case use != nil && use.ArrayType != nil:
			name, size, _ := strings.Cut(a.Value, "[")
			add("array type", nameIn(e, name).String()+"["+size)
		default:
			add("attribute "+a.Name.String(), g.key(t, a.Value, e))
		}
	}
	if c, ok := e.Type.(*xsd.ComplexType); ok && unordered(c) {
		slices.SortStableFunc(e.Children, func(a, b *Element) int { return cmp.Or(a.Name.Compare(b.Name), a.Offset-b.Offset) })
	}
	if t := xsd.TextOf(e.Type); t != nil && !e.Nil && len(e.Children) == 0 {
		add("value", g.key(t, e.Text(), e))
		return lines
	}
	for i, text := range e.texts() {
		add(fmt.Sprintf("text after %d elements", i), text)
	}
	for _, child := range e.Children {
		lines = append(lines, g.facts(child)...)
	}
	return lines
}

// texts returns the text before, between and after the child elements; nil if all of it is white space.
func (e *Element) texts() []string {
	texts, blank := []string{""}, true
	for _, n := range e.Nodes {
		if n.Element != nil {
			texts = append(texts, "")
			continue
		}
		texts[len(texts)-1] += n.Text
		blank = blank && strings.TrimSpace(n.Text) == ""
	}
	if blank {
		return nil
	}
	return texts
}

// unordered reports whether the content model of a type is an xs:all, whose elements may occur in any order, or ends in one: XML
// Schema forbids that, but some contracts contain it.
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
