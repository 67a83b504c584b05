package codec

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"example.com/quartet/templates/soap/xsd"
)

// jsonOf returns a value as JSON.
func jsonOf(v any, typ *Type, options JSONOptions) (string, error) {
	e := NewEncoder(rowNamespaces, true)
	defer e.Release()
	EncodeJSON(e, options, typ, v)
	return string(e.Bytes()), e.Err()
}

// readJSONOf reads a value.
func readJSONOf(doc string, typ *Type, limits Limits) (any, error) {
	d := NewDecoder([]byte(doc), rowNamespaces, limits)
	defer d.Release()
	v := typ.New()
	DecodeJSON(d, typ, v)
	return v, d.Err()
}

// sameJSON writes a value as JSON and reads it again: what that means in XML is the same. Without JSON, the value has no XML.
func sameJSON(t *testing.T, typ *Type, v any) (text string, again any) {
	t.Helper()
	want, err := encodeRowsOf(v, typ)
	if err != nil {
		return "", nil // open content may use a prefix that cannot be declared
	}
	text, err = jsonOf(v, typ, JSONOptions{})
	if err != nil || !json.Valid([]byte(text)) {
		t.Fatalf("%s\nis written as %s, %v", want, text, err)
	}
	if again, err = readJSONOf(text, typ, Limits{Depth: 130}); err != nil {
		t.Fatalf("%s\nis written as %s, %v", want, text, err)
	}
	if got, err := encodeRowsOf(again, typ); err != nil || got != want {
		t.Fatalf("%s\nis written as %s\nwhich is read as %s, %v", want, text, got, err)
	}
	return text, again
}

// TestJSONTypes writes values of each kind of type as JSON and reads them again.
func TestJSONTypes(t *testing.T) {
	records := asRecords(&testTypes)
	for _, c := range rowCases {
		doc := rowDocument(c.content)
		v, err := decodeRowsOf(doc, c.typ)
		must(t, err)
		record, err := decodeRowsOf(doc, records[c.typ])
		must(t, err)
		text, again := sameJSON(t, c.typ, v)
		if !reflect.DeepEqual(v, again) {
			t.Errorf("%s is read as %v, want %v", text, plainValue(again), plainValue(v))
		}
		if asRecord, _ := sameJSON(t, records[c.typ], record); text == "" || text != asRecord {
			t.Errorf("%s is written as %s, as a record %s", doc, text, asRecord)
		}
	}
}

// members returns the places of the members of all objects of a document, and how deep the objects are nested.
func members(t *testing.T, text string) (places [][2]int, depth int) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	place := func() int {
		at := int(d.InputOffset())
		return at + len(text[at:]) - len(strings.TrimLeft(text[at:], ", "))
	}
	var value func(around int)
	value = func(around int) {
		token, err := d.Token()
		must(t, err)
		if _, bracket := token.(json.Delim); !bracket {
			return
		}
		if token == json.Delim('{') {
			around++
		}
		for depth = max(depth, around); d.More(); {
			start := place()
			if token == json.Delim('{') {
				d.Token() // the name
			}
			if value(around); token == json.Delim('{') {
				places = append(places, [2]int{start, int(d.InputOffset())})
			}
		}
		d.Token()
	}
	value(0)
	return places, depth
}

// TestJSONEachMember gives each member of values of each type twice, and reads the values with as many levels as they have, and
// with one less.
func TestJSONEachMember(t *testing.T) {
	type value struct {
		typ  *Type
		text string
	}
	values := []value{{&typeOfJSONNumbers, `{"long":1,"integer":1,"decimal":1,"double":1,"any":{"@xsi:type":"{a}b","@{c}d":"e","@f":"g","#text":""},` +
		`"simple":{"@xsi:type":"{a}b","@{c}d":"e","#text":""},"union":{"#text":""}}`}}
	for _, c := range rowCases {
		v, err := decodeRowsOf(rowDocument(c.content), c.typ)
		must(t, err)
		text, err := jsonOf(v, c.typ, JSONOptions{})
		must(t, err)
		values = append(values, value{c.typ, text})
	}
	for _, v := range values {
		places, depth := members(t, v.text)
		for _, m := range places {
			twice := v.text[:m[1]] + "," + v.text[m[0]:m[1]] + v.text[m[1]:]
			if _, err := readJSONOf(twice, v.typ, Limits{}); err == nil || !strings.Contains(err.Error(), "twice") && !strings.Contains(err.Error(), "not the only one") {
				t.Errorf("%s: %v", twice, err)
			}
		}
		if _, err := readJSONOf(v.text, v.typ, Limits{Depth: depth}); err != nil {
			t.Errorf("%s with %d levels: %v", v.text, depth, err)
		}
		if _, err := readJSONOf(v.text, v.typ, Limits{Depth: depth - 1}); depth > 1 && (err == nil || !strings.Contains(err.Error(), "nested deeper")) {
			t.Errorf("%s with %d levels: %v", v.text, depth-1, err)
		}
	}
}

