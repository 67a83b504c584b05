package soap

import (
	"slices"
	"testing"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// TestActions follows WS-Addressing 1.0 Metadata, section 4.4.
func TestActions(t *testing.T) {
	refused := &contract.Fault{Element: schema.ElementName{NS: 1, Local: "refused"}}
	for name, test := range map[string]struct {
		portType              string
		op                    contract.Operation
		action                string
		more                  contract.WireMore
		request, reply, fault string
		others                []string
	}{
		"defaults":    {portType: "http://a/P", op: contract.Operation{Name: "o"}, request: "http://to/P/oRequest", reply: "http://to/P/oResponse", fault: "http://to/P/o/Fault/refused"},
		"URN":         {portType: "urn:a:P", op: contract.Operation{Name: "o"}, request: "urn:a:P:oRequest", reply: "urn:a:P:oResponse", fault: "urn:a:P:o:Fault:refused"},
		"one-way":     {portType: "http://b/P", op: contract.Operation{Name: "o", OneWay: true}, request: "http://b/P/o", fault: "http://b/P/o/Fault/refused"},
		"overload":    {portType: "http://b/P", op: contract.Operation{Name: "o2", OverloadOf: "o"}, request: "http://b/P/o2", others: []string{"http://b/P/o2Request"}, reply: "http://b/P/o2Response", fault: "http://b/P/o/Fault/refused"},
		"soapAction":  {portType: "http://b/P", op: contract.Operation{Name: "o"}, action: "s", request: "s", others: []string{"http://b/P/oRequest"}, reply: "http://b/P/oResponse", fault: "http://b/P/o/Fault/refused"},
		"no PortType": {op: contract.Operation{Name: "o"}},
		"names": {portType: "http://b/P", op: contract.Operation{Name: "o"},
			more:    contract.WireMore{Actions: &contract.Actions{Input: "i", Output: "r", Faults: []contract.FaultAction{{Element: "refused", Name: "f"}}}},
			request: "http://b/P/i", reply: "http://b/P/r", fault: "http://b/P/o/Fault/f"},
		"declared": {portType: "http://b/P", op: contract.Operation{Name: "o"}, action: "s",
			more:    contract.WireMore{Addressed: "http://a/1", Actions: &contract.Actions{Reply: "http://a/2", Faults: []contract.FaultAction{{Element: "refused", Action: "http://a/3"}}}},
			request: "http://to/1", others: []string{"s", "http://b/P/oRequest"}, reply: "http://to/2", fault: "http://to/3"},
	} {
		info := &contract.Contract{PortType: test.portType, Namespaces: []schema.Namespace{{}, {URI: "http://a"}}}
		bound, err := newContract(info, &config{namespaces: [][2]string{{"http://a", "http://to"}}})
		if err != nil {
			t.Fatal(err)
		}
		test.op.Faults = []*contract.Fault{refused}
		call := &Call{by: bound, op: &test.op, wire: &contract.Wire{Action: test.action, More: &test.more}}
		got := call.Actions()
		if got.Request != test.request || got.Reply != test.reply || !slices.Equal(got.Others, test.others) || got.Declared != (name == "declared") {
			t.Errorf("%s: %+v", name, got)
		}
		if fault := call.FaultAction(xsd.QName{Space: "http://to", Local: "refused"}); fault != test.fault {
			t.Errorf("%s: fault %s, want %s", name, fault, test.fault)
		}
		if call.FaultAction(xsd.QName{Local: "other"}) != "" || new(Call).FaultAction(xsd.QName{}) != "" || new(Call).Actions().Request != "" {
			t.Errorf("%s: an unknown fault or operation has an action", name)
		}
	}
}
