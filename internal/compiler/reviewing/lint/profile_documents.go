package lint

import (
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/spelling"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// profileDocumentRules returns the rules on the documents of a contract and on the elements of WSDL in them.
func profileDocumentRules() []Rule {
	return []Rule{
		must(importedSchemas, "R2001 and R2002", "an import of WSDL refers to a schema", "",
			"Tools that follow the profile expect a WSDL document there. Import the schema with xs:import, in a schema of the types."),
		must(emptyLocations, "R2007", "the location of an import of WSDL is empty", "write the address of the document",
			"The profile lets tools find the imported document by the location only. Write the address of the document."),
		must(lateImports, "R2022", "an import of WSDL is after other definitions", "move it to the start, after the documentation",
			"Tools that read definitions in one pass do not know the imported names yet. Move the imports to the start, after the documentation."),
		must(lateTypes, "R2023", "the types are after messages, portTypes, bindings or services", "move it to the start, after the documentation and the imports",
			"Tools that read definitions in one pass do not know the types yet. Move the types up, after the documentation and the imports."),
		should(requiredExtensions, "R2026", "an extension element is marked as required", "remove wsdl:required",
			"A tool that does not know such an element has to reject the contract. Leave out wsdl:required; for the elements of SOAP it has no meaning. "+
				"For unknown elements of bindings, portTypes and services, see required-extension."),
		must(invalidWSDL, "R2028", "a WSDL document is not valid against the WSDL schema", "",
			"Tools that validate the document reject it: an import needs a namespace, documentation is the first child of its element, the input and "+
				"output of an operation are before the faults, a one-way operation has no faults, and names have no spaces. This rule does not repeat the findings of others, such as unexpected-element and missing-attribute."),
		must(invalidSOAP, "R2029", "an element of the SOAP binding has an attribute that does not exist", "remove the attribute; it has no effect",
			"The attribute has no effect, and tools that validate the document reject it. It is often the misspelt name of another attribute."),
		must(relativeNamespaces, "R2803", "the namespace of an import of WSDL is a relative URI", "use an absolute URI as the target namespace of the document, and write it here",
			"Namespaces are compared as written, so tools do not agree on whether a relative one is the namespace of the imported document."),
		must(encodings, "R4003 and R2010", "a document is encoded in neither UTF-8 nor UTF-16", "convert the document to UTF-8",
			"XML parsers have to read only these two. Convert the document, and change its XML declaration."),
		must(versions, "R4004 and R2011", "a document declares a version of XML other than 1.0", "declare version 1.0",
			"Many parsers reject any other version. Declare version 1.0."),
		should(declaredXML, "R4005", "a document declares the prefix xml", "remove the declaration; the prefix needs none",
			"The prefix is always bound. Some parsers reject the declaration."),
	}
}

func importedSchemas(p *pass) {
	for doc := range p.definitions() {
		for _, ref := range doc.References {
			if ref.Kind == load.WSDLImport && ref.Target != nil && ref.Target.Kind == load.Schema {
				p.report(ref.Element.Pos(), "%s imports the schema %s", diag.Quote(ref.Element.RawName()), diag.Quote(ref.Written())).
					Hint = "import it with xs:import in a schema of the types"
			}
		}
	}
}

func emptyLocations(p *pass) {
	for doc := range p.definitions() {
		for _, ref := range doc.References {
			if ref.Kind == load.WSDLImport && ref.Location != nil && strings.TrimSpace(ref.Location.Value) == "" {
				p.report(ref.Location.Pos(), "the location of %s is empty", diag.Quote(ref.Element.RawName()))
			}
		}
	}
}

func lateImports(p *pass) { p.misplacedDefinition("import") }
func lateTypes(p *pass)   { p.misplacedDefinition("types", "import") }

// misplacedDefinition reports for each document the first child of the definitions with the given name that follows other
// children than documentation and those in before.
func (p *pass) misplacedDefinition(name string, before ...string) {
	for doc := range p.definitions() {
		var other *xmltree.Element
		for e := range doc.Root.Elements() {
			switch {
			case e.Name.Space != wsdl11.Namespace || e.Name.Local == "documentation" || slices.Contains(before, e.Name.Local):
			case e.Name.Local != name:
				if other == nil {
					other = e
				}
			case other != nil:
				d := p.report(e.Pos(), "%s is after %s", diag.Quote(e.RawName()), diag.Quote(other.RawName()))
				*d = d.WithRelated(other.Pos(), "it must precede this")
			}
			if other != nil && e.Is(wsdl11.Namespace, name) {
				break
			}
		}
	}
}

// requiredExtensions reports elements with wsdl:required="true", except those that the rule required-extension reports.
func requiredExtensions(p *pass) {
	for doc := range p.definitions() {
		var places []diag.Pos
		var first *xmltree.Element
		for e := range wsdlElements(doc.Root) {
			a := e.AttrNS(wsdl11.Namespace, "required")
			if a == nil || a.Value != "true" && a.Value != "1" || isUnknownExtension(e) {
				continue
			}
			if places = append(places, e.Pos()); first == nil {
				first = e
			}
		}
		if first != nil {
			p.reportFirst(places, "%s is marked as required", diag.Quote(first.RawName()))
		}
	}
}

// isUnknownExtension reports whether e is an unknown extension, which required-extension checks, or is inside one.
func isUnknownExtension(e *xmltree.Element) bool {
	if wsdl11.IsBindingNamespace(e.Name.Space) || e.Parent == nil {
		return false
	}
	parent := e.Parent
	if parent.Name.Space != wsdl11.Namespace {
		return !wsdl11.IsBindingNamespace(parent.Name.Space)
	}
	switch parent.Name.Local {
	case "definitions", "portType", "operation", "binding", "service", "port":
		return true
	case "input", "output":
		return parent.Parent != nil && parent.Parent.Parent != nil && parent.Parent.Parent.Name.Local == "binding"
	}
	return false
}

// wsdlElements yields root and the elements in it, apart from schemas and documentation.
func wsdlElements(root *xmltree.Element) func(yield func(*xmltree.Element) bool) {
	var walk func(e *xmltree.Element, yield func(*xmltree.Element) bool) bool
	walk = func(e *xmltree.Element, yield func(*xmltree.Element) bool) bool {
		if !yield(e) {
			return false
		}
		for child := range e.Elements() {
			isLeaf := child.Is(xsd.Namespace, "schema") || child.Is(wsdl11.Namespace, "documentation")
			if !isLeaf && !walk(child, yield) {
				return false
			}
		}
		return true
	}
	return func(yield func(*xmltree.Element) bool) { walk(root, yield) }
}

func invalidWSDL(p *pass) {
	for doc := range p.definitions() {
		for _, ref := range doc.References {
			if ref.Kind == load.WSDLImport && ref.Namespace == nil {
				p.report(ref.Element.Pos(), "%s has no attribute \"namespace\"", diag.Quote(ref.Element.RawName())).
					Hint = "write the target namespace of the document"
			}
		}
		var documentation, late []diag.Pos
		for e := range wsdlElements(doc.Root) {
			if e.Name.Space != wsdl11.Namespace {
				continue
			}
			documentation = append(documentation, lateDocumentation(e)...)
			switch e.Name.Local {
			case "operation":
				late = append(late, lateMessages(e)...)
				p.oneWayFault(e)
			case "definitions", "input", "output": // bad-name reports the names of others
				if name := e.Attr("name"); name != nil && !xmltree.IsNCName(strings.TrimSpace(name.Value)) {
					p.report(name.Pos(), "%s is not a valid name", diag.Quote(name.Value))
				}
			}
		}
		p.reportFirst(documentation, "documentation is not the first child of its element, or not the only documentation")
		p.reportFirst(late, "the input or output of an operation is after a fault")
		p.repeatedDefinitions(doc)
	}
}

// repeatedDefinitions reports definitions that a document has twice with the same text, which the rule duplicate does not report.
func (p *pass) repeatedDefinitions(doc *load.Document) {
	type key struct{ kind, name string }
	first := make(map[key]*xmltree.Element)
	for e := range doc.Root.Elements() {
		name, named := e.Value("name")
		if k := (key{e.Name.Local, name}); named && e.Name.Space == wsdl11.Namespace && first[k] == nil {
			first[k] = e
		} else if named && e.Name.Space == wsdl11.Namespace {
			d := p.report(e.Pos(), "%s %s is defined twice", diag.Quote(e.RawName()), diag.Quote(name))
			*d = d.WithRelated(first[k].Pos(), "the other definition")
		}
	}
}

// oneWayFault reports an operation of a portType with a fault and only one other message.
func (p *pass) oneWayFault(operation *xmltree.Element) {
	var fault *xmltree.Element
	messages := 0
	for e := range operation.Elements() {
		switch {
		case e.Is(wsdl11.Namespace, "fault"):
			fault = e
		case e.Is(wsdl11.Namespace, "input"), e.Is(wsdl11.Namespace, "output"):
			messages++
		}
	}
	if fault != nil && messages == 1 && operation.Parent.Is(wsdl11.Namespace, "portType") {
		p.report(fault.Pos(), "operation %s has a fault, but not both an input and an output", diag.Quote(operation.Get("name")))
	}
}

func lateDocumentation(e *xmltree.Element) (late []diag.Pos) {
	n := 0
	for child := range e.Elements() {
		if n++; n > 1 && child.Is(wsdl11.Namespace, "documentation") {
			late = append(late, child.Pos())
		}
	}
	return late
}

func lateMessages(operation *xmltree.Element) (late []diag.Pos) {
	fault := false
	for child := range operation.Elements() {
		switch {
		case child.Is(wsdl11.Namespace, "fault"):
			fault = true
		case fault && (child.Is(wsdl11.Namespace, "input") || child.Is(wsdl11.Namespace, "output")):
			late = append(late, child.Pos())
		}
	}
	return late
}

// soapAttributes lists the attributes of the elements of the SOAP binding.
var soapAttributes = map[string]string{
	"binding":     "transport style",
	"operation":   "soapAction style",
	"body":        "parts use encodingStyle namespace",
	"fault":       "name use encodingStyle namespace",
	"header":      "message part use encodingStyle namespace",
	"headerfault": "message part use encodingStyle namespace",
	"address":     "location",
}

// invalidSOAP reports each attribute once for each binding or service, since tools write it in all operations. The attribute parts of a
// header is left to bp-r2720.
func invalidSOAP(p *pass) {
	for doc := range p.definitions() {
		for definition := range doc.Root.Elements() {
			p.unknownAttributes(definition)
		}
	}
}

func (p *pass) unknownAttributes(definition *xmltree.Element) {
	if definition.Name.Space != wsdl11.Namespace || definition.Name.Local != "binding" && definition.Name.Local != "service" {
		return
	}
	type key struct{ name, element, attribute string }
	var places groups[key, diag.Pos]
	for e := range definition.All() {
		known, exists := soapAttributes[e.Name.Local]
		if e.Name.Space != wsdl11.SOAP11Namespace || !exists {
			continue // unexpected-element reports an element that does not exist
		}
		for _, a := range e.Attrs {
			if a.Name.Space != "" || slices.Contains(strings.Fields(known), a.Name.Local) || a.Name.Local == "parts" && strings.HasPrefix(e.Name.Local, "header") {
				continue
			}
			places.add(key{e.RawName(), e.Name.Local, a.RawName()}, a.Pos())
		}
	}
	for k, found := range places.all() {
		p.reportFirst(found, "%s has no attribute %s", diag.Quote(k.name), diag.Quote(k.attribute)).
			Hint = spelling.Question(k.attribute, strings.Fields(soapAttributes[k.element]))
	}
}

func relativeNamespaces(p *pass) {
	for doc := range p.definitions() {
		for _, ref := range doc.References {
			if ref.Kind == load.WSDLImport && ref.Namespace != nil && !isAbsolute(ref.Namespace.Value) {
				p.report(ref.Namespace.Pos(), "the namespace %s of %s is not an absolute URI", diag.Quote(ref.Namespace.Value), diag.Quote(ref.Element.RawName()))
			}
		}
	}
}

func encodings(p *pass) {
	for doc := range p.written() {
		switch strings.ToLower(doc.Encoding) {
		case "", "utf-8", "utf8", "utf-16", "utf16", "utf-16le", "utf-16be":
		default:
			p.report(doc.Pos(doc.Start), "the document declares encoding %s", diag.Quote(doc.Encoding))
		}
	}
}

func versions(p *pass) {
	for doc := range p.written() {
		if doc.Version != "" && doc.Version != "1.0" {
			p.report(doc.Pos(doc.Start), "the document declares version %s of XML", diag.Quote(doc.Version))
		}
	}
}

func declaredXML(p *pass) {
	for doc := range p.written() {
		for a := range doc.AllAttrs() {
			if a.IsDeclaration() && a.Name.Local == "xml" && a.Value == xmltree.XMLNamespace {
				p.report(a.Pos(), "prefix \"xml\" is declared")
				break
			}
		}
	}
}
