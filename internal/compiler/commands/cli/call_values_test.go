package cli_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/commands/cli"
	"example.com/quartet/internal/compiler/testing/testfile"
)

// answersContract has an operation whose result has a file, a name, a switch and a number.
const answersContract = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:t" targetNamespace="urn:t"><types>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t" elementFormDefault="qualified"><xs:element name="get"><xs:complexType/></xs:element>
<xs:element name="getResponse"><xs:complexType><xs:sequence><xs:element name="f" type="xs:base64Binary"/><xs:element name="n" type="xs:string"/><xs:element name="b" type="xs:boolean"/>
<xs:element name="i" type="xs:int" minOccurs="0"/></xs:sequence></xs:complexType></xs:element></xs:schema></types>
<message name="in"><part name="p" element="t:get"/></message><message name="out"><part name="p" element="t:getResponse"/></message>
<portType name="T"><operation name="get"><input message="t:in"/><output message="t:out"/></operation></portType>
<binding name="B" type="t:T"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="get"><soap:operation/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
<service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service></definitions>`

// callAnswers has call ask a server, which answers with elements of a result, and with a part beside them.
func callAnswers(t *testing.T, elements string, flags ...string) (code int, out, errors string) {
	t.Helper()
	mediaType, body := withParts(answered("", elements), "Content-ID: <a1>\r\n\r\nhello")
	return callEnvelope(t, mediaType, body, flags...)
}

// withParts returns a message with parts, which have their headers, beside an envelope.
func withParts(envelope string, parts ...string) (mediaType, body string) {
	all := append([]string{"Content-Type: text/xml\r\n\r\n" + envelope}, parts...)
	return `multipart/related; boundary=b; type="text/xml"`, "--b\r\n" + strings.Join(all, "\r\n--b\r\n") + "\r\n--b--\r\n"
}

func answered(header, elements string) string {
	return `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">` + header + `<s:Body><getResponse xmlns="urn:t">` + elements + "</getResponse></s:Body></s:Envelope>"
}

// answering returns the address of a server with one answer.
func answering(t *testing.T, mediaType, body string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", mediaType)
		_, _ = io.WriteString(w, body)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// callEnvelope has call ask a server with one answer.
func callEnvelope(t *testing.T, mediaType, body string, flags ...string) (code int, out, errors string) {
	t.Helper()
	contract := filepath.Join(t.TempDir(), "answers.wsdl")
	testfile.Write(t, contract, answersContract)
	var stdout, stderr bytes.Buffer
	code = cli.Main(append([]string{"call", contract, "get", "--config=", "--json", "--endpoint", answering(t, mediaType, body)}, flags...), &stdout, &stderr)
	return code, strings.Join(strings.Fields(stdout.String()), " "), stderr.String()
}

// TestCallPartReference: call reads the part to which an element refers.
func TestCallPartReference(t *testing.T) {
	for _, f := range []string{`<f href="cid:a1"/>`, `<f><Include xmlns="http://www.w3.org/2004/08/xop/include" href="cid:a1"/></f>`} {
		code, stdout, stderr := callAnswers(t, f+`<n>n</n><b>true</b>`)
		if code != 0 || stdout != `{ "f": "aGVsbG8=", "n": "n", "b": true }` {
			t.Errorf("%s: code %d, output %s, errors %s", f, code, stdout, stderr)
		}
	}
	code, stdout, stderr := callAnswers(t, `<f href="cid:a2"/><n>n</n><b>true</b>`)
	if code != 5 || stdout != "" || !strings.Contains(stderr, `getResponse/f): the message has no part with the Content-ID "a2"`) {
		t.Errorf("code %d, output %s, errors %s", code, stdout, stderr)
	}
}

// TestCallLenientValues: values that are not valid are an error, which names the flag that reads them with a warning.
func TestCallLenientValues(t *testing.T) {
	const answer = `<f>QUI</f><n>n</n><b>True</b><i/>`
	code, stdout, stderr := callAnswers(t, answer)
	if code != 5 || stdout != "" || !strings.Contains(stderr, `"QUI" is not an xs:base64Binary; use soap.WithLenientValues, or go tool quartet call --lenient-values, to accept it`) {
		t.Errorf("code %d, output %s, errors %s", code, stdout, stderr)
	}
	code, stdout, stderr = callAnswers(t, answer, "--lenient-values")
	want := `warning: line 1, column 100 (Envelope/Body/getResponse/f): "QUI" is not an xs:base64Binary; it is read as "QUI="
warning: line 1, column 118 (Envelope/Body/getResponse/b): "True" is not an xs:boolean; it is read as "true"
warning: line 1, column 129 (Envelope/Body/getResponse/i): "" is not an xs:int; it is read as absent
`
	if code != 0 || stdout != `{ "f": "QUI=", "n": "n", "b": true }` || !strings.Contains(stderr, want) {
		t.Errorf("code %d, output %s, errors %s", code, stdout, stderr)
	}
	for elements, want := range map[string]string{
		"<n>n</n>":               "the element b is missing; it is read as absent\n",
		"<n>n</n><b>perhaps</b>": `"perhaps" is not an xs:boolean; it is read as absent` + "\n",
	} {
		code, stdout, stderr = callAnswers(t, elements, "--lenient-values")
		if code != 0 || stdout != `{ "n": "n" }` || !strings.Contains(stderr, want) {
			t.Errorf("%s: code %d, output %s, errors %s", elements, code, stdout, stderr)
		}
	}
}

// TestCallAccepts: the errors for an envelope of another media type and for a mandatory header block name the flags that accept them.
func TestCallAccepts(t *testing.T) {
	answer := answered(`<s:Header><h:Trace xmlns:h="urn:h" s:mustUnderstand="1"/></s:Header>`, "<f></f><n>n</n><b>true</b>")
	flags := []string{}
	for _, next := range []struct {
		wrong string
		flag  []string
	}{
		{`the envelope came as "text/html"; use soap.WithAnyMediaType, or go tool quartet call --any-media-type, to read it`, []string{"--any-media-type"}},
		{`the header {urn:h}Trace is mandatory and not understood; use soap.WithUnderstood, or go tool quartet call --understood, if your program obeys it`, []string{"--understood", "{urn:h}Trace"}},
	} {
		if code, _, stderr := callEnvelope(t, "text/html", answer, flags...); code != 5 || !strings.Contains(stderr, next.wrong) {
			t.Errorf("code %d, errors %s", code, stderr)
		}
		flags = append(flags, next.flag...)
	}
	if code, stdout, stderr := callEnvelope(t, "text/html", answer, flags...); code != 0 || stdout != `{ "f": "", "n": "n", "b": true }` {
		t.Errorf("code %d, output %s, errors %s", code, stdout, stderr)
	}
	if code, _, stderr := callEnvelope(t, "text/html", answer, "--understood", "Trace"); code != 2 || !strings.Contains(stderr, `--understood "Trace": want {NAMESPACE}LOCAL`) {
		t.Errorf("code %d, errors %s", code, stderr)
	}
}
