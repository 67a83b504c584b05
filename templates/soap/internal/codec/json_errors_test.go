package codec

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/quartet/templates/soap/xsd"
)

// TestJSONErrors lists what is refused, with the path.
func TestJSONErrors(t *testing.T) {
	deep := strings.Repeat(`{"name":"x","friend":`, 100)
	for _, c := range []struct {
		typ       *Type
		doc, want string
	}{
		{&typeOfMore, "{\"must\":[\"a\",\"\n,\"nilUnits\":[\"d\"]}", "request.must[1])"},
		{&typeOfMore, `{"must":["a"],`, "(request): "},
		{&typeOfMore, `{"must":[],"size":"x","level":"abcdefg","one":null}`, "(request.level): "},
		{&typeOfMore, `{"must":[],"size":"x","level":1.5,"one":null}`, "(request.level): \"1.5\" is not an xs:"},
		{&typeOfOrder, `{"number":"abcdefg","side":2}`, "(request.number): "},
		{&typeOfOrder, `{"number":1.5,"side":2}`, "(request.number): "},
		{&typeOfAnimal, ``, "line 1, column 1 (request): the JSON ends where an object is expected"},
		{&typeOfAnimal, "\ufeff{}", "(request): an object is expected, not '\\ufeff'"},
		{&typeOfAnimal, "{\"@id\":5,\x00\"name\":\"x\"}", "(request): a string is expected, not '\\x00'"},
		{&typeOfOrder, "{\"@lang\":\"x\",\x00\":1}", "(request): a string is expected, not '\\x00'"},
		{&typeOfAnimal, `[]`, "(request): an object is expected, not '['"},
		{&typeOfAnimal, `{}`, "(request): the member name is missing"},
		{&typeOfAnimal, `{"name":"Rex"} x`, "line 1, column 16 (request): data after the JSON value"},
		{&typeOfAnimal, `{"name":"Rex","age":5}`, "line 1, column 21 (request.age): the member is not known"},
		{&typeOfAnimal, `{"name":"Rex","Name":"x"}`, "(request.Name): the member is not known"},
		{&typeOfAnimal, `{"name":"Rex","name":"Tom"}`, "(request.name): the member is given twice"},
		{&typeOfAnimal, `{"name":"Rex","n\u0061me":"Tom"}`, "(request.name): the member is given twice"},
		{&typeOfAnimal, `{"name":null}`, "(request.name): null, but the element cannot be nil"},
		{&typeOfAnimal, `{"name":5}`, "(request.name): a string is expected, not '5'"},
		{&typeOfAnimal, `{"name":"Rex",}`, "(request): a string is expected, not '}'"},
		{&typeOfAnimal, `{"name" "Rex"}`, "(request): a colon is expected, not '\"'"},
		{&typeOfAnimal, `{"name":"Rex" "@id":5}`, "a comma or } is expected, not '\"'"},
		{&typeOfAnimal, `{"name":"Rex`, "(request.name): the JSON ends inside a string"},
		{&typeOfAnimal, `{"name":"\ud800"}`, "(request.name): an escape in a string that JSON does not have, or half of a surrogate pair"},
		{&typeOfAnimal, `{"name":"\ud800\u0041"}`, "(request.name): an escape in a string that JSON does not have, or half of a surrogate pair"},
		{&typeOfAnimal, `{"name":"\udc00"}`, "(request.name): an escape in a string that JSON does not have, or half of a surrogate pair"},
		{&typeOfAnimal, `{"name":"\x"}`, "(request.name): an escape in a string that JSON does not have, or half of a surrogate pair"},
		{&typeOfAnimal, "{\"name\":\"\xff\"}", "(request.name): invalid UTF-8 in a string"},
		{&typeOfAnimal, "{\"name\":\"a\nb\"}", "(request.name): the control character U+000A in a string"},
		{&typeOfAnimal, `{"name":"\u0000"}`, "(request.name): the character U+0000, which XML cannot carry"},
		{&typeOfAnimal, `{"name":"x","@id":"y"}`, `(request.@id): "y" is not an xs:int`},
		{&typeOfAnimal, `{"name":"x","@id":5000000000}`, `(request.@id): "5000000000" is not an xs:int`},
		{&typeOfAnimal, `{"name":"x","@id":1.0}`, `(request.@id): "1.0" is not an xs:int`},
		{&typeOfAnimal, `{"name":"x","@id":1E400}`, `(request.@id): "1E400" is not an xs:int`},
		{&typeOfAnimal, `{"name":"x","@id":05}`, "(request.@id): a number that JSON does not have"},
		{&typeOfAnimal, `{"name":"x","@id":+5}`, "(request.@id): a number is expected, not '+'"},
		{&typeOfAnimal, `{"name":"x","@id":1.}`, "(request.@id): a number that JSON does not have"},
		{&typeOfAnimal, `{"name":"x","friend":{"@xsi:type":"cat","name":"y"}}`, "(request.friend): @xsi:type does not name a type that is derived from animal: animal, dog, lap-dog\n"},
		{&typeOfAnimal, `{"name":"x","friend":{"name":["@xsi:type"`, "(request.friend): the JSON ends where a value is expected"},
		{&typeOfAnimal, `{"name":"x","friend":{"name":"@xsi:type","friend":{"@xsi:type":"cat"}}}`, "(request.friend.friend): @xsi:type does not name a type"},
		{&typeOfAnimal, `{"name":"x","friend":{"@xsi:type":"beast","name":"y"}}`, "(request.friend): the type beast is abstract: @xsi:type has to name one that is derived from it"},
		{&typeOfAnimal, `{"name":"x","friend":{"name":"y","friend":{"name":5}}}`, "(request.friend.friend.name): a string is expected, not '5'"},
		{&typeOfAnimal, deep + `{"name":"x"}` + strings.Repeat("}", 100), "objects are nested deeper than 64 levels"},
		{&typeOfZoo, `{"pet":null,"many":[{"name":"a"},{"name":1}]}`, "(request.many[1].name): a string is expected, not '1'"},
		{&typeOfZoo, `{"pet":null,"many":[null]}`, "(request.many[0]): null, but the element cannot be nil"},
		{&typeOfZoo, `{"pet":null,"many":{"name":"a"}}`, "(request.many): an array is expected, not '{'"},
		{&typeOfOrder, `{"number":1,"#content":[{"x":1}]}`, `(request.#content[0].x): the member is not known, or not the only one`},
		{&typeOfOrder, `{"number":1,"#content":[{"line":{"#text":"x"}}]}`, `(request.#content[0].line.#text): "x" is not an xs:int`},
		{&typeOfOrder, `{"number":1,"circle":{"#text":1},"side":2}`, "(request.side): another element of its substitution group is there already"},
		{&typeOfOrder, `{"number":1,"@{urn:rows}x":"2"}`, "(request.@{urn:rows}x): the attribute is not allowed here"},
		{&typeOfOrder, `{"number":1,"#any":"<x/>"}`, "(request.#any): the markup: the element x is not allowed here"},
		{&typeOfOrder, `{"number":1,"#any":"<x"}`, "(request.#any): the markup: "},
		{&typeOfMore, `{"must":["a b"],"size":"x","level":1}`, "(request.must[0]): an item of a list that is empty or holds white space"},
		{&typeOfMore, `{"must":[],"size":"x","level":1,"one":{"@xsi:nil":true,"text":"a"}}`, "(request.one): a nil element has the member text"},
		{&typeOfGrid, `{"@arrayType":"2,1","item":[1]}`, "(request.@arrayType): \"2,1\" is not the sizes of an array, such as [2,3]"},
		{&typeOfGrid, `{"@arrayType":"[null,0]"}`, "(request.@arrayType): \"[null,0]\" is not the sizes of an array, such as [2,3]"},
		{&typeOfGrid, `{"@arrayType":"[0,0"}`, "(request.@arrayType): \"[0,0\" is not the sizes of an array, such as [2,3]"},
		{&typeOfGrid, `{"@arrayType":"null","item":[1]}`, "(request.@arrayType): \"null\" is not the sizes of an array, such as [2,3]"},
		{&typeOfJSONNumbers, `{"any":{"#text":"a","#xml":"<b/>"}}`, "(request.any): an element has #text or #xml, and a nil element neither"},
		{&typeOfJSONNumbers, `{"any":{"@xsi:nil":true,"#text":""}}`, "(request.any): an element has #text or #xml, and a nil element neither"},
		{&typeOfJSONNumbers, `{"any":{}}`, "(request.any): the member #text is missing"},
		{&typeOfJSONNumbers, `{"simple":{"@xsi:nil":true,"#text":"a"}}`, "(request.simple.@xsi:nil): the member is not known"},
		{&typeOfJSONOdd, `{"names":["a b"]}`, "(request.names[0]): an item of a list that is empty or holds white space"},
		{&typeOfJSONOdd, `{"names":[""]}`, "(request.names[0]): an item of a list that is empty or holds white space"},
	} {
		if _, err := readJSONOf(c.doc, c.typ, Limits{}); err == nil || !strings.Contains(err.Error()+"\n", c.want) {
			t.Errorf("%s: error %v, want %s", c.doc, err, c.want)
		}
	}
}

