package validate

import (
	"slices"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
)

// checkVerdicts validates documents, whose default namespace is urn:t. An empty text means that a document is valid.
func checkVerdicts(t *testing.T, types *schema.Table, verdicts map[string]string) {
	t.Helper()
	for doc, want := range verdicts {
		full := strings.Replace(doc, "<r", `<r xmlns="urn:t" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"`, 1)
		if err := verdict(types, full); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", doc, err, want)
		}
	}
}

// TestNilElements: an element may be nil if it is nillable and its value is not fixed.
func TestNilElements(t *testing.T) {
	checkVerdicts(t, schemaTable(content(sequence(1, 1, `<xs:element name="a" type="xs:int" nillable="true" minOccurs="0"/>`,
		`<xs:element name="b" type="xs:int" nillable="true" fixed="5" minOccurs="0"/>`, number("c", 0, 1)))), map[string]string{
		`<r><a xsi:nil="true"/><b>5</b></r>`: "", `<r><a xsi:nil="false">1</a></r>`: "",
		`<r><b xsi:nil="true"/></r>`: `xsi:nil on an element whose value is fixed to "5"`, `<r><c xsi:nil="true"/></r>`: "nil",
		`<r><b>6</b></r>`: `"6"`, `<r><b/></r>`: "", `<r><a xsi:nil="true">1</a></r>`: "nil",
	})
}

// TestArrays of SOAP encoding have items, and no text between them.
func TestArrays(t *testing.T) {
	const encoding = `http://schemas.xmlsoap.org/soap/encoding/`
	table := &schema.Table{Namespaces: testNamespaces, Source: documents("t.wsdl", `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:t"><types>`+
		`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="`+encoding+`"><xs:complexType name="Array"/><xs:attribute name="arrayType"/></xs:schema>`+
		schemaDocument(`<xs:import namespace="`+encoding+`"/><xs:element name="r" type="t:array"/><xs:complexType name="array"><xs:complexContent><xs:restriction xmlns:e="`+encoding+`" base="e:Array">`+
			`<xs:attribute ref="e:arrayType" xmlns:w="http://schemas.xmlsoap.org/wsdl/" w:arrayType="xs:int[]"/></xs:restriction></xs:complexContent></xs:complexType>`)+`</types></definitions>`)}
	codec.Define(table)
	checkVerdicts(t, table, map[string]string{
		`<r><i>1</i> <j>2</j></r>`: "", `<r/>`: "", `<r><i xsi:nil="true"/></r>`: "", `<r><i>x</i></r>`: `"x" is not a valid xs:int`, `<r>a<i>1</i>b</r>`: "text is not allowed here: it is an array",
	})
}

// TestValuesOfEnumerations lists the values of types that have some.
func TestValuesOfEnumerations(t *testing.T) {
	if got := Values[valueAskedItemKind](); !slices.Equal(got, []valueAskedItemKind{"a"}) || !IsValue(valueAskedItemKind("a")) || IsValue(valueAskedItemKind("b")) {
		t.Errorf("%q", got)
	}
	if got := Values[valueCode](); got != nil {
		t.Errorf("%q", got)
	}
	if got := Values[valueOther](); got != nil {
		t.Errorf("%v", got)
	}
}
