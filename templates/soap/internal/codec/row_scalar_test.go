package codec

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/xsd"
)

// kindTexts are texts of the simple types.
var kindTexts = map[Kind][]string{
	KindString:             {"", "a", "Harbour Quay", " two  spaces ", "é世 and more than thirty-two bytes of it", "a&lt;b&amp;c", "x&#xD;y"},
	KindNormalizedString:   {"", "a\tb\nc"},
	KindToken:              {"", " a  b ", "abc"},
	KindAnyURI:             {"urn:a", " http://a.example/?q#f "},
	KindLanguage:           {"en", " de-AT "},
	KindName:               {"a:b", " _c "},
	KindNCName:             {"a", " b-c "},
	KindNMTOKEN:            {"1a", " b "},
	KindID:                 {"a", " b "},
	KindIDREF:              {"a", " b "},
	KindENTITY:             {"a", " b "},
	KindBool:               {"true", "false", "1", " 0 "},
	KindInt8:               {"-128", "127", "+5"},
	KindInt16:              {"-32768", "32767"},
	KindInt32:              {"-2147483648", "2147483647", " 007 "},
	KindInt64:              {"-9223372036854775808", "9223372036854775807"},
	KindUint8:              {"0", "255"},
	KindUint16:             {"0", "65535"},
	KindUint32:             {"0", "4294967295"},
	KindUint64:             {"0", "18446744073709551615"},
	KindFloat32:            {"0", "-1.5", "1e10", "INF", "-INF"},
	KindFloat64:            {"0", "3.141592653589793", "-INF"},
	KindDateTime:           {"2026-11-21T10:20:30Z", "2026-11-21T10:20:30.5", "0001-01-01T00:00:00+01:00"},
	KindDate:               {"2026-11-21", "2026-11-21Z"},
	KindTime:               {"10:20:30", "10:20:30.25+01:00"},
	KindDuration:           {"P1Y2M3DT4H5M6.7S", "-PT1S"},
	KindGYear:              {"2026", "-0044"},
	KindGYearMonth:         {"2026-11"},
	KindGMonthDay:          {"--11-21"},
	KindGDay:               {"---21"},
	KindGMonth:             {"--11"},
	KindDecimal:            {"0", "19.90", "-123456789012345678901234567890.5"},
	KindInteger:            {"0", "-123456789012345678901234567890"},
	KindNonNegativeInteger: {"0", "7"},
	KindPositiveInteger:    {"7"},
	KindNonPositiveInteger: {"0", "-7"},
	KindNegativeInteger:    {"-7"},
	KindBase64:             {"", "AQID", "AQ=="},
	KindHex:                {"", "0AFF"},
	KindQName:              {"a", "p:b"},
	KindNotation:           {"a", "p:b"},
	KindAnySimple:          {"", "p:b and more"},
	KindAnySimpleText:      {"text"},
	KindTextOrName:         {"text", "q1:b"},
	KindAnyType:            {"", "some <p:b>markup</p:b>"},
	KindRawXML:             {"", "some <p:b>markup</p:b>"},
}

const rowNS = "urn:rows"

var rowNamespaces = []Namespace{{}, {URI: rowNS}, {URI: "urn:other", Prefix: "o"}, {URI: xsd.Namespace, Prefix: "xsd"}}

// define returns the type with its rows, defined in a new table.
func define(t *Type, rows ...Row) *Type {
	Define(&Table{Namespaces: rowNamespaces, Types: []TypeRows{{Type: t, Rows: rows}}})
	return t
}

// structOf returns the type of structs with a field F, as a description has it.
func structOf(field reflect.Type) any {
	s := reflect.StructOf([]reflect.StructField{{Name: "F", Type: field}})
	return reflect.Zero(reflect.PointerTo(s)).Interface()
}

// newValue returns a new value of a type: a pointer to a struct, or a Record.
func newValue(t *Type) any {
	if t.Zero == nil {
		return NewRecord(t)
	}
	return reflect.New(t.goType()).Interface()
}

