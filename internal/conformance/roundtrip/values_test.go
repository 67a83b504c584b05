package roundtrip

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"example.com/quartet/templates/soap/xsd"
)

// texts are strings that every binding must transmit without change.
var texts = []string{
	"", "plain", " ", "  at both ends  ", "\t", "\ta\tb\t", "\n", "a\nb", "\r", "a\rb\r", "a\r\nb\r\n",
	`<a href="x">b</a>`, "&", "&amp;", "&#65;", "]]>", "]]", `"double" 'single'`,
	"<!-- a --><![CDATA[b]]><?c?>", "a+b", "a%20b", "%", "%zz", "a&b=c", "=", "a;b", "a/b?c#d", `\`,
	"é", "世界", "😀𝄞", "\u0085\u00A0\u2028\uFEFF\uFFFD", "\uFEFFfirst", "\U0010FFFF", "\x7F",
	"nil", "null", "true", "-0", strings.Repeat("a long one, é ", 1000),
}

// dateTimes are dateTime values in the lexical form that DateTime.String returns.
var dateTimes = []string{
	"2026-11-21T10:11:12", "2026-11-21T10:11:12.345", "2026-11-21T10:11:12.000000001Z", "2026-11-21T10:11:12.5+01:00",
	"2026-11-21T10:11:12.12345678901234567890123456789012345678901-14:00", "2026-11-21T10:11:12.0000000000000000000001",
	"2028-02-29T23:59:59Z", "1999-12-31T23:59:59.999999999+14:00", "2026-06-01T00:00:00-00:30", "0001-01-01T00:00:00",
	"0001-01-01T00:00:00Z", "-0044-03-15T12:00:00+05:30", "12026-01-01T00:00:00", "-0001-12-31T23:59:59.9Z",
}

var ints = []int32{0, 1, -1, 42, -100, math.MinInt32, math.MaxInt32}

func pointer[T any](v T) *T { return &v }

func dateTime(text string) xsd.DateTime {
	v, err := xsd.ParseDateTime(text)
	if err != nil {
		panic(err)
	}
	return v
}

// records returns a slice of n records of a type. If n is at least allTexts, each
// optional field has each text in one of the records, and is absent in one.
func records(typ reflect.Type, n int) any {
	list := reflect.MakeSlice(reflect.SliceOf(typ), n, n)
	for i := range n {
		for j := range typ.NumField() {
			if typ.Field(j).IsExported() {
				setField(list.Index(i).Field(j), i+j)
			}
		}
	}
	return list.Interface()
}

// allTexts is the number of records needed for every text in every field.
var allTexts = len(texts) + 1

func setField(field reflect.Value, n int) {
	switch v := field.Addr().Interface().(type) {
	case **string:
		*v = nil
		if i := n % allTexts; i < len(texts) {
			*v = &texts[i]
		}
	case *int32:
		*v = ints[n%len(ints)]
	case *xsd.DateTime:
		*v = dateTime(dateTimes[n%len(dateTimes)])
	default:
		panic(fmt.Sprintf("unsupported field type %s", field.Type()))
	}
}

// difference describes the first difference between two values, or returns "" if
// they are equal. Nil and empty slices differ, nil and empty strings differ, and
// dateTimes with different lexical forms differ.
func difference(got, want any) string {
	return differ("", reflect.ValueOf(got), reflect.ValueOf(want))
}

func differ(at string, got, want reflect.Value) string {
	if !got.IsValid() || !want.IsValid() || got.Type() != want.Type() {
		return fmt.Sprintf("%s: got %v, want %v", at, got, want)
	}
	switch want.Kind() {
	case reflect.Slice:
		if got.IsNil() != want.IsNil() || got.Len() != want.Len() {
			return fmt.Sprintf("%s: got %d elements (nil: %t), want %d (nil: %t)", at, got.Len(), got.IsNil(), want.Len(), want.IsNil())
		}
		for i := range want.Len() {
			if d := differ(at+"["+strconv.Itoa(i)+"]", got.Index(i), want.Index(i)); d != "" {
				return d
			}
		}
		return ""
	case reflect.Pointer:
		if got.IsNil() || want.IsNil() {
			if got.IsNil() != want.IsNil() {
				return fmt.Sprintf("%s: got %s, want %s", at, show(got), show(want))
			}
			return ""
		}
		return differ(at, got.Elem(), want.Elem())
	case reflect.Struct:
		if w, ok := want.Interface().(xsd.DateTime); ok {
			g := got.Interface().(xsd.DateTime)
			if g.String() != w.String() || g.NoZone != w.NoZone || !g.Time.Equal(w.Time) {
				return fmt.Sprintf("%s: got %s, want %s", at, g, w)
			}
			return ""
		}
		for i := range want.NumField() {
			if !want.Type().Field(i).IsExported() {
				continue
			}
			if d := differ(at+"."+want.Type().Field(i).Name, got.Field(i), want.Field(i)); d != "" {
				return d
			}
		}
		return ""
	}
	if got.Interface() != want.Interface() {
		return fmt.Sprintf("%s: got %s, want %s", at, show(got), show(want))
	}
	return ""
}

func show(v reflect.Value) string {
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return "absent"
		}
		v = v.Elem()
	}
	text := fmt.Sprintf("%#v", v)
	if len(text) > 200 {
		text = text[:200] + "..."
	}
	return text
}

// fieldOf returns a pointer to a field of a record.
func fieldOf(record any, name string) any {
	return reflect.ValueOf(record).Elem().FieldByName(name).Addr().Interface()
}
