package codec

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/quartet/internal/conformance/cost"
)

// plainMeanings are texts that are not valid, and what they mean; "": nothing that is plain.
var plainMeanings = map[Kind]map[string]string{
	KindBool:            {"": "", "True": "true", "FALSE": "false", "Yes": "true", "no": "false", "2": "", "on": ""},
	KindInt32:           {"": "", "1.0": "1", "-7.": "-7", "1.5": "", "3000000000": "", "3000000000.0": "", "1,00": "1", "1,000": "", "0,000": "0", "1e3": "", "0x1F": "", ".0": "", "1 2": ""},
	KindUint8:           {"": "", "7.00": "7", "256": "", "-1": "", "-0.0": "-0"},
	KindNegativeInteger: {"": "", "-1.0": "-1", "1": ""},
	KindInteger:         {"": "", "123456789012345678901234567890.0": "123456789012345678901234567890", "x": ""},
	KindDecimal:         {"": "", "1,50": "1.50", "-,5": "-.5", "1,500": "", "0,500": "0.500", "1234,500": "1234.500", "1.234,50": "", "1,234,567": "", "1E3": "", "5 EUR": ""},
	KindFloat64:         {"": "", "1,5e3": "1.5e3", "Infinity": "INF", "+INF": "INF", "-infinity": "-INF", "nan": "NaN", "1,500": "", "x": ""},
	KindDateTime: {"": "", "2026-01-02 03:04:05": "2026-01-02T03:04:05", "2026-01-02": "2026-01-02T00:00:00", "2026-01-02Z": "2026-01-02T00:00:00Z",
		"2026-1-2 3:04": "2026-01-02T03:04:00", "2026-01-02t03:04:05z": "2026-01-02T03:04:05Z", "2026-01-02T03:04:05,5 +0130": "2026-01-02T03:04:05.5+01:30",
		"2026-01-02 03:04:05 UTC": "2026-01-02T03:04:05Z", "2026-01-02T03:04:05-08": "2026-01-02T03:04:05-08:00", "0000-00-00": "", "0000-00-00 00:00:00": "",
		"2026-02-30 10:00:00": "", "01/02/2026": "", "26-1-2": "", "03:04:05": "", "2026-01-02 03:04 PM": "", "now": "", "2026": "", "-": "", "2026-1": ""},
	KindDate: {"": "", "2026-1-1": "2026-01-01", "2026-01-02T03:04:05": "2026-01-02", "2026-01-02 03:04:05Z": "2026-01-02Z", "2026-01-02T03:04:05.6+01:00": "2026-01-02+01:00",
		"0000-00-00": "", "2026-02-30": "", "1.2.2026": "", "20260102": ""},
	KindTime:     {"": "", "9:05": "09:05:00", "1899-12-30T10:20:30": "10:20:30", "10:20:30 Z": "10:20:30Z", "25:00": "", "2026-01-02": "", ":": ""},
	KindBase64:   {"QUI": "QUI=", "QQ": "QQ==", "QUI==": "QUI=", "Q U\nI": "QUI=", "Q": "", "QUJ": "", "QU-_": "", "=": ""},
	KindHex:      {"0AF": "", "xy": ""},
	KindDuration: {"": "", "1 day": ""},
	KindQName:    {"": "", "no:b": ""},
}