// plainValue returns a value in a form that is the same for structs and records.
func plainValue(v any) any {
	switch v := v.(type) {
	case *Record:
		if v == nil {
			return nil
		}
		var fields []any
		for i := range v.slots {
			fields = append(fields, plainValue(reflect.ValueOf(v.Field(i)).Elem().Interface()))
		}
		return fields
	case Record:
		return plainValue(&v)
	}
	switch r := reflect.ValueOf(v); {
	case r.Kind() == reflect.Slice && r.Type().Elem().Kind() != reflect.Uint8:
		var items []any
		for i := range r.Len() {
			items = append(items, plainValue(r.Index(i).Interface()))
		}
		return items
	case r.Kind() == reflect.Pointer && r.IsNil():
		return nil
	case r.Kind() == reflect.Pointer:
		return plainValue(r.Elem().Interface())
	case r.Kind() == reflect.Struct && (r.Type().Name() == "" || strings.HasPrefix(r.Type().Name(), "Row") || strings.HasPrefix(r.Type().Name(), "Nillable[")):
		var fields []any
		for i := range r.NumField() {
			if r.Type().Field(i).Anonymous {
				fields = append(fields, plainValue(r.Field(i).Interface()).([]any)...)
			} else {
				fields = append(fields, plainValue(r.Field(i).Interface()))
			}
		}
		return fields
	}
	return v
}

func decodeRowsOf(doc string, t *Type) (any, error) { return decodeLenient(doc, t, nil) }

// decodeLenient is decodeRowsOf with a place for the values that are read leniently.
func decodeLenient(doc string, t *Type, noted *[]LenientValue) (any, error) {
	d := NewDecoder([]byte(doc), rowNamespaces, Limits{})
	defer d.Release()
	d.Lenient = noted
	v := newValue(t)
	if d.Root() {
		DecodeRows(d, t, v)
	}
	d.End()
	return v, d.Err()
}

func encodeRowsOf(v any, t *Type) (string, error) {
	e := NewEncoder(rowNamespaces, true)
	defer e.Release()
	e.Open(ElementName{1, "r"}, true)
	EncodeRows(e, t, v)
	e.Close(ElementName{1, "r"})
	return string(e.Bytes()), e.Err()
}

// TestRowScalars reads and writes every simple type in every form, as a field of
// a struct and in a slot of a record, with the same result.
func TestRowScalars(t *testing.T) {
	for k := KindString; k <= lastScalar; k++ {
		if k == KindReader { // whose values can be written once
			continue
		}
		if len(kindTexts[k]) == 0 {
			t.Errorf("no text for the kind of %s", scalars[k].name)
		}
		for _, occurs := range [...]Occurs{Optional, Once, Many} {
			for _, nillable := range [...]bool{false, true} {
				row := Row{Name: "F", NS: 1, Kind: k, Occurs: occurs, Nillable: nillable}
				for _, text := range kindTexts[k] {
					doc := fmt.Sprintf(`<r xmlns="urn:rows" xmlns:p="urn:p" xmlns:q1="urn:q"><F>%s</F></r>`, text)
					testRow(t, row, doc)
				}
				if occurs == Many {
					testRow(t, row, fmt.Sprintf(`<r xmlns="urn:rows" xmlns:p="urn:p" xmlns:q1="urn:q"><F>%s</F><F>%[1]s</F></r>`, kindTexts[k][0]))
				}
				if nillable && k != KindRawXML {
					testRow(t, row, `<r xmlns="urn:rows" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><F xsi:nil="true"/></r>`)
				}
				if occurs != Once {
					testRow(t, row, `<r xmlns="urn:rows"/>`)
				}
			}
		}
		if k == KindRawXML {
			continue
		}
		for _, occurs := range [...]Occurs{Optional, Once} {
			if k == KindAnyType {
				break
			}
			for _, text := range kindTexts[k] {
				testRow(t, Row{Name: "F", Kind: k, Occurs: occurs, At: AtAttribute}, fmt.Sprintf(`<r xmlns="urn:rows" xmlns:p="urn:p" xmlns:q1="urn:q" F="%s"/>`, text))
			}
		}
		for _, text := range kindTexts[k] {
			testRow(t, Row{Kind: k, Occurs: Once, At: AtContent}, fmt.Sprintf(`<r xmlns="urn:rows" xmlns:p="urn:p" xmlns:q1="urn:q">%s</r>`, text))
		}
	}
}

