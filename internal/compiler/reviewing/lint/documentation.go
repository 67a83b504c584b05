package lint

import (
	"fmt"
	"slices"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// documentationRules returns rules on the documentation in a contract (WSDL 1.1 section 2.1.1, XML Schema part 1 section 3.13).
func documentationRules() []Rule {
	return []Rule{
		{diag.Rule{ID: "undocumented-service", Severity: diag.Note, Summary: "neither a service nor its portTypes have documentation", Source: "WSDL 1.1 section 2.1.1"}, undocumentedServices},
		{diag.Rule{ID: "undocumented-operation", Severity: diag.Note, Summary: "an operation of a portType has no documentation", Source: "WSDL 1.1 section 2.1.1",
			Note: "A portType without documented operations is reported once."}, undocumentedOperations},
		{diag.Rule{ID: "undocumented-type", Severity: diag.Note, Summary: "types have no documentation", Source: "XML Schema part 1 section 3.13",
			Note: "A document is reported once, unless it is on another host. An element with a documented type needs no documentation."}, undocumentedTypes},
	}
}

func undocumentedServices(p *pass) {
	for _, s := range p.Services {
		documented := s.Documentation != ""
		for _, port := range s.Ports {
			documented = documented || port.Binding != nil && port.Binding.PortType != nil && port.Binding.PortType.Documentation != ""
		}
		if !documented {
			p.report(s.Pos, "service %s has no documentation", diag.Quote(s.Name.Local)).Hint = "describe its purpose in wsdl:documentation"
		}
	}
}

// undocumentedOperations reports a portType once if it documents no operation.
func undocumentedOperations(p *pass) {
	const hint = "describe in wsdl:documentation what it does and when it fails"
	for _, portType := range p.PortTypes {
		places := collect.Where(portType.Operations, func(o *wsdl11.Operation) bool { return o.Documentation == "" })
		if n := len(places); n > 1 && n == len(portType.Operations) {
			p.report(portType.Pos, "none of the %d operations of portType %s has documentation", n, diag.Quote(portType.Name.Local)).Hint = hint
			continue
		}
		for _, o := range places {
			p.report(o.Pos, "operation %s has no documentation", diag.Quote(o.Name)).Hint = hint
		}
	}
}

// undocumentedTypes reports each document once, since a finding for each type of an undocumented contract would not help more.
func undocumentedTypes(p *pass) {
	var files groups[string, xsd.Type]
	elsewhere := make(map[string]bool)
	for doc := range p.written() {
		elsewhere[doc.File] = p.isElsewhere(doc)
	}
	for _, t := range p.Schemas.Types {
		if info := t.Component(); isWritten(info) && !elsewhere[info.Pos.File] {
			files.add(info.Pos.File, t)
		}
	}
	for _, all := range files.all() {
		types := slices.DeleteFunc(slices.Clone(all), func(t xsd.Type) bool {
			return t.Component().Documentation != "" || hasDocumentedMembers(t)
		})
		if len(types) == 0 {
			continue
		}
		message := fmt.Sprintf("%d of %d types have no documentation", len(types), len(all))
		switch len(types) {
		case 1:
			message = "type " + diag.Quote(types[0].Component().Name.Local) + " has no documentation"
		case len(all):
			message = fmt.Sprintf("none of the %d types has documentation", len(all))
		}
		p.report(types[0].Component().Pos, "%s", message).Hint = "describe in xs:documentation what the values of each type mean"
	}
}
