package soap

import (
	"context"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/contract"
)

// The rules of SOAP 1.2 that a receiver can be observed to follow, each with
// messages that keep it and messages that break it. The rules of roles are in
// TestRoles, the rules of procedure calls in TestProcedureFaults, and the rules of both
// versions in TestRefusedEnvelopes.

// rulesHandler counts the calls of its service.
func rulesHandler(calls *int) http.Handler {
	return serveMethods(&depotContract, &depotDocuments, []method{
		methodOf(&opNoted, func(ctx context.Context, req any) (any, error) {
			*calls++
			replyHeader.ReplyAll(ctx, noteHeader.All(ctx)...)
			return nil, nil
		}),
		methodOf(&opReset, func(context.Context, any) (any, error) {
			*calls++
			return nil, &Fault{Code: FaultServer, Reason: "later"}
		}),
	}, nil)
}

func TestSOAP12Rules(t *testing.T) {
	const (
		noted = `<d:noted xmlns:d="` + depotNS + `"/>`
		space = ` xmlns:s="` + SOAP12Namespace + `"`
	)
	env := func(content string) string { return "<s:Envelope" + space + ">" + content + "</s:Envelope>" }
	withHeader := func(blocks string) string {
		return env(`<s:Header xmlns:d="` + depotNS + `">` + blocks + "</s:Header><s:Body>" + noted + "</s:Body>")
	}
	body := "<s:Body>" + noted + "</s:Body>"
	for _, test := range []struct{ rule, doc, code string }{
		// Processing model.
		{"mustUnderstand false is the same as none", withHeader(`<d:unknown s:mustUnderstand="false"/>`), ""},
		{"no block is processed if one is not understood", withHeader(`<d:note s:mustUnderstand="1">a</d:note><d:unknown s:mustUnderstand="1"/>`), "soap:MustUnderstand"},
		{"nor is the Body, whatever it holds", strings.Replace(withHeader(`<d:unknown s:mustUnderstand="1"/>`), noted, "<unknown/>", 1), "soap:MustUnderstand"},
		{"nor is one after many others",
			withHeader(strings.Repeat(`<d:note s:mustUnderstand="1"/>`, 1000) + `<d:unknown s:mustUnderstand="1"/>`), "soap:MustUnderstand"},
		{"a block is understood by an operation",
			strings.Replace(withHeader(`<d:note s:mustUnderstand="1">a</d:note>`), "d:noted ", "d:reset ", 1), "soap:MustUnderstand"},
		{"relay is for those who forward", withHeader(`<d:unknown s:relay="true"/><d:unknown s:relay="1" s:mustUnderstand="0"/>`), ""},
		{"relay does not make a block optional", withHeader(`<d:unknown s:relay="true" s:mustUnderstand="true"/>`), "soap:MustUnderstand"},
		{"attributes of other namespaces are others", withHeader(`<d:unknown mustUnderstand="1" d:mustUnderstand="1"/>`), ""},
		{"attributes of SOAP 1.1, too", withHeader(`<d:unknown xmlns:o="` + SOAP11Namespace + `" o:mustUnderstand="1"/>`), ""},
		{"attributes count on blocks, and not inside them", withHeader(`<d:unknown><d:x s:mustUnderstand="1"/></d:unknown>`), ""},
		{"the Envelope's namespace gives the version", strings.Replace(env(body), SOAP12Namespace, "http://www.w3.org/2001/12/soap-envelope", 1), "soap:VersionMismatch"},
		{"an Envelope has a namespace", "<Envelope><Body/></Envelope>", "soap:VersionMismatch"},
		{"a root of another name is no Envelope", strings.ReplaceAll(env(body), "s:Envelope", "s:envelope"), "soap:VersionMismatch"},

		// Construct of messages.
		{"a Body is enough", env(body), ""},
		{"a Header may be empty", env("<s:Header/>" + body), ""},
		{"there is a Body after the Header", env("<s:Header/>"), "soap:Sender"},
		{"the Header is first", env(body + "<s:Header/>"), "soap:Sender"},
		{"there is one Header", env("<s:Header/><s:Header/>" + body), "soap:Sender"},
		{"nothing else is before the Body", env("<x/>" + body), "soap:Sender"},
		{"a Body of another version is none", env(`<o:Body xmlns:o="` + SOAP11Namespace + `"/>`), "soap:Sender"},
		{"white space and comments are allowed", env("\n\t<!-- a -->" + body + "\r\n <!-- b -->"), ""},
		{"a block and an element in the Body may have any", strings.Replace(withHeader(`<d:unknown a="1"/>`), "<d:noted", `<d:noted b="2"`, 1), ""},
		{"a block may have one", withHeader(`<d:note s:encodingStyle="` + noEncoding + `">a</d:note>`), ""},
		{"an encoding that is not known is a fault of its own", env(strings.Replace(body, "<d:noted", `<d:noted s:encodingStyle="urn:x"`, 1)), "soap:DataEncodingUnknown"},
		{"other attributes of the Envelope are allowed", strings.Replace(env(body), space, space+` xmlns:x="urn:x" x:a="1" xml:lang="en"`, 1), ""},
		{"mustUnderstand is a boolean", withHeader(`<d:unknown s:mustUnderstand="yes"/>`), "soap:Sender"},
	} {
		calls := 0
		w := ask(rulesHandler(&calls), "POST", depotPath, soap12MediaType, test.doc)
		code := ""
		if w.Code != 200 {
			code, _ = faultOf(t, w)
		}
		if code != test.code || (calls == 1) != (code == "") {
			t.Errorf("%s: %d calls, %q, want %q\n%s\n%s", test.rule, calls, code, test.code, test.doc, w.Body)
		}
		if want := map[string]int{"": 200, "soap:Sender": 400}[test.code]; w.Code != want && (want != 0 || w.Code != 500) {
			t.Errorf("%s: status %d", test.rule, w.Code)
		}
	}
}

