package load

import (
	"embed"
	"strings"

	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/xmltree"
)

// The documents that contracts refer to by namespace alone, or by an address
// that everybody knows. They hold what contracts use of those namespaces.
//
//go:embed wellknown/*.xsd
var wellKnownFiles embed.FS

var wellKnownFile = map[string]string{
	xmltree.XMLNamespace: "xml.xsd",
	xsdNamespace:         "xmlschema.xsd",
	wsdlNamespace:        "wsdl.xsd",
	"http://schemas.xmlsoap.org/soap/encoding/": "soapenc11.xsd",
	"http://www.w3.org/2003/05/soap-encoding":   "soapenc12.xsd",
	"http://schemas.xmlsoap.org/soap/envelope/": "soapenv11.xsd",
	"http://www.w3.org/2003/05/soap-envelope":   "soapenv12.xsd",
	"http://www.w3.org/2005/05/xmlmime":         "xmlmime.xsd",
	"http://www.w3.org/2004/11/xmlmime":         "xmlmime200411.xsd",
	"http://www.w3.org/2004/06/xmlmime":         "xmlmime200406.xsd",
	"http://www.w3.org/2004/08/xop/include":     "xop.xsd",
	"http://www.w3.org/2005/08/addressing":      "addressing.xsd",
	"http://www.w3.org/2000/09/xmldsig#":        "xmldsig.xsd",
	"http://www.w3.org/1999/xlink":              "xlink.xsd",
	"http://ws-i.org/profiles/basic/1.1/xsd":    "swaref.xsd",
	"http://microsoft.com/wsdl/types/":          "mstypes.xsd",

	"http://schemas.xmlsoap.org/ws/2004/08/addressing":    "addressing0408.xsd",
	"http://schemas.microsoft.com/2003/10/Serialization/": "serialization.xsd",
}

// wellKnown adds the built-in documents for the namespaces that the contract
// refers to and does not bring itself, and settles the references that could
// not be followed.
func (l *loader) wellKnown() {
	provided := make(map[string]*Document)
	for i := 0; i < len(l.set.Documents); i++ { // grows: a built-in may refer to another
		for _, s := range l.set.Documents[i].Schemas() {
			namespace, _ := s.Value("targetNamespace")
			if provided[namespace] == nil {
				provided[namespace] = l.set.Documents[i]
			}
		}
		if i < len(l.set.Documents)-1 {
			continue
		}
		before := len(l.set.Documents)
		for _, doc := range l.set.Documents[:before] {
			l.addCatalogued(doc, provided)
		}
		if len(l.set.Documents) > before {
			continue // what they bring need not be built in
		}
		for _, doc := range l.set.Documents {
			l.addReferred(doc, provided)
		}
	}
	for _, references := range l.pending {
		for _, ref := range references {
			l.settle(ref, provided)
		}
	}
}

// addReferred adds the built-in documents that names in doc refer to.
func (l *loader) addReferred(doc *Document, provided map[string]*Document) {
	for a := range doc.AttrSpans() {
		for _, namespace := range referred(a) {
			if provided[namespace] != nil || wellKnownFile[namespace] == "" {
				continue
			}
			known := builtin(namespace)
			provided[namespace] = known
			l.set.Documents = append(l.set.Documents, known)
		}
	}
}

// referred returns the namespaces of the names in an attribute's value, for
// the attributes that refer to schema components.
func referred(a *xmltree.Attr) []string {
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
		var others []string
		for _, namespace := range namespacesOf(a) {
			if namespace != xsdNamespace {
				others = append(others, namespace)
			}
		}
		return others
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
	name := wellKnownFile[namespace]
	raw, err := wellKnownFiles.ReadFile("wellknown/" + name)
	if err != nil {
		panic("load: " + err.Error()) // the table names a file that is not embedded; a test holds it
	}
	tree, diags := xmltree.Parse("quartet:"+name, raw, xmltree.Limits{})
	if tree == nil {
		panic("load: " + diags.String())
	}
	doc := &Document{Document: tree, URI: namespace, Name: "quartet:" + name, Kind: Schema, WellKnown: true}
	doc.References = references(doc)
	return doc
}

// settle decides about a reference to a remote document: fine if its namespace
// is there from elsewhere or well known, for a location is only a hint then
// (XML Schema part 1 section 4.2.3); else an error.
func (l *loader) settle(ref *Reference, provided map[string]*Document) {
	if ref.Kind == SchemaImport && ref.Namespace != nil {
		namespace := ref.Namespace.Value
		if doc := provided[namespace]; doc != nil || wellKnownFile[namespace] != "" {
			if ref.Failed = false; doc != nil && doc.Kind == Schema {
				ref.Target = doc
			}
			return
		}
	}
	l.diags.Add(diag.New(diag.RemoteDocument, ref.pos(), "%s is not a file, and nothing is fetched", diag.Quote(ref.Written())).
		WithHint("--catalog says where a copy of the document is; --fetch fetches it, and with --vendor keeps it"))
}
