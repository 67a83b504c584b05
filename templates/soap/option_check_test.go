package soap

import (
	"testing"

	"example.com/quartet/templates/soap/contract"
)

// TestNoCheckerTakesNoMemory checks a message where no option asks for it, which is what every request does.
func TestNoCheckerTakesNoMemory(t *testing.T) {
	c := &boundContract{Contract: &contract.Contract{}, config: new(config)}
	op, wire := &contract.Operation{Faults: []*contract.Fault{{}}}, &contract.Wire{More: &contract.WireMore{Headers: []contract.Header{nil}, OutHeaders: []contract.Header{nil}}}
	doc := []byte("<a/>")
	n := testing.AllocsPerRun(100, func() {
		if c.checkRequest(t.Context(), doc, wire, c.envelopeOf(contract.SOAP11, nil)) != nil || c.checkReply(t.Context(), doc, op, wire, c.envelopeOf(contract.SOAP11, nil)) != nil {
			t.Error("an error without a checker")
		}
	})
	if n > 0 {
		t.Errorf("%v allocations", n)
	}
}
