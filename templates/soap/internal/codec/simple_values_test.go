package codec

import (
	"fmt"
	"math/big"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/quartet/templates/soap/xsd"
)

// simpleType is a type of XML Schema as text: read and written as the decoder and
// the encoder do it, and with the functions for users.
type simpleType struct {
	name  string
	codec func(d *Decoder, e *Encoder, open, close string) any
	parse func(text string) (fmt.Stringer, error)
}

// typeOf makes a simpleType of the row of the table of kinds.
func typeOf[T fmt.Stringer](kind Kind, parse func(string) (T, error)) simpleType {
	of := &scalars[kind]
	return simpleType{
		name: of.name,
		codec: func(d *Decoder, e *Encoder, open, close string) any {
			v := of.readTo(d)
			if d.Err() == nil {
				of.write(e, open, v, close)
			}
			return *at[T](v)
		},
		parse: func(text string) (fmt.Stringer, error) { return parse(text) },
	}
}

var simpleTypes = []simpleType{
	typeOf(KindInteger, xsd.ParseInteger),
	typeOf(KindDecimal, xsd.ParseDecimal),
	typeOf(KindDuration, xsd.ParseDuration),
	typeOf(KindDateTime, xsd.ParseDateTime),
	typeOf(KindDate, xsd.ParseDate),
	typeOf(KindTime, xsd.ParseTime),
	typeOf(KindGYear, xsd.ParseGYear),
	typeOf(KindGYearMonth, xsd.ParseGYearMonth),
	typeOf(KindGMonthDay, xsd.ParseGMonthDay),
	typeOf(KindGDay, xsd.ParseGDay),
	typeOf(KindGMonth, xsd.ParseGMonth),
}

// asElement reads text as the content of an element and writes what was read.
func (t simpleType) asElement(text string) (value any, written string, err error) {
	d, e := NewDecoder([]byte("<v>"+text+"</v>"), nil, Limits{}), NewEncoder(nil, false)
	defer d.Release()
	defer e.Release()
	d.Root()
	value = t.codec(d, e, "<v>", "</v>")
	d.End()
	if d.Err() != nil {
		return nil, "", d.Err()
	}
	if e.Err() != nil {
		return nil, "", fmt.Errorf("encoding: %w", e.Err())
	}
	return value, strings.TrimSuffix(strings.TrimPrefix(string(e.Bytes()), "<v>"), "</v>"), nil
}

// asAttribute is asElement for an attribute.
func (t simpleType) asAttribute(text string) (value any, err error) {
	d, e := NewDecoder([]byte(`<v a="`+text+`"/>`), nil, Limits{}), NewEncoder(nil, false)
	defer d.Release()
	defer e.Release()
	d.Root()
	shape := &Shape{attrs: []shapeField{{name: "a"}}}
	for i := d.nextAttr(shape); i >= 0; i = d.nextAttr(shape) {
		value = t.codec(d, e, ` a="`, `"`)
	}
	return value, d.Err()
}

func namedType(t *testing.T, name string) simpleType {
	t.Helper()
	for _, typ := range simpleTypes {
		if typ.name == name {
			return typ
		}
	}
	t.Fatalf("no type %s", name)
	return simpleType{}
}

