package corpus_test

import (
	"bytes"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// writeSchemas writes the schemas of a contract for xmllint and returns the name
// of the schema to validate with, driver.xsd. libxml2 reads one document for each
// namespace only, so driver.xsd imports a document for each namespace, which
// includes all schemas of that namespace.
func writeSchemas(t *testing.T, model *resolve.Model, dir string) string {
	t.Helper()
	x := &schemaWriter{t: t, dir: dir, names: make(map[*xmltree.Element]string), defined: make(map[string]bool)}
	for _, s := range model.Schemas.Schemas {
		if _, ok := x.names[s.Element]; ok {
			continue
		}
		x.names[s.Element] = fmt.Sprintf("s%d.xsd", len(x.names))
		x.schemas = append(x.schemas, s)
		if !slices.Contains(x.namespaces, s.TargetNamespace) {
			x.namespaces = append(x.namespaces, s.TargetNamespace)
		}
	}
	if !slices.Contains(x.namespaces, xsd.Namespace) {
		x.namespaces = append(x.namespaces, xsd.Namespace)
		x.write("x.xsd", `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/2001/XMLSchema">`+
			`<xs:element name="schema"/></xs:schema>`)
		x.extra = "x.xsd"
	}
	references := make(map[*xmltree.Element]*xmltree.Element)
	for _, doc := range model.Documents.Documents {
		for _, ref := range doc.References {
			if ref.Target != nil {
				references[ref.Element] = ref.Target.Root
			}
		}
	}
	redefined := make(map[string]bool)
	for _, s := range x.schemas {
		x.current = s.TargetNamespace
		x.schema(s.Element, references, redefined)
	}
	var driver strings.Builder
	driver.WriteString(`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">`)
	for i, namespace := range x.namespaces {
		x.namespace(i, namespace, redefined)
		if namespace == "" {
			fmt.Fprintf(&driver, `<xs:include schemaLocation="n%d.xsd"/>`, i)
			continue
		}
		fmt.Fprintf(&driver, `<xs:import namespace="%s" schemaLocation="n%d.xsd"/>`, html.EscapeString(namespace), i)
	}
	driver.WriteString(`<xs:element name="any-type"/></xs:schema>`)
	x.write("driver.xsd", driver.String())
	return filepath.Join(dir, "driver.xsd")
}

type schemaWriter struct {
	t          *testing.T
	dir        string
	names      map[*xmltree.Element]string
	schemas    []*xsd.Schema
	namespaces []string
	extra      string
	current    string // target namespace of the schema being written
	defined    map[string]bool
}

func (x *schemaWriter) write(name, text string) {
	if err := os.WriteFile(filepath.Join(x.dir, name), []byte(text), 0o644); err != nil {
		x.t.Fatal(err)
	}
}

// namespace writes the document that includes all schemas of a namespace, except
// redefined ones.
func (x *schemaWriter) namespace(i int, namespace string, redefined map[string]bool) {
	var b strings.Builder
	b.WriteString(`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"`)
	if namespace != "" {
		b.WriteString(` targetNamespace="` + html.EscapeString(namespace) + `"`)
	}
	b.WriteString(">")
	for _, s := range x.schemas {
		if s.TargetNamespace == namespace && !redefined[x.names[s.Element]] {
			fmt.Fprintf(&b, `<xs:include schemaLocation="%s"/>`, x.names[s.Element])
		}
	}
	if namespace == xsd.Namespace && x.extra != "" {
		fmt.Fprintf(&b, `<xs:include schemaLocation="%s"/>`, x.extra)
	}
	b.WriteString("</xs:schema>")
	x.write(fmt.Sprintf("n%d.xsd", i), b.String())
}

// schema writes one xs:schema that imports all other namespaces.
func (x *schemaWriter) schema(e *xmltree.Element, references map[*xmltree.Element]*xmltree.Element, redefined map[string]bool) {
	var b bytes.Buffer
	x.start(&b, e, true)
	own, _ := e.Value("targetNamespace")
	for i, namespace := range x.namespaces {
		switch {
		case namespace == own:
		case namespace == "":
			fmt.Fprintf(&b, `<xs:import xmlns:xs="%s" schemaLocation="n%d.xsd"/>`, xsd.Namespace, i)
		default:
			fmt.Fprintf(&b, `<xs:import xmlns:xs="%s" namespace="%s" schemaLocation="n%d.xsd"/>`, xsd.Namespace, html.EscapeString(namespace), i)
		}
	}
	for child := range e.Elements() {
		switch {
		case child.Is(xsd.Namespace, "import"), child.Is(xsd.Namespace, "include"), child.Is(xsd.Namespace, "annotation"):
		case child.Is(xsd.Namespace, "redefine") && references[child] != nil:
			name := x.names[references[child]]
			redefined[name] = true
			child.Attr("schemaLocation").Value = name
			x.element(&b, child)
		case x.duplicate(child):
		default:
			x.element(&b, child)
		}
	}
	b.WriteString("</" + e.RawName() + ">")
	x.write(x.names[e], b.String())
}

// duplicate reports whether a global component has already been written: some
// contracts contain a schema twice.
func (x *schemaWriter) duplicate(e *xmltree.Element) bool {
	name, _ := e.Value("name")
	key := e.Name.Local
	if key == "simpleType" || key == "complexType" {
		key = "type"
	}
	key += " " + x.current + " " + name
	if x.defined[key] {
		return true
	}
	x.defined[key] = true
	return false
}

func (x *schemaWriter) element(b *bytes.Buffer, e *xmltree.Element) {
	if e.Name.Space != xsd.Namespace || e.Name.Local == "annotation" {
		return
	}
	x.start(b, e, false)
	for _, n := range e.Nodes {
		if n.Element != nil {
			x.element(b, n.Element)
		}
	}
	b.WriteString("</" + e.RawName() + ">")
}

// start writes a start tag, for the root with the namespaces in scope. It
// replaces the namespaces of XML Schema drafts.
func (x *schemaWriter) start(b *bytes.Buffer, e *xmltree.Element, root bool) {
	b.WriteString("<" + e.RawName())
	for _, a := range e.Attrs {
		value := a.Value
		if a.IsDeclaration() {
			value = finalNamespace(value)
		} else if a.Name.Space != "" || misplaced(e, a) {
			continue
		}
		if a.Name.Local == "name" {
			value = value[strings.Index(value, ":")+1:]
		}
		fmt.Fprintf(b, ` %s="%s"`, a.RawName(), escape(value))
	}
	if root {
		declared := make(map[string]bool)
		for at := e; at != nil; at = at.Parent {
			for _, a := range at.Attrs {
				if !a.IsDeclaration() || declared[a.RawName()] {
					continue
				}
				declared[a.RawName()] = true
				if at != e {
					fmt.Fprintf(b, ` %s="%s"`, a.RawName(), escape(finalNamespace(a.Value)))
				}
			}
		}
	}
	b.WriteString(">")
}

// misplaced reports whether an attribute is not allowed on its element but occurs
// in some contracts. The resolver warns; libxml2 rejects the schema.
func misplaced(e *xmltree.Element, a *xmltree.Attr) bool {
	switch {
	case e.Name.Local == "complexType":
		return a.Name.Local == "nillable" || a.Name.Local == "type"
	case e.Name.Local == "element" && e.Parent != nil && e.Parent.Name.Local == "schema":
		return a.Name.Local == "minOccurs" || a.Name.Local == "maxOccurs" || a.Name.Local == "form"
	}
	return false
}

// finalNamespace replaces the namespaces of XML Schema drafts.
func finalNamespace(namespace string) string {
	switch namespace {
	case "http://www.w3.org/1999/XMLSchema", "http://www.w3.org/2000/10/XMLSchema":
		return xsd.Namespace
	}
	return namespace
}

func escape(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", `"`, "&quot;", "\t", "&#9;", "\n", "&#10;", "\r", "&#13;").Replace(s)
}
