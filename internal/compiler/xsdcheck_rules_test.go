package compiler_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/reading/xsdcheck"
	"example.com/quartet/internal/compiler/testing/testmodel"
	"example.com/quartet/internal/conformance/cost"
)

// ruleCases has two schemas for each rule, which differ as little as possible: one that violates the rule and no other
// one, and one without diagnostics. The violation is at the element or attribute after <!---->.
var ruleCases = map[string]struct{ wrong, right string }{
	"schema-content": {
		`<xs:complexType name="t"><xs:attribute name="a"/><!----><xs:sequence/></xs:complexType>`,
		`<xs:complexType name="t"><xs:sequence/><xs:attribute name="a"/></xs:complexType>`,
	},
	"schema-text": {
		`<!----><xs:complexType name="t">text</xs:complexType>`,
		`<xs:complexType name="t"> </xs:complexType>`,
	},
	"schema-attribute": {
		`<xs:element name="e" <!---->block="list"/>`,
		`<xs:element name="e" block="extension"/>`,
	},
	"schema-id": {
		`<xs:element name="a" id="x"/><xs:element name="b" <!---->id="x"/>`,
		`<xs:element name="a" id="x"/><xs:element name="b" id="y"/>`,
	},
	"sch-props-correct": {
		`<xs:element name="a"/><!----><xs:element name="a"/>`,
		`<xs:element name="a"/><xs:attribute name="a"/>`,
	},
	"src-import": {
		`<!----><xs:import namespace="urn:t"/>`,
		`<xs:import namespace="urn:other"/>`,
	},
	"pattern-syntax":                simpleCase(`string`, `<!----><xs:pattern value="(a"/>`, `<xs:pattern value="(a)"/>`),
	"pattern-departure":             simpleCase(`string`, `<!----><xs:pattern value="[a-c-e]"/>`, `<xs:pattern value="[a-ce-]"/>`),
	"enumeration-valid-restriction": simpleCase(`int`, `<!----><xs:enumeration value="one"/>`, `<xs:enumeration value="1"/>`),
	"enumeration-notation": {
		`<xs:notation name="n" public="n"/><xs:simpleType name="s"><xs:restriction base="xs:NOTATION"><!----><xs:enumeration value="t:m"/></xs:restriction></xs:simpleType>`,
		`<xs:notation name="n" public="n"/><xs:simpleType name="s"><xs:restriction base="xs:NOTATION"><xs:enumeration value="t:n"/></xs:restriction></xs:simpleType>`,
	},
	"enumeration-required-notation": {
		`<!----><xs:element name="e" type="xs:NOTATION"/>`,
		`<xs:element name="e" type="t:s"/><xs:notation name="n" public="n"/><xs:simpleType name="s"><xs:restriction base="xs:NOTATION"><xs:enumeration value="t:n"/></xs:restriction></xs:simpleType>`,
	},
	"length-valid-restriction":          derivedCase(`string`, `<xs:length value="2"/>`, `<!----><xs:length value="3"/>`, `<xs:length value="2"/>`),
	"min-length-valid-restriction":      derivedCase(`string`, `<xs:minLength value="2"/>`, `<!----><xs:minLength value="1"/>`, `<xs:minLength value="3"/>`),
	"max-length-valid-restriction":      derivedCase(`string`, `<xs:maxLength value="2"/>`, `<!----><xs:maxLength value="3"/>`, `<xs:maxLength value="1"/>`),
	"min-length-max-length":             derivedCase(`string`, `<xs:maxLength value="2"/>`, `<!----><xs:minLength value="3"/>`, `<xs:minLength value="2"/>`),
	"length-min-length-max-length":      derivedCase(`string`, `<xs:minLength value="2"/>`, `<!----><xs:maxLength value="3"/><xs:length value="3"/>`, `<xs:length value="3"/><xs:minLength value="2"/>`),
	"total-digits-valid-restriction":    derivedCase(`decimal`, `<xs:totalDigits value="2"/>`, `<!----><xs:totalDigits value="3"/>`, `<xs:totalDigits value="1"/>`),
	"fraction-digits-valid-restriction": derivedCase(`decimal`, `<xs:fractionDigits value="2"/>`, `<!----><xs:fractionDigits value="3"/>`, `<xs:fractionDigits value="1"/>`),
	"fraction-digits-total-digits":      derivedCase(`decimal`, `<xs:totalDigits value="2"/>`, `<!----><xs:fractionDigits value="3"/>`, `<xs:fractionDigits value="2"/>`),
	"white-space-valid-restriction":     simpleCase(`token`, `<!----><xs:whiteSpace value="replace"/>`, `<xs:whiteSpace value="collapse"/>`),
	"bound-value":                       simpleCase(`date`, `<!----><xs:maxInclusive value="2026-02-30"/>`, `<xs:maxInclusive value="2026-02-28"/>`),
	"bound-valid-restriction":           derivedCase(`int`, `<xs:maxExclusive value="5"/>`, `<!----><xs:maxInclusive value="5"/>`, `<xs:maxInclusive value="4"/>`),
	"bound-inclusive-exclusive":         simpleCase(`int`, `<xs:maxInclusive value="5"/><!----><xs:maxExclusive value="5"/>`, `<xs:maxInclusive value="5"/><xs:minExclusive value="4"/>`),
	"bound-order":                       simpleCase(`date`, `<!----><xs:minInclusive value="2026-02-02"/><xs:maxInclusive value="2026-02-01"/>`, `<xs:minInclusive value="2026-02-02"/><xs:maxInclusive value="2026-02-02"/>`),
	"cos-st-restricts": {
		`<xs:simpleType name="m" final="list"><xs:restriction base="xs:int"/></xs:simpleType><!----><xs:simpleType name="s"><xs:list itemType="t:m"/></xs:simpleType>`,
		`<xs:simpleType name="m" final="union"><xs:restriction base="xs:int"/></xs:simpleType><xs:simpleType name="s"><xs:list itemType="t:m"/></xs:simpleType>`,
	},
	"cos-nonambig": {
		`<xs:complexType name="t"><xs:sequence><xs:element name="a" minOccurs="0"/><!----><xs:any/></xs:sequence></xs:complexType>`,
		`<xs:complexType name="t"><xs:sequence><xs:element name="a" minOccurs="0"/><xs:any namespace="##other"/></xs:sequence></xs:complexType>`,
	},
	"cos-all-limited": {
		`<xs:group name="g"><xs:all><xs:element name="a"/></xs:all></xs:group><xs:complexType name="t"><xs:sequence><!----><xs:group ref="t:g"/></xs:sequence></xs:complexType>`,
		`<xs:group name="g"><xs:all><xs:element name="a"/></xs:all></xs:group><xs:complexType name="t"><xs:group ref="t:g"/></xs:complexType>`,
	},
	"cos-particle-restrict": restrictionCase(
		`<xs:sequence><xs:element name="a"/></xs:sequence>`, `<!----><xs:sequence><xs:element name="a" maxOccurs="2"/></xs:sequence>`, `<xs:sequence><xs:element name="a" maxOccurs="1"/></xs:sequence>`),
	"derivation-ok-restriction-content": {
		`<xs:complexType name="b"><xs:attribute name="x"/></xs:complexType><!----><xs:complexType name="d"><xs:complexContent><xs:restriction base="t:b"><xs:sequence><xs:element name="a"/></xs:sequence></xs:restriction></xs:complexContent></xs:complexType>`,
		`<xs:complexType name="b"><xs:attribute name="x"/></xs:complexType><xs:complexType name="d"><xs:complexContent><xs:extension base="t:b"><xs:sequence><xs:element name="a"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>`,
	},
	"derivation-ok-restriction-mixed": {
		`<xs:complexType name="b"><xs:sequence><xs:element name="a"/></xs:sequence></xs:complexType><!----><xs:complexType name="d" mixed="true"><xs:complexContent><xs:restriction base="t:b"><xs:sequence><xs:element name="a"/></xs:sequence></xs:restriction></xs:complexContent></xs:complexType>`,
		`<xs:complexType name="b" mixed="true"><xs:sequence><xs:element name="a"/></xs:sequence></xs:complexType><xs:complexType name="d" mixed="true"><xs:complexContent><xs:restriction base="t:b"><xs:sequence><xs:element name="a"/></xs:sequence></xs:restriction></xs:complexContent></xs:complexType>`,
	},
	"derivation-ok-restriction-simple": {
		`<xs:complexType name="b"><xs:simpleContent><xs:extension base="xs:int"/></xs:simpleContent></xs:complexType><!----><xs:complexType name="d"><xs:simpleContent><xs:restriction base="t:b"><xs:simpleType><xs:restriction base="xs:string"/></xs:simpleType></xs:restriction></xs:simpleContent></xs:complexType>`,
		`<xs:complexType name="b"><xs:simpleContent><xs:extension base="xs:int"/></xs:simpleContent></xs:complexType><xs:complexType name="d"><xs:simpleContent><xs:restriction base="t:b"><xs:simpleType><xs:restriction base="xs:short"/></xs:simpleType></xs:restriction></xs:simpleContent></xs:complexType>`,
	},
	"derivation-ok-restriction-attributes": restrictionCase(
		`<xs:attribute name="a" use="required"/>`, `<!----><xs:attribute name="a"/>`, `<xs:attribute name="a" use="required"/>`),
	"derivation-ok-restriction-wildcard": restrictionCase(
		`<xs:anyAttribute namespace="##other"/>`, `<!----><xs:anyAttribute namespace="##any"/>`, `<xs:anyAttribute namespace="urn:other"/>`),
	"cos-ct-extends": {
		`<xs:complexType name="b"><xs:sequence><xs:element name="a"/></xs:sequence></xs:complexType><!----><xs:complexType name="d" mixed="true"><xs:complexContent><xs:extension base="t:b"/></xs:complexContent></xs:complexType>`,
		`<xs:complexType name="b"><xs:sequence><xs:element name="a"/></xs:sequence></xs:complexType><xs:complexType name="d"><xs:complexContent><xs:extension base="t:b"/></xs:complexContent></xs:complexType>`,
	},
	"cos-aw-union": {
		`<xs:complexType name="b"><xs:anyAttribute namespace="##other"/></xs:complexType><xs:complexType name="d"><xs:complexContent><xs:extension base="t:b"><!----><xs:anyAttribute namespace="##local"/></xs:extension></xs:complexContent></xs:complexType>`,
		`<xs:complexType name="b"><xs:anyAttribute namespace="##other"/></xs:complexType><xs:complexType name="d"><xs:complexContent><xs:extension base="t:b"><xs:anyAttribute namespace="##targetNamespace"/></xs:extension></xs:complexContent></xs:complexType>`,
	},
	"e-props-correct-default": {
		`<!----><xs:element name="e" type="xs:int" default="x"/>`,
		`<xs:element name="e" type="xs:int" default="1"/>`,
	},
	"e-props-correct-id": {
		`<!----><xs:element name="e" type="xs:ID" default="x"/>`,
		`<xs:element name="e" type="xs:IDREF" default="x"/>`,
	},
	"e-props-correct-substitution": {
		`<xs:element name="h" type="xs:string"/><!----><xs:element name="m" type="xs:int" substitutionGroup="t:h"/>`,
		`<xs:element name="h" type="xs:decimal"/><xs:element name="m" type="xs:int" substitutionGroup="t:h"/>`,
	},
	"a-props-correct-default": {
		`<!----><xs:attribute name="a" type="xs:int" default="x"/>`,
		`<xs:attribute name="a" type="xs:int" default="1"/>`,
	},
	"a-props-correct-id": {
		`<!----><xs:attribute name="a" type="xs:ID" default="x"/>`,
		`<xs:attribute name="a" type="xs:IDREF" default="x"/>`,
	},
	"au-props-correct": {
		`<xs:attribute name="a" type="xs:int" fixed="1"/><xs:complexType name="t"><!----><xs:attribute ref="t:a" fixed="2"/></xs:complexType>`,
		`<xs:attribute name="a" type="xs:int" fixed="1"/><xs:complexType name="t"><xs:attribute ref="t:a" fixed="01"/></xs:complexType>`,
	},
	"src-attribute": {
		`<xs:complexType name="t"><!----><xs:attribute name="a" default="1" use="required"/></xs:complexType>`,
		`<xs:complexType name="t"><xs:attribute name="a" default="1" use="optional"/></xs:complexType>`,
	},
	"ct-props-correct-id": {
		`<xs:complexType name="t"><xs:attribute name="a" type="xs:ID"/><!----><xs:attribute name="b" type="xs:ID"/></xs:complexType>`,
		`<xs:complexType name="t"><xs:attribute name="a" type="xs:ID"/><xs:attribute name="b" type="xs:IDREF"/></xs:complexType>`,
	},
	"no-xmlns": {
		`<xs:complexType name="t"><!----><xs:attribute name="xmlns"/></xs:complexType>`,
		`<xs:complexType name="t"><xs:attribute name="xmln"/></xs:complexType>`,
	},
	"c-selector-xpath": keyCase(`<xs:key name="k"><xs:selector <!---->xpath="/a"/><xs:field xpath="@b"/></xs:key>`,
		`<xs:key name="k"><xs:selector xpath=".//a/child::t:*|."/><xs:field xpath="@b"/></xs:key>`),
	"c-fields-xpaths": keyCase(`<xs:key name="k"><xs:selector xpath="a"/><xs:field <!---->xpath="@b/c"/></xs:key>`,
		`<xs:key name="k"><xs:selector xpath="a"/><xs:field xpath="c/@b"/></xs:key>`),
	"c-props-correct": keyCase(
		`<xs:key name="k"><xs:selector xpath="a"/><xs:field xpath="@b"/></xs:key><!----><xs:keyref name="r" refer="t:k"><xs:selector xpath="a"/><xs:field xpath="@b"/><xs:field xpath="@c"/></xs:keyref>`,
		`<xs:key name="k"><xs:selector xpath="a"/><xs:field xpath="@b"/></xs:key><xs:keyref name="r" refer="t:k"><xs:selector xpath="a"/><xs:field xpath="@c"/></xs:keyref>`),
}

