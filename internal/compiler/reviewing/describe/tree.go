package describe

import (
	"fmt"
	"strconv"
	"strings"
)

func (w *textWriter) nodes(depth int, nodes []*Node) (none string) {
	for _, n := range nodes {
		w.node(depth, "", n, n.Go)
	}
	return ""
}

// node writes a node and what is below it.
func (w *textWriter) node(depth int, before string, n *Node, goName string) (none string) {
	text := before + w.title(n)
	for _, part := range w.details(n) {
		text += "  " + part
	}
	text += goText(goName, n.GoType)
	var t *Type
	if n.Type != nil {
		t = w.types[*n.Type]
	}
	again := t != nil && w.shown[t] && len(t.Content)+len(t.Values)+len(t.Facets) > 0
	if again {
		text += "  (type shown above)"
	}
	w.line(depth, "%s", text)
	w.documentation(depth+1, n.Documentation)
	w.values(depth+1, n.Values)
	w.nodes(depth+1, n.Content)
	if t == nil || again || w.hasShown(t) || len(n.Content) > 0 {
		return ""
	}
	w.shown[t] = true
	return w.typeContent(depth+1, t)
}

// title returns the name of a node, with @ before the name of an attribute.
func (w *textWriter) title(n *Node) string {
	switch n.Kind {
	case Attribute:
		return "@" + w.nameText(&Name{n.Name, n.Namespace})
	case Value:
		return "value"
	case Any:
		return "any element of " + escaped(n.Name)
	case AnyAttribute:
		return "any attribute of " + escaped(n.Name)
	case Sequence, Choice, All:
		return string(n.Kind)
	}
	return w.nameText(&Name{n.Name, n.Namespace})
}

// details returns the type of a node, its occurrence, and its other properties.
func (w *textWriter) details(n *Node) []string {
	var all []string
	if n.Type != nil {
		all = append(all, escaped(w.ref(n.Type)))
	}
	if o := occurrence(n); o != "" && n.Kind != AnyAttribute {
		all = append(all, "["+o+"]")
	}
	if n.Nillable {
		all = append(all, "nillable")
	}
	if n.Abstract {
		all = append(all, "abstract")
	}
	if n.Default != nil {
		all = append(all, "default "+quotedValue(*n.Default))
	}
	if n.Fixed != nil {
		all = append(all, "fixed "+quotedValue(*n.Fixed))
	}
	if f := facetsText(n.Facets); f != "" {
		all = append(all, f)
	}
	if len(n.Members) > 0 {
		all = append(all, "or "+w.listed(n.Members))
	}
	return all
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
	signs := map[string]string{"minInclusive": ">= ", "minExclusive": "> ", "maxInclusive": "<= ", "maxExclusive": "< "}
	var all []string
	for _, f := range facets {
		switch {
		case f.Name == "list":
			all = append(all, "list")
		case signs[f.Name] != "":
			all = append(all, signs[f.Name]+escaped(f.Value))
		default:
			all = append(all, f.Name+" "+escaped(f.Value))
		}
	}
	return strings.Join(all, ", ")
}

// maxValues is the number of values of an enumeration that are on one line.
const maxValues = 12

func (w *textWriter) values(depth int, values []*Enum) {
	documented := false
	var all []string
	for _, v := range values {
		documented = documented || v.Documentation != ""
		all = append(all, quotedValue(v.Value))
	}
	switch {
	case len(values) == 0:
	case !documented:
		for len(all) > 0 {
			n := min(len(all), maxValues)
			w.line(depth, "= %s", strings.Join(all[:n], ", "))
			all = all[n:]
		}
	default:
		for i, v := range values {
			w.line(depth, "= %s%s", all[i], goText(v.Go, ""))
			w.documentation(depth+1, v.Documentation)
		}
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
	var facts []string
	if t.Abstract {
		facts = append(facts, "abstract")
	}
	if t.Mixed {
		facts = append(facts, "mixed content")
	}
	if t.Base != nil {
		facts = append(facts, t.Derivation+" of "+escaped(w.ref(t.Base)))
	}
	if t.Array != "" {
		facts = append(facts, "array "+escaped(t.Array))
	}
	if len(t.Union) > 0 {
		facts = append(facts, "union of "+w.listed(t.Union))
	}
	if f := facetsText(t.Facets); f != "" {
		facts = append(facts, f)
	}
	if len(t.Derived) > 0 {
		facts = append(facts, "or the derived types "+w.listed(t.Derived))
	}
	if len(facts) > 0 {
		w.line(depth, "(%s)", strings.Join(facts, "; "))
	}
	w.values(depth, t.Values)
	return w.nodes(depth, t.Content)
}