// testRow reads a document into a struct and into a record, writes both, and
// reads what it wrote.
func testRow(t *testing.T, row Row, doc string) {
	t.Helper()
	record := define(&Type{}, row)
	types := []*Type{record}
	if field := record.planOf().slots[0]; field.Kind() != reflect.Struct || field.Name() != "" {
		types = append(types, define(&Type{Zero: structOf(field)}, row))
	}
	var texts []string
	var values []any
	for _, typ := range types {
		v, err := decodeRowsOf(doc, typ)
		if err != nil {
			t.Fatalf("%+v: reading %s: %v", row, doc, err)
		}
		if lenient := sameLenient(t, doc, typ, record, false); !reflect.DeepEqual(plainValue(lenient), plainValue(v)) {
			t.Errorf("%+v: %s is read leniently as %v", row, doc, plainValue(lenient))
		}
		text, err := encodeRowsOf(v, typ)
		if err != nil {
			t.Fatalf("%+v: writing what %s holds: %v", row, doc, err)
		}
		again, err := decodeRowsOf(text, typ)
		if err != nil {
			t.Fatalf("%+v: reading %s again: %v", row, text, err)
		}
		if a, b := plainValue(v), plainValue(again); !reflect.DeepEqual(a, b) && row.Kind != KindAnyType && row.Kind != KindRawXML {
			t.Errorf("%+v: %s is read as %v, %s as %v", row, doc, a, text, b)
		}
		if twice, err := encodeRowsOf(again, typ); twice != text || err != nil {
			t.Errorf("%+v: %s is written as %s, error %v", row, text, twice, err)
		}
		texts, values = append(texts, text), append(values, plainValue(v))
	}
	if len(types) == 2 && (texts[0] != texts[1] || !reflect.DeepEqual(values[0], values[1])) {
		t.Errorf("%+v: as a record %s and %v, as a struct %s and %v", row, texts[0], values[0], texts[1], values[1])
	}
}

// readScalar reads text as an element of a simple type, and returns the value and what is written for it.
func readScalar(k Kind, text string) (value any, written string, err error) {
	d, e := NewDecoder([]byte("<v>"+text+"</v>"), noNamespaces, Limits{}), NewEncoder(noNamespaces, false)
	defer d.Release()
	defer e.Release()
	d.Root()
	v := scalars[k].readTo(d)
	d.End()
	if d.Err() != nil {
		return nil, "", d.Err()
	}
	scalars[k].write(e, "", v, "")
	return v.value(scalars[k].typ).Interface(), string(e.Bytes()), e.Err()
}