func simpleCase(base, wrong, right string) struct{ wrong, right string } {
	simple := func(facets string) string {
		return `<xs:simpleType name="s"><xs:restriction base="xs:` + base + `">` + facets + `</xs:restriction></xs:simpleType>`
	}
	return struct{ wrong, right string }{simple(wrong), simple(right)}
}

func derivedCase(base, inherited, wrong, right string) struct{ wrong, right string } {
	first := `<xs:simpleType name="b"><xs:restriction base="xs:` + base + `">` + inherited + `</xs:restriction></xs:simpleType>`
	derived := func(facets string) string {
		return first + `<xs:simpleType name="s"><xs:restriction base="t:b">` + facets + `</xs:restriction></xs:simpleType>`
	}
	return struct{ wrong, right string }{derived(wrong), derived(right)}
}

func restrictionCase(base, wrong, right string) struct{ wrong, right string } {
	first := `<xs:complexType name="b">` + base + `</xs:complexType>`
	derived := func(content string) string {
		return first + `<xs:complexType name="d"><xs:complexContent><xs:restriction base="t:b">` + content + `</xs:restriction></xs:complexContent></xs:complexType>`
	}
	return struct{ wrong, right string }{derived(wrong), derived(right)}
}

func keyCase(wrong, right string) struct{ wrong, right string } {
	element := func(constraints string) string {
		return `<xs:element name="e"><xs:complexType><xs:sequence><xs:element name="a"/></xs:sequence></xs:complexType>` + constraints + `</xs:element>`
	}
	return struct{ wrong, right string }{element(wrong), element(right)}
}

