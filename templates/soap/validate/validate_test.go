package validate

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
)

// start is the start tag of the documents of schemas for content.
const start = `<r xmlns="urn:t">`

var manyNumbers = content(sequence(1, 1, number("a", 0, -1)))

// number returns an element with a number.
func number(name string, min, max int) string {
	return `<xs:element name="` + name + `" type="xs:int"` + occurrences(min, max) + `/>`
}

func sequence(min, max int, parts ...string) string { return group("sequence", min, max, parts...) }

func group(kind string, min, max int, parts ...string) string {
	return "<xs:" + kind + occurrences(min, max) + ">" + strings.Join(parts, "") + "</xs:" + kind + ">"
}

// occurrences returns the bounds as attributes; max -1 is none.
func occurrences(min, max int) string {
	if max < 0 {
		return fmt.Sprintf(` minOccurs="%d" maxOccurs="unbounded"`, min)
	}
	return fmt.Sprintf(` minOccurs="%d" maxOccurs="%d"`, min, max)
}

// There are ten problems at the most.
func TestManyProblems(t *testing.T) {
	types := schemaTable(manyNumbers)
	err := verdict(types, start+strings.Repeat("<a>x</a>", 1000)+"</r>")
	var invalid *Error
	if !errors.As(err, &invalid) || len(invalid.Problems) != 10 || invalid.Problems[9].Path != "/r/a[10]" {
		t.Errorf("%v", err)
	}
}

// Loops that are one inside the other are counted in every way that is possible.
func TestLoopsInLoops(t *testing.T) {
	for model, want := range map[string]map[int]bool{
		sequence(2, 2, sequence(2, 3, number("a", 1, 1))):                     {3: false, 4: true, 5: true, 6: true, 7: false},
		sequence(2, 2, sequence(1, 2, number("a", 2, 3))):                     {3: false, 4: true, 12: true, 13: false},
		sequence(0, -1, sequence(3, 3, number("a", 0, 1)), number("b", 0, 1)): {0: true, 1: true, 50: true},
		sequence(1, 1, sequence(0, 2, number("a", 5, 5)), number("a", 1, 1)):  {1: true, 5: false, 6: true, 11: true, 12: false},
	} {
		types := schemaTable(content(model))
		for n, valid := range want {
			if err := verdict(types, start+strings.Repeat("<a>1</a>", n)+"</r>"); (err == nil) != valid {
				t.Errorf("%s of %d: %v", model, n, err)
			}
		}
	}
}

// The time to validate grows only with the document, whatever the bounds are:
// anything else would take hours here.
func TestLargeBounds(t *testing.T) {
	for _, model := range []string{
		sequence(1, 1, number("a", 0, 1_000_000)), sequence(1, 1000, number("a", 1, 1000)),
		sequence(1, 1, group("choice", 0, -1, number("a", 1, 1), number("b", 1, 1)), `<xs:any processContents="skip" minOccurs="0" maxOccurs="unbounded"/>`),
		sequence(0, 1_000_000, number("a", 0, 1), number("b", 0, 1)),
	} {
		types := schemaTable(content(model))
		if err := verdict(types, start+strings.Repeat("<a>1</a>", 30_000)+"</r>"); err != nil {
			t.Errorf("%s: %v", model, err)
		}
	}
}

// Many goroutines may be the first.
func TestConcurrentValidation(t *testing.T) {
	types := schemaTable(content(sequence(1, 1, `<xs:element name="a" minOccurs="0" maxOccurs="unbounded"><xs:simpleType><xs:restriction base="xs:string">`+
		`<xs:pattern value="x"/><xs:enumeration value="x"/></xs:restriction></xs:simpleType></xs:element>`)))
	var all sync.WaitGroup
	for range 8 {
		all.Add(1)
		go func() {
			defer all.Done()
			if err := verdict(types, start+"<a>x</a></r>"); err != nil {
				t.Error(err)
			}
		}()
	}
	all.Wait()
}