// TestScalarForms reads lexical forms of XML Schema part 2 at the ends of the ranges, and writes the canonical ones. "-"
// is for what is none.
func TestScalarForms(t *testing.T) {
	for k, forms := range map[Kind][][2]string{
		KindString:             {{" a\tb\n", " a\tb\n"}},
		KindNormalizedString:   {{"a\tb\nc d", "a b c d"}, {"a b", "a b"}, {"\t", " "}, {"  ", "  "}, {"a&#13;b", "a b"}},
		KindToken:              {{" a  b ", "a b"}, {"a b", "a b"}, {"a\tb", "a b"}, {"a \nb c", "a b c"}, {"a\n", "a"}, {"", ""}, {" ", ""}, {"a b  c", "a b c"}},
		KindBool:               {{"true", "true"}, {" 1\n", "true"}, {"false", "false"}, {"0", "false"}, {"TRUE", "-"}, {"", "-"}, {"2", "-"}},
		KindInt8:               {{"-128", "-128"}, {"127", "127"}, {"+7", "7"}, {"-0", "0"}, {"-129", "-"}, {"-130", "-"}, {"128", "-"}, {"", "-"}, {"+", "-"}, {"-", "-"}, {"+-1", "-"}, {"1.0", "-"}},
		KindInt16:              {{"-32768", "-32768"}, {"32767", "32767"}, {"-32769", "-"}, {"32768", "-"}},
		KindInt32:              {{"-2147483648", "-2147483648"}, {"2147483647", "2147483647"}, {"-2147483649", "-"}, {"2147483648", "-"}},
		KindInt64:              {{"-9223372036854775808", "-9223372036854775808"}, {"9223372036854775807", "9223372036854775807"}, {"-9223372036854775809", "-"}, {"9223372036854775808", "-"}},
		KindUint8:              {{"255", "255"}, {"+255", "255"}, {"-0", "0"}, {"-00", "0"}, {"0", "0"}, {"256", "-"}, {"-1", "-"}, {"", "-"}, {"+", "-"}, {"-", "-"}, {"+-0", "-"}, {"-x", "-"}},
		KindNonNegativeInteger: {{"-1", "-"}, {"0", "0"}, {"1", "1"}},
		KindPositiveInteger:    {{"-1", "-"}, {"0", "-"}, {"1", "1"}},
		KindNonPositiveInteger: {{"-1", "-1"}, {"0", "0"}, {"1", "-"}},
		KindNegativeInteger:    {{"-1", "-1"}, {"0", "-"}, {"1", "-"}},
		KindUint64:             {{"18446744073709551615", "18446744073709551615"}, {"18446744073709551616", "-"}, {"-1", "-"}},
		KindFloat32:            {{"-INF", "-INF"}, {"INF", "INF"}, {"NaN", "NaN"}, {"1E5", "100000"}, {"1e39", "INF"}, {"-1e39", "-INF"}, {"+1.5", "1.5"}, {"+INF", "-"}, {"inf", "-"}, {"", "-"}, {"1e", "-"}},
		KindFloat64:            {{"-INF", "-INF"}, {"INF", "INF"}, {"NaN", "NaN"}, {"1E5", "100000"}, {".5", "0.5"}, {"5.", "5"}, {"0x1", "-"}, {"1_0", "-"}, {"nan", "-"}, {"Infinity", "-"}, {"--1", "-"}, {"9:", "-"}, {"1/", "-"}},
		KindBase64:             {{"AQ ID", "AQID"}, {"AQ==", "AQ=="}, {"", ""}, {"AR==", "-"}, {"AQ=", "-"}, {"*", "-"}},
		KindHex:                {{"0aF9", "0AF9"}, {"", ""}, {"0", "-"}, {"0g", "-"}, {"0 a", "-"}},
		KindQName:              {{"a", "a"}, {"xml:a", "xml:a"}, {"p:a", "-"}, {"a:", "-"}, {":a", "-"}, {"a b", "-"}, {"", "-"}},
	} {
		for _, form := range forms {
			_, got, err := readScalar(k, form[0])
			if (err != nil) != (form[1] == "-") || err == nil && got != form[1] {
				t.Errorf("%s: %q is read as %q, %v, want %s", k.TypeName(), form[0], got, err, form[1])
			}
			if text := strings.TrimSpace(form[0]); err != nil && !strings.Contains(err.Error(), fmt.Sprintf("(v): %q is not an xs:%s", text, k.TypeName())) {
				t.Errorf("%s: %q: %v", k.TypeName(), form[0], err)
			}
		}
	}
	if v, _, _ := readScalar(KindFloat64, "-INF"); !math.IsInf(v.(float64), -1) {
		t.Errorf("-INF is %v", v)
	}
	if _, _, err := readScalar(KindQName, "p:a"); err == nil || !strings.HasSuffix(err.Error(), `"p:a" is not an xs:QName: the prefix p is not declared`) {
		t.Error(err)
	}
}

