package generator_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"example.com/quartet/generator"
	"example.com/quartet/internal/conformance/cost"
)

// TestJSONSchema compares the JSON Schema of a schema and of a contract with documents that are valid and that are not.
func TestJSONSchema(t *testing.T) {
	const orders = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
		<xs:element name="order" type="order"/>
		<xs:element name="count" type="xs:int" nillable="true"/>
		<xs:complexType name="order"><xs:sequence><xs:element name="item" type="code" maxOccurs="2"/><xs:element name="next" type="order" minOccurs="0"/></xs:sequence>
			<xs:attribute name="id" type="xs:ID" use="required"/></xs:complexType>
		<xs:simpleType name="code"><xs:restriction base="xs:string"><xs:maxLength value="3"/></xs:restriction></xs:simpleType>
	</xs:schema>`
	schema := jsonSchema(t, "orders.xsd", orders)
	for document, valid := range map[string]bool{
		`{"@id": "a", "item": ["abc"], "next": {"@id": "b", "item": ["x", "y"]}}`: true,
		`17`: true, `null`: true, `17.5`: false, `"text"`: false,
		`{"item": ["abc"]}`: false, `{"@id": "a", "item": ["abcd"]}`: false, `{"@id": "a", "item": ["a", "b", "c"]}`: false,
	} {
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(document))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(value); (err == nil) != valid {
			t.Errorf("%s: %v", document, err)
		}
	}
}

// TestLimitJSONSchema describes types with many elements, and many types without a name: time grows with their number, and not
// with its square.
func TestLimitJSONSchema(t *testing.T) {
	for name, format := range map[string]string{
		"elements of a type":   `<xs:element name="e%d" type="xs:int"/>`,
		"types without a name": `<xs:element name="e%d"><xs:complexType><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType></xs:element>`,
	} {
		const factor, bound = 16, 64
		n := cost.Scaled(32_000)
		few, many := outlineOf(t, format, n/factor), outlineOf(t, format, n)
		times := cost.Times(bound, func() { describeSchema(t, few) }, func() { describeSchema(t, many) })
		t.Logf("limit: JSON Schema of %d %s, beside %d | %d times the time | %.1f times", n, name, n/factor, bound, times)
		if times > bound {
			t.Errorf("%s: %.1f times the time for %d times as many", name, times, factor)
		}
	}
}

// outlineOf returns the outline of a type with n elements.
func outlineOf(t *testing.T, format string, n int) *generator.Outlined {
	t.Helper()
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	text := `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="root"><xs:complexType><xs:sequence>` + b.String() + `</xs:sequence></xs:complexType></xs:element></xs:schema>`
	outlined, err := generator.OutlineOf(t.Context(), generator.Config{Contract: "a.xsd", Input: []byte(text)})
	if err != nil || outlined.Outline == nil {
		t.Fatal(err, outlined)
	}
	return outlined
}

// describeSchema makes the JSON Schema of an outline.
func describeSchema(t *testing.T, outlined *generator.Outlined) {
	t.Helper()
	if _, err := outlined.JSONSchema(); err != nil {
		t.Fatal(err)
	}
}

// jsonSchema returns the compiled schema of a contract.
func jsonSchema(t *testing.T, name, text string) *jsonschema.Schema {
	t.Helper()
	outlined, err := generator.OutlineOf(t.Context(), generator.Config{Contract: name, Input: []byte(text)})
	if err != nil || outlined.Outline == nil {
		t.Fatal(err, outlined)
	}
	document, err := outlined.JSONSchema()
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(string(document)))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("https://schema.example/orders.json", value); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("https://schema.example/orders.json")
	if err != nil {
		t.Fatalf("%v\n%s", err, document)
	}
	return schema
}
