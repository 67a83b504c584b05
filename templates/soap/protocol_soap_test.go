package soap

import (
	"context"
	"encoding/binary"
	"net/http"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
)

func TestAction(t *testing.T) {
	h := newDepotHandler(echo())
	tests := []struct {
		element, action string
		want            string // the result, or what the fault says
	}{
		{"count", ``, "42"},
		{"count", `""`, "42"},
		{"count", `"` + depotNS + `count"`, "42"},
		{"count", depotNS + `count`, "42"},
		{"count", ` "urn:anything#count" `, "42"},
		{"count", `#count`, "42"},
		{"count", `count`, "42"},
		{"count", `"*"`, "42"},
		{"count", `"` + depotNS + `getStops"`, depotNS + "getStops"},
		{"count", depotNS + `Count`, "42"},
		{"shared", ``, "1"},
		{"shared", `urn:first`, "1"},
		{"shared", `"urn:second"`, "2"},
		{"shared", `urn:x#second`, "2"},
		{"shared", `urn:third`, `"urn:first" of first, "urn:second" of second`},
		{"shared", depotNS + `count`, depotNS + "count"},
		{"getStops", depotNS + "getStops_WithKind", "<getStopsResponse"}, // another overload
		{"getStops_WithKind", depotNS + "getStops", "<Name>(none)<"},
		{"getStops_WithKind", "urn:x#getStops", "<Name>(none)<"},
		{"getStops", depotNS + "count", depotNS + "count"},
	}
	for _, test := range tests {
		for _, b := range []contract.Binding{contract.SOAP11, contract.SOAP12} {
			want := test.want
			mediaType, header := "text/xml", test.action
			if b == contract.SOAP12 {
				mediaType, header = "application/soap+xml;charset=UTF-8; action="+strings.TrimSpace(test.action), `"ignored"`
			}
			w := ask(h, "POST", depotPath, mediaType, envelope(b, element(test.element, "")), "SOAPAction", header)
			if len(want) <= 2 || want[0] == '<' {
				if len(want) <= 2 {
					want = "Result>" + want + "<"
				}
				if w.Code != 200 || !strings.Contains(w.Body.String(), want) {
					t.Errorf("%s, %s, action %s: %d %s", b, test.element, test.action, w.Code, w.Body)
				}
				continue
			}
			code, reason := faultOf(t, w)
			if code != map[contract.Binding]string{contract.SOAP11: "soap:Client", contract.SOAP12: "soap:Sender"}[b] || !strings.Contains(reason, want) {
				t.Errorf("%s, action %s: %s: %s", b, test.action, code, reason)
			}
			if want := map[contract.Binding]int{contract.SOAP11: 500, contract.SOAP12: 400}[b]; w.Code != want {
				t.Errorf("%s: status %d, want %d", b, w.Code, want)
			}
		}
	}
}

