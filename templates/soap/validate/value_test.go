package validate

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

type (
	ValueParty struct {
		_    struct{} `soap:"party"`
		Name *string  `soap:"name"`
	}
	valueFirm struct {
		_ struct{} `soap:"firm"`
		ValueParty
		Code valueCode `soap:"code"`
	}
	valueCode  string
	valueCodes []valueCode
	valueBlob  []byte
	valueAsk   struct {
		Code valueCode `soap:"code"`
	}
	valueAsked struct {
		Item []valueAskedItem `soap:"item"`
	}
	valueAskedItem struct {
		Kind  valueAskedItemKind `soap:"kind,attr"`
		Count int32              `soap:"count"`
		Codes []valuePair        `soap:",items"`
	}
	valuePair struct {
		Code valueCode `soap:"code"`
		Size *int32    `soap:"size"`
	}
	valueAskedItemKind string
	valueQuery         struct {
		Code string `soap:":code"`
	}
	valueOther struct {
		Other string `soap:"other"`
	}
)

// valueSource has the documents of the package.
type valueSource struct{}

func (valueSource) Documents() *contract.DocumentSet { return valueDocuments.set }

var valueDocuments = documents("t.wsdl", `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t" targetNamespace="urn:t"><types>`+schemaDocument(
	`<xs:complexType name="party"><xs:sequence><xs:element name="name" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType>
	<xs:complexType name="firm"><xs:complexContent><xs:extension base="t:party"><xs:sequence><xs:element name="code" type="t:valueCode"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
	<xs:simpleType name="valueCode"><xs:restriction base="xs:token"><xs:pattern value="[A-Z]"/></xs:restriction></xs:simpleType>
	<xs:simpleType name="value-codes"><xs:restriction><xs:simpleType><xs:list itemType="t:valueCode"/></xs:simpleType><xs:maxLength value="2"/></xs:restriction></xs:simpleType>
	<xs:simpleType name="valueBlob"><xs:restriction base="xs:hexBinary"><xs:length value="1"/></xs:restriction></xs:simpleType>
	<xs:element name="valueAsk"><xs:complexType><xs:sequence><xs:element name="code" type="t:valueCode"/></xs:sequence></xs:complexType></xs:element>
	<xs:element name="valueAsked"><xs:complexType><xs:sequence><xs:element name="item" maxOccurs="unbounded"><xs:complexType><xs:sequence><xs:element name="count"><xs:simpleType><xs:restriction base="xs:int"><xs:maxInclusive value="9"/></xs:restriction></xs:simpleType></xs:element>
	<xs:sequence minOccurs="0" maxOccurs="unbounded"><xs:element name="code" type="t:valueCode"/><xs:element name="size" minOccurs="0"><xs:simpleType><xs:restriction base="xs:int"><xs:maxInclusive value="5"/></xs:restriction></xs:simpleType></xs:element></xs:sequence></xs:sequence>
	<xs:attribute name="kind"><xs:simpleType><xs:restriction base="xs:token"><xs:enumeration value="a"/></xs:restriction></xs:simpleType></xs:attribute></xs:complexType></xs:element></xs:sequence></xs:complexType></xs:element>`)+
	`</types><message name="query"><part name="code" type="t:valueCode"/></message>
	<portType name="p"><operation name="o"><input message="t:query"/></operation></portType></definitions>`)

var valueTypes = schema.Table{Namespaces: testNamespaces, Target: 1, Qualified: true, Source: valueSource{}}

func init() { codec.Define(&valueTypes) }

