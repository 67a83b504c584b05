package validate

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"example.com/quartet/internal/conformance/cost"
	"example.com/quartet/internal/conformance/interop"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
)

// restrictionOf returns an anonymous restriction of a simple type.
func restrictionOf(base *xsdType, f *component.Facets) *xsdType {
	return typeOf(component.NewType(true, &component.Definition{
		Base: base.Type, By: component.Restriction, Variety: base.Variety, Item: base.Item, Members: base.Members, Facets: f,
	}))
}

// valuesOf returns the values of an enumeration.
func valuesOf(texts ...string) (values []component.Value) {
	for _, text := range texts {
		values = append(values, component.Value{Text: text})
	}
	return values
}

// quickTypes are types with all that quick checks look at.
func quickTypes() []*xsdType {
	type facets = component.Facets
	var types []*xsdType
	for name := range strings.FieldsSeq(`anySimpleType string boolean decimal float double duration dateTime time date gYearMonth gYear gMonthDay gDay gMonth hexBinary
		base64Binary anyURI QName NOTATION normalizedString token language NMTOKEN NMTOKENS Name NCName ID IDREF IDREFS ENTITY ENTITIES integer nonPositiveInteger
		negativeInteger long int short byte nonNegativeInteger unsignedLong unsignedInt unsignedShort unsignedByte positiveInteger`) {
		types = append(types, builtin(name))
	}
	restricted := func(base string, f facets) *xsdType {
		t := restrictionOf(builtin(base), &f)
		types = append(types, t)
		return t
	}
	for _, base := range []string{"decimal", "integer", "int", "unsignedLong"} {
		restricted(base, facets{MinExclusive: "0", MaxExclusive: "100"})
		restricted(base, facets{MinInclusive: "-5", MaxInclusive: "5"})
		restricted(base, facets{TotalDigits: "3", FractionDigits: "0"})
		restricted(base, facets{MaxInclusive: "99999999999999999999"})
		restricted(base, facets{MinInclusive: "99999999999999999999"})
		restricted(base, facets{MinExclusive: "-99999999999999999999", Enumeration: valuesOf("1", "+2", " 3 ")})
	}
	restricted("decimal", facets{MinInclusive: "0.5", MaxInclusive: "1.5"})
	restricted("decimal", facets{TotalDigits: "4", FractionDigits: "2"})
	for _, base := range []string{"string", "normalizedString", "token", "anyURI", "NCName", "language"} {
		restricted(base, facets{MinLength: "1", MaxLength: "3"})
		restricted(base, facets{Patterns: []string{"[A-Z]{2}[0-9]*", "x|yy"}})
		restricted(base, facets{Enumeration: valuesOf("a b", "é", "a"), MaxLength: "2"})
		restricted(base, facets{WhiteSpace: "collapse", Length: "3"})
	}
	restricted("dateTime", facets{MinInclusive: "2000-01-01T00:00:00Z"})
	restricted("date", facets{Enumeration: valuesOf("2000-01-01")})
	restricted("hexBinary", facets{MaxLength: "2"})
	restricted("NMTOKENS", facets{MaxLength: "2"})
	made := func(d component.Definition) *xsdType {
		d.Base = builtin("anySimpleType").Type
		return typeOf(component.NewType(true, &d))
	}
	list := made(component.Definition{Variety: component.List, Item: builtin("int").Type})
	union := made(component.Definition{Variety: component.Union, Members: []*component.Type{builtin("int").Type, builtin("token").Type, list.Type}})
	return append(types, list, union, restrictionOf(list, &facets{MaxLength: "2"}), restrictionOf(union, &facets{Patterns: []string{"a  b"}}))
}

