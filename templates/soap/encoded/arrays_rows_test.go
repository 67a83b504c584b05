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
