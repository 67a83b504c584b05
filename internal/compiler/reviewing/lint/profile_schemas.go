package lint

import (
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// profileSchemaRules returns the rules on types and on references to them.
func profileSchemaRules() []Rule {
	return []Rule{
		must(unimportedDefinitions, "R2101", "a name in a WSDL document is in a namespace that the document neither defines nor imports", "",
			"Tools that resolve the names of each document on their own do not find it, although other documents of the contract define it. "+
				"Import the namespace: with wsdl:import, or with xs:import in a schema of the types."),
		must(unimportedBuiltins, "R2102", "a schema refers to a component of a well-known namespace that it does not import", "",
			"Validating parsers reject the schema, even if they know the namespace. Import it, with a schemaLocation. For other namespaces see not-imported."),
		must(schemasWithoutNamespace, "R2105", "a schema in the types has components but no target namespace", "add the attribute targetNamespace",
			"Names in no namespace are ambiguous as soon as two contracts are used together, and many tools cannot generate code for them. "+
				"Give the schema a targetNamespace."),
		must(encodedArrays, "R2110 and R2111", "a type is an array of the SOAP encoding", "declare an array as a sequence of one element with maxOccurs",
			"Such a type does not declare its items in XML Schema, so literal messages can be neither described nor validated. "+
				"Declare an array as a sequence of one element with maxOccurs."),
		should(namedAsArrays, "R2112", "an element is named ArrayOf…", "name the element after what it means",
			"Some tools take the name for an array of the SOAP encoding. Name the element after what it means."),
	}
}

// unimportedDefinitions reports each namespace once for each WSDL document.
func unimportedDefinitions(p *pass) {
	for doc := range p.definitions() {
		known := importedByWSDL(doc)
		for e := range wsdlElements(doc.Root) {
			if e.Name.Space == wsdl11.SOAP12Namespace {
				continue // it is not part of the profile
			}
			for a := range wsdl11.References(e) {
				name, err := e.ResolveQName(a.Value)
				if err != nil || known[name.Space] || load.IsSchemaDraft(name.Space) {
					continue
				}
				known[name.Space] = true // reported
				p.report(a.Pos(), "namespace %s is used here, but the document neither defines nor imports it", diag.Quote(name.Space)).
					Hint = importHint(a)
			}
		}
	}
}

func importHint(a *xmltree.Attr) string {
	if a.Owner.Is(wsdl11.Namespace, "part") {
		return "import it with xs:import in a schema of the types"
	}
	return "import it with wsdl:import"
}

// importedByWSDL returns the namespaces that names in a WSDL document may be in.
func importedByWSDL(doc *load.Document) map[string]bool {
	known := map[string]bool{doc.Root.Get("targetNamespace"): true, xsd.Namespace: true}
	for _, s := range doc.Schemas() {
		known[s.Get("targetNamespace")] = true
	}
	for _, ref := range doc.References {
		switch {
		case ref.Kind != load.WSDLImport && ref.Kind != load.SchemaImport:
		case ref.Namespace != nil:
			known[ref.Namespace.Value] = true
		default:
			known[""] = true
		}
	}
	return known
}

// unimportedBuiltins reports each namespace once for each schema. The types of XML Schema itself need no import.
func unimportedBuiltins(p *pass) {
	builtin := map[string]bool{xmltree.XMLNamespace: true, xsd.Namespace: true}
	for _, s := range p.Schemas.Schemas {
		if s.WellKnown {
			builtin[s.TargetNamespace] = true
		}
	}
	for doc := range p.written() {
		for _, schema := range doc.Schemas() {
			known := importedBySchema(schema)
			for e := range schema.All() {
				for _, a := range e.Attrs {
					space := builtinUsed(a, builtin)
					if space == "" || known[space] {
						continue
					}
					known[space] = true // reported
					p.report(a.Pos(), "namespace %s is used here, but the schema does not import it", diag.Quote(space)).
						Hint = "add <import namespace=" + diag.Quote(space) + "/> to the schema"
				}
			}
		}
	}
}

func importedBySchema(schema *xmltree.Element) map[string]bool {
	known := map[string]bool{schema.Get("targetNamespace"): true}
	for e := range schema.Named(xsd.Namespace, "import") {
		known[e.Get("namespace")] = true
	}
	return known
}

// builtinUsed returns the first well-known namespace of the names in the value of an attribute of a schema, or "" if there is none.
func builtinUsed(a *xmltree.Attr, builtin map[string]bool) string {
	if a.Name.Space != "" || a.Owner.Name.Space != xsd.Namespace {
		return ""
	}
	switch a.Name.Local {
	case "ref", "type", "base", "itemType", "memberTypes", "substitutionGroup", "refer":
	default:
		return ""
	}
	for name := range strings.FieldsSeq(a.Value) {
		resolved, err := a.Owner.ResolveQName(name)
		isType := resolved.Space == xsd.Namespace && a.Name.Local != "ref" && a.Name.Local != "substitutionGroup"
		if err == nil && builtin[resolved.Space] && !isType {
			return resolved.Space
		}
	}
	return ""
}

func schemasWithoutNamespace(p *pass) {
	for doc := range p.definitions() {
		for _, schema := range doc.Schemas() {
			if schema.Attr("targetNamespace") != nil {
				continue
			}
			for e := range schema.Elements() {
				if e.Name.Space == xsd.Namespace && e.Name.Local != "import" && e.Name.Local != "annotation" {
					d := p.report(schema.Pos(), "the schema has no target namespace")
					*d = d.WithRelated(e.Pos(), "a component of the schema")
					break
				}
			}
		}
	}
}

// encodedArrays reports the first array of each schema, since all of them have to be changed together.
func encodedArrays(p *pass) {
	for doc := range p.written() {
		for _, schema := range doc.Schemas() {
			var places []diag.Pos
			var before *xmltree.Element
			for e := range schema.All() {
				if !isEncodedArray(e) {
					continue
				}
				if t := enclosingType(e); t != before { // report the base and the attribute once
					places, before = append(places, t.Pos()), t
				}
			}
			p.reportFirst(places, "the type is an array of the SOAP encoding")
		}
	}
}

// isEncodedArray reports whether e derives a type from Array of the SOAP encoding, or has the attribute arrayType.
func isEncodedArray(e *xmltree.Element) bool {
	if e.Name.Space != xsd.Namespace {
		return false
	}
	if e.AttrNS(wsdl11.Namespace, "arrayType") != nil {
		return true
	}
	base := e.Attr("base")
	if base == nil || e.Name.Local != "restriction" && e.Name.Local != "extension" {
		return false
	}
	name, err := e.ResolveQName(base.Value)
	return err == nil && name == xsd.QName{Space: wsdl11.EncodingSOAP11, Local: "Array"}
}

// enclosingType returns the complex type that e is in, or e if there is none.
func enclosingType(e *xmltree.Element) *xmltree.Element {
	for t := e; t != nil; t = t.Parent {
		if t.Is(xsd.Namespace, "complexType") {
			return t
		}
	}
	return e
}

// namedAsArrays reports the first element of each schema, since such names are the convention of a tool.
func namedAsArrays(p *pass) {
	for doc := range p.written() {
		for _, schema := range doc.Schemas() {
			var places []diag.Pos
			var names []string
			for e := range schema.All() {
				name := e.Get("name")
				if e.Is(xsd.Namespace, "element") && isNamedAsArray(name) && !slices.Contains(names, name) {
					places, names = append(places, e.Pos()), append(names, name)
				}
			}
			if len(names) > 0 {
				p.reportFirst(places, "element %s is named as an array", diag.Quote(names[0]))
			}
		}
	}
}

func isNamedAsArray(name string) bool {
	rest, ok := strings.CutPrefix(name, "ArrayOf")
	return ok && rest != "" && 'A' <= rest[0] && rest[0] <= 'Z'
}
