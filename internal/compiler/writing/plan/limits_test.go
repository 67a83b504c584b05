package plan_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/testing/testmodel"
	"example.com/quartet/internal/compiler/writing/plan"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/conformance/cost"
)

const getContract = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
<types><xs:schema targetNamespace="urn:t"><xs:element name="get" type="t:T"/><xs:element name="got"><xs:complexType><xs:group ref="t:empty"/></xs:complexType></xs:element>
<xs:group name="empty"><xs:sequence/></xs:group>%s</xs:schema></types>
<message name="in"><part name="p" element="t:get"/></message><message name="out"><part name="p" element="t:got"/></message>
<portType name="P"><operation name="get"><input message="t:in"/><output message="t:out"/></operation></portType>
<binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
<operation name="get"><soap:operation soapAction="a"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
<service name="S"><port name="S" binding="t:B"><soap:address location="http://localhost/"/></port></service>
</definitions>`

func planned(t *testing.T, schema string) (*ir.Package, diag.List) {
	t.Helper()
	return plan.Plan(resolved(t, schema), plan.Config{})
}

func resolved(t *testing.T, schema string) *resolve.Model {
	t.Helper()
	text := fmt.Sprintf(getContract, schema)
	return testmodel.Of(t, "main.wsdl", fstest.MapFS{"main.wsdl": {Data: []byte(text)}})
}

// nestedGroups defines sixty groups, each of which refers to the previous one ten
// times.
func nestedGroups(innermost string) string {
	var b strings.Builder
	b.WriteString(`<xs:group name="g0"><xs:sequence>` + innermost + `</xs:sequence></xs:group>`)
	for i := range 60 {
		fmt.Fprintf(&b, `<xs:group name="g%d"><xs:sequence>%s</xs:sequence></xs:group>`, i+1, strings.Repeat(fmt.Sprintf(`<xs:group ref="t:g%d"/>`, i), 10))
	}
	return b.String() + `<xs:complexType name="T"><xs:group ref="t:g60"/></xs:complexType>`
}

// TestNestedGroupsAreNotExpanded plans groups whose expanded content is larger than
// any memory: expanding it would exceed the timeout. The content becomes items
// with a field for each declaration.
func TestNestedGroupsAreNotExpanded(t *testing.T) {
	for innermost, kinds := range map[string]int{
		`<xs:element name="e" type="xs:int"/>`: 1,
		`<xs:any/>`:                            1,
		`<xs:choice><xs:element name="e" type="xs:int"/><xs:element name="f"/></xs:choice>`: 2,
	} {
		pkg, diags := planned(t, nestedGroups(innermost))
		if pkg == nil || len(pkg.Structs[0].Fields) != 1 || len(pkg.Structs[0].Fields[0].Items.Fields) != kinds {
			t.Errorf("%s: %.500s", innermost, diags)
		}
		if len(diags) > 100 {
			t.Errorf("%s: %d diagnostics", innermost, len(diags))
		}
	}
	if pkg, diags := planned(t, nestedGroups("")); pkg == nil {
		t.Errorf("groups without elements: %.500s", diags)
	}
}

// TestRepeatedEmptyGroupAddsNoField uses an empty group twice in a type.
func TestRepeatedEmptyGroupAddsNoField(t *testing.T) {
	pkg, diags := planned(t, `<xs:complexType name="T"><xs:sequence><xs:group ref="t:empty"/><xs:element name="e" type="xs:int"/><xs:group ref="t:empty"/></xs:sequence></xs:complexType>`)
	if pkg == nil || len(pkg.Structs) != 1 || len(pkg.Structs[0].Fields) != 1 {
		t.Errorf("%+v\n%s", pkg, diags)
	}
}

// TestLimitManyNames plans many names, and values whose names are equal up to the maximum length, and so get numbers. Eight times as
// many take about eight times the time, and would take 64 times as long if all pairs were compared.
func TestLimitManyNames(t *testing.T) {
	t.Run("eight times as many", func(t *testing.T) {
		const n, bound = 10_000, 24
		one, many := schemaWithNames(n/8), schemaWithNames(n)
		times := cost.Times(bound, func() { planNames(t, n/8, one) }, func() { planNames(t, n, many) })
		t.Logf("limit: %d elements and values with equal names | %d times the time for an eighth of them | %.1f times", n, bound, times)
		if times > bound {
			t.Errorf("%.1f times the time for an eighth of the names", times)
		}
	})
	t.Run("many", func(t *testing.T) {
		cost.Alone(t)
		const n, bound = 20_000, 10 * time.Second
		schema := schemaWithNames(n)
		_, took := cost.Of(func() { planNames(t, n, schema) })
		t.Logf("limit: %d elements, and %d values with equal names | %v | %v", n, n, bound, took.Round(time.Millisecond))
		if took > bound {
			t.Errorf("it took %v", took)
		}
	})
}

// schemaWithNames returns a schema with n elements, n/10 types and n values.
func schemaWithNames(n int) string {
	var b strings.Builder
	b.WriteString(`<xs:complexType name="T"><xs:sequence>`)
	for i := range n {
		fmt.Fprintf(&b, `<xs:element name="e%d" type="t:T%d"/>`, i, i%(n/10))
	}
	b.WriteString(`</xs:sequence></xs:complexType>`)
	for i := range n / 10 {
		fmt.Fprintf(&b, `<xs:complexType name="T%d"><xs:sequence><xs:element name="e" type="xs:int"/></xs:sequence></xs:complexType>`, i)
	}
	b.WriteString(`<xs:simpleType name="S"><xs:restriction base="xs:string">`)
	for i := range n {
		fmt.Fprintf(&b, `<xs:enumeration value="%s %d"/>`, strings.Repeat("word ", 40), i)
	}
	b.WriteString(`</xs:restriction></xs:simpleType>`)
	return b.String()
}

// planNames plans a schema of schemaWithNames.
func planNames(t *testing.T, n int, schema string) {
	pkg, diags := planned(t, schema)
	if pkg == nil || len(pkg.Structs) != n/10+1 || len(pkg.Structs[0].Fields) != n || len(pkg.Simples) != 1 {
		t.Fatalf("%.500s", diags)
	}
	names := make(map[string]bool)
	for _, v := range pkg.Simples[0].Values {
		names[v.Name] = true
	}
	if len(names) != n {
		t.Errorf("%d names for %d values", len(names), n)
	}
}