var quickTexts = []string{
	"", " ", "a", "a b", "a  b", " a", "a\n", "\t", "x", "yy", "AB12", "AB", "é", "1", "+1", "-1", "0", "-0", "00", "+2", "3", " 3 ", "5", "-5", "6", "-6", "99", "100", "99.5", "100.5", "0.5", "-0.5", ".5", "5.", ".", "-", "+",
	"1.50", "1.234", "1234", "12.34", "-5.5", "4.5", "5.5", "999999999999999999", "1000000000000000000", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615",
	"18446744073709551616", "99999999999999999999999", "-99999999999999999999999", "127", "128", "255", "256", "-128", "-129", "2147483647", "2147483648", "true", "false", "TRUE", "1e5", "1E5", "1e", "e1", "INF", "NaN", "1e400",
	"2000-01-01T00:00:00Z", "2000-01-01T00:00:00", "1999-12-31T23:59:59.999", "2000-02-29T24:00:00Z", "2001-02-29T00:00:00", "0000-01-01T00:00:00", "2000-13-01", "2000-01-01", "2000-01-32", "2000-01-01+14:00", "2000-01-01-13:59", "12:00:00", "24:00:00",
	"12:00:60", "12:00:00.", "12:00:00.5Z", "12:0:00", "0aFF", "0a1", "0g", "QUJD", "a:b", "a-b", "1a", ":a", "en-GB", "englishlanguage", "1 2", "1 2 3", "1 x", "1\n2",
}

// checkTakes reports a text that the quick check takes and check does not.
func checkTakes(t *testing.T, typ *xsdType, text string) {
	t.Helper()
	if !typ.takes([]byte(text), nil) {
		return
	}
	if _, problem := typ.check(text, nil); problem != "" {
		t.Errorf("%q of %s %v: %s", text, typ.label(), typ.own, problem)
	}
}

// TestTakes: what the quick check takes is valid. Values of types in common use are taken.
func TestTakes(t *testing.T) {
	for _, typ := range quickTypes() {
		for _, text := range quickTexts {
			checkTakes(t, typ, text)
		}
	}
	for name, text := range map[string]string{
		"string": "a\n b", "token": " a  b", "int": "-12", "long": "123456789012345678", "decimal": "1.50", "boolean": "true", "double": "-1.5e10", "dateTime": "2026-11-21T11:12:13.5+01:00",
		"date": "2024-02-29", "time": "11:12:13", "hexBinary": "0aFF", "anyURI": "urn:a", "NCName": "a-b", "language": "en-GB", "NMTOKENS": "a b", "unsignedLong": "1", "positiveInteger": "7",
	} {
		if !builtin(name).takes([]byte(text), nil) && name != "NMTOKENS" {
			t.Errorf("%s: %q is left to check", name, text)
		}
	}
	price := restrictionOf(builtin("decimal"), &component.Facets{MinExclusive: "0", FractionDigits: "2"})
	for text, want := range map[string]bool{"0.50": true, "1": true, "12.3": true, "0.00": false, "0": false, "-0.5": false, "1.234": false} {
		if price.takes([]byte(text), nil) != want {
			t.Errorf("price %s: %v", text, !want)
		}
	}
}

// TestValuesOfComplexTypes: any text is a value of the type of all types, which has no facets.
func TestValuesOfComplexTypes(t *testing.T) {
	if err := new(SimpleValues).Check(builtin("anyType").Type, "text"); err != nil {
		t.Error(err)
	}
}

// FuzzTakes: the same for all texts.
func FuzzTakes(f *testing.F) {
	types := quickTypes()
	for _, text := range quickTexts {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, typ := range types {
			checkTakes(t, typ, text)
		}
	})
}

// TestWarmModels validates the documents of all cases with models that have seen none, and with those that have seen
// all: the results are the same.
func TestWarmModels(t *testing.T) {
	for i := range schemaCases {
		c := &schemaCases[i]
		docs, _ := c.documents()
		warm := schemaTable(c.schema)
		for range 2 {
			for _, doc := range docs {
				_ = verdict(warm, doc)
			}
		}
		for _, doc := range docs {
			cold := verdict(schemaTable(c.schema), doc)
			if got := verdict(warm, doc); fmt.Sprint(got) != fmt.Sprint(cold) {
				t.Errorf("%s\n%v, and at first\n%v", doc, got, cold)
			}
		}
	}
}

