package lint

import (
	"net/url"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// namingRules returns rules on names.
func namingRules() []Rule {
	return []Rule{
		{
			Rule: diag.Rule{ID: "operation-name-case", Severity: diag.Warning, Summary: "names of operations of a portType differ only in case",
				Note: "Readers mistake one for the other. Give the operations different names."},
			check: operationNameCase,
		},
		{
			Rule: diag.Rule{ID: "type-name-case", Severity: diag.Note, Summary: "names of types of a namespace differ only in case",
				Note: "Readers mistake one for the other. Give the types different names. name-clash reports the effect on Go names."},
			check: typeNameCase,
		},
		{
			Rule: diag.Rule{ID: "member-name-case", Severity: diag.Note, Summary: "names of elements, or of attributes, of a type differ only in case",
				Note: "Readers mistake one for the other. Give them different names. name-clash reports the effect on Go names."},
			check: memberNameCase,
		},
		{
			Rule: diag.Rule{ID: "member-namespace", Severity: diag.Note, Summary: "elements of a type have the same name in different namespaces",
				Note: "JSON over HTTP has no namespaces: the second member is named {namespace}name, or name2 if it has none. Give them different names."},
			check: memberNamespaces,
		},
		{
			Rule: diag.Rule{ID: "value-case", Severity: diag.Note, Summary: "values of an enumeration differ only in case",
				Note: "Readers mistake one for the other. Choose values that differ in more than case, or describe in the documentation what each means."},
			check: valueCase,
		},
		{
			Rule: diag.Rule{ID: "repeated-value", Severity: diag.Note, Summary: "an enumeration lists a value twice",
				Note: "The second entry, with its documentation, has no effect. Remove it, or correct the value if another one is meant."},
			check: repeatedValues,
		},
		{
			Rule: diag.Rule{ID: "placeholder-namespace", Severity: diag.Warning, Summary: "a target namespace is a placeholder",
				Note: "Unrelated contracts share it. A namespace is on the wire: choose one before the first release."},
			check: placeholderNamespaces,
		},
	}
}

// operationNameCase reports each portType once.
func operationNameCase(p *pass) {
	for _, portType := range p.PortTypes {
		named := make(map[string]*wsdl11.Operation)
		var places []diag.Pos
		var first, second *wsdl11.Operation
		for _, o := range portType.Operations {
			lower := strings.ToLower(o.Name)
			other := named[lower]
			if other == nil {
				named[lower] = o
				continue
			}
			if other.Name == o.Name {
				continue
			}
			if first == nil {
				first, second = other, o
			}
			places = append(places, o.Pos)
		}
		if first != nil {
			d := p.reportFirst(places, "operations %s and %s of portType %s differ only in case", diag.Quote(first.Name), diag.Quote(second.Name), diag.Quote(portType.Name.Local))
			*d = d.WithRelated(first.Pos, "the first one")
			d.Hint = "give the operations different names"
		}
	}
}

// sameButCase finds names that differ only in case.
type sameButCase struct {
	named         map[string]string // the first name, by the name in lower case
	places        []diag.Pos        // positions of the later names
	first, second string            // the first pair
}

// add adds a name. A repeated name does not count as different.
func (s *sameButCase) add(name string, pos diag.Pos) {
	if s.named == nil {
		s.named = make(map[string]string)
	}
	lower := strings.ToLower(name)
	other, known := s.named[lower]
	if !known {
		s.named[lower] = name
	}
	if !known || other == name {
		return
	}
	if len(s.places) == 0 {
		s.first, s.second = other, name
	}
	s.places = append(s.places, pos)
}

// report reports the names, if any differ only in case.
func (s *sameButCase) report(p *pass, kind, of string) {
	p.reportFirst(s.places, "%s %s and %s of %s differ only in case", kind, diag.Quote(s.first), diag.Quote(s.second), of).Hint = "give them names that differ in more than case"
}

func typeNameCase(p *pass) {
	var spaces []string
	names := make(map[string]*sameButCase)
	for _, t := range p.Schemas.Types {
		info := t.Component()
		if !isWritten(info) {
			continue
		}
		space := info.Name.Space
		if names[space] == nil {
			names[space] = new(sameButCase)
			spaces = append(spaces, space)
		}
		names[space].add(info.Name.Local, info.Pos)
	}
	for _, space := range spaces {
		names[space].report(p, "types", "namespace "+diag.Quote(space))
	}
}

// isWritten reports whether a component is in a document of the contract.
func isWritten(c *xsd.Info) bool { return c.Schema != nil && !c.Schema.WellKnown }

func memberNameCase(p *pass) {
	for t := range p.types() {
		complexType, ok := t.(*xsd.ComplexType)
		if !ok {
			continue
		}
		var elements, attributes sameButCase
		for e := range elementsIn(complexType.Content, make(map[*xsd.ModelGroup]bool)) {
			elements.add(e.Name.Local, e.Pos)
		}
		for _, use := range complexType.Attributes {
			attributes.add(use.Attribute.Name.Local, use.Pos)
		}
		elements.report(p, "elements", typeText(complexType))
		attributes.report(p, "attributes", typeText(complexType))
	}
}

func memberNamespaces(p *pass) {
	for t := range p.types() {
		complexType, ok := t.(*xsd.ComplexType)
		if !ok {
			continue
		}
		spaces := make(map[string]string)
		for e := range elementsIn(complexType.Content, make(map[*xsd.ModelGroup]bool)) {
			if space, known := spaces[e.Name.Local]; known && space != e.Name.Space {
				p.report(e.Pos, "elements %s of %s are in different namespaces", diag.Quote(e.Name.Local), typeText(complexType)).Hint = "give them different names"
				break
			}
			spaces[e.Name.Local] = e.Name.Space
		}
	}
}

func valueCase(p *pass) {
	for t := range p.types() {
		simple, ok := t.(*xsd.SimpleType)
		if !ok {
			continue
		}
		var values sameButCase
		for _, f := range simple.Facets {
			if f.Kind == xsd.Enumeration {
				values.add(f.Value, f.Pos)
			}
		}
		p.reportFirst(values.places, "values %s and %s of %s differ only in case", diag.Quote(values.first), diag.Quote(values.second), typeText(simple)).
			Hint = "describe in the documentation what each means, or choose values that differ in more than case"
	}
}

func repeatedValues(p *pass) {
	for t := range p.types() {
		simple, ok := t.(*xsd.SimpleType)
		if !ok {
			continue
		}
		listed := make(map[string]bool)
		var value string // the first that is repeated
		var places []diag.Pos
		for _, f := range simple.Facets {
			if f.Kind == xsd.Enumeration && listed[f.Value] {
				if places = append(places, f.Pos); len(places) == 1 {
					value = f.Value
				}
			}
			listed[f.Value] = listed[f.Value] || f.Kind == xsd.Enumeration
		}
		p.reportFirst(places, "%s lists the value %s twice", typeText(simple), diag.Quote(value)).
			Hint = "remove the second entry, or correct the value"
	}
}

// placeholders are namespaces that tools and templates write if the author chose none.
var placeholders = []string{"http://tempuri.org", "http://tempuri.org/", "urn:example"}

// isPlaceholder reports whether a namespace is a placeholder, or below a name for examples (RFC 2606 section 3).
func isPlaceholder(namespace string) bool {
	for _, p := range placeholders {
		if namespace == p {
			return true
		}
	}
	u, err := url.Parse(namespace)
	if err != nil {
		return false
	}
	switch strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.") {
	case "example.com", "example.net", "example.org":
		return true
	}
	return false
}

// placeholderNamespaces reports the contract once for each placeholder.
func placeholderNamespaces(p *pass) {
	var spaces []string
	places := make(map[string][]diag.Pos)
	add := func(namespace string, pos diag.Pos) {
		if !isPlaceholder(namespace) {
			return
		}
		if places[namespace] == nil {
			spaces = append(spaces, namespace)
		}
		places[namespace] = append(places[namespace], pos)
	}
	for _, d := range p.Definitions {
		add(d.TargetNamespace, d.Pos)
	}
	for _, s := range p.Schemas.Schemas {
		if !s.WellKnown {
			add(s.TargetNamespace, s.Pos)
		}
	}
	for _, namespace := range spaces {
		p.reportFirst(places[namespace], "the target namespace %s is a placeholder", diag.Quote(namespace)).
			Hint = "choose a URI of your own, such as one below the name of your host"
	}
}
