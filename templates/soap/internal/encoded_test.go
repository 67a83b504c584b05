package internal_test

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/encoded"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// Items are read whatever they are called; parts of arrays are refused.
func TestReadArray(t *testing.T) {
	for doc, want := range map[string]string{
		`<a xmlns:e="http://schemas.xmlsoap.org/soap/encoding/" e:offset="[0]"><item>1</item><x>2</x></a>`: "12",
		`<a/>`: "",
		`<a xmlns:e="http://schemas.xmlsoap.org/soap/encoding/" e:offset="[2]"><i>1</i></a>`:   `a partial array`,
		`<a xmlns:e="http://schemas.xmlsoap.org/soap/encoding/"><i e:position="[2]">1</i></a>`: `items have positions`,
		`<a><i/><i/><i/><i/></a>`: "more than 3 items",
		// A matrix cannot be read where a list is expected: its sizes would be lost.
		`<a xmlns:e="http://schemas.xmlsoap.org/soap/encoding/" e:arrayType="x:int[2,3]"/>`: "several dimensions",
		`<a xmlns:f="http://www.w3.org/2003/05/soap-encoding" f:arraySize="2 3"/>`:          "several dimensions",
	} {
		d := codec.NewDecoder([]byte(doc), nil, schema.Limits{Items: 3})
		got := ""
		d.Root()
		for (encoded.Arrays{}).Enter(d, 1); (encoded.Arrays{}).Next(d); {
			got += d.String()
		}
		d.End()
		if err := d.Err(); err != nil {
			got = err.Error()
		}
		if got != want && (want == "" || !strings.Contains(got, want)) {
			t.Errorf("%s: %s, want %s", doc, got, want)
		}
		d.Release()
	}
}

// Of several dimensions the sizes are kept; they have to fit the items.
func TestMatrices(t *testing.T) {
	const open = `<a xmlns:e="http://schemas.xmlsoap.org/soap/encoding/" xmlns:f="http://www.w3.org/2003/05/soap-encoding" `
	for doc, want := range map[string]string{
		open + `e:arrayType="x:int[2,3]"><i>1</i><i>2</i><i>3</i><i>4</i><i>5</i><i>6</i></a>`: "[2 3] 123456",
		open + `e:arrayType="x:int[][ 1 , 2 ]"><i>1</i><i>2</i></a>`:                           "[1 2] 12",
		open + `f:arraySize="* 2"><i>1</i><i>2</i><i>3</i><i>4</i></a>`:                        "[2 2] 1234",
		open + `f:arraySize="2 0"/>`:                                                           "[2 0] ",
		open + `e:arrayType="x:int[,]"/>`:                                                      "[0 0] ",
		open + `/>`:                                                                            "[] ",
		open + `e:arrayType="x:int[2,3]"><i>1</i></a>`:                                         "1 items that declares the sizes 2,3",
		open + `e:arrayType="x:int[,]"><i>1</i></a>`:                                           "1 items that declares",
		open + `><i>1</i></a>`:                                                                 "1 items that does not declare its sizes",
		open + `f:arraySize="* 2"><i>1</i></a>`:                                                "1 items that declares",
		open + `e:arrayType="x:int[2]"/>`:                                                      "an array of 1 dimensions instead of 2",
		open + `e:arrayType="x:int[2147483647,2147483647]"><i>1</i></a>`:                       "1 items that declares",
		open + `e:offset="[0,0]" e:arrayType="x:int[1,1]"><i>1</i></a>`:                        "[1 1] 1",
		open + `e:offset="[0,1]" e:arrayType="x:int[1,2]"><i>1</i></a>`:                        "a partial array",
		open + `e:arrayType="x:int[1,2]"><i e:position="[0,1]">1</i></a>`:                      "items have positions",
		open + `f:arraySize="` + strings.Repeat("1 ", 100) + `"/>`:                             "an array of 100 dimensions",
	} {
		d := codec.NewDecoder([]byte(doc), nil, schema.Limits{})
		var items strings.Builder
		d.Root()
		sizes := (encoded.Arrays{}).Enter(d, 2)
		n := 0
		for ; (encoded.Arrays{}).Next(d); n++ {
			items.WriteString(d.String())
		}
		encoded.Arrays{}.Leave(d, 2, sizes, n)
		d.End()
		got := fmt.Sprint(sizes, " ", items.String())
		if err := d.Err(); err != nil {
			got = err.Error()
		}
		if got != want && (want == "" || want[0] == '[' || !strings.Contains(got, want)) {
			t.Errorf("%s: %s, want %s", doc, got, want)
		}
		d.Release()
	}
}

