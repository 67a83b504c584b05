package support

import "testing"

// TestNoCheckerTakesNoMemory checks a message where no option asks for it, which is what every request does.
func TestNoCheckerTakesNoMemory(t *testing.T) {
	c := &contract{ContractInfo: &ContractInfo{}}
	op, way := &Operation{Faults: []*FaultInfo{{}}}, &Wire{Headers: []HeaderInfo{nil}, OutHeaders: []HeaderInfo{nil}}
	doc, options := []byte("<a/>"), new(config)
	n := testing.AllocsPerRun(100, func() {
		if c.checkRequest(doc, SOAP11, way, options) != nil || c.checkReply(doc, SOAP11, op, way, options) != nil || c.checkDocument(doc, options) != nil {
			t.Error("an error without a checker")
		}
	})
	if n > 0 {
		t.Errorf("%v allocations", n)
	}
}