// TestPlainMeaning reads texts that are not valid in all places, as a field of a struct and in a slot of a record: each is read as
// what it plainly means, or is absent, and is noted.
func TestPlainMeaning(t *testing.T) {
	for k, texts := range plainMeanings {
		for text, meaning := range texts {
			for _, row := range []Row{
				{Name: "F", NS: 1, Kind: k}, {Name: "F", NS: 1, Kind: k, Occurs: Once}, {Name: "F", NS: 1, Kind: k, Occurs: Many}, {Name: "F", NS: 1, Kind: k, Nillable: true},
				{Name: "F", NS: 1, Kind: k, Occurs: Many, Nillable: true}, {Name: "F", Kind: k, At: AtAttribute}, {Name: "F", Kind: k, At: AtAttribute, Occurs: Once},
				{Kind: k, At: AtContent, Occurs: Once},
			} {
				doc := func(text string) string {
					switch row.At {
					case AtAttribute:
						return `<r xmlns="urn:rows" F="` + text + `"/>`
					case AtContent:
						return `<r xmlns="urn:rows">` + text + `</r>`
					}
					return `<r xmlns="urn:rows"><F>` + text + `</F></r>`
				}
				record := define(&Type{}, row)
				typ := record
				if field := record.planOf().slots[0]; field.Kind() != reflect.Struct || field.Name() != "" {
					typ = define(&Type{Zero: structOf(field)}, row)
				}
				got, want := sameLenient(t, doc(text), typ, record, true), newValue(typ)
				if meaning != "" {
					want, _ = decodeRowsOf(doc(meaning), typ)
				} else if row.Occurs == Many {
					want = nil
				}
				if want != nil && fmt.Sprint(plainValue(got)) != fmt.Sprint(plainValue(want)) {
					t.Errorf("%s %q, row %+v: read as %v, not %v", scalars[k].name, text, row, plainValue(got), plainValue(want))
				}
				var noted []LenientValue
				decodeLenient(doc(text), typ, &noted)
				if len(noted) != 1 || noted[0].Text != meaning || !strings.Contains(noted[0].Err.Message, " is not an xs:"+scalars[k].name) {
					t.Errorf("%s %q, row %+v: noted %v", scalars[k].name, text, row, noted)
				}
			}
		}
	}
}

// TestLenientFields reads what is missing, nil where that is not allowed, or there twice, in content of all kinds.
func TestLenientFields(t *testing.T) {
	sizes := define(&Type{Zero: (*[]int32)(nil), Simple: true}, Row{Kind: KindInt32, At: AtListItem})
	pair := define(&Type{Name: "pair", NS: 1}, Row{Name: "a", NS: 1, Kind: KindInt32, Occurs: Once}, Row{Name: "b", NS: 1, Kind: KindString, Occurs: Once}, Row{Name: "c", Kind: KindInt32, At: AtAttribute, Occurs: Once})
	const isNil = `: xsi:nil on an element that must have a value; it is read as absent`
	for _, test := range []struct {
		row     Row
		content string
		want    string
		notes   []string
	}{
		{Row{Kind: KindStruct, Of: pair, Occurs: Once}, `<F c="1"><a>1</a></F>`, "[[1  1]]", []string{"(r/F): the element b is missing; it is read as absent"}},
		{Row{Kind: KindStruct, Of: pair, Occurs: Once}, `<F/>`, "[[0  0]]", []string{"(r/F): the attribute c is missing; it is read as absent", "the element a is missing", "the element b is missing"}},
		{Row{Kind: KindStruct, Of: pair, Occurs: Once}, ``, "[[]]", []string{"(r): the element F is missing; it is read as absent"}},
		{Row{Kind: KindStruct, Of: pair, Occurs: Once}, `<F c="1" xsi:nil="true"/>`, "[[0  1]]", []string{"(r/F)" + isNil}},
		{Row{Kind: KindStruct, Of: pair, Occurs: Once}, `<F c="1" xsi:nil="true"></F>`, "[[0  1]]", []string{"(r/F)" + isNil}},
		{Row{Kind: KindStruct, Of: pair, Occurs: Once}, `<F c="1"><a>1</a><b>x</b><b>y</b><a>2</a></F>`, "[[1 x 1]]",
			[]string{"(r/F/b): the element is given twice; it is read as absent", "(r/F/a): the element is given twice; it is read as absent"}},
		{Row{Kind: KindPoly, Of: pair, Occurs: Once}, `<F xsi:nil="true"/>`, "[<nil>]", []string{"(r/F)" + isNil}},
		{Row{Kind: KindList, Of: sizes, Occurs: Once}, `<F>1 x 3.0</F>`, "[[1 0 3]]", []string{`"x" is not an xs:int; it is read as absent`, `"3.0" is not an xs:int; it is read as "3"`}},
		{Row{Kind: KindList, Of: sizes, Occurs: Once}, `<F xsi:nil="true"/>`, "[[]]", []string{"(r/F)" + isNil}},
		{Row{Kind: KindInt32, Occurs: Many}, `<F>1</F><F xsi:nil="true"/><F/><F>4</F>`, "[[1 0 0 4]]", []string{"(r/F[2])" + isNil, `(r/F[3]): "" is not an xs:int`}},
		{Row{Kind: KindString, Occurs: Once}, `<F xsi:nil="true"/>`, "[]", []string{"(r/F)" + isNil}},
		{Row{Kind: KindBase64, Occurs: Once}, `<F xsi:nil="true"/>`, "[[]]", []string{"(r/F)" + isNil}},
		{Row{Kind: KindDateTime, Occurs: Once}, `<F xsi:nil="true" ></F >`, "[0001-01-01T00:00:00Z]", []string{"(r/F)" + isNil}},
		{Row{Kind: KindAnySimple, Occurs: Once}, `<F xsi:nil="true"/>`, "[]", []string{"(r/F)" + isNil}},
		{Row{Kind: KindInt32, Occurs: Once, More: &More{Default: "5"}}, `<F>x</F>`, "[0]", []string{`"x" is not an xs:int`}},
		{Row{Kind: KindInt32, Occurs: Once, More: &More{Default: "5"}}, `<F/>`, "[5]", nil},
		{Row{Kind: KindInt32, Occurs: Once}, `<F>1</F><unknown xsi:nil="true"/><F xsi:nil="true"/>`, "[1]", []string{"(r/F): the element is given twice"}},
	} {
		test.row.Name, test.row.NS = "F", 1
		record := define(&Type{}, test.row)
		var noted []LenientValue
		doc := `<r xmlns="urn:rows" xmlns:xsi="` + XSINamespace + `">` + test.content + `</r>`
		got, err := decodeLenient(doc, record, &noted)
		if text := fmt.Sprint(plainValue(got)); err != nil || text != test.want && test.want != "" {
			t.Errorf("%s: read as %s, not %s, %v", test.content, text, test.want, err)
		}
		notes := func(v LenientValue, want string) bool { return strings.Contains(v.String(), want) }
		if !slices.EqualFunc(noted, test.notes, notes) {
			t.Errorf("%s: noted %v, not %v", test.content, noted, test.notes)
		}
		if _, err := decodeRowsOf(doc, record); (err == nil) != (test.notes == nil) {
			t.Errorf("%s: read strictly: %v", test.content, err)
		}
	}
}

