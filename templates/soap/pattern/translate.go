package pattern

// translator translates the nodes of an expression.
type translator struct{ relaxed bool }

func (t *translator) node(n *Node) expr {
	switch n.Kind {
	case Chars:
		return setOf(n.Class).expr()
	case Repeat:
		return t.repeat(t.node(n.Parts[0]), n.Min, n.Max)
	}
	parts := make([]expr, len(n.Parts))
	for i, part := range n.Parts {
		parts[i] = t.node(part)
	}
	if n.Kind == Alternative {
		return joined(expr{kind: alternate, states: len(parts) - 1}, parts, "|", func(e expr) string { return e.text })
	}
	return sequence(parts)
}
