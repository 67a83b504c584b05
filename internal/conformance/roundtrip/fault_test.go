package roundtrip

import (
	"encoding/xml"
	"strings"
	"testing"

	"example.com/quartet/templates/soap"
)

// fault is a SOAP fault of either version, read by encoding/xml.
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

// faultIn reads the fault of a response. It removes the prefix of the code,
// which must be soap.
func faultIn(t testing.TB, b soap.Binding, body []byte) fault {
	t.Helper()
	var f fault
	if b == soap.SOAP12 {
		var doc fault12
		if err := xml.Unmarshal(body, &doc); err != nil || doc.Fault == nil {
			t.Fatalf("want a SOAP 1.2 fault, got (error: %v): %s", err, body)
		}
		if doc.Fault.Reason.Lang == "" {
			t.Errorf("the fault's reason has no xml:lang: %s", body)
		}
		f = fault{doc.Fault.Code, doc.Fault.Reason.Text, doc.Fault.Detail.Content, doc.Header.Content}
	} else {
		var doc fault11
		if err := xml.Unmarshal(body, &doc); err != nil || doc.Fault == nil {
			t.Fatalf("want a SOAP 1.1 fault, got (error: %v): %s", err, body)
		}
		f = fault{doc.Fault.Code, doc.Fault.Reason, doc.Fault.Detail.Content, doc.Header.Content}
	}
	code, ok := strings.CutPrefix(f.code, "soap:")
	if !ok {
		t.Errorf("got fault code %q, want prefix soap", f.code)
	}
	f.code = code
	return f
}

// faultCodeNames are the local names of the fault codes for client and server
// errors.
var faultCodeNames = map[soap.Binding]map[soap.FaultCode]string{
	soap.SOAP11: {soap.FaultClient: "Client", soap.FaultServer: "Server"},
	soap.SOAP12: {soap.FaultClient: "Sender", soap.FaultServer: "Receiver"},
}

// faultStatus returns the HTTP status of a fault (SOAP 1.1 section 6.2, SOAP 1.2
// part 2 section 7.5.2.2), or of an error of HTTP GET and POST.
func faultStatus(b soap.Binding, code soap.FaultCode) int {
	if b != soap.SOAP11 && code == soap.FaultClient {
		return 400
	}
	return 500
}

// checkError checks an error response: a SOAP fault, or one line of text for
// HTTP GET and POST. The reason must contain all strings of contains.
func checkError(t testing.TB, b soap.Binding, got response, code soap.FaultCode, contains ...string) {
	t.Helper()
	if want := faultStatus(b, code); got.status != want {
		t.Errorf("%s: got status %d, want %d: %.500s", b, got.status, want, got.body)
	}
	reason := ""
	if isSOAP(b) {
		checkEqual(t, "Content-Type", got.contentType(), responseTypes[b])
		f := faultIn(t, b, got.body)
		checkEqual(t, b.String()+" code", f.code, faultCodeNames[b][code])
		reason = f.reason
	} else {
		reason = textLine(t, got)
	}
	for _, want := range contains {
		if !strings.Contains(reason, want) {
			t.Errorf("%s: got reason %q, want it to contain %q", b, reason, want)
		}
	}
}

// textLine checks that a response is one line of plain text, and returns the line.
func textLine(t testing.TB, got response) string {
	t.Helper()
	checkEqual(t, "Content-Type", got.contentType(), "text/plain; charset=utf-8")
	text := string(got.body)
	if strings.Count(text, "\n") != 1 || !strings.HasSuffix(text, "\n") || strings.ContainsAny(text, "\r\u0085\u2028\u2029") {
		t.Errorf("got %q, want one line", text)
	}
	return strings.TrimSuffix(text, "\n")
}
