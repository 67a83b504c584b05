package validate

import (
	"slices"
	"sync"
	"sync/atomic"

	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/xsd"
)

// contentModel is the automaton of a content model: its leaves are the elements and wildcards. Bounds are counted, so
// that it does not grow with them. Where a document is in it is a set of configurations, which has one member if the
// model is deterministic, as XML Schema requires (part 1, section 3.8.6, Unique Particle Attribution), and its loops are
// not one inside the other. Sets that documents have led to are kept, with the elements that lead from one to another.
type contentModel struct {
	root      *contentNode
	leaves    []*contentNode
	names     map[string][]*contentName // by local name
	wildcards []*contentNode
	counted   int // names are numbered from 0 to this
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
	leafy   bool // see isLeaf
}

// contentNode is a particle in its place.
type contentNode struct {
	kind       particleKind
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
	wildcard   *xsdWildcard
}

// maxNodes bounds a content model: the same particles may be in several places of it.
const maxNodes = 1 << 16

// maxParents bounds the memory for them.
const maxParents = 1 << 22

// at returns the node around a leaf at a level, which for the last level is the leaf.
func (n *contentNode) at(level int) *contentNode {
	if level < len(n.parents) {
		return n.parents[level]
	}
	return n
}

// maxDepth bounds the groups in groups.
const maxDepth = 1000

// contentModel returns the automaton of a complex type.
func (t *xsdType) contentModel() *contentModel {
	t.modelOnce.Do(func() {
		if t.component != nil {
			t.content = t.from.contentOf(t.component)
		}
		t.model = newContentModel(t.content)
	})
	return t.model
}

func newContentModel(content *xsdParticle) *contentModel {
	m := &contentModel{names: make(map[string][]*contentName)}
	if content == nil {
		content = &xsdParticle{kind: sequenceParticle, min: 1, max: 1}
	}
	b := contentBuilder{model: m}
	if m.root = b.build(content, nil); m.root == nil {
		return &contentModel{tooLarge: true}
	}
	numbers := make(map[xsd.QName]int)
	for _, leaf := range m.leaves {
		m.addLeaf(leaf, numbers)
	}
	m.counted = len(numbers)
	m.start.complete = m.root.nullable
	if len(m.leaves) > 0 && m.leaves[0].element != nil {
		m.space = m.leaves[0].element.name.Space
	}
	return m
}

// contentBuilder counts what a content model takes.
type contentBuilder struct {
	model          *contentModel
	nodes, parents int
}

// build makes the node of a particle below others; nil if there are too many.
func (b *contentBuilder) build(p *xsdParticle, parents []*contentNode) *contentNode {
	m := b.model
	if b.nodes++; b.nodes > maxNodes || b.parents > maxParents || len(parents) > maxDepth {
		return nil
	}
	n := &contentNode{kind: p.kind, min: p.min, max: p.max}
	switch p.kind {
	case elementParticle, wildcardParticle:
		n.element, n.wildcard, n.parents = p.element, p.wildcard, parents
		n.number = len(m.leaves)
		m.leaves = append(m.leaves, n)
	default:
		inner := append(parents[:len(parents):len(parents)], n)
		b.parents += len(inner)
		for i, c := range p.children {
			child := b.build(c, inner)
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

// complete works out what follows from the children.
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
	case sequenceParticle:
		n.empty = n.required[0] == count
	case allParticle:
		n.empty = n.required[0] == count
		n.firstBit = m.allBits
		m.allBits += count
	case choiceParticle:
		n.empty = slices.ContainsFunc(n.children, func(c *contentNode) bool { return c.nullable })
	}
	n.nullable = n.min == 0 || n.empty
}

func (m *contentModel) addLeaf(leaf *contentNode, numbers map[xsd.QName]int) {
	leaf.startLevel = len(leaf.parents)
	for i := leaf.startLevel - 1; i >= 0; i-- {
		if n := leaf.parents[i]; n.kind == sequenceParticle && n.required[0] < leaf.at(i+1).index {
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
	m.names[e.name.Local] = append(m.names[e.name.Local], &contentName{element: e, leaf: leaf, number: number, leafy: e.isLeaf()})
}

// repeats reports whether the leaf may occur more than once.
func (n *contentNode) repeats() bool {
	return n.max != 1 || slices.ContainsFunc(n.parents, func(p *contentNode) bool { return p.max != 1 })
}