// TestLenientAbsent: what is missing in a record that has been read leniently is left out when it is written, for people to read; in
// any other record it is an error.
func TestLenientAbsent(t *testing.T) {
	pair := define(&Type{Name: "pair", NS: 1}, Row{Name: "a", NS: 1, Kind: KindInt32, Occurs: Once}, Row{Name: "b", NS: 1, Kind: KindString, Occurs: Once})
	record := define(&Type{}, Row{Name: "F", NS: 1, Kind: KindStruct, Of: pair, Occurs: Once}, Row{Name: "G", NS: 1, Kind: KindStruct, Of: pair, Occurs: Once},
		Row{Name: "H", NS: 1, Kind: KindPoly, Of: pair, Occurs: Once}, Row{Name: "I", NS: 1, Kind: KindBase64, Occurs: Once},
		Row{Name: "J", NS: 1, Kind: KindString, Occurs: Once, Nillable: true}, Row{Name: "K", Kind: KindInt32, At: AtAttribute, Occurs: Once})
	var noted []LenientValue
	v, err := decodeLenient(`<r xmlns="urn:rows"><F><a>1</a></F></r>`, record, &noted)
	if err != nil || len(noted) != 6 {
		t.Fatalf("%v, noted %v", err, noted)
	}
	if doc, err := encodeRowsOf(v, record); err != nil || !strings.Contains(doc, "<F><a>1</a></F></") {
		t.Errorf("%s, %v", doc, err)
	}
	e := encoder(t, rowNamespaces, true)
	if EncodeJSON(e, JSONOptions{}, record, v); e.Err() != nil || string(e.Bytes()) != `{"F":{"a":1}}` {
		t.Errorf("%s, %v", e.Bytes(), e.Err())
	}
	if _, err := encodeRowsOf(NewRecord(record), record); err == nil {
		t.Error("a record without values has been written")
	}
}

