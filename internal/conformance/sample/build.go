package sample

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/xsd"
)

// builder builds one document.
type builder struct {
	g       *Generator
	options Options
	doc     *Document
	rng     *rand.Rand

	limit  int  // depth from which on optional components are omitted
	cut    bool // an optional component was omitted because of the depth or the budget
	count  int  // number of elements
	serial int  // incremented for each value, so that values differ
	ids    int  // number of IDs
	depth  int

	stack     map[xsd.Type]int // nesting of each type
	recursive int              // number of types nested three times or deeper

	encoded bool // SOAP encoding (SOAP 1.1, section 5)
}

var (
	xsiType = xsd.QName{Space: xsd.InstanceNamespace, Local: "type"}
	xsiNil  = xsd.QName{Space: xsd.InstanceNamespace, Local: "nil"}
)

// pick returns the index of one of n alternatives, of which the first is the
// declared one. occurrence counts the preceding occurrences of the particle.
func (b *builder) pick(n, occurrence int) int {
	switch b.options.Mode {
	case Maximal:
		return (b.options.Variant + occurrence) % n
	case Random:
		return b.rng.IntN(n)
	}
	return 0
}

// allowsOptional reports whether optional components are allowed at this depth.
func (b *builder) allowsOptional() bool {
	if b.options.Mode == Minimal || b.recursive > 0 {
		return false
	}
	if b.depth >= b.limit || b.count > b.options.Budget && b.limit > 1 || b.count > 10*b.options.Budget {
		b.cut = true
		return false
	}
	return true
}

// includeOptional decides whether to write an optional component.
func (b *builder) includeOptional() bool {
	return b.allowsOptional() && (b.options.Mode == Maximal || b.rng.IntN(3) > 0)
}

// element builds an element for a declaration or for a member of its
// substitution group.
func (b *builder) element(d *xsd.ElementDeclaration, occurrence int) (*Element, error) {
	members := b.g.membersOf(d)
	var failure error
	for i := range members {
		n := (b.first(members, occurrence) + i) % len(members)
		m := members[n]
		if b.g.sizes[m] >= impossible {
			continue
		}
		e := &Element{Name: m.Name, Declaration: m}
		if failure = b.declared(e, m, occurrence); failure == nil {
			return e, nil
		}
	}
	if failure == nil {
		failure = fmt.Errorf("element %s has no finite instance", d.Name)
	}
	return nil, failure
}

// first returns the index of the member to try first: the smallest one where
// optional components are omitted.
func (b *builder) first(members []*xsd.ElementDeclaration, occurrence int) int {
	if len(members) == 0 {
		return 0
	}
	if b.allowsOptional() {
		return b.pick(len(members), occurrence)
	}
	smallest := 0
	for i, m := range members {
		if b.g.sizes[m] < b.g.sizes[members[smallest]] {
			smallest = i
		}
	}
	return smallest
}

// declared fills an element according to its declaration.
func (b *builder) declared(e *Element, d *xsd.ElementDeclaration, occurrence int) error {
	t := b.typeFor(d, occurrence)
	if t != d.Type || b.encoded && t != xsd.AnyType && !t.Component().Name.IsZero() {
		b.setType(e, t)
	}
	e.Type = t
	if b.useNil(d, t, occurrence) {
		return b.setNil(e, t)
	}
	return b.typed(e, t, d)
}

// typeFor selects the declared type or a type derived from it.
func (b *builder) typeFor(d *xsd.ElementDeclaration, occurrence int) xsd.Type {
	types := b.g.typesOf(d)
	smallest := d.Type
	var possible []xsd.Type
	for _, t := range types {
		n := b.g.typeSize(t)
		if n < b.g.typeSize(smallest) {
			smallest = t
		}
		if n < impossible {
			possible = append(possible, t)
		}
	}
	if len(possible) == 0 || !b.allowsOptional() || d.Fixed != nil || d.Default != nil {
		return smallest
	}
	return possible[b.pick(len(possible), occurrence)]
}

func (b *builder) setType(e *Element, t xsd.Type) {
	e.Attrs = append(e.Attrs, Attr{Name: xsiType, Value: b.doc.QName(t.Component().Name)})
}

