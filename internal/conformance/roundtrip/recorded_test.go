package roundtrip

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/xsd"
)

// recorded are requests and responses recorded from another implementation of
// this kind of service: what its clients send, and can read. The responses
// contain the records of recordedList.
var recorded = []struct {
	name      string
	binding   soap.Binding
	operation string
	noAction  bool   // send no SOAPAction header
	content   string // content of the request's element
	form      string // query or form
	arguments []string
	status    int
	fault     string // local name of the fault code, if the response is a fault
}{
	{name: "GET, empty list", binding: soap.HTTPGet, operation: "getStationsFilterXML", form: "StationText=none", arguments: []string{"none"}, status: 200},
	{name: "GET, no parameters", binding: soap.HTTPGet, operation: "getVendorTrainsXML", status: 200},
	{name: "GET, server error", binding: soap.HTTPGet, operation: "getStationsFilterXML", form: "StationText=boom", status: 500},
	{name: "GET, two parameters", binding: soap.HTTPGet, operation: "getStationDataByNameXML_withNumMins", form: "StationDesc=Harbour+%26+Quay&NumMins=30", arguments: []string{"Harbour & Quay", "30"}, status: 200},
	{name: "POST, no parameters", binding: soap.HTTPPost, operation: "getCurrentTrainsXML", status: 200},
	{name: "POST, overload", binding: soap.HTTPPost, operation: "getCurrentTrainsXML_WithTrainType", form: "TrainType=D", arguments: []string{"D"}, status: 200},
	{name: "POST, two parameters", binding: soap.HTTPPost, operation: "getTrainMovementsXML", form: "TrainId=A123&TrainDate=21+Nov+2026", arguments: []string{"A123", "21 Nov 2026"}, status: 200},
	{name: "SOAP 1.1, empty list", binding: soap.SOAP11, operation: "getStationsFilterXML", content: "<StationText>none</StationText>", arguments: []string{"none"}, status: 200},
	{name: "SOAP 1.1, empty parameter", binding: soap.SOAP11, operation: "getStationsFilterXML", content: "<StationText/>", arguments: []string{""}, status: 200},
	{name: "SOAP 1.1, no parameters", binding: soap.SOAP11, operation: "getAllStationsXML", status: 200},
	{name: "SOAP 1.1, no SOAPAction", binding: soap.SOAP11, operation: "getCurrentTrainsXML", noAction: true, status: 200},
	{name: "SOAP 1.1, omitted parameter", binding: soap.SOAP11, operation: "getStationsFilterXML", arguments: []string{"(null)"}, status: 200},
	{name: "SOAP 1.1, overload", binding: soap.SOAP11, operation: "getAllStationsXML_WithStationType", content: "<StationType>M</StationType>", arguments: []string{"M"}, status: 200},
	{name: "SOAP 1.1, server fault", binding: soap.SOAP11, operation: "getStationsFilterXML", content: "<StationText>boom</StationText>", status: 500, fault: "Server"},
	{name: "SOAP 1.1, two parameters", binding: soap.SOAP11, operation: "getStationDataByCodeXML_WithNumMins", content: "<StationCode>A&amp;B</StationCode><NumMins>5</NumMins>", arguments: []string{"A&B", "5"}, status: 200},
	{name: "SOAP 1.2, overload", binding: soap.SOAP12, operation: "getStationDataByNameXML_withNumMins", content: "<StationDesc>Harbour</StationDesc><NumMins>30</NumMins>", arguments: []string{"Harbour", "30"}, status: 200},
	{name: "SOAP 1.2, server fault", binding: soap.SOAP12, operation: "getStationsFilterXML", content: "<StationText>boom</StationText>", status: 500, fault: "Receiver"},
	{name: "SOAP 1.2, two parameters", binding: soap.SOAP12, operation: "getTrainMovementsXML", content: "<TrainId>A123</TrainId><TrainDate>21 Nov 2026</TrainDate>", arguments: []string{"A123", "21 Nov 2026"}, status: 200},
}