func TestRefusedEnvelopes(t *testing.T) {
	h := newDepotHandler(echo(), WithLimits(schema.Limits{Depth: 8}))
	count := element("count", "")
	good := envelope(contract.SOAP11, count)
	body := strings.Replace
	tests := []struct{ name, doc, reason string }{
		{"nothing", "", "line 1, column 1"},
		{"truncated", "\n" + strings.TrimSuffix(good, "</s:Envelope>"), "line 2, column"},
		{"document type", `<!DOCTYPE a [<!ENTITY x "y">]>` + good, "line 1, column 1: a document type declaration"},
		{"text in the envelope", body(good, "<s:Body>", "x<s:Body>", 1), "(Envelope): text between elements"},
		{"text after the Body", body(good, "</s:Envelope>", "x</s:Envelope>", 1), "(Envelope): text between elements"},
		{"CDATA in the envelope", body(good, "<s:Body>", "<![CDATA[x]]><s:Body>", 1), "(Envelope): text between elements"},
		{"too deep", envelope(contract.SOAP11, element("count", strings.Repeat("<a>", 10)+strings.Repeat("</a>", 10))), "deeper than 8"},
		{"unknown element", envelope(contract.SOAP11, element("nothing", "")), "{" + depotNS + "}nothing"},
		{"malformed after an unknown element", envelope(contract.SOAP11, element("nothing", "<a>")), "</nothing> where </a> is expected"},
		{"element without namespace", envelope(contract.SOAP11, "<count/>"), "no operation has the element count; its namespace is missing: there is {" + depotNS + "}count"},
		{"element in another namespace", envelope(contract.SOAP11, `<x:count xmlns:x="urn:x"/>`), "no operation has the element {urn:x}count; there is {" + depotNS + "}count"},
		{"wrong case", envelope(contract.SOAP11, element("Count", "")), "Count; there is {" + depotNS + "}count"},
		{"empty Body", envelope(contract.SOAP11, " <!-- --> "), "Body is empty"},
		{"no Body", body(good, "s:Body>", "s:Bdy>", 2), "Body"},
		{"nothing in the envelope", `<s:Envelope xmlns:s="` + SOAP11Namespace + `"/>`, "no Body"},
		{"two Body elements", body(good, "</s:Envelope>", "<s:Body/></s:Envelope>", 1), "after the Body"},
		{"two elements in the Body", envelope(contract.SOAP11, count+count), "more than one element"},
		{"required element missing from nil", envelope(contract.SOAP11, `<getStop xmlns="`+depotNS+`" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/>`), "Code is missing"},
		{"mustUnderstand that is no boolean", headed(contract.SOAP11, `<d:a s:mustUnderstand="9"/>`, count), "mustUnderstand"},
		{"mustUnderstand in capitals", headed(contract.SOAP11, `<d:a s:mustUnderstand="TRUE"/>`, count), "mustUnderstand"},
		{"not a number", envelope(contract.SOAP11, element("getStop", "<Code>a</Code><NumMins>x</NumMins>")), `getStop/NumMins): "x" is not an xs:int`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w := ask(h, "POST", depotPath, "text/xml", test.doc)
			code, reason := faultOf(t, w)
			if w.Code != 500 || code != "soap:Client" || !strings.Contains(reason, test.reason) {
				t.Errorf("%d %s: %s", w.Code, code, reason)
			}
			doc := strings.ReplaceAll(test.doc, SOAP11Namespace, SOAP12Namespace)
			w = ask(h, "POST", depotPath, "application/soap+xml", doc)
			code, reason = faultOf(t, w)
			if w.Code != 400 || code != "soap:Sender" || !strings.Contains(reason, test.reason) {
				t.Errorf("SOAP 1.2: %d %s: %s", w.Code, code, reason)
			}
		})
	}
	for _, accepted := range []string{
		"<?xml version='1.0' encoding='us-ascii'?><!-- a --><?b c?>\n" + good + "\n<!-- d -->",
		"\xEF\xBB\xBF" + good,
		"\xEF\xBB\xBF<?xml version='1.0' encoding='utf-8'?>" + good,
		envelope(contract.SOAP11, "\n<!-- a -->"+element("count", "<unknown><x/></unknown>text")+"\n"),
		`<Envelope xmlns="` + SOAP11Namespace + `"><Header/><Body>` + count + `</Body></Envelope>`,
		envelope(contract.SOAP11, `<getStops_WithKind xmlns="`+depotNS+`" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/>`),
		headed(contract.SOAP11, `<d:a s:mustUnderstand="`+"\n"+`0 "/>`, count),
		envelope(contract.SOAP11, `<getStops_WithKind xmlns="`+depotNS+`" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="1"> </getStops_WithKind>`),
	} {
		if w := ask(h, "POST", depotPath, "text/xml", accepted); w.Code != 200 {
			t.Errorf("%s: %s", accepted, w.Body)
		}
	}
}

