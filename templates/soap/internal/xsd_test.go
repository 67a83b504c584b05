package internal_test

import (
	"bytes"
	"encoding"
	"encoding/json"
	"fmt"
	"log/slog"
	"math"
	"math/big"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"example.com/quartet/templates/soap/xsd"
)

// value is what every value of a simple type is.
type value interface {
	fmt.Stringer
	encoding.TextMarshaler
	AppendText([]byte) ([]byte, error)
}

// simpleValues are pointers to the zero values of simple types, each with texts in the
// form that String returns.
var simpleValues = []struct {
	zero  encoding.TextUnmarshaler
	texts []string
}{
	{new(xsd.Decimal), []string{"0", "19.90", "-0.00000000000000000000000000000000000000001", "123456789012345678901234567890.5"}},
	{new(xsd.Integer), []string{"0", "-7", "123456789012345678901234567890"}},
	{new(xsd.Date), []string{"0001-01-01", "2026-11-21", "-0044-03-15+05:30", "12026-02-28-14:00", "2028-02-29Z"}},
	{new(xsd.Time), []string{"00:00:00", "23:59:59.000000000000000001Z", "12:00:00.5-01:00"}},
	{new(xsd.DateTime), []string{"0001-01-01T00:00:00Z", "2026-11-21T10:11:12", "-0001-12-31T23:59:59.1234567891+14:00"}},
	{new(xsd.Duration), []string{"PT0S", "-P1Y2M3DT4H5M6.7000000000001S", "P30D"}},
	{new(xsd.GYear), []string{"0001", "2026Z", "-0044", "12026+01:00"}},
	{new(xsd.GYearMonth), []string{"0001-01", "2026-12-14:00"}},
	{new(xsd.GMonthDay), []string{"--01-01", "--02-29Z"}},
	{new(xsd.GDay), []string{"---01", "---31+00:30"}},
	{new(xsd.GMonth), []string{"--01", "--12Z"}},
}

// TestText reads and writes values as text, JSON and keys of JSON objects.
func TestXsdText(t *testing.T) {
	for _, test := range simpleValues {
		typ := reflect.TypeOf(test.zero).Elem()
		for i, text := range test.texts {
			v := reflect.New(typ)
			if err := v.Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(" \n" + text + "\t")); err != nil {
				t.Fatal(typ, err)
			}
			x := v.Elem().Interface().(value)
			if i == 0 && !cmp.Equal(x, reflect.Zero(typ).Interface()) {
				t.Errorf("%s: %s is not the zero value", typ, text)
			}
			got, err := x.MarshalText()
			more, _ := x.AppendText([]byte("x"))
			if err != nil || string(got) != text || x.String() != text || string(more) != "x"+text {
				t.Errorf("%s: %s (%v), %s and %s, want %s", typ, got, err, x, more, text)
			}
			inJSON := text
			if !strings.Contains("Decimal Integer", typ.Name()) {
				inJSON = `"` + text + `"`
			}
			fromJSON := reflect.New(typ)
			if got, err = json.Marshal(x); err != nil || string(got) != inJSON {
				t.Errorf("%s: %s in JSON (%v), want %s", typ, got, err, inJSON)
			}
			if err := json.Unmarshal(got, fromJSON.Interface()); err != nil || !cmp.Equal(fromJSON.Elem().Interface(), x) || fmt.Sprint(fromJSON.Elem()) != text {
				t.Errorf("%s: %s from JSON (%v), want %s", typ, fromJSON.Elem(), err, text)
			}
			if err := json.Unmarshal([]byte("null"), fromJSON.Interface()); err != nil || fmt.Sprint(fromJSON.Elem()) != text {
				t.Errorf("%s: null changes %s to %s (%v)", typ, text, fromJSON.Elem(), err)
			}
		}
		for _, bad := range []string{"", "x", "--", "P", "1e5", "2026-02-30", "--13", "---00", "--00", "25:00:00", "-", "T"} {
			v := reflect.New(typ)
			err := v.Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(bad))
			if err == nil || !v.Elem().IsZero() {
				t.Errorf("%s: %q is read as %v (%v)", typ, bad, v.Elem(), err)
			}
		}
	}
}

