package validation_test

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"example.com/quartet/internal/compiler/load"
	"example.com/quartet/internal/compiler/plan"
	"example.com/quartet/internal/compiler/resolve"
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
		{"an abstract element twice, which nothing replaces", `<xs:element name="never" type="xs:int" abstract="true"/><xs:complexType name="T"><xs:sequence><xs:element ref="t:never" minOccurs="0"/><xs:element ref="t:never" minOccurs="0"/></xs:sequence></xs:complexType>`, `
struct T: complex type {1}T
global element {1}never Int32 abstract
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
