package validate

import (
	"slices"
	"sync"
	"sync/atomic"

	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/xsd"
)

// contentModel is the automaton of a content model. Its leaves are the elements and wildcards. It counts occurrences, so
// that it does not grow with their bounds. The position of a document is a set of configurations, which has one member
// if the model is deterministic, as XML Schema requires (part 1, section 3.8.6, Unique Particle Attribution), and has no
// nested loops. Sets that documents have reached are kept, with the elements that lead from one to another.
type contentModel struct {
	root      *contentNode
	leaves    []*contentNode
	names     map[string][]*contentName // by local name
	wildcards []*contentNode
	counted   int // how many names there are, which are numbered from 0
	allBits   int
	tooLarge  bool
	space     string // the namespace of most elements

	start  contentPlace
	mu     sync.Mutex
	places map[string]*contentPlace // places found so far, by their configurations
}

// contentName is an element that the model knows by name.
type contentName struct {
	element *xsdElement
	leaf    *contentNode
	number  int // the same for all places of one name
	tags    atomic.Pointer[codec.LeafTag]
	leafy   bool // it is a leaf in the namespace of the model; see isLeaf
}

// contentNode is a particle in its place.
type contentNode struct {
	kind       component.ParticleKind
	min, max   int
	children   []*contentNode
	required   []int          // for each child, the first at it or after it that cannot be empty
	index      int            // index in the parent
	number     int            // for a leaf: its number in the model
	empty      bool           // one occurrence may be empty
	nullable   bool           // may be absent
	firstBit   int            // for an all group: the first bit for its children
	parents    []*contentNode // for a leaf: from the root to the innermost; leaves of one group share them
	startLevel int            // for a leaf: the outermost node, around it or itself, that can begin with it
	element    *xsdElement
	wildcard   *component.Wildcard
}

// maxNodes bounds a content model: the same particles may be in several places of it.
const maxNodes = 1 << 16

// maxParents bounds the memory for the parents of leaves.
const maxParents = 1 << 22

// at returns the node around a leaf at a level, which for the last level is the leaf.
func (n *contentNode) at(level int) *contentNode {
	if level < len(n.parents) {
		return n.parents[level]
	}
	return n
}

// maxDepth bounds how deep groups are nested.
const maxDepth = 1000

// lazyContent is a content model that is made when it is first used.
type lazyContent struct {
	once  sync.Once
	model *contentModel
}

// contentOf returns the automaton of a complex type.
func (m *model) contentOf(t *xsdType) *contentModel {
	encoded := t.encoded || m.encoded != nil && m.encoded[t.Type]
	lazy := &t.contents[0]
	if encoded {
		lazy = &t.contents[1]
	}
	lazy.once.Do(func() {
		lazy.model = newContentModel(t.Content, encoded)
	})
	return lazy.model
}

// newContentModel returns the automaton of a content model, which may be nil. One with too many particles allows anything.
func newContentModel(content *component.Particle, encoded bool) *contentModel {
	if content == nil {
		content = component.GroupOf(component.Sequence)
	}
	b := contentBuilder{model: &contentModel{names: make(map[string][]*contentName), places: make(map[string]*contentPlace)}, encoded: encoded}
	if content.Size <= maxNodes {
		b.model.root = b.build(content, nil, false)
	}
	m := b.model
	switch {
	case content.Size > maxNodes || b.nodes > maxNodes:
		anything := &component.Wildcard{Any: true, Process: xsd.Skip}
		particle := &component.Particle{Kind: component.WildcardTerm, Max: -1, Wildcard: anything}
		return newContentModel(component.GroupOf(component.Sequence, particle), false)
	case m.root == nil:
		return &contentModel{tooLarge: true}
	}
	if len(m.leaves) > 0 && m.leaves[0].element != nil {
		m.space = m.leaves[0].element.name.Space
	}
	numbers := make(map[xsd.QName]int)
	for _, leaf := range m.leaves {
		m.addLeaf(leaf, numbers)
	}
	m.counted = len(numbers)
	m.start.complete = m.root.nullable
	return m
}

