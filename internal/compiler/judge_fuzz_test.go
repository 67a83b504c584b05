package compiler_test

import (
	"bytes"
	"testing"
	"unicode/utf8"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/running/judge"
)

// FuzzMessage compares messages with a contract. Findings are at places in the message, and a message of the contract without
// findings has the name of an operation.
func FuzzMessage(f *testing.F) {
	d, err := generator.Describe(f.Context(), generator.Config{Contract: "running/judge/testdata/shop.wsdl"})
	if err != nil || d.Diagnostics.HasErrors() {
		f.Fatal(err, d.Diagnostics)
	}
	envelope := func(version, body string) string {
		return `<s:Envelope xmlns:s="` + version + `" xmlns:t="urn:shop">` + body + `</s:Envelope>`
	}
	const soap11, soap12 = "http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope"
	for _, seed := range []string{
		"", "<a", "<a/>", "--x\r\n", `<s:Envelope xmlns:s="urn:x"/>`,
		`<t:place xmlns:t="urn:shop"><count>1</count></t:place>`,
		envelope(soap11, `<s:Header><t:key>x</t:key></s:Header><s:Body><t:place><count>x</count></t:place></s:Body>`),
		envelope(soap11, `<s:Body/><s:Body/><s:Header/><other/>`),
		envelope(soap11, `<s:Body><s:Fault><faultcode>s:Server</faultcode><faultstring/><detail><t:soldOut/></detail></s:Fault></s:Body>`),
		envelope(soap12, `<s:Body><s:Fault><s:Code/><s:Reason/><s:Detail><t:soldOut><until>2026-11-21</until></t:soldOut></s:Detail></s:Fault></s:Body>`),
		envelope(soap12, `<s:Body><t:placeResponse/><t:place/></s:Body>`),
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := judge.Message(t.Context(), d.Services, text)
		if err != nil {
			t.Fatal(err)
		}
		if v.What == "not a message of the contract" && len(v.Findings) == 0 {
			t.Error("neither a message of the contract nor a finding")
		}
		lines := bytes.Split(text, []byte("\n"))
		for _, finding := range v.Findings {
			if finding.Line < 1 || finding.Line > len(lines) || finding.Column < 1 || finding.Column > utf8.RuneCount(lines[finding.Line-1])+1 {
				t.Errorf("no such place in the message: %+v", finding)
			}
		}
	})
}
