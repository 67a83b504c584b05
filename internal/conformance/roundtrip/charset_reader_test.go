package roundtrip

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"

	"golang.org/x/text/encoding/htmlindex"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/templates/soap"
)

// readCharset knows the encodings of browsers.
func readCharset(name string, input io.Reader) (io.Reader, error) {
	e, err := htmlindex.Get(name)
	if err != nil {
		return nil, err
	}
	return e.NewDecoder().Reader(input), nil
}

func encoded(t *testing.T, name, text string) string {
	t.Helper()
	e, err := htmlindex.Get(name)
	if err != nil {
		t.Fatal(err)
	}
	text, err = e.NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// otherEncodings are encodings that only an option can read, with a text each.
var otherEncodings = []struct{ name, text string }{
	{"windows-1250", "Łódź"}, {"ISO-8859-15", "Œuvre 5 €"}, {"koi8-r", "Вокзал"}, {"Shift_JIS", "東京駅"}, {"shift_jis", strings.Repeat("東京駅 ", 200_000)},
}

// TestRequestsInOtherEncodings checks WithCharsetReader in a handler: the encoding is that of the media type, or of the XML
// declaration.
func TestRequestsInOtherEncodings(t *testing.T) {
	var got callRecorder
	server := serve(t, got.service(), soap.WithCharsetReader(readCharset))
	for _, test := range otherEncodings {
		call := strings.TrimPrefix(envelope(soap.SOAP12, element("getStationsFilterXML", "<StationText>"+test.text+"</StationText>")), prolog)
		for _, r := range []request{
			{"POST", path, map[string]string{"Content-Type": "application/soap+xml; charset=" + test.name}, call},
			{"POST", path, map[string]string{"Content-Type": "application/soap+xml"}, `<?xml version="1.0" encoding="` + test.name + `"?>` + call},
			{"POST", path + "/getStationsFilterXML", map[string]string{"Content-Type": requestTypes[soap.HTTPPost] + "; charset=" + test.name}, "StationText=" + test.text},
		} {
			r.body = encoded(t, test.name, r.body)
			got = callRecorder{}
			if answer := send(t, server, r); answer.status != http.StatusOK {
				t.Errorf("%s to %s: status %d: %s", test.name, r.target, answer.status, answer.body)
				continue
			}
			if d := difference(got.arguments, []*string{&test.text}); d != "" {
				t.Errorf("%s to %s: %.200s", test.name, r.target, d)
			}
		}
	}
}

// TestBadCharsetReader checks that an encoding that the reader does not know is not supported, and that texts that it cannot
// read, or makes too long, are errors of the sender.
func TestBadCharsetReader(t *testing.T) {
	server := serve(t, always(nil, errors.New("called")), soap.WithCharsetReader(func(name string, input io.Reader) (io.Reader, error) {
		switch name {
		case "x-endless":
			return io.MultiReader(input, zeros{}), nil
		case "x-broken":
			return io.MultiReader(io.LimitReader(input, 10), iotest.ErrReader(errors.New("bad byte"))), nil
		}
		return nil, errors.New("not known")
	}))
	for name, want := range map[string]string{"x-endless": "in UTF-8, three times as many as in x-endless", "x-broken": "bad byte", "x-other": ""} {
		r := soapRequest(soap.SOAP12, "getCurrentTrainsXML", element("getCurrentTrainsXML", ""))
		r.header["Content-Type"] = "application/soap+xml; charset=" + name
		answer := send(t, server, r)
		if name == "x-other" {
			if answer.status != http.StatusUnsupportedMediaType {
				t.Errorf("status %d: %s", answer.status, answer.body)
			}
			continue
		}
		code, reason := faultIn(t, soap.SOAP12, answer.body)
		if answer.status != http.StatusBadRequest || code != "Sender" || !strings.Contains(reason, want) || !strings.Contains(reason, "line 1") {
			t.Errorf("%s: status %d, %s: %s", name, answer.status, code, reason)
		}
	}
}

// TestResponsesInOtherEncodings checks WithCharsetReader in a client, which reads a list at once or item by item.
func TestResponsesInOtherEncodings(t *testing.T) {
	for _, test := range otherEncodings {
		for _, b := range []soap.Binding{soap.SOAP11, soap.HTTPGet} {
			doc := strings.TrimPrefix(resultXML(operationNamed("getAllStationsXML"), b, "<objStation><StationDesc>"+test.text+"</StationDesc></objStation>"), prolog)
			base, _, _ := strings.Cut(responseTypes[b], ";")
			server := listen(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", base)
				io.WriteString(w, encoded(t, test.name, `<?xml version="1.0" encoding="`+test.name+`"?>`+doc))
			}))
			client, want := dial(t, server, b, soap.WithCharsetReader(readCharset)), []realtime.ObjStation{{StationDesc: &test.text}}
			got, err := client.GetAllStationsXML(t.Context())
			if d := difference(got, want); err != nil || d != "" {
				t.Errorf("%s, %s: %v, %.200s", b, test.name, err, d)
			}
			got = nil
			for station, err := range client.GetAllStationsXMLSeq(t.Context()) {
				if err != nil {
					t.Errorf("%s, %s, item by item: %v", b, test.name, err)
				}
				got = append(got, station)
			}
			if d := difference(got, want); d != "" {
				t.Errorf("%s, %s, item by item: %.200s", b, test.name, d)
			}
			if _, err := dial(t, server, b).GetAllStationsXML(t.Context()); err == nil || !strings.Contains(err.Error(), "is not supported") {
				t.Errorf("%s, %s, without the option: %v", b, test.name, err)
			}
		}
	}
}

// zeros is text without an end.
type zeros struct{}

func (zeros) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = '0'
	}
	return len(b), nil
}
