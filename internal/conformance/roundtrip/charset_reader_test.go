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
	{"windows-1250", "Łódź"}, {"windows-1251", "Москва"}, {"windows-1255", "חיפה"}, {"iso-8859-2", "Plzeň"}, {"ISO-8859-15", "Œuvre 5 €"},
	{"koi8-r", "Вокзал"}, {"gb2312", "北京"}, {"Shift_JIS", "東京駅"}, {"shift_jis", strings.Repeat("東京駅 ", 200_000)},
}

// TestRequestsInOtherEncodings checks WithCharsetReader in a handler: the encoding is that of the media type, or of the XML
// declaration.
func TestRequestsInOtherEncodings(t *testing.T) {
	var got callRecorder
	server := serve(t, got.service(), soap.WithCharsetReader(readCharset))
	for _, test := range otherEncodings {
		for _, b := range []soap.Binding{soap.SOAP11, soap.SOAP12, soap.HTTPPost} {
			for _, declared := range []bool{false, true} {
				r := soapRequest(b, "getStationsFilterXML", element("getStationsFilterXML", "<StationText>"+test.text+"</StationText>"))
				r.body = strings.TrimPrefix(r.body, prolog)
				r.header["Content-Type"] = withCharset(b, test.name)
				switch {
				case b == soap.HTTPPost && declared:
					continue
				case b == soap.HTTPPost:
					r = formRequest(b, "getStationsFilterXML", "StationText="+test.text)
					r.header["Content-Type"] = withCharset(b, test.name)
				case declared:
					r.body = `<?xml version="1.0" encoding="` + test.name + `"?>` + r.body
					r.header["Content-Type"] = withCharset(b, "")
				}
				r.body = encoded(t, test.name, r.body)
				got = callRecorder{}
				if answer := send(t, server, r); answer.status != http.StatusOK {
					t.Errorf("%s, %s: status %d: %s", b, test.name, answer.status, answer.body)
					continue
				}
				if d := difference(got.arguments, []*string{&test.text}); d != "" {
					t.Errorf("%s, %s: %.200s", b, test.name, d)
				}
			}
		}
	}
}

// TestBadCharsetReader checks that an encoding that the reader does not know is not supported, and that texts that it cannot
// read, or makes too long, are errors of the sender.
func TestBadCharsetReader(t *testing.T) {
	server := serve(t, mustNotBeCalled(t), soap.WithCharsetReader(func(name string, input io.Reader) (io.Reader, error) {
		switch name {
		case "x-endless":
			return io.MultiReader(input, zeros{}), nil
		case "x-broken":
			return io.MultiReader(io.LimitReader(input, 10), iotest.ErrReader(errors.New("bad byte"))), nil
		}
		return nil, errors.New("not known")
	}))
	for _, b := range soapBindings {
		for name, want := range map[string]string{"x-endless": "in UTF-8, three times as many as in x-endless", "x-broken": "bad byte"} {
			r := soapRequest(b, "getCurrentTrainsXML", element("getCurrentTrainsXML", ""))
			r.header["Content-Type"] = withCharset(b, name)
			checkError(t, b, send(t, server, r), soap.FaultClient, want, "line 1")
		}
		r := soapRequest(b, "getCurrentTrainsXML", element("getCurrentTrainsXML", ""))
		r.header["Content-Type"] = withCharset(b, "x-other")
		if got := send(t, server, r); got.status != http.StatusUnsupportedMediaType {
			t.Errorf("%s: status %d: %s", b, got.status, got.body)
		}
	}
}

// TestResponsesInOtherEncodings checks WithCharsetReader in a client, which reads a list at once or item by item.
func TestResponsesInOtherEncodings(t *testing.T) {
	for _, test := range otherEncodings {
		for _, b := range bindings {
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
