package codec

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/xsd"
)

type (
	jsonBase struct {
		Rate  float64
		Small *float32
	}
	jsonMore struct {
		jsonBaseOf
		Rates []xsd.Nillable[float64]
		Of    jsonAny
		Data  []byte
		Price xsd.Decimal
	}
	jsonBaseOf = jsonBase
	jsonAny    interface{ getBase() *jsonBase }
	jsonNone   struct{ jsonBase }
	jsonCode   string
)

func (v *jsonBase) getBase() *jsonBase { return v }

var (
	typeOfJSONBase = Type{NS: 1, Name: "base", Zero: (*jsonBase)(nil)}
	typeOfJSONMore = Type{NS: 1, Name: "more", Zero: (*jsonMore)(nil)}
	typeOfJSONCode = Type{NS: 1, Name: "code", Zero: (*jsonCode)(nil), Simple: true, Kind: KindString}
	jsonTypes      = Table{
		Namespaces: []Namespace{{}, {URI: "urn:json"}},
		Types:      []TypeRows{{Type: &typeOfJSONBase}, {Type: &typeOfJSONMore}, {Type: &typeOfJSONCode}},
	}
)

func init() { Define(&jsonTypes) }

// TestJSON writes and reads numbers that are not finite, and interfaces.
func TestJSON(t *testing.T) {
	small := float32(math.Inf(1))
	v := &jsonMore{
		jsonBaseOf: jsonBase{Rate: math.Inf(-1), Small: &small},
		Rates:      []xsd.Nillable[float64]{xsd.Present(math.Inf(1)), xsd.Nil[float64](), {}, xsd.Present(1.5)},
		Of:         &jsonMore{Of: &jsonBase{Rate: 2}, Data: []byte{}}, Price: xsd.NewDecimal(1990, 2),
	}
	const want = `{"Rate":"-INF","Small":"INF","Rates":["INF",{"xsi:nil":true},null,1.5],"Of":{"xsi:type":"{urn:json}more","Rate":0,"Small":null,"Rates":null,` +
		`"Of":{"xsi:type":"{urn:json}base","Rate":2,"Small":null},"Data":"","Price":0},"Data":null,"Price":19.90}`
	text, err := MarshalJSON(v)
	if err != nil || string(text) != want {
		t.Errorf("%s (%v), want\n%s", text, err, want)
	}
	var got jsonMore
	if err := UnmarshalJSON([]byte(" "+strings.ReplaceAll(want, ":", " : ")+"\n"), &got); err == nil {
		t.Error("a changed name is read") // "xsi : nil"
	}
	got = jsonMore{}
	if err := UnmarshalJSON([]byte(" "+strings.ReplaceAll(want, `":`, "\" :\n")+"\n"), &got); err != nil || !reflect.DeepEqual(&got, v) {
		t.Errorf("%+v (%v)", got, err)
	}
	if text, err = MarshalJSON(jsonBase{Rate: math.NaN()}); err != nil || string(text) != `{"Rate":"NaN","Small":null}` {
		t.Errorf("%s (%v)", text, err)
	}
	if err := UnmarshalJSON(text, &got.jsonBaseOf); err != nil || !math.IsNaN(got.Rate) {
		t.Errorf("%v (%v)", got.Rate, err)
	}
	if text, err := MarshalJSON(&jsonMore{Of: &jsonNone{}}); err == nil || !strings.Contains(err.Error(), "Of: the schema has no name for the type of a *codec.jsonNone") {
		t.Errorf("%s (%v)", text, err)
	}
	if text, err := MarshalJSON(nil); err != nil || string(text) != "null" {
		t.Errorf("%s (%v)", text, err)
	}
}

// TestJSONOfSimpleTypeInInterface writes and reads an interface of a program, which may hold a value that is not a struct.
func TestJSONOfSimpleTypeInInterface(t *testing.T) {
	code := jsonCode("a")
	if text, err := MarshalJSON([]any{&code}); err == nil || !strings.Contains(err.Error(), "a *codec.jsonCode in an interface has no members") {
		t.Errorf("%s (%v)", text, err)
	}
	var got []any
	err := UnmarshalJSON([]byte(`[{"xsi:type":"{urn:json}code"}]`), &got)
	if err == nil || !strings.Contains(err.Error(), "the schema has no type {urn:json}code for a interface {}") {
		t.Errorf("%v (%v)", got, err)
	}
}

// FuzzJSON reads any text. What is read is written in a form that is read alike.
func FuzzJSON(f *testing.F) {
	f.Add(`{"Rate":"-INF","Rates":["NaN",{"xsi:nil":true},null,1.5],"Of":{"xsi:type":"{urn:json}more","Of":null},"Data":"","Price":1e3}`)
	f.Fuzz(func(t *testing.T, text string) {
		var v, again jsonMore
		if UnmarshalJSON([]byte(text), &v) != nil {
			return
		}
		first, err := MarshalJSON(&v)
		if err != nil || !json.Valid(first) {
			t.Fatalf("%s (%v)", first, err)
		}
		if err := UnmarshalJSON(first, &again); err != nil {
			t.Fatalf("%s: %v", first, err)
		}
		if second, err := MarshalJSON(&again); err != nil || string(second) != string(first) {
			t.Errorf("%s becomes %s (%v)", first, second, err)
		}
	})
}
