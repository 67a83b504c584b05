package codec

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/xsd"
)

type (
	valueStop struct {
		Name string
		Lat  *int32
	}
	valueBase interface{ isValueBase() }
	valueDog  struct {
		Age int32
	}
	valueShape struct {
		Round  *valueStop
		Square *string
	}
)

func (*valueDog) isValueBase() {}

var (
	typeOfValueStop  = Type{NS: 1, Name: "stop", Zero: (*valueStop)(nil)}
	typeOfValueDog   = Type{NS: 1, Name: "dog", Zero: (*valueDog)(nil)}
	typeOfValueShape = Type{NS: 1, Zero: (*valueShape)(nil)}
	typeOfValueNone  = Type{NS: 1, Name: "none"}

	valueTypes = Table{
		Namespaces: valueNamespaces,
		Types: []TypeRows{
			{Type: &typeOfValueStop, Rows: []Row{
				{Name: "name", NS: 1, Kind: KindString, Occurs: Once},
				{Name: "lat", NS: 1, Kind: KindInt32},
			}},
			{Type: &typeOfValueDog, Rows: []Row{{Name: "age", NS: 1, Kind: KindInt32, Occurs: Once}}},
			{Type: &typeOfValueShape, Rows: []Row{
				{Name: "round", NS: 1, Kind: KindStruct, Of: &typeOfValueStop},
				{Name: "square", NS: 1, Kind: KindString},
			}},
			{Type: &typeOfValueNone, Rows: []Row{{Name: "n", NS: 1, Kind: KindInt32, Occurs: Once}}},
		},
	}
	valueNamespaces = []Namespace{{}, {URI: "urn:v", Prefix: "v"}}
)

func init() { Define(&valueTypes) }

// valueCases are values and how they are written.
var valueCases = []struct {
	name   string
	value  *Value
	of     any
	want   string
	absent bool
}{
	{"a struct", &Value{Zero: (**valueStop)(nil), Row: Row{Kind: KindStruct, Of: &typeOfValueStop}},
		&valueStop{Name: "A", Lat: ptr(int32(3))}, "><v:name>A</v:name><v:lat>3</v:lat>", false},
	{"a nil struct", &Value{Zero: (**valueStop)(nil), Row: Row{Kind: KindStruct, Of: &typeOfValueStop}}, (*valueStop)(nil), ">", true},
	{"an int", &Value{Zero: (*int32)(nil), Row: Row{Kind: KindInt32, Occurs: Once}}, int32(7), ">7", false},
	{"an optional int", &Value{Zero: (**int32)(nil), Row: Row{Kind: KindInt32}}, ptr(int32(7)), ">7", false},
	{"no int", &Value{Zero: (**int32)(nil), Row: Row{Kind: KindInt32}}, (*int32)(nil), ">", true},
	{"bytes", &Value{Zero: (*[]byte)(nil), Row: Row{Kind: KindBase64}}, []byte("abc"), ">YWJj", false},
	{"a pointer to bytes", &Value{Zero: (**[]byte)(nil), Row: Row{Kind: KindBase64}}, &[]byte{'a', 'b', 'c'}, ">YWJj", false},
	{"no bytes", &Value{Zero: (*[]byte)(nil), Row: Row{Kind: KindBase64}}, []byte(nil), ">", true},
	{"markup", &Value{Zero: (*xsd.RawXML)(nil), Row: Row{Kind: KindRawXML}}, xsd.RawXML(""), "", true},
	{"no bytes that must be", &Value{Zero: (*[]byte)(nil), Row: Row{Kind: KindBase64, Occurs: Once}}, []byte{}, ">", false},
	{"a value of any type derived", &Value{Zero: (*valueBase)(nil), Row: Row{Kind: KindPoly, Of: &typeOfValueDog}}, &valueDog{Age: 3}, "><v:age>3</v:age>", false},
	{"a member", &Value{Zero: (**valueShape)(nil), Row: Row{Kind: KindMember, Of: &typeOfValueShape}},
		&valueShape{Round: &valueStop{Name: "x"}}, "<v:round><v:name>x</v:name></v:round>", false},
	{"structs", listOfStops(false), []valueStop{{Name: "A"}, {Name: "B"}},
		"><v:s><v:name>A</v:name></v:s><v:s><v:name>B</v:name></v:s>", false},
	{"no structs", listOfStops(false), []valueStop{}, ">", false},
	{"structs that may be nil", &Value{Zero: (*[]*valueStop)(nil), Row: Row{Name: "s", NS: 1, Kind: KindStruct, Occurs: Many, Nillable: true, Of: &typeOfValueStop}},
		[]*valueStop{nil, {Name: "B"}}, `><v:s xsi:nil="true"/><v:s><v:name>B</v:name></v:s>`, false},
	{"strings", &Value{Zero: (*[]string)(nil), Row: Row{Name: "s", Kind: KindString, Occurs: Many, NS: 1}}, []string{"A", ""}, "><v:s>A</v:s><v:s></v:s>", false},
	{"strings that may be nil", &Value{Zero: (*[]*string)(nil), Row: Row{Name: "s", Kind: KindString, Occurs: Many, NS: 1, Nillable: true}},
		[]*string{ptr("A"), nil}, `><v:s>A</v:s><v:s xsi:nil="true"/>`, false},
	{"values of types derived that may be nil", &Value{Zero: (*[]*valueBase)(nil), Row: Row{Name: "s", NS: 1, Kind: KindPoly, Occurs: Many, Nillable: true, Of: &typeOfValueDog}},
		[]*valueBase{ptr(valueBase(&valueDog{Age: 3})), nil}, `><v:s><v:age>3</v:age></v:s><v:s xsi:nil="true"/>`, false},
	{"values of types derived", &Value{Zero: (*[]valueBase)(nil), Row: Row{Name: "s", NS: 1, Kind: KindPoly, Occurs: Many, Of: &typeOfValueDog}},
		[]valueBase{&valueDog{Age: 1}}, "><v:s><v:age>1</v:age></v:s>", false},
}

