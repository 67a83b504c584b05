package emit

import (
	"reflect"
	"strconv"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/writing/descriptor"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/kind"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// testNamespaces is a table of namespaces.
var testNamespaces = []ir.TableEntry{{}, {Space: "urn:b", Prefix: "b"}, {Space: "urn:c", Prefix: "c"}, {Space: "urn:t"}}

// tags are rows with the tags of their fields.
var tags = []struct {
	name string
	row  schema.Row
	want string
}{
	{"an element", schema.Row{Name: "once", NS: 1, Kind: kind.Int32, Occurs: schema.Once}, "b:once"},
	{"flags", schema.Row{Name: "a", Kind: kind.String, Occurs: schema.OnceOrMore, Nillable: true, Lax: true, Typed: true}, "a,required,lax,typed"},
	{"one that may be nil", schema.Row{Name: "a", Kind: kind.String, Occurs: schema.Once, Nillable: true}, "a,nillable"},
	{"an attribute", schema.Row{Name: "type", Kind: kind.Token, At: schema.AtAttribute}, "type,attr,type=token"},
	{"content", schema.Row{Kind: kind.Token, Occurs: schema.Once, At: schema.AtContent}, ",text,type=token"},
	{"bytes", schema.Row{Name: "a", Kind: kind.Hex, Occurs: schema.Once}, "a,type=hexBinary,required"},
	{"many small numbers", schema.Row{Name: "a", Kind: kind.Uint8, Occurs: schema.Many}, "a,type=unsignedByte"},
	{"values with names", schema.Row{Name: "a", Kind: kind.TextOrName}, "a,type=textOrName"},
	{"a wildcard of all names", schema.Row{Kind: kind.RawXML, More: &schema.More{Any: &xsd.Wildcard{}}}, ",any"},
	{"a wildcard", schema.Row{Kind: kind.AnyAttributes, More: &schema.More{Any: &xsd.Wildcard{Not: true, NS: []int{1, 3, 0}, URIs: []string{"urn:other", "lax", "##local"}, Process: xsd.Lax}}},
		`,attr,any=lax not b: ##targetNamespace ##local urn\:other \lax \##local`},
	{"a type for xsi:type", schema.Row{Name: "a", Kind: kind.Token, Typed: true, More: &schema.More{Type: "anyURI", TypeNS: 2, Default: "x"}}, "a,type=token,typed,of=c:anyURI,default=x"},
	{"an array", schema.Row{Name: "item", Kind: kind.Int32, At: schema.AtItem, More: &schema.More{Array: &schema.Array{Rank: 2, NS: 2, Name: "int", Brackets: "[,]"}}}, `item,item=c:int[\,] 2`},
	{"an attachment", schema.Row{Name: "logo", Kind: kind.Base64, At: schema.AtAttachment}, "logo,part"},
	{"a document", schema.Row{Name: "order", Kind: kind.Struct, At: schema.AtAttachment, More: &schema.More{Part: "p"}}, "order,part=p"},
	{"a fixed value", schema.Row{Name: "a", Kind: kind.String, More: &schema.More{Default: "x", Fixed: "x", IsFixed: true}}, "a,fixed=x,default"},
	{"no fixed value", schema.Row{Name: "a", Kind: kind.String, More: &schema.More{IsFixed: true}}, "a,fixed="},
	{"a value that has the characters of tags", schema.Row{Name: "a", Kind: kind.String, More: &schema.More{Default: "1,5 `\"\\"}}, "a,default=1\\,5 `\"\\\\"},
	{"a name that has them", schema.Row{Name: "b:a,b", Kind: kind.Base64, At: schema.AtAttachment}, `b\:a\,b,part`},
}

func TestTags(t *testing.T) {
	e := newEmitter(&ir.Package{Name: "rail", Runtime: "example.com/soap", Namespaces: testNamespaces, Target: "urn:t"}, descriptor.New(nil))
	for _, test := range tags {
		text := rendered(t, e, func() { e.declare("", "type T struct {\nF string %s\n}", e.fieldTag(&test.row)) })
		var tag reflect.StructTag
		if _, literal, ok := strings.Cut(text, "F string "); ok {
			value, err := strconv.Unquote(strings.TrimSuffix(strings.TrimSpace(literal), "\n}"))
			if err != nil {
				t.Errorf("%s: %v\n%s", test.name, err, text)
			}
			tag = reflect.StructTag(value)
		}
		if got := tag.Get("soap"); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}
