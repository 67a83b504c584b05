package lint

import (
	"net/url"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/templates/soap/lexical"
)

// namingRules returns rules on names.
func namingRules() []Rule {
	return []Rule{
		{diag.Rule{ID: "operation-name-case", Severity: diag.Warning, Summary: "names of operations of a portType differ only in case",
			Note: "Readers mistake one for the other. Give the operations different names."}, operationNameCase},
		{diag.Rule{ID: "type-name-case", Severity: diag.Note, Summary: "names of types of a namespace differ only in case",
			Note: "Readers mistake one for the other. Give the types different names. name-clash reports the effect on Go names."}, typeNameCase},
		{diag.Rule{ID: "member-name-case", Severity: diag.Note, Summary: "names of elements, or of attributes, of a type differ only in case",
			Note: "Readers mistake one for the other. Give them different names. name-clash reports the effect on Go names."}, memberNameCase},
		{diag.Rule{ID: "member-namespace", Severity: diag.Note, Summary: "elements of a type have the same name in different namespaces",
			Note: "JSON over HTTP has no namespaces: the second member is named {namespace}name, or name2 if it has none. Give them different names."}, memberNamespaces},
		{diag.Rule{ID: "value-case", Severity: diag.Note, Summary: "values of an enumeration differ only in case",
			Note: "Readers mistake one for the other. Choose values that differ in more than case, or describe in the documentation what each means."}, valueCase},
		{diag.Rule{ID: "repeated-value", Severity: diag.Note, Summary: "an enumeration lists a value twice",
			Note: "The second entry, with its documentation, has no effect. Remove it, or correct the value if another one is meant."}, repeatedValues},
		{diag.Rule{ID: "placeholder-namespace", Severity: diag.Warning, Summary: "a target namespace is a placeholder",
			Note: "Unrelated contracts share it. A namespace is on the wire: choose one before the first release."}, placeholderNamespaces},
	}
}

// operationNameCase reports each portType once.
func operationNameCase(p *pass) {
	for _, portType := range p.PortTypes {
		var names sameButCase
		for _, o := range portType.Operations {
			names.add(o.Name, o.Pos)
		}
		d := names.report(p, "operations", "portType "+diag.Quote(portType.Name.Local))
		*d = d.WithRelated(names.pos, "the first one")
		d.Hint = "give the operations different names"
	}
}

// sameButCase finds names that differ only in case.
type sameButCase struct {
	named         map[string]named // the first name, by the name in lower case
	places        []diag.Pos       // positions of the later names
	first, second string           // the first pair
	pos           diag.Pos         // of first
}

type named struct {
	name string
	pos  diag.Pos
}

// add adds a name. A repeated name does not count as different.
func (s *sameButCase) add(name string, pos diag.Pos) {
	if s.named == nil {
		s.named = make(map[string]named)
	}
	lower := strings.ToLower(name)
	other, known := s.named[lower]
	if !known {
		s.named[lower] = named{name, pos}
	}
	if !known || other.name == name {
		return
	}
	if len(s.places) == 0 {
		s.first, s.second, s.pos = other.name, name, other.pos
	}
	s.places = append(s.places, pos)
}

// report reports the names, if any differ only in case.
func (s *sameButCase) report(p *pass, kind, of string) *diag.Diagnostic {
	d := p.reportFirst(s.places, "%s %s and %s of %s differ only in case", kind, diag.Quote(s.first), diag.Quote(s.second), of)
	d.Hint = "give them names that differ in more than case"
	return d
}

func typeNameCase(p *pass) {
	var types groups[string, *xsd.Info]
	for _, t := range p.Schemas.Types {
		if info := t.Component(); isWritten(info) {
			types.add(info.Name.Space, info)
		}
	}
	for space, infos := range types.all() {
		var names sameButCase
		for _, info := range infos {
			names.add(info.Name.Local, info.Pos)
		}
		names.report(p, "types", "namespace "+diag.Quote(space))
	}
}

// isWritten reports whether a component is in a document of the contract.
func isWritten(c *xsd.Info) bool { return c.Schema != nil && !c.Schema.WellKnown }

func memberNameCase(p *pass) {
	for complexType := range typesOf[*xsd.ComplexType](p) {
		var elements, attributes sameButCase
		for e := range complexType.Content.Elements() {
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
	for complexType := range typesOf[*xsd.ComplexType](p) {
		spaces := make(map[string]string)
		for e := range complexType.Content.Elements() {
			if space, known := spaces[e.Name.Local]; known && space != e.Name.Space {
				p.report(e.Pos, "elements %s of %s are in different namespaces", diag.Quote(e.Name.Local), typeText(complexType)).Hint = "give them different names"
				break
			}
			spaces[e.Name.Local] = e.Name.Space
		}
	}
}

func valueCase(p *pass) {
	for simple := range typesOf[*xsd.SimpleType](p) {
		var values sameButCase
		for _, f := range simple.Facets {
			if f.Kind == lexical.Enumeration {
				values.add(f.Value, f.Pos)
			}
		}
		values.report(p, "values", typeText(simple)).Hint = "describe in the documentation what each means, or choose values that differ in more than case"
	}
}

func repeatedValues(p *pass) {
	for simple := range typesOf[*xsd.SimpleType](p) {
		listed := make(map[string]bool)
		var value string // the first that is repeated
		var places []diag.Pos
		for _, f := range simple.Facets {
			if f.Kind == lexical.Enumeration && listed[f.Value] {
				if places = append(places, f.Pos); len(places) == 1 {
					value = f.Value
				}
			}
			listed[f.Value] = listed[f.Value] || f.Kind == lexical.Enumeration
		}
		p.reportFirst(places, "%s lists the value %s twice", typeText(simple), diag.Quote(value)).
			Hint = "remove the second entry, or correct the value"
	}
}

// placeholders are namespaces that tools and templates write if the author chose none.
var placeholders = []string{"http://tempuri.org", "http://tempuri.org/", "urn:example"}

// isPlaceholder reports whether a namespace is a placeholder, or below a name for examples (RFC 2606 section 3).
func isPlaceholder(namespace string) bool {
	u, err := url.Parse(namespace)
	if slices.Contains(placeholders, namespace) {
		return true
	} else if err != nil {
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
	var spaces groups[string, diag.Pos]
	for _, d := range p.Definitions {
		spaces.add(d.TargetNamespace, d.Pos)
	}
	for _, s := range p.Schemas.Schemas {
		if !s.WellKnown {
			spaces.add(s.TargetNamespace, s.Pos)
		}
	}
	for namespace, places := range spaces.all() {
		if !isPlaceholder(namespace) {
			continue
		}
		p.reportFirst(places, "the target namespace %s is a placeholder", diag.Quote(namespace)).
			Hint = "choose a URI of your own, such as one below the name of your host"
	}
}
