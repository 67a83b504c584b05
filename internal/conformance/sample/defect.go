package sample

import (
	"math/rand/v2"
	"slices"

	"example.com/quartet/internal/compiler/xsd"
)

// DefectKind is a way to make an instance invalid.
type DefectKind int

const (
	MissingElement   DefectKind = iota // a required element is not there
	TooMany                            // an element is there once too often
	WrongOrder                         // two elements have changed places
	UnknownElement                     // an element that is not declared
	WrongNamespace                     // an element is in another namespace
	UnexpectedText                     // text between elements, or where nothing is
	MissingAttribute                   // a required attribute is not there
	UnknownAttribute                   // an attribute that is not declared
	NotNillable                        // xsi:nil where it is not allowed
	AbstractType                       // no xsi:type where the declared type is abstract
	UnknownType                        // an xsi:type that is not defined
	NotFixed                           // a fixed value that is another one
	BadLexical                         // a text that is no value of its type
	BadFacet                           // a value that breaks a facet
)

var defectNames = [...]string{
	"missing element", "too many elements", "wrong order", "unknown element", "wrong namespace", "unexpected text",
	"missing attribute", "unknown attribute", "nil where it is not allowed", "abstract type", "unknown type",
	"not the fixed value", "bad lexical form", "broken facet",
}

// String says the kind in words.
func (k DefectKind) String() string { return defectNames[k] }

// DefectKinds returns all kinds.
func DefectKinds() []DefectKind {
	all := make([]DefectKind, len(defectNames))
	for i := range all {
		all[i] = DefectKind(i)
	}
	return all
}

// Defect is an instance with one thing wrong.
type Defect struct {
	Kind     DefectKind
	Facet    xsd.FacetKind // that is broken, for BadFacet
	Document *Document
	Path     string // of the element that is wrong, or in which something is missing or too much
}

// Defect returns a copy of a valid instance with a defect of a kind; false if
// no place in it allows one that surely makes it invalid. What wildcards let
// pass is left alone. seed chooses the place.
func (g *Generator) Defect(d *Document, kind DefectKind, seed uint64) (*Defect, bool) {
	var places []*Element
	var visit func(e *Element)
	visit = func(e *Element) {
		if e.viaWildcard {
			return
		}
		places = append(places, e)
		for _, child := range e.Elements() {
			visit(child)
		}
	}
	visit(d.Root)
	rng := rand.New(rand.NewPCG(seed, uint64(kind)))
	for _, i := range rng.Perm(len(places)) {
		if places[i].Type == nil {
			continue
		}
		var e *Element
		copied := d.clone(func(original, twin *Element) {
			if original == places[i] {
				e = twin
			}
		})
		s := &spoiler{g: g, rng: rng, doc: copied, e: e}
		if s.spoil(kind) {
			return &Defect{Kind: kind, Facet: s.facet, Document: copied, Path: e.Path()}, true
		}
	}
	return nil, false
}

// spoiler makes one element invalid.
type spoiler struct {
	g     *Generator
	rng   *rand.Rand
	doc   *Document
	e     *Element
	facet xsd.FacetKind
}

func (s *spoiler) spoil(kind DefectKind) bool {
	switch kind {
	case NotNillable:
		return s.nillify()
	case AbstractType, UnknownType:
		return s.retype(kind)
	case NotFixed, BadLexical, BadFacet:
		return s.spoilValue(kind)
	}
	c, ok := s.e.Type.(*xsd.ComplexType)
	if !ok {
		return false
	}
	switch kind {
	case MissingAttribute:
		return s.dropAttribute()
	case UnknownAttribute:
		return s.addAttribute(c)
	case UnexpectedText:
		if c.ContentKind != xsd.ElementContent && c.ContentKind != xsd.EmptyContent || s.e.Nil {
			return false
		}
		s.e.Nodes = append(s.e.Nodes, Node{Text: "unexpected"})
		return true
	}
	return (c.ContentKind == xsd.ElementContent || c.ContentKind == xsd.EmptyContent) && !s.e.Nil && s.spoilContent(c, kind)
}

// spoilContent tries all ways to change the children until one is not in the
// content model.
func (s *spoiler) spoilContent(c *xsd.ComplexType, kind DefectKind) bool {
	before := s.e.Nodes
	ways := len(before)
	if kind == UnknownElement {
		ways++
	}
	for _, i := range s.rng.Perm(ways) {
		nodes := s.changed(before, i, kind)
		if nodes == nil {
			continue
		}
		s.e.Nodes = nodes
		for _, n := range nodes {
			n.Element.parent = s.e
		}
		if !s.g.matches(c, s.e.Elements()) {
			return true
		}
	}
	s.e.Nodes = before
	return false
}

func (s *spoiler) changed(nodes []Node, i int, kind DefectKind) []Node {
	switch kind {
	case MissingElement:
		return slices.Delete(slices.Clone(nodes), i, i+1)
	case TooMany:
		return slices.Insert(slices.Clone(nodes), i, Node{Element: nodes[i].Element.clone(s.e, nil)})
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
		moved := nodes[i].Element.clone(s.e, nil)
		moved.Name.Space = "urn:example:wrong"
		replaced := slices.Clone(nodes)
		replaced[i].Element = moved
		return replaced
	}
	return nil
}

func (s *spoiler) dropAttribute() bool {
	for _, i := range s.rng.Perm(len(s.e.Attrs)) {
		if use := s.e.Attrs[i].Use; use != nil && use.Required {
			s.e.Attrs = slices.Delete(s.e.Attrs, i, i+1)
			return true
		}
	}
	return false
}

func (s *spoiler) addAttribute(c *xsd.ComplexType) bool {
	name := xsd.QName{Local: "unexpected"}
	if extendsAnything(c) || c.AnyAttribute != nil && c.AnyAttribute.Allows("") || s.e.Attr(name) != nil {
		return false
	}
	if slices.ContainsFunc(c.Attributes, func(u *xsd.AttributeUse) bool { return u.Attribute.Name == name }) {
		return false
	}
	s.e.Attrs = append(s.e.Attrs, Attr{Name: name, Value: "value"})
	return true
}

// extendsAnything reports whether a type is anyType, or adds to it: then any
// attribute may be there (part 1, section 3.4.2).
func extendsAnything(c *xsd.ComplexType) bool {
	for c != xsd.AnyType {
		base, ok := c.Base.(*xsd.ComplexType)
		if !ok || c.Derivation != xsd.Extension {
			return false
		}
		c = base
	}
	return true
}

func (s *spoiler) nillify() bool {
	if s.e.Declaration == nil || s.e.Declaration.Nillable {
		return false
	}
	s.e.Nodes = nil
	s.e.Attrs = append(s.e.Attrs, Attr{Name: xsiNil, Value: "true"})
	return true
}

func (s *spoiler) retype(kind DefectKind) bool {
	if s.e.Declaration == nil {
		return false
	}
	declared, ok := s.e.Declaration.Type.(*xsd.ComplexType)
	typed := slices.IndexFunc(s.e.Attrs, func(a Attr) bool { return a.Name == xsiType })
	switch {
	case kind == AbstractType && ok && declared.Abstract && typed >= 0:
		s.e.Attrs = slices.Delete(s.e.Attrs, typed, typed+1)
		return true
	case kind == UnknownType && typed >= 0:
		s.e.Attrs[typed].Value = s.doc.QName(xsd.QName{Space: "urn:example:wrong", Local: "Unknown"})
		return true
	}
	return false
}