// contentBuilder makes the nodes of a content model, and counts them.
type contentBuilder struct {
	model          *contentModel
	nodes, parents int
	encoded        bool // elements may be nil or absent, which a schema does not know (SOAP 1.1, section 5.1, rule 9)
}

// build makes the node of a particle below others; nil if there are too many. In place of the head of a substitution group
// there is a choice of its members, for which isMember is set.
func (b *contentBuilder) build(p *component.Particle, parents []*contentNode, isMember bool) *contentNode {
	m := b.model
	if b.nodes++; b.nodes > maxNodes || b.parents > maxParents || len(parents) > maxDepth {
		return nil
	}
	n := &contentNode{kind: p.Kind, min: p.Min, max: p.Max, wildcard: p.Wildcard}
	if b.encoded && p.Max == 1 && !isMember {
		n.min = 0
	}
	particles := p.Particles
	if p.Element != nil && !isMember {
		if members := p.Element.Substitutes(); members != nil {
			n.kind = component.Choice
			for _, member := range members {
				particles = append(particles, component.ElementParticle(member))
			}
		}
	}
	if n.kind < component.Sequence {
		if p.Element != nil {
			n.element = b.element(p.Element, isMember)
		}
		n.parents, n.number = parents, len(m.leaves)
		m.leaves = append(m.leaves, n)
	} else {
		inner := append(parents[:len(parents):len(parents)], n)
		b.parents += len(inner)
		for i, c := range particles {
			child := b.build(c, inner, p.Element != nil)
			if child == nil {
				return nil
			}
			child.index = i
			n.children = append(n.children, child)
		}
	}
	m.complete(n)
	return n
}

// element returns the declaration of an element in the content model.
func (b *contentBuilder) element(c *component.Element, isMember bool) *xsdElement {
	e := elementOf(c)
	if !b.encoded || isMember || e.Nillable {
		return e
	}
	own, d := *e, *e.Declaration
	own.Declaration, d.Nillable = &d, true
	return &own
}

// complete sets the fields of n that depend on its children.
func (m *contentModel) complete(n *contentNode) {
	count := len(n.children)
	n.required = make([]int, count+1)
	n.required[count] = count
	for i := count - 1; i >= 0; i-- {
		n.required[i] = n.required[i+1]
		if !n.children[i].nullable {
			n.required[i] = i
		}
	}
	switch n.kind {
	case component.Sequence:
		n.empty = n.required[0] == count
	case component.All:
		n.empty = n.required[0] == count
		n.firstBit = m.allBits
		m.allBits += count
	case component.Choice:
		n.empty = slices.ContainsFunc(n.children, func(c *contentNode) bool { return c.nullable })
	}
	n.nullable = n.min == 0 || n.empty
}

func (m *contentModel) addLeaf(leaf *contentNode, numbers map[xsd.QName]int) {
	leaf.startLevel = len(leaf.parents)
	for i := leaf.startLevel - 1; i >= 0; i-- {
		if n := leaf.parents[i]; n.kind == component.Sequence && n.required[0] < leaf.at(i+1).index {
			break
		}
		leaf.startLevel = i
	}
	if leaf.wildcard != nil {
		m.wildcards = append(m.wildcards, leaf)
		return
	}
	e := leaf.element
	number, ok := numbers[e.name]
	if !ok {
		number = len(numbers)
		numbers[e.name] = number
	}
	name := &contentName{element: e, leaf: leaf, number: number, leafy: e.isLeaf() && e.name.Space == m.space}
	m.names[e.name.Local] = append(m.names[e.name.Local], name)
}

// repeats reports whether the leaf may occur more than once.
func (n *contentNode) repeats() bool {
	return n.max != 1 || slices.ContainsFunc(n.parents, func(p *contentNode) bool { return p.max != 1 })
}