// TestLenientLimits: a number of values are noted, with their places, and the others are read. What is noted of a long value is
// short.
func TestLenientLimits(t *testing.T) {
	record := define(&Type{}, Row{Name: "F", NS: 1, Kind: KindInt32, Occurs: Many})
	var noted []LenientValue
	doc := "<r xmlns='urn:rows'>\né" + strings.Repeat("<F>x</F>\n <F>1</F>", 2*MaxLenient) + "</r>"
	v, err := decodeLenient(doc, record, &noted)
	if items := *v.(*Record).Field(0).(*[]int32); err != nil || len(items) != 4*MaxLenient || len(noted) != MaxLenient {
		t.Errorf("%d items, %d noted, %v", len(items), len(noted), err)
	}
	for i, n := range noted {
		if want := [2]int{2 + i, 2 + min(i, 1)*8}; n.Err.Line != want[0] || n.Err.Column != want[1] {
			t.Fatalf("value %d: line %d, column %d, not %v", i, n.Err.Line, n.Err.Column, want)
		}
	}
	doc = strings.Replace(doc, ">x<", ">"+strings.Repeat("y", 1<<20)+"<", 1)
	noted = nil
	if _, err := decodeLenient(doc, record, &noted); err != nil || len(noted) == 0 || len(noted[0].String()) > 2<<10 {
		t.Errorf("a long value: %.3000v, %v", noted, err)
	}
}

// TestDecodeRequest reads requests: what would answer another question than was asked is an error, and other unknown
// elements are skipped.
func TestDecodeRequest(t *testing.T) {
	const root = `<s xmlns="` + railNS + `" xmlns:xsi="` + XSINamespace + `">`
	const rest = `<Time>2026-11-21T10:11:12</Time><Late>1</Late></s>`
	for _, c := range []struct{ doc, want, other string }{ // in a request, and in another message
		{root + `<Name>n</Name>` + rest, "n", "n"},
		{root + `<Name>n</Name><unknown><name/></unknown>` + rest, "n", "n"},
		{root + `<Name>n</Name><Platform><number>1</number></Platform>` + rest, `(s/Platform[1]/number): the element "number" is not known; its name is "Number"`, `; its name is "Number"`},
		{root + `<Name>n</Name><Platform><Number>1</Number><number>2</number></Platform>` + rest, "n", "n"},
		{root + `<Name>n</Name><platform/>` + rest, `; its name is "Platform"`, `(s/platform): the element "platform" is not known; its name is "Platform"`},
		{root + `<name>n</name>` + rest, `(s/name): the parameter "name" is not known; its name is "Name"`, `(s/name): the element "name" is not known; its name is "Name"`},
		{root + `<Name>n</Name><NAME/>` + rest, `(s/NAME): the parameter "NAME" is not known; its name is "Name"`, "n"},
		{root + `<Name xmlns="">n</Name>` + rest, `(s/Name): the parameter "Name" in no namespace is not known; its name is "Name" in the namespace "` + railNS + `" (see elementFormDefault in the schema)`, `the element "Name" in no namespace is not known; its name is "Name" in the namespace "` + railNS + `" (see elementFormDefault in the schema)`},
		{root + `<name xmlns="urn:o">n</name>` + rest, `(s/name): the parameter "name" in the namespace "urn:o" is not known; its name is "Name" in the namespace "` + railNS + `"`, `the element "name" in the namespace "urn:o" is not known; its name is "Name" in the namespace "` + railNS + `"`},
		{root + `<Name>n<b/>m</Name>` + rest, "(s/Name/b): an element inside a value that is text", "(s/Name/b): an element inside a value that is text"},
		{root + `<Name>n</Name><Platform><Side>a<b/></Side></Platform>` + rest, "(s/Platform[1]/Side/b): an element inside a value that is text", "(s/Platform[1]/Side/b): an element inside a value that is text"},
		{`<s xmlns="` + railNS + `" xmlns:xsi="` + XSINamespace + `" xsi:nil="true"/>`, "(s): the element Time is missing", "xsi:nil on an element that must have a value"},
	} {
		for i, want := range [...]string{c.want, c.other} {
			var v station
			d := rooted(t, c.doc, railNamespaces, Limits{})
			if i == 0 {
				d.DecodeRequest(&typeOfStation, &v)
			} else {
				DecodeRows(d, &typeOfStation, &v)
			}
			d.End()
			got := v.Name
			if d.Failed != nil {
				got = message(d.Failed)
			}
			if len(got) < len(want) || got[len(got)-len(want):] != want {
				t.Errorf("%s, request %v: %s, want %s", c.doc, i == 0, got, want)
			}
		}
	}
	// The children of what stands after the request are not parameters.
	d := rooted(t, `<e><p/><s xmlns="`+railNS+`"><Names/></s></e>`, railNamespaces, Limits{})
	d.Open()
	d.Child()
	empty := define(&Type{Name: "empty-request"})
	d.DecodeRequest(empty, NewRecord(empty))
	d.Child()
	if DecodeRows(d, &typeOfStation, new(station)); d.Failed == nil || d.Failed.Message != "the element Time is missing" {
		t.Error(d.Err())
	}
}

