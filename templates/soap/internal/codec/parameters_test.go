package codec

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/xsd"
)

type colour string

// parameterRequest has a parameter of every form.
type parameterRequest struct {
	Name   string
	Text   *string
	Late   int32
	Mins   *int64
	Tint   colour
	Data   []byte
	Maybe  xsd.Nillable[int32]
	Nil    *int32
	Words  []string
	Codes  codeList
	Opt    *codeList
	Either xsd.Nillable[codeList]
	Names  []string // a list

	XSITypes xsd.ElementTypes // which parameters do not have
}

type codeList struct {
	Code     []int32
	XSITypes xsd.ElementTypes
}

var (
	typeOfColour           = Type{Name: "colour", Zero: (*colour)(nil), Simple: true}
	typeOfCodeList         = Type{Name: "codes", Zero: (*codeList)(nil)}
	typeOfWords            = Type{Name: "words", Zero: (*[]string)(nil), Simple: true}
	typeOfParameterRequest = Type{Name: "request", Zero: (*parameterRequest)(nil)}

	parameterTypes = Table{Types: []TypeRows{
		{Type: &typeOfColour},
		{Type: &typeOfWords, Rows: []Row{{Kind: KindString, At: AtListItem}}},
		{Type: &typeOfCodeList, Rows: []Row{{Name: "code", Kind: KindInt32, Occurs: Many}, {Kind: KindXSITypes}}},
		{Type: &typeOfParameterRequest, Rows: []Row{
			{Name: "name", Kind: KindString, Occurs: Once},
			{Name: "text", Kind: KindString},
			{Name: "late", Kind: KindInt32, Occurs: Once},
			{Name: "mins", Kind: KindInt64},
			{Name: "tint", Kind: KindString, Occurs: Once, Of: &typeOfColour},
			{Name: "data", Kind: KindBase64},
			{Name: "maybe", Kind: KindInt32, Nillable: true},
			{Name: "nil", Kind: KindInt32, Occurs: Once, Nillable: true},
			{Name: "words", Kind: KindString, Occurs: Many},
			{Name: "codes", Kind: KindStruct, Occurs: Once, Of: &typeOfCodeList},
			{Name: "opt", Kind: KindStruct, Of: &typeOfCodeList},
			{Name: "either", Kind: KindStruct, Nillable: true, Of: &typeOfCodeList},
			{Name: "names", Kind: KindList, Of: &typeOfWords},
			{Kind: KindXSITypes},
		}},
	}}
	recordsOfParameters = asRecords(&parameterTypes)
)

func init() { Define(&parameterTypes) }

var parameterCases = []struct {
	request parameterRequest
	want    string
}{
	{parameterRequest{}, "name=&late=0&tint="},
	{parameterRequest{Name: "a&b", Text: ptr(""), Late: -1, Mins: ptr(int64(1 << 40)), Tint: "<&lt;>\r\n\"", Data: []byte{1, 2, 3}, Maybe: xsd.Nillable[int32]{Value: ptr(int32(7))},
		Nil: ptr(int32(8)), Words: []string{"a", "", "b&amp;"}, Codes: codeList{Code: []int32{1, 2}}, Opt: &codeList{Code: []int32{3}}, Either: xsd.Nillable[codeList]{Value: &codeList{Code: []int32{4, 5}}}, Names: []string{"x", "y"}},
		"name=a&b&text=&late=-1&mins=1099511627776&tint=<&lt;>\r\n\"&data=AQID&maybe=7&nil=8&words=a&words=&words=b&amp;&codes=1&codes=2&opt=3&either=4&either=5&names=x y"},
}

func parametersText(p *Parameters) string {
	var list []string
	for _, in := range p.Written() {
		list = append(list, in.Name+"="+in.Value)
	}
	return strings.Join(list, "&")
}

func TestVisitParameters(t *testing.T) {
	for _, c := range parameterCases {
		w := WriteParameters()
		if VisitParameters(w, &typeOfParameterRequest, &c.request); w.Err() != nil || parametersText(w) != c.want {
			t.Errorf("%s, %v\nwant %s", parametersText(w), w.Err(), c.want)
		}
		for _, typ := range [...]*Type{&typeOfParameterRequest, recordsOfParameters[&typeOfParameterRequest]} {
			v := typ.New()
			r := ReadParameters(w.Written())
			if VisitParameters(r, typ, v); r.Finish() != nil {
				t.Error(r.Finish())
			}
			if got, ok := v.(*parameterRequest); ok && !reflect.DeepEqual(*got, c.request) {
				t.Errorf("%+v, want %+v", *got, c.request)
			}
			again := WriteParameters()
			if VisitParameters(again, typ, v); parametersText(again) != c.want {
				t.Errorf("%s, want %s", parametersText(again), c.want)
			}
		}
	}
}

// What is nil is left out, as a form cannot say it.
func TestVisitNilParameters(t *testing.T) {
	w := WriteParameters()
	VisitParameters(w, &typeOfParameterRequest, &parameterRequest{Maybe: xsd.Nillable[int32]{Nil: true}, Either: xsd.Nillable[codeList]{Nil: true}, Opt: &codeList{}, Data: nil})
	if got := parametersText(w); got != parameterCases[0].want {
		t.Error(got)
	}
}

