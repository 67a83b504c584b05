package codec

import (
	"fmt"
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
