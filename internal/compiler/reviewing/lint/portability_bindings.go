package lint

import (
	"slices"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/wsdl11"
)

// bindingRules returns rules on bindings that some implementations do not support.
func bindingRules() []Rule {
	return []Rule{
		{diag.Rule{ID: "overloaded-operation", Severity: diag.Warning, Summary: "a portType without a SOAP 1.1 binding has several operations with the same name",
			Note: "PHP's SoapClient and SOAP::WSDL keep the first operation of each name, zeep, suds and npm soap the last; the code that KDSoap and WCF generate does not compile. " +
				"Offer the contract without overloads too. For other portTypes see bp-r2304."}, overloadedOperations},
		{diag.Rule{ID: "encoded-soap12", Severity: diag.Warning, Summary: "a SOAP 1.2 binding uses the SOAP encoding",
			Note: "JAX-WS refuses such contracts, because the schema does not describe the messages. Bind the parts as literal. For SOAP 1.1 see bp-r2706."}, func(p *pass) {
			for _, b := range p.Bindings {
				if b.Kind == wsdl11.SOAP12 {
					p.reportEncoded(b).Hint = "bind the parts as literal"
				}
			}
		}},
		{diag.Rule{ID: "only-soap12", Severity: diag.Note, Summary: "a service has SOAP 1.2 ports but no SOAP 1.1 port",
			Note: "gowsdl, suds, SOAP::WSDL and Axis 1.4 do not support SOAP 1.2. Add a SOAP 1.1 port."}, func(p *pass) {
			p.withoutPort([]wsdl11.BindingKind{wsdl11.SOAP11}, wsdl11.SOAP12, "service %s has SOAP 1.2 ports but no SOAP 1.1 port")
		}},
		{diag.Rule{ID: "only-http", Severity: diag.Note, Summary: "a service has ports with HTTP bindings but no SOAP port",
			Note: "Of the tools in the interoperability matrix only zeep, gSOAP and Mono's wsdl call HTTP bindings. Add a SOAP 1.1 port."}, func(p *pass) {
			p.withoutPort([]wsdl11.BindingKind{wsdl11.SOAP11, wsdl11.SOAP12}, wsdl11.HTTP, "service %s has ports with HTTP bindings but no SOAP port")
		}},
		{diag.Rule{ID: "mime-attachment", Severity: diag.Note, Summary: "a message has attachments", Source: "WSDL 1.1 section 5",
			Note: "PHP's SoapClient and WCF do not read such messages. Send the content as xs:base64Binary in the body."}, multipartMessages},
	}
}

// overloadedOperations reports the portTypes that the rule bp-r2304 leaves out, so that none is reported twice.
func overloadedOperations(p *pass) {
	p.reportOverloads(false, "offer the contract without overloads at ?flatWsdl, or write it with \"go tool quartet flatten\"")
}

// withoutPort reports the services that have a port of one kind but no port of the other kinds.
func (p *pass) withoutPort(others []wsdl11.BindingKind, kind wsdl11.BindingKind, format string) {
	for _, s := range p.Services {
		has := func(kinds ...wsdl11.BindingKind) bool {
			return slices.ContainsFunc(s.Ports, func(port *wsdl11.Port) bool { return port.Binding != nil && slices.Contains(kinds, port.Binding.Kind) })
		}
		if has(kind) && !has(others...) {
			p.report(s.Pos, format, diag.Quote(s.Name.Local)).Hint = "add a SOAP 1.1 port"
		}
	}
}

// multipartMessages reports each SOAP binding once.
func multipartMessages(p *pass) {
	for _, b := range p.Bindings {
		var places []diag.Pos
		for _, o := range b.Operations {
			for _, m := range o.Messages() {
				if b.Kind != wsdl11.HTTP && m.Multipart != nil {
					places = append(places, m.Multipart.Pos)
				}
			}
		}
		p.reportFirst(places, "binding %s has messages with attachments", diag.Quote(b.Name.Local)).Hint = "send the content as xs:base64Binary in the body"
	}
}