// TestLeavesOfPrefixes validates documents that use several prefixes.
func TestLeavesOfPrefixes(t *testing.T) {
	m := modelIn(content(`<xs:sequence minOccurs="0" maxOccurs="unbounded"><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:string" form="unqualified"/></xs:sequence>`))
	for doc, valid := range map[string]bool{
		`<p:r xmlns:p="urn:t"><p:a>1</p:a><b>x</b><p:a>1</p:a><b/></p:r>`:                                     true,
		`<r xmlns="urn:t"><a>1</a><b xmlns="">x</b><a>1</a><b xmlns=""/></r>`:                                 true,
		`<r xmlns="urn:t"><a>1</a><b xmlns="">x</b><a>1</a><b/></r>`:                                          false,
		`<p:r xmlns:p="urn:t" xmlns="urn:t"><a>1</a><b xmlns="">x</b><p:a>1</p:a><b xmlns=""/></p:r>`:         true,
		`<p:r xmlns:p="urn:t"><p:a>1</p:a><b>x</b><p:a xmlns:p="urn:u">1</p:a><b/></p:r>`:                     false,
		`<p:r xmlns:p="urn:t"><p:a>1</p:a><b>&amp;</b><p:a>x</p:a><b/></p:r>`:                                 false,
		"<p:r xmlns:p='urn:t'>\n <p:a>1</p:a>\n <b>x\ny</b>\n <p:a> 1 </p:a> <b>é</b>\n</p:r>":                true,
		`<p:r xmlns:p="urn:t"><p:a>1</p:a><b>x</b>text<p:a>1</p:a><b/></p:r>`:                                 false,
		`<p:r xmlns:p="urn:t"><p:a>1</p:a><b>x</b><!-- --><p:a>1</p:a><b/><p:a><![CDATA[1]]></p:a><b/></p:r>`: true,
	} {
		for range 3 {
			if err := validateElement(m, []byte(doc)); (err == nil) != valid {
				t.Errorf("%s\n%v", doc, err)
			}
		}
	}
}

// Records with what takes longer than a sequence of strings: a choice, patterns, an enumeration, bounds, attributes.
var recordTypes = schemaTable(`<xs:element name="r"><xs:complexType><xs:sequence><xs:element name="record" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:sequence>
	<xs:element name="code"><xs:simpleType><xs:restriction base="xs:token"><xs:pattern value="[A-Z]{2}[0-9]{1,4}"/></xs:restriction></xs:simpleType></xs:element>
	<xs:element name="kind"><xs:simpleType><xs:restriction base="xs:token"><xs:enumeration value="fast"/><xs:enumeration value="slow"/><xs:enumeration value="night"/></xs:restriction></xs:simpleType></xs:element>
	<xs:element name="amount"><xs:simpleType><xs:restriction base="xs:decimal"><xs:fractionDigits value="2"/><xs:minExclusive value="0"/></xs:restriction></xs:simpleType></xs:element>
	<xs:element name="made" type="xs:dateTime"/>
	<xs:choice><xs:element name="train"><xs:simpleType><xs:restriction base="xs:string"><xs:minLength value="1"/><xs:maxLength value="20"/></xs:restriction></xs:simpleType></xs:element><xs:element name="bus" type="xs:string"/></xs:choice>
	<xs:element name="note" type="xs:string" minOccurs="0"/><xs:element name="count" type="xs:int" minOccurs="0" maxOccurs="3"/><xs:element name="balance" type="xs:decimal"/>
	</xs:sequence><xs:attribute name="id" type="xs:int" use="required"/></xs:complexType></xs:element></xs:sequence></xs:complexType></xs:element>`)

// recordsDocument returns a document with n records.
func recordsDocument(n int) []byte {
	var b strings.Builder
	b.WriteString(`<r xmlns="urn:t">`)
	for i := range n {
		fmt.Fprintf(&b, `<record id="%d"><code>AB%d</code><kind>slow</kind><amount>12.5</amount><made>2026-11-21T11:12:13Z</made>`, i, i%1000)
		if i%2 == 0 {
			b.WriteString("<train>Enterprise</train>")
		} else {
			b.WriteString("<bus>X1</bus><note>a note of some length</note>")
		}
		b.WriteString(strings.Repeat("<count>7</count>", i%4) + "<balance>-100.25</balance></record>")
	}
	return []byte(b.String() + "</r>")
}

// TestValidateAllocations: validating a record does not allocate.
func TestValidateAllocations(t *testing.T) {
	if cost.RaceDetector {
		t.Skip("with the race detector, pools drop what they are given")
	}
	check := checkerOf(recordTypes)
	allocations := func(n int) float64 {
		doc := recordsDocument(n)
		return testing.AllocsPerRun(5, func() {
			if err := check.Message(t.Context(), doc, &soap.Comparison{}); err != nil {
				t.Fatal(err)
			}
		})
	}
	if few, many := allocations(100), allocations(1100); many-few > 100 { // 0.1 a record
		t.Errorf("%.0f allocations for 100 records, %.0f for 1100", few, many)
	}
}

