package documents

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// schemaWriter writes a schema. Names get prefixes that depend only on the order in which the schema refers to namespaces.
type schemaWriter struct {
	*namespaces
	schema    *xsd.Schema
	prefixes  map[string]string // of namespaces
	others    int               // namespaces that have a number as prefix
	kept      map[string]bool   // prefixes that values have, which are declared where they are used
	names     bool              // values without a prefix may be names, too
	empty     bool              // the schema has no components
	redefined []*load.Reference
	text      strings.Builder
}

func newSchemaWriter(n *namespaces, s *xsd.Schema) *schemaWriter {
	w := &schemaWriter{namespaces: n, schema: s, kept: make(map[string]bool), empty: true}
	for e := range s.Element.All() {
		for _, a := range e.Attrs {
			w.names = w.names || w.isOfNames(a)
			for _, prefix := range w.prefixesIn(a) {
				w.kept[prefix] = true
			}
		}
	}
	w.prefixes = map[string]string{"": "", xmltree.XMLNamespace: "xml"}
	w.prefixes[xsd.Namespace] = w.unused("xs")
	if s.TargetNamespace != "" && s.TargetNamespace != xmltree.XMLNamespace {
		w.prefixes[s.TargetNamespace] = w.unused("tns")
	}
	return w
}

// isOfNames reports whether an attribute refers to a type whose values are qualified names.
func (w *schemaWriter) isOfNames(a *xmltree.Attr) bool {
	if a.Name.Local != "type" && a.Name.Local != "base" {
		return false
	}
	name, _ := a.Owner.ResolveQName(a.Value)
	t, _ := w.model.Schemas.Type(name).(*xsd.SimpleType)
	return t != nil && t.Primitive != nil && (t.Primitive.Name.Local == "QName" || t.Primitive.Name.Local == "NOTATION")
}

// unused returns a prefix that no value has.
func (w *schemaWriter) unused(prefix string) string {
	for w.kept[prefix] {
		prefix += "-"
	}
	return prefix
}

// prefix returns the prefix of a namespace, followed by a colon.
func (w *schemaWriter) prefix(uri string) string {
	prefix, known := w.prefixes[uri]
	if !known {
		w.others++
		prefix = w.unused(fmt.Sprint("ns", w.others))
		w.prefixes[uri] = prefix
	}
	if prefix == "" {
		return ""
	}
	return prefix + ":"
}

// write writes the schema.
func (w *schemaWriter) write() {
	root := w.schema.Element
	refers := make(map[string]bool)
	var content strings.Builder
	for c := range root.Elements() {
		if c.Name.Space != xsd.Namespace || c.Name.Local == "import" || c.Name.Local == "include" {
			continue
		}
		ref := w.references[c]
		if ref == nil && c.Name.Local != "annotation" && !w.declared.First(c, w.schema.TargetNamespace) {
			continue
		}
		if ref != nil && ref.Target != nil {
			w.redefined = append(w.redefined, ref)
		}
		w.empty = w.empty && c.Name.Local == "annotation"
		w.element(&content, c, 1, refers)
	}
	w.text.WriteString(mark)
	w.open(&w.text, root, refers)
	for _, uri := range slices.Sorted(maps.Keys(w.prefixes)) {
		if prefix := w.prefixes[uri]; prefix != "" && prefix != "xml" {
			w.text.WriteString(declaration(prefix, uri))
		}
	}
	w.text.WriteString(">\n")
	for _, uri := range slices.Sorted(maps.Keys(refers)) {
		w.used[uri] = true
		switch uri {
		case xsd.Namespace, w.schema.TargetNamespace:
		case "":
			fmt.Fprintf(&w.text, "  <%simport/>\n", w.prefix(xsd.Namespace))
		default:
			fmt.Fprintf(&w.text, "  <%simport namespace=\"%s\"/>\n", w.prefix(xsd.Namespace), escaper.Replace(uri))
		}
	}
	w.text.WriteString(content.String())
	w.text.WriteString("</" + w.prefix(xsd.Namespace) + "schema>\n")
}