// TestValue validates values and pointers of complex and simple types, by the type that they have, not by the type of a variable.
func TestValue(t *testing.T) {
	code, bad, text, six := valueCode("A"), valueCode("a"), "x", int32(6)
	var party any = &valueFirm{ValueParty: ValueParty{Name: &text}, Code: "a"}
	for _, c := range []struct {
		v    any
		want string // "": it is valid
	}{
		{nil, ""}, {(*valueFirm)(nil), ""}, {(*valueCode)(nil), ""}, {&ValueParty{}, ""}, {ValueParty{Name: &text}, ""},
		{&valueFirm{Code: "A"}, ""}, {valueFirm{Code: "A"}, ""}, {party, `/firm/code: "a" does not match the pattern`},
		{valueFirm{Code: "ab"}, `/firm/code: "ab" does not match`},
		{code, ""}, {&code, ""}, {bad, `/valueCode: "a" does not match`}, {&bad, `/valueCode: "a" does not match`},
		{valueCodes{"A", "B"}, ""}, {valueCodes(nil), ""}, {valueCodes{"A", "B", "C"}, `/value-codes: "A B C" has the length 3`},
		{valueBlob{255}, ""}, {valueBlob{1, 2}, `/valueBlob: "0102" has the length 2`},
		{&valueAsk{Code: "A"}, ""}, {&valueAsk{}, `/valueAsk/code: "" does not match`},
		{&valueAsked{}, "/valueAsked: the element item is missing"}, {&valueAsked{Item: []valueAskedItem{{Kind: "a"}}}, ""},
		{valueAskedItem{Kind: "a", Count: 9}, ""}, {valueAskedItem{Kind: "a", Count: 10}, `/item/count: "10" is not at most 9`},
		{valueAskedItemKind("a"), ""}, {valueAskedItemKind("b"), `/kind: "b" is not one of "a"`},
		{valuePair{Code: "A"}, ""}, {valuePair{Code: "A", Size: &six}, `/value/size: "6" is not at most 5`},
		{valueQuery{"A"}, ""}, {valueQuery{"a"}, `/o/code: "a" does not match`},
	} {
		err := Value(c.v)
		var invalid *Error
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%+v: %v", c.v, err)
		case c.want != "" && (!errors.As(err, &invalid) || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%+v: %v, want %s", c.v, err, c.want)
		}
		if again := NewChecker(&contract.Contract{Types: &valueTypes}).Value(t.Context(), nil, c.v); (again == nil) != (err == nil) {
			t.Errorf("%+v: the checker returns %v", c.v, again)
		}
	}
}

// TestValueOfOtherTypes returns errors that name the Go type. A checker passes over these values.
func TestValueOfOtherTypes(t *testing.T) {
	for _, c := range []struct {
		v    any
		want string
	}{
		{"A", "no contract describes the Go type string"},
		{xsd.Date{}, "no contract describes the Go type xsd.Date"},
		{new(*valueFirm), "no contract describes the Go type **validate.valueFirm"},
		{valueOther{}, "no document of the contract has the type of the Go type validate.valueOther"},
	} {
		err := Value(c.v)
		var invalid *Error
		if err == nil || errors.As(err, &invalid) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%T: %v, want %s", c.v, err, c.want)
		}
		if err := NewChecker(&contract.Contract{Types: &valueTypes}).Value(t.Context(), nil, c.v); err != nil {
			t.Errorf("%T: the checker returns %v", c.v, err)
		}
	}
}

// TestElementOfBuiltInType validates an element whose type is one of XML Schema's, which no Go type is generated for.
func TestElementOfBuiltInType(t *testing.T) {
	types := schemaTable(`<xs:element name="count"><xs:simpleType><xs:restriction base="xs:int"><xs:maxInclusive value="9"/></xs:restriction></xs:simpleType></xs:element>`)
	info := func(types *schema.Table) schema.Element[int32] {
		return schema.Element[int32]{Info: &schema.ElementInfo{
			Name: schema.ElementName{NS: 1, Local: "count"}, Table: &schema.ElementTable{Namespaces: testNamespaces, Types: types},
			Value: &schema.Value{Zero: (*int32)(nil), Row: schema.Row{Name: "count", NS: 1, Kind: codec.KindInt32, Occurs: schema.Once}},
		}}
	}
	if err := Element(info(types), 9); err != nil {
		t.Error(err)
	}
	var invalid *Error
	if err := Element(info(types), 10); !errors.As(err, &invalid) || !strings.Contains(err.Error(), `/count: "10" is not at most 9`) {
		t.Errorf("a value that is too large: %v", err)
	}
	if err := Element(info(nil), 9); err == nil || !strings.Contains(err.Error(), "no contract describes the element count") {
		t.Errorf("without a table: %v", err)
	}
}