// otherCases are rules with tests of their own.
var otherCases = map[string]string{
	"src-redefine":             "TestRedefine",
	"src-redefine-restriction": "TestRedefineGroup",
	"no-xsi":                   "TestInstanceNamespace",
	"constraint-limit":         "TestLimit",
}

// TestRules checks that each rule is reported at its position, and that schemas that obey it have no diagnostics.
func TestXsdcheckRules(t *testing.T) {
	for _, rule := range xsdcheck.Rules {
		t.Run(rule.ID, func(t *testing.T) {
			if otherCases[rule.ID] != "" {
				return
			}
			test, ok := ruleCases[rule.ID]
			if !ok {
				t.Fatal("the rule has no case")
			}
			const mark = "<!---->"
			column := strings.Index(test.wrong, mark) + 1
			found := checkSchema(t, strings.ReplaceAll(test.wrong, mark, ""))
			if len(found) != 1 || found[0].ID != rule.ID || found[0].Pos.Line != 2 || found[0].Pos.Col != column {
				t.Errorf("want only %s at 2:%d:\n%s", rule.ID, column, found)
			}
			if len(found) == 1 && found[0].Severity != rule.Severity {
				t.Errorf("%s is an %v, want %v", rule.ID, found[0].Severity, rule.Severity)
			}
			if found := checkSchema(t, test.right); len(found) > 0 {
				t.Errorf("a valid schema:\n%s", found)
			}
		})
	}
	for id := range ruleCases {
		if !isRule(id) {
			t.Errorf("%s is not a rule", id)
		}
	}
}