// TestJSONLimits bounds items and memory.
func TestJSONLimits(t *testing.T) {
	doc := `{"pet":null,"dogs":[` + strings.Repeat(`{"@id":"a","name":"b"},`, 999) + `{"@id":"a","name":"b"}]}`
	for want, limits := range map[string]Limits{
		"more than 500 items": {Items: 500},
		"the values of the document take more than 10000 bytes of memory": {Memory: 10000},
	} {
		if _, err := readJSONOf(doc, &typeOfZoo, limits); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// TestJSONManyAttributes bounds attributes that no type declares, each of which is compared with those before.
func TestJSONManyAttributes(t *testing.T) {
	attrs := func(n int) (all string) {
		for i := range n {
			all += fmt.Sprintf(`"@{urn:other}a%d":"",`, i)
		}
		return all
	}
	for _, c := range []struct {
		typ       *Type
		doc, want string
	}{
		{&typeOfOrder, `{` + attrs(257) + `"number":1}`, "(request.@{urn:other}a256): more than 256 attributes"},
		{&typeOfJSONNumbers, `{"any":{` + attrs(300) + `"#text":""}}`, "(request.any.@{urn:other}a256): more than 256 attributes"},
	} {
		if _, err := readJSONOf(c.doc, c.typ, Limits{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %s", err, c.want)
		}
	}
}

type jsonNumbers struct {
	Long    int64
	Integer xsd.Integer
	Decimal xsd.Decimal
	Double  float64
	Any     xsd.AnyType
	Simple  xsd.AnySimple
	Union   xsd.AnySimple
}

var typeOfJSONNumbers = Type{Zero: (*jsonNumbers)(nil)}

func init() {
	Define(&Table{Namespaces: rowNamespaces, Types: []TypeRows{{Type: &typeOfJSONNumbers, Rows: []Row{
		{Name: "long", Kind: KindInt64, Occurs: Once}, {Name: "integer", Kind: KindInteger, Occurs: Once}, {Name: "decimal", Kind: KindDecimal, Occurs: Once},
		{Name: "double", Kind: KindFloat64, Occurs: Once}, {Name: "any", Kind: KindAnyType, Occurs: Once}, {Name: "simple", Kind: KindAnySimple, Occurs: Once},
		{Name: "union", Kind: KindTextOrName, Occurs: Once},
	}}}})
}

// TestJSONNumbers keeps all digits, and values that JSON has no form for.
func TestJSONNumbers(t *testing.T) {
	integer, _ := xsd.ParseInteger("123456789012345678901234567890")
	decimal, _ := xsd.ParseDecimal("-0.12345678901234567890")
	attrs := []xsd.Attr{{Name: xsd.QName{Space: "urn:x", Local: "a"}, Value: "b"}}
	typ := xsd.QName{Space: xsd.Namespace, Local: "int"}
	v := jsonNumbers{
		Long: 1<<53 + 1, Integer: integer, Decimal: decimal, Double: math.Inf(-1), Any: xsd.AnyType{Type: typ, Attrs: attrs, Content: "<a/>5"},
		Simple: xsd.AnySimple{Text: "5", Type: typ}, Union: xsd.AnySimple{Text: "n", Space: "urn:x"},
	}
	rest := `,"double":"-INF","any":{"@xsi:type":"{http://www.w3.org/2001/XMLSchema}int","@{urn:x}a":"b","#xml":"<a/>5"},` +
		`"simple":{"@xsi:type":"{http://www.w3.org/2001/XMLSchema}int","#text":"5"},"union":"{urn:x}n"}`
	for want, options := range map[string]JSONOptions{
		`{"long":9007199254740993,"integer":123456789012345678901234567890,"decimal":-0.12345678901234567890` + rest:       {},
		`{"long":"9007199254740993","integer":"123456789012345678901234567890","decimal":"-0.12345678901234567890"` + rest: {LargeNumbersAsStrings: true},
	} {
		got, err := jsonOf(&v, &typeOfJSONNumbers, options)
		if err != nil || got != want {
			t.Errorf("%s (%v), want %s", got, err, want)
		}
		again, err := readJSONOf(got, &typeOfJSONNumbers, Limits{})
		if err != nil || !reflect.DeepEqual(again, &v) {
			t.Errorf("%s is read as %+v, %v", got, again, err)
		}
	}
	v = jsonNumbers{Double: math.NaN(), Any: xsd.NewText("<&>"), Union: xsd.AnySimple{Text: "{urn:x}n"}}
	want := `{"long":0,"integer":0,"decimal":0,"double":"NaN","any":"<&>","simple":"","union":{"#text":"{urn:x}n"}}`
	got, err := jsonOf(&v, &typeOfJSONNumbers, JSONOptions{LargeNumbersAsStrings: true})
	if err != nil || got != want {
		t.Errorf("%s (%v), want %s", got, err, want)
	}
	again, err := readJSONOf(got, &typeOfJSONNumbers, Limits{})
	if err != nil || !math.IsNaN(again.(*jsonNumbers).Double) || !again.(*jsonNumbers).Union.Equal(v.Union) {
		t.Errorf("%s is read as %+v, %v", got, again, err)
	}
	again, err = readJSONOf(strings.Replace(got, `"NaN"`, "1e+5", 1), &typeOfJSONNumbers, Limits{})
	if err != nil || again.(*jsonNumbers).Double != 1e5 {
		t.Errorf("1e+5 is read as %+v, %v", again, err)
	}
}

type (
	jsonOdd struct {
		A, OtherA *int32
		Fixed     *bool
		FixedInt  *int32
		Names     []xsd.AnySimple
		Name      *jsonName
		Of        jsonOddAny
	}
	jsonName    struct{ Value xsd.AnySimple }
	jsonOddAny  interface{ isJSONOdd() }
	JSONOddBase struct{ X string }
	jsonOddMore struct{ JSONOddBase }
)

func (*JSONOddBase) isJSONOdd() {}

var (
	typeOfJSONOdd     = Type{NS: 1, Name: "odd", Zero: (*jsonOdd)(nil)}
	typeOfJSONNames   = Type{Simple: true, Kind: KindList}
	typeOfJSONName    = Type{NS: 1, Name: "name", Zero: (*jsonName)(nil)}
	typeOfJSONOddBase = Type{NS: 1, Name: "base", Zero: (*JSONOddBase)(nil)}
	typeOfJSONOddMore = Type{Name: "more", Zero: (*jsonOddMore)(nil)}
)

func init() {
	Define(&Table{Namespaces: rowNamespaces, Types: []TypeRows{
		{Type: &typeOfJSONOdd, Rows: []Row{
			{Name: "a", NS: 1, Kind: KindInt32}, {Name: "a", Kind: KindInt32},
			{Name: "fixed", NS: 1, Kind: KindBool, More: &More{IsFixed: true, Fixed: "1"}},
			{Name: "fixedInt", NS: 1, Kind: KindInt32, More: &More{IsFixed: true, Fixed: "+07"}},
			{Name: "names", NS: 1, Kind: KindList, Of: &typeOfJSONNames}, {Name: "name", NS: 1, Kind: KindStruct, Of: &typeOfJSONName},
			{Name: "of", NS: 1, Kind: KindPoly, Of: &typeOfJSONOddBase},
		}},
		{Type: &typeOfJSONNames, Rows: []Row{{Kind: KindTextOrName, At: AtListItem}}},
		{Type: &typeOfJSONName, Rows: []Row{{Kind: KindTextOrName, At: AtContent, Occurs: Once}}},
		{Type: &typeOfJSONOddBase, Rows: []Row{{Name: "x", NS: 1, Kind: KindString, Occurs: Once}}},
		{Type: &typeOfJSONOddMore, Rows: []Row{{Kind: KindBase, Of: &typeOfJSONOddBase}}},
	}})
}

// TestJSONOdd has names without a namespace beside others, fixed values whose form in the schema JSON does not have, and text that
// could be taken for a name.
func TestJSONOdd(t *testing.T) {
	yes := true
	v := &jsonOdd{
		A: ptr(int32(1)), OtherA: ptr(int32(2)), Fixed: &yes, FixedInt: ptr(int32(7)), Names: []xsd.AnySimple{{Text: "{x}a"}, {Text: "b", Space: "x"}},
		Name: &jsonName{xsd.AnySimple{Text: "{x}a"}}, Of: &jsonOddMore{JSONOddBase{"y"}},
	}
	want := `{"a":1,"{}a":2,"fixed":true,"fixedInt":7,"names":[{"#text":"{x}a"},"{x}b"],"name":{"#text":"{x}a"},"of":{"@xsi:type":"{}more","x":"y"}}`
	got, err := jsonOf(v, &typeOfJSONOdd, JSONOptions{})
	if err != nil || got != want {
		t.Errorf("%s (%v), want %s", got, err, want)
	}
	if again, err := readJSONOf(got, &typeOfJSONOdd, Limits{}); err != nil || !reflect.DeepEqual(again, v) {
		t.Errorf("%s is read as %+v, %v", got, plainValue(again), err)
	}
}

// TestJSONXSITypes keeps the types that xsi:type names in elements of simple types.
func TestJSONXSITypes(t *testing.T) {
	v := &typedValue{
		TypedBase: TypedBase{Text: "a", Many: []*int32{ptr(int32(1)), nil, ptr(int32(3))}, XSITypes: xsd.ElementTypes{
			"Text":    {Type: named("x").Type, Attrs: []xsd.Attr{{Name: xsd.QName{Local: "a"}, Value: "1"}}},
			"Many[1]": named("x"), "Many[2]": named("y"), "More": named("z"),
		}},
		More: xsd.Nil[string](),
	}
	want := `{"text":{"@xsi:type":"{urn:t}x","@a":"1","#text":"a"},"many":[1,` +
		`{"@xsi:type":"{urn:t}x","#text":null},{"@xsi:type":"{urn:t}y","#text":3}],"more":{"@xsi:type":"{urn:t}z","#text":null}}`
	got, err := jsonOf(v, &typeOfTypedValue, JSONOptions{})
	if err != nil || got != want {
		t.Errorf("%s (%v), want %s", got, err, want)
	}
	again, err := readJSONOf(got, &typeOfTypedValue, Limits{})
	if err != nil || !reflect.DeepEqual(again, v) {
		t.Errorf("%s is read as %+v, %v", got, plainValue(again), err)
	}
}

// TestJSONAttachments has attachments by the names of their parts.
func TestJSONAttachments(t *testing.T) {
	text, n := "x", int32(5)
	v := &attachedMessage{
		Body: &text, Photo: []byte("p"), Kind: "image/png", Count: &n, Raw: `<raw xmlns="urn:t"/>`, Pet: &attachedPet{Dog: &n},
		Maybe: xsd.Nillable[int32]{Value: &n}, Codes: []string{"a", "b"},
	}
	e := encoder(t, attachedTypes.Namespaces, true)
	EncodeJSON(e, JSONOptions{}, &typeOfAttachedMessage, v)
	if e.Err() != nil {
		t.Fatal(e.Err())
	}
	d := NewDecoder(e.Bytes(), attachedTypes.Namespaces, Limits{})
	defer d.Release()
	again := new(attachedMessage)
	if DecodeJSON(d, &typeOfAttachedMessage, again); d.Err() != nil || !reflect.DeepEqual(again, v) {
		t.Errorf("%s is read as %+v, %v", e.Bytes(), plainValue(again), d.Err())
	}
	if want := `{"body":"x","photo":{"@mediaType":"image/png","#text":"cA=="},"count":"5",`; !strings.HasPrefix(string(e.Bytes()), want) {
		t.Errorf("%s, want %s...", e.Bytes(), want)
	}
	members := typeOfAttachedMessage.JSONShape().Members
	for _, want := range []JSONMember{{Name: "count", Kind: JSONAttachment, Form: AttachedText}, {Name: "photo", Kind: JSONAttachment, Form: AttachedBytes, Media: true}} {
		same := func(m JSONMember) bool {
			row := m.Value.Row
			m.Value = JSONValue{}
			return reflect.DeepEqual(m, want) && row.Name == want.Name
		}
		if !slices.ContainsFunc(members, same) {
			t.Errorf("%+v are the members, want %+v", members, want)
		}
	}
}

// TestJSONValues writes and reads values outside structs.
func TestJSONValues(t *testing.T) {
	for _, c := range valueCases {
		e := encoder(t, valueNamespaces, true)
		c.value.PutJSON(e, JSONOptions{}, c.of)
		if e.Err() != nil {
			t.Errorf("%s: %v", c.name, e.Err())
			continue
		}
		text := string(e.Bytes())
		d := NewDecoder([]byte(text), valueNamespaces, Limits{})
		if got := c.value.TakeJSON(d); d.Err() != nil || !reflect.DeepEqual(got, c.of) {
			t.Errorf("%s: %s is read as %#v, %v", c.name, text, got, d.Err())
		}
		if (text == "null") != c.absent {
			t.Errorf("%s is written as %s", c.name, text)
		}
		d.Release()
	}
}

// TestJSONEncodeErrors has values that have no form in XML Schema: of arrays of two dimensions, the sizes that a reader would
// refuse. An error begins with the name of the member.
func TestJSONEncodeErrors(t *testing.T) {
	never := xsd.DateTime{Time: time.Unix(-math.MaxInt64, 0)}
	for _, c := range []struct {
		typ  *Type
		v    any
		want string
	}{
		{&typeOfGrid, &RowGrid{Sizes: []int{2}, Items: []int32{1, 2}}, "@arrayType: an array of 2 dimensions, with 2 items and the sizes [2]"},
		{&typeOfGrid, &RowGrid{Sizes: []int{2, 3}, Items: []int32{1}}, "@arrayType: an array of 2 dimensions, with 1 items and the sizes [2 3]"},
		{&typeOfGrid, &RowGrid{Items: []int32{1}}, "@arrayType: an array of 2 dimensions, with 1 items and the sizes []"},
		{&typeOfGrid, &RowGrid{Sizes: []int{-1, 0}}, "@arrayType: an array of 2 dimensions, with 0 items and the sizes [-1 0]"},
		{&typeOfOrder, orderWith("urn:x", "a", "1", "urn:x", "a", "2"), "{urn:x}a: the attribute is given twice"},
		{&typeOfOrder, orderWith("", "lang", "1"), "lang: the attribute is declared: set its field"},
		{&typeOfOrder, orderWith(XSINamespace, "nil", "1"), "{" + XSINamespace + "}nil: "}, {&typeOfOrder, orderWith("urn:x", "a b", "1"), "{urn:x}a b: "},
		{&typeOfZoo, &RowZoo{Many: []AnimalOrDerived{nil}}, "many: the element must have a value, which is nil"},
		{&typeOfStation, &station{Id: ptr("a b"), Time: never}, "Time: "},
	} {
		if got, err := jsonOf(c.v, c.typ, JSONOptions{}); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%T is written as %s, %v, want %s", c.v, got, err, c.want)
		}
	}
}

// orderWith returns a value with attributes that its type does not declare, by their namespaces, names and values.
func orderWith(attrs ...string) *RowOrder {
	v := &RowOrder{}
	for i := 0; i < len(attrs); i += 3 {
		v.AnyAttrs = append(v.AnyAttrs, xsd.Attr{Name: xsd.QName{Space: attrs[i], Local: attrs[i+1]}, Value: attrs[i+2]})
	}
	return v
}

// TestJSONAttributes: an attribute that is given twice with the same value is written once, and one with the local name of a declared
// one has its namespace.
func TestJSONAttributes(t *testing.T) {
	got, err := jsonOf(orderWith("urn:x", "a", "1", "urn:x", "b", "2", "urn:x", "a", "1", "urn:y", "lang", "3"), &typeOfOrder, JSONOptions{})
	if want := `{"@{urn:x}a":"1","@{urn:x}b":"2","@{urn:y}lang":"3","number":0}`; err != nil || got != want {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
}