// A member that adds no facets to a restricted union has the facets of that union.
func TestRestrictedUnionInUnion(t *testing.T) {
	types := schemaTable(of("t:all") + `<xs:simpleType name="u"><xs:union memberTypes="xs:int xs:boolean"/></xs:simpleType>` +
		`<xs:simpleType name="p"><xs:restriction base="t:u"><xs:pattern value="1|true"/></xs:restriction></xs:simpleType>` +
		`<xs:simpleType name="q"><xs:restriction base="t:p"/></xs:simpleType>` +
		`<xs:simpleType name="all"><xs:union memberTypes="t:q xs:date"/></xs:simpleType>`)
	for text, valid := range map[string]bool{"1": true, "true": true, "2026-11-21": true, "2": false, "false": false} {
		if err := verdict(types, `<r xmlns="urn:t">`+text+`</r>`); (err == nil) != valid {
			t.Errorf("%s: %v", text, err)
		}
	}
}

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

// TestMalformedMessage: a document that is not XML does not concern the schema, and the validation of it ends.
func TestMalformedMessage(t *testing.T) {
	for _, doc := range []string{"", "x", "<a", "<n xmlns='urn:t'", "<n xmlns='urn:t'>1</m>"} {
		var malformed *schema.DecodeError
		if err := Message(messageTable(), []byte(doc)); !errors.As(err, &malformed) {
			t.Errorf("%q: %v", doc, err)
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
		`<s:Body><s:Fault><detail><m>x</m></detail></s:Fault></s:Body>`:                        "", // not the detail of SOAP 1.1
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

// TestLeaves validates documents three times, so that the elements of the later ones have been in their places before: with
// and without a prefix.
func TestLeaves(t *testing.T) {
	types := schemaTable(`<xs:complexType name="unit"><xs:simpleContent><xs:extension base="xs:int"><xs:attribute name="u" use="required"/></xs:extension></xs:simpleContent></xs:complexType>` +
		content(`<xs:choice minOccurs="0" maxOccurs="unbounded"><xs:element name="d" type="xs:int" default="5"/><xs:element name="f" type="xs:int" fixed="7"/>`+
			`<xs:element name="s" type="xs:string"/><xs:element name="u" type="t:unit"/><xs:element name="unit" type="xs:string" form="unqualified"/></xs:choice>`))
	for doc, want := range map[string]string{
		"<d/><d>1</d><f/><f>7</f><s/><s>x</s>": "",
		"<d>1</d><d>x</d>":                     `/r/d[2]: "x" is not a valid xs:int`,
		"<f>7</f><f>8</f>":                     `/r/f[2]: "8" is not the fixed value "7"`,
		"<s>a</s><s>b</s><d>x</d>":             `/r/d[1]: "x" is not a valid xs:int`,
		"<u>1</u>":                             `/r/u[1]: the attribute u is missing`,
		"<s>a</s><s>b</s>text<s>c</s>":         `/r: text is not allowed here`,
		"<unit>a</unit>":                       `/r/unit: the element in the namespace "urn:t" is not allowed here: the element unit in no namespace (see elementFormDefault in the schema) or `,
	} {
		for _, prefix := range []string{"", "p"} {
			text := start + doc + "<!-- the end is not near any of these -->" + "</r>"
			if prefix != "" {
				text = strings.NewReplacer("</", "</p:", "<", "<p:", "xmlns", "xmlns:p").Replace(text)
			}
			for range 3 {
				var got string
				var invalid *Error
				if err := verdict(types, text); errors.As(err, &invalid) {
					got = invalid.Problems[0].Path + ": " + invalid.Problems[0].Message
				}
				if !strings.HasPrefix(got, want) || got != "" && want == "" {
					t.Errorf("%s\n%s, want %s", text, got, want)
				}
			}
		}
	}
}