// TestLexicalForms reads lexical forms of XML Schema part 2 and compares what is
// written for them; "" is for what is none.
func TestLexicalForms(t *testing.T) {
	for name, forms := range map[string][][2]string{
		"integer": {
			{"0", "0"}, {"-0", "0"}, {"+0", "0"}, {"007", "7"}, {"-007", "-7"}, {"+12", "12"}, {" 5\n", "5"},
			{"-123456789012345678901234567890", "-123456789012345678901234567890"},
			{"", ""}, {"+", ""}, {"-", ""}, {"1.0", ""}, {"1e3", ""}, {"--1", ""}, {"1 2", ""}, {"0x1", ""}, {"١", ""},
		},
		"decimal": {
			{"0", "0"}, {"-0", "0"}, {"-0.00", "0.00"}, {"1.50", "1.50"}, {"+1.5", "1.5"}, {".5", "0.5"}, {"-.5", "-0.5"}, {"5.", "5"}, {"-005.10", "-5.10"},
			{"00.5", "0.5"}, {"0.000", "0.000"}, {"123456789012345678901234567890.123456789", "123456789012345678901234567890.123456789"},
			{"", ""}, {".", ""}, {"-", ""}, {"+.", ""}, {"1.2.3", ""}, {"1,5", ""}, {"1e3", ""}, {"INF", ""}, {"1 ", "1"},
		},
		"duration": {
			{"P1Y2M3DT10H30M", "P1Y2M3DT10H30M"}, {"-P120D", "-P120D"}, {"P1347Y", "P1347Y"}, {"P1347M", "P1347M"}, {"P0Y1347M", "P1347M"}, {"P0Y1347M0D", "P1347M"},
			{"PT1M", "PT1M"}, {"P1M", "P1M"}, {"PT0.5S", "PT0.5S"}, {"PT1.500S", "PT1.5S"}, {"PT0S", "PT0S"}, {"-P0D", "PT0S"}, {"P0Y", "PT0S"},
			{"PT36H", "PT36H"}, {"P1DT12H", "P1DT12H"}, {"PT1.12345678901234567890123S", "PT1.12345678901234567890123S"}, {"PT0.0000000000001S", "PT0.0000000000001S"},
			{"P9223372036854775807Y", "P9223372036854775807Y"}, {"P9223372036854775808Y", ""},
			{"", ""}, {"P", ""}, {"PT", ""}, {"P1YT", ""}, {"P-1347M", ""}, {"P1Y2MT", ""}, {"1Y", ""}, {"P1", ""}, {"P1S", ""}, {"PT1Y", ""}, {"P1D1M", ""},
			{"PT1.S", ""}, {"PT.5S", ""}, {"P1.5Y", ""}, {"+P1D", ""}, {"P1Y ", "P1Y"}, {"PT1M1H", ""}, {"PT1S1S", ""}, {"PT5", ""},
		},
		"date": {
			{"2002-10-10", "2002-10-10"}, {"2002-10-10Z", "2002-10-10Z"}, {"2002-10-10+13:00", "2002-10-10+13:00"}, {"2002-10-10-00:00", "2002-10-10Z"},
			{"-0044-03-15", "-0044-03-15"}, {"-0001-01-01", "-0001-01-01"}, {"12002-10-10-14:00", "12002-10-10-14:00"}, {"2000-02-29", "2000-02-29"},
			{"-0005-02-29", "-0005-02-29"}, {"-0004-02-29", ""}, {"200000000000-12-31", "200000000000-12-31"},
			{"", ""}, {"0000-01-01", ""}, {"2001-02-29", ""}, {"1900-02-29", ""}, {"2002-13-01", ""}, {"2002-00-01", ""}, {"2002-01-00", ""}, {"2002-1-1", ""},
			{"02002-01-01", ""}, {"200-01-01", ""}, {"2002-10-10+14:01", ""}, {"2002-10-10+1:00", ""}, {"2002-10-10z", ""}, {"2002-10-10T00:00:00", ""}, {"+2002-10-10", ""},
			{"2002/10/10", ""}, {"2002-10-1", ""}, {"2002-10-10 Z", ""},
		},
		"time": {
			{"13:20:00", "13:20:00"}, {"13:20:00-05:00", "13:20:00-05:00"}, {"13:20:00Z", "13:20:00Z"}, {"24:00:00", "00:00:00"}, {"24:00:00.00Z", "00:00:00Z"},
			{"00:00:00.000", "00:00:00"}, {"01:02:03.1230", "01:02:03.123"}, {"01:02:03.12345678901234567890", "01:02:03.1234567890123456789"},
			{"", ""}, {"24:00:01", ""}, {"24:00:00.1", ""}, {"24:00:00.0000000001", ""}, {"25:00:00", ""}, {"13:60:00", ""}, {"13:20:60", ""}, {"13:20", ""}, {"1:20:00", ""}, {"13:20:00.", ""}, {"-13:20:00", ""}, {"13:20:00+15:00", ""},
		},
		"gYear":      {{"1999", "1999"}, {"-0001", "-0001"}, {"12345Z", "12345Z"}, {"1999+02:30", "1999+02:30"}, {"", ""}, {"0000", ""}, {"99", ""}, {"01999", ""}, {"1999-10", ""}, {"-", ""}},
		"gYearMonth": {{"1999-05", "1999-05"}, {"-0001-12Z", "-0001-12Z"}, {"1999-05-01:00", "1999-05-01:00"}, {"", ""}, {"1999-13", ""}, {"1999-5", ""}, {"1999", ""}, {"0000-01", ""}},
		"gMonthDay":  {{"--05-31", "--05-31"}, {"--02-29", "--02-29"}, {"--12-25Z", "--12-25Z"}, {"--01-01-14:00", "--01-01-14:00"}, {"", ""}, {"--02-30", ""}, {"--13-01", ""}, {"-05-31", ""}, {"--5-31", ""}, {"--04-31", ""}},
		"gDay":       {{"---01", "---01"}, {"---31Z", "---31Z"}, {"---15+01:00", "---15+01:00"}, {"", ""}, {"---32", ""}, {"---00", ""}, {"--01", ""}, {"---1", ""}},
		"gMonth":     {{"--05", "--05"}, {"--12Z", "--12Z"}, {"--01+14:00", "--01+14:00"}, {"", ""}, {"--13", ""}, {"--00", ""}, {"--5", ""}, {"--05--", ""}},
	} {
		typ := namedType(t, name)
		for _, form := range forms {
			text, want := form[0], form[1]
			if strings.HasPrefix(text, "200000000000-") && strconv.IntSize == 32 {
				want = "" // no int has the year
			}
			v, got, err := typ.asElement(text)
			if (err == nil) != (want != "") || got != want {
				t.Errorf("%s %q: written as %q (%v), want %q", name, text, got, err, want)
			}
			attr, attrErr := typ.asAttribute(text)
			parsed, parseErr := typ.parse(text)
			if (attrErr == nil) != (err == nil) || (parseErr == nil) != (err == nil) {
				t.Errorf("%s %q: element %v, attribute %v, Parse %v", name, text, err, attrErr, parseErr)
			}
			if err == nil && (attr != v || parsed.String() != want || fmt.Sprint(v) != want) {
				t.Errorf("%s %q: element %v, attribute %v, Parse %v, String %v", name, text, v, attr, parsed, v)
			}
		}
	}
}