func listOfStops(typed bool) *Value {
	return &Value{Zero: (*[]valueStop)(nil), Row: Row{Name: "s", NS: 1, Kind: KindStruct, Occurs: Many, Typed: typed, Of: &typeOfValueStop}}
}

// write returns a document whose root e is written by put.
func writeValueDocument(t *testing.T, value *Value, put func(*Encoder)) string {
	t.Helper()
	e := encoder(t, valueNamespaces, true)
	if value.Members() == nil {
		e.Raw(`<v:e xmlns:v="urn:v" xmlns:xsi="` + XSINamespace + `"`)
	}
	from := len(e.Buf)
	put(e)
	content := string(e.Buf[from:])
	if e.Err() != nil {
		t.Fatal(e.Err())
	}
	return content
}

func readValueDocument(t *testing.T, value *Value, content string) (any, error) {
	t.Helper()
	doc := `<v:e xmlns:v="urn:v" xmlns:xsi="` + XSINamespace + `"` + content + `</v:e>`
	if value.Members() != nil {
		doc = strings.Replace(content, ">", ` xmlns:v="urn:v">`, 1)
	}
	d := NewDecoder([]byte(doc), valueNamespaces, Limits{})
	defer d.Release()
	var got any
	if d.Root() {
		got = value.Take(d)
	}
	d.End()
	return got, d.Err()
}

func TestValue(t *testing.T) {
	for _, c := range valueCases {
		t.Run(c.name, func(t *testing.T) {
			if got := c.value.Absent(c.of); got != c.absent {
				t.Errorf("absent: %v", got)
			}
			if c.absent && c.want == "" {
				return // there is nothing that could be written
			}
			got := writeValueDocument(t, c.value, func(e *Encoder) { c.value.Put(e, c.of) })
			if got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			if c.absent {
				return
			}
			back, err := readValueDocument(t, c.value, got)
			if err != nil || !reflect.DeepEqual(back, c.of) {
				t.Errorf("read: %#v %v", back, err)
			}
			if c.value.IsArray() != (c.value.Row.Occurs == Many) {
				t.Error("IsArray")
			}
		})
	}
}

func TestValueOtherType(t *testing.T) {
	e := encoder(t, valueNamespaces, true)
	e.Raw("<v:e")
	if stop := valueCases[0].value; stop.Absent("x") || !stop.Absent(nil) {
		t.Error("a value of another type is absent")
	}
	listOfStops(false).Put(e, []string{"a"})
	if e.Err() == nil || !strings.Contains(e.Err().Error(), "the value is a []string, not a []codec.valueStop") {
		t.Error(e.Err())
	}
}

// The prefixes come from the document.
func TestValuePrefixes(t *testing.T) {
	v := listOfStops(true)
	v.Check()
	for _, prefix := range []string{"a", "b", ""} {
		e := encoder(t, []Namespace{{}, {URI: "urn:v", Prefix: prefix}}, true)
		v.PutItems(e, &[]valueStop{{}})
		name := strings.TrimPrefix(prefix+":s", ":")
		if got := string(e.Bytes()); !strings.HasPrefix(got, "<"+name+" xsi:type=\""+strings.TrimPrefix(prefix+":stop", ":")) || !strings.HasSuffix(got, "</"+name+">") {
			t.Errorf("%q: %s", prefix, got)
		}
	}
}

