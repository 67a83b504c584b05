package sample

import (
	"math/rand/v2"
	"slices"

	"example.com/quartet/internal/compiler/reading/xsd"
)

// DefectKind is a way to make an instance invalid.
type DefectKind int

const (
	MissingElement   DefectKind = iota // a required element is missing
	TooManyElements                    // an element occurs once more than allowed
	WrongOrder                         // two elements are exchanged
	UnknownElement                     // an element is not declared
	WrongNamespace                     // an element is in another namespace
	UnexpectedText                     // there is text in element-only or empty content
	MissingAttribute                   // a required attribute is missing
	UnknownAttribute                   // an attribute is not declared
	NotNillable                        // xsi:nil is true for an element that is not nillable
	AbstractType                       // xsi:type is missing where the declared type is abstract
	UnknownType                        // xsi:type names a type that is not defined
	NotFixed                           // a value differs from the fixed value
	InvalidLexical                     // a text is not in the lexical space of its type
	InvalidFacet                       // a value violates a facet
)

var defectNames = [...]string{
	"missing element", "too many elements", "wrong order", "unknown element", "wrong namespace", "unexpected text",
	"missing attribute", "unknown attribute", "not nillable", "abstract type", "unknown type",
	"not the fixed value", "invalid lexical form", "violated facet",
}

// String returns a short description, such as "missing element".
func (k DefectKind) String() string { return defectNames[k] }

// DefectKinds returns all kinds.
func DefectKinds() []DefectKind {
	all := make([]DefectKind, len(defectNames))
	for i := range all {
		all[i] = DefectKind(i)
	}
	return all
}

// Defect is an instance with exactly one defect.
type Defect struct {
	Kind     DefectKind
	Why      string // the facet that does not allow the value, for InvalidFacet
	Document *Document
	Path     string // path of the element with the defect; see Element.Path
}

// Defect returns a copy of a valid instance with a defect of the given kind. It
// returns false if no element can have a defect of this kind that certainly
// makes the instance invalid. Elements that wildcards allow are not changed.
// seed selects the element.
func (g *Generator) Defect(d *Document, kind DefectKind, seed uint64) (*Defect, bool) {
	var elements []*Element
	var visit func(e *Element)
	visit = func(e *Element) {
		if e.viaWildcard {
			return
		}
		elements = append(elements, e)
		for _, child := range e.Elements() {
			visit(child)
		}
	}
	visit(d.Root)
	rng := rand.New(rand.NewPCG(seed, uint64(kind)))
	for _, i := range rng.Perm(len(elements)) {
		if elements[i].Type == nil {
			continue
		}
		var e *Element
		copied := d.clone(func(original, clone *Element) {
			if original == elements[i] {
				e = clone
			}
		})
		m := &defectMaker{g: g, rng: rng, e: e}
		if m.apply(kind) {
			return &Defect{Kind: kind, Why: m.why, Document: copied, Path: e.Path()}, true
		}
	}
	return nil, false
}

// defectMaker adds a defect to one element.
type defectMaker struct {
	g   *Generator
	rng *rand.Rand
	e   *Element
	why string
}

// apply adds a defect and reports whether it succeeded.
func (m *defectMaker) apply(kind DefectKind) bool {
	switch kind {
	case NotNillable:
		return m.setNil()
	case AbstractType, UnknownType:
		return m.changeType(kind)
	case NotFixed, InvalidLexical, InvalidFacet:
		return m.invalidateValue(kind)
	}
	c, ok := m.e.Type.(*xsd.ComplexType)
	if !ok {
		return false
	}
	switch kind {
	case MissingAttribute:
		return m.dropAttribute()
	case UnknownAttribute:
		return m.addAttribute(c)
	case UnexpectedText:
		if c.ContentKind != xsd.ElementContent && c.ContentKind != xsd.EmptyContent || m.e.Nil {
			return false
		}
		m.e.Nodes = append(m.e.Nodes, Node{Text: "unexpected"})
		return true
	}
	return (c.ContentKind == xsd.ElementContent || c.ContentKind == xsd.EmptyContent) && !m.e.Nil && m.invalidateContent(c, kind)
}

