package validate

import (
	"testing"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/internal/codec"
)

// TestNamespacesInProblems compares what problems say of names that differ from the expected ones only in their namespaces.
func TestNamespacesInProblems(t *testing.T) {
	const local = `<xs:element name="b" type="xs:int" form="unqualified"/>`
	names := content(`<xs:sequence><xs:element name="a" type="xs:int"/>` + local + `</xs:sequence><xs:attribute name="c" form="qualified"/><xs:attribute name="d" type="xs:int"/>`)
	either := content(`<xs:choice>` + local + `<xs:element name="b" type="xs:int"/></xs:choice>`)
	for _, test := range []struct{ schema, document, want string }{
		{names, `<t:r xmlns:t="urn:t"><a>1</a><b>2</b></t:r>`,
			`/r/a (line 1, column 22): the element in no namespace is not allowed here: the element a in the namespace "urn:t" (see elementFormDefault in the schema) is expected`},
		{names, `<r xmlns="urn:t"><a>1</a><b>2</b></r>`,
			`/r/b (line 1, column 26): the element in the namespace "urn:t" is not allowed here: the element b in no namespace (see elementFormDefault in the schema) is expected`},
		{names, `<r xmlns="urn:t"><a xmlns="urn:u">1</a><b>2</b></r>`,
			`/r/a (line 1, column 18): the element in the namespace "urn:u" is not allowed here: the element a in the namespace "urn:t" is expected`},
		{names, `<r xmlns="urn:t"><x/></r>`, `/r/x (line 1, column 18): the element is not allowed here: the element a is expected`},
		{content(`<xs:sequence>` + number("a", 0, 1) + number("e", 0, 1) + number("f", 0, 1) + number("g", 0, 1) + number("h", 0, 1) + number("i", 0, 1) + local + `</xs:sequence>`), `<r xmlns="urn:t"><b/></r>`,
			`/r/b (line 1, column 18): the element in the namespace "urn:t" is not allowed here: the element b in no namespace (see elementFormDefault in the schema) or the element a or ` +
				`the element e or the element f or the element g or the element h is expected`},
		{either, `<r xmlns="urn:t"/>`,
			`/r (line 1, column 1): the element b in no namespace (see elementFormDefault in the schema) or the element b in the namespace "urn:t" (see elementFormDefault in the schema) is missing`},
		{names, `<t:r xmlns:t="urn:t" c=""><t:a>1</t:a><b>2</b></t:r>`,
			`/r/@c (line 1, column 22): the attribute in no namespace is not allowed here: the attribute c in the namespace "urn:t" (see attributeFormDefault in the schema) is expected`},
		{names, `<t:r xmlns:t="urn:t" t:d="1"><t:a>1</t:a><b>2</b></t:r>`,
			`/r/@d (line 1, column 22): the attribute in the namespace "urn:t" is not allowed here: the attribute d in no namespace (see attributeFormDefault in the schema) is expected`},
		{names, `<t:r xmlns:t="urn:t" d="1" t:d="1" e=""><t:a>1</t:a><b>2</b></t:r>`,
			`/r/@d (line 1, column 28): the attribute is not allowed here; /r/@e (line 1, column 36): the attribute is not allowed here`},
	} {
		if err := verdict(schemaTable(test.schema), test.document); err == nil || err.Error() != test.want {
			t.Errorf("%s:\n%v, want\n%s", test.document, err, test.want)
		}
	}
	// Problems name namespaces as messages have them.
	types := schemaTable(names)
	m, err := modelOf(types, nil)
	if err != nil {
		t.Fatal(err)
	}
	const document = `<r xmlns="urn:new"><a xmlns="">1</a></r>`
	const want = `/r/a (line 1, column 20): the element in no namespace is not allowed here: the element a in the namespace "urn:new" (see elementFormDefault in the schema) is expected`
	comparison := &soap.Comparison{Renamed: map[string]string{"urn:new": "urn:t"}}
	if err := (schemaChecker{types: types, model: m}).Message(t.Context(), []byte(document), comparison); err == nil || err.Error() != want {
		t.Errorf("%v, want\n%s", err, want)
	}
	if sent, meant := codec.Namespaces("urn:a", "urn:a", "element"); sent+meant != "" {
		t.Errorf("the same namespace is named: %s%s", sent, meant)
	}
}
