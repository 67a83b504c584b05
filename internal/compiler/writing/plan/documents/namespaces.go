package documents

import (
	"fmt"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// OfNamespaces sets the documents that the package for some namespaces embeds: the schemas that define them, and those to which they
// refer and that no imported package has, as nothing in them has a Go type. Several contracts share the package, so a document does not depend on the contract that the schema is part of: whether it is a file or in
// wsdl:types, its prefixes, white space and comments, the locations of other documents, and the components that nothing reads
// because another schema has the same ones.
func OfNamespaces(m *resolve.Model, pkg *ir.Package) {
	n := namespaces{model: m, pkg: pkg, references: make(map[*xmltree.Element]*load.Reference), declared: make(map[component]bool), used: make(map[string]bool)}
	for _, d := range m.Documents.Documents {
		for _, ref := range d.References {
			n.references[ref.Element] = ref
		}
	}
	done := make(map[string]bool) // namespaces that are written, or that imported packages have
	addImported(done, pkg)
	for _, space := range pkg.TargetNamespaces {
		n.used[space], done[space] = true, false
	}
	var written []*schemaWriter
	for more := true; more; {
		more = false
		for _, s := range m.Schemas.Schemas {
			if space := s.TargetNamespace; n.used[space] && !done[space] && !s.WellKnown {
				done[space], more = true, true
				written = append(written, n.write(space)...)
			}
		}
	}
	slices.SortStableFunc(written, func(a, b *schemaWriter) int { return strings.Compare(a.text.String(), b.text.String()) })
	n.add(written)
	for _, d := range m.Documents.Documents {
		if d.WellKnown && n.used[d.URI] {
			pkg.WellKnown = append(pkg.WellKnown, d.URI)
		}
	}
	slices.Sort(pkg.WellKnown)
}

// addImported adds the namespaces of the packages that a package imports, directly or not.
func addImported(spaces map[string]bool, pkg *ir.Package) {
	for _, other := range pkg.Imports {
		for _, space := range other.TargetNamespaces {
			spaces[space] = true
		}
		addImported(spaces, other)
	}
}

// namespaces are the namespaces of a package.
type namespaces struct {
	model      *resolve.Model
	pkg        *ir.Package
	references map[*xmltree.Element]*load.Reference
	declared   map[component]bool
	used       map[string]bool // the namespaces, and those to which their schemas refer
}

type component struct {
	kind string
	name xsd.QName
}

// write writes the schemas of a namespace that have components.
func (n *namespaces) write(space string) (written []*schemaWriter) {
	for _, s := range n.model.Schemas.Schemas {
		if s.TargetNamespace != space || s.WellKnown {
			continue
		}
		w := newSchemaWriter(n, s)
		if w.write(); !w.empty {
			written = append(written, w)
		}
	}
	return written
}

// add adds the documents to the package, with the locations of those that they redefine.
func (n *namespaces) add(written []*schemaWriter) {
	files := make(map[schemaKey]string)
	taken := make(map[string]bool)
	for _, w := range written {
		files[schemaKey{w.schema.Element, w.schema.TargetNamespace}] = unique("namespace", ".xsd", taken)
	}
	for _, w := range written {
		file := files[schemaKey{w.schema.Element, w.schema.TargetNamespace}]
		d := ir.Document{Name: file, Schema: true, File: file, Text: []byte(w.text.String())}
		for _, ref := range w.redefined {
			if to := files[schemaKey{ref.Target.Root, w.schema.TargetNamespace}]; to != "" {
				d.References = append(d.References, ir.DocumentReference{Location: strings.TrimSpace(ref.Location.Value), Document: to})
			}
		}
		n.pkg.Documents = append(n.pkg.Documents, d)
	}
}

type schemaKey struct {
	element   *xmltree.Element
	namespace string
}

// once reports whether a component of a schema is the first one with its name, which counts.
func (n *namespaces) once(s *xsd.Schema, e *xmltree.Element) bool {
	name, _ := e.Value("name")
	kind := e.Name.Local
	if kind == "simpleType" {
		kind = "complexType" // types have one symbol space (XML Schema part 1, section 2.5)
	}
	c := component{kind, xsd.QName{Space: s.TargetNamespace, Local: strings.TrimSpace(name)}}
	if n.declared[c] {
		return false
	}
	n.declared[c] = true
	return true
}

// isMissing reports whether there is no component with a name that an attribute of an element refers to.
func (n *namespaces) isMissing(e *xmltree.Element, attribute string, name xsd.QName) bool {
	set := n.model.Schemas
	switch attribute {
	case "ref":
		switch e.Name.Local {
		case "element":
			return set.Element(name) == nil
		case "attribute":
			return set.Attribute(name) == nil
		case "group":
			return set.Group(name) == nil
		}
		return set.AttributeGroup(name) == nil
	case "substitutionGroup":
		return set.Element(name) == nil
	case "refer":
		return false
	}
	return set.Type(name) == nil
}

// mark begins documents that nobody has written by hand.
const mark = "<!-- Code generated by quartet from a schema. DO NOT EDIT. -->\n"

func declaration(prefix, uri string) string {
	if prefix == "" {
		return fmt.Sprintf(` xmlns="%s"`, escaper.Replace(uri))
	}
	return fmt.Sprintf(` xmlns:%s="%s"`, prefix, escaper.Replace(uri))
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "\t", "&#9;", "\n", "&#10;", "\r", "&#13;")
