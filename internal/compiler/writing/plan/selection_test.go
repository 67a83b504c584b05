package plan_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/testing/testmodel"
	"example.com/quartet/internal/compiler/writing/plan/selection"
	"example.com/quartet/templates/soap/contract"
)

// document has a service with two ports, and another one with a port whose binding cannot
// be used. The operation find is overloaded, and one of its overloads has the name of another
// operation.
const document = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/" xmlns:t="urn:t" targetNamespace="urn:t">
<message name="empty"/>
<portType name="Trains"><operation name="find"><input name="byName" message="t:empty"/></operation><operation name="find"><input name="byDate" message="t:empty"/></operation><operation name="byName"><input message="t:empty"/></operation><operation name="list"><input message="t:empty"/></operation></portType>
<portType name="Pages"><operation name="list"><input message="t:empty"/></operation></portType>
<binding name="TrainsSoap" type="t:Trains"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
<operation name="find"><soap:operation soapAction="a"/><input name="byName"><soap:body use="literal"/></input></operation>
<operation name="find"><soap:operation soapAction="b"/><input name="byDate"><soap:body use="literal"/></input></operation>
<operation name="byName"><soap:operation soapAction="d"/><input><soap:body use="literal"/></input></operation>
<operation name="list"><soap:operation soapAction="c"/><input><soap:body use="literal"/></input></operation></binding>
<binding name="PagesGet" type="t:Pages"><http:binding verb="GET"/><operation name="list"><http:operation location="/list"/><input><http:urlEncoded xmlns:http="http://schemas.xmlsoap.org/wsdl/http/"/></input></operation></binding>
<binding name="PagesTrace" type="t:Pages"><http:binding verb="TRACE"/><operation name="list"><http:operation location="/list"/></operation></binding>
%s</definitions>`

const services = `<service name="Board"><port name="Soap" binding="t:TrainsSoap"><soap:address location="http://localhost/"/></port><port name="Get" binding="t:PagesGet"><http:address location="http://localhost/"/></port></service>
<service name="Other"><port name="Trace" binding="t:PagesTrace"><http:address location="http://localhost/"/></port></service>`

// TestSelect compares the selected services, ports and operations, and the diagnostics.
func TestSelect(t *testing.T) {
	const renamed = `second overload named "byName" is renamed to "byName_2"`
	for _, c := range []struct {
		name     string
		services string
		options  selection.Options
		want     string
		reported string // part of one diagnostic; "" for none besides that of the overloads
	}{
		{"everything", services, selection.Options{}, "Board: Soap SOAP 1.1 byName byDate byName_2 list; Get HTTP GET list\n", `the HTTP method "TRACE" is not supported yet`},
		{"a binding", services, selection.Options{Bindings: []contract.Binding{contract.HTTPGet}}, "Board: Get HTTP GET list\n", ""},
		{"no port has the binding", strings.Split(services, "\n")[0], selection.Options{Bindings: []contract.Binding{contract.SOAP12}}, "", "no port of the contract has a selected binding"},
		{"a port", services, selection.Options{Ports: []string{"Get"}}, "Board: Get HTTP GET list\n", ""},
		{"a port of a service", services, selection.Options{Ports: []string{"Board/Soap"}}, "Board: Soap SOAP 1.1 byName byDate byName_2 list\n", ""},
		{"a port with an unknown method", services, selection.Options{Ports: []string{"Trace"}}, "", `the HTTP method "TRACE" is not supported yet`},
		{"an unknown port", services, selection.Options{Ports: []string{"Gets"}}, "", `--ports: the contract has no port "Gets"`},
		{"an operation", services, selection.Options{Operations: []string{"list"}}, "Board: Soap SOAP 1.1 list; Get HTTP GET list\n", ""},
		{"an overload", services, selection.Options{Operations: []string{"byName_2"}}, "Board: Soap SOAP 1.1 byName_2; Get HTTP GET (empty)\n", ""},
		{"all overloads", services, selection.Options{Operations: []string{"find"}}, "Board: Soap SOAP 1.1 byName byDate; Get HTTP GET (empty)\n", ""},
		{"an unknown operation", services, selection.Options{Operations: []string{"lists"}}, "", `--operations: the contract has no operation "lists"`},
		{"a wrapped operation that is not selected", services, selection.Options{Operations: []string{"list"}, Wrapped: []string{"byName"}}, "Board: Soap SOAP 1.1 list; Get HTTP GET list\n", `--wrapped: the operation "byName" is not selected`},
		{"an operation that no selected binding has", services, selection.Options{Operations: []string{"byDate"}, Bindings: []contract.Binding{contract.HTTPGet}}, "", `--operations: the operation "byDate" is not selected`},
		{"without services", "", selection.Options{}, "Trains: TrainsSoap SOAP 1.1 byName byDate byName_2 list\nPages: PagesGet HTTP GET list\n", ""},
		{"a binding without a port", "", selection.Options{Ports: []string{"PagesGet"}}, "Pages: PagesGet HTTP GET list\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			selected, diags := selection.Select(testmodel.Of(t, "main.wsdl", fstest.MapFS{"main.wsdl": {Data: fmt.Appendf(nil, document, c.services)}}), c.options)
			if got := listed(selected); got != c.want {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
			var others []string
			for _, d := range diags.Sorted() {
				if !strings.Contains(d.Message, renamed) && d.ID != diag.LeftOut && (d.Severity == diag.Error || c.name == "everything") {
					others = append(others, d.Message)
				}
			}
			if text := strings.Join(others, "\n"); (text == "") != (c.reported == "") || !strings.Contains(text, c.reported) || len(others) > 1 {
				t.Errorf("reported %q, want %q", text, c.reported)
			}
		})
	}
}

func listed(selected []selection.Service) string {
	var b strings.Builder
	for _, s := range selected {
		var ports []string
		for _, p := range s.Ports {
			text := p.Name() + " " + p.Kind.String()
			for _, op := range p.Operations {
				text += " " + op.Name
			}
			if p.Empty {
				text += " (empty)"
			}
			ports = append(ports, text)
		}
		fmt.Fprintf(&b, "%s: %s\n", s.Name, strings.Join(ports, "; "))
	}
	return b.String()
}