func TestNumbers(t *testing.T) {
	huge := "123456789012345678901234567890"
	n, err := xsd.ParseInteger(huge)
	if err != nil || n.Big().String() != huge || xsd.IntegerFromBig(n.Big()) != n {
		t.Errorf("%v %v", n, err)
	}
	if _, ok := n.Int64(); ok {
		t.Error("30 digits fit into 64 bits")
	}
	if v, ok := xsd.NewInteger(-5).Int64(); v != -5 || !ok {
		t.Error(v, ok)
	}
	for _, test := range []struct {
		d    xsd.Decimal
		want string
	}{
		{xsd.NewDecimal(150, 2), "1.50"}, {xsd.NewDecimal(-5, 3), "-0.005"}, {xsd.NewDecimal(5, -2), "500"}, {xsd.NewDecimal(0, 0), "0"}, {xsd.NewDecimal(0, 2), "0.00"}, {xsd.NewDecimal(-12, 0), "-12"},
	} {
		if test.d.String() != test.want {
			t.Errorf("%s, want %s", test.d, test.want)
		}
		back, ok := xsd.DecimalFromRat(test.d.Rat())
		if !ok || back.Compare(test.d) != 0 {
			t.Errorf("%s becomes %s (%v)", test.d, back, ok)
		}
	}
	if _, ok := xsd.DecimalFromRat(big.NewRat(1, 3)); ok {
		t.Error("a third is a decimal")
	}
	if d := xsd.NewDecimal(150, 2); d.Scale() != 2 || d.Float64() != 1.5 {
		t.Error(d.Scale(), d.Float64())
	}
	if v, ok := xsd.NewDecimal(700, 2).Int64(); v != 7 || !ok {
		t.Error(v, ok)
	}
}