// element writes an element of a schema. Of annotations it writes the documentation, and nothing of other namespaces. It adds
// the namespaces of names to refers.
func (w *schemaWriter) element(out *strings.Builder, e *xmltree.Element, depth int, refers map[string]bool) {
	if e.Name.Space != xsd.Namespace || e.Name.Local == "appinfo" {
		return
	}
	indent, name := strings.Repeat("  ", depth), w.prefix(xsd.Namespace)+e.Name.Local
	if e.Name.Local == "documentation" {
		fmt.Fprintf(out, "%s<%s>%s</%s>\n", indent, name, textEscaper.Replace(e.Prose()), name)
		return
	}
	var content strings.Builder
	for c := range e.Elements() {
		w.element(&content, c, depth+1, refers)
	}
	if e.Name.Local == "annotation" && content.Len() == 0 {
		return
	}
	out.WriteString(indent)
	w.open(out, e, refers)
	if content.Len() == 0 {
		out.WriteString("/>\n")
		return
	}
	out.WriteString(">\n" + content.String() + indent + "</" + name + ">\n")
}

var textEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\r", "&#13;")

// open writes a start tag without its end.
func (w *schemaWriter) open(out *strings.Builder, e *xmltree.Element, refers map[string]bool) {
	out.WriteString("<" + w.prefix(xsd.Namespace) + e.Name.Local)
	declared := make(map[string]bool)
	attribute := func(name, value string) { fmt.Fprintf(out, ` %s="%s"`, name, escaper.Replace(value)) }
	for _, a := range e.Attrs {
		switch {
		case a.IsDeclaration():
		case a.Name == xsd.QName{Space: wsdl11.Namespace, Local: "arrayType"}:
			name, sizes, _ := strings.Cut(a.Value, "[")
			attribute(w.prefix(wsdl11.Namespace)+"arrayType", w.name(a, name, refers)+"["+sizes)
		case a.Name.Space != "":
		case e == w.schema.Element && a.Name.Local == "targetNamespace":
		case isNames(a):
			names := collect.Joined(strings.Fields(a.Value), " ", func(name string) string { return w.name(a, name, refers) })
			attribute(a.Name.Local, names)
		default:
			for _, prefix := range w.prefixesIn(a) {
				if uri, _ := e.LookupPrefix(prefix); !declared[prefix] {
					declared[prefix] = true
					out.WriteString(declaration(prefix, uri))
				}
			}
			attribute(a.Name.Local, a.Value)
		}
	}
	if target := w.schema.TargetNamespace; e == w.schema.Element && target != "" {
		attribute("targetNamespace", target)
	}
}

// isNames reports whether the value of an attribute without a namespace consists of qualified names.
func isNames(a *xmltree.Attr) bool {
	switch a.Name.Local {
	case "type", "ref", "base", "itemType", "memberTypes", "substitutionGroup", "refer":
		return true
	}
	return false
}

// name returns a qualified name in an attribute as the document has it. One whose prefix is not declared loses its prefix.
func (w *schemaWriter) name(a *xmltree.Attr, value string, refers map[string]bool) string {
	name, err := a.Owner.ResolveQName(value)
	if err != nil {
		w.pkg.Lenient = true
		return value[strings.LastIndexByte(value, ':')+1:]
	}
	if name.Space == "" && w.schema.Element.Get("targetNamespace") != w.schema.TargetNamespace {
		name.Space = w.schema.TargetNamespace // part 1, section 4.2.1, clause 3.2
	}
	if load.IsSchemaDraft(name.Space) {
		name.Space = xsd.Namespace
	}
	if w.model.Lenient && w.isMissing(a.Owner, a.Name.Local, name) {
		w.pkg.Lenient = true
	}
	refers[name.Space] = true
	return w.prefix(name.Space) + name.Local
}

var prefixed = regexp.MustCompile(`[\p{L}_][\p{L}\p{N}\p{M}._-]*:`)

// prefixesIn returns the prefixes in a value or a path of a schema that are declared: "" for the default namespace, if the value
// may be a name without a prefix.
func (w *schemaWriter) prefixesIn(a *xmltree.Attr) (prefixes []string) {
	switch a.Name.Local {
	case "value", "default", "fixed", "xpath":
	default:
		return nil
	}
	for _, p := range prefixed.FindAllString(a.Value, -1) {
		p = strings.TrimSuffix(p, ":")
		if _, ok := a.Owner.LookupPrefix(p); ok && p != "xml" {
			prefixes = append(prefixes, p)
		}
	}
	if uri, _ := a.Owner.LookupPrefix(""); w.names && uri != "" && a.Name.Local != "xpath" && !strings.Contains(a.Value, ":") {
		prefixes = append(prefixes, "")
	}
	return prefixes
}
