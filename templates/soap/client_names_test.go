package soap

import (
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"example.com/quartet/templates/soap/contract"
)

// TestMistakenNames: a client does not drop what has the name of an element but for case or namespace. It is an error, which
// names an option that reads it.
func TestMistakenNames(t *testing.T) {
	const result = "<getStopsResponse><getStopsResult>|</getStopsResult></getStopsResponse>"
	in := `its name is "|" in the namespace "` + depotNS + `" (see elementFormDefault in the schema); use soap.WithLenientNames`
	for _, c := range []struct {
		content string
		want    string // the error; "": none
	}{
		{`<stop><Name>a</Name></stop>`, ""},
		{`<stop xmlns=""><Name>a</Name></stop>`, `(Envelope/Body/getStopsResponse/getStopsResult/stop): the element "stop" in no namespace is not known; ` + strings.Replace(in, "|", "stop", 1)},
		{`<Stop><Name>a</Name></Stop>`, `the element "Stop" is not known; its name is "stop"; use soap.WithLenientNames`},
		{`<stop><name>a</name></stop>`, `getStopsResult/stop[1]/name): the element "name" is not known; its name is "Name"; `},
		{`<stop><Name xmlns="urn:x">a</Name></stop>`, `in the namespace "urn:x" is not known`},
		{`<stop><Name>a</Name><Name xmlns="">b</Name></stop>`, ""},
		{`<stop><name>b</name><Name>a</Name></stop>`, ""},
		{`<stop><Name>a</Name><Platform/></stop>`, ""},
	} {
		doc := envelope(contract.SOAP11, strings.Replace(strings.Replace(result, "|", c.content, 1), ">", ` xmlns="`+depotNS+`">`, 1))
		for _, lenient := range []bool{false, true} {
			var opts []ClientOption
			if lenient {
				opts = append(opts, WithLenientNames())
			}
			for how, stops := range readStops(t, doc, opts) {
				switch wantErr := c.want != "" && !lenient; {
				case wantErr && (stops.err == nil || !strings.Contains(stops.err.Error(), c.want)):
					t.Errorf("%s, %s: %v, want %s", how, c.content, stops.err, c.want)
				case !wantErr && (stops.err != nil || !reflect.DeepEqual(stops.list, []stop{{Name: "a"}})):
					t.Errorf("%s, %s, lenient %v: %+v, %v", how, c.content, lenient, stops.list, stops.err)
				}
			}
		}
	}
	for _, wrapped := range []string{
		`<getstopsresponse xmlns="` + depotNS + `"><getStopsResult><stop><Name>a</Name></stop></getStopsResult></getstopsresponse>`,
		`<getStopsResponse><getStopsResult xmlns="` + depotNS + `"><stop><Name>a</Name></stop></getStopsResult></getStopsResponse>`,
		`<getStopsResponse xmlns="` + depotNS + `"><getStopsResult xmlns=""><stop><Name>a</Name></stop></getStopsResult></getStopsResponse>`,
	} {
		for how, stops := range readStops(t, envelope(contract.SOAP11, wrapped), nil) {
			if stops.err == nil || !strings.Contains(stops.err.Error(), "soap.WithLenientNames") {
				t.Errorf("%s, %s: %v", how, wrapped, stops.err)
			}
		}
		for how, stops := range readStops(t, envelope(contract.SOAP11, wrapped), []ClientOption{WithLenientNames()}) {
			if stops.err != nil || !reflect.DeepEqual(stops.list, []stop{{Name: "a"}}) {
				t.Errorf("%s, %s, lenient: %+v, %v", how, wrapped, stops.list, stops.err)
			}
		}
	}
}

type stopsOrError struct {
	list []stop
	err  error
}

// readStops reads a response at once, and item by item in pieces of one byte.
func readStops(t *testing.T, doc string, opts []ClientOption) map[string]stopsOrError {
	t.Helper()
	client := func() *depotClient {
		body := iotest.OneByteReader(strings.NewReader(doc))
		return dialDepot(t, "http://depot.example/", contract.SOAP11, append(opts, WithHTTPClient(answering(200, "text/xml", body)))...)
	}
	list, err := client().GetStops(t.Context())
	items, itemErr := collect(client().GetStopsSeq(t.Context()))
	return map[string]stopsOrError{"at once": {list, err}, "item by item": {items, itemErr}}
}
