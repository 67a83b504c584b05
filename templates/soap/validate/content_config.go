package validate

import (
	"slices"

	"example.com/quartet/templates/soap/component"
)

// contentConfig is one way to be somewhere: after an occurrence of a leaf. counts are the occurrences of the nodes on
// its path (those around it, and itself), bits the children of all groups that have been there.
type contentConfig struct {
	leaf   *contentNode
	counts []int32
	bits   []uint64
}

// maxConfigs bounds the ways that are followed at once. Those that take the innermost loop come first.
const maxConfigs = 16

// advance adds the configurations in which an occurrence of leaf comes next.
func (s *contentState) advance(leaf *contentNode) {
	if s.at == &s.model.start && leaf.startLevel == 0 {
		s.enter(nil, leaf, 0, false)
	}
	for i := range s.at.configs {
		s.follow(&s.at.configs[i], leaf)
	}
}

// follow adds what c becomes with an occurrence of leaf: the innermost loop first, then those around it.
func (s *contentState) follow(c *contentConfig, leaf *contentNode) {
	from := c.leaf
	last := len(from.parents)
	if leaf == c.leaf && below(c.counts[last], leaf.max) {
		s.enter(c, leaf, last, true)
	}
	exit := int(c.counts[last]) >= c.leaf.min
	for i := last - 1; i >= 0 && exit; i-- {
		n, child := from.at(i), from.at(i+1).index
		inside := len(leaf.parents) > i && leaf.parents[i] == n
		if inside && leaf.startLevel <= i+1 && c.mayFollow(n, child, leaf.at(i+1).index) {
			s.enter(c, leaf, i+1, false)
		}
		done := c.done(n, child)
		if inside && done && leaf.startLevel <= i && below(c.counts[i], n.max) {
			s.enter(c, leaf, i, true)
		}
		exit = done && (int(c.counts[i]) >= n.min || n.empty)
	}
}

// mayFollow reports whether the particle to of a group may follow child in the same occurrence of the group.
func (c *contentConfig) mayFollow(n *contentNode, child, to int) bool {
	switch n.kind {
	case component.Sequence:
		return to > child && n.required[child+1] >= to
	case component.All:
		return !c.has(n, to)
	}
	return false
}

func below(count int32, max int) bool { return max < 0 || int(count) < max }

// done reports whether the occurrence of n, whose child with that index has just been left, may end here.
func (c *contentConfig) done(n *contentNode, child int) bool {
	switch n.kind {
	case component.Sequence:
		return n.required[child+1] == len(n.children)
	case component.All:
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

// enter adds a configuration after leaf: what c has counted stays above level, and below it counting starts anew. If
// again is set, the node at level occurs once more.
func (s *contentState) enter(c *contentConfig, leaf *contentNode, level int, again bool) {
	if len(s.next) >= maxConfigs {
		return
	}
	to := s.spare()
	to.leaf = leaf
	to.counts = to.counts[:0]
	to.bits = to.bits[:0]
	for range (s.model.allBits + 63) / 64 {
		to.bits = append(to.bits, 0)
	}
	if c != nil {
		to.counts = append(to.counts, c.counts[:level]...)
		copy(to.bits, c.bits)
	}
	for i := level; i <= len(leaf.parents); i++ {
		to.counts = append(to.counts, 1)
	}
	if again {
		n := leaf.at(level)
		to.counts[level] = c.counts[level] + 1
		if n.max < 0 { // more does not matter
			to.counts[level] = min(to.counts[level], int32(max(n.min, 1)))
		}
	}
	for i := level; i < len(leaf.parents); i++ {
		leaf.parents[i].clear(to.bits)
	}
	for i := max(level-1, 0); i < len(leaf.parents); i++ {
		if n := leaf.parents[i]; n.kind == component.All {
			bit := n.firstBit + leaf.at(i+1).index
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
	if n.kind == component.All {
		for bit := n.firstBit; bit < n.firstBit+len(n.children); bit++ {
			bits[bit/64] &^= 1 << (bit % 64)
		}
	}
}

// isComplete reports whether the content may end in one of the configurations.
func isComplete(configs []contentConfig) bool {
	return slices.ContainsFunc(configs, func(c contentConfig) bool { return c.ends() })
}

func (c *contentConfig) ends() bool {
	last := len(c.leaf.parents)
	if int(c.counts[last]) < c.leaf.min {
		return false
	}
	for i := last - 1; i >= 0; i-- {
		if n := c.leaf.at(i); !c.done(n, c.leaf.at(i+1).index) || int(c.counts[i]) < n.min && !n.empty {
			return false
		}
	}
	return true
}

// maxExpected bounds what an error lists.
const maxExpected = 6

// expected returns what may come next: elements, and wildcards, in the order of the model, few of them.
func (s *contentState) expected() []*contentNode {
	var list []*contentNode
	for _, leaf := range s.model.leaves {
		s.next = s.next[:0]
		s.advance(leaf)
		if len(s.next) > 0 && !slices.ContainsFunc(list, leaf.looksLike) {
			if list = append(list, leaf); len(list) == maxExpected {
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
