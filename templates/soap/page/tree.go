package page

import (
	"cmp"
	"slices"
	"strconv"

	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/lexical"
	"example.com/quartet/templates/soap/xsd"
)

// node is an element, an attribute or a group of a type, for a tree.
type node struct {
	Name     string
	Type     string
	Occurs   string
	Doc      string
	Attr     bool
	Enum     []component.Value
	Facets   []string
	Note     string
	Children []*node

	typ     *component.Type // nil: it is a group, a wildcard or an attachment
	isGroup bool
	min     int
	max     int // -1: no bound
	unfold  bool
}

// Open reports whether the tree shows the children at once.
func (n *node) Open() bool { return n.unfold || len(n.Children) <= maxOpen }

const maxOpen = 40

// Label returns what a tree shows as the name of a node.
func (n *node) Label() string {
	switch {
	case n.Attr:
		return "@" + n.Name
	case n.Name != "":
		return n.Name
	}
	return n.Note
}

// treeMaker makes trees of types. A tree is limited, as types can be recursive, and have
// thousands of elements.
type treeMaker struct {
	set   *component.Set
	left  int               // nodes that may be added
	above []*component.Type // types of the nodes around the next one
}

// How large trees are.
const (
	maxNodes     = 600
	maxTreeDepth = 12
)

// count returns how many nodes there are, with the nodes below them.
func count(nodes []*node) (n int) {
	for _, one := range nodes {
		n += 1 + count(one.Children)
	}
	return n
}

// finish returns the nodes of a tree, with a remark if there are too many.
func (m *treeMaker) finish(nodes []*node) []*node {
	if m.left <= 0 {
		nodes = append(nodes, &node{Note: "more is in the contract"})
	}
	return nodes
}

// content returns the nodes of a complex type.
func (m *treeMaker) content(t *component.Type) (nodes []*node) {
	if t.Simple || t.Name.Space == xsd.Namespace || slices.Contains(m.above, t) || len(m.above) >= maxTreeDepth {
		return nil
	}
	m.above = append(m.above, t)
	defer func() { m.above = m.above[:len(m.above)-1] }()
	d := t.Definition()
	if d.Items != nil { // the attributes of arrays are the same for all
		return []*node{m.node("item", d.Items, 0, -1)}
	}
	for _, a := range d.Attributes[:min(len(d.Attributes), max(m.left, 0))] {
		nodes = append(nodes, m.attribute(a))
	}
	if d.AnyAttribute != nil {
		nodes = append(nodes, &node{Note: "any attribute", Occurs: occurrence(0, 1)})
	}
	if d.Text != nil {
		n := m.node("", d.Text, 1, 1)
		n.Note = "text"
		nodes = append(nodes, n)
	}
	if d.Content != nil {
		nodes = append(nodes, m.particle(d.Content)...)
	}
	return nodes
}

// particle returns the nodes of a particle: a group is one only where that says something.
func (m *treeMaker) particle(p *component.Particle) (nodes []*node) {
	n := &node{Note: "any element", Occurs: occurrence(p.Min, p.Max), min: p.Min, max: p.Max}
	switch {
	case m.left <= 0 || p.Empty:
		return nil
	case p.Kind == component.ElementTerm:
		return []*node{m.element(p.Element, p.Min, p.Max)}
	case p.Kind == component.WildcardTerm:
		m.left--
		return []*node{n}
	}
	for i := 0; i < len(p.Particles) && m.left > 0; i++ {
		nodes = append(nodes, m.particle(p.Particles[i])...)
	}
	if p.Min == 1 && p.Max == 1 && (p.Kind != component.Choice || len(nodes) == 1) || len(nodes) == 0 {
		return nodes
	}
	n.Note, n.isGroup, n.Children = "together", true, nodes
	if p.Kind == component.Choice {
		n.Note, n.min = "one of", 0
	}
	return []*node{n}
}

// element returns the node of an element, or of those that may be in its place.
func (m *treeMaker) element(e *component.Element, low, high int) *node {
	if members := e.Substitutes(); members != nil {
		n := &node{Note: "one of", Occurs: occurrence(low, high)}
		for _, member := range members[:min(len(members), max(m.left, 0))] {
			n.Children = append(n.Children, m.declared(member, 1, 1))
		}
		return n
	}
	return m.declared(e, low, high)
}

func (m *treeMaker) declared(e *component.Element, low, high int) *node {
	d := e.Declaration()
	n := m.node(e.Name.Local, d.Type, low, high)
	n.describe(d.Doc, d.Default, d.Fixed)
	if d.Nillable && !d.Message {
		n.Occurs += mayBeNil
	}
	return n
}