// schemaDocuments are what a table is made of.
type schemaDocuments struct{ set *contract.DocumentSet }

func (d *schemaDocuments) Documents() *contract.DocumentSet { return d.set }

// documents returns one document.
func documents(file, text string) *schemaDocuments {
	return &schemaDocuments{&contract.DocumentSet{Files: fstest.MapFS{file: {Data: []byte(text)}}, Documents: []contract.Document{{File: file}}}}
}

// testNamespaces are the namespaces of tables for urn:t.
var testNamespaces = []schema.Namespace{{}, {URI: "urn:t", Prefix: "t"}}

// schemaTable returns a table of a schema for urn:t, given by what is in it, and of types that have its values.
func schemaTable(content string, types ...schema.TypeRows) *schema.Table {
	table := &schema.Table{Namespaces: testNamespaces, Types: types, Source: documents("t.xsd", schemaDocument(content))}
	codec.Define(table)
	return table
}

func schemaDocument(content string) string {
	return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"` +
		` targetNamespace="urn:t" elementFormDefault="qualified">` + content + `</xs:schema>`
}

func checkerOf(types *schema.Table) soap.Checker { return NewChecker(&contract.Contract{Types: types}) }

// modelIn returns the model of a schema for urn:t, given by what is in it.
func modelIn(content string) *model { return checkerOf(schemaTable(content)).(schemaChecker).model }

// verdict validates a document.
func verdict(types *schema.Table, doc string) error {
	return checkerOf(types).Message(context.Background(), []byte(doc), &soap.Comparison{})
}

// xmllint returns what another validator says of documents, in their order: a function of the texts, nil if there is
// none.
func xmllint(t testing.TB, schema string, docs []string) []bool {
	t.Helper()
	program := interop.Program(t, "xmllint", "libxml2-utils")
	dir := t.TempDir()
	file := filepath.Join(dir, "t.xsd")
	if err := os.WriteFile(file, []byte(schemaDocument(schema)), 0o666); err != nil {
		t.Fatal(err)
	}
	args := []string{"--noout", "--schema", file}
	for i, doc := range docs {
		path := filepath.Join(dir, string(rune('A'+i/26))+string(rune('a'+i%26))+".xml")
		if err := os.WriteFile(path, []byte(doc), 0o666); err != nil {
			t.Fatal(err)
		}
		args = append(args, path)
	}
	out, _ := exec.Command(program, args...).CombinedOutput()
	if !strings.Contains(string(out), "validates") {
		t.Fatalf("xmllint cannot use the schema:\n%s", out)
	}
	var verdicts []bool
	for _, path := range args[3:] {
		verdicts = append(verdicts, strings.Contains(string(out), path+" validates\n"))
	}
	return verdicts
}

// schemaCase is a schema with documents: each begins with + or -, which says whether it is valid. In place of the
// namespaces there is <r ...>, which declares them.
type schemaCase struct {
	name, schema, docs string
}

func (c *schemaCase) documents() (docs []string, valid []bool) {
	for line := range strings.Lines(c.docs) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		valid = append(valid, line[0] == '+')
		doc := line[1:]
		end := strings.IndexAny(doc, " />")
		docs = append(docs, doc[:end]+` xmlns="urn:t" xmlns:t="urn:t" xmlns:u="urn:u" xmlns:xs="http://www.w3.org/2001/XMLSchema"`+
			` xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"`+doc[end:])
	}
	return docs, valid
}

// TestVerdicts validates documents that are valid and that are not, and compares with what another validator says.
func TestVerdicts(t *testing.T) {
	problems := readProblems(t, "schemas")
	for _, c := range schemaCases {
		t.Run(c.name, func(t *testing.T) {
			problems.validate(t, c.name, c.docs, schemaTable(c.schema))
		})
		t.Run(c.name+"/xmllint", func(t *testing.T) {
			docs, valid := c.documents()
			for i, other := range xmllint(t, c.schema, docs) {
				if other != valid[i] && !strings.Contains(docs[i], "<!--differs-->") {
					t.Errorf("xmllint says %v of\n%s", other, docs[i])
				}
			}
		})
	}
	problems.update(t)
}
