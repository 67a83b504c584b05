package validate

import "testing"

// TestContentMemory: elements of one group share the groups around them, and many deep groups are too large.
func TestContentMemory(t *testing.T) {
	nested := func(inner *xsdParticle, depth int) *xsdParticle {
		for range depth {
			inner = &xsdParticle{kind: sequenceParticle, min: 1, max: 1, children: []*xsdParticle{inner}}
		}
		return inner
	}
	many := func(n int, child func() *xsdParticle) *xsdParticle {
		group := &xsdParticle{kind: sequenceParticle, min: 1, max: 1}
		for range n {
			group.children = append(group.children, child())
		}
		return group
	}
	leaf := func() *xsdParticle {
		return &xsdParticle{kind: elementParticle, min: 1, max: 1, element: &xsdElement{typ: builtin("int")}}
	}
	parents := func(leaves int) int {
		b := contentBuilder{model: new(contentModel)}
		if b.build(nested(many(leaves, leaf), 200), nil) == nil {
			t.Error("too large")
		}
		return b.parents
	}
	if few, more := parents(10), parents(10_000); few != more {
		t.Errorf("10 elements share %d groups, 10,000 share %d", few, more)
	}
	groups := func() *xsdParticle { return many(1, leaf) }
	if !newContentModel(nested(many(10_000, groups), 900)).tooLarge {
		t.Error("10,000 groups in 900 are not too large")
	}
}