func isRule(id string) bool {
	for _, r := range xsdcheck.Rules {
		if r.ID == id {
			return true
		}
	}
	return false
}

// checkSchema checks a schema with the namespace urn:t, whose content is on the second line.
func checkSchema(t *testing.T, content string) diag.List {
	t.Helper()
	return checkDocuments(t, map[string]string{"file:///t/t.xsd": schemaTextOfXsdcheck("urn:t", content)})
}

func schemaTextOfXsdcheck(namespace, content string) string {
	return fmt.Sprintf(`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="%s" elementFormDefault="qualified">
%s
</xs:schema>`, namespace, content)
}

// checkDocuments checks the schema t.xsd, whose target namespace is urn:t unless it has another one, with others that it
// refers to.
func checkDocuments(t *testing.T, documents map[string]string) diag.List {
	t.Helper()
	return xsdcheck.Check(resolveDocuments(t, documents))
}

func resolveDocuments(t *testing.T, documents map[string]string) *xsd.Set {
	t.Helper()
	files := map[string][]byte{
		"file:///t/t.wsdl": []byte(`<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:w"><import namespace="urn:t" location="t.xsd"/></definitions>`),
	}
	for uri, text := range documents {
		files[uri] = []byte(text)
	}
	return testmodel.Read(t, load.Config{Main: "file:///t/t.wsdl", Read: load.Overlay(files, nil)}).Schemas
}