func TestWriteMatrix(t *testing.T) {
	for _, test := range []struct {
		sizes []int
		n     int
		want  string
	}{
		{[]int{2, 3}, 6, `enc:arrayType="xsd:int[2,3]">`},
		{nil, 0, `enc:arrayType="xsd:int[0,0]">`},
		{[]int{5, 0}, 0, `enc:arrayType="xsd:int[5,0]">`},
		{[]int{2, 3}, 5, `an array of 2 dimensions, with 5 items and the sizes [2 3]`},
		{[]int{2}, 2, `an array of 2 dimensions`},
		{nil, 2, `an array of 2 dimensions`},
		{[]int{-1, -2}, 2, `an array of 2 dimensions`},
		{[]int{1 << (strconv.IntSize / 2), 1 << (strconv.IntSize / 2)}, 2, `an array of 2 dimensions`},
	} {
		e := codec.NewEncoder(nil, false)
		e.Raw("<grid")
		encoded.Arrays{}.Open(e, "xsd:int", 2, test.sizes, test.n)
		got := string(e.Bytes())
		if e.Err() != nil {
			got = e.Err().Error()
		}
		if !strings.Contains(got, test.want) {
			t.Errorf("%v: %s, want %s", test.sizes, got, test.want)
		}
		e.Release()
	}
	e := codec.NewEncoder(nil, false)
	defer e.Release()
	e.SOAP12 = true
	if (encoded.Arrays{}).Open(e, "xsd:int", 2, []int{2, 1}, 2); !strings.Contains(string(e.Bytes()), `enc:arraySize="2 1">`) {
		t.Errorf("%s", e.Bytes())
	}
}

// grid is an array of two dimensions, rows one of lists.
type (
	grid struct {
		Sizes []int
		Items []int32
	}
	rows struct{ Items []*grid }
)

var (
	typeOfGrid = schema.Type{NS: 1, Name: "grid", Zero: (*grid)(nil)}
	typeOfRows = schema.Type{NS: 1, Name: "rows", Zero: (*rows)(nil)}
)

var arrayTypes = schema.Table{
	Namespaces: []schema.Namespace{{}, {URI: "urn:t"}, {URI: xsd.Namespace, Prefix: "xsd"}},
	Types: []schema.TypeRows{
		{Type: &typeOfGrid, Rows: []schema.Row{
			{Kind: codec.KindSizes},
			{Name: "item", Kind: codec.KindInt32, Occurs: schema.Many, At: schema.AtItem, More: &schema.More{Array: &schema.Array{Style: encoded.Arrays{}, Rank: 2, NS: 2, Name: "int"}}},
		}},
		{Type: &typeOfRows, Rows: []schema.Row{
			{Name: "item", Kind: codec.KindStruct, Of: &typeOfGrid, Nillable: true, Occurs: schema.Many, At: schema.AtItem, More: &schema.More{Array: &schema.Array{Style: encoded.Arrays{}, Rank: 1, NS: 1, Name: "grid", Brackets: "[,]"}}},
		}},
	},
}

func init() { codec.Define(&arrayTypes) }

