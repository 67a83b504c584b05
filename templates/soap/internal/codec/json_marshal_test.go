package codec

import (
	"reflect"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/xsd"
)

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