// TestNoText has no text for values that are not of their types.
func TestNoText(t *testing.T) {
	for want, v := range map[string]encoding.TextMarshaler{
		"2026-02-30 is not an xs:date": xsd.Date{Year: 2026, Month: 2, Day: 30},
		"24:00:00 is not an xs:time":   xsd.Time{Hour: 24},
		"P-3D is not an xs:duration":   xsd.Duration{Days: -3},
		"---32 is not an xs:gDay":      xsd.GDay{Day: 32},
		"---1 is not an xs:gMonth":     xsd.GMonth{Month: -1},
		"+15:00 is not a zone":         xsd.NewZone(900),
		`"a b" is not a local name`:    xsd.QName{Space: "urn:t", Local: "a b"},
		"a text cannot hold":           xsd.AnySimple{Text: "5", Type: xsd.QName{Space: xsd.Namespace, Local: "int"}},
	} {
		if text, err := v.MarshalText(); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%T: %s, %v, want %s", v, text, err, want)
		}
		if text, err := json.Marshal(v); (err == nil) != (reflect.TypeOf(v) == reflect.TypeFor[xsd.AnySimple]()) {
			t.Errorf("%T: %s, %v", v, text, err)
		}
	}
}

// TestNoYear has no text for years that are not read.
func TestNoYear(t *testing.T) {
	for _, seconds := range []int64{-7.9e18, 7.9e18} {
		if text, err := xsd.DateTimeOf(time.Unix(seconds, 0)).MarshalText(); err == nil {
			t.Errorf("%s", text)
		}
	}
}

// record has a field of each type that does not print its fields.
type record struct {
	Decimal  xsd.Decimal
	Integer  xsd.Integer
	DateTime xsd.DateTime
	Date     *xsd.Date
	Zone     xsd.Zone
	Duration xsd.Duration
	Name     xsd.QName
	Simple   []xsd.AnySimple
	Nillable []xsd.Nillable[xsd.Decimal]
	Any      xsd.AnyType
	Raw      xsd.RawXML
	Keys     map[xsd.Date]xsd.GYear
}

func newRecord() record {
	return record{
		Decimal: xsd.NewDecimal(1990, 2), Integer: xsd.NewInteger(-5), DateTime: xsd.LocalDateTime(time.Date(2026, 11, 21, 10, 0, 0, 5e8, time.UTC)),
		Date: &xsd.Date{Year: 2026, Month: 11, Day: 21, Zone: xsd.NewZone(60)}, Zone: xsd.NewZone(-90), Duration: xsd.NewDuration(90 * time.Second),
		Name:     xsd.QName{Space: "urn:{t}", Local: "name"},
		Simple:   []xsd.AnySimple{{Text: " a\"b "}, {Text: "5", Type: xsd.QName{Space: xsd.Namespace, Local: "int"}}, {Text: "t:x", Space: "urn:t"}},
		Nillable: []xsd.Nillable[xsd.Decimal]{{}, xsd.Nil[xsd.Decimal](), xsd.Present(xsd.NewDecimal(150, 2))},
		Any:      xsd.AnyType{Type: xsd.QName{Local: "t"}, Attrs: []xsd.Attr{{Name: xsd.QName{Space: "urn:t", Local: "a"}, Value: "1"}}, Content: "a &amp; b"},
		Raw:      "<a>&lt;</a>", Keys: map[xsd.Date]xsd.GYear{{Year: 1, Month: 2, Day: 3}: {Year: 4}},
	}
}

const recordJSON = `{"Decimal":19.90,"Integer":-5,"DateTime":"2026-11-21T10:00:00.5","Date":"2026-11-21+01:00","Zone":"-01:30","Duration":"PT1M30S",` +
	`"Name":"{urn:{t}}name","Simple":[" a\"b ",{"Text":"5","Type":"{http://www.w3.org/2001/XMLSchema}int","Space":""},{"Text":"t:x","Type":"","Space":"urn:t"}],` +
	`"Nillable":[null,{"xsi:nil":true},1.50],"Any":{"Type":"t","Attrs":[{"Name":"{urn:t}a","Value":"1"}],"Content":"a \u0026amp; b"},` +
	`"Raw":"\u003ca\u003e\u0026lt;\u003c/a\u003e","Keys":{"0001-02-03":"0004"}}`

// TestXsdJSON writes and reads a struct.
func TestXsdJSON(t *testing.T) {
	text, err := json.Marshal(newRecord())
	if err != nil || string(text) != recordJSON {
		t.Errorf("%s (%v), want\n%s", text, err, recordJSON)
	}
	var got record
	if err := json.Unmarshal(text, &got); err != nil || !reflect.DeepEqual(got, newRecord()) {
		t.Errorf("%+v (%v)", got, err)
	}
	var empty record
	if text, err = json.Marshal(empty); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &got); err != nil {
		t.Error(err)
	}
	got = record{}
	if err := json.Unmarshal(text, &got); err != nil || !reflect.DeepEqual(got, empty) {
		t.Errorf("%+v (%v)", got, err)
	}
}

