package sample

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// DefectKind is a way to make an instance invalid, in a few words.
type DefectKind string

// The kinds of defects.
const (
	MissingElement   DefectKind = "missing element"   // a required element is missing
	TooManyElements  DefectKind = "too many elements" // an element occurs once more than allowed
	WrongOrder       DefectKind = "wrong order"       // two elements are exchanged
	UnknownElement   DefectKind = "unknown element"   // an element is not declared
	WrongNamespace   DefectKind = "wrong namespace"   // an element is in another namespace
	UnexpectedText   DefectKind = "unexpected text"   // there is text in element-only or empty content
	MissingAttribute DefectKind = "missing attribute" // a required attribute is missing
	UnknownAttribute DefectKind = "unknown attribute" // an attribute is not declared
	NotNillable      DefectKind = "not nillable"      // xsi:nil is true for an element that is not nillable
	AbstractType     DefectKind = "abstract type"     // xsi:type is missing where the declared type is abstract
	UnknownType      DefectKind = "unknown type"      // xsi:type names a type that is not defined
	NotFixed         DefectKind = "not the fixed value"
	InvalidLexical   DefectKind = "invalid lexical form" // a text is not in the lexical space of its type
	InvalidFacet     DefectKind = "violated facet"
)

// DefectKinds returns all kinds.
func DefectKinds() []DefectKind {
	return []DefectKind{
		MissingElement, TooManyElements, WrongOrder, UnknownElement, WrongNamespace, UnexpectedText, MissingAttribute, UnknownAttribute,
		NotNillable, AbstractType, UnknownType, NotFixed, InvalidLexical, InvalidFacet,
	}
}

// Defect is an instance with exactly one defect.
type Defect struct {
	Kind     DefectKind
	Why      string    // the facet that does not allow the value, for InvalidFacet
	Document *Document // without components
	Path     string    // path of the element with the defect; see Element.Path
}

// Defect returns a copy of a valid instance with a defect of the given kind. It returns false if no element can have a defect of this
// kind that certainly makes the instance invalid. Elements that wildcards allow are not changed. seed selects the element.
func (g *Generator) Defect(d *Document, kind DefectKind, seed uint64) (*Defect, bool) {
	random := rand.New(rand.NewPCG(seed, uint64(slices.Index(DefectKinds(), kind))))
	elements := slices.DeleteFunc(d.Root.all(), func(e *Element) bool { return e.Type == nil || e.viaWildcard })
	for _, i := range random.Perm(len(elements)) {
		m := &defectMaker{g, random, elements[i], ""}
		if text := m.apply(kind); text != nil {
			changed, err := parse(text, nil)
			return &Defect{Kind: kind, Why: m.why, Document: changed, Path: m.Path()}, err == nil
		}
	}
	return nil, false
}

// defectMaker adds a defect to one element.
type defectMaker struct {
	g      *Generator
	random *rand.Rand
	*Element
	why string
}

// apply returns the text of the document with a defect, nil if the element cannot have one.
func (m *defectMaker) apply(kind DefectKind) []byte {
	switch kind {
	case NotNillable:
		if m.Declaration == nil || m.Declaration.Nillable {
			return nil
		}
		return m.rewritten(` xmlns:wrong="`+xsd.InstanceNamespace+`" wrong:nil="true"`, "")
	case AbstractType, UnknownType:
		return m.changeType(kind)
	case NotFixed, InvalidLexical, InvalidFacet:
		return m.invalidateValue(kind)
	}
	c, ok := m.Type.(*xsd.ComplexType)
	hasElements := ok && (c.ContentKind == xsd.ElementContent || c.ContentKind == xsd.EmptyContent) && !m.Nil
	switch {
	case ok && kind == MissingAttribute:
		return m.dropAttribute()
	case ok && kind == UnknownAttribute:
		return m.addAttribute(c)
	case hasElements && kind == UnexpectedText:
		return m.rewritten("", m.content()+"unexpected")
	case hasElements && kind != MissingAttribute && kind != UnknownAttribute:
		return m.invalidateContent(c, kind)
	}
	return nil
}

// child is an element in changed content.
type child struct {
	name xsd.QName
	text string
}

// invalidateContent changes the children so that they do not match the content model.
func (m *defectMaker) invalidateContent(c *xsd.ComplexType, kind DefectKind) []byte {
	before := collect.Each(m.Children, func(e *Element) child { return child{e.Name, e.source()} })
	changes := len(before)
	if kind == UnknownElement {
		changes++
	}
	for _, i := range m.random.Perm(changes) {
		children := slices.Clone(before)
		switch kind {
		case MissingElement:
			children = slices.Delete(children, i, i+1)
		case TooManyElements:
			children = slices.Insert(children, i, before[i])
		case WrongOrder:
			children[max(i-1, 0)], children[i] = before[i], before[max(i-1, 0)]
		case UnknownElement:
			children = slices.Insert(children, i, child{xsd.QName{Local: "unexpected"}, "<unexpected/>"})
		case WrongNamespace:
			children[i] = renamed(m.Children[i])
		}
		content, names := "", make([]xsd.QName, len(children))
		for j, c := range children {
			content += c.text
			names[j] = c.name
		}
		if !m.g.matches(c, names) {
			return m.rewritten("", content)
		}
	}
	return nil
}

