package flatten

import (
	"cmp"
	"strings"

	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// schemaUse is a schema with the namespace that it defines: a schema without a target namespace
// may be included in several.
type schemaUse struct {
	element   *xmltree.Element
	namespace string
}

// use reports whether a schema is not part of the text yet, and records that it is from now on.
func (f *flattener) use(e *xmltree.Element, namespace string) bool {
	u := schemaUse{e, namespace}
	if f.seen[u] {
		return false
	}
	f.seen[u] = true
	return true
}

// merged is an xs:schema element of the text, to which the content of the schemas that it
// includes is added.
type merged struct {
	*flattener
	text      *edits
	element   *xmltree.Element
	namespace string
	scope     scope
	imports   map[string]bool // namespaces that it imports
	added     strings.Builder // xs:import elements of included schemas
	content   strings.Builder // content of included schemas
	after     strings.Builder // schemas that are imported
}

// reference is a reference of a schema whose element has been dealt with.
type reference struct {
	include bool
	target  *load.Document
}

// inline adds to a schema what it includes, and removes the locations of its imports. It
// returns the imported schemas that were not part of the text yet.
func (f *flattener) inline(text *edits, element *xmltree.Element, s scope) (after string) {
	m := &merged{flattener: f, text: text, element: element, namespace: element.Get("targetNamespace"), scope: s, imports: make(map[string]bool)}
	for c := range element.Elements() {
		if ref := f.references[c]; ref != nil && ref.Kind == load.SchemaImport {
			m.imports[ref.TargetNamespace()] = true
		}
	}
	var references []reference
	for c := range element.Elements() {
		ref := f.references[c]
		if ref == nil {
			m.once(text, c)
			continue
		}
		if !followed(ref) || ref.Location == nil {
			continue
		}
		if references = append(references, reference{ref.Kind == load.Include, ref.Target}); ref.Kind == load.Include {
			text.RemoveElement(c)
		} else {
			text.RemoveAttribute(ref.Location)
		}
	}
	m.follow(references)
	if from, _, ok := element.Content(); ok {
		text.Insert(from, m.added.String())
	}
	if m.content.Len() > 0 {
		text.AppendTo(element, m.content.String(), f.newline)
	}
	return m.after.String()
}

func (m *merged) follow(references []reference) {
	for _, r := range references {
		if r.include {
			m.include(r.target)
		} else {
			m.after.WriteString(m.document(r.target))
		}
	}
}

// include adds the content of a schema that is included.
func (m *merged) include(d *load.Document) {
	if !m.use(d.Root, cmp.Or(d.Root.Get("targetNamespace"), m.namespace)) {
		return
	}
	text, from := &edits{xmltree.Edits{Doc: d.Document}}, scopeAt(d.Root)
	if d.Root.Get("targetNamespace") == "" && from[""] == "" {
		from[""] = m.namespace // names without a prefix are in the namespace of the including schema (XML Schema part 1, section 4.2.1)
	}
	m.scope = m.text.share(m.element, m.scope, from, func(prefix string) bool { return uses(d.Text, prefix) })
	defaults, own := defaultsOf(d.Root), defaultsOf(m.element)
	var references []reference
	for c := range d.Root.Elements() {
		ref := m.references[c]
		if ref == nil {
			if m.once(text, c) {
				text.move(c, from, m.scope)
				text.keepDefaults(c, defaults, own, true)
			}
			continue
		}
		text.RemoveElement(c)
		if ref.Kind == load.SchemaImport {
			m.addImport(ref)
		}
		if followed(ref) && ref.Location != nil {
			references = append(references, reference{ref.Kind == load.Include, ref.Target})
		}
	}
	if start, end, ok := d.Root.Content(); ok {
		m.content.WriteString(m.prolog(d, m.element.Indentation()+"  ") + strings.TrimRight(text.Between(start, end), xmltree.Spaces))
	}
	m.follow(references)
}

// once removes a component of a schema if the text has one with its name, and reports whether the
// component stays. In a contract without errors the two are equal, or come from two versions of a
// document; then, as everywhere in Quartet, the first one is used.
func (m *merged) once(text *edits, e *xmltree.Element) bool {
	first := m.declared.First(e, m.namespace)
	if !first {
		text.RemoveElement(e)
	}
	return first
}

// Declared are the components of schemas that a text has.
type Declared map[component]bool

// First reports whether an element is not a second component of a namespace with its name, and records it.
func (d Declared) First(e *xmltree.Element, namespace string) bool {
	name, named := e.Value("name")
	c := component{xsd.SymbolSpaces[e.Name.Local], xmltree.QName{Space: namespace, Local: strings.Trim(name, xmltree.Spaces)}}
	known := named && d[c]
	d[c] = true
	return !known
}

// addImport adds an import of an included schema.
func (m *merged) addImport(ref *load.Reference) {
	namespace := ref.TargetNamespace()
	if m.imports[namespace] || namespace == m.namespace {
		return
	}
	m.imports[namespace] = true
	name := "import"
	if m.element.Prefix != "" {
		name = m.element.Prefix + ":import"
	}
	m.added.WriteString(m.newline + m.element.Indentation() + "  <" + name)
	if namespace != "" {
		m.added.WriteString(` namespace="` + xmltree.Escape(namespace) + `"`)
	}
	if !followed(ref) && ref.Location != nil {
		m.added.WriteString(` schemaLocation="` + xmltree.Escape(ref.Location.Value) + `"`)
	}
	m.added.WriteString("/>")
}

// document returns a document that is a schema, and those that it imports, as children of
// wsdl:types. It returns "" if it is part of the text already.
func (f *flattener) document(d *load.Document) string {
	if !f.use(d.Root, d.Root.Get("targetNamespace")) {
		return ""
	}
	text := &edits{xmltree.Edits{Doc: d.Document}}
	after := f.inline(text, d.Root, text.move(d.Root, nil, f.types))
	return f.prolog(d, "    ") + f.newline + "    " + text.Between(d.Root.Offset, d.Root.End) + after
}

// isShell reports whether a schema has nothing but imports whose targets become part of the
// text. Contracts have such schemas because wsdl:types cannot refer to documents itself.
func (f *flattener) isShell(e *xmltree.Element) bool {
	if e.Attr("targetNamespace") != nil {
		return false
	}
	from, to, ok := e.Content()
	imports := 0
	for c := range e.Elements() {
		ref := f.references[c]
		if ref == nil || ref.Kind != load.SchemaImport || !followed(ref) || ref.Location == nil || len(strings.Trim(string(e.Doc.Text[from:c.Offset]), xmltree.Spaces)) > 0 {
			return false
		}
		imports++
		from = c.End
	}
	return ok && imports > 0 && len(strings.Trim(string(e.Doc.Text[from:to]), xmltree.Spaces)) == 0
}
