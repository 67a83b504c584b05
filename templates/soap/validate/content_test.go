package validate

import (
	"testing"

	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/xsd"
)

// TestContentMemory: elements of one group share the groups around them, and many deep groups are too large.
func TestContentMemory(t *testing.T) {
	nested := func(inner *component.Particle, depth int) *component.Particle {
		for range depth {
			inner = component.GroupOf(component.Sequence, inner)
		}
		return inner
	}
	many := func(n int, child func() *component.Particle) *component.Particle {
		var children []*component.Particle
		for range n {
			children = append(children, child())
		}
		return component.GroupOf(component.Sequence, children...)
	}
	leaf := func() *component.Particle {
		return component.ElementParticle(component.NewElement(xsd.QName{}, &component.Declaration{Type: builtin("int").Type}))
	}
	parents := func(leaves int) int {
		b := contentBuilder{model: new(contentModel)}
		if b.build(nested(many(leaves, leaf), 200), nil, false) == nil {
			t.Error("too large")
		}
		return b.parents
	}
	if few, more := parents(10), parents(10_000); few != more {
		t.Errorf("10 elements share %d groups, 10,000 share %d", few, more)
	}
	groups := func() *component.Particle { return many(1, leaf) }
	if !newContentModel(nested(many(10_000, groups), 900), false).tooLarge {
		t.Error("10,000 groups in 900 are not too large")
	}
}