func TestRedefine(t *testing.T) {
	redefine := func(base string) diag.List {
		return checkDocuments(t, map[string]string{
			"file:///t/t.xsd": schemaTextOfXsdcheck("urn:t", `<xs:redefine schemaLocation="u.xsd"><xs:simpleType name="s"><xs:restriction base="`+base+`"/></xs:simpleType></xs:redefine>`),
			"file:///t/u.xsd": schemaTextOfXsdcheck("urn:t", `<xs:simpleType name="s"><xs:restriction base="xs:string"/></xs:simpleType>`),
		})
	}
	if found := redefine("xs:token"); len(found) != 1 || found[0].ID != "src-redefine" {
		t.Errorf("want src-redefine:\n%s", found)
	}
	if found := redefine("t:s"); len(found) > 0 {
		t.Errorf("a valid schema:\n%s", found)
	}
}

func TestRedefineGroup(t *testing.T) {
	redefine := func(original, own string) diag.List {
		return checkDocuments(t, map[string]string{
			"file:///t/t.xsd": schemaTextOfXsdcheck("urn:t", `<xs:redefine schemaLocation="u.xsd">`+own+`</xs:redefine>`),
			"file:///t/u.xsd": schemaTextOfXsdcheck("urn:t", original),
		})
	}
	const (
		group      = `<xs:group name="g"><xs:sequence><xs:element name="a" minOccurs="0"/></xs:sequence></xs:group>`
		attributes = `<xs:attributeGroup name="g"><xs:attribute name="a"/></xs:attributeGroup>`
		wildcard   = `<xs:attributeGroup name="g"><xs:anyAttribute namespace="##other"/></xs:attributeGroup>`
	)
	for _, wrong := range [][2]string{
		{group, `<xs:group name="g"><xs:sequence><xs:element name="b"/></xs:sequence></xs:group>`},
		{attributes, `<xs:attributeGroup name="g"><xs:attribute name="b"/></xs:attributeGroup>`},
		{attributes, `<xs:attributeGroup name="g"><xs:anyAttribute/></xs:attributeGroup>`},
		{wildcard, `<xs:attributeGroup name="g"><xs:anyAttribute/></xs:attributeGroup>`},
		{wildcard, `<xs:attributeGroup name="g"><xs:anyAttribute namespace="urn:u" processContents="lax"/></xs:attributeGroup>`},
	} {
		if found := redefine(wrong[0], wrong[1]); len(found) != 1 || found[0].ID != "src-redefine-restriction" {
			t.Errorf("want src-redefine-restriction:\n%s", found)
		}
	}
	for _, right := range [][2]string{
		{group, `<xs:group name="g"><xs:sequence><xs:element name="a"/></xs:sequence></xs:group>`},
		{group, `<xs:group name="g"><xs:sequence><xs:element name="b"/><xs:group ref="t:g"/></xs:sequence></xs:group>`},
		{attributes, `<xs:attributeGroup name="g"><xs:attribute name="a" use="required"/></xs:attributeGroup>`},
		{attributes, `<xs:attributeGroup name="g"><xs:attribute name="b"/><xs:attributeGroup ref="t:g"/></xs:attributeGroup>`},
		{attributes, `<xs:attributeGroup name="g"/>`},
		{wildcard, `<xs:attributeGroup name="g"><xs:anyAttribute namespace="urn:u"/></xs:attributeGroup>`},
		{wildcard, `<xs:attributeGroup name="g"/>`},
	} {
		if found := redefine(right[0], right[1]); len(found) > 0 {
			t.Errorf("a valid schema:\n%s", found)
		}
	}
}