// TestXsdCmp compares structs with go-cmp, without options: by value, not by text.
func TestXsdCmp(t *testing.T) {
	same := newRecord()
	same.Decimal, same.Duration, same.Nillable[2] = xsd.NewDecimal(199, 1), xsd.Duration{Seconds: 90}, xsd.Present(xsd.NewDecimal(15, 1))
	if d := cmp.Diff(newRecord(), same); d != "" {
		t.Errorf("different:\n%s", d)
	}
	for name, change := range map[string]func(*record){
		"Decimal": func(r *record) { r.Decimal = xsd.NewDecimal(1991, 2) }, "Integer": func(r *record) { r.Integer = xsd.Integer{} },
		"DateTime": func(r *record) { r.DateTime.NoZone = false }, "Date": func(r *record) { r.Date.Zone = xsd.Zone{} },
		"Zone": func(r *record) { r.Zone = xsd.Zone{} }, "Duration": func(r *record) { r.Duration.Negative = true },
		"Name": func(r *record) { r.Name.Space = "" }, "Simple": func(r *record) { r.Simple[1].Type = xsd.QName{} },
		"Nillable": func(r *record) { r.Nillable[0] = xsd.Nil[xsd.Decimal]() }, "Any": func(r *record) { r.Any.Attrs[0].Value = "" }, "Raw": func(r *record) { r.Raw = "" },
	} {
		other := newRecord()
		if change(&other); cmp.Equal(newRecord(), other) {
			t.Errorf("%s does not make a difference", name)
		}
	}
}

// TestLog writes values with the handlers of package slog.
func TestXsdLog(t *testing.T) {
	r := newRecord()
	for _, test := range []struct {
		v             any
		inText, inLog string
	}{
		{r.Decimal, "19.90", "19.90"}, {r.Integer, "-5", "-5"}, {r.DateTime, "2026-11-21T10:00:00.5", `"2026-11-21T10:00:00.5"`}, {r.Date, "2026-11-21+01:00", `"2026-11-21+01:00"`},
		{r.Duration, "PT1M30S", `"PT1M30S"`}, {r.Name, "{urn:{t}}name", `"{urn:{t}}name"`}, {r.Simple[0], `" a\"b "`, `" a\"b "`}, {r.Raw, "<a>&lt;</a>", `"<a>&lt;</a>"`},
		{r.Nillable[2], "1.50", "1.50"}, {r.Nillable[1], "nil", `{"xsi:nil":true}`}, {r.Nillable[0], "absent", "null"}, {xsd.GDay{Day: 5}, "---05", `"---05"`},
	} {
		var text, inJSON bytes.Buffer
		slog.New(slog.NewTextHandler(&text, nil)).Info("m", "v", test.v)
		slog.New(slog.NewJSONHandler(&inJSON, nil)).Info("m", "v", test.v)
		if !strings.HasSuffix(text.String(), "msg=m v="+test.inText+"\n") || !strings.HasSuffix(inJSON.String(), `"msg":"m","v":`+test.inLog+"}\n") {
			t.Errorf("%T: %s%s", test.v, &text, &inJSON)
		}
	}
}

// TestNumbersInJSON reads what other programs write.
func TestNumbersInJSON(t *testing.T) {
	for text, want := range map[string]string{
		`1e3`: "1000", `1.25E+1`: "12.5", `-25e-3`: "-0.025", `0.0e-2`: "0.000", `"19.90"`: "19.90", `" 5 "`: "5", `1e-3`: "0.001", `"1e3"`: "", `1e1000`: "", `true`: "", `{}`: "", `"x"`: "",
	} {
		var d xsd.Decimal
		err := json.Unmarshal([]byte(text), &d)
		if (err == nil) != (want != "") || err == nil && d.String() != want {
			t.Errorf("%s is %s (%v), want %s", text, d, err, want)
		}
	}
	for text, want := range map[string]string{`1e3`: "1000", `1.0`: "1", `-0`: "0", `"5"`: "5", `1.5`: "", `[]`: "", `1e-1`: ""} {
		var n xsd.Integer
		err := json.Unmarshal([]byte(text), &n)
		if (err == nil) != (want != "") || err == nil && n.String() != want {
			t.Errorf("%s is %s (%v), want %s", text, n, err, want)
		}
	}
	for _, text := range []string{`{"Text":5}`, `[]`, `5`, `{"Type":"{}x"}`} {
		v := xsd.AnySimple{Text: "kept"}
		if err := json.Unmarshal([]byte(text), &v); err == nil || !v.Equal(xsd.AnySimple{Text: "kept"}) {
			t.Errorf("%s is %v", text, v)
		}
	}
}

