package plan_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/split"
	"example.com/quartet/internal/compiler/writing/plan/typing"
)

const contractOfTyping = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" xmlns:u="urn:u" targetNamespace="urn:t"><types>
<xs:schema targetNamespace="urn:t"><xs:import namespace="urn:u"/>
<xs:complexType name="Train"><xs:sequence><xs:element name="at" type="t:Place"/></xs:sequence></xs:complexType>
<xs:complexType name="Place"><xs:sequence><xs:element name="kind" type="t:Kind"/></xs:sequence></xs:complexType>
<xs:complexType name="Station"><xs:complexContent><xs:extension base="t:Place"/></xs:complexContent></xs:complexType>
<xs:simpleType name="Kind"><xs:restriction base="xs:string"/></xs:simpleType>
<xs:element name="place" type="t:Place"/><xs:element name="train" type="t:Train"/><xs:element name="text" type="xs:string"/><xs:element name="abstract" type="t:Place" abstract="true"/>
<xs:element name="findResponse"><xs:complexType><xs:sequence><xs:element name="place" type="t:Place"/></xs:sequence></xs:complexType></xs:element></xs:schema>
<xs:schema targetNamespace="urn:u"><xs:complexType name="Other"/><xs:element name="other" type="u:Other"/></xs:schema>
</types></definitions>`

// TestComplete asks for some types, and compares the types and elements that Complete plans
// besides these.
func TestComplete(t *testing.T) {
	for _, c := range []struct {
		name      string
		asked     []string // the types that messages need
		options   typing.Options
		unwrapped bool // the type of findResponse
		structs   string
		simples   string
		documents string
		elements  string
	}{
		{"everything", nil, typing.Options{}, false, "Train Place Station Other", "Kind", "findResponse other place text train", ""},
		{"in the order of first use", []string{"Station"}, typing.Options{}, false, "Station Place Train Other", "Kind", "findResponse other place text train", ""},
		{"what messages need", []string{"Place"}, typing.Options{Partial: true}, false, "Place", "Kind", "place", ""},
		{"variables", nil, typing.Options{Elements: true}, false, "Train Place Station Other findResponse", "Kind", "findResponse other place text train", "findResponse place text train other"},
		{"an unwrapped element", nil, typing.Options{Elements: true}, true, "Train Place Station Other", "Kind", "other place text train", "place text train other"},
		{
			"a whole namespace", []string{"Place", "Other"}, typing.Options{Partial: true, Split: split.Options{ImportPath: "x", Packages: []split.NamespacePackage{{Namespace: "urn:t", ImportPath: "x/t"}}}}, true,
			"Place Other Train Station findResponse", "Kind", "findResponse other place text train", "",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			schemas := resolvedOfTyping(t).Schemas
			types := typing.NewPlanner(schemas, typing.Style{})
			for _, name := range c.asked {
				i := slices.IndexFunc(schemas.Types, func(t xsd.Type) bool { return t.Component().Name.Local == name })
				complex := schemas.Types[i].(*xsd.ComplexType)
				if s := types.StructOf(complex, typing.User{}); s != types.StructOf(complex, typing.User{}) {
					t.Errorf("two structs for %s", name)
				}
			}
			if c.unwrapped {
				e := schemas.Element(xsd.QName{Space: "urn:t", Local: "findResponse"})
				c.options.Unwrapped = map[*xsd.ComplexType]bool{e.Type.(*xsd.ComplexType): true}
			}
			result, diags := types.Complete(c.options)
			if diags != nil {
				t.Error(diags)
			}
			documents := slices.Collect(maps.Keys(result.Documents))
			slices.SortFunc(documents, func(a, b ir.Name) int { return strings.Compare(a.Local, b.Local) })
			got := fmt.Sprintf("structs %s, simples %s, documents %s, elements %s",
				listedOfTyping(result.Structs, func(s *ir.Struct) string { return s.WSDLName }), listedOfTyping(result.Simples, func(s *ir.Simple) string { return s.WSDLName }),
				listedOfTyping(documents, func(n ir.Name) string { return n.Local }), listedOfTyping(result.Elements, func(e *ir.Element) string { return e.Wire.Local }))
			if want := fmt.Sprintf("structs %s, simples %s, documents %s, elements %s", c.structs, c.simples, c.documents, c.elements); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func listedOfTyping[T any](all []T, name func(T) string) string {
	var names []string
	for _, one := range all {
		names = append(names, name(one))
	}
	return strings.Join(names, " ")
}

func resolvedOfTyping(t *testing.T) *resolve.Model {
	t.Helper()
	set, diags := load.Load(context.Background(), load.Config{Main: "fs:///main.wsdl", Read: load.FS(fstest.MapFS{"main.wsdl": {Data: []byte(contractOfTyping)}})})
	if set == nil || diags.HasErrors() {
		t.Fatal(diags)
	}
	m, diags := resolve.Resolve(set)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return m
}
