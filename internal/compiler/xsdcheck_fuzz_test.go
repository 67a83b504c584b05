package compiler_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/xsdcheck"
	"example.com/quartet/internal/conformance/cost"
)

// FuzzCheck checks arbitrary schemas. It must not panic, and must not take long.
func FuzzCheck(f *testing.F) {
	for _, test := range ruleCases {
		f.Add(strings.ReplaceAll(test.wrong, "<!---->", ""))
		f.Add(test.right)
	}
	f.Add(`<xs:group name="g"><xs:choice><xs:group ref="t:h"/><xs:group ref="t:h"/></xs:choice></xs:group><xs:group name="h"><xs:sequence><xs:group ref="t:g" minOccurs="0"/></xs:sequence></xs:group>`)
	f.Add(`<xs:simpleType name="a"><xs:union memberTypes="t:a xs:int"/></xs:simpleType><xs:element name="e" type="t:a" default="1"/>`)
	f.Add(`<xs:complexType name="t"><xs:complexContent><xs:restriction base="t:t"><xs:all><xs:element ref="t:e"/></xs:all></xs:restriction></xs:complexContent></xs:complexType><xs:element name="e" substitutionGroup="t:e"/>`)
	f.Fuzz(func(t *testing.T, content string) {
		files := map[string][]byte{
			"file:///t/t.wsdl": []byte(`<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:w"><import namespace="urn:t" location="t.xsd"/></definitions>`),
			"file:///t/t.xsd":  []byte(schemaTextOfXsdcheck("urn:t", content)),
		}
		set, _ := load.Load(context.Background(), load.Config{Main: "file:///t/t.wsdl", Read: load.Overlay(files, nil)})
		if set == nil {
			return
		}
		for _, read := range []func(*load.Set) *resolve.Model{strictly, leniently} {
			model := read(set)
			if model == nil {
				continue
			}
			start := cost.CPU()
			xsdcheck.Check(model.Schemas)
			if took := cost.CPU() - start; took > 10*time.Second {
				t.Errorf("takes %v", took)
			}
		}
	})
}

func strictly(set *load.Set) *resolve.Model {
	model, diags := resolve.Resolve(set)
	if diags.HasErrors() {
		return nil
	}
	return model
}

func leniently(set *load.Set) *resolve.Model {
	model, _ := resolve.ResolveLenient(set)
	return model
}
