package describe

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"example.com/quartet/internal/compiler/reading/collect"
)

func (w *textWriter) nodes(depth int, nodes []*Node) (none string) {
	for _, n := range nodes {
		if w.b.Len() > w.limit {
			w.line(depth, "...")
			break
		}
		w.node(depth, "", n, n.Go)
	}
	return ""
}

// maxLevels is how deep types are shown in types, so that white space is not most of a long text.
const maxLevels = 40

// node writes a node and what is below it.
func (w *textWriter) node(depth int, before string, n *Node, goName string) (none string) {
	text := before + w.part("node", n) + goText(goName, n.GoType)
	var t *Type
	if n.Type != nil {
		t = w.types[*n.Type]
	}
	again := t != nil && w.shown[t] && len(t.Content)+len(t.Values)+len(t.Facets) > 0
	deep := t != nil && depth > maxLevels && !again && !w.hasShown(t)
	switch {
	case again:
		text += "  (type shown above)"
	case deep:
		text += "  (type shown below)"
	}
	w.line(depth, "%s", text)
	w.documentation(depth+1, n.Documentation)
	w.values(depth+1, n.Values)
	w.nodes(depth+1, n.Content)
	if t == nil || again || deep || w.hasShown(t) || len(n.Content) > 0 {
		return ""
	}
	w.shown[t] = true
	return w.typeContent(depth+1, t)
}

func quotedValue(s string) string { return `"` + escaped(s) + `"` }

// occurrence returns how often a node occurs: "0..1"; empty for exactly once.
func occurrence(n *Node) string {
	switch {
	case n.Min == 1 && n.Max == 1:
		return ""
	case n.Max == Unbounded:
		return strconv.Itoa(n.Min) + "..*"
	case n.Min == n.Max:
		return strconv.Itoa(n.Min)
	}
	return fmt.Sprintf("%d..%d", n.Min, n.Max)
}

// facetsText returns facets in short: "length 3, 1 <= value < 10, pattern [A-Z]+".
func facetsText(facets []*Facet) string {
	signs := map[string]string{"list": "list", "minInclusive": ">= ", "minExclusive": "> ", "maxInclusive": "<= ", "maxExclusive": "< "}
	return collect.Joined(facets, ", ", func(f *Facet) string { return cmp.Or(signs[f.Name], f.Name+" ") + escaped(f.Value) })
}

// maxValues is the number of values of an enumeration that are on one line.
const maxValues = 12

func (w *textWriter) values(depth int, values []*Enum) {
	perLine := maxValues
	if slices.ContainsFunc(values, func(v *Enum) bool { return v.Documentation != "" }) {
		perLine = 1
	}
	for some := range slices.Chunk(values, perLine) {
		text := collect.Joined(some, ", ", func(v *Enum) string { return quotedValue(v.Value) })
		if perLine == 1 {
			text += goText(some[0].Go, "")
		}
		w.line(depth, "= %s", text)
		w.documentation(depth+1, some[0].Documentation)
	}
}

// typeLine returns the name of a type, and of its base type.
func (w *textWriter) typeLine(t *Type) string {
	text := escaped(w.ref(&t.TypeRef))
	if t.Element {
		text += "  (of the element)"
	}
	return text + goText(t.Go, "")
}

// typeContent writes the content of a type.
func (w *textWriter) typeContent(depth int, t *Type) (none string) {
	w.documentation(depth, t.Documentation)
	if facts := w.part("facts", t); facts != "" {
		w.line(depth, "(%s)", facts[len("; "):])
	}
	w.values(depth, t.Values)
	return w.nodes(depth, t.Content)
}
