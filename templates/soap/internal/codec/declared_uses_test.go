package codec

import (
	"strings"
	"testing"

	"example.com/quartet/templates/soap/xsd"
)

// usesHolder has values of a base type.
var (
	typeOfUsesBase = Type{NS: 1, Name: "base"}
	typeOfUsesB    = Type{NS: 1, Name: "b"}
	typeOfUses     = Type{NS: 1, Name: "holder"}
	usesTypes      = Table{
		Namespaces: []Namespace{{}, {URI: "urn:a"}, {URI: "urn:b", Prefix: "b"}, {URI: "urn:c", Prefix: "c"}},
		Types: []TypeRows{
			{Type: &typeOfUsesBase, Rows: []Row{{Name: "n", NS: 1, Kind: KindInt32}}},
			{Type: &typeOfUsesB, Rows: []Row{{Kind: KindBase, Of: &typeOfUsesBase}, {Name: "m", NS: 2, Kind: KindInt32}}},
			{Type: &typeOfUses, Rows: []Row{{Name: "v", NS: 1, Kind: KindPoly, Of: &typeOfUsesBase, Occurs: Many}}},
		},
		Imports: []*Table{&testTypes},
	}
)

func init() { Define(&usesTypes) }

// TestDeclarationsOfItems: an item declares what the elements around it do not, and its end ends that.
func TestDeclarationsOfItems(t *testing.T) {
	holder := NewRecord(&typeOfUses)
	items := holder.Field(0).(*[]*Record)
	for _, typ := range []*Type{&typeOfUsesBase, &typeOfUsesB, &typeOfUsesBase, &typeOfUsesB, &typeOfUsesB} {
		*items = append(*items, NewRecord(typ))
	}
	doc, err := Append(nil, xsd.QName{Space: "urn:a", Local: "r"}, holder)
	const b = ` xmlns:b="urn:b"`
	want := `<r xmlns="urn:a" xmlns:xsi="` + XSINamespace + `">` + `<v></v><v` + b + ` xsi:type="b"></v><v></v><v` + b + ` xsi:type="b"></v><v` + b + ` xsi:type="b"></v></r>`
	if got := string(doc); err != nil || strings.Replace(got, ` xmlns:xsi="`+XSINamespace+`" xmlns="urn:a"`, ` xmlns="urn:a" xmlns:xsi="`+XSINamespace+`"`, 1) != want {
		t.Errorf("%s, %v\nwant %s", doc, err, want)
	}
}
