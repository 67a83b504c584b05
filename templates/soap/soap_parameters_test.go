package soap

import (
	"strings"
	"testing"

	"example.com/quartet/templates/soap/contract"
)

// TestMistakenParameters: an element that was meant as a parameter is not
// ignored, as that would answer another question.
func TestMistakenParameters(t *testing.T) {
	inDepot := `in the namespace "` + depotNS + `"`
	for _, opts := range [][]HandlerOption{nil, {WithStrict()}} {
		h := newDepotHandler(echo(), opts...)
		for _, test := range []struct{ content, reason string }{
			{`<kind>A</kind>`, `the parameter "kind" is not known; its name is "Kind"`},
			{`<KIND/>`, `the parameter "KIND" is not known; its name is "Kind"`},
			{`<Kind xmlns="">A</Kind>`, `the parameter "Kind" in no namespace is not known; its name is "Kind" ` + inDepot},
			{`<kind xmlns="">A</kind>`, `the parameter "kind" in no namespace is not known; its name is "Kind" ` + inDepot},
			{`<x:Kind xmlns:x="urn:x">A</x:Kind>`, `the parameter "Kind" in the namespace "urn:x" is not known; its name is "Kind" ` + inDepot},
			{`<Kind>A</Kind><kind>B</kind>`, `the parameter "kind" is not known`},
			{`<Kind>A<b/></Kind>`, `getStops_WithKind/Kind/b): an element inside a value that is text`},
			{`<Kin>A</Kin>`, `is not known`},
			{`<Other><Kind>x</Kind></Other>`, `is not known`},
			{`<Kind><b>B</b></Kind>`, `an element inside a value that is text`},
		} {
			for _, b := range []contract.Binding{contract.SOAP11, contract.SOAP12} {
				w := ask(h, "POST", depotPath, envelopeType(b), envelope(b, element("getStops_WithKind", test.content)))
				code, reason := faultOf(t, w)
				if (code != "soap:Client" && code != "soap:Sender") || !strings.Contains(reason, test.reason) {
					t.Errorf("%s, %s: %s: %s", b, test.content, code, reason)
				}
			}
		}
	}
	h := newDepotHandler(echo())
	for content, name := range map[string]string{
		`<Other>x</Other><Kind>A</Kind>`:                       "A",
		`<Kind>A</Kind><Kinds>x</Kinds>`:                       "A",
		`<Kind>A</Kind><x:Kin xmlns:x="urn:x"><kind/></x:Kin>`: "A",
		``:                               "(none)",
		`<Kind>A<!-- -->B<?c d?></Kind>`: "AB",
	} {
		w := ask(h, "POST", depotPath, "text/xml", envelope(contract.SOAP11, element("getStops_WithKind", content)))
		if w.Code != 200 || !strings.Contains(w.Body.String(), "<Name>"+name+"</Name>") {
			t.Errorf("%s: %d %s", content, w.Code, w.Body)
		}
	}
	if w := ask(h, "POST", depotPath, "text/xml", envelope(contract.SOAP11, element("count", "<Kind/><count/>"))); w.Code != 200 {
		t.Errorf("an operation without parameters: %s", w.Body)
	}
}
