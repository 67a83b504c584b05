package validate

import (
	"fmt"
	"strings"
	"testing"

	"example.com/quartet/internal/conformance/cost"
	"example.com/quartet/templates/soap"
)

// Records with what takes longer than a sequence of strings: a choice, patterns, an enumeration, bounds, attributes.
var recordTypes = schemaTable(`<xs:element name="r"><xs:complexType><xs:sequence><xs:element name="record" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:sequence>
	<xs:element name="code"><xs:simpleType><xs:restriction base="xs:token"><xs:pattern value="[A-Z]{2}[0-9]{1,4}"/></xs:restriction></xs:simpleType></xs:element>
	<xs:element name="kind"><xs:simpleType><xs:restriction base="xs:token"><xs:enumeration value="fast"/><xs:enumeration value="slow"/><xs:enumeration value="night"/></xs:restriction></xs:simpleType></xs:element>
	<xs:element name="amount"><xs:simpleType><xs:restriction base="xs:decimal"><xs:fractionDigits value="2"/><xs:minExclusive value="0"/></xs:restriction></xs:simpleType></xs:element>
	<xs:element name="made" type="xs:dateTime"/>
	<xs:choice><xs:element name="train"><xs:simpleType><xs:restriction base="xs:string"><xs:minLength value="1"/><xs:maxLength value="20"/></xs:restriction></xs:simpleType></xs:element><xs:element name="bus" type="xs:string"/></xs:choice>
	<xs:element name="note" type="xs:string" minOccurs="0"/><xs:element name="count" type="xs:int" minOccurs="0" maxOccurs="3"/><xs:element name="balance" type="xs:decimal"/>
	</xs:sequence><xs:attribute name="id" type="xs:int" use="required"/></xs:complexType></xs:element></xs:sequence></xs:complexType></xs:element>`)

// recordsDocument returns a document with n records.
func recordsDocument(n int) []byte {
	var b strings.Builder
	b.WriteString(`<r xmlns="urn:t">`)
	for i := range n {
		fmt.Fprintf(&b, `<record id="%d"><code>AB%d</code><kind>slow</kind><amount>12.5</amount><made>2026-11-21T11:12:13Z</made>`, i, i%1000)
		if i%2 == 0 {
			b.WriteString("<train>Enterprise</train>")
		} else {
			b.WriteString("<bus>X1</bus><note>a note of some length</note>")
		}
		b.WriteString(strings.Repeat("<count>7</count>", i%4) + "<balance>-100.25</balance></record>")
	}
	return []byte(b.String() + "</r>")
}

// BenchmarkRecords validates records.
func BenchmarkRecords(b *testing.B) {
	for _, n := range []int{100, 10_000} {
		doc := recordsDocument(n)
		b.Run(fmt.Sprintf("n=%d/validate", n), func(b *testing.B) {
			b.SetBytes(int64(len(doc)))
			b.ReportAllocs()
			check := checkerOf(recordTypes)
			for b.Loop() {
				if err := check.Message(b.Context(), doc, &soap.Comparison{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestValidateAllocations: validating a record does not allocate.
func TestValidateAllocations(t *testing.T) {
	if cost.RaceDetector {
		t.Skip("with the race detector, pools drop what they are given")
	}
	check := checkerOf(recordTypes)
	allocations := func(n int) float64 {
		doc := recordsDocument(n)
		return testing.AllocsPerRun(5, func() {
			if err := check.Message(t.Context(), doc, &soap.Comparison{}); err != nil {
				t.Fatal(err)
			}
		})
	}
	if few, many := allocations(100), allocations(1100); many-few > 100 { // 0.1 a record
		t.Errorf("%.0f allocations for 100 records, %.0f for 1100", few, many)
	}
}
