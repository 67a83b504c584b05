package soap

import (
	"context"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/xsd"
)

// TestActionOfNone: where the contract has no action, the operation's name is
// all that an action may tell.
func TestActionOfNone(t *testing.T) {
	name := xsd.QName{Space: depotNS, Local: "count"}
	table := dispatchTable{
		name:             {&soapRoute{route: route{op: &contract.Operation{Name: "count"}, wire: &contract.Wire{}}}},
		{Local: "other"}: {&soapRoute{route: route{op: &contract.Operation{Name: "other"}, wire: &contract.Wire{}}, action: "urn:other"}},
	}
	for action, ok := range map[string]bool{"": true, "urn:x#count": true, "urn:x": true, "urn:other": false} {
		chosen, fault := table.choose(nil, nil, name, actions{soap: action})
		switch {
		case ok != (chosen != nil) || ok != (fault == nil):
			t.Errorf("%q: %v", action, fault)
		case !ok && (fault.Code != FaultClient || !strings.Contains(fault.Reason, `is "", not the SOAPAction "urn:other"`)):
			t.Errorf("%q: %v", action, fault)
		}
	}
}

// TestNullAsEmptyBody: where the only element of a request is not a wrapper, .NET leaves it out for a null argument. Then the
// action decides.
func TestNullAsEmptyBody(t *testing.T) {
	bare := func(name, action, element string) method {
		op := contract.Operation{Name: name, Request: (*getStop)(nil), Result: intResult, Wires: sharedWire(name)}
		op.Wires[0].Action, op.Wires[0].In.Local = action, element
		return methodOf(&op, func(_ context.Context, req any) (any, error) {
			if req := req.(*getStop); req != nil {
				return nil, fmt.Errorf("%s is called with %v", name, req)
			}
			return int32(len(name)), nil
		})
	}
	h := serveMethods(&depotContract, &depotDocuments, []method{
		bare("ask", "urn:ask", "question"), bare("order", "urn:order", "thing"), bare("wrapped", "urn:wrapped", "wrapped"),
		bare("one", "urn:same", "a"), bare("other", "urn:same", "b"),
	}, nil)
	shared := serveMethods(&depotContract, &depotDocuments, []method{bare("keep", "urn:keep", "stop"), bare("remove", "urn:remove", "stop")}, nil)
	for _, b := range []contract.Binding{contract.SOAP11, contract.SOAP12} { // several operations have the element
		w := ask(shared, "POST", depotPath, envelopeType(b)+`; action="urn:old"`, envelope(b, element("stop", "<Code/>")), "SOAPAction", "urn:old")
		if want := `no operation has the action "urn:old"; want one of "urn:keep" of keep, "urn:remove" of remove`; w.Code == 200 || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: %d %s", b, w.Code, w.Body)
		}
	}
	for action, want := range map[string]string{
		"urn:ask": ">3<", "urn:x#order": ">5<",
		"": "the Body is empty", "urn:unknown": "the Body is empty", "urn:wrapped": "the Body is empty", "urn:same": "the Body is empty",
	} {
		for _, b := range []contract.Binding{contract.SOAP11, contract.SOAP12} {
			w := ask(h, "POST", depotPath, envelopeType(b)+`; action="`+action+`"`, envelope(b, ""), "SOAPAction", action)
			if (w.Code == 200) != (want[0] == '>') || !strings.Contains(w.Body.String(), want) {
				t.Errorf("%s, action %q: %d %s", b, action, w.Code, w.Body)
			}
		}
	}
}

// TestRepeatedHeaders: which of two was meant, nobody can tell.
func TestRepeatedHeaders(t *testing.T) {
	h := newDepotHandler(echo())
	for _, test := range []struct {
		binding contract.Binding
		name    string
		status  int
	}{
		{contract.SOAP11, "Content-Type", 400},
		{contract.SOAP12, "Content-Type", 400},
		{contract.HTTPPost, "Content-Type", 400},
		{contract.SOAP11, "SOAPAction", 400},
		{contract.SOAP12, "SOAPAction", 200}, // is none of SOAP 1.2
		{contract.HTTPPost, "SOAPAction", 200},
	} {
		target, body := depotPath+"/count", ""
		mediaType := formMediaType
		if test.binding.IsSOAP() {
			target, mediaType, body = depotPath, contentType(test.binding), envelope(test.binding, element("count", ""))
		}
		r := httptest.NewRequest("POST", target, strings.NewReader(body))
		r.Header.Set("Content-Type", mediaType)
		r.Header.Add(test.name, r.Header.Get(test.name))
		r.Header.Add(test.name, r.Header.Get(test.name))
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if test.status == 400 {
			checkText(t, w, 400, "the header "+test.name+" is given more than once")
		} else if w.Code != test.status {
			t.Errorf("%s, %s: %d %s", test.binding, test.name, w.Code, w.Body)
		}
	}
}