// TestUnknownParameters lists the parameters that there are, if a request has none of them, and says where an unknown one is.
func TestUnknownParameters(t *testing.T) {
	const ten = `the parameters are "p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8", "p9"`
	for n, want := range map[int]string{1: `the parameter is "p0"`, 2: `the parameters are "p0", "p1"`, 10: ten, 12: ten + ` and 2 others`, 64: ten + ` and 54 others`, 70: ten + ` and 60 others`} {
		typ := &Type{Name: "request"}
		var rows []Row
		for i := range n {
			rows = append(rows, Row{Name: fmt.Sprint("p", i), NS: 1, Kind: KindString})
		}
		Define(&Table{Namespaces: rowNamespaces, Types: []TypeRows{{Type: typ, Rows: rows}}})
		for doc, unknown := range map[string]string{
			"<s xmlns='urn:rows'>\n <x/></s>": `line 2, column 2 (s/x): the parameter "x" is not known; ` + want, "<s xmlns='urn:rows'><x/><p0/></s>": "", "<s xmlns='urn:rows'/>": "",
			"<s xmlns='urn:rows'>\n\n<p" + fmt.Sprint(n-1) + ">\n</p" + fmt.Sprint(n-1) + "><x/></s>": "",
			"<s xmlns='urn:rows'><P0/><x/></s>": `(s/P0): the parameter "P0" is not known; its name is "p0"`,
		} {
			d := rooted(t, doc, rowNamespaces, Limits{})
			d.DecodeRequest(typ, NewRecord(typ))
			d.End()
			if err := d.Err(); (err == nil) != (unknown == "") || err != nil && !strings.HasSuffix(err.Error(), unknown) {
				t.Errorf("%s of %d: %v, want %s", doc, n, err, unknown)
			}
		}
	}
}

// TestLimitMistakenNames decodes records in which each field has a mistaken name, too: that takes no longer than other unknown
// elements do.
func TestLimitMistakenNames(t *testing.T) {
	size, bound := cost.Scaled(8<<20), cost.Scaled(5*time.Second)
	for name, content := range map[string]string{
		"mistaken names":                `<Platform><number>1</number><Number>1</Number></Platform>`,
		"unknown elements of a request": `<a/>`,
	} {
		doc := `<s xmlns="` + railNS + `">` + strings.Repeat(content, size/len(content)) + `<Name>n</Name><Time>2026-11-21T10:11:12</Time><Late>1</Late></s>`
		start := cost.CPU()
		d := NewDecoder([]byte(doc), railNamespaces, Limits{})
		d.Root()
		d.DecodeRequest(&typeOfStation, new(station))
		d.End()
		took := cost.CPU() - start
		t.Logf("limit: %s | %v | %v", name, bound, took.Round(time.Millisecond))
		if d.Err() != nil || took > bound {
			t.Errorf("%s: %v after %v", name, d.Err(), took)
		}
		d.Release()
	}
}