func TestVisitParametersInOrder(t *testing.T) {
	w := WriteParameters()
	VisitParameters(w, &typeOfParameterRequest, &parameterRequest{Late: 5}, "tint", "text", "late", "name")
	if got := parametersText(w); got != "tint=&late=5&name=" {
		t.Error(got)
	}
}

func TestParameterErrors(t *testing.T) {
	for _, c := range []struct {
		list []Parameter
		want string
	}{
		{nil, `the parameter "name" is missing`},
		{[]Parameter{{"name", ""}, {"late", "1"}}, `the parameter "tint" is missing`},
		{[]Parameter{{"name", ""}, {"name", ""}}, `the parameter "name" is given twice`},
		{[]Parameter{{"Name", ""}}, `the parameter "Name" is not known; its name is "name"`},
		{[]Parameter{{"name", ""}, {"late", "x"}, {"tint", ""}}, `the parameter late: "x" is not an xs:int`},
		{[]Parameter{{"name", ""}, {"late", "1"}, {"tint", ""}, {"codes", "1"}, {"codes", "y"}}, `the parameter codes: "y" is not an xs:int`},
		{[]Parameter{{"name", ""}, {"late", "1"}, {"tint", ""}, {"other", ""}}, ""},
	} {
		p := ReadParameters(c.list)
		VisitParameters(p, &typeOfParameterRequest, new(parameterRequest))
		got := ""
		if err := p.Finish(); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%v: %s, want %s", c.list, got, c.want)
		}
	}
	w := WriteParameters()
	VisitParameters(w, &typeOfParameterRequest, &parameterRequest{Name: "\x01"})
	if got := fmt.Sprint(w.Err()); got != "name: the character U+0001 at byte 0 cannot be written in XML" {
		t.Error(got)
	}
}

// TestParametersThatDifferInCase: two parameters of a contract may differ in case only.
func TestParametersThatDifferInCase(t *testing.T) {
	typ := define(&Type{Name: "names"}, Row{Name: "id", Kind: KindString}, Row{Name: "ID", Kind: KindString})
	p, v := ReadParameters([]Parameter{{"ID", "1"}, {"id", "2"}}), NewRecord(typ)
	if VisitParameters(p, typ, v); p.Finish() != nil || fmt.Sprint(plainValue(v)) != "[2 1]" {
		t.Errorf("%v, %v", plainValue(v), p.Finish())
	}
}

func TestReadWhole(t *testing.T) {
	typ := &Type{Name: "whole"}
	Define(&Table{Types: []TypeRows{{Type: typ, Rows: []Row{{Name: "x", Kind: KindInt32, Occurs: Once}}}}})
	p, v := ReadWhole("17"), NewRecord(typ)
	if VisitParameters(p, typ, v); p.Finish() != nil || *v.Field(0).(*int32) != 17 {
		t.Errorf("%v, %v", *v.Field(0).(*int32), p.Finish())
	}
}

// TestCheckOfParameters validates a request whose parameters could be read, and no other.
func TestCheckOfParameters(t *testing.T) {
	for _, c := range []struct {
		list   []Parameter
		calls  int
		result string
	}{
		{[]Parameter{{"name", "n"}, {"late", "1"}, {"tint", ""}}, 1, "refused"},
		{[]Parameter{{"name", "n"}, {"late", "1"}}, 0, `the parameter "tint" is missing`},
		{[]Parameter{{"name", "n"}, {"late", "x"}, {"tint", ""}, {"codes", "y"}}, 0, `the parameter late: "x" is not an xs:int`},
	} {
		calls := 0
		p, v := ReadParameters(c.list), new(parameterRequest)
		p.Check = func(any) error { calls++; return &DecodeError{Line: 1, Column: 1, Message: "refused"} }
		VisitParameters(p, &typeOfParameterRequest, v)
		p.Validate(v)
		if got := message(p.Finish()); calls != c.calls || !strings.HasSuffix(got, c.result) {
			t.Errorf("%v: %d calls, %s", c.list, calls, got)
		}
		p.Check = nil
		p.Validate(v)
	}
	w := WriteParameters()
	VisitParameters(w, &typeOfParameterRequest, &parameterRequest{Name: "\x01", Tint: "\x02"})
	w.Validate(nil)
	if got := message(w.Err()); !strings.HasPrefix(got, "name: the character U+0001") {
		t.Errorf("the first error is %s", got)
	}
}

