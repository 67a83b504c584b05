package encoded_test

import (
	"reflect"
	"testing"

	"example.com/quartet/templates/soap/encoded"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

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
