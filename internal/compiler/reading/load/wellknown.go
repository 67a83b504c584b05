package load

import (
	"cmp"
	"io/fs"
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/templates/soap/wellknown"
)

// wellKnown adds the built-in documents for namespaces that the contract refers to
// and has no document for, and decides about the pending references.
func (l *loader) wellKnown() {
	provided := make(map[string]*Document)
	for i := 0; i < len(l.set.Documents); i++ { // the slice grows: a built-in document may refer to another
		for _, s := range l.set.Documents[i].Schemas() {
			if namespace := s.Get("targetNamespace"); provided[namespace] == nil {
				provided[namespace] = l.set.Documents[i]
			}
		}
		if i < len(l.set.Documents)-1 {
			continue
		}
		before := len(l.set.Documents)
		for _, doc := range l.set.Documents[:before] {
			l.addFromCatalog(doc, provided)
		}
		if len(l.set.Documents) > before {
			continue // their namespaces need no built-in document
		}
		for _, doc := range l.set.Documents {
			l.addBuiltins(doc, provided)
		}
	}
	for _, references := range l.pending {
		for _, ref := range references {
			l.settle(ref, provided)
		}
	}
}

// addBuiltins adds the built-in documents that names in doc refer to.
func (l *loader) addBuiltins(doc *Document, provided map[string]*Document) {
	for a := range doc.AllAttrs() {
		for _, namespace := range referencedNamespaces(a) {
			if provided[namespace] != nil || wellknown.File(namespace) == "" {
				continue
			}
			known := builtin(namespace)
			provided[namespace] = known
			l.set.Documents = append(l.set.Documents, known)
		}
	}
}

// referencedNamespaces returns the namespaces of the names in the value of an
// attribute that refers to schema components, else nil.
func referencedNamespaces(a *xmltree.Attr) []string {
	if a.Name.Space == wsdlNamespace && a.Name.Local == "arrayType" {
		return namespacesOf(a)
	}
	owner := a.Owner
	if a.Name.Space != "" || owner.Name.Space != xsdNamespace && !owner.Is(wsdlNamespace, "part") {
		return nil
	}
	switch a.Name.Local {
	case "ref", "element", "substitutionGroup":
		return namespacesOf(a)
	case "type", "base", "itemType", "memberTypes":
		// All types of XML Schema's own namespace are built in without a document.
		return collect.Where(namespacesOf(a), func(namespace string) bool { return namespace != xsdNamespace })
	}
	return nil
}

func namespacesOf(a *xmltree.Attr) []string {
	var namespaces []string
	for _, name := range strings.Fields(a.Value) {
		prefix, _, found := strings.Cut(name, ":")
		if !found {
			prefix = ""
		}
		if uri, ok := a.Owner.LookupPrefix(prefix); ok && uri != "" {
			namespaces = append(namespaces, uri)
		}
	}
	return namespaces
}

func builtin(namespace string) *Document {
	name := wellknown.File(namespace)
	raw, err := fs.ReadFile(wellknown.Files(), name)
	if err != nil {
		panic("load: " + err.Error()) // a test reads all of them
	}
	tree, diags := xmltree.Parse("quartet:"+name, raw, xmltree.Limits{})
	if tree == nil {
		panic("load: " + diags.String())
	}
	doc := &Document{Document: tree, URI: namespace, Name: "quartet:" + name, Kind: Schema, WellKnown: true}
	doc.References = references(doc)
	return doc
}

// settle handles a reference to a remote document. If another document has
// the namespace, or it is well known, the location is only a hint (XML Schema part
// 1 section 4.2.3). Otherwise settle reports an error.
func (l *loader) settle(ref *Reference, provided map[string]*Document) {
	if ref.Kind == SchemaImport && ref.Namespace != nil {
		namespace := ref.Namespace.Value
		if doc := provided[namespace]; doc != nil || wellknown.File(namespace) != "" {
			if ref.Failed = false; doc != nil && doc.Kind == Schema {
				ref.Target = doc
			}
			return
		}
	}
	hint := cmp.Or(l.nearby(ref), "use --catalog to name a local copy, or --fetch to fetch the document (and --vendor to keep a copy)")
	l.diags.Add(diag.New(diag.RemoteDocument, ref.pos(), "%s is a remote document and was not fetched", diag.Quote(ref.Written())).WithHint("%s", hint))
}