// What rows say of an array is written and read.
func TestArraysOfRows(t *testing.T) {
	arrayTypes.Check()
	value := &rows{Items: []*grid{{Sizes: []int{2, 1}, Items: []int32{3, 4}}, nil}}
	for soap12, want := range map[bool]string{
		false: ` xmlns:enc="http://schemas.xmlsoap.org/soap/encoding/" xsi:type="enc:Array" enc:arrayType="grid[,][2]"><item xmlns:enc="http://schemas.xmlsoap.org/soap/encoding/" xsi:type="enc:Array" enc:arrayType="xsd:int[2,1]"><item>3</item><item>4</item></item><item xsi:nil="true"/></r>`,
		true:  ` xmlns:enc="http://www.w3.org/2003/05/soap-encoding" enc:arraySize="2"><item xmlns:enc="http://www.w3.org/2003/05/soap-encoding" enc:itemType="xsd:int" enc:arraySize="2 1"><item>3</item><item>4</item></item><item xsi:nil="true"/></r>`,
	} {
		e := codec.NewEncoder(arrayTypes.Namespaces, true)
		e.SOAP12 = soap12
		e.Open(schema.ElementName{NS: 1, Local: "r"}, true)
		from := len(e.Bytes())
		codec.EncodeRows(e, &typeOfRows, value)
		e.Close(schema.ElementName{NS: 1, Local: "r"})
		if got := string(e.Bytes()[from:]); got != want || e.Err() != nil {
			t.Errorf("%s, %v\nwant %s", got, e.Err(), want)
		}
		d := codec.NewDecoder(append([]byte(nil), e.Bytes()...), arrayTypes.Namespaces, schema.Limits{})
		read := new(rows)
		if d.Root() {
			codec.DecodeRows(d, &typeOfRows, read)
		}
		d.End()
		if d.Err() != nil || !reflect.DeepEqual(read, value) {
			t.Errorf("%+v, %v", read, d.Err())
		}
		d.Release()
		e.Release()
	}
}

// numbers is an array, and shelf has fields that hold the items of one.
type (
	numbers struct {
		_     struct{} `soap:"numbers"`
		Items []int32  `soap:"item,item=xsd:int"`
	}
	shelf struct {
		_        struct{} `soap:"shelf"`
		Optional []int32  `soap:"optional,array=numbers"`
		Nillable []int32  `soap:"nillable,nillable,array=numbers"`
		Required []int32  `soap:"required,required,array=numbers"`
	}
	shelfSource struct{}
)

var shelfTypes = schema.Table{
	Namespaces: []schema.Namespace{{}, {URI: "urn:s", Prefix: "s"}, {URI: xsd.Namespace, Prefix: "xsd"}}, Target: 1,
	Arrays: encoded.Arrays{}, Derived: []any{(*numbers)(nil)}, Source: shelfSource{},
}

func init() { codec.Define(&shelfTypes) }

// A field holds the items of an array: nil is absent or nil, as far as the element may be, and an empty slice is an array without items.
func TestItemsInFields(t *testing.T) {
	for json, want := range map[string]*shelf{
		`{"nillable":null,"required":{}}`:                                             {Required: []int32{}},
		`{"optional":{},"nillable":{},"required":{}}`:                                 {Optional: []int32{}, Nillable: []int32{}, Required: []int32{}},
		`{"optional":{"item":[1,2]},"nillable":{"item":[3]},"required":{"item":[4]}}`: {Optional: []int32{1, 2}, Nillable: []int32{3}, Required: []int32{4}},
	} {
		name := xsd.QName{Space: "urn:s", Local: "shelf"}
		doc, err := schema.Append(nil, name, want)
		got := new(shelf)
		if err != nil || schema.Unmarshal(doc, name, got) != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, %+v, want %+v", doc, err, got, want)
		}
		data, err := schema.MarshalJSON(want)
		got = new(shelf)
		if err != nil || string(data) != json || schema.UnmarshalJSON(data, got) != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, %+v, want %s", data, err, got, json)
		}
	}
}
