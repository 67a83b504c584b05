package validate

import (
	"slices"

	"example.com/quartet/templates/soap/xsd"
)

// contentModel is the automaton of a content model: its leaves are the places where an element or a wildcard stands.
// Bounds are counted, so that it does not grow with them. Where a document is in it is a set of configurations, which
// has one member if the model is deterministic, as XML Schema wants it (part 1, section 3.8.6, Unique Particle
// Attribution), and its loops are not one inside the other.
type contentModel struct {
	root      *contentNode
	leaves    []*contentNode
	names     map[string][]contentName // by local name
	wildcards []*contentNode
	counted   int // names are numbered from 0 to this
	depth     int
	allBits   int
	tooLarge  bool
}

// bodyMediaType is an element that the model knows by name.
type contentName struct {
	element *xsdElement
	leaf    *contentNode
	number  int // the same for all places of one name
}

// contentNode is a particle in its place. A group that is referred to twice is there twice.
type contentNode struct {
	kind       particleKind
	min, max   int
	children   []*contentNode
	required   []int          // for each child, the first at it or behind it that cannot be empty
	index      int            // in the parent
	empty      bool           // one occurrence may be empty
	nullable   bool           // may be absent
	firstBit   int            // of an all group: where its children are noted
	path       []*contentNode // of a leaf: from the root to itself
	startLevel int            // of a leaf: the outermost node on the path that can begin with it
	element    *xsdElement
	wildcard   *xsdWildcard
}

// mostNodes bounds a content model: groups that refer to others twice grow without bounds.
const mostNodes = 1 << 16

// contentModel returns the automaton of a complex type.
func (t *xsdType) contentModel() *contentModel {
	t.modelOnce.Do(func() { t.model = newContentModel(t.content) })
	return t.model
}

func newContentModel(content *xsdParticle) *contentModel {
	m := &contentModel{names: make(map[string][]contentName)}
	if content == nil {
		content = &xsdParticle{kind: sequenceParticle, min: 1, max: 1}
	}
	nodes := 0
	m.root = m.build(content, nil, &nodes)
	if nodes > mostNodes || m.root == nil {
		return &contentModel{tooLarge: true}
	}
	numbers := make(map[xsd.QName]int)
	for _, leaf := range m.leaves {
		m.addLeaf(leaf, numbers)
	}
	m.counted = len(numbers)
	return m
}

