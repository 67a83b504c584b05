package codec

import (
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/xsd"
)

func TestParseFieldTag(t *testing.T) {
	for _, test := range []struct {
		text, prefix, name string
		words              map[string]string
		err                string
	}{
		{text: "station", name: "station"},
		{text: "m:owner,required", prefix: "m:", name: "owner", words: map[string]string{"required": ""}},
		{text: `price,default=1\,5`, name: "price", words: map[string]string{"default": "1,5"}},
		{text: `price,default=a\\`, name: "price", words: map[string]string{"default": `a\`}},
		{text: ":owner", prefix: ":", name: "owner"},
		{text: `1\:a,part`, name: "1:a", words: map[string]string{"part": ""}},
		{text: `,default==`, words: map[string]string{"default": "="}},
		{text: "2:b", err: `"2" is not the prefix of a namespace`},
		{text: "a b:b", err: `"a b" is not the prefix of a namespace`},
		{text: "a,omitempty", err: `"omitempty" is not a word of a struct tag`},
		{text: "a,", err: `"" is not a word of a struct tag`},
		{text: "a,attr,attr", err: "the word attr is given twice"},
		{text: "a,attr=b", err: "the word attr has no value"},
		{text: "a,type", err: "the word type needs a value"},
	} {
		got, err := parseFieldTag(test.text)
		if err != nil || test.err != "" {
			if err == nil || err.Error() != test.err {
				t.Errorf("%q: got %v, want %s", test.text, err, test.err)
			}
			continue
		}
		words := make(map[string]string)
		for _, w := range got.words {
			words[w.word] = got.value(w.word)
		}
		if got.local != test.name || got.prefix != test.prefix || !maps.Equal(words, test.words) {
			t.Errorf("%q: got %s%s %v", test.text, got.prefix, got.local, words)
		}
	}
}

// TestWordsAreDocumented compares the words of struct tags with the documentation of package schema.
func TestWordsAreDocumented(t *testing.T) {
	data, err := os.ReadFile("../../schema/doc.go")
	must(t, err)
	documented := make(map[string]bool)
	word := regexp.MustCompile(`^([a-z]+)(=.*)?$`)
	for _, m := range regexp.MustCompile(`//   - ([^:]+(?:=[a-z ]+:[^:]+?)?): `).FindAllStringSubmatch(string(data), -1) {
		for _, text := range strings.Split(m[1], ", ") {
			m := word.FindStringSubmatch(text)
			if m == nil {
				t.Fatalf("%q is not a word", text)
			}
			documented[m[1]] = true
			if form := fieldWords[m[1]]; form == plainWord && m[2] != "" {
				t.Errorf("the list shows %s, which has no value", text)
			}
		}
	}
	if got, want := slices.Sorted(maps.Keys(documented)), slices.Sorted(maps.Keys(fieldWords)); !slices.Equal(got, want) {
		t.Errorf("the list has %v\nwant %v", got, want)
	}
}

// The structs below are what generated packages declare.
type (
	taggedPlace struct {
		_     struct{}             `soap:"place"`
		Id    string               `soap:"id,attr"`
		Kind  *string              `soap:"b:kind,attr,type=token"`
		Name  string               `soap:"name"`
		Note  xsd.Nillable[string] `soap:"note"`
		Blob  []byte               `soap:"blob,required"`
		Hash  []byte               `soap:"hash,type=hexBinary"`
		Bits  []uint8              `soap:"bits,type=unsignedByte"`
		Size  *taggedSize          `soap:"b:size"`
		Many  []*taggedSize        `soap:"many"`
		Days  []string             `soap:"days,list,type=token"`
		Note2 *string              `soap:"note2,nillable"`
		Rest  []xsd.RawXML         `soap:",any=not ##targetNamespace b: ##local urn\\:x lax"`
	}
	taggedSize struct {
		Value int32 `soap:",text"`
	}
	taggedNumbers struct {
		_    struct{} `soap:"numbers"`
		Item []int32  `soap:"item"`
	}
)

var taggedNamespaces = []Namespace{{}, {URI: "urn:a"}, {URI: "urn:b", Prefix: "b"}}

// taggedSource is declared where the structs are.
type taggedSource struct{}

// taggedTable returns a table for a package with these tags.
func taggedTable() *Table {
	return &Table{Namespaces: taggedNamespaces, Target: 1, Qualified: true, Source: taggedSource{}, Derived: []any{(*taggedNumbers)(nil), (*taggedPlace)(nil)}}
}

func TestRowsOfTags(t *testing.T) {
	table := taggedTable()
	typ := table.typeFor(reflect.TypeFor[taggedPlace]())
	size := table.typeFor(reflect.TypeFor[taggedSize]())
	if typ.Name != "place" || typ.NS != 1 || size.Name != "" {
		t.Errorf("got the types %d:%s and %s", typ.NS, typ.Name, size.Name)
	}
	want := []Row{
		{Name: "id", At: AtAttribute, Kind: KindString, Occurs: Once},
		{Name: "kind", NS: 2, At: AtAttribute, Kind: KindToken},
		{Name: "name", NS: 1, Kind: KindString, Occurs: Once},
		{Name: "note", NS: 1, Kind: KindString, Nillable: true},
		{Name: "blob", NS: 1, Kind: KindBase64, Occurs: Once},
		{Name: "hash", NS: 1, Kind: KindHex},
		{Name: "bits", NS: 1, Kind: KindUint8, Occurs: Many},
		{Name: "size", NS: 2, Kind: KindStruct, Of: size},
		{Name: "many", NS: 1, Kind: KindStruct, Of: size, Occurs: Many, Nillable: true},
		{Name: "days", NS: 1, Kind: KindList},
		{Name: "note2", NS: 1, Kind: KindString, Nillable: true, Occurs: Once},
		{Kind: KindRawXML, Occurs: Many, More: &More{Any: &xsd.Wildcard{Not: true, NS: []int{1, 2, 0}, URIs: []string{"urn:x"}, Process: xsd.Lax}}},
	}
	got := typ.Rows()
	for i := range min(len(got), len(want)) {
		if want[i].Kind == KindList {
			want[i].Of = got[i].Of
			if item := got[i].Of.Rows()[0]; item.Kind != KindToken {
				t.Errorf("the items are %v", item)
			}
		}
		if !reflect.DeepEqual(got[i], want[i]) {
			t.Errorf("row %d: got %+v, want %+v", i, got[i], want[i])
		}
	}
	if len(got) != len(want) {
		t.Errorf("got %d rows, want %d", len(got), len(want))
	}
	typ.planOf()
}

func TestWrongTags(t *testing.T) {
	for _, test := range []struct {
		value any
		want  string
	}{
		{struct{ A string }{}, `.A: the field has no struct tag soap:"..."`},
		{struct {
			A string `soap:"a,omitempty"`
		}{}, `.A: soap:"a,omitempty": "omitempty" is not a word of a struct tag`},
		{struct {
			A string  `soap:"a"`
			B *string `soap:"a"`
		}{}, `.B: the field A has the name a, too`},
		{struct {
			A string `soap:"c:a"`
		}{}, `.A: there is no namespace with the prefix "c"`},
		{struct {
			A int32 `soap:"a,type=token"`
		}{}, `.A: token is not a simple type with values of the Go type int32`},
		{struct {
			A int32 `soap:"a,type=colour"`
		}{}, `.A: colour is not a simple type with values of the Go type int32`},
		{struct {
			A chan int `soap:"a"`
		}{}, `.A: chan int is not the Go type of a value`},
		{struct {
			A any `soap:"a"`
		}{}, `.A: no type in the table of its package has the interface interface {}`},
		{struct {
			A [][]string `soap:"a"`
		}{}, `.A: []string is not the Go type of a value`},
		{struct {
			a string `soap:"a"`
		}{}, `.a: the field is not exported`},
		{struct {
			A string `soap:"a,text"`
			B string `soap:"b"`
		}{}, `simple content beside elements`},
		{struct {
			A []string `soap:"a,list,type=int"`
		}{}, `.A: int is not a simple type with values of the Go type string`},
		{struct {
			A string `soap:"a,list"`
		}{}, `.A: string is not the Go type of a list`},
		{struct {
			A []int32 `soap:"a,array=b:numbers"`
		}{}, `.A: the table has no type numbers`},
		{struct {
			A []string `soap:"a,array=numbers"`
		}{}, `.A: the field is a []string, not a value of []int32`},
		{struct {
			A []int32 `soap:"a,array=place"`
		}{}, `.A: codec.taggedPlace is not an array with one dimension`},
		{struct {
			A []string `soap:"a,item=x y z"`
		}{}, `.A: the word item has no type`},
		{struct {
			A []string `soap:"a,item=x y"`
		}{}, `.A: "y" is not a number of dimensions`},
	} {
		func() {
			defer func() {
				if got, _ := recover().(string); !strings.HasSuffix(got, test.want) {
					t.Errorf("got %q, want %q", got, test.want)
				}
			}()
			taggedTable().typeFor(reflect.TypeOf(test.value)).planOf()
		}()
	}
}
