package page

import (
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
)

// node is an element, an attribute or a group of a type, for a tree.
type node struct {
	Name     string
	Type     string
	Occurs   string
	Doc      string
	Attr     bool
	Enum     []enumValue
	Facets   []string
	Note     string
	Children []*node

	row    *schema.Row
	unfold bool
}

// enumValue is a value of an enumeration.
type enumValue struct{ Text, Doc string }

// Open reports whether the tree shows the children at once.
func (n *node) Open() bool { return n.unfold || len(n.Children) <= maxOpen }

const maxOpen = 40

// treeMaker makes trees of types. A tree is limited, as types can be recursive, and have
// thousands of elements.
type treeMaker struct {
	docs  *documentation
	left  int            // nodes that may be added
	above []*schema.Type // types of the nodes around the next one
}

// How large trees are.
const (
	maxNodes     = 600
	maxTreeDepth = 12
)

func newTreeMaker(docs *documentation) *treeMaker { return &treeMaker{docs: docs, left: maxNodes} }

// children returns the nodes of a type. name is the name of the type or of the element that
// has the type.
func (m *treeMaker) children(t *schema.Type, name string) []*node {
	if t == nil || t.Simple || slices.Contains(m.above, t) || len(m.above) >= maxTreeDepth {
		return nil
	}
	if t.Name != "" {
		name = t.Name
	}
	m.above = append(m.above, t)
	defer func() { m.above = m.above[:len(m.above)-1] }()
	all := t.AllRows()
	nodes, _ := m.group(t, all, 0, name)
	return nodes
}

// group returns the nodes of rows from i on, up to the end of the group, and the index
// after it.
func (m *treeMaker) group(t *schema.Type, all []schema.Row, i int, name string) ([]*node, int) {
	var nodes []*node
	for i < len(all) {
		r := &all[i]
		i++
		switch r.Kind {
		case codec.KindEnd:
			return nodes, i
		case codec.KindSequence, codec.KindAll, codec.KindChoice:
			var inner []*node
			inner, i = m.group(t, all, i, name)
			nodes = append(nodes, bracket(r, inner)...)
		case codec.KindProhibited, codec.KindInherited, codec.KindIsNil, codec.KindXSITypes, codec.KindSizes, codec.KindMediaType, codec.KindText,
			codec.KindBase, codec.KindBaseAttributes:
		default:
			if m.left == 0 {
				nodes = append(nodes, &node{Note: "more is in the contract"})
				m.left--
			}
			if m.left > 0 {
				m.left--
				nodes = append(nodes, m.node(r, name))
			}
		}
	}
	return nodes, i
}

// bracket returns the nodes of a group: itself where that says something.
func bracket(r *schema.Row, inner []*node) []*node {
	occurs := occurrence(r)
	switch {
	case len(inner) == 0:
		return nil
	case r.Kind == codec.KindChoice:
		return []*node{{Note: "one of", Occurs: occurs, Children: inner}}
	case occurs == "required":
		return inner
	}
	return []*node{{Note: "together", Occurs: occurs, Children: inner}}
}

// node returns the node of a row. in is the name of the type or element that contains it.
func (m *treeMaker) node(r *schema.Row, in string) *node {
	n := &node{Name: r.Name, Type: typeName(r), Occurs: occurrence(r), Attr: r.At == schema.AtAttribute, Doc: m.docs.node(in, r), row: r}
	switch {
	case r.Kind == codec.KindAnyAttributes:
		n.Note, n.Type = "any attribute", ""
	case r.At == schema.AtAttachment:
		n.Note = "attachment"
	case r.At == schema.AtContent:
		n.Note = "text"
	case r.Kind == codec.KindItems || r.Kind == codec.KindMember:
		n.Note, n.Type = "one of", ""
	case r.Name == "" && (r.Kind == codec.KindRawXML || r.Kind == codec.KindAnyType):
		n.Note, n.Type = "any element", ""
	}
	enum, facets := restrictions(r)
	n.Enum, n.Facets = m.docs.values(in, r, enum), facets
	if isComposite(r) {
		if slices.Contains(m.above, r.Of) {
			n.Note = "as above"
		}
		n.Children = m.children(r.Of, r.Name)
	}
	return n
}

// isComposite reports whether a value has elements or attributes.
func isComposite(r *schema.Row) bool {
	switch r.Kind {
	case codec.KindStruct, codec.KindPoly, codec.KindItems, codec.KindMember:
		return r.Of != nil
	}
	return false
}

func typeName(r *schema.Row) string {
	name := r.Kind.TypeName()
	if name != "" {
		name = "xs:" + name
	}
	if r.Of != nil && r.Of.Name != "" {
		name = r.Of.Name
	}
	if r.Kind == codec.KindList && r.Of != nil && r.Of.Name == "" {
		name = "list"
	}
	if r.Kind == codec.KindPoly {
		name += " or a type derived from it"
	}
	return name
}

// occurrence says how often something may be there.
func occurrence(r *schema.Row) string {
	text := [...]string{schema.Optional: "optional", schema.Once: "required", schema.Many: "any number", schema.OnceOrMore: "one or more"}[r.Occurs&3]
	if r.More != nil && (r.More.Min > 1 || r.More.Max > 1 || r.More.Max < 0 && r.More.Min > 0) {
		upper := "any number"
		if r.More.Max >= 0 {
			upper = strconv.Itoa(r.More.Max)
		}
		text = strconv.Itoa(r.More.Min) + " to " + upper
	}
	if r.Nillable {
		text += ", may be nil"
	}
	return text
}

// steps returns the facets of a row, beginning with the last step of derivation.
func steps(r *schema.Row) []*schema.Facets {
	var all []*schema.Facets
	add := func(f *schema.Facets) {
		for ; f != nil; f = f.Base {
			all = append(all, f)
		}
	}
	if r.More != nil {
		add(r.More.Facets)
	}
	for t, n := r.Of, 0; t != nil && t.Simple && n < maxTreeDepth; t, n = t.Details().Base, n+1 {
		add(t.Details().Facets)
	}
	return all
}

// restrictions returns the enumeration and the other facets of a simple type, in
// words.
func restrictions(r *schema.Row) (enum, facets []string) {
	add := func(label, value string) {
		if value != "" {
			facets = append(facets, label+" "+value)
		}
	}
	for _, f := range steps(r) {
		if enum == nil {
			enum = f.Enumeration
		}
		add("length", f.Length)
		add("at least", lengthText(f.MinLength))
		add("at most", lengthText(f.MaxLength))
		add("≥", f.MinInclusive)
		add(">", f.MinExclusive)
		add("≤", f.MaxInclusive)
		add("<", f.MaxExclusive)
		add("total digits", f.TotalDigits)
		add("fraction digits", f.FractionDigits)
		add("pattern", strings.Join(f.Patterns, " or "))
	}
	if r.More != nil && r.More.IsFixed {
		add("always", r.More.Fixed)
	}
	if r.More != nil && !r.More.IsFixed {
		add("default", r.More.Default)
	}
	return enum, facets
}

func lengthText(n string) string {
	if n == "" {
		return ""
	}
	return n + " long"
}