func (m *treeMaker) attribute(a *component.Attribute) *node {
	low := 0
	if a.Required {
		low = 1
	}
	n := m.node(a.Name.Local, a.Type, low, 1)
	n.describe(a.Doc, a.Default, a.Fixed)
	n.Attr = true
	return n
}

// describe adds what a declaration says besides its type.
func (n *node) describe(doc string, byDefault, fixed *component.Value) {
	switch {
	case n.Doc == "" || n.Doc == doc:
		n.Doc = doc
	case doc != "":
		n.Doc = doc + "\n" + n.Doc
	}
	if fixed != nil && fixed.Text != "" {
		n.Facets = append(n.Facets, "always "+fixed.Text)
	}
	if byDefault != nil && byDefault.Text != "" {
		n.Facets = append(n.Facets, "default "+byDefault.Text)
	}
}

// node returns the node of a value of a type.
func (m *treeMaker) node(name string, t *component.Type, low, high int) *node {
	m.left--
	n := &node{Name: name, Type: typeName(t), Occurs: occurrence(low, high), Enum: enumeration(t), typ: t, min: low, max: high}
	if t.Name.Local != "" && t.Name.Space != xsd.Namespace {
		n.Doc = t.Definition().Doc
	}
	for _, f := range facets(t, false) {
		n.Facets = append(n.Facets, facetText(f))
	}
	if !t.Simple && len(m.set.Derived(t)) > 0 {
		n.Type += " or a type derived from it"
	}
	if slices.Contains(m.above, t) {
		n.Note = "as above"
	}
	n.Children = m.content(t)
	return n
}

// typeName returns the name of a type; of an anonymous simple type the name of its base.
func typeName(t *component.Type) string {
	switch d := t.Definition(); {
	case t.Name.Space == xsd.Namespace:
		return "xs:" + t.Name.Local
	case t.Name.Local != "" || !t.Simple:
		return t.Name.Local
	case d.Variety == component.List:
		return "list"
	case d.Variety == component.Union:
		return "union"
	default:
		return typeName(d.Base)
	}
}

const mayBeNil = ", may be nil"

// occurrence says how often something may be there. high is -1 if there is no bound.
func occurrence(low, high int) string {
	if text := map[[2]int]string{{0, 1}: "optional", {1, 1}: "required", {0, -1}: "any number", {1, -1}: "one or more"}[[2]int{low, high}]; text != "" {
		return text
	}
	if high < 0 {
		return strconv.Itoa(low) + " to any number"
	}
	return strconv.Itoa(low) + " to " + strconv.Itoa(high)
}

// facets returns the facets of a simple type, with the facets of built-in types or without them. Of several with one name the one of the
// last step of the derivation counts, except patterns, which all count.
func facets(t *component.Type, builtin bool) []component.Facet {
	var all []component.Facet
	for ; t.Simple && (builtin || t.Name.Space != xsd.Namespace); t = t.Definition().Base {
		for _, f := range t.Definition().Facets.List() {
			if f.Kind == lexical.Pattern || !slices.ContainsFunc(all, func(known component.Facet) bool { return known.Kind == f.Kind }) {
				all = append(all, f)
			}
		}
	}
	return all
}

var signs = map[lexical.FacetKind]string{
	lexical.MinInclusive: "≥", lexical.MinExclusive: ">", lexical.MaxInclusive: "≤", lexical.MaxExclusive: "<",
	lexical.TotalDigits: "total digits", lexical.FractionDigits: "fraction digits",
}

func facetText(f component.Facet) string {
	if f.Kind.IsLength() && f.Kind != lexical.Length {
		return f.Kind.Relation() + f.Value + " long"
	}
	return cmp.Or(signs[f.Kind], f.Kind.String()) + " " + f.Value
}

// maxValues is how many values of an enumeration a list offers. Of a type with more any text can be entered.
const maxValues = 1000

// enumeration returns the values of a simple type, with the documentation that they have there or in a base, but of more than maxValues
// not all; nil if any are allowed.
func enumeration(t *component.Type) (all []component.Value) {
	for ; t.Simple && t.Name.Space != xsd.Namespace; t = t.Definition().Base {
		own := t.Definition().Facets
		if own == nil {
			continue
		}
		if all == nil {
			all = slices.Clone(own.Enumeration[:min(len(own.Enumeration), maxValues+1)])
			continue
		}
		docs := make(map[string]string)
		for i := len(own.Enumeration) - 1; i >= 0; i-- { // of several with one text the first counts
			docs[own.Enumeration[i].Text] = own.Enumeration[i].Doc
		}
		for i := range all {
			all[i].Doc = cmp.Or(all[i].Doc, docs[all[i].Text])
		}
	}
	return all
}