// TestNillable makes and reads the three states.
func TestNillable(t *testing.T) {
	for _, test := range []struct {
		n      xsd.Nillable[string]
		value  string
		ok     bool
		absent bool
	}{{xsd.Present("a"), "a", true, false}, {xsd.Nil[string](), "", false, false}, {xsd.Nillable[string]{}, "", false, true}, {xsd.NillableOf[string](nil), "", false, false}, {xsd.NillableOf(new(string)), "", true, false}} {
		value, ok := test.n.Get()
		or := "other"
		if ok {
			or = value
		}
		absent := test.n == xsd.Nillable[string]{}
		if value != test.value || ok != test.ok || absent != test.absent || test.n.Or("other") != or || (test.n.Value != nil) != ok {
			t.Errorf("%+v: %q %v %v %q", test.n, value, ok, absent, test.n.Or("other"))
		}
	}
	if n := reflect.TypeFor[*xsd.Nillable[string]]().NumMethod(); n > 5 {
		t.Errorf("Nillable has %d methods, which are compiled for each type of a contract", n)
	}
	var n xsd.Nillable[struct{ Nil bool }]
	if err := json.Unmarshal([]byte(`{ "Nil": true }`), &n); err != nil || n.Value == nil || !n.Value.Nil || n.Nil {
		t.Errorf("%+v (%v)", n, err)
	}
	if err := json.Unmarshal([]byte("{ \"xsi:nil\":\ttrue }"), &n); err != nil || !n.Nil || n.Value != nil {
		t.Errorf("%+v (%v)", n, err)
	}
}

// TestNillableNotFinite writes NaN and infinite numbers in JSON, for which there are no
// numbers, and reads them again.
func TestNillableNotFinite(t *testing.T) {
	type ratio float32
	type values struct {
		Doubles []xsd.Nillable[float64]
		Ratio   xsd.Nillable[ratio]
	}
	sent := values{
		Doubles: []xsd.Nillable[float64]{xsd.Present(math.NaN()), xsd.Present(math.Inf(1)), xsd.Present(math.Inf(-1)), xsd.Present(1.5), xsd.Nil[float64](), {}},
		Ratio:   xsd.Present(ratio(math.Inf(-1))),
	}
	const want = `{"Doubles":["NaN","INF","-INF",1.5,{"xsi:nil":true},null],"Ratio":"-INF"}`
	text, err := json.Marshal(sent)
	if err != nil || string(text) != want {
		t.Fatalf("%s (%v), want %s", text, err, want)
	}
	var got values
	must(t, json.Unmarshal(text, &got))
	if again, err := json.Marshal(got); err != nil || string(again) != want {
		t.Errorf("read again: %s (%v), want %s", again, err, want)
	}
	for _, text := range []string{`"inf"`, `"+INF"`, `"1.5"`, `""`} {
		if err := json.Unmarshal([]byte(text), new(xsd.Nillable[float64])); err == nil {
			t.Errorf("%s is read as a number", text)
		}
	}
	var name xsd.Nillable[string]
	if err := json.Unmarshal([]byte(`"NaN"`), &name); err != nil || name.Or("") != "NaN" {
		t.Errorf("%v (%v)", name, err)
	}
}

// TestConversions goes to types of Go and back.
func TestConversions(t *testing.T) {
	huge, _ := new(big.Int).SetString("-123456789012345678901234567890", 10)
	if d := xsd.DecimalFromBig(huge, 10); d.String() != "-12345678901234567890.1234567890" || xsd.DecimalFromBig(nil, 1).String() != "0.0" {
		t.Error(d)
	}
	if n, ok := xsd.DecimalFromBig(huge, -2).Big(); !ok || n.String() != huge.String()+"00" {
		t.Error(n, ok)
	}
	if n, ok := xsd.NewDecimal(15, 1).Big(); ok {
		t.Error(n)
	}
	at := time.Date(-43, 3, 15, 10, 11, 12, 13, time.FixedZone("", 3600))
	for got, want := range map[fmt.Stringer]string{
		xsd.DateTimeOf(at): "-0044-03-15T10:11:12.000000013+01:00", xsd.GYearOf(at): "-0044", xsd.GYearMonthOf(at): "-0044-03", xsd.GMonthDayOf(at): "--03-15", xsd.GDayOf(at): "---15", xsd.GMonthOf(at): "--03",
	} {
		if got.String() != want {
			t.Errorf("%T: %s, want %s", got, got, want)
		}
	}
	if v := xsd.GYearOf(at).In(time.UTC); !v.Equal(time.Date(-43, 1, 1, 0, 0, 0, 0, time.UTC)) {
		t.Error(v)
	}
	if v := xsd.GYearMonthOf(at).In(time.UTC); !v.Equal(time.Date(-43, 3, 1, 0, 0, 0, 0, time.UTC)) {
		t.Error(v)
	}
	if v := xsd.DateTimeOf(time.Now()); v != (xsd.DateTime{Time: v.Time.Round(0)}) {
		t.Error("the monotonic clock is part of", v)
	}
}