// renamed returns an element in another namespace.
func renamed(e *Element) child {
	const space = "urn:example:wrong"
	text := fmt.Sprintf(`<wrong:%s xmlns:wrong="%s"%s`, e.Name.Local, space, e.source()[1+len(e.RawName()):])
	if start, ok := strings.CutSuffix(text, "</"+e.RawName()+">"); ok {
		text = start + "</wrong:" + e.Name.Local + ">"
	}
	return child{xsd.QName{Space: space, Local: e.Name.Local}, text}
}

// matches reports whether child elements with these names match the content model of a type, or may do so.
func (g *Generator) matches(c *xsd.ComplexType, names []xsd.QName) bool {
	if c.Content == nil {
		return len(names) == 0
	}
	content := *c.Content
	if group, ok := content.Term.(*xsd.ModelGroup); ok && group.Compositor == xsd.All { // in any order, such as the order of the group
		position := func(name xsd.QName) int {
			return slices.IndexFunc(group.Particles, func(p *xsd.Particle) bool { d, _ := g.find(p, name); return d != nil })
		}
		slices.SortStableFunc(names, func(a, b xsd.QName) int { return position(a) - position(b) })
		content.Term = &xsd.ModelGroup{Compositor: xsd.Sequence, Particles: group.Particles}
	}
	known := slices.Clone(names)
	slices.SortFunc(known, xsd.QName.Compare)
	known = slices.Compact(known)
	var text strings.Builder
	for _, name := range names {
		text.WriteRune(letter(slices.Index(known, name)))
	}
	model, err := regexp.Compile("^(?:" + g.expression(&content, known) + ")$")
	return err != nil || model.MatchString(text.String())
}

// letter returns the character for a name with a number.
func letter(i int) rune { return rune(0x4E00 + i) }

// expression returns a regular expression for a particle, in which elements are letters. It allows more where an xs:all is inside of
// other groups, and where something is repeated more often than package regexp can count.
func (g *Generator) expression(p *xsd.Particle, known []xsd.QName) string {
	term := "[^\\x{0}-\\x{10FFFF}]" // which matches nothing
	if group, ok := p.Term.(*xsd.ModelGroup); ok {
		all := make([]string, len(group.Particles))
		for i, child := range group.Particles {
			all[i] = g.expression(child, known)
		}
		switch group.Compositor {
		case xsd.Sequence:
			term = strings.Join(all, "")
		case xsd.Choice:
			term = strings.Join(all, "|")
		case xsd.All:
			term = "(?:" + strings.Join(all, "|") + ")*"
		}
	} else {
		for i, name := range known {
			if d, w := g.find(p, name); d != nil || w != nil {
				term += "|" + string(letter(i))
			}
		}
	}
	maximum := fmt.Sprint(p.Max)
	if p.Max == xsd.Unbounded || p.Max > 1000 {
		maximum = ""
	}
	return fmt.Sprintf("(?:%s){%d,%s}", term, p.Min, maximum)
}

func (m *defectMaker) dropAttribute() []byte {
	for _, i := range m.random.Perm(len(m.Attrs)) {
		if _, use := m.g.attribute(m.Element, m.Attrs[i]); use != nil && use.Required {
			return m.without(m.Attrs[i])
		}
	}
	return nil
}

// without returns the text of the document without an attribute.
func (e *Element) without(a *xmltree.Attr) []byte { return e.replaced(a.Offset, a.ValueEnd+1, "") }

func (m *defectMaker) addAttribute(c *xsd.ComplexType) []byte {
	isUse := func(u *xsd.AttributeUse) bool { return u.Attribute.Name == xsd.QName{Local: "unexpected"} }
	if extendsAnyType(c) || c.AnyAttribute != nil && c.AnyAttribute.Allows("") || slices.ContainsFunc(c.Attributes, isUse) {
		return nil
	}
	return m.rewritten(` unexpected="value"`, m.content())
}

// extendsAnyType reports whether a type is anyType or an extension of it, and so allows any attribute (part 1, section 3.4.2).
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

func (m *defectMaker) changeType(kind DefectKind) []byte {
	a := m.AttrNS(xsd.InstanceNamespace, "type")
	if m.Declaration == nil || a == nil {
		return nil
	}
	declared, ok := m.Declaration.Type.(*xsd.ComplexType)
	switch {
	case kind == UnknownType:
		return m.replaced(a.Offset, a.ValueEnd+1, fmt.Sprintf(`xmlns:wrong="urn:example:wrong" %s="wrong:Unknown"`, a.RawName()))
	case ok && declared.Abstract:
		return m.without(a)
	}
	return nil
}
