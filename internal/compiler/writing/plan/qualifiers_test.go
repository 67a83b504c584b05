package plan

import (
	"maps"
	"slices"
	"testing"

	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// TestQualifiers decides names for namespaces, with the schemas in both orders.
func TestQualifiers(t *testing.T) {
	for _, test := range []struct {
		name    string
		schemas map[string]string // root elements by target namespace
		want    map[string]string
	}{
		{"prefixes", map[string]string{
			"urn:a": `<s xmlns:order="urn:a" xmlns:tns="urn:a"/>`,
			"urn:b": `<s xmlns:tns="urn:b" xmlns:order="urn:a" xmlns:trip-v2="urn:b"/>`,
		}, map[string]string{"urn:a": "Order", "urn:b": "TripV2"}},
		{"the own prefix, whatever others say", map[string]string{
			"urn:a": `<s xmlns:x="urn:a" xmlns:old="urn:a" xmlns:mid="urn:a"/>`,
			"urn:b": `<s xmlns:new="urn:a" xmlns:other="urn:b"/>`,
			"urn:c": `<s xmlns:new="urn:a" xmlns:last="urn:c"/>`,
		}, map[string]string{"urn:a": "Mid", "urn:b": "Other", "urn:c": "Last"}},
		{"the prefix of the WSDL document, if there is no own one", map[string]string{
			"urn:wsdl": `<s xmlns:tns="urn:wsdl"/>`, "urn:own": `<s xmlns:own="urn:own"/>`,
		}, map[string]string{"urn:wsdl": "Shared", "urn:own": "Own"}},
		{"URIs", map[string]string{
			"http://example.com/orders/v2": `<s xmlns:ns1="http://example.com/orders/v2"/>`,
			"http://example.com/trips.xsd": `<s xmlns:tns="http://example.com/trips.xsd"/>`,
			"urn:1":                        `<s/>`,
		}, map[string]string{"http://example.com/orders/v2": "Orders", "http://example.com/trips.xsd": "Trips"}},
		{"versions", map[string]string{
			"http://example.com/ows/1.1": `<s xmlns:ows="http://example.com/ows/1.1"/>`,
			"http://example.com/ows/2.0": `<s xmlns:ows="http://example.com/ows/2.0"/>`,
		}, map[string]string{"http://example.com/ows/1.1": "Ows11", "http://example.com/ows/2.0": "Ows20"}},
		{"the same last words", map[string]string{
			"urn:rail:types": `<s/>`,
			"urn:road:types": `<s/>`,
		}, map[string]string{"urn:rail:types": "RailTypes", "urn:road:types": "RoadTypes"}},
		{"URIs of many words", map[string]string{
			"urn:rail:a:b:c:d:e:f:g:h:i:types": `<s/>`,
			"urn:road:a:b:c:d:e:f:g:h:i:types": `<s/>`,
		}, map[string]string{"urn:rail:a:b:c:d:e:f:g:h:i:types": "RailABCDEFGHITypes", "urn:road:a:b:c:d:e:f:g:h:i:types": "RoadABCDEFGHITypes"}},
		{"none", map[string]string{"": `<s/>`, "urn:/1": `<s/>`}, map[string]string{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var schemas []*xsd.Schema
			for space, text := range test.schemas {
				doc, diags := xmltree.Parse("a.xsd", []byte(text), xmltree.Limits{})
				if doc == nil {
					t.Fatal(diags)
				}
				schemas = append(schemas, &xsd.Schema{TargetNamespace: space, Element: doc.Root})
			}
			definitions, diags := xmltree.Parse("a.wsdl", []byte(`<d xmlns:shared="urn:wsdl" xmlns:foreign="urn:own"/>`), xmltree.Limits{})
			if definitions == nil {
				t.Fatal(diags)
			}
			for range 2 {
				if got := qualifiers(schemas, []*xmltree.Element{definitions.Root}); !maps.Equal(got, test.want) {
					t.Errorf("got %q, want %q", got, test.want)
				}
				slices.Reverse(schemas)
			}
		})
	}
}
