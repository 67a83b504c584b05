package codec

import (
	"strings"
	"testing"
)

// TestLongTags writes elements whose tags are just longer than what is copied at once, and just shorter.
func TestLongTags(t *testing.T) {
	for n := 27; n <= 34; n++ {
		name := strings.Repeat("n", n)
		for _, row := range []Row{
			{Kind: KindString}, {Kind: KindInt32}, {Kind: KindDateTime}, {Kind: KindBool}, {Kind: KindStruct, Of: &typeOfValueLong},
		} {
			for _, occurs := range []Occurs{Optional, Once, Many} {
				row.Name, row.NS, row.Occurs = name, 1, occurs
				content := map[Kind]string{KindString: "text", KindInt32: "5", KindDateTime: "2026-11-21T10:11:12Z", KindBool: "true", KindStruct: "<x>5</x>"}[row.Kind]
				doc := rowDocument("<" + name + ">" + content + "</" + name + ">")
				testRow(t, row, doc)
				typ := &Type{Zero: longStruct(row)}
				Define(&Table{Namespaces: rowNamespaces, Types: []TypeRows{{Type: typ, Rows: []Row{row}}}})
				v, err := decodeRowsOf(doc, typ)
				if err != nil {
					t.Fatal(err)
				}
				if got, err := encodeRowsOf(v, typ); err != nil || got != doc {
					t.Errorf("%s, %v, want %s", got, err, doc)
				}
			}
		}
	}
}

type valueLong struct{ X *int32 }

var typeOfValueLong = Type{NS: 1, Name: "long", Zero: (*valueLong)(nil)}

func init() {
	Define(&Table{Namespaces: rowNamespaces, Types: []TypeRows{{Type: &typeOfValueLong, Rows: []Row{{Name: "x", NS: 1, Kind: KindInt32}}}}})
}

// longStruct returns a nil pointer to a struct with a field F for a row.
func longStruct(row Row) any {
	record := define(&Type{}, row)
	return structOf(record.planOf().slots[0])
}