// useNil decides whether an element gets xsi:nil: the second occurrence in a
// maximal instance, some elements in a random one, and elements that have no
// finite content.
func (b *builder) useNil(d *xsd.ElementDeclaration, t xsd.Type, occurrence int) bool {
	if !d.Nillable || d.Fixed != nil {
		return false
	}
	if c, ok := t.(*xsd.ComplexType); ok && (c.Abstract || slices.ContainsFunc(c.Attributes, isRequired)) {
		return false
	}
	switch {
	case b.g.typeSize(t) >= impossible:
		return true
	case b.options.Mode == Maximal:
		return occurrence == 1
	}
	return b.options.Mode == Random && b.rng.IntN(5) == 0
}

func (b *builder) setNil(e *Element, t xsd.Type) error {
	b.count++
	e.Nil = true
	e.Attrs = append(e.Attrs, Attr{Name: xsiNil, Value: "true"})
	if c, ok := t.(*xsd.ComplexType); ok && b.options.NilAttributes {
		return b.attributes(e, c)
	}
	return nil
}

func isRequired(u *xsd.AttributeUse) bool { return u.Required }

// typed adds the attributes and the content of a type to an element. d may be
// nil; its fixed value is used, if any.
func (b *builder) typed(e *Element, t xsd.Type, d *xsd.ElementDeclaration) error {
	b.count++
	b.depth++
	if b.stack[t]++; b.stack[t] > 2 {
		b.recursive++
	}
	defer func() {
		if b.stack[t] > 2 {
			b.recursive--
		}
		b.stack[t]--
		b.depth--
	}()
	if b.depth > 200 {
		return fmt.Errorf("element %s is nested too deeply", e.Name)
	}
	c, ok := t.(*xsd.ComplexType)
	switch {
	case !ok:
		return b.value(e, t.(*xsd.SimpleType), d)
	case c.Abstract:
		return fmt.Errorf("type %s is abstract", typeName(c))
	case c == xsd.AnyType:
		return b.anyContent(e)
	}
	if err := b.attributes(e, c); err != nil {
		return err
	}
	switch {
	case c.ContentKind == xsd.SimpleContent:
		return b.value(e, c.Simple, d)
	case d != nil && d.Fixed != nil && c.Mixed():
		e.Nodes = append(e.Nodes, Node{Text: *d.Fixed})
		return nil
	case arrayOf(c) != nil && declaresNoElement(c.Content) && (b.encoded || c.Content != nil):
		return b.items(e, arrayOf(c))
	}
	return b.content(e, c)
}

// value adds a simple value to an element.
func (b *builder) value(e *Element, t *xsd.SimpleType, d *xsd.ElementDeclaration) error {
	var text string
	switch {
	case d != nil && d.Fixed != nil:
		text = b.written(t, *d.Fixed, d.ValueScope)
	default:
		var err error
		if text, err = b.simple(t); err != nil {
			return err
		}
		if t == xsd.AnySimpleType && b.allowsOptional() && b.pick(2, b.serial) == 1 {
			inner := xsd.Builtin(xsd.QName{Space: xsd.Namespace, Local: []string{"int", "string", "dateTime"}[b.pick(3, 0)]})
			b.setType(e, inner)
			t = inner.(*xsd.SimpleType)
			e.Type = t
			if text, err = b.simple(t); err != nil {
				return err
			}
		}
	}
	if text != "" {
		e.Nodes = append(e.Nodes, Node{Text: text, Type: t})
	}
	return nil
}

// resolveIDREFs sets all IDREFs to the first ID of the document.
func (b *builder) resolveIDREFs() {
	id := ""
	find := func(t *xsd.SimpleType, text string) {
		if id == "" && t != nil && t.BuiltinBase().Name.Local == "ID" {
			id = strings.TrimSpace(text)
		}
	}
	b.eachValue(func(t *xsd.SimpleType, text *string) { find(t, *text) })
	if id == "" {
		return
	}
	b.eachValue(func(t *xsd.SimpleType, text *string) {
		switch {
		case t == nil || t.Enumeration() != nil:
		case t.BuiltinBase().Name.Local == "IDREF":
			*text = id
		case t.Variety == xsd.List && t.Item.BuiltinBase().Name.Local == "IDREF":
			*text = strings.TrimSpace(strings.Repeat(id+" ", len(strings.Fields(*text))))
		}
	})
}

// eachValue calls f for each text and attribute value, with its type, which is
// nil if it has none.
func (b *builder) eachValue(f func(t *xsd.SimpleType, text *string)) {
	b.doc.Root.walk(func(e *Element) {
		for i := range e.Attrs {
			f(e.Attrs[i].Type, &e.Attrs[i].Value)
		}
		for i := range e.Nodes {
			if e.Nodes[i].Element == nil {
				f(e.Nodes[i].Type, &e.Nodes[i].Text)
			}
		}
	})
}