// TestStrict reads what a strict decoder refuses and another does not.
func TestStrict(t *testing.T) {
	const root = `<s xmlns="` + railNS + `" xmlns:xsi="` + XSINamespace + `" xmlns:soap="` + SOAPEnvelope11 + `">`
	const rest = `<Time>2026-11-21T10:11:12</Time><Name>n</Name><Late>1</Late></s>`
	for _, c := range []struct{ doc, want string }{
		{root + rest, ""},
		{strings.Replace(root, "<s", "<s id='1' xsi:schemaLocation='a' soap:encodingStyle='u'", 1) + rest, ""},
		{strings.Replace(root, "<s", "<s soap:mustUnderstand='1'", 1) + rest, "(s): the attribute soap:mustUnderstand is not known here"},
		{strings.Replace(root, "<s", "<s id='1' other='2'", 1) + rest, "(s): the attribute other is not known here"},
		{root + "text" + rest, "(s): text between elements"},
		{root + "<![CDATA[]]>" + rest, "(s): text between elements"},
		{root + "\n<!-- -->\n" + rest, ""},
		{root + "<other/>" + rest, "(s/other): the element is not known here"},
		{root + `<r:result xmlns:r="` + RPCNamespace + `">x</r:result>` + rest, ""},
		{root + `<r:results xmlns:r="` + RPCNamespace + `">x</r:results>` + rest, "(s/results): the element is not known here"},
		{root + `<Alias a="1">x</Alias>` + rest, "(s/Alias): the attribute a is not known here"},
		{root + `<Platform a="1"/>` + rest, "(s/Platform[1]): the attribute a is not known here"},
		{root + `<Note xsi:nil="true"> </Note>` + rest, "(s): an element with xsi:nil has content"},
		{root + `<Note xsi:nil="true"><!-- --></Note>` + rest, ""},
	} {
		for i, strict := range [...]bool{false, true} {
			_, _, errs := decodeStations(c.doc, strict)
			if got := message(errs[0]); strict && !strings.HasSuffix(got, c.want) || (i == 0 || c.want == "") && got != "" {
				t.Errorf("%s, strict %v: %s, want %s", c.doc, strict, got, c.want)
			}
		}
	}
	two := Shape{attrs: []shapeField{{name: "a"}, {name: "b"}}}
	d := NewDecoder([]byte(`<r a="1" b="2"/>`), noNamespaces, Limits{})
	defer d.Release()
	d.Strict = true
	d.Root()
	var got string
	for i := d.nextAttr(&two); i >= 0; i = d.nextAttr(&two) {
		got += d.String()
	}
	if got != "12" || d.Err() != nil {
		t.Errorf("%s, %v", got, d.Err())
	}
	sparse := NewDecoder([]byte(`<a> <b/>text</a>`), nil, Limits{})
	defer sparse.Release()
	sparse.Root()
	for sparse.OpenElements(); sparse.Child(); {
		sparse.Skip()
	}
	if got, want := message(sparse.Err()), "line 1, column 9 (a): text between elements"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestNestedTypes: the type of each object is found by a look at what is in it. Texts are passed over then, so that a text in many
// objects takes little longer than in one.
func TestNestedTypes(t *testing.T) {
	const size, depth = 1 << 20, 60
	decode := func(depth int) func() {
		doc := strings.Repeat(`{"name":"x","friend":`, depth) + `{"name":"` + strings.Repeat(`\n`, size) + `"}` + strings.Repeat("}", depth)
		return func() {
			if _, err := readJSONOf(doc, &typeOfAnimal, Limits{}); err != nil {
				t.Error(err)
			}
		}
	}
	if times := cost.Times(depth/4, decode(1), decode(depth)); times > depth/4 {
		t.Errorf("a text in %d objects takes %.1f times the time of one in one object", depth, times)
	}
}
