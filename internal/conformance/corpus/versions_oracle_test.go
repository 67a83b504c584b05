package corpus_test

import (
	"slices"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reviewing/diff"
	"example.com/quartet/internal/compiler/reviewing/diff/examples"
)

// frame is a contract with one operation. In place of the comment it has declarations of the type book.
const frame = `<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t"><wsdl:types>
<xs:schema targetNamespace="urn:t" elementFormDefault="qualified">
<xs:element name="put"><xs:complexType><xs:sequence><xs:element name="book" type="request"/></xs:sequence></xs:complexType></xs:element>
<xs:element name="putResponse"><xs:complexType><xs:sequence><xs:element name="book" type="result"/></xs:sequence></xs:complexType></xs:element>
<xs:element name="login" type="header"/><xs:element name="unknown" type="fault"/>
<!--schema-->
</xs:schema></wsdl:types>
<wsdl:message name="put"><wsdl:part name="parameters" element="t:put"/></wsdl:message>
<wsdl:message name="putResponse"><wsdl:part name="parameters" element="t:putResponse"/></wsdl:message>
<wsdl:message name="login"><wsdl:part name="login" element="t:login"/></wsdl:message>
<wsdl:message name="unknown"><wsdl:part name="detail" element="t:unknown"/></wsdl:message>
<wsdl:portType name="books"><wsdl:operation name="put"><wsdl:input message="t:put"/><wsdl:output message="t:putResponse"/>
<wsdl:fault name="unknown" message="t:unknown"/></wsdl:operation></wsdl:portType>
<wsdl:binding name="soap" type="t:books"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
<wsdl:operation name="put"><soap:operation soapAction="urn:t/put"/>
<wsdl:input><soap:body use="literal"/><soap:header message="t:login" part="login" use="literal"/></wsdl:input>
<wsdl:output><soap:body use="literal"/></wsdl:output><wsdl:fault name="unknown"><soap:fault name="unknown" use="literal"/></wsdl:fault>
</wsdl:operation></wsdl:binding>
<wsdl:service name="Books"><wsdl:port name="Soap" binding="t:soap"><soap:address location="http://host.example/books"/></wsdl:port></wsdl:service>
</wsdl:definitions>`

// bookPlaces are the parts of messages of the frame that may have the type book.
var bookPlaces = []string{"request", "result", "header", "fault", "parameters", "results"}

// placed returns the frame with the type book in one place, and the offset of the declarations.
func placed(place, declarations string) (text string, from int) {
	text = frame
	switch place {
	case "parameters":
		text = strings.Replace(text, frame[strings.Index(frame, `<xs:element name="put">`):strings.Index(frame, `<xs:element name="putR`)], `<xs:element name="put" type="t:book"/>`, 1)
	case "results":
		text = strings.Replace(text, frame[strings.Index(frame, `<xs:element name="putR`):strings.Index(frame, `<xs:element name="login`)], `<xs:element name="putResponse" type="t:book"/>`, 1)
	}
	for _, p := range bookPlaces {
		with := `type="xs:string"`
		if p == place {
			with = `type="t:book"`
		}
		text = strings.Replace(text, `type="`+p+`"`, with, 1)
	}
	from = strings.Index(text, "<!--schema-->")
	return strings.Replace(text, "<!--schema-->", declarations, 1), from
}

// approximate are rules whose findings may say that a receiver refuses messages although it does not: they do not compare what
// types and patterns allow, or no sample has what makes the difference.
var approximate = map[string]bool{
	"any-attribute-changed": true, "wildcard-changed": true, "constraint-changed": true, "content-model": true, "pattern-changed": true,
	"digits-widened": true, "length-changed": true, "type-abstract": true, "type-block": true, "choice-left": true, "content-kind": true, "union-member-added": true,
}

