package diff_test

import (
	"fmt"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reviewing/diff"
	"example.com/quartet/internal/compiler/reviewing/diff/examples"
	"example.com/quartet/internal/compiler/testing/golden"
)

// kinds are simple types, and declarations of those that are not built in: a base and facets, or the whole type.
var kinds = [][2]string{
	{"xs:string"}, {"xs:token"}, {"xs:anyURI"}, {"xs:anySimpleType"}, {"xs:boolean"}, {"xs:dateTime"}, {"xs:base64Binary"},
	{"xs:byte"}, {"xs:unsignedByte"}, {"xs:int"}, {"xs:integer"}, {"xs:decimal"}, {"xs:float"}, {"xs:double"},
	{"t:letters", `<xs:restriction base="xs:string"><xs:enumeration value="a"/></xs:restriction>`},
	{"t:pattern", `<xs:restriction base="xs:string"><xs:pattern value="[a-z]"/></xs:restriction>`},
	{"t:lowest", `<xs:restriction base="xs:integer"><xs:minInclusive value="-128"/></xs:restriction>`},
	{"t:same", `<xs:restriction base="xs:int"><xs:minInclusive value="-128"/><xs:maxInclusive value="127"/></xs:restriction>`},
	{"t:lower", `<xs:restriction base="xs:int"><xs:minInclusive value="-129"/><xs:maxInclusive value="127"/></xs:restriction>`},
	{"t:higher", `<xs:restriction base="xs:int"><xs:minInclusive value="0"/><xs:maxInclusive value="256"/></xs:restriction>`},
	{"t:highest", `<xs:restriction base="t:higher"><xs:maxInclusive value="255"/></xs:restriction>`},
	{"t:numbers", `<xs:list itemType="xs:int"/>`}, {"t:words", `<xs:list itemType="xs:string"/>`},
	{"t:union", `<xs:union memberTypes="xs:int t:letters"/>`},
}

// TestKinds compares testdata/kinds.txt with what readers of each type do with values of each type: "." reads them, "s" refuses
// them if it checks messages, and "b" refuses some of them. The columns are the readers, and the rows the writers.
func TestKinds(t *testing.T) {
	const name = "testdata/kinds.txt"
	declarations := ""
	for _, kind := range kinds {
		if kind[1] != "" {
			declarations += `<xs:simpleType name="` + kind[0][len("t:"):] + `">` + kind[1] + `</xs:simpleType>`
		}
	}
	schema := func(types func(i int) string) diff.Contract {
		var elements []string
		for i := range kinds {
			elements = append(elements, typed(fmt.Sprint("e", i), types(i)))
		}
		const result = `<xs:element name="putResponse"><xs:complexType><xs:sequence><xs:element name="book" type="t:book"/>`
		text, _ := examples.Versions(t, examples.Example{Frame: "schema", Old: declarations + bookOf(elements...)})
		return examples.Contract(t, strings.Replace(text, result, strings.Replace(result, "t:book", "xs:string", 1), 1))
	}
	var got strings.Builder
	readers := schema(func(i int) string { return kinds[i][0] })
	for _, writer := range kinds {
		levels := make([]string, len(kinds))
		for i := range levels {
			levels[i] = "."
		}
		for _, f := range diff.Compare(schema(func(int) string { return writer[0] }), readers) {
			var i int
			if _, err := fmt.Sscanf(f.Component, "type book, element e%d", &i); err != nil {
				continue
			}
			switch {
			case f.Breaks.Has(diff.OldClients):
				levels[i] = "b"
			case f.Strict.Has(diff.OldClients):
				levels[i] = "s"
			}
			if narrowed := f.Rule == "type-narrowed"; narrowed {
				levels[i] = strings.ToUpper(levels[i]) // the other way round all values are read
			}
		}
		fmt.Fprintf(&got, "%-18s%s\n", writer[0], strings.Join(levels, " "))
	}
	golden.File(t, name, *update, got.String())
}
