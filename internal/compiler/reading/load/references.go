package load

import (
	"slices"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xmltree"
)

const (
	wsdlNamespace  = "http://schemas.xmlsoap.org/wsdl/"
	wsdl2Namespace = "http://www.w3.org/ns/wsdl" // WSDL 2.0
	xsdNamespace   = "http://www.w3.org/2001/XMLSchema"
)

// IsSchemaDraft reports whether a namespace belongs to a draft of XML Schema. Old
// contracts use these for constructs that XML Schema 1.0 has as well, so Load moves
// elements to the namespace of XML Schema 1.0. Names in attribute values are not
// changed.
func IsSchemaDraft(namespace string) bool {
	switch namespace {
	case "http://www.w3.org/1999/XMLSchema", "http://www.w3.org/2000/10/XMLSchema":
		return true
	}
	return false
}

// updateNamespaces moves elements from the namespaces of drafts to the namespace
// of XML Schema 1.0. It returns a warning for each schema element.
func updateNamespaces(tree *xmltree.Document) diag.List {
	var diags diag.List
	for e := range tree.Root.All() {
		if !IsSchemaDraft(e.Name.Space) {
			continue
		}
		if e.Name.Local == "schema" {
			diags.Add(diag.New(diag.OldSchema, e.Pos(), "namespace %s of an XML Schema draft is read as XML Schema 1.0", diag.Quote(e.Name.Space)))
		}
		e.Name.Space = xsdNamespace
	}
	return diags
}

// references returns the references in a document to other documents, in document
// order.
func references(doc *Document) (refs []*Reference) {
	for e := range doc.Root.Named(wsdlNamespace, "import") {
		refs = append(refs, newReference(WSDLImport, e))
	}
	for _, s := range doc.Schemas() {
		for e := range s.Elements() {
			if kind, ok := schemaReferenceKinds[e.Name.Local]; ok && e.Name.Space == xsdNamespace {
				refs = append(refs, newReference(kind, e))
			}
		}
	}
	slices.SortFunc(refs, func(a, b *Reference) int { return a.Element.Offset - b.Element.Offset })
	return refs
}

var schemaReferenceKinds = map[string]ReferenceKind{"import": SchemaImport, "include": Include, "redefine": Redefine}

func newReference(kind ReferenceKind, e *xmltree.Element) *Reference {
	ref := &Reference{Kind: kind, Element: e, Namespace: e.Attr("namespace")}
	ref.Location = e.Attr(ref.locationName())
	return ref
}

func (r *Reference) locationName() string {
	if r.Kind == WSDLImport {
		return "location"
	}
	return "schemaLocation"
}

// pos returns the position of the location attribute, else of the element.
func (r *Reference) pos() diag.Pos {
	if r.Location != nil {
		return r.Location.Pos()
	}
	return r.Element.Pos()
}

// Written returns the reference as written: the location, or the namespace if
// there is no location.
func (r *Reference) Written() string {
	if r.Location != nil {
		return r.Location.Value
	}
	return r.Element.Get("namespace")
}

// IsPart reports whether the reference leads to a part of the same schema: xs:include and xs:redefine.
func (r *Reference) IsPart() bool { return r.Kind == Include || r.Kind == Redefine }

// TargetNamespace returns the namespace of the components that the reference imports or includes.
func (r *Reference) TargetNamespace() string {
	if r.IsPart() {
		return r.Element.Parent.Get("targetNamespace")
	}
	return r.Element.Get("namespace")
}

// Schemas returns the xs:schema elements of the document: its root, or those
// in the wsdl:types of a WSDL document.
func (d *Document) Schemas() []*xmltree.Element {
	if d.Kind == Schema {
		return []*xmltree.Element{d.Root}
	}
	var schemas []*xmltree.Element
	for types := range d.Root.Named(wsdlNamespace, "types") {
		schemas = slices.AppendSeq(schemas, types.Named(xsdNamespace, "schema"))
	}
	return schemas
}
