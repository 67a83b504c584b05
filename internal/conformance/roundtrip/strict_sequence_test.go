package roundtrip

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/templates/soap"
)

// TestStrictSequences reads lists with an unknown element item by item. With
// WithStrict that is an error, wherever the element occurs.
func TestStrictSequences(t *testing.T) {
	const item = `<objStation><StationCode>A</StationCode></objStation>`
	for name, list := range map[string]string{
		"between items":  item + `<more/>` + item,
		"inside an item": `<objStation><more/></objStation>`,
		"after items":    item + `<more/>`,
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/xml; charset=utf-8")
			w.Write([]byte(`<ArrayOfObjStation xmlns="http://realtime.rail.example/">` + list + `</ArrayOfObjStation>`))
		}))
		for _, strict := range []bool{false, true} {
			var options []soap.ClientOption
			if strict {
				options = append(options, soap.WithStrict())
			}
			client, err := realtime.NewClient(server.URL, soap.HTTPGet, options...)
			if err != nil {
				t.Fatal(err)
			}
			var last error
			for _, err := range client.GetAllStationsXMLSeq(t.Context()) {
				last = err
			}
			if refused := last != nil && strings.Contains(last.Error(), "more"); refused != strict {
				t.Errorf("%s, strict %t: got error %v, want an error that names the element: %t", name, strict, last, strict)
			}
		}
		server.Close()
	}
}