// TestEncodedValues: elements of values with SOAP encoding may be nil or absent, elements of messages may not.
func TestEncodedValues(t *testing.T) {
	pair := &schema.Type{NS: 1, Name: "pair"}
	table := &schema.Table{Namespaces: testNamespaces, Types: []schema.TypeRows{{Type: pair, Rows: []schema.Row{
		{Name: "a", NS: 1, Kind: codec.KindString, Occurs: schema.Once, Nillable: true}, {Name: "b", NS: 1, Kind: codec.KindString},
	}}}, Source: documents("t.wsdl", `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:t" targetNamespace="urn:t"><types>`+
		schemaDocument(`<xs:complexType name="pair"><xs:sequence><xs:element name="a" type="xs:string"/><xs:element name="b" type="xs:string"/></xs:sequence></xs:complexType><xs:element name="pair" type="t:pair"/>`)+
		`</types><message name="m"><part name="p" type="t:pair"/></message><portType name="p"><operation name="o"><input message="t:m"/></operation></portType>
		<binding name="b" type="t:p"><soap:binding style="rpc"/><operation name="o"><input><soap:body use="encoded"/></input></operation></binding></definitions>`)}
	codec.Define(table)
	if err := Value(schema.NewRecord(pair)); err != nil {
		t.Error(err)
	}
	if err := verdict(table, `<pair xmlns="urn:t"/>`); err == nil {
		t.Error("a message without elements is valid")
	}
}

// TestContractsWithoutTypes have no checker.
func TestContractsWithoutTypes(t *testing.T) {
	if NewChecker(&contract.Contract{}) != nil {
		t.Error("a contract without types has a checker")
	}
}

// TestTablesWithoutDocuments are a mistake, which says so.
func TestTablesWithoutDocuments(t *testing.T) {
	defer func() {
		if found := recover(); !strings.Contains(fmt.Sprint(found), "no documents") {
			t.Errorf("%v", found)
		}
	}()
	NewChecker(&contract.Contract{Types: new(schema.Table)})
}

// TestContentMemory: elements of one group share the groups around them, and many deep groups are too large.
func TestContentMemory(t *testing.T) {
	nested := func(inner *component.Particle, depth int) *component.Particle {
		for range depth {
			inner = component.GroupOf(component.Sequence, inner)
		}
		return inner
	}
	many := func(n int, child func() *component.Particle) *component.Particle {
		var children []*component.Particle
		for range n {
			children = append(children, child())
		}
		return component.GroupOf(component.Sequence, children...)
	}
	leaf := func() *component.Particle {
		return component.ElementParticle(component.NewElement(xsd.QName{}, &component.Declaration{Type: builtin("int").Type}))
	}
	parents := func(leaves int) int {
		b := contentBuilder{model: new(contentModel)}
		if b.build(nested(many(leaves, leaf), 200), nil, false) == nil {
			t.Error("too large")
		}
		return b.parents
	}
	if few, more := parents(10), parents(10_000); few != more {
		t.Errorf("10 elements share %d groups, 10,000 share %d", few, more)
	}
	groups := func() *component.Particle { return many(1, leaf) }
	if !newContentModel(nested(many(10_000, groups), 900), false).tooLarge {
		t.Error("10,000 groups in 900 are not too large")
	}
}

// TestRepeatedInAll validates documents with an xs:all in which an element may occur twice, also apart (XML Schema 1.1).
func TestRepeatedInAll(t *testing.T) {
	table := schemaTable(content(group("all", 1, 1, number("a", 1, 2), number("b", 0, 1))))
	for document, valid := range map[string]bool{
		"<a>1</a><b>1</b><a>1</a>": true, "<b>1</b><a>1</a><a>1</a>": true, "<a>1</a><a>1</a><a>1</a>": false, "<b>1</b>": false,
		"<a>1</a><b>1</b><b>1</b>": false,
	} {
		if err := verdict(table, start+document+"</r>"); (err == nil) != valid {
			t.Errorf("%s: %v", document, err)
		}
	}
}

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