// build makes the node of a particle below the nodes of path; nil if there are too many.
func (m *contentModel) build(p *xsdParticle, path []*contentNode, nodes *int) *contentNode {
	if *nodes++; *nodes > mostNodes || len(path) > maxDepth {
		*nodes = mostNodes + 1
		return nil
	}
	n := &contentNode{kind: p.kind, min: p.min, max: p.max}
	path = append(path[:len(path):len(path)], n)
	m.depth = max(m.depth, len(path))
	switch p.kind {
	case elementParticle, wildcardParticle:
		n.element, n.wildcard, n.path = p.element, p.wildcard, path
		m.leaves = append(m.leaves, n)
	case groupParticle:
		child := m.build(p.group, path, nodes)
		if child == nil {
			return nil
		}
		n.kind, n.children = sequenceParticle, []*contentNode{child}
	default:
		for i, c := range p.children {
			child := m.build(c, path, nodes)
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
		n.empty = count == 0 || slices.ContainsFunc(n.children, func(c *contentNode) bool { return c.nullable })
	}
	n.nullable = n.min == 0 || n.empty
}

func (m *contentModel) addLeaf(leaf *contentNode, numbers map[xsd.QName]int) {
	leaf.startLevel = len(leaf.path) - 1
	for i := leaf.startLevel - 1; i >= 0; i-- {
		if n := leaf.path[i]; n.kind == sequenceParticle && n.required[0] < leaf.path[i+1].index {
			break
		}
		leaf.startLevel = i
	}
	if leaf.wildcard != nil {
		m.wildcards = append(m.wildcards, leaf)
		return
	}
	for _, e := range append([]*xsdElement{leaf.element}, leaf.element.substitutes()...) {
		number, ok := numbers[e.name]
		if !ok {
			number = len(numbers)
			numbers[e.name] = number
		}
		m.names[e.name.Local] = append(m.names[e.name.Local], contentName{e, leaf, number})
	}
}

// repeats reports whether the leaf may occur more than once.
func (n *contentNode) repeats() bool {
	return slices.ContainsFunc(n.path, func(p *contentNode) bool { return p.max != 1 })
}

// contentState is where a document is in a content model.
type contentState struct {
	model   *contentModel
	now     []contentConfig
	next    []contentConfig
	started bool
	broken  bool    // an element did not fit: what follows is not compared any more
	counts  []int32 // of the elements so far, by the number of their names
}

// contentConfig is one way to be somewhere: behind an occurrence of a leaf. counts are the occurrences of the nodes on
// its path, bits the children of all groups that have been there.
type contentConfig struct {
	leaf   *contentNode
	counts []int32
	bits   []uint64
}

// mostConfigs bounds the ways that are followed at once. Those that take the innermost loop come first.
const mostConfigs = 16

func newContentState(m *contentModel) *contentState {
	return &contentState{model: m, counts: make([]int32, m.counted)}
}

// take moves over an element and returns its declaration, or the wildcard that it matches. ok is false if it cannot
// stand here; then the model is not asked again.
func (s *contentState) take(space, local string) (name *contentName, wildcard *contentNode, ok bool) {
	m := s.model
	names := m.names[local]
	s.next = s.next[:0]
	for i := range names {
		if names[i].element.name.Space != space {
			continue
		}
		before := len(s.next)
		s.advance(names[i].leaf)
		if len(s.next) > before && name == nil {
			name = &names[i]
		}
	}
	for _, leaf := range m.wildcards {
		if !leaf.wildcard.allows(space) {
			continue
		}
		before := len(s.next)
		s.advance(leaf)
		if len(s.next) > before && wildcard == nil {
			wildcard = leaf
		}
	}
	if len(s.next) == 0 {
		s.broken = true
		return nil, nil, false
	}
	s.now, s.next = s.next, s.now
	s.started = true
	if name != nil {
		s.counts[name.number]++
		return name, nil, true
	}
	return nil, wildcard, true
}

// known returns the first declaration of a name in the model, in whatever place; nil if there is none.
func (s *contentState) known(space, local string) *contentName {
	names := s.model.names[local]
	for i := range names {
		if names[i].element.name.Space == space {
			return &names[i]
		}
	}
	return nil
}

// place returns which of its name an element is that comes next; 0 where there is one at the most.
func (s *contentState) place(space, local string) int32 {
	name := s.known(space, local)
	if name == nil || !name.leaf.repeats() && s.counts[name.number] == 0 {
		return 0
	}
	return s.counts[name.number] + 1
}

// advance adds the configurations in which an occurrence of leaf comes next.
func (s *contentState) advance(leaf *contentNode) {
	if !s.started {
		if leaf.startLevel == 0 {
			s.enter(nil, leaf, 0, false)
		}
		return
	}
	for i := range s.now {
		s.follow(&s.now[i], leaf)
	}
}

// follow adds what c becomes with an occurrence of leaf: the innermost loop first, then those around it.
func (s *contentState) follow(c *contentConfig, leaf *contentNode) {
	from := c.leaf.path
	last := len(from) - 1
	if leaf == c.leaf && below(c.counts[last], leaf.max) {
		s.enter(c, leaf, last, true)
	}
	exit := int(c.counts[last]) >= c.leaf.min
	for i := last - 1; i >= 0 && exit; i-- {
		n, child := from[i], from[i+1].index
		inside := len(leaf.path) > i+1 && leaf.path[i] == n
		if inside && leaf.startLevel <= i+1 {
			switch to := leaf.path[i+1].index; n.kind {
			case sequenceParticle:
				if to > child && n.required[child+1] >= to {
					s.enter(c, leaf, i+1, false)
				}
			case allParticle:
				if !c.has(n, to) {
					s.enter(c, leaf, i+1, false)
				}
			}
		}
		done := c.done(n, child)
		if inside && done && leaf.startLevel <= i && below(c.counts[i], n.max) {
			s.enter(c, leaf, i, true)
		}
		exit = done && (int(c.counts[i]) >= n.min || n.empty)
	}
}

func below(count int32, most int) bool { return most < 0 || int(count) < most }

// done reports whether the occurrence of n, whose child with that index has just been left, may end here.
func (c *contentConfig) done(n *contentNode, child int) bool {
	switch n.kind {
	case sequenceParticle:
		return n.required[child+1] == len(n.children)
	case allParticle:
		for i, other := range n.children {
			if !other.nullable && !c.has(n, i) {
				return false
			}
		}
	}
	return true
}

func (c *contentConfig) has(n *contentNode, child int) bool {
	bit := n.firstBit + child
	return c.bits[bit/64]&(1<<(bit%64)) != 0
}

// enter adds a configuration behind leaf: what c has counted stays above level, and below it counting starts anew. If
// again is set, the node at level occurs once more.
func (s *contentState) enter(c *contentConfig, leaf *contentNode, level int, again bool) {
	if len(s.next) >= mostConfigs {
		return
	}
	to := s.spare()
	to.leaf = leaf
	to.counts = to.counts[:0]
	to.bits = append(to.bits[:0], make([]uint64, (s.model.allBits+63)/64)...)
	if c != nil {
		to.counts = append(to.counts, c.counts[:level]...)
		copy(to.bits, c.bits)
	}
	for i := level; i < len(leaf.path); i++ {
		to.counts = append(to.counts, 1)
	}
	if again {
		n := leaf.path[level]
		to.counts[level] = c.counts[level] + 1
		if n.max < 0 { // nobody asks further than that
			to.counts[level] = min(to.counts[level], int32(max(n.min, 1)))
		}
	}
	for i := level; i < len(leaf.path)-1; i++ {
		leaf.path[i].clear(to.bits)
	}
	for i := max(level-1, 0); i < len(leaf.path)-1; i++ {
		if n := leaf.path[i]; n.kind == allParticle {
			bit := n.firstBit + leaf.path[i+1].index
			to.bits[bit/64] |= 1 << (bit % 64)
		}
	}
	for i := range s.next[:len(s.next)-1] {
		if other := &s.next[i]; other.leaf == leaf && slices.Equal(other.counts, to.counts) && slices.Equal(other.bits, to.bits) {
			s.next = s.next[:len(s.next)-1]
			return
		}
	}
}

// spare appends a configuration to next, with the memory of an old one.
func (s *contentState) spare() *contentConfig {
	n := len(s.next)
	if n < cap(s.next) {
		s.next = s.next[:n+1]
	} else {
		s.next = append(s.next, contentConfig{})
	}
	return &s.next[n]
}

func (n *contentNode) clear(bits []uint64) {
	if n.kind == allParticle {
		for bit := n.firstBit; bit < n.firstBit+len(n.children); bit++ {
			bits[bit/64] &^= 1 << (bit % 64)
		}
	}
}

// complete reports whether the content may end here.
func (s *contentState) complete() bool {
	if !s.started {
		return s.model.root.nullable
	}
	return slices.ContainsFunc(s.now, func(c contentConfig) bool { return c.ends() })
}

func (c *contentConfig) ends() bool {
	path := c.leaf.path
	last := len(path) - 1
	if int(c.counts[last]) < c.leaf.min {
		return false
	}
	for i := last - 1; i >= 0; i-- {
		if n := path[i]; !c.done(n, path[i+1].index) || int(c.counts[i]) < n.min && !n.empty {
			return false
		}
	}
	return true
}

// expected returns what could stand here: elements, and wildcards, in the order of the model, few of them.
func (s *contentState) expected() []*contentNode {
	const most = 6
	var list []*contentNode
	for _, leaf := range s.model.leaves {
		s.next = s.next[:0]
		s.advance(leaf)
		if len(s.next) > 0 && !slices.ContainsFunc(list, leaf.looksLike) {
			if list = append(list, leaf); len(list) == most {
				break
			}
		}
	}
	s.next = s.next[:0]
	return list
}

func (n *contentNode) looksLike(other *contentNode) bool {
	return n.element != nil && other.element != nil && n.element.name == other.element.name
}
