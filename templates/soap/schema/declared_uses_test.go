package schema

import (
	"strings"
	"testing"

	"example.com/quartet/templates/soap/xsd"
)

// usesHolder has values of a base type, of which some types are written by functions.
var (
	typeOfUsesBase = Type{NS: 1, Name: "base"}
	typeOfUsesB    = Type{NS: 1, Name: "b"}
	typeOfUsesAny  = Type{NS: 1, Name: "any"}
	typeOfUses     = Type{NS: 1, Name: "holder"}
	usesTypes      = Table{
		Namespaces: []Namespace{{}, {URI: "urn:a"}, {URI: "urn:b", Prefix: "b"}, {URI: "urn:c", Prefix: "c"}},
		Types: []TypeRows{
			{Type: &typeOfUsesBase, Rows: []Row{{Name: "n", NS: 1, Kind: KindInt32}}},
			{Type: &typeOfUsesB, Rows: []Row{{Kind: KindBase, Of: &typeOfUsesBase}, {Name: "m", NS: 2, Kind: KindInt32}}},
			{Type: &typeOfUsesAny, Rows: []Row{{Kind: KindBase, Of: &typeOfUsesBase}, {Name: "f", NS: 1, Kind: KindFunctions, Of: &typeOfCode, More: &codeFunctions, Occurs: Many}}},
			{Type: &typeOfUses, Rows: []Row{{Name: "v", NS: 1, Kind: KindPoly, Of: &typeOfUsesBase, Occurs: Many}}},
		},
		Imports: []*Table{&testTypes},
	}
)

func init() { Define(&usesTypes) }

// TestDeclarationsOfItems: an item declares what the elements around it do not, and its end ends that. Functions may
// write names of all namespaces.
func TestDeclarationsOfItems(t *testing.T) {
	holder := NewRecord(&typeOfUses)
	items := holder.Field(0).(*[]*Record)
	for _, typ := range []*Type{&typeOfUsesBase, &typeOfUsesB, &typeOfUsesBase, &typeOfUsesB, &typeOfUsesAny, &typeOfUsesB} {
		*items = append(*items, NewRecord(typ))
	}
	doc, err := Append(nil, xsd.QName{Space: "urn:a", Local: "r"}, holder)
	const b, c = ` xmlns:b="urn:b"`, ` xmlns:c="urn:c"`
	want := `<r xmlns="urn:a" xmlns:xsi="` + XSINamespace + `">` + `<v></v><v` + b + ` xsi:type="b"></v><v></v><v` + b + ` xsi:type="b"></v><v` + b + c + ` xsi:type="any"></v><v` + b + ` xsi:type="b"></v></r>`
	if got := string(doc); err != nil || strings.Replace(got, ` xmlns:xsi="`+XSINamespace+`" xmlns="urn:a"`, ` xmlns="urn:a" xmlns:xsi="`+XSINamespace+`"`, 1) != want {
		t.Errorf("%s, %v\nwant %s", doc, err, want)
	}
}
