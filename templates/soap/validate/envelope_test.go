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

// TestEnvelopes validates the declared blocks of a header, the body, and the declared details of faults.
func TestEnvelopes(t *testing.T) {
	number := func(name string, kind schema.Kind) schema.GlobalElement {
		return schema.GlobalElement{Row: schema.Row{Name: name, NS: 1, Kind: kind}, Message: true}
	}
	c := rowsCase{elements: schema.ElementList{number("n", codec.KindInt32), number("n", codec.KindBool), number("m", codec.KindInt32), number("b", codec.KindInt32), number("x", codec.KindInt32)}}
	checker := schemaChecker{types: c.table()}
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
