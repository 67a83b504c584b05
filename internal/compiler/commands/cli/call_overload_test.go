package cli_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/commands/cli"
)

// TestCallFindsOverloadOfXML gives requests as XML: of operations whose requests have one element, the one with its parts is called.
func TestCallFindsOverloadOfXML(t *testing.T) {
	const contract = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
<message name="none"/><message name="one"><part name="a" type="xs:int"/></message><message name="two"><part name="a" type="xs:int"/><part name="b" type="xs:int"/></message>
<portType name="p"><operation name="find"><input name="all" message="t:none"/></operation><operation name="find"><input name="first" message="t:one"/></operation><operation name="find"><input name="both" message="t:two"/></operation></portType>
<binding name="b" type="t:p"><soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
<operation name="find"><soap:operation soapAction="all"/><input name="all"><soap:body use="literal" namespace="urn:t"/></input></operation>
<operation name="find"><soap:operation soapAction="first"/><input name="first"><soap:body use="literal" namespace="urn:t"/></input></operation>
<operation name="find"><soap:operation soapAction="both"/><input name="both"><soap:body use="literal" namespace="urn:t"/></input></operation></binding>
<service name="s"><port name="p" binding="t:b"><soap:address location="http://127.0.0.1:1/"/></port></service></definitions>`
	file := filepath.Join(t.TempDir(), "find.wsdl")
	if err := os.WriteFile(file, []byte(contract), 0o600); err != nil {
		t.Fatal(err)
	}
	for parts, action := range map[string]string{"": "all", "<a>1</a>": "first", "<a>1</a><b>2</b>": "both"} {
		var out, errors bytes.Buffer
		code := cli.Main([]string{"call", file, "find", `<t:find xmlns:t="urn:t">` + parts + `</t:find>`, "--curl", "--config="}, &out, &errors)
		if want := `SOAPAction: "` + action + `"`; code != 0 || !strings.Contains(out.String(), want) {
			t.Errorf("%s: code %d, %s%s, want %s", parts, code, &out, &errors, want)
		}
	}
}