func TestValueRefuses(t *testing.T) {
	for _, c := range []struct {
		value *Value
		want  string
	}{
		{&Value{Zero: int32(0), Row: Row{Kind: KindInt32}}, "Zero is not a nil pointer"},
		{&Value{Zero: (*int32)(nil), Row: Row{Kind: KindInt32}}, "the value is a int32, not a pointer of int32"},
		{&Value{Zero: (*int64)(nil), Row: Row{Kind: KindInt32, Occurs: Once}}, "the value is a int64, not a value of int32"},
		{&Value{Zero: (*[]valueDog)(nil), Row: Row{Name: "s", Kind: KindStruct, Occurs: Many, Of: &typeOfValueStop}}, "[]codec.valueDog.s: the value is a []codec.valueDog, not a slice of codec.valueStop"},
		{&Value{Zero: (*[]valueStop)(nil), Row: Row{Name: "s", Kind: KindStruct, Occurs: Many, Nillable: true, Of: &typeOfValueStop}}, "a slice of pointers"},
		{&Value{Zero: (*[]valueStop)(nil), Row: Row{Kind: KindItems, Of: &typeOfValueStop}}, "not the value of an element"},
		{&Value{Zero: (*fmt.Stringer)(nil), Row: Row{Kind: KindPoly, Of: &typeOfValueStop}}, "does not implement"},
	} {
		func() {
			defer func() {
				if got := fmt.Sprint(recover()); !strings.Contains(got, c.want) {
					t.Errorf("got %s, want %s", got, c.want)
				}
			}()
			c.value.Check()
		}()
	}
}

// TestValueWithoutGoType derives the Go type of a value from its row.
func TestValueWithoutGoType(t *testing.T) {
	for _, c := range []struct {
		row      Row
		document string
		want     any
	}{
		{Row{Kind: KindInt32, Occurs: Once}, `>5`, int32(5)},
		{Row{Kind: KindInt32}, `>5`, new(int32)},
		{Row{Name: "s", Kind: KindInt32, Occurs: Many}, `><s>5</s>`, []int32(nil)},
		{Row{Kind: KindStruct, Of: &typeOfValueNone}, `><v:n>5</v:n>`, (*Record)(nil)},
		{Row{Kind: KindPoly, Of: &typeOfValueNone}, `><v:n>5</v:n>`, (*Record)(nil)},
		{Row{Name: "s", NS: 1, Kind: KindStruct, Of: &typeOfValueNone, Occurs: Many}, `><v:s><v:n>5</v:n></v:s>`, []Record(nil)},
	} {
		v := &Value{Row: c.row}
		v.Check()
		got, err := readValueDocument(t, v, c.document)
		if err != nil || reflect.TypeOf(got) != reflect.TypeOf(c.want) {
			t.Errorf("%s is read as a %T, %v, want a %T", c.document, got, err, c.want)
			continue
		}
		if v.Absent(got) || !v.IsArray() && c.row.Occurs != Once && !v.Absent(reflect.Zero(reflect.TypeOf(got)).Interface()) {
			t.Errorf("%T: nil is not what is absent", got)
		}
		if text := writeValueDocument(t, v, func(e *Encoder) { v.Put(e, got) }); text != c.document {
			t.Errorf("%s is written as %s", c.document, text)
		}
	}
}

// An array of SOAP encoding has its items in a slice; absent and empty differ.
func TestValueArray(t *testing.T) {
	v := &Value{Zero: (*[]*valueStop)(nil), Row: Row{Name: "item", Kind: KindStruct, Nillable: true, Occurs: Many, Of: &typeOfValueStop,
		At: AtItem, More: &More{Array: &Array{Style: testArrays{}, Rank: 1, NS: 1, Name: "stop"}}}}
	for _, c := range []struct {
		list []*valueStop
		want string
	}{
		{[]*valueStop{nil, {Name: "B"}}, `enc:arrayType="v:stop[2]"><item xsi:nil="true"/><item><v:name>B</v:name></item>`},
		{[]*valueStop{}, `enc:arrayType="v:stop[0]">`},
	} {
		got := writeValueDocument(t, v, func(e *Encoder) { v.Put(e, c.list) })
		if !strings.HasSuffix(got, c.want) {
			t.Errorf("%s, want %s", got, c.want)
		}
		back, err := readValueDocument(t, v, got)
		if err != nil || !reflect.DeepEqual(back, c.list) {
			t.Errorf("%s is read as %v, %v", got, back, err)
		}
	}
	if back, err := readValueDocument(t, v, ` xsi:nil="true">`); err != nil || back.([]*valueStop) != nil {
		t.Errorf("%v, %v", back, err)
	}
	if v.IsArray() || v.Absent([]*valueStop(nil)) {
		t.Error("the items are elements of one name, or absent")
	}
}
