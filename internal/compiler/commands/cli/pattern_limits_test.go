package cli_test

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/quartet/internal/compiler/commands/cli"
	"example.com/quartet/internal/compiler/testing/testfile"
	"example.com/quartet/internal/conformance/cost"
)

// patternContract is a contract whose operation place takes and returns codes of a type.
func patternContract(facet string) string {
	content := `<xs:complexType><xs:sequence><xs:element name="code" minOccurs="0" maxOccurs="unbounded"><xs:simpleType><xs:restriction base="xs:string">` + facet +
		`</xs:restriction></xs:simpleType></xs:element></xs:sequence></xs:complexType></xs:element>`
	return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
<types><xs:schema targetNamespace="urn:t" elementFormDefault="qualified"><xs:element name="place">` + content + `<xs:element name="placed">` + content + `</xs:schema></types>
<message name="in"><part name="p" element="t:place"/></message><message name="out"><part name="p" element="t:placed"/></message>
<portType name="p"><operation name="place"><input message="t:in"/><output message="t:out"/></operation></portType>
<binding name="b" type="t:p"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
<operation name="place"><soap:operation soapAction=""/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
<service name="s"><port name="p" binding="t:b"><soap:address location="http://localhost/s"/></port></service></definitions>`
}

// serveInBackground starts "quartet serve" until the test ends, and returns the address of the service.
func serveInBackground(t *testing.T, contract string) string {
	t.Helper()
	command := exec.Command(os.Args[0], "serve", "--addr", "127.0.0.1:0", "--config=", contract)
	command.Args[0] = "quartet" // what TestMain runs
	stdout, err := command.StdoutPipe()
	if err == nil {
		err = command.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = command.Process.Kill()
		_ = command.Wait()
	})
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(strings.TrimPrefix(line, "Serving "))
}

// TestLimitPatternsOfCommands: a contract whose pattern is much work costs call and serve little. What exceeds the limit is
// refused with the element and the limit; the answers that call prints are not compared with the schema.
func TestLimitPatternsOfCommands(t *testing.T) {
	const bound = time.Minute
	const problem = "patterns, or identity constraints of nested elements, take more than 32 steps for each byte of the document"
	codes := strings.Repeat("<code>"+strings.Repeat("a", 998)+"</code>", 9000)
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		testfile.Write(t, path, text)
		return path
	}
	slow := file("slow.wsdl", patternContract(`<xs:pattern value="(a?){500}a{500}"/>`))
	valid := file("valid.wsdl", patternContract(`<xs:pattern value="(a?){4}a{0,998}"/>`))
	plain := file("plain.wsdl", patternContract(""))
	request := file("request.xml", `<place xmlns="urn:t">`+codes+`</place>`)
	answer := answering(t, "text/xml", `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><placed xmlns="urn:t">`+codes+`</placed></e:Body></e:Envelope>`)
	for name, c := range map[string]struct {
		args   []string
		code   int
		stderr string
	}{
		"request of call":                   {[]string{slow, "place", "@" + request, "--endpoint", answer}, 2, "the request is not valid: /place/code[1]: patterns"},
		"request of serve":                  {[]string{plain, "place", "@" + request, "--endpoint", serveInBackground(t, slow)}, 4, "reason /place/code[1] (line 1, column "},
		"request of call, within --timeout": {[]string{valid, "place", "@" + request, "--endpoint", answer, "--timeout", "1ns"}, 5, "place: the request has not been validated within 1ns"},
		"response of call":                  {[]string{slow, "place", "--endpoint", answer}, 0, ""},
	} {
		var stdout, stderr bytes.Buffer
		start := cost.CPU()
		code := cli.Main(append([]string{"call", "--config="}, c.args...), &stdout, &stderr)
		took := cost.CPU() - start
		said := strings.Join(strings.Fields(stderr.String()), " ")
		if code != c.code || !strings.Contains(said, c.stderr) || strings.Contains(said, problem) != (c.stderr != "" && code != 5) || strings.Count(stdout.String(), "aaa\"") != map[bool]int{true: 9000}[code == 0] || took > bound {
			t.Errorf("%s, after %v: code %d, %d bytes\n%.500s", name, took, code, stdout.Len(), said)
		}
		t.Logf("limit: patterns, the %s (%d KiB) | %v | %v, code %d", name, len(codes)>>10, bound, took.Round(time.Millisecond), code)
	}
}
