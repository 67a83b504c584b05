package soap

import (
	"strings"
	"testing"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
)

func TestStrict(t *testing.T) {
	lenient, strict := newDepotHandler(echo()), newDepotHandler(echo(), WithStrict())
	for content, want := range map[string]string{
		"<NumMins>1</NumMins> <Code>a</Code><!-- -->":                     "",
		`<Code xmlns:i="` + schema.XSINamespace + `" i:type="x">a</Code>`: "",
		"<Code>a</Code><Other/>":                                          "getStop/Other): the element is not known here",
		"<Code>a</Code>text":                                              "getStop): text between elements",
		"<Code>a</Code><![CDATA[x]]>":                                     "text between elements",
		`<Code xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" s:encodingStyle="">a</Code>`:          "",
		`<Code xmlns:s="http://www.w3.org/2003/05/soap-envelope" s:encodingStyle="" s:role="x">a</Code>`: "the attribute s:role is not known here",
		`<Code lang="en">a</Code>`: "getStop/Code): the attribute lang is not known here",
	} {
		for _, b := range []contract.Binding{contract.SOAP11, contract.SOAP12} {
			if w := askOperation(lenient, b, "getStop", content); w.Code != 200 {
				t.Errorf("%s: %s", content, w.Body)
			}
			w := askOperation(strict, b, "getStop", content)
			if want == "" && w.Code != 200 || !strings.Contains(w.Body.String(), want) {
				t.Errorf("%s: %s, want %s", content, w.Body, want)
			}
		}
	}
	for _, element := range []string{element("count", "<a/>"), element("count", "x"), `<count a="b" xmlns="` + depotNS + `"/>`} {
		if code, _ := faultOf(t, ask(strict, "POST", depotPath, "text/xml", envelope(contract.SOAP11, element))); code != "soap:Client" {
			t.Errorf("%s: %s", element, code)
		}
	}
	address := startDepot(t, echo())
	for _, b := range allBindings {
		if got, err := dialDepot(t, address, b, WithStrict()).GetStop(t.Context(), &getStop{Code: "x"}); err != nil || got.Name != "x" {
			t.Errorf("%s: %v, %v", b, got, err)
		}
	}
}
