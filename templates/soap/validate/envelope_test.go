package validate

import (
	"strings"
	"testing"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
)

// block is a declared block with a local name of urn:t.
type block struct {
	local   string
	encoded bool
}

func (b block) IsEncoded() bool { return b.encoded }

func (b block) Matches(d *schema.Decoder) codec.Match {
	if d.HasTag("urn:t", b.local) {
		return codec.MatchExact
	}
	return codec.MatchNone
}

// messageTable returns a table of a contract whose header blocks have types and no elements; two of them have the same name.
func messageTable() *schema.Table {
	text := `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:t" xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t">
		<message name="first"><part name="n" type="xs:int"/><part name="m" type="xs:int"/><part name="b" type="xs:int"/><part name="x" type="xs:int"/></message>
		<message name="second"><part name="n" type="xs:boolean"/></message>
		<portType name="p"><operation name="o"><input message="t:first"/></operation></portType>
		<binding name="b" type="t:p"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="o"><input>`
	for _, block := range []string{"first n", "second n", "first m", "first b", "first x"} {
		message, part, _ := strings.Cut(block, " ")
		text += `<soap:header message="t:` + message + `" part="` + part + `" use="literal" namespace="urn:t"/>`
	}
	table := &schema.Table{Namespaces: testNamespaces, Source: documents("t.wsdl", text+`</input></operation></binding></definitions>`)}
	codec.Define(table)
	return table
}

// TestMalformedMessage: a document without a root has an error, and the validation of it ends.
func TestMalformedMessage(t *testing.T) {
	for _, doc := range []string{"", "x", "<a", "<n xmlns='urn:t'"} {
		if err := Message(messageTable(), []byte(doc)); err == nil {
			t.Errorf("%q has no error", doc)
		}
	}
}

// TestEnvelopes validates the declared blocks of a header, the body, and the declared details of faults.
func TestEnvelopes(t *testing.T) {
	checker := checkerOf(messageTable())
	what := &soap.Comparison{
		Soap:    true,
		Blocks:  []contract.DeclaredBlock{block{"m", false}, block{"x", true}, block{"b", false}},
		Details: []contract.DeclaredBlock{block{"m", false}},
		ForMe:   func(d *schema.Decoder) bool { _, other := d.Attr("", "other"); return !other },
	}
	for content, want := range map[string]string{
		`<s:Body><n>1</n></s:Body>`:                                                            "",
		`<s:Body><n>true</n></s:Body>`:                                                         "", // as the other message of that name
		`<s:Body><n>x</n></s:Body>`:                                                            `/n (line 1, column`,
		`<s:Header><m>1</m></s:Header><s:Body><n>true</n></s:Body>`:                            "",
		`<s:Header><m>x</m></s:Header><s:Body><n>true</n></s:Body>`:                            `/m (line 1, column`,
		`<s:Header><b>1</b><m>x</m></s:Header><s:Body/>`:                                       `/m (line 1, column`,
		`<s:Header><m other="">x</m></s:Header><s:Body/>`:                                      "",
		`<s:Header><x>x</x></s:Header><s:Body/>`:                                               "", // encoded
		`<s:Header><n>x</n></s:Header><s:Body/>`:                                               "", // not declared
		`<s:Body><s:Fault><faultcode>x</faultcode><n>x</n></s:Fault></s:Body>`:                 "",
		`<s:Body><s:Fault><detail xmlns=""><m xmlns="urn:t">1</m></detail></s:Fault></s:Body>`: "",
		`<s:Body><s:Fault><detail xmlns=""><m xmlns="urn:t">x</m></detail></s:Fault></s:Body>`: `/m (line 1, column`,
		`<s:Body><s:Fault><detail xmlns=""><b xmlns="urn:t">x</b></detail></s:Fault></s:Body>`: "",
		`<s:Body><s:Fault><detail><m>x</m></detail></s:Fault></s:Body>`:                        "", // not that of SOAP 1.1
		`<other><n>x</n></other><s:Body/>`:                                                     "",
	} {
		err := checker.Message(t.Context(), []byte(`<s:Envelope xmlns:s="`+soap.SOAP11Namespace+`" xmlns="urn:t">`+content+`</s:Envelope>`), what)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s\n%v, want %q", content, err, want)
		}
	}
	v12 := `<s:Envelope xmlns:s="` + soap.SOAP12Namespace + `" xmlns="urn:t"><s:Body><s:Fault><s:Detail><m>x</m></s:Detail></s:Fault></s:Body></s:Envelope>`
	if err := checker.Message(t.Context(), []byte(v12), what); err == nil {
		t.Error("the detail of a fault of SOAP 1.2 is not validated")
	}
}
