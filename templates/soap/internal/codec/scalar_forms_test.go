package codec

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

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
		KindString:           {{" a\tb\n", " a\tb\n"}},
		KindNormalizedString: {{"a\tb\nc d", "a b c d"}, {"a b", "a b"}, {"\t", " "}, {"  ", "  "}, {"a&#13;b", "a b"}},
		KindToken:            {{" a  b ", "a b"}, {"a b", "a b"}, {"a\tb", "a b"}, {"a \nb c", "a b c"}, {"a\n", "a"}, {"", ""}, {" ", ""}, {"a b  c", "a b c"}},
		KindBool:             {{"true", "true"}, {" 1\n", "true"}, {"false", "false"}, {"0", "false"}, {"TRUE", "-"}, {"", "-"}, {"2", "-"}},
		KindInt8:             {{"-128", "-128"}, {"127", "127"}, {"+7", "7"}, {"-0", "0"}, {"-129", "-"}, {"-130", "-"}, {"128", "-"}, {"", "-"}, {"+", "-"}, {"-", "-"}, {"+-1", "-"}, {"1.0", "-"}},
		KindInt16:            {{"-32768", "-32768"}, {"32767", "32767"}, {"-32769", "-"}, {"32768", "-"}},
		KindInt32:            {{"-2147483648", "-2147483648"}, {"2147483647", "2147483647"}, {"-2147483649", "-"}, {"2147483648", "-"}},
		KindInt64:            {{"-9223372036854775808", "-9223372036854775808"}, {"9223372036854775807", "9223372036854775807"}, {"-9223372036854775809", "-"}, {"9223372036854775808", "-"}},
		KindUint8:            {{"255", "255"}, {"+255", "255"}, {"-0", "0"}, {"-00", "0"}, {"0", "0"}, {"256", "-"}, {"-1", "-"}, {"", "-"}, {"+", "-"}, {"-", "-"}, {"+-0", "-"}, {"-x", "-"}},
		KindUint64:           {{"18446744073709551615", "18446744073709551615"}, {"18446744073709551616", "-"}, {"-1", "-"}},
		KindFloat32:          {{"-INF", "-INF"}, {"INF", "INF"}, {"NaN", "NaN"}, {"1E5", "100000"}, {"1e39", "INF"}, {"-1e39", "-INF"}, {"+1.5", "1.5"}, {"+INF", "-"}, {"inf", "-"}, {"", "-"}, {"1e", "-"}},
		KindFloat64:          {{"-INF", "-INF"}, {"INF", "INF"}, {"NaN", "NaN"}, {"1E5", "100000"}, {".5", "0.5"}, {"5.", "5"}, {"0x1", "-"}, {"1_0", "-"}, {"nan", "-"}, {"Infinity", "-"}, {"--1", "-"}, {"9:", "-"}, {"1/", "-"}},
		KindBase64:           {{"AQ ID", "AQID"}, {"AQ==", "AQ=="}, {"", ""}, {"AR==", "-"}, {"AQ=", "-"}, {"*", "-"}},
		KindHex:              {{"0aF9", "0AF9"}, {"", ""}, {"0", "-"}, {"0g", "-"}, {"0 a", "-"}},
		KindQName:            {{"a", "a"}, {"xml:a", "xml:a"}, {"p:a", "-"}, {"a:", "-"}, {":a", "-"}, {"a b", "-"}, {"", "-"}},
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
		if err != nil {
			t.Fatal(err)
		}
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
					e := NewEncoder(rowNamespaces, false)
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
					e.Release()
				}
			}
		}
	}
}
