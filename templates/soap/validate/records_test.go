package validate

import (
	"fmt"
	"strings"
	"testing"

	"example.com/quartet/internal/conformance/cost"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// Records with what takes longer than a sequence of strings: a choice, patterns, an enumeration, bounds, attributes.
type (
	recordList struct{ Record []benchRecord }

	benchRecord struct {
		ID      int32
		Code    string
		Kind    string
		Amount  xsd.Decimal
		Made    xsd.DateTime
		Train   *string
		Bus     *string
		Note    *string
		Count   []int32
		Balance xsd.Decimal
	}
)

var (
	typeOfRecordList  = schema.Type{NS: 1, Name: "list", Zero: (*recordList)(nil)}
	typeOfBenchRecord = schema.Type{NS: 1, Name: "record", Zero: (*benchRecord)(nil)}

	recordTypes = schema.Table{
		Namespaces: rowsNamespaces,
		Types: []schema.TypeRows{
			{Type: &typeOfRecordList, Rows: []schema.Row{{Name: "record", NS: 1, Kind: codec.KindStruct, Of: &typeOfBenchRecord, Occurs: schema.Many}}},
			{Type: &typeOfBenchRecord, Rows: []schema.Row{
				{Name: "id", Kind: codec.KindInt32, Occurs: schema.Once, At: schema.AtAttribute},
				withMore(element("code", codec.KindToken, schema.Once), schema.More{Facets: &schema.Facets{Patterns: []string{"^[A-Z]{2}[0-9]{1,4}$"}}}),
				withMore(element("kind", codec.KindToken, schema.Once), schema.More{Facets: &schema.Facets{Enumeration: []string{"fast", "slow", "night"}}}),
				withMore(element("amount", codec.KindDecimal, schema.Once), schema.More{Facets: &schema.Facets{FractionDigits: "2", MinExclusive: "0"}}),
				element("made", codec.KindDateTime, schema.Once),
				begin(codec.KindChoice, schema.Once),
				withMore(element("train", codec.KindString, schema.Once), schema.More{Facets: &schema.Facets{MinLength: "1", MaxLength: "20"}}),
				element("bus", codec.KindString, schema.Once),
				end,
				element("note", codec.KindString, schema.Optional),
				withMore(element("count", codec.KindInt32, schema.Many), schema.More{Max: 3}),
				element("balance", codec.KindDecimal, schema.Once),
			}},
		},
		Elements: root(&typeOfRecordList),
	}
)

func init() { codec.Define(&recordTypes) }

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

// BenchmarkRecords validates records, next to decoding them.
func BenchmarkRecords(b *testing.B) {
	for _, n := range []int{100, 10_000} {
		doc := recordsDocument(n)
		b.Run(fmt.Sprintf("n=%d/decode", n), func(b *testing.B) {
			b.SetBytes(int64(len(doc)))
			b.ReportAllocs()
			for range b.N {
				var v recordList
				if err := codec.Unmarshal(doc, xsd.QName{Space: "urn:t", Local: "r"}, &v); err != nil || len(v.Record) != n {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprintf("n=%d/validate", n), func(b *testing.B) {
			b.SetBytes(int64(len(doc)))
			b.ReportAllocs()
			for range b.N {
				if err := (schemaChecker{types: &recordTypes}).Message(b.Context(), doc, &soap.Comparison{}); err != nil {
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
	check := schemaChecker{types: &recordTypes}
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
