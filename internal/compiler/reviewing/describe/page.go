package describe

import (
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reviewing/report"
)

// table writes nodes as a table. The content of groups and anonymous types follows them,
// with a mark for each level.
func (w *markdownWriter) table(nodes []*Node) {
	w.printf("| name | type | occurs | in Go | description |\n|---|---|---|---|---|\n")
	w.rows("", nodes)
}

func (w *markdownWriter) rows(before string, nodes []*Node) {
	for _, n := range nodes {
		goText := report.Code(n.GoType)
		if n.Go != "" && n.Go != n.Name {
			goText = report.Code(n.Go + " " + n.GoType)
		}
		w.printf("| %s%s | %s | %s | %s | %s |\n", before, w.cellName(n), w.cellType(n), occurs(n), goText, w.remarks(n))
		w.rows(before+"› ", n.Content)
	}
}

func (w *markdownWriter) cellName(n *Node) string {
	switch n.Kind {
	case Sequence, All:
		return "all of"
	case Choice:
		return "one of"
	case Value:
		return "value"
	case Any:
		return "any element of " + report.Code(n.Name)
	case AnyAttribute:
		return "any attribute of " + report.Code(n.Name)
	case Attribute:
		return report.Code("@" + w.ref(&TypeRef{Name: Name{n.Name, n.Namespace}}))
	}
	return report.Code(w.ref(&TypeRef{Name: Name{n.Name, n.Namespace}}))
}

func (w *markdownWriter) cellType(n *Node) string {
	if n.Type == nil {
		return ""
	}
	return w.typeLink(n.Type)
}

// occurs returns how often a node occurs, in words.
func occurs(n *Node) string {
	if n.Kind == AnyAttribute {
		return ""
	}
	if text := occurrence(n); text != "" {
		return report.Code(text)
	}
	return "`1`"
}

// remarks returns the documentation of a node, and its other properties.
func (w *markdownWriter) remarks(n *Node) string {
	var all []string
	if n.Documentation != "" {
		all = append(all, prose(n.Documentation))
	}
	if n.Nillable {
		all = append(all, "May be nil.")
	}
	if n.Abstract {
		all = append(all, "Abstract.")
	}
	if n.Default != nil {
		all = append(all, "Default "+value(*n.Default)+".")
	}
	if n.Fixed != nil {
		all = append(all, "Always "+value(*n.Fixed)+".")
	}
	if text := facetsText(n.Facets); text != "" {
		all = append(all, report.Code(text))
	}
	if len(n.Values) > 0 {
		all = append(all, "One of "+joinValues(n.Values)+".")
	}
	if len(n.Members) > 0 {
		all = append(all, "Or one of "+w.names(n.Members)+".")
	}
	return strings.Join(all, " ")
}

func value(s string) string {
	if s == "" {
		return "empty"
	}
	return report.Code(s)
}

func joinValues(values []*Enum) string {
	var all []string
	for _, v := range values {
		all = append(all, value(v.Value))
	}
	return strings.Join(all, ", ")
}

func (w *markdownWriter) names(names []*Name) string {
	var all []string
	for _, n := range names {
		all = append(all, w.typeLink(&TypeRef{Name: *n}))
	}
	return strings.Join(all, ", ")
}

// schema writes the types and global elements.
func (w *markdownWriter) schema() {
	if len(w.Elements)+len(w.Types) == 0 {
		return
	}
	w.printf("\n## Types\n")
	if len(w.Elements) > 0 {
		w.printf("\nGlobal elements:\n\n")
		w.table(w.Elements)
	}
	for _, t := range w.Types {
		w.typeOf(t)
	}
}

func (w *markdownWriter) typeOf(t *Type) {
	w.heading(3, t)
	w.paragraphs(t.Documentation)
	if facts := w.facts(t); len(facts) > 0 {
		w.printf("%s.\n\n", strings.Join(facts, "; "))
	}
	if len(t.Values) > 0 {
		w.printf("| value | in Go | description |\n|---|---|---|\n")
		for _, v := range t.Values {
			w.printf("| %s | %s | %s |\n", value(v.Value), report.Code(v.Go), prose(v.Documentation))
		}
		w.printf("\n")
	}
	if len(t.Content) > 0 {
		w.table(t.Content)
		w.printf("\n")
	} else if t.Kind == "complex" {
		w.printf("No content.\n\n")
	}
	if users := w.users(t); users != "" {
		w.printf("Used by %s.\n", users)
	}
}

// facts returns the properties of a type.
func (w *markdownWriter) facts(t *Type) []string {
	facts := []string{strings.ToUpper(t.Kind[:1]) + t.Kind[1:] + " type"}
	if t.Go != "" {
		facts = append(facts, "in Go "+report.Code(t.Go))
	}
	if t.Abstract {
		facts = append(facts, "abstract")
	}
	if t.Mixed {
		facts = append(facts, "mixed content: text between elements")
	}
	if t.Base != nil {
		facts = append(facts, t.Derivation+" of "+w.typeLink(t.Base))
	}
	if t.Array != "" {
		facts = append(facts, "array "+report.Code(t.Array)+" of SOAP encoding")
	}
	if len(t.Union) > 0 {
		facts = append(facts, "union of "+w.names(t.Union))
	}
	if text := facetsText(t.Facets); text != "" {
		facts = append(facts, report.Code(text))
	}
	if len(t.Derived) > 0 {
		facts = append(facts, "derived types that may be in its place: "+w.names(t.Derived))
	}
	return facts
}

// users returns links to the operations and types that use a type: the first ones.
func (w *markdownWriter) users(t *Type) string {
	const most = 10
	var all []string
	for i, name := range t.UsedBy {
		if i == most {
			all = append(all, diag.Counted(len(t.UsedBy)-most, "other operation"))
			break
		}
		all = append(all, w.operationLink(name))
	}
	for i, ref := range t.UsedIn {
		if i == most {
			all = append(all, diag.Counted(len(t.UsedIn)-most, "other type"))
			break
		}
		all = append(all, w.typeLink(ref))
	}
	return strings.Join(all, ", ")
}

func (w *markdownWriter) operationLink(name string) string {
	for _, s := range w.Services {
		for _, op := range s.Operations {
			if s.Name+"/"+op.Name != name {
				continue
			}
			if len(w.Services) == 1 {
				name = op.Name
			}
			if w.anchors[op] != "" {
				return w.link(op, name)
			}
		}
	}
	return report.Code(name)
}
