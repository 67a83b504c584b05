package validate

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"

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

// TestVerdicts validates documents that are valid and that are not.
func TestVerdicts(t *testing.T) {
	problems := readProblems(t, "schemas")
	for _, c := range schemaCases {
		t.Run(c.name, func(t *testing.T) {
			problems.validate(t, c.name, c.docs, schemaTable(c.schema))
		})
	}
	problems.update(t)
}
