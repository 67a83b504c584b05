package serve_test

import (
	"log/slog"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/running/callvalue"
	"example.com/quartet/internal/compiler/running/judge"
	"example.com/quartet/internal/compiler/running/serve"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/record"
)

// desk returns the contract in testdata/desk.wsdl, whose messages are elements in the Body without one around them.
func desk(t *testing.T) *generator.Described {
	d := describe(t, "testdata/desk.wsdl")
	return d
}

// TestPageShowsElementsOfBodies has the pages of operations: the elements of a substitution group, the parts of a request, and a
// result that is no element.
func TestPageShowsElementsOfBodies(t *testing.T) {
	d := desk(t)
	server := serve.New(d.Services, d.Documents, serve.Config{Logger: slog.New(slog.DiscardHandler)})
	for operation, want := range map[string][]string{
		"draw": {`<code>one of</code>`, `<li data-name="circle">`, `<li data-name="square">`, `<textarea id="xml"`, `circle&gt;`, `<code>result</code>`},
		"swap": {`<li data-name="count">`, `<code>remark</code> <span class="type">xs:string</span>`},
		"ring": {"The operation has no parameters."},
	} {
		w := sent(server, "GET", "/desk?op="+operation, "", "")
		for _, text := range want {
			if !strings.Contains(w.Body.String(), text) {
				t.Errorf("%s: %q is missing", operation, text)
			}
		}
	}
}

// TestCallReadsEnvelopesOfBodies reads requests as call does: in an envelope, and as the element in its Body.
func TestCallReadsEnvelopesOfBodies(t *testing.T) {
	info := desk(t).Services[0]
	const start, end = `<s:Envelope xmlns:s="` + soap.SOAP11Namespace + `" xmlns:t="urn:desk"><s:Header><t:a/></s:Header><s:Body>`, `</s:Body></s:Envelope>`
	const circle, pair = `<t:circle xmlns:t="urn:desk"><name>c</name></t:circle>`, `<t:count xmlns:t="urn:desk">7</t:count><t:remark xmlns:t="urn:desk">r</t:remark>`
	for _, test := range []struct{ operation, doc, want string }{
		{"draw", start + circle + end, `{"circle":{"name":"c"}}`},
		{"draw", circle, `{"circle":{"name":"c"}}`},
		{"swap", start + pair + end, `{"count":7,"remark":"r"}`},
		{"swap", "<request>" + pair + "</request>", `{"count":7,"remark":"r"}`},
		{"next", "<?xml version='1.0'?>" + `<count xmlns="urn:desk">7</count>`, `{"count":7}`},
		{"ring", start + end, `{}`},
		{"next", start + pair + end, "the element is not known here"},
		{"next", start + circle + end, "the message is for another operation: its element is {urn:desk}circle, but the element of next is {urn:desk}count"},
		{"draw", `<s:Envelope xmlns:s="` + soap.SOAP12Namespace + `"/>`, "the envelope has no Body"},
		{"ring", start + circle + end, "the message is for another operation: ring has no parameters"},
	} {
		op := info.Operations[slices.IndexFunc(info.Operations, func(op *contract.Operation) bool { return op.Name == test.operation })]
		req, blocks, err := callvalue.RequestFromXML(t.Context(), info, op, []byte(test.doc))
		if err != nil {
			if !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s: %s: %v, want %s", test.operation, test.doc, err, test.want)
			}
			continue
		}
		if inEnvelope := strings.HasPrefix(test.doc, start); inEnvelope != (len(blocks) == 1) {
			t.Errorf("%s: header blocks %q", test.doc, blocks)
		}
		value, _, err := callvalue.Given(info, op, req)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(strings.Fields(string(value.JSON())), ""); got != test.want {
			t.Errorf("%s: %s is %s, want %s", test.operation, test.doc, got, test.want)
		}
	}
}

// TestVerdictOnHeaderOfFault validates a fault with a header block of responses, as a client does.
func TestVerdictOnHeaderOfFault(t *testing.T) {
	d := desk(t)
	for block, want := range map[string]int{"7": 0, "seven": 1} {
		v, err := judge.Message(t.Context(), d.Services, []byte(`<s:Envelope xmlns:s="`+soap.SOAP11Namespace+`" xmlns:t="urn:desk"><s:Header><t:seen>`+block+
			`</t:seen></s:Header><s:Body><s:Fault><faultcode>s:Server</faultcode><faultstring/><detail><t:refused>1</t:refused></detail></s:Fault></s:Body></s:Envelope>`))
		if err != nil || v.What != "the fault of next over SOAP 1.1" || len(v.Findings) != want {
			t.Errorf("%s: %+v, %v; want %d findings", block, v, err, want)
		}
	}
}

// TestRecordedPage plays recordings, of which there are none, and has the pages and documents of the service all the same.
func TestRecordedPage(t *testing.T) {
	d := desk(t)
	server := serve.New(d.Services, d.Documents, serve.Config{Logger: slog.New(slog.DiscardHandler), Player: new(record.Player)})
	for query, want := range map[string]bool{"": true, "op=next": true, "op=next&show=requests": true, "view=wsdl": true, "q=next": true, "wsdl&x=1": true, "WSDL": true, "other": false} {
		w := sent(server, "GET", "/desk?"+query, "", "")
		if (w.Code == 200) != want {
			t.Errorf("%s: status %d: %s", query, w.Code, w.Body)
		}
	}
}
