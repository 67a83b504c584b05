package generator_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/templates/soap/sample"
	"example.com/quartet/templates/soap/validate"
)

// facetVariants are types whose bounds and enumerated values the same step, or an inherited one, can exclude.
var facetVariants = []struct {
	builtin         string
	inherited, own  string // facets: a name and a value each
	id              string // ID of the error; "" for a valid schema
	valid, notValid string // values, of a valid schema
}{
	{"int", "", "minInclusive 50 pattern 5.", "", "51", "60"},
	{"int", "", "minInclusive 50 pattern x", "", "", "51"},
	{"int", "", "maxInclusive 5 enumeration 9", "", "", "9"},
	{"int", "", "enumeration 9 pattern 8", "", "", "9"},
	{"int", "pattern 5.", "minInclusive 50", "", "51", "49"},
	{"int", "pattern x", "minInclusive 50", "bound-value", "", ""},
	{"date", "pattern .*Z", "maxExclusive 2026-01-01", "bound-value", "", ""},
	{"int", "enumeration 1 enumeration 9", "minInclusive 5", "bound-value", "", ""},
	{"int", "enumeration 1 enumeration 9", "minInclusive 9", "", "9", "1"},
	{"decimal", "totalDigits 2", "maxExclusive 100", "bound-value", "", ""},
	{"decimal", "fractionDigits 1", "minExclusive 0.01", "bound-value", "", ""},
	{"decimal", "fractionDigits 1", "minExclusive 0.10", "", "0.2", "0.1"},
	{"int", "maxExclusive 5", "maxExclusive 5", "", "4", "5"},
	{"int", "minExclusive 5", "minExclusive 5", "", "6", "5"},
	{"int", "maxExclusive 5", "maxInclusive 5", "bound-valid-restriction", "", ""},
	{"unsignedByte", "", "maxExclusive 256", "bound-valid-restriction", "", ""},
	{"dateTime", "maxInclusive 2020-01-01T00:00:00Z", "maxInclusive 2020-01-01T00:00:00", "", "2019-01-01T00:00:00", "2020-01-02T00:00:00"},
	{"date", "", "maxInclusive 2026-02-30", "bound-value", "", ""},
	{"float", "", "maxInclusive 1e400", "", "1", "NaN"},
	{"float", "", "minInclusive 1e999999", "", "INF", "1"},
	{"double", "maxInclusive INF", "minInclusive NaN", "", "", "1"},
	{"int", "pattern x", "enumeration 5", "enumeration-valid-restriction", "", ""},
	{"int", "maxInclusive 5", "enumeration 9", "enumeration-valid-restriction", "", ""},
	{"QName", "pattern f:.*", "enumeration f:a", "", "f:a", "f:b"},
	{"QName", "pattern g:.*", "enumeration f:a", "enumeration-valid-restriction", "", ""},
	{"QName", "enumeration f:a", "pattern f:.*", "", "f:a", "f:b"},
}

// variantTypes returns simple types named base and t with a number.
func variantTypes(n int) string {
	v := facetVariants[n]
	facets := func(list string) (text string) {
		words := strings.Fields(list)
		for i := 0; i < len(words); i += 2 {
			text += fmt.Sprintf(`<x:%s value="%s"/>`, words[i], words[i+1])
		}
		return text
	}
	const restriction = `<x:simpleType name="%s%d"><x:restriction base="%s">%s</x:restriction></x:simpleType>`
	return fmt.Sprintf(restriction, "base", n, "x:"+v.builtin, facets(v.inherited)) +
		fmt.Sprintf(restriction, "t", n, fmt.Sprint("f:base", n), facets(v.own)) + fmt.Sprintf(`<x:element name="e%d" type="f:t%[1]d"/>`, n)
}

// withSchema adds a schema with the namespace urn:facets to the types of a contract.
func withSchema(contract []byte, content string) []byte {
	end := regexp.MustCompile(`</(\w+:)?types>`).FindIndex(contract)
	if end == nil {
		return contract
	}
	text := `<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:f="urn:facets" targetNamespace="urn:facets">` + content + `</x:schema>`
	return []byte(string(contract[:end[0]]) + text + string(contract[end[0]:]))
}

const facetsContract = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:f="urn:facets" targetNamespace="urn:facets">
<types></types>
<message name="m"><part name="p" element="f:e%d"/></message>
<portType name="p"><operation name="o"><input message="f:m"/><output message="f:m"/></operation></portType>
<binding name="b" type="f:p"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="o"><soap:operation/>
<input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
<service name="s"><port name="p" binding="f:b"><soap:address location="http://service.example/"/></port></service></definitions>`

// TestFacets checks that a contract with a bound or an enumerated value that its base excludes has an error with a place;
// one that only the same step excludes is described, with samples, and values are judged. A contract that is read leniently
// is described too.
func TestFacets(t *testing.T) {
	for n, v := range facetVariants {
		t.Run(fmt.Sprint(v.builtin, " ", v.inherited, ", ", v.own), func(t *testing.T) {
			config := generator.Config{Contract: "contract.wsdl", Input: withSchema(fmt.Appendf(nil, facetsContract, n), variantTypes(n))}
			d, err := generator.Describe(context.Background(), config)
			if err != nil {
				t.Fatal(err)
			}
			if errors := d.Diagnostics.Only(diag.Error); v.id == "" && len(errors) > 0 || v.id != "" && (len(errors) != 1 || errors[0].ID != v.id || errors[0].Pos.Line != 2) {
				t.Errorf("want %q:\n%s", v.id, errors)
			}
			for value, ok := range map[string]bool{v.valid: true, v.notValid: false} {
				if value == "" || d.Services == nil {
					continue
				}
				err := validate.Document(d.Services[0].Types, fmt.Appendf(nil, `<f:e%d xmlns:f="urn:facets">%s</f:e%[1]d>`, n, value))
				if (err == nil) != ok {
					t.Errorf("%s: %v", value, err)
				}
			}
			checkDescribed(t, config)
			config.Lenient = true
			checkDescribed(t, config)
			if d, err = generator.Describe(context.Background(), config); err != nil || len(d.Services) != 1 {
				t.Fatalf("with errors as warnings: %v\n%s", err, d.Diagnostics)
			}
			sample.NewHandler(d.Services[0])
		})
	}
}
