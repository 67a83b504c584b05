package roundtrip

import (
	"encoding/xml"
	"strings"
	"testing"

	"example.com/quartet/templates/soap"
)

// faultEnvelope is an envelope of either version with a fault, as encoding/xml reads it.
type faultEnvelope struct {
	XMLName xml.Name
	Fault   *struct {
		Code11   string `xml:"faultcode"`
		Reason11 string `xml:"faultstring"`
		Code12   string `xml:"Code>Value"`
		Reason12 string `xml:"Reason>Text"`
	} `xml:"Body>Fault"`
}

// faultIn reads the fault of a response. It removes the prefix of the code, which must be soap.
func faultIn(t testing.TB, b soap.Binding, body []byte) (code, reason string) {
	t.Helper()
	var doc faultEnvelope
	if err := xml.Unmarshal(body, &doc); err != nil || doc.Fault == nil || doc.XMLName.Space != envelopeNS[b] {
		t.Fatalf("want a fault of %s, got (error: %v): %s", b, err, body)
	}
	code, ok := strings.CutPrefix(doc.Fault.Code11+doc.Fault.Code12, "soap:")
	if !ok {
		t.Errorf("want a fault code with the prefix soap: %s", body)
	}
	return code, doc.Fault.Reason11 + doc.Fault.Reason12
}