// invalidateContent changes the children so that they do not match the content model.
func (m *defectMaker) invalidateContent(c *xsd.ComplexType, kind DefectKind) bool {
	before := m.e.Nodes
	changes := len(before)
	if kind == UnknownElement {
		changes++
	}
	for _, i := range m.rng.Perm(changes) {
		nodes := m.changed(before, i, kind)
		if nodes == nil {
			continue
		}
		m.e.Nodes = nodes
		for _, n := range nodes {
			n.Element.parent = m.e
		}
		if !m.g.matches(c, m.e.Elements()) {
			return true
		}
	}
	m.e.Nodes = before
	return false
}

func (m *defectMaker) changed(nodes []Node, i int, kind DefectKind) []Node {
	switch kind {
	case MissingElement:
		return slices.Delete(slices.Clone(nodes), i, i+1)
	case TooManyElements:
		return slices.Insert(slices.Clone(nodes), i, Node{Element: nodes[i].Element.clone(m.e, nil)})
	case WrongOrder:
		if i == 0 || nodes[i].Element.Name == nodes[i-1].Element.Name {
			return nil
		}
		swapped := slices.Clone(nodes)
		swapped[i], swapped[i-1] = swapped[i-1], swapped[i]
		return swapped
	case UnknownElement:
		return slices.Insert(slices.Clone(nodes), i, Node{Element: &Element{Name: xsd.QName{Local: "unexpected"}}})
	case WrongNamespace:
		moved := nodes[i].Element.clone(m.e, nil)
		moved.Name.Space = "urn:example:wrong"
		replaced := slices.Clone(nodes)
		replaced[i].Element = moved
		return replaced
	}
	return nil
}

func (m *defectMaker) dropAttribute() bool {
	for _, i := range m.rng.Perm(len(m.e.Attrs)) {
		if use := m.e.Attrs[i].Use; use != nil && use.Required {
			m.e.Attrs = slices.Delete(m.e.Attrs, i, i+1)
			return true
		}
	}
	return false
}

func (m *defectMaker) addAttribute(c *xsd.ComplexType) bool {
	name := xsd.QName{Local: "unexpected"}
	if extendsAnyType(c) || c.AnyAttribute != nil && c.AnyAttribute.Allows("") || m.e.Attr(name) != nil {
		return false
	}
	if slices.ContainsFunc(c.Attributes, func(u *xsd.AttributeUse) bool { return u.Attribute.Name == name }) {
		return false
	}
	m.e.Attrs = append(m.e.Attrs, Attr{Name: name, Value: "value"})
	return true
}

// extendsAnyType reports whether a type is anyType or an extension of it, and
// so allows any attribute (part 1, section 3.4.2).
func extendsAnyType(c *xsd.ComplexType) bool {
	for c != xsd.AnyType {
		base, ok := c.Base.(*xsd.ComplexType)
		if !ok || c.Derivation != xsd.Extension {
			return false
		}
		c = base
	}
	return true
}

func (m *defectMaker) setNil() bool {
	if m.e.Declaration == nil || m.e.Declaration.Nillable {
		return false
	}
	m.e.Nodes = nil
	m.e.Attrs = append(m.e.Attrs, Attr{Name: xsiNil, Value: "true"})
	return true
}

func (m *defectMaker) changeType(kind DefectKind) bool {
	if m.e.Declaration == nil {
		return false
	}
	declared, ok := m.e.Declaration.Type.(*xsd.ComplexType)
	typed := slices.IndexFunc(m.e.Attrs, func(a Attr) bool { return a.Name == xsiType })
	switch {
	case kind == AbstractType && ok && declared.Abstract && typed >= 0:
		m.e.Attrs = slices.Delete(m.e.Attrs, typed, typed+1)
		return true
	case kind == UnknownType && typed >= 0:
		m.e.Attrs[typed].Value = m.e.qname(xsd.QName{Space: "urn:example:wrong", Local: "Unknown"})
		return true
	}
	return false
}
