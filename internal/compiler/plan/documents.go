package plan

import (
	"encoding/xml"
	"strings"

	"example.com/quartet/internal/compiler/load"
	"example.com/quartet/internal/compiler/wsdl11"
	"example.com/quartet/internal/compiler/xmltree"
)

// Document is a document of the contract, divided at the values that a server
// replaces when it serves the document.
type Document struct {
	Name   string // "" for the main document, otherwise the value of the query ?xsd= or ?wsdl=
	Schema bool
	Parts  []DocumentPart
}

// DocumentPart is a section of a document. Exactly one of Text, Port, Import, Main
// and NS is set, with one exception: if there are several services, a part with
// Port also has Service, and Text is the original address, which is kept if a
// different service is served.
type DocumentPart struct {
	Text    string // unchanged text
	Port    string // the address of this port
	Service string // of Port
	Import  string // the address of this document
	Main    bool   // the address of the main document
	NS      int    // the URI of this namespace
}

// cutDocuments divides every document that was read for the contract.
func (p *planner) cutDocuments() {
	if p.model.Documents == nil {
		return
	}
	ports := make(map[*xmltree.Attr]DocumentPart)
	for _, s := range p.model.Services {
		for _, port := range s.Ports {
			if port.AddressAttr != nil && p.isPlanned(port) {
				part := DocumentPart{Port: port.Name}
				if len(p.pkg.Services) > 1 {
					part.Service = s.Name.Local
				}
				ports[port.AddressAttr] = part
			}
		}
	}
	for _, d := range p.model.Documents.Documents {
		if !d.WellKnown {
			p.pkg.Documents = append(p.pkg.Documents, p.cutDocument(d, ports))
		}
	}
}

func (p *planner) isPlanned(port *wsdl11.Port) bool {
	for _, s := range p.pkg.Services {
		if s.WSDLName != port.Service.Name.Local {
			continue
		}
		for _, planned := range s.Ports {
			if planned.Name == port.Name {
				return true
			}
		}
	}
	return false
}

func (p *planner) cutDocument(d *load.Document, ports map[*xmltree.Attr]DocumentPart) Document {
	doc := Document{Name: d.Name, Schema: d.Kind == load.Schema}
	if d == p.model.Main {
		doc.Name = ""
	}
	imports := make(map[*xmltree.Attr]DocumentPart)
	for _, ref := range d.References {
		switch {
		case ref.Location == nil || ref.Target == nil || ref.Target.WellKnown:
		case ref.Target == p.model.Main:
			imports[ref.Location] = DocumentPart{Main: true}
		default:
			imports[ref.Location] = DocumentPart{Import: ref.Target.Name}
		}
	}
	from := d.Start
	cut := func(a *xmltree.Attr, part DocumentPart, rest string) {
		doc.addText(string(d.Text[from:a.ValueStart]))
		doc.Parts = append(doc.Parts, part)
		doc.addText(rest)
		from = a.ValueEnd
	}
	for a := range d.AllAttrs() {
		if part, ok := ports[a]; ok {
			if part.Service != "" {
				part.Text = string(d.Text[a.ValueStart:a.ValueEnd])
			}
			cut(a, part, "")
		} else if part, ok := imports[a]; ok {
			cut(a, part, "")
		} else if ns, rest := p.namespaceIn(a); ns > 0 {
			cut(a, DocumentPart{NS: ns}, rest)
		}
	}
	doc.addText(string(d.Text[from:]))
	return doc
}

func (d *Document) addText(text string) {
	if text != "" {
		d.Parts = append(d.Parts, DocumentPart{Text: text})
	}
}

// namespaceIn returns the namespace at the start of an attribute's value: in
// namespace declarations, target namespaces, imports, bodies and actions. rest is
// the markup after it.
func (p *planner) namespaceIn(a *xmltree.Attr) (ns int, rest string) {
	for i, e := range p.pkg.Namespaces {
		switch {
		case i == 0:
		case a.IsDeclaration() || a.Name.Local == "targetNamespace" || a.Name.Local == "namespace":
			if a.Value == e.uri {
				return i, ""
			}
		case a.Name.Local == "soapAction":
			if strings.HasPrefix(a.Value, e.uri) && (ns == 0 || len(e.uri) > len(p.pkg.Namespaces[ns].uri)) {
				ns, rest = i, escaped(a.Value[len(e.uri):])
			}
		}
	}
	return ns, rest
}

// escaped returns text with the escapes of an attribute value.
func escaped(text string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(text)); err != nil {
		panic(err) // a Builder returns no errors
	}
	return b.String()
}