// TestOrder compares values, each list from small to large; what is in one
// string is equal.
func TestOrder(t *testing.T) {
	for name, list := range map[string][]string{
		"integer":    {"-100", "-20 -020", "-1", "0 -0", "9", "10", "99999999999999999999"},
		"decimal":    {"-1.5 -1.50", "-1.25", "-0.1", "0 0.00 -0", "0.05 .050", "0.5", "0.51", "2", "10 10.0", "123456789012345678901234567890.1"},
		"duration":   {"-P1Y", "-P1M", "-PT1S", "PT0S P0D", "PT0.5S", "PT0.50000000001S", "PT1S", "PT60S PT1M", "PT36H P1DT12H", "P27D", "P1M", "P32D", "P1Y P12M", "P367D"},
		"dateTime":   {"-0001-12-31T00:00:00Z", "2000-01-15T00:00:00Z", "2000-02-15T00:00:00Z 2000-02-15T01:00:00+01:00", "2000-02-15T00:00:00.5Z"},
		"date":       {"-0045-01-01Z", "-0044-03-15Z", "-0001-12-31Z", "0001-01-01Z", "2002-10-10+13:00 2002-10-09-11:00", "2002-10-10Z", "12002-01-01Z"},
		"time":       {"08:00:00+10:00", "00:00:00Z", "12:00:00Z 13:00:00+01:00", "12:00:00.000000000001Z", "23:00:00-01:00"},
		"gYear":      {"-0002", "-0001", "0001", "1999", "2000", "12000"},
		"gYearMonth": {"1999-12", "2000-01", "2000-02"},
		"gMonthDay":  {"--02-28", "--02-29", "--03-01", "--12-31"},
		"gDay":       {"---01", "---15", "---31"},
		"gMonth":     {"--01", "--11", "--12"},
	} {
		typ := namedType(t, name)
		for i, a := range list {
			for j, b := range list {
				want := 0
				if i < j {
					want = -1
				} else if i > j {
					want = 1
				}
				for _, x := range strings.Fields(a) {
					for _, y := range strings.Fields(b) {
						if got, ok := orderOf(t, typ, x, y); !ok || got != want {
							t.Errorf("%s: %s to %s is %d (%v), want %d", name, x, y, got, ok, want)
						}
					}
				}
			}
		}
	}
}

func orderOf(t *testing.T, typ simpleType, x, y string) (order int, ok bool) {
	t.Helper()
	a, err := typ.parse(x)
	must(t, err)
	b, err := typ.parse(y)
	must(t, err)
	results := reflect.ValueOf(a).MethodByName("Compare").Call([]reflect.Value{reflect.ValueOf(b)})
	return int(results[0].Int()), len(results) == 1 || results[1].Bool()
}

