package lint

import (
	"strings"

	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/wsdl11"
)

// styleRules returns rules on names and documentation.
func styleRules() []Rule {
	return []Rule{
		{
			Rule:  diag.Rule{ID: "operation-name-case", Severity: diag.Warning, Summary: "names of operations of a portType differ only in case"},
			Group: Naming,
			Note:  "Readers take one for the other. Give the operations different names.",
			check: operationNameCase,
		},
		{
			Rule:  diag.Rule{ID: "placeholder-namespace", Severity: diag.Warning, Summary: "the target namespace is a placeholder"},
			Group: Naming,
			Note:  "Unrelated contracts share it. A namespace is on the wire: choose one before the first release.",
			check: placeholderNamespaces,
		},
		{
			Rule:  diag.Rule{ID: "undocumented-operation", Severity: diag.Note, Summary: "an operation of a portType has no documentation", Source: "WSDL 1.1 section 2.1.1"},
			Group: Documentation,
			check: undocumentedOperations,
		},
	}
}

func undocumentedOperations(p *pass) {
	for _, portType := range p.PortTypes {
		for _, o := range portType.Operations {
			if o.Documentation == "" {
				p.report(o.Pos, "operation %s has no documentation", diag.Quote(o.Name)).
					Hint = "say in wsdl:documentation what it does, and when it fails"
			}
		}
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

// placeholders are namespaces that tools and templates write where none was chosen.
var placeholders = []string{"http://tempuri.org", "http://tempuri.org/", "urn:example"}

// placeholderNamespaces reports the contract once for each placeholder.
func placeholderNamespaces(p *pass) {
	for _, placeholder := range placeholders {
		var places []diag.Pos
		for _, d := range p.Definitions {
			if d.TargetNamespace == placeholder {
				places = append(places, d.Pos)
			}
		}
		p.reportFirst(places, "the target namespace %s is a placeholder", diag.Quote(placeholder)).
			Hint = "choose a URI of your own, such as one below the name of your host"
	}
}