// FuzzMutations changes an example's declarations in one place, and compares what the findings say about it with what happens
// to messages. The type book is in one part of one message, so that a finding that blames the wrong side is noticed.
func FuzzMutations(f *testing.F) {
	all := []string{ // what no example has
		`<xs:attribute name="lang" type="xs:string"/><xs:complexType name="book"><xs:attribute ref="t:lang" default="en"/></xs:complexType>`,
		`<xs:attributeGroup name="g"><xs:attribute name="lang" type="xs:string" fixed="en"/></xs:attributeGroup>
<xs:complexType name="book"><xs:attributeGroup ref="t:g"/></xs:complexType>`,
	}
	for _, rule := range diff.Rules() {
		if example := examples.Of(f, rule.ID); example.Frame == "schema" {
			all = append(all, example.Old, example.New)
		}
	}
	for i := range all {
		f.Add(uint8(i), uint8(i), uint16(37*i))
		f.Add(uint8(i+1), uint8(i), uint16(37*i+101))
	}
	f.Fuzz(func(t *testing.T, place, example uint8, change uint16) {
		checkMutation(t, bookPlaces[int(place)%len(bookPlaces)], all[int(example)%len(all)], int(change))
	})
}

// checkMutation compares the findings about a change of declarations with what happens. change is the number of the change.
func checkMutation(t *testing.T, place, declarations string, change int) {
	text, from := placed(place, declarations)
	changes := mutations(t, text, from, from+len(declarations))
	m := changes[change%len(changes)]
	old := newSide(t, text)
	new, ok := readSide(t, m.text)
	if !ok || !new.valid || len(old.services) == 0 || len(new.services) == 0 {
		return
	}
	has := func(marks ...string) bool {
		return slices.ContainsFunc(marks, func(mark string) bool { return strings.Contains(declarations+m.text[from:], mark) })
	}
	root, result := place == "parameters" || place == "results", strings.HasPrefix(place, "result")
	switch {
	case has("abstract=") && has("block="): // such types may have no instances
		return
	case result && has(`base="t:`, "mixed="): // what xsi:type says about a result whose content is returned is lost
		return
	}
	exact := !root && !has("block=", "xpath=", "fixed=", `"strict"`, `base="t:`, "TITLE", `minOccurs="0"><xs:element`) && !(result && has("maxOccurs="))
	for _, finding := range diff.Compare(old.Contract, new.Contract) {
		exact = exact && !approximate[finding.Rule]
	}
	for _, d := range disagreements(old, new, exact) {
		t.Errorf("%s\n%s: %s", declarations, m.name, d)
	}
}

// TestContracts changes messages, bindings and ports in every fifth place. The findings may say more than what happens.
func TestContracts(t *testing.T) {
	for _, frame := range []string{"books", "rpc", "overloads"} {
		t.Run(frame, func(t *testing.T) {
			t.Parallel()
			text, _ := examples.Versions(t, examples.Example{Frame: frame, Old: "</wsdl:types>", New: "</wsdl:types>"})
			old := newSide(t, text)
			for i, m := range mutations(t, text, strings.Index(text, "</wsdl:types>"), len(text)) {
				if i%5 != 0 {
					continue
				}
				if new, ok := readSide(t, m.text); ok && len(new.services) > 0 {
					for _, d := range disagreements(old, new, false) {
						t.Errorf("%s: %s", m.name, d)
					}
				}
			}
		})
	}
}

// TestElementsInText compares types that are read as text, since their content is mixed without elements, with types that have elements.
func TestElementsInText(t *testing.T) {
	const begin, end = `<xs:complexType name="book" mixed="true">`, `</xs:complexType>`
	const attribute = `<xs:attribute name="lang" type="xs:string"/>`
	const element = `<xs:sequence><xs:element name="a" type="xs:string" minOccurs="0"/></xs:sequence>`
	for _, pair := range [][2]string{
		{begin + end, begin + element + end},
		{begin + attribute + end, begin + element + attribute + end},
		{begin + end, begin + `<xs:sequence><xs:any namespace="##other" processContents="lax" minOccurs="0"/></xs:sequence>` + end},
		{begin + attribute + end, begin + attribute + end + `<xs:complexType name="novel" mixed="true"><xs:complexContent>
<xs:extension base="t:book">` + element + `</xs:extension></xs:complexContent></xs:complexType>`},
	} {
		for _, place := range []string{"request", "result"} {
			a, _ := placed(place, pair[0])
			b, _ := placed(place, pair[1])
			sides := [2]*side{newSide(t, a), newSide(t, b)}
			for i, old := range sides {
				for _, d := range disagreements(old, sides[1-i], false) {
					t.Errorf("%s: %s\n%s\n%s", place, pair[0], pair[1], d)
				}
			}
		}
	}
}
