package soap

import (
	"encoding/xml"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
)

// Whatever is sent is answered: with one of the statuses that there are, in a
// well-formed document or one line of text.
func FuzzHandler(f *testing.F) {
	for _, b := range []contract.Binding{contract.SOAP11, contract.SOAP12} {
		f.Add("POST", "", contentType(b), depotNS+"count", []byte(envelope(b, element("count", ""))))
		f.Add("POST", "", contentType(b), "", []byte(envelope(b, element("getStop", "<Code>a</Code><NumMins>5</NumMins>"))))
		f.Add("POST", "", contentType(b)+"; action=urn:first", "", []byte(envelope(b, element("shared", ""))))
	}
	for _, b := range []contract.Binding{contract.SOAP11, contract.SOAP12} {
		for _, block := range []string{`<d:note s:mustUnderstand="1">a</d:note>`, `<d:note s:role="urn:x" s:actor=" urn:x ">a</d:note>`, `<x s:mustUnderstand="9"/>`} {
			f.Add("POST", "", contentType(b), "", []byte(headed(b, block, element("noted", ""))))
		}
		f.Add("POST", "", contentType(b), "", []byte(headed(b, `<Action xmlns="http://www.w3.org/2005/08/addressing">urn:told</Action>`, element("ack", ""))))
		f.Add("POST", "", contentType(b), "", []byte(envelope(b, `<procedure s:encodingStyle="urn:x" xmlns="`+depotNS+`"><code>a</code></procedure>`)))
	}
	f.Add("POST", "/getStop", formMediaType, "", []byte("Code=a&NumMins=5"))
	f.Add("POST", "/getStop", formMediaType, "", []byte("code=%uD83D%uDE82&NumMins=%u0035"))
	f.Add("OPTIONS", "/getStop", "", "", []byte(nil))
	f.Add("GET", "/getStop?Code=a", "", "", []byte(nil))
	f.Add("GET", "?wsdl", "", "", []byte(nil))
	f.Add("GET", "?xsd=depot.xsd", "", "", []byte(nil))
	f.Add("PUT", "/x", "", "", []byte(nil))
	quiet, small := WithLogger(slog.New(slog.NewTextHandler(io.Discard, nil))), WithMaxRequestBytes(1<<16)
	asmx := allowing(f, newDepotHandler(echo(), small, quiet, WithASMX()), "*")
	handlers := []http.Handler{newDepotHandler(echo(), small, quiet), newProcedureHandler(), asmx}
	statuses := map[int]bool{200: true, 204: true, 400: true, 404: true, 405: true, 413: true, 415: true, 500: true}
	f.Fuzz(func(t *testing.T, method, target, mediaType, action string, body []byte) {
		for _, h := range handlers {
			r, err := http.NewRequest(method, "http://h.example"+depotPath+target, strings.NewReader(string(body)))
			if err != nil {
				return
			}
			r.Header["Content-Type"] = []string{mediaType}
			r.Header["Soapaction"] = []string{action}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if answer := w.Body.String(); !statuses[w.Code] {
				t.Errorf("status %d", w.Code)
			} else if answer != "" || h != asmx && w.Code != 204 {
				checkAnswer(t, w.Header().Get("Content-Type"), answer)
			}
		}
	})
}

// checkAnswer checks that an answer is a well-formed document or one line of text.
func checkAnswer(t *testing.T, mediaType, answer string) {
	switch got, _, _ := strings.Cut(mediaType, ";"); {
	case got == "text/plain" && !strings.HasPrefix(answer, "Depot\n"):
		if strings.Count(answer, "\n") != 1 || strings.Contains(answer, "\r") {
			t.Errorf("%q is not one line", answer)
		}
	case got == "text/plain":
	default:
		if err := xml.Unmarshal([]byte(answer), new(struct{})); err != nil {
			t.Errorf("%v: %s", err, answer)
		}
	}
}

// Whatever comes back is a result or an error.
func FuzzClientResponse(f *testing.F) {
	f.Add(200, "text/xml", []byte(envelope(contract.SOAP11, element("countResponse", "<countResult>1</countResult>"))))
	f.Add(500, "application/soap+xml", []byte(envelope(contract.SOAP12, "<s:Fault><s:Code><s:Value>s:Sender</s:Value></s:Code><s:Detail><a/></s:Detail></s:Fault>")))
	f.Add(500, "text/plain", []byte("no"))
	f.Add(200, "text/xml", []byte(element("int", "1")))
	f.Fuzz(func(t *testing.T, status int, mediaType string, body []byte) {
		for _, b := range allBindings {
			c := dialDepot(t, "http://h.example/", b, WithHTTPClient(doerFunc(func(*http.Request) (*http.Response, error) {
				header := http.Header{"Content-Type": {mediaType}}
				return &http.Response{StatusCode: status, Header: header, Body: io.NopCloser(strings.NewReader(string(body))), ContentLength: -1}, nil
			})))
			_, err := c.Count(t.Context())
			fault, ok := AsFault(err)
			if !ok {
				continue
			}
			if bad := checkDetail(fault.Detail, schema.Limits{}); bad != nil && strings.Count(fault.Detail, "<") < 60 {
				t.Errorf("detail %q: %v", fault.Detail, bad)
			}
		}
	})
}