// TestMessagesThatSOAPDoesNotHave: a sender must not send processing instructions, and header blocks have a namespace (SOAP 1.2
// part 1, sections 5 and 5.2.1; SOAP 1.1 has the same rules). A receiver should refuse the former; ours does with WithStrict, as
// programs send both.
func TestMessagesThatSOAPDoesNotHave(t *testing.T) {
	for _, b := range []contract.Binding{contract.SOAP11, contract.SOAP12} {
		good := envelope(b, element("count", ""))
		for name, doc := range map[string]string{
			"":                             good,
			"XML declaration":              `<?xml version="1.0"?>` + good,
			"instruction before":           "<?a?>" + good,
			"instruction in the Envelope":  strings.Replace(good, "<s:Body>", `<?xml-stylesheet href="a.xsl"?><s:Body>`, 1),
			"instruction in the Header":    strings.Replace(good, "<s:Body>", "<s:Header><?a?></s:Header><s:Body>", 1),
			"instruction in a block":       strings.Replace(good, "<s:Body>", "<s:Header><x:a xmlns:x='urn:x'><b>c<?a?></b></x:a></s:Header><s:Body>", 1),
			"instruction in the Body":      strings.Replace(good, "</s:Body>", "<?a?></s:Body>", 1),
			"instruction in the operation": envelope(b, element("count", "<?a b?>")),
			"instruction after":            good + "<?a?>",
			"block":                        strings.Replace(good, "<s:Body>", "<s:Header><a/></s:Header><s:Body>", 1),
			"block for others":             strings.Replace(good, "<s:Body>", `<s:Header><a s:role="urn:x" s:actor="urn:x"/></s:Header><s:Body>`, 1),
		} {
			if w := ask(newDepotHandler(echo()), "POST", depotPath, envelopeType(b), doc); w.Code != 200 {
				t.Errorf("%s over %s: %d %s", name, b, w.Code, w.Body)
			}
			w := ask(newDepotHandler(echo(), WithStrict()), "POST", depotPath, envelopeType(b), doc)
			if name == "" || name == "XML declaration" {
				if w.Code != 200 {
					t.Errorf("%s over %s: %d %s", name, b, w.Code, w.Body)
				}
				continue
			}
			code, reason := faultOf(t, w)
			want := "a header block without a namespace"
			if strings.HasPrefix(name, "instruction") {
				want = "a processing instruction"
			}
			if (code != "soap:Client" && code != "soap:Sender") || !strings.Contains(reason, want) {
				t.Errorf("%s over %s, strict: %s %s", name, b, code, reason)
			}
		}
	}
}

