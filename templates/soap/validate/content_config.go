package validate

import (
	"math/big"
	"slices"

	"example.com/quartet/templates/soap/component"
)

// contentConfig is a possible position: after an occurrence of a leaf. counts are the occurrences of the nodes on its
// path (those around it, and itself), bits the children of all groups that have been there.
type contentConfig struct {
	leaf   *contentNode
	counts []int32
	bits   big.Int
}

// maxConfigs bounds the configurations in a set. Those that take the innermost loop come first.
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

// follow adds the configurations after c and an occurrence of leaf: the innermost loop first, then those around it.
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
		return !c.has(n, to) || to != child && n.children[to].max != 1 // XML Schema 1.1 has repeated particles in xs:all, also apart
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
	return c.bits.Bit(n.firstBit+child) != 0
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
	to.bits.SetInt64(0)
	if c != nil {
		to.counts = append(to.counts, c.counts[:level]...)
		to.bits.Set(&c.bits)
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
	for i := max(level-1, 0); i < len(leaf.parents); i++ {
		n := leaf.parents[i]
		if n.kind != component.All {
			continue
		}
		for child := 0; i >= level && child < len(n.children); child++ {
			to.bits.SetBit(&to.bits, n.firstBit+child, 0)
		}
		to.bits.SetBit(&to.bits, n.firstBit+leaf.at(i+1).index, 1)
	}
	for i := range s.next[:len(s.next)-1] {
		if other := &s.next[i]; other.leaf == leaf && slices.Equal(other.counts, to.counts) && other.bits.Cmp(&to.bits) == 0 {
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

// isComplete reports whether the content may end in one of the configurations.
func isComplete(configs []contentConfig) bool {
	return slices.ContainsFunc(configs, func(c contentConfig) bool { n, _ := c.open(); return n == nil })
}

// open returns the innermost node that is not complete, nil if the content may end here: its occurrence needs more after the
// child with an index, or it has to occur again, for which the index is -1.
func (c *contentConfig) open() (n *contentNode, child int) {
	last := len(c.leaf.parents)
	if int(c.counts[last]) < c.leaf.min {
		return c.leaf, -1
	}
	for i := last - 1; i >= 0; i-- {
		n, child := c.leaf.at(i), c.leaf.at(i+1).index
		switch {
		case !c.done(n, child):
			return n, child
		case int(c.counts[i]) < n.min && !n.empty:
			return n, -1
		}
	}
	return nil, 0
}