// TestDateTimes reads and writes instants one after the other, which may be equal or begin alike.
func TestDateTimes(t *testing.T) {
	long := "2026-11-21T10:11:12.5" + strings.Repeat("0", 60)
	typ := define(&Type{Name: "times"}, Row{Name: "t", NS: 1, Kind: KindDateTime, Occurs: Many})
	for _, c := range []struct{ times, want string }{
		{"2026-11-21T10:11:12Z 2026-11-21T10:11:12Z 2026-11-21T10:11:13Z 2026-11-21T10:11:12Z", "2026-11-21T10:11:12Z 2026-11-21T10:11:12Z 2026-11-21T10:11:13Z 2026-11-21T10:11:12Z"},
		{"2026-11-21T10:11:12Z 2026-11-21T10:11:12", "2026-11-21T10:11:12Z 2026-11-21T10:11:12"},
		{long + "+01:00 " + long[:64], "2026-11-21T10:11:12.5+01:00 2026-11-21T10:11:12.5"},
		{long[:64] + " " + long[:64] + " " + long[:63] + "Z", "2026-11-21T10:11:12.5 2026-11-21T10:11:12.5 2026-11-21T10:11:12.5Z"},
	} {
		items := func(times string) string { return "<t>" + strings.ReplaceAll(times, " ", "</t><t>") + "</t>" }
		v, err := decodeRowsOf(rowDocument(items(c.times)), typ)
		must(t, err)
		if got, err := encodeRowsOf(v, typ); err != nil || got != rowDocument(items(c.want)) {
			t.Errorf("%s is written as %s, %v", c.times, got, err)
		}
	}
}

// TestTextOfEachLength writes each special character at each place of texts of up to 40 bytes, in elements and in
// attributes, with little room in the buffer and with much.
func TestTextOfEachLength(t *testing.T) {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMN"
	type texts struct {
		A *string
		S string
		O *string
	}
	typ := define(&Type{Name: "texts", Zero: (*texts)(nil)}, Row{Name: "A", Kind: KindString, At: AtAttribute},
		Row{Name: "S", NS: 1, Kind: KindString, Occurs: Once}, Row{Name: "O", NS: 1, Kind: KindString})
	escaped := strings.NewReplacer("<", "&lt;", ">", "&gt;", "&", "&amp;", "\r", "&#xD;")
	inAttr := strings.NewReplacer("<", "&lt;", ">", "&gt;", "&", "&amp;", "\r", "&#xD;", `"`, "&quot;", "\n", "&#xA;", "\t", "&#x9;")
	for n := range len(letters) + 1 {
		for at := range n + 1 {
			for _, special := range []string{"", "<", ">", "&", "\r", "\n", "\t", `"`, "é", "\u07ff", "\U0010ffff", "\x01", "\xff", "\uffff"} {
				text := letters[:at] + special + letters[at:n]
				for _, room := range []int{0, 20, 300} {
					e := encoder(t, rowNamespaces, false)
					e.Buf = make([]byte, 0, room)
					e.Raw("<r")
					EncodeRows(e, typ, &texts{&text, text, &text})
					want := `<r A="` + inAttr.Replace(text) + `"><S>` + escaped.Replace(text) + `</S><O>` + escaped.Replace(text) + `</O>`
					bad := map[string]string{
						"\x01": fmt.Sprintf("A: the character U+0001 at byte %d cannot be written in XML", at), "\xff": fmt.Sprintf("A: invalid UTF-8 at byte %d", at),
						"\uffff": fmt.Sprintf("A: the character U+FFFF at byte %d cannot be written in XML", at),
					}[special]
					if got := string(e.Bytes()); message(e.Err()) != bad || bad == "" && got != want {
						t.Fatalf("%q with room for %d bytes is written as %s, %v", text, room, got, e.Err())
					}
				}
			}
		}
	}
}
