package validate

import (
	"errors"
	"fmt"
	"strings"
	"testing"

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

// TestPointerTo copies what is not a pointer.
func TestPointerTo(t *testing.T) {
	stop := struct{ Code string }{"A"}
	if p, ok := pointerTo(stop).(*struct{ Code string }); !ok || p == &stop || *p != stop {
		t.Errorf("a pointer to a copy: %v", p)
	}
	if pointerTo(&stop) != any(&stop) || pointerTo((*struct{ Code string })(nil)) != nil {
		t.Error("another pointer")
	}
}
