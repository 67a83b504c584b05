package lint

import "example.com/quartet/internal/compiler/diag"

// styleRules returns rules on names and documentation.
func styleRules() []Rule {
	return []Rule{
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