// TestFixedValues writes fixed values as the schema has them, whatever lexical form that is, and other values as ever.
func TestFixedValues(t *testing.T) {
	for _, c := range []struct {
		kind        Kind
		fixed       string
		read, other string // what is read and written; another value
	}{
		{KindBool, "1", "true", "false"},
		{KindInt8, "+07", "7", "8"},
		{KindInt32, " 007 ", "7", "8"},
		{KindFloat64, "1.50", "1.5", "2"},
		{KindDateTime, "2026-11-21T10:00:00.0Z", "2026-11-21T10:00:00Z", "2026-11-21T10:00:00"},
		{KindDecimal, "+1.0", "1.0", "1.1"},
		{KindNegativeInteger, "-007", "-7", "-8"},
		{KindInt32, "7", "7", "8"},
		{KindInt32, "x", "7", "8"},
		{KindHex, "0a", "0A", "0B"},
		{KindToken, "a", "a", "b"},
	} {
		more := &More{Fixed: c.fixed, IsFixed: true}
		written := strings.TrimSpace(c.fixed)
		if c.fixed == "x" || c.kind == KindHex {
			written = c.read
		}
		for _, at := range [...]Place{AtElement, AtAttribute, AtContent} {
			typ := define(&Type{}, Row{Name: "F", Kind: c.kind, At: at, Occurs: Once, More: more})
			for text, want := range map[string]string{c.read: written, c.other: c.other} {
				form := map[Place]string{AtElement: "<F>%</F>", AtAttribute: `| F="%"`, AtContent: "%"}[at]
				v, err := decodeRowsOf(rowDocument(strings.Replace(strings.Replace(form, "<F>", `<F xmlns="">`, 1), "%", text, 1)), typ)
				must(t, err)
				got, err := encodeRowsOf(v, typ)
				want := strings.TrimPrefix(strings.Replace(form, "%", want, 1), "|")
				if err != nil || !strings.Contains(got, want) {
					t.Errorf("%s fixed to %q: %s is written as %s, %v, want %s", c.kind.TypeName(), c.fixed, text, got, err, want)
				}
			}
		}
	}
}

// TestDefaultsOfEmptyElements: an element without content has its default (XML Schema part 1, section 3.3.1), unless it
// is nil, or xsi:type says what its value is. Names in a default are in Clark's notation.
func TestDefaultsOfEmptyElements(t *testing.T) {
	content := &Type{Name: "content"}
	list := &Type{Simple: true, Zero: (*[]int32)(nil)}
	Define(&Table{Namespaces: rowNamespaces, Types: []TypeRows{
		{Type: content, Rows: []Row{{Kind: KindInt32, Occurs: Once, At: AtContent}, {Name: "a", Kind: KindToken, At: AtAttribute}}},
		{Type: list, Rows: []Row{{Kind: KindInt32, At: AtListItem}}},
	}})
	row := func(k Kind, of *Type, preset string) Row {
		return Row{Name: "f", NS: 1, Kind: k, Of: of, Nillable: k != KindStruct, More: &More{Default: preset}}
	}
	for _, c := range []struct {
		row           Row
		content, want string
	}{
		{row(KindInt32, nil, "7"), `<f/>`, `<f>7</f>`},
		{row(KindInt32, nil, "7"), `<f></f>`, `<f>7</f>`},
		{row(KindInt32, nil, "7"), `<f>8</f>`, `<f>8</f>`},
		{row(KindInt32, nil, "7"), `<f xsi:nil="true"/>`, `<f xsi:nil="true"/>`},
		{row(KindInt32, nil, "7"), ``, ``},
		{row(KindToken, nil, "t"), `<f> </f>`, `<f></f>`},
		{row(KindQName, nil, "{urn:other}n"), `<f/>`, `<f>o:n</f>`},
		{row(KindQName, nil, "{urn:other}n"), `<f xmlns:p="urn:rows">p:m</f>`, `<f>m</f>`},
		{row(KindTextOrName, nil, "{urn:other}n"), `<f/>`, `<f>o:n</f>`},
		{row(KindTextOrName, nil, "n"), `<f/>`, `<f>n</f>`},
		{row(KindAnySimple, nil, "7"), `<f/>`, `<f></f>`},
		{row(KindAnyType, nil, "7"), `<f/>`, `<f></f>`},
		{row(KindList, list, "1 2"), `<f/>`, `<f>1 2</f>`},
		{row(KindList, list, "1 2"), `<f>3</f>`, `<f>3</f>`},
		{row(KindStruct, content, "7"), `<f a="b"/>`, `<f a="b">7</f>`},
		{row(KindStruct, content, "7"), `<f>8</f>`, `<f>8</f>`},
		{row(KindPoly, content, "7"), `<f a="b"></f>`, `<f a="b">7</f>`},
		{row(KindPoly, content, "7"), `<f xsi:type="content"/>`, `<f>7</f>`},
	} {
		typ := &Type{Name: "preset"}
		own := &Table{Namespaces: rowNamespaces, Types: []TypeRows{{Type: typ, Rows: []Row{c.row}}}}
		if c.row.Of != nil {
			own.Imports = []*Table{c.row.Of.state().table}
		}
		Define(own)
		v, err := decodeRowsOf(rowDocument(c.content), typ)
		if err != nil {
			t.Errorf("%s: %v", c.content, err)
			continue
		}
		got, err := encodeRowsOf(v, typ)
		if err != nil || got != rowDocument(c.want) {
			t.Errorf("%s is written as %s, %v, want %s", c.content, got, err, c.want)
		}
	}
}