// deviations are the exchanges in which this project deliberately gives another
// response than the recorded one, because a standard requires it or because it
// helps the client more.
var deviations = []struct {
	name     string
	request  request
	recorded int // recorded status
	status   int
	contains string
}{
	{"an omitted parameter is nil, not an error",
		request{method: "GET", target: path + "/getStationsFilterXML"},
		500, 200, "StationDesc 0|(null)"},
	{"an operation that does not exist is not found",
		request{method: "GET", target: path + "/noSuch"},
		500, 404, `unknown operation "noSuch"`},
	{"malformed XML is a fault",
		request{"POST", path, map[string]string{"Content-Type": requestTypes[soap.SOAP11], "SOAPAction": `"` + namespace + `getCurrentTrainsXML"`}, "<soap:Envelope"},
		400, 500, "<faultcode>soap:Client</faultcode>"},
	{"a document type declaration is a fault",
		request{"POST", path, map[string]string{"Content-Type": requestTypes[soap.SOAP11], "SOAPAction": `"` + namespace + `getCurrentTrainsXML"`}, `<!DOCTYPE a [<!ENTITY x "y">]>` + envelope(soap.SOAP11, element("getCurrentTrainsXML", ""))},
		400, 500, "<faultcode>soap:Client</faultcode>"},
	{"a SOAPAction that no operation has is ignored",
		request{"POST", path, map[string]string{"Content-Type": requestTypes[soap.SOAP11], "SOAPAction": `"` + namespace + `noSuch"`}, envelope(soap.SOAP11, element("getCurrentTrainsXML", ""))},
		500, 200, "<getCurrentTrainsXMLResponse"},
	{"a SOAPAction of another operation is a SOAP 1.1 fault that names both actions",
		request{"POST", path, map[string]string{"Content-Type": requestTypes[soap.SOAP11], "SOAPAction": `"` + namespace + `getAllStationsXML"`}, envelope(soap.SOAP11, element("getCurrentTrainsXML", ""))},
		500, 500, namespace + "getAllStationsXML"},
	{"a SOAP 1.1 envelope with the media type of SOAP 1.2 is a VersionMismatch fault",
		request{"POST", path, map[string]string{"Content-Type": requestTypes[soap.SOAP12]}, envelope(soap.SOAP11, element("getCurrentTrainsXML", ""))},
		415, 500, "soap:VersionMismatch"},
	{"an unknown element is a Sender fault with the status of SOAP 1.2",
		request{"POST", path, map[string]string{"Content-Type": requestTypes[soap.SOAP12]}, envelope(soap.SOAP12, element("noSuch", ""))},
		500, 400, "soap:Sender"},
}

// recordedService returns the results of the recorded service.
func recordedService(_ context.Context, operation string, arguments []*string) (any, error) {
	var texts []string
	for _, a := range arguments {
		switch {
		case a == nil:
			texts = append(texts, "(null)")
		case *a == "boom":
			return nil, errors.New("boom")
		case *a == "none":
			return nil, nil
		default:
			texts = append(texts, *a)
		}
	}
	return recordedList(operationNamed(operation), texts), nil
}

// recordedList returns three records: one with all fields, one without every
// third field, and one with markup in its values and every fourth value empty.
func recordedList(op operation, arguments []string) any {
	list := reflect.MakeSlice(reflect.SliceOf(op.recordType()), 3, 3)
	elements, fields := fieldsOf(op.record)
	for i := range 3 {
		for j, field := range fields {
			text := strings.Join(append([]string{fmt.Sprintf("%s %d", elements[j], i)}, arguments...), "|")
			if i == 2 {
				text += ` <&>"' é世`
			}
			switch v := list.Index(i).FieldByName(field).Addr().Interface().(type) {
			case *xsd.DateTime:
				*v = dateTime(fmt.Sprintf("2026-11-21T10:%d:12.345", 11+i))
			case *int32:
				*v = int32(7*i - 3)
			case **string:
				switch {
				case i == 1 && j%3 == 1:
				case i == 2 && j%4 == 2:
					*v = pointer("")
				default:
					*v = &text
				}
			}
		}
	}
	return list.Interface()
}

// TestRecordedRequests checks that the server responds to recorded requests with
// the recorded status, media type and infoset.
func TestRecordedRequests(t *testing.T) {
	server := serve(t, service(recordedService))
	for _, x := range recorded {
		t.Run(x.name, func(t *testing.T) {
			op := operationNamed(x.operation)
			r := formRequest(x.binding, x.operation, x.form)
			if isSOAP(x.binding) {
				r = soapRequest(x.binding, x.operation, element(x.operation, x.content))
			}
			if x.noAction {
				delete(r.header, "SOAPAction")
			}
			got := send(t, server, r)
			if got.status != x.status {
				t.Fatalf("got status %d, want %d as recorded: %s", got.status, x.status, got.body)
			}
			switch {
			case x.fault != "":
				checkEqual(t, "Content-Type", got.contentType(), responseTypes[x.binding])
				code, _ := faultIn(t, x.binding, got.body)
				checkEqual(t, "code", code, x.fault)
			case x.status != http.StatusOK:
				checkEqual(t, "Content-Type", got.contentType(), "text/plain; charset=utf-8")
			default:
				checkEqual(t, "Content-Type", got.contentType(), responseTypes[x.binding])
				content := ""
				if len(x.arguments) == 0 || x.arguments[0] != "none" {
					content = recordsXML(op.record, recordedList(op, x.arguments))
				}
				sameInfoset(t, got.body, resultXML(op, x.binding, content))
			}
			if strings.Contains(string(got.body), "boom") {
				t.Error("the response contains the text of the service's error")
			}
		})
	}
}

// TestDeviationsFromRecordedResponses checks all deliberate differences from the
// recorded responses.
func TestDeviationsFromRecordedResponses(t *testing.T) {
	server := serve(t, service(recordedService))
	for _, x := range deviations {
		t.Run(x.name, func(t *testing.T) {
			got := send(t, server, x.request)
			if got.status != x.status {
				t.Errorf("got status %d, want %d (recorded: %d)", got.status, x.status, x.recorded)
			}
			if !strings.Contains(string(got.body), x.contains) {
				t.Errorf("got %s, want it to contain %q", got.body, x.contains)
			}
		})
	}
}