// TestSOAP12AsXML sends envelopes of SOAP 1.2 with the media type of SOAP 1.1 to an address that serves both versions.
func TestSOAP12AsXML(t *testing.T) {
	h := newDepotHandler(echo())
	count := envelope(contract.SOAP12, element("count", ""))
	for _, test := range []struct{ doc, action string }{{count, ""}, {count, `"` + depotNS + `count"`}, {"\xFE\xFF" + utf16Text(count, binary.BigEndian), ""}} {
		w := ask(h, "POST", depotPath, "text/xml", test.doc, "SOAPAction", test.action)
		if w.Code != 200 || w.Header().Get("Content-Type") != contentType(contract.SOAP12) || !strings.Contains(w.Body.String(), SOAP12Namespace) {
			t.Errorf("%q: %d %s", test.action, w.Code, w.Body)
		}
	}
	for _, test := range []struct{ doc, action string }{
		{envelope(contract.SOAP12, element("unknown", "")), ""},
		{count, `"` + depotNS + `getStop"`},
		{strings.TrimSuffix(count, "</s:Envelope>"), ""},
	} {
		w := ask(h, "POST", depotPath, "text/xml", test.doc, "SOAPAction", test.action)
		if code, _ := faultOf(t, w); w.Code != 400 || code != "soap:Sender" || w.Header().Get("Content-Type") != contentType(contract.SOAP12) {
			t.Errorf("%s: %d %s", test.doc, w.Code, w.Body)
		}
	}
}

func TestVersionMismatch(t *testing.T) {
	both := newDepotHandler(echo())
	only := func(version contract.Binding) http.Handler {
		c := depotContract
		c.Ports = slices.DeleteFunc(slices.Clone(c.Ports), func(p contract.Port) bool { return p.Binding.IsSOAP() && p.Binding != version })
		return serveMethods(&c, &depotDocuments, []method{methodOf(&opCount, func(ctx context.Context, _ any) (any, error) { return echo().Count(ctx) })}, nil)
	}
	only11, only12 := only(contract.SOAP11), only(contract.SOAP12)
	count := element("count", "")
	unknown := strings.Replace(envelope(contract.SOAP11, count), "soap/envelope", "soap/envelop", 1)
	const no, xml11, xml12 = contract.Binding(99), "text/xml", "application/soap+xml"
	tests := []struct {
		handler        http.Handler
		mediaType, doc string
		version        contract.Binding // of the answer; no: 415
		upgrade        bool
	}{
		{both, xml11, count, contract.SOAP11, false},
		{both, xml11, "<Envelope/>", contract.SOAP11, false},
		{both, xml12, envelope(contract.SOAP11, count), contract.SOAP11, true},
		{both, xml12, "<Envelope/>", contract.SOAP12, true},
		{both, xml12, count, contract.SOAP12, true},
		{both, xml12, strings.Replace(envelope(contract.SOAP12, count), "2003/05", "2002/12", 1), contract.SOAP12, true},
		{both, xml11, unknown, contract.SOAP12, true},

		{only12, xml11, envelope(contract.SOAP11, count), contract.SOAP11, true}, // SOAP 1.2 part 1, appendix A
		{only12, xml12, envelope(contract.SOAP11, count), contract.SOAP11, true},
		{only12, xml11, unknown, contract.SOAP12, true},
		{only12, xml12, unknown, contract.SOAP12, true},
		{only12, xml12, count, contract.SOAP12, true},
		{only12, xml11, envelope(contract.SOAP12, count), no, false}, // only the media type is wrong
		{only12, xml11, count, no, false},
		{only12, xml11, "<", no, false},
		{only11, xml12, envelope(contract.SOAP12, count), contract.SOAP11, false},
		{only11, xml12, unknown, contract.SOAP11, false},
		{only11, xml11, unknown, contract.SOAP11, false},
		{only11, xml12, envelope(contract.SOAP11, count), no, false},
		{only11, xml12, "", no, false},
	}
	for _, test := range tests {
		w := ask(test.handler, "POST", depotPath, test.mediaType, test.doc)
		if test.version == no {
			checkText(t, w, 415, "not supported")
			continue
		}
		code, _ := faultOf(t, w)
		if w.Code != 500 || code != "soap:VersionMismatch" || w.Header().Get("Content-Type") != contentType(test.version) {
			t.Errorf("%s, %s: %d %s", test.mediaType, test.doc, w.Code, w.Body)
		}
		const upgrade = `<v:Upgrade xmlns:v="` + SOAP12Namespace + `"><v:SupportedEnvelope qname="v:Envelope"/></v:Upgrade>`
		if strings.Contains(w.Body.String(), upgrade) != test.upgrade || !test.upgrade && strings.Contains(w.Body.String(), "Upgrade") {
			t.Errorf("%s, %s: %s", test.mediaType, test.doc, w.Body)
		}
	}
}
