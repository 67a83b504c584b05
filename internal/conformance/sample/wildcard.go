package sample

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/reading/xsd"
)

// wildcard appends an element that a wildcard allows: a global element, or
// unless processContents is strict, an element that no schema declares.
func (b *builder) wildcard(e *Element, c *xsd.ComplexType, w *xsd.Wildcard, occurrence int) error {
	known := b.g.wildcardElements(c, w)
	unknown := w.ProcessContents != xsd.Strict
	n := occurrence
	if b.options.Mode != Maximal {
		n = 0
	}
	if unknown {
		choices := len(known)
		if b.options.Mode == Minimal || !b.allowsOptional() {
			choices = 0
		}
		if n = b.pick(choices+1, occurrence); n == 0 {
			if b.unknownElement(e, c, w) {
				return nil
			}
			n = 1
		}
		n--
	} else if len(known) > 0 && b.allowsOptional() {
		n = b.pick(len(known), occurrence)
	}
	for i := range known {
		d := known[(n+i)%len(known)]
		child := &Element{Name: d.Name, Declaration: d}
		if b.declared(child, d, 0) != nil {
			continue
		}
		if child.viaWildcard = true; w.ProcessContents == xsd.Skip {
			child.walk(clearTypes)
		}
		e.append(child)
		return nil
	}
	return fmt.Errorf("a wildcard of %s allows none of the declared elements", typeName(c))
}

// clearTypes removes the schema components from an element: nothing in it is
// validated.
func clearTypes(e *Element) {
	e.Declaration, e.Type = nil, nil
	for i := range e.Attrs {
		e.Attrs[i].Type, e.Attrs[i].Use = nil, nil
	}
	for i := range e.Nodes {
		e.Nodes[i].Type = nil
	}
}

// wildcardElements returns up to six global elements that a wildcard of a type
// allows, the smallest first. It omits those that the type itself declares,
// because they would be ambiguous.
func (g *Generator) wildcardElements(c *xsd.ComplexType, w *xsd.Wildcard) []*xsd.ElementDeclaration {
	k := wildcardKey{c, w}
	if known, ok := g.known[k]; ok {
		return known
	}
	own := make(map[xsd.QName]bool)
	g.declaredNames(c.Content, own)
	var known []*xsd.ElementDeclaration
	for _, d := range g.set.Elements {
		if w.Allows(d.Name.Space) && !own[d.Name] && g.sizes[d] < impossible {
			known = append(known, d)
		}
	}
	slices.SortStableFunc(known, func(a, b *xsd.ElementDeclaration) int { return cmp.Compare(g.sizes[a], g.sizes[b]) })
	g.known[k] = slices.Clone(known[:min(len(known), 6)])
	return g.known[k]
}

type wildcardKey struct {
	c *xsd.ComplexType
	w *xsd.Wildcard
}

func (g *Generator) declaredNames(p *xsd.Particle, names map[xsd.QName]bool) {
	if p == nil {
		return
	}
	switch t := p.Term.(type) {
	case *xsd.ElementDeclaration:
		names[t.Name] = true
		for _, m := range g.membersOf(t) {
			names[m.Name] = true
		}
	case *xsd.ModelGroup:
		for _, inner := range t.Particles {
			g.declaredNames(inner, names)
		}
	}
}

func (b *builder) unknownElement(e *Element, c *xsd.ComplexType, w *xsd.Wildcard) bool {
	space, ok := unknownNamespace(w)
	if !ok {
		return false
	}
	name := xsd.QName{Space: space, Local: "extra"}
	own := make(map[xsd.QName]bool)
	b.g.declaredNames(c.Content, own)
	if own[name] || b.g.set.Element(name) != nil {
		return false
	}
	b.count++
	b.serial++
	child := &Element{Name: name, viaWildcard: true, Nodes: []Node{{Text: "anything " + strconv.Itoa(b.serial)}}}
	e.append(child)
	return true
}

// anyContent fills an element of type anyType: with nothing, text, an element,
// or a simple value and its xsi:type.
func (b *builder) anyContent(e *Element) error {
	if b.options.Mode == Minimal || !b.allowsOptional() {
		return nil
	}
	b.serial++
	switch b.pick(5, b.serial) {
	case 0:
		e.Nodes = append(e.Nodes, Node{Text: b.word(0)})
	case 1, 2:
		if e.Attr(xsiType) != nil {
			return nil
		}
		name := []string{"string", "int", "boolean", "dateTime", "decimal", "base64Binary"}[b.pick(6, b.serial/5)]
		t := xsd.Builtin(xsd.QName{Space: xsd.Namespace, Local: name}).(*xsd.SimpleType)
		b.setType(e, t)
		e.Type = t
		return b.value(e, t, nil)
	case 3:
		e.append(&Element{Name: xsd.QName{Space: exampleNamespace, Local: "extra"}, Nodes: []Node{{Text: b.word(0)}}})
	}
	return nil
}

// arrayOf returns the array type of a restriction of soapenc:Array, or nil for
// any other type (SOAP 1.1, section 5.4.2; WSDL 1.1, section 2.2).
func arrayOf(c *xsd.ComplexType) *xsd.ArrayType {
	for _, use := range c.Attributes {
		if use.ArrayType != nil {
			return use.ArrayType
		}
	}
	return nil
}

// declaresNoElement reports whether a content model contains wildcards only.
func declaresNoElement(p *xsd.Particle) bool {
	if p == nil {
		return true
	}
	switch t := p.Term.(type) {
	case *xsd.ElementDeclaration:
		return false
	case *xsd.ModelGroup:
		return !slices.ContainsFunc(t.Particles, func(p *xsd.Particle) bool { return !declaresNoElement(p) })
	}
	return true
}

// items adds items to an array, and their number to its arrayType.
func (b *builder) items(e *Element, array *xsd.ArrayType) error {
	n := 0
	if b.allowsOptional() {
		n = 2
	}
	if strings.Count(array.Dimensions, "[") > 1 {
		n = 0 // arrays of arrays are always empty
	}
	if b.g.typeSize(array.Item) >= impossible {
		n = 0
	}
	for range n {
		child := &Element{Name: xsd.QName{Local: "item"}, Type: array.Item}
		if array.Item != xsd.AnyType {
			b.setType(child, array.Item)
		}
		if err := b.typed(child, array.Item, nil); err != nil {
			return nil // an empty array is valid
		}
		e.append(child)
	}
	for i := range e.Attrs {
		if use := e.Attrs[i].Use; use != nil && use.ArrayType == array {
			e.Attrs[i].Value = b.doc.QName(array.Item.Component().Name) + dimensions(array, n)
		}
	}
	return nil
}

// dimensions returns the bracketed part of soapenc:arrayType for n items. With
// several dimensions, all except the last have size 1, or 0 if n is 0.
func dimensions(array *xsd.ArrayType, n int) string {
	outer := strings.LastIndex(array.Dimensions, "[")
	if outer < 0 {
		return "[" + strconv.Itoa(n) + "]"
	}
	others := strings.Repeat(strconv.Itoa(min(n, 1))+",", strings.Count(array.Dimensions[outer:], ","))
	return array.Dimensions[:outer] + "[" + others + strconv.Itoa(n) + "]"
}