// FuzzJSONText reads arbitrary JSON. What can be read is what encoding/json accepts, and is written and read again.
func FuzzJSONText(f *testing.F) {
	for _, c := range rowCases {
		v, err := decodeRowsOf(rowDocument(c.content), c.typ)
		if err != nil {
			f.Fatal(err)
		}
		text, err := jsonOf(v, c.typ, JSONOptions{})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(byte(indexOf(c.typ)), []byte(text))
	}
	f.Add(byte(13), []byte(`{"#content":[""]}`))
	f.Fuzz(func(t *testing.T, number byte, doc []byte) {
		types := testTypes.Types
		typ := types[int(number)%len(types)].Type
		if typ.Simple {
			return
		}
		v, err := readJSONOf(string(doc), typ, Limits{})
		if err != nil {
			return
		}
		if !json.Valid(doc) || !utf8.Valid(doc) {
			t.Fatalf("%q is read", doc)
		}
		text, err := jsonOf(v, typ, JSONOptions{LargeNumbersAsStrings: true})
		if err != nil {
			t.Fatalf("%s is read, but cannot be written: %v", doc, err)
		}
		again, err := readJSONOf(text, typ, Limits{Depth: 130})
		if err != nil {
			t.Fatalf("%s\nis written as %s, %v", doc, text, err)
		}
		if second, err := jsonOf(again, typ, JSONOptions{LargeNumbersAsStrings: true}); err != nil || second != text {
			t.Fatalf("%s\nis written as %s\nand then %s, %v", doc, text, second, err)
		}
	})
}

// TestMarshalJSONLists writes and reads lists of structs and of pointers, of which only the latter can be nil.
func TestMarshalJSONLists(t *testing.T) {
	for _, c := range []struct {
		v    any
		want string
	}{
		{[]*RowAnimal{{Name: "a"}, nil}, `[{"name":"a"},null]`}, {[]RowAnimal{{Name: "a"}, {Name: "b"}}, `[{"name":"a"},{"name":"b"}]`}, {[]RowAnimal{}, `[]`},
	} {
		got, err := MarshalJSON(c.v)
		if err != nil || string(got) != c.want {
			t.Errorf("%s, %v, want %s", got, err, c.want)
		}
		again := reflect.New(reflect.TypeOf(c.v))
		again.Elem().Set(reflect.MakeSlice(reflect.TypeOf(c.v), 0, 0))
		if err := UnmarshalJSON(got, again.Interface()); err != nil || !reflect.DeepEqual(again.Elem().Interface(), c.v) {
			t.Errorf("%s is read as %v, %v", got, again.Elem(), err)
		}
	}
	if err := UnmarshalJSON([]byte(`[null]`), &[]RowAnimal{}); err == nil || !strings.Contains(err.Error(), "cannot be nil") {
		t.Errorf("a struct that is nil: %v", err)
	}
	for _, v := range []any{nil, 5, []int{1}, RowAnimal{}, (*RowAnimal)(nil)} {
		if got, err := MarshalJSON(v); err == nil {
			t.Errorf("%T is written as %s", v, got)
		}
	}
}

// TestMarshalJSON writes and reads values outside messages, also of derived types in another namespace, and records.
func TestMarshalJSON(t *testing.T) {
	dog := &RowLapDog{RowDog{Bark: ptr("b")}}
	zoo := &RowZoo{Many: []AnimalOrDerived{dog}}
	record := NewRecord(recordsOfRail[&typeOfPlatform])
	for _, v := range []any{zoo, record} {
		text, err := MarshalJSON(v)
		again := reflect.New(reflect.TypeOf(v).Elem()).Interface()
		if r, ok := again.(*Record); ok {
			*r = *NewRecord(recordsOfRail[&typeOfPlatform])
		}
		if err := UnmarshalJSON(text, again); err != nil || !reflect.DeepEqual(again, v) {
			t.Errorf("%s is read as %+v, %v", text, plainValue(again), err)
		}
		t.Logf("%s %v", text, err)
	}
	dog.Friend = dog
	want := "friend: a value contains itself, or is nested more than 10000 times"
	if _, err := MarshalJSON(zoo); err == nil || err.Error() != want {
		t.Error(err)
	}
	if _, err := Append(nil, xsd.QName{Space: rowNS, Local: "zoo"}, zoo); err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Error(err)
	}
}