func TestInstanceNamespace(t *testing.T) {
	found := checkDocuments(t, map[string]string{
		"file:///t/t.xsd": schemaTextOfXsdcheck("http://www.w3.org/2001/XMLSchema-instance", `<xs:attribute name="a"/>`),
	})
	if len(found) != 1 || found[0].ID != "no-xsi" {
		t.Errorf("want no-xsi:\n%s", found)
	}
}

// TestLimitParticles checks a schema whose groups contain others so often that their content is too large.
func TestLimitParticles(t *testing.T) {
	var b strings.Builder
	for i := range 40 {
		fmt.Fprintf(&b, `<xs:group name="g%d"><xs:sequence><xs:sequence><xs:group ref="t:g%[2]d"/><xs:group ref="t:g%[2]d"/></xs:sequence></xs:sequence></xs:group>`, i, i+1)
	}
	b.WriteString(`<xs:group name="g40"><xs:sequence><xs:element name="a"/><xs:element name="b"/></xs:sequence></xs:group>`)
	b.WriteString(`<xs:complexType name="b"><xs:group ref="t:g0"/></xs:complexType>`)
	b.WriteString(`<xs:complexType name="d"><xs:complexContent><xs:restriction base="t:b"><xs:sequence><xs:group ref="t:g1"/><xs:group ref="t:g1"/></xs:sequence></xs:restriction></xs:complexContent></xs:complexType>`)
	started := cost.CPU()
	found := checkSchema(t, b.String())
	took := cost.CPU() - started
	if len(found) != 1 || found[0].ID != "constraint-limit" {
		t.Errorf("want constraint-limit:\n%s", found)
	}
	const bound = 10 * time.Second
	t.Logf("limit: groups that double 40 times | %v, and an error | %v", bound, took.Round(time.Millisecond))
	if took > bound {
		t.Errorf("it took %v", took)
	}
}
