package roundtrip

import (
	"encoding/xml"
	"strings"
	"testing"

	"example.com/quartet/gen/realtime"
)

// fault is a fault as encoding/xml reads it.
type fault struct {
	code, reason string
	detail       string
	header       string // content of the envelope's Header
}

type fault11 struct {
	XMLName xml.Name `xml:"http://schemas.xmlsoap.org/soap/envelope/ Envelope"`
	Header  struct {
		Content string `xml:",innerxml"`
	} `xml:"http://schemas.xmlsoap.org/soap/envelope/ Header"`
	Fault *struct {
		Code   string `xml:"faultcode"`
		Reason string `xml:"faultstring"`
		Detail struct {
			Content string `xml:",innerxml"`
		} `xml:"detail"`
	} `xml:"http://schemas.xmlsoap.org/soap/envelope/ Body>Fault"`
}

type fault12 struct {
	XMLName xml.Name `xml:"http://www.w3.org/2003/05/soap-envelope Envelope"`
	Header  struct {
		Content string `xml:",innerxml"`
	} `xml:"http://www.w3.org/2003/05/soap-envelope Header"`
	Fault *struct {
		Code   string `xml:"Code>Value"`
		Reason struct {
			Text string `xml:",chardata"`
			Lang string `xml:"http://www.w3.org/XML/1998/namespace lang,attr"`
		} `xml:"Reason>Text"`
		Detail struct {
			Content string `xml:",innerxml"`
		} `xml:"Detail"`
	} `xml:"http://www.w3.org/2003/05/soap-envelope Body>Fault"`
}

// faultIn reads a fault of a version of SOAP. The prefix of its code, which
// must be soap here, is left out.
func faultIn(t testing.TB, b realtime.Binding, body []byte) fault {
	t.Helper()
	var f fault
	if b == realtime.SOAP12 {
		var doc fault12
		if err := xml.Unmarshal(body, &doc); err != nil || doc.Fault == nil {
			t.Fatalf("no fault of SOAP 1.2 (%v): %s", err, body)
		}
		if doc.Fault.Reason.Lang == "" {
			t.Errorf("a reason without a language: %s", body)
		}
		f = fault{doc.Fault.Code, doc.Fault.Reason.Text, doc.Fault.Detail.Content, doc.Header.Content}
	} else {
		var doc fault11
		if err := xml.Unmarshal(body, &doc); err != nil || doc.Fault == nil {
			t.Fatalf("no fault of SOAP 1.1 (%v): %s", err, body)
		}
		f = fault{doc.Fault.Code, doc.Fault.Reason, doc.Fault.Detail.Content, doc.Header.Content}
	}
	code, ok := strings.CutPrefix(f.code, "soap:")
	if !ok {
		t.Errorf("the code is %q", f.code)
	}
	f.code = code
	return f
}

// codeNames are the names of the two classes of faults that blame one side.
var codeNames = map[realtime.Binding]map[realtime.FaultCode]string{
	realtime.SOAP11: {realtime.FaultClient: "Client", realtime.FaultServer: "Server"},
	realtime.SOAP12: {realtime.FaultClient: "Sender", realtime.FaultServer: "Receiver"},
}

// faultStatus is the HTTP status of a fault (SOAP 1.1 section 6.2, SOAP 1.2
// part 2 section 7.5.2.2), or of an error over HTTP GET and POST.
func faultStatus(b realtime.Binding, code realtime.FaultCode) int {
	if b != realtime.SOAP11 && code == realtime.FaultClient {
		return 400
	}
	return 500
}

// checkRefused checks an answer that blames one side, as its binding has it: a
// fault, or one line of text. The reason must contain every one of says.
func checkRefused(t testing.TB, b realtime.Binding, got response, code realtime.FaultCode, says ...string) {
	t.Helper()
	if want := faultStatus(b, code); got.status != want {
		t.Errorf("%s: status %d, want %d: %.500s", b, got.status, want, got.body)
	}
	reason := ""
	if isSOAP(b) {
		checkEqual(t, "Content-Type", got.contentType(), responseTypes[b])
		f := faultIn(t, b, got.body)
		checkEqual(t, b.String()+" code", f.code, codeNames[b][code])
		reason = f.reason
	} else {
		reason = textIn(t, got)
	}
	for _, want := range says {
		if !strings.Contains(reason, want) {
			t.Errorf("%s: the reason %q does not say %q", b, reason, want)
		}
	}
}

// textIn checks that an answer is one line of plain text, and returns it.
func textIn(t testing.TB, got response) string {
	t.Helper()
	checkEqual(t, "Content-Type", got.contentType(), "text/plain; charset=utf-8")
	text := string(got.body)
	if strings.Count(text, "\n") != 1 || !strings.HasSuffix(text, "\n") || strings.ContainsAny(text, "\r\u0085\u2028\u2029") {
		t.Errorf("not one line: %q", text)
	}
	return strings.TrimSuffix(text, "\n")
}