// TestEnvelopeAttributes: SOAP 1.2 allows neither encodingStyle nor attributes without a namespace on the elements of an envelope
// (part 1, section 5.1). SOAP::Lite and lua-soap send the former, programs that sign messages an Id.
func TestEnvelopeAttributes(t *testing.T) {
	const style = ` s:encodingStyle="http://www.w3.org/2003/05/soap-encoding"`
	for _, tag := range []string{"<s:Envelope", "<s:Header", "<s:Body"} {
		for attribute, want := range map[string]string{style: "the attribute encodingStyle is not allowed here", ` Id="b"`: "the attribute Id is not allowed here"} {
			for _, b := range []contract.Binding{contract.SOAP11, contract.SOAP12} {
				doc := strings.Replace(envelope(b, element("count", "")), "<s:Body", "<s:Header/><s:Body", 1)
				doc = strings.Replace(doc, tag, tag+attribute, 1)
				if w := ask(newDepotHandler(echo()), "POST", depotPath, envelopeType(b), doc); w.Code != 200 {
					t.Errorf("%s%s over %s: %s", tag, attribute, b, w.Body)
				}
				w := ask(newDepotHandler(echo(), WithStrict()), "POST", depotPath, envelopeType(b), doc)
				if refused := b == contract.SOAP12; (w.Code == 400) != refused || refused && !strings.Contains(w.Body.String(), want) {
					t.Errorf("%s%s over %s, strict: %d %s", tag, attribute, b, w.Code, w.Body)
				}
			}
		}
	}
}

// TestSOAP12Faults checks the structure of faults: what they hold, in which order.
func TestSOAP12Faults(t *testing.T) {
	calls := 0
	h := rulesHandler(&calls)
	must := func(n int) string { return strings.Repeat(`<x:a xmlns:x="urn:x" s:mustUnderstand="1"/>`, n) }
	reason := regexp.MustCompile(`<soap:Reason><soap:Text xml:lang="en">[^<]+</soap:Text></soap:Reason>`)
	const text = "(reason)"
	for _, test := range []struct {
		name   string
		answer *httptest.ResponseRecorder
		want   string
	}{
		{"of a service", ask(h, "POST", depotPath, soap12MediaType, envelope(contract.SOAP12, element("reset", ""))),
			`<soap:Body><soap:Fault><soap:Code><soap:Value>soap:Receiver</soap:Value></soap:Code>` + text + `</soap:Fault></soap:Body>`},
		{"of a sender", ask(h, "POST", depotPath, soap12MediaType, envelope(contract.SOAP12, element("noSuch", ""))),
			`<soap:Body><soap:Fault><soap:Code><soap:Value>soap:Sender</soap:Value></soap:Code>` + text + `</soap:Fault></soap:Body>`},
		{"blocks that are not understood", askNoted(h, contract.SOAP12, must(1)+`<y s:mustUnderstand="1"/>`),
			`<soap:Header><soap:NotUnderstood xmlns:q="urn:x" qname="q:a"/><soap:NotUnderstood qname="y"/></soap:Header><soap:Body><soap:Fault><soap:Code><soap:Value>soap:MustUnderstand</soap:Value></soap:Code>` + text},
		{"another version", ask(h, "POST", depotPath, soap12MediaType, "<x/>"),
			`<soap:Header><v:Upgrade xmlns:v="` + SOAP12Namespace + `"><v:SupportedEnvelope qname="v:Envelope"/></v:Upgrade></soap:Header><soap:Body><soap:Fault><soap:Code><soap:Value>soap:VersionMismatch</soap:Value></soap:Code>` + text},
	} {
		if body := reason.ReplaceAllString(test.answer.Body.String(), text); !strings.Contains(body, test.want) {
			t.Errorf("%s: %s\nwant %s", test.name, body, test.want)
		}
		if got := test.answer.Header().Get("Content-Type"); got != contentType(contract.SOAP12) {
			t.Errorf("%s: %s", test.name, got)
		}
	}
}