// TestWithPackageTime converts to package time and back.
func TestWithPackageTime(t *testing.T) {
	at := time.Date(2028, 2, 29, 23, 59, 58, 7, time.FixedZone("", 3600))
	if d := xsd.DateOf(at); d.String() != "2028-02-29" || !d.In(time.UTC).Equal(time.Date(2028, 2, 29, 0, 0, 0, 0, time.UTC)) {
		t.Error(d)
	}
	if d := (xsd.Date{Year: -1, Month: 1, Day: 1, Zone: xsd.NewZone(60)}); !d.In(nil).Equal(time.Date(0, 1, 1, 0, 0, 0, 0, time.FixedZone("", 3600))) || xsd.DateOf(d.In(nil)).Year != -1 {
		t.Error(d.In(nil))
	}
	if v := xsd.TimeOf(at); v.String() != "23:59:58.000000007" || !v.On(xsd.DateOf(at), at.Location()).Equal(at) {
		t.Error(v)
	}
	if minutes, ok := xsd.NewZone(-90).Offset(); minutes != -90 || !ok || xsd.NewZone(-90).String() != "-01:30" {
		t.Error(minutes, ok)
	}
	for _, d := range []time.Duration{0, 1, -1, 90 * time.Minute, -26*time.Hour - time.Millisecond} {
		if back, ok := xsd.NewDuration(d).Std(); back != d || !ok {
			t.Errorf("%v becomes %v and %v", d, xsd.NewDuration(d), back)
		}
	}
	if got := xsd.NewDuration(-1 << 63).String(); got != "-PT2562047H47M16.854775808S" {
		t.Error(got)
	}
	for _, text := range []string{"P1M", "P1Y", "P200000D", "PT9223372036854775807S"} {
		d, err := xsd.ParseDuration(text)
		if v, ok := d.Std(); ok || err != nil {
			t.Error(text, v, err)
		}
	}
	for _, test := range [][3]string{ // XML Schema part 2, appendix E
		{"2000-01-12T12:13:14Z", "P1Y3M5DT7H10M3.3S", "2001-04-17T19:23:17.3Z"},
		{"2000-01-12T00:00:00Z", "PT33H", "2000-01-13T09:00:00Z"},
		{"2000-01-31T00:00:00Z", "P1M", "2000-02-29T00:00:00Z"},
		{"2000-03-31T00:00:00Z", "-P1M", "2000-02-29T00:00:00Z"},
		{"2000-03-30T00:00:00Z", "P1D", "2000-03-31T00:00:00Z"},
	} {
		start, _ := xsd.ParseDateTime(test[0])
		d, _ := xsd.ParseDuration(test[1])
		if after, ok := d.AddTo(start.Time); !ok || (xsd.DateTime{Time: after}).String() != test[2] {
			t.Errorf("%s + %s = %v (%v)", test[0], test[1], after, ok)
		}
	}
}

// FuzzSimpleValues reads any text as any type: what is accepted is written in a
// form that has the same value and does not change any more, in an
// element, an attribute and a parameter.
func FuzzSimpleValues(f *testing.F) {
	for _, text := range []string{
		"-007.50", "+12", "P1Y2M3DT4H5M6.789S", "-PT0.0000000000001S", "2002-10-10+13:00", "-0044-03-15", "24:00:00", "13:20:00.1Z", "1999-05", "--02-29", "---31", "--12Z",
		"12002-10-10T24:00:00-14:00", "INF", "",
	} {
		for kind := range simpleTypes {
			f.Add(uint8(kind), text)
		}
	}
	f.Fuzz(func(t *testing.T, kind uint8, text string) {
		typ := simpleTypes[int(kind)%len(simpleTypes)]
		v, written, err := typ.asElement(text)
		if err != nil {
			if strings.Contains(err.Error(), "encoding:") {
				t.Fatalf("%s %q: %v", typ.name, text, err)
			}
			return
		}
		again, same, err := typ.asElement(written)
		if err != nil || same != written || again != v {
			if dt, ok := v.(xsd.DateTime); !ok || again.(xsd.DateTime).String() != dt.String() { // locations are pointers
				t.Fatalf("%s %q: %q (%v) becomes %q (%v), %v", typ.name, text, written, v, same, again, err)
			}
		}
		attr, err := typ.asAttribute(written)
		if err != nil || fmt.Sprint(attr) != fmt.Sprint(v) {
			t.Fatalf("%s %q: attribute %v, %v", typ.name, text, attr, err)
		}
		parsed, err := typ.parse(written)
		if err != nil || parsed.String() != written {
			t.Fatalf("%s %q: %v, %v", typ.name, text, parsed, err)
		}
		if order, ok := orderOf(t, typ, written, parsed.String()); order != 0 || !ok {
			t.Fatalf("%s %q is not equal to itself: %d %v", typ.name, text, order, ok)
		}
	})
}
