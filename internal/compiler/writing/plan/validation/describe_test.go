package validation_test

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/writing/plan"
)

const (
	open  = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t"><types><xs:schema targetNamespace="urn:t" elementFormDefault="qualified">`
	close = `</xs:schema></types></definitions>`
)

// TestDescribe compares the plan of a schema, as text: the types in Go, and what only
// validation has to know of them.
func TestDescribe(t *testing.T) {
	for _, c := range []struct {
		name, schema, want string
	}{
		{"the rows of a struct say everything", `<xs:complexType name="T"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType>`, `
struct T: complex type {1}T
  A  int32  element {1}a 1
`},
		{"facets", `<xs:simpleType name="code"><xs:restriction base="xs:string"><xs:length value="3"/><xs:pattern value="[A-Z]+"/></xs:restriction></xs:simpleType>`, `
simple Code string
  restricts String, length 3, pattern "^[A-Z]+$"
`},
		{"facets of an anonymous type", `<xs:complexType name="T"><xs:sequence><xs:element name="a"><xs:simpleType><xs:restriction base="xs:int"><xs:maxInclusive value="9"/></xs:restriction></xs:simpleType></xs:element></xs:sequence></xs:complexType>`, `
struct T: complex type {1}T
  A  int32  element {1}a 1, maxInclusive 9
`},
		{"two steps", `<xs:simpleType name="short"><xs:restriction base="t:name"><xs:maxLength value="5"/></xs:restriction></xs:simpleType>
			<xs:simpleType name="name"><xs:restriction base="xs:token"><xs:minLength value="1"/></xs:restriction></xs:simpleType>`, `
simple Name string, as Token
  restricts Token, minLength 1
simple Short string, as Token
  restricts Name, maxLength 5
`},
		{"a union", `<xs:simpleType name="size"><xs:union memberTypes="xs:int xs:token"/></xs:simpleType>`, `
simple Size string, as Token
  union of Int32 | Token
`},
		{"one element in two places", `<xs:complexType name="T"><xs:sequence><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int"/><xs:element name="a" type="xs:int" minOccurs="0"/></xs:sequence></xs:complexType>`, `
struct T: complex type {1}T
  Items  []TItem  items 0..n
  schema: {1}a Int32, {1}b Int32, {1}a Int32?
struct TItem: item T
  A  *int32  element {1}a 0..1
  B  *int32  element {1}b 0..1
`},
		{"a restriction", `<xs:complexType name="T"><xs:sequence><xs:element name="a" type="xs:int" minOccurs="0"/></xs:sequence></xs:complexType>
			<xs:complexType name="U"><xs:complexContent><xs:restriction base="t:T"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:restriction></xs:complexContent></xs:complexType>`, `
struct T: complex type {1}T
  A  *int32  element {1}a 0..1
struct U: complex type {1}U
  derived by restriction
  T    embedded
  schema: {1}a Int32
`},
		{"a fixed value", `<xs:complexType name="T"><xs:attribute name="unit" type="xs:string" fixed="mm"/></xs:complexType>`, `
struct T: complex type {1}T
  Unit  *string  attribute unit 0..1, fixed "mm"
`},
		{"global elements and attributes", `<xs:element name="note" type="xs:string"/><xs:attribute name="id" type="xs:int"/><xs:complexType name="T"><xs:anyAttribute/></xs:complexType>`, `
struct T: complex type {1}T
  AnyAttrs  []Attr  attributes of any namespace
global element {1}note String
global attribute {1}id Int32
`},
		{"derivation that is not allowed", `<xs:complexType name="T" block="extension"/>`, `
struct T: complex type {1}T
  blocks extension
`},
		{"an extension of a mixed type is mixed, whatever it says", `<xs:complexType name="T" mixed="true"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType>
			<xs:complexType name="U"><xs:complexContent><xs:extension base="t:T"><xs:sequence><xs:element name="b" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>`, `
struct T: complex type {1}T, mixed
  Items  []TItem  items 0..n
  schema: {1}a Int32
struct TItem: item T
  Text  string  text between elements
  A     *int32  element {1}a 0..1
struct U: complex type {1}U, mixed, has the elements of its base, too
  T                embedded
  Items2  []UItem  items 0..n
  schema: T
  schema: {1}b Int32
struct UItem: item U
  Text  string  text between elements
  A     *int32  element {1}a 0..1
  B     *int32  element {1}b 0..1
`},
		{"a choice of one", `<xs:complexType name="T"><xs:choice><xs:element name="a" type="xs:int"/></xs:choice></xs:complexType>`, `
struct T: complex type {1}T
  A  int32  element {1}a 1
`},
		{"an element twice in a repeated group", `<xs:complexType name="T"><xs:sequence><xs:element name="x" type="xs:int"/><xs:sequence maxOccurs="unbounded"><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int"/><xs:element name="a" type="xs:int" minOccurs="0"/></xs:sequence></xs:sequence></xs:complexType>`, `
struct T: complex type {1}T
  X      int32    element {1}x 1
  Items  []TItem  items 0..n
  schema: {1}x Int32, ({1}a Int32, {1}b Int32, {1}a Int32?){1,}
struct TItem: item T
  A  *int32  element {1}a 0..1
  B  *int32  element {1}b 0..1
`},
		{"an abstract element twice, which nothing replaces", `<xs:element name="never" type="xs:int" abstract="true"/><xs:complexType name="T"><xs:sequence><xs:element ref="t:never" minOccurs="0"/><xs:element ref="t:never" minOccurs="0"/></xs:sequence></xs:complexType>`, `
struct T: complex type {1}T
global element {1}never Int32 abstract
`},
		{"wildcards in mixed content", `<xs:complexType name="T" mixed="true"><xs:sequence><xs:any namespace="##other"/><xs:any namespace="##targetNamespace"/><xs:any namespace="##other"/></xs:sequence></xs:complexType>`, `
struct T: complex type {1}T, mixed
  Items  []TItem  items 0..n
  schema: any of any namespace but "urn:t", any of "urn:t", any of any namespace but "urn:t"
struct TItem: item T
  Text  string      text between elements
  Any   xsd.RawXML  wildcard of any namespace but "urn:t" 0..1
  Any2  xsd.RawXML  wildcard of "urn:t" 0..1
`},
		{"an extension of xs:anyType", `<xs:complexType name="T"><xs:complexContent><xs:extension base="xs:anyType"><xs:attribute name="a" type="xs:int"/></xs:extension></xs:complexContent></xs:complexType>`, `
struct T: complex type {1}T, mixed
  derived by extension
  A         *int32   attribute a 0..1
  AnyAttrs  []Attr   attributes of any namespace (lax)
  Items     []TItem  items 0..n
  schema: @a Int32, @any of any namespace (lax)
  schema: any of any namespace (lax){0,}
struct TItem: item T
  Text  string      text between elements
  Any   xsd.RawXML  wildcard of any namespace (lax) 0..1
`},
		{"white space of anonymous types", `<xs:simpleType name="name"><xs:restriction base="xs:string"/></xs:simpleType><xs:complexType name="T"><xs:sequence><xs:element name="a"><xs:simpleType><xs:restriction base="xs:string"><xs:whiteSpace value="collapse"/></xs:restriction></xs:simpleType></xs:element><xs:element name="b"><xs:simpleType><xs:restriction base="t:name"><xs:whiteSpace value="replace"/></xs:restriction></xs:simpleType></xs:element></xs:sequence></xs:complexType>`, `
struct T: complex type {1}T
  A  string  element {1}a 1, as Token, whiteSpace collapse
  B  Name    element {1}b 1, whiteSpace replace
simple Name string
  restricts String
`},
		{"values of numbers", `<xs:simpleType name="byte"><xs:restriction base="xs:unsignedByte"><xs:enumeration value="25"/><xs:enumeration value="256"/></xs:restriction></xs:simpleType>
			<xs:simpleType name="rate"><xs:restriction base="xs:float"><xs:enumeration value="1.25"/><xs:enumeration value="INF"/></xs:restriction></xs:simpleType>
			<xs:simpleType name="shift"><xs:restriction base="xs:token"><xs:enumeration value="-0"/><xs:enumeration value="-9"/><xs:enumeration value="-x"/></xs:restriction></xs:simpleType>`, `
simple Byte uint8
  restricts Uint8, enumeration "25" or "256"
  Byte25  "25"
simple Rate float32
  restricts Float32, enumeration "1.25" or "INF"
  Rate125  "1.25"
simple Shift string, as Token
  restricts Token, enumeration "-0" or "-9" or "-x"
  ShiftMinus0  "-0"
  ShiftMinus9  "-9"
  ShiftX       "-x"
`},
		{"a union in the place of its head", `<xs:element name="head" type="t:size"/><xs:element name="number" type="xs:int" substitutionGroup="t:head"/><xs:simpleType name="size"><xs:union memberTypes="xs:int xs:token"/></xs:simpleType><xs:complexType name="T"><xs:sequence><xs:element ref="t:head"/></xs:sequence></xs:complexType>`, `
struct T: complex type {1}T
  Head  *HeadGroup  substitution group 1
struct HeadGroup: group head
  Head      *Size             element {1}head 0..1
  Number    *int32            element {1}number 0..1
  XSITypes  xsd.ElementTypes  xsi:type of elements
simple Size string, as Token
  union of Int32 | Token
global element {1}head Size
global element {1}number Int32
`},
		{"defaults of text", `<xs:simpleType name="short"><xs:restriction base="xs:string"><xs:maxLength value="3"/></xs:restriction></xs:simpleType><xs:complexType name="amount"><xs:simpleContent><xs:extension base="xs:int"/></xs:simpleContent></xs:complexType>
			<xs:complexType name="T"><xs:sequence><xs:element name="a" type="t:short" default="x"/><xs:element name="b" type="t:amount" default="1"/></xs:sequence></xs:complexType>`, `
struct Amount: complex type {1}amount
  derived from Int32
  Value  int32  text
struct T: complex type {1}T
  A  Short   element {1}a 1
  B  Amount  element {1}b 1, empty means "1"
simple Short string
  restricts String, maxLength 3
`},
		{"fixed names", `<xs:complexType name="name"><xs:simpleContent><xs:extension base="xs:QName"/></xs:simpleContent></xs:complexType><xs:simpleType name="any"><xs:union memberTypes="xs:int xs:QName"/></xs:simpleType>
			<xs:complexType name="T"><xs:sequence><xs:element name="a" type="t:name" fixed="t:x"/><xs:element name="b" type="t:any" fixed="t:x"/><xs:element name="c" type="t:any" fixed="7"/></xs:sequence></xs:complexType>`, `
struct Name: complex type {1}name
  derived from QName
  Value  xsd.QName  text
struct T: complex type {1}T
  A         Name              element {1}a 1, fixed "{urn:t}x", empty means "{urn:t}x"
  B         Any               element {1}b 1, fixed "{urn:t}x"
  C         Any               element {1}c 1, fixed "7"
  XSITypes  xsd.ElementTypes  xsi:type of elements
simple Any = xsd.AnySimple, as TextOrName
  union of Int32 | QName
`},
		{"paths of keys", `<xs:element name="e"><xs:complexType><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType>
			<xs:key name="k"><xs:selector xpath="child::t:a | .//t:b"/><xs:field xpath="attribute::id"/></xs:key><xs:keyref name="r" refer="t:k"><xs:selector xpath="*"/><xs:field xpath="t:c/@t:x"/></xs:keyref><xs:unique name="u"><xs:selector xpath=" t:a/ child :: b "/><xs:field xpath="."/><xs:field xpath="@*"/></xs:unique></xs:element>`, `
global element {1}e key {urn:t}k({urn:t}a|.//{urn:t}b: @{}id) keyref {urn:t}r({*}*: {urn:t}c/@{urn:t}x) of {urn:t}k unique {urn:t}u({urn:t}a/{}b: ., @{*}*)
  schema: {1}a Int32
`},
		{"arrays of arrays", `<xs:import namespace="http://schemas.xmlsoap.org/soap/encoding/"/><xs:complexType name="Cube" xmlns:e="http://schemas.xmlsoap.org/soap/encoding/" xmlns:w="http://schemas.xmlsoap.org/wsdl/"><xs:complexContent><xs:restriction base="e:Array"><xs:attribute ref="e:arrayType" w:arrayType="xs:int[][,][]"/></xs:restriction></xs:complexContent></xs:complexType>
			<xs:complexType name="List" xmlns:e="http://schemas.xmlsoap.org/soap/encoding/"><xs:complexContent><xs:restriction base="e:Array"><xs:sequence><xs:element name="it" type="xs:date" maxOccurs="unbounded"/></xs:sequence></xs:restriction></xs:complexContent></xs:complexType>`, `
struct Cube: complex type {1}Cube
  derived from _Array
  derived by restriction
  Items  []*CubeItemItem  element item 0..n, nillable, array of {2}int[][,]
  schema: @{3}arrayType String, @{3}offset _arrayCoordinate, @id ID, @href AnyURI
  schema: items AnyType nillable
struct CubeItemItem: item of the complex type Cube
  Items  []*CubeItem  element item 0..n, nillable, array of {2}int[] with 2 dimensions
struct CubeItem: item of the complex type Cube
  Items  []int32  element item 0..n, array of {2}int
struct List: complex type {1}List
  derived from _Array
  derived by restriction
  Items  []xsd.Date  element {1}it 0..n, array of {2}date
  schema: @{3}arrayType String, @{3}offset _arrayCoordinate, @id ID, @href AnyURI
  schema: items Date nillable
struct _Array: complex type {3}Array, undeclared
  schema: @{3}arrayType String, @{3}offset _arrayCoordinate, @id ID, @href AnyURI, @any of any namespace but "http://schemas.xmlsoap.org/soap/encoding/" (lax)
  schema: any of any namespace (lax){0,}
undeclared _arrayCoordinate: simple type arrayCoordinate
  restricts String
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := planOf(t, open+c.schema+close); got != c.want[1:] {
				t.Errorf("got\n%s\nwant%s", got, c.want)
			}
		})
	}
}

// planOf returns the plan of the types of a contract as text: the lines of its declarations.
func planOf(t *testing.T, contract string) string {
	t.Helper()
	set, diags := load.Load(context.Background(), load.Config{Main: "fs:///main.wsdl", Read: load.FS(fstest.MapFS{"main.wsdl": {Data: []byte(contract)}})})
	if set == nil || diags.HasErrors() {
		t.Fatal(diags)
	}
	m, diags := resolve.Resolve(set)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	pkg, diags := plan.Types(m, plan.Config{})
	if pkg == nil {
		t.Fatal(diags)
	}
	var text strings.Builder
	for line := range strings.Lines(pkg.String()) {
		if line != "\n" && !strings.HasPrefix(line, "package ") && !strings.HasPrefix(line, "namespace ") {
			text.WriteString(line)
		}
	}
	return text.String()
}
