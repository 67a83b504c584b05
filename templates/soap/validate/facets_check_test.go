package validate

import (
	"fmt"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
)

// TestCheckFacets: patterns and bounds that cannot be read are a panic with names when a handler or a client is made.
func TestCheckFacets(t *testing.T) {
	code := &schema.Type{NS: 1, Name: "Code", Simple: true, Kind: codec.KindToken}
	small := &schema.Type{NS: 1, Name: "Small", Simple: true, Kind: codec.KindInt32}
	for _, c := range []struct {
		facets schema.Facets
		of     *schema.Type
		want   string
	}{
		{schema.Facets{Patterns: []string{"^[A-Z]+$", "("}}, code, `type Code: the pattern "(": error parsing regexp`},
		{schema.Facets{MaxInclusive: "9", MinInclusive: "x"}, small, `type Small: the bound "x": "x" is not a valid xs:int`},
		{schema.Facets{Enumeration: []string{"1", "2.5"}}, small, ""},
		{schema.Facets{Base: &schema.Facets{MaxInclusive: "1e9"}}, small, `type Small: the bound "1e9": "1e9" is not a valid xs:int`},
		{schema.Facets{Patterns: []string{"^[A-Z]+$"}, MaxLength: "3", Enumeration: []string{"A"}}, code, ""},
	} {
		for _, inRow := range []bool{false, true} {
			own := &schema.Type{NS: c.of.NS, Name: c.of.Name, Simple: c.of.Simple, Kind: c.of.Kind}
			holder := &schema.Type{NS: 1, Name: c.of.Name}
			table := &schema.Table{Namespaces: rowsNamespaces, Types: []schema.TypeRows{{Type: own}, {Type: holder}}}
			if inRow {
				table.Types[1].Rows = []schema.Row{{Name: "e", NS: 1, Kind: own.Kind, More: &schema.More{Facets: &c.facets}}}
			} else {
				own.More = &schema.TypeMore{Facets: &c.facets}
			}
			codec.Define(table)
			message := panicOf(func() { NewChecker(&contract.Contract{Types: table}) })
			want := c.want
			if inRow {
				want = strings.Replace(want, ": ", ", e: ", 1)
			}
			if (message == "") != (want == "") || !strings.Contains(message, want) {
				t.Errorf("%+v: %s, want %s", c.facets, message, want)
			}
		}
	}
}

func panicOf(f func()) (message string) {
	defer func() {
		if r := recover(); r != nil {
			message = fmt.Sprint(r)
		}
	}()
	f()
	return ""
}
