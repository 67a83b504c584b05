package roundtrip

import (
	"encoding/xml"
	"io"
	"net/http"
	"strings"
	"testing"

	"example.com/quartet/templates/soap"
)

// TestVersionMismatch sends envelopes whose SOAP version, given by the root element, contradicts the media type.
func TestVersionMismatch(t *testing.T) {
	server := serve(t, mustNotBeCalled(t))
	call := element("getAllStationsXML", "")
	for _, test := range []struct {
		name    string
		typ     soap.Binding
		doc     string
		answer  soap.Binding
		upgrade bool
	}{
		{"1.1 as 1.2", soap.SOAP12, envelope(soap.SOAP11, call), soap.SOAP11, true},
		{"only the call as 1.1", soap.SOAP11, call, soap.SOAP11, false},
		{"only the call as 1.2", soap.SOAP12, call, soap.SOAP12, true},
		{"no namespace as 1.1", soap.SOAP11, "<Envelope><Body/></Envelope>", soap.SOAP11, false},
		{"no namespace as 1.2", soap.SOAP12, "<Envelope><Body/></Envelope>", soap.SOAP12, true},
		{"unknown envelope namespace as 1.1", soap.SOAP11, `<e:Envelope xmlns:e="urn:soap:9"/>`, soap.SOAP12, true},
		{"unknown envelope namespace as 1.2", soap.SOAP12, `<e:Envelope xmlns:e="urn:soap:9"/>`, soap.SOAP12, true},
		{"HTML", soap.SOAP11, `<html><body/></html>`, soap.SOAP11, false},
		{"SOAP Body as the root", soap.SOAP11, `<s:Body xmlns:s="` + soap11NS + `"/>`, soap.SOAP11, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := soapRequest(test.typ, "getAllStationsXML", "")
			r.body = test.doc
			got := send(t, server, r)
			if got.status != http.StatusInternalServerError {
				t.Errorf("got status %d, want 500", got.status)
			}
			checkEqual(t, "Content-Type", got.contentType(), responseTypes[test.answer])
			f := faultIn(t, test.answer, got.body)
			checkEqual(t, "code", f.code, "VersionMismatch")
			checkUpgrade(t, got.body, test.upgrade)
		})
	}
}

// checkUpgrade checks whether a response has the Upgrade header block, which
// names the supported envelope (SOAP 1.2 part 1, section 5.4.7).
func checkUpgrade(t *testing.T, body []byte, want bool) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(string(body)))
	found := false
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		start, ok := token.(xml.StartElement)
		if !ok || start.Name != (xml.Name{Space: soap12NS, Local: "SupportedEnvelope"}) {
			continue
		}
		found = true
		for _, a := range start.Attr {
			if prefix, local, _ := strings.Cut(a.Value, ":"); a.Name.Local == "qname" && (local != "Envelope" || !strings.Contains(string(body), `xmlns:`+prefix+`="`+soap12NS+`"`)) {
				t.Errorf("got supported envelope %s, want the Envelope of SOAP 1.2, in %s", a.Value, body)
			}
		}
	}
	if found != want {
		t.Errorf("Upgrade header block: got %t, want %t: %s", found, want, body)
	}
}

// TestMustUnderstandHeaders checks that header blocks are ignored, unless
// mustUnderstand is set and the block targets this node.
func TestMustUnderstandHeaders(t *testing.T) {
	const (
		next11   = "http://schemas.xmlsoap.org/soap/actor/next"
		next12   = soap12NS + "/role/next"
		ultimate = soap12NS + "/role/ultimateReceiver"
	)
	server := serve(t, always(nil, nil))
	for _, test := range []struct {
		attributes11, attributes12 string
		accepted                   bool
	}{
		{``, ``, true},
		{`s:mustUnderstand="0"`, `s:mustUnderstand="0"`, true},
		{`mustUnderstand="1"`, `mustUnderstand="true"`, true}, // without the SOAP namespace
		{`s:mustUnderstand="1"`, `s:mustUnderstand="1"`, false},
		{`s:mustUnderstand="1"`, `s:mustUnderstand="true"`, false},
		{`s:mustUnderstand="0"`, `s:mustUnderstand="false"`, true},
		{`s:mustUnderstand="1" s:actor=""`, `s:mustUnderstand="1" s:role=""`, false},
		{`s:mustUnderstand="1" s:actor="` + next11 + `"`, `s:mustUnderstand="1" s:role="` + next12 + `"`, false},
		{`s:mustUnderstand="1"`, `s:mustUnderstand="1" s:role="` + ultimate + `"`, false},
		{`s:mustUnderstand="1" s:actor="urn:other"`, `s:mustUnderstand="1" s:role="urn:other"`, true},
		{`s:mustUnderstand="1" s:actor="urn:other"`, `s:mustUnderstand="1" s:role="` + soap12NS + `/role/none"`, true},
	} {
		for _, b := range soapBindings {
			attributes := test.attributes11
			if b == soap.SOAP12 {
				attributes = test.attributes12
			}
			block := `<h:Security xmlns:h="urn:security" ` + attributes + `><deep><er/></deep></h:Security><h:x xmlns:h="urn:y"/>`
			r := soapRequest(b, "getAllStationsXML", element("getAllStationsXML", ""))
			r.body = strings.Replace(r.body, "<s:Body>", "<s:Header>"+block+"</s:Header><s:Body>", 1)
			got := send(t, server, r)
			if test.accepted {
				if got.status != http.StatusOK {
					t.Errorf("%s, %s: got status %d, want 200: %s", b, attributes, got.status, got.body)
				}
				continue
			}
			f := faultIn(t, b, got.body)
			if got.status != http.StatusInternalServerError || f.code != "MustUnderstand" || !strings.Contains(f.reason, "Security") {
				t.Errorf("%s, %s: got status %d, fault %+v; want 500 and a MustUnderstand fault that names Security", b, attributes, got.status, f)
			}
			if b == soap.SOAP12 { // part 1, section 5.4.8
				notUnderstood := struct {
					Blocks []struct {
						XMLName xml.Name
						QName   string `xml:"qname,attr"`
						Space   string `xml:"q,attr"`
					} `xml:",any"`
				}{}
				if err := xml.Unmarshal([]byte(`<h xmlns:soap="`+soap12NS+`">`+f.header+"</h>"), &notUnderstood); err != nil {
					t.Fatal(err)
				}
				blocks := notUnderstood.Blocks
				if len(blocks) != 1 || blocks[0].XMLName != (xml.Name{Space: soap12NS, Local: "NotUnderstood"}) || blocks[0].QName != "q:Security" || blocks[0].Space != "urn:security" {
					t.Errorf("got headers %s, want one NotUnderstood block for Security", f.header)
				}
			}
		}
	}
}
