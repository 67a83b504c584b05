package codec

import (
	"bytes"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/xsd"
)

var stationElement = Element[*station]{&ElementInfo{
	Name:     ElementName{2, "station"},
	Table:    &ElementTable{Namespaces: railNamespaces, More: []Namespace{{URI: "urn:more", Prefix: "e1"}}, XSI: true},
	Value:    &Value{Zero: (**station)(nil), Row: Row{Kind: KindStruct, Of: &typeOfStation}},
	Nillable: true,
}}

// FuzzSchemaElement: whatever is read can be written, and is the same again.
func FuzzSchemaElement(f *testing.F) {
	f.Add([]byte(`<station xmlns="urn:more" xmlns:r="` + railNS + `" id="1"><r:Time>2026-11-21T10:00:00Z</r:Time><r:Name>a &amp; b</r:Name><r:Late>1</r:Late></station>`))
	f.Add([]byte(`<s:station xmlns:s="urn:more" xmlns:x="http://www.w3.org/2001/XMLSchema-instance" x:nil="true"/>`))
	f.Add([]byte(`<?xml version="1.0" encoding="UTF-16"?><station/>`))
	f.Fuzz(func(t *testing.T, doc []byte) {
		before := bytes.Clone(doc)
		value, err := stationElement.Unmarshal(doc)
		if !bytes.Equal(doc, before) {
			t.Fatal("the document has changed")
		}
		if err != nil {
			if value != nil {
				t.Fatalf("a value with the error %v", err)
			}
			return
		}
		written, err := stationElement.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		again, err := stationElement.Unmarshal(written)
		if err != nil {
			t.Fatalf("%s: %v", written, err)
		}
		twice, err := stationElement.Marshal(again)
		if err != nil || !bytes.Equal(written, twice) {
			t.Fatalf("%s becomes %s, %v", written, twice, err)
		}
	})
}

// TestElementCheck: the first use of an element whose description does not fit panics, and so does each later one.
func TestElementCheck(t *testing.T) {
	element := func(v *Value) *ElementInfo {
		return &ElementInfo{Name: ElementName{2, "station"}, Table: stationElement.Info.Table, Value: v}
	}
	another := Element[*RowNil]{element(&Value{Zero: (**station)(nil), Row: Row{Kind: KindStruct, Of: &typeOfStation}})}
	wrong := Element[*station]{element(&Value{Zero: (**station)(nil), Row: Row{Kind: KindStruct, Of: &typeOfNil}})}
	doc := []byte(`<r:station xmlns:r="` + railNS + `"/>`)
	for range 2 {
		for want, use := range map[string]func(){
			"schema: element station of *codec.RowNil: Zero is a **codec.station, not a **codec.RowNil": func() { another.Unmarshal(doc) },
			"the value is a *codec.station, not a pointer":                                              func() { wrong.Marshal(&station{}) },
			"station, not a pointer of codec.RowNil":                                                    func() { AppendElement(nil, wrong, &station{}) },
		} {
			if got := panicOf(use); !strings.Contains(got, want) {
				t.Errorf("the panic is %q, want %q", got, want)
			}
		}
	}
}

// TestNilElement: a nil root with attributes is a value with a field for that, one without them is a nil pointer.
func TestNilElement(t *testing.T) {
	table := &ElementTable{Namespaces: rowNamespaces, XSI: true}
	element := Element[*RowNil]{&ElementInfo{
		Name: ElementName{1, "nil"}, Table: table, Nillable: true,
		Value: &Value{Zero: (**RowNil)(nil), Row: Row{Kind: KindStruct, Of: &typeOfNil}},
	}}
	const start = `<nil xmlns="urn:rows" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"`
	v, err := element.Unmarshal([]byte(start + ` id="5" xsi:nil="true"/>`))
	if err != nil || v == nil || !v.Nil || *v.Id != 5 {
		t.Errorf("got %+v, %v", v, err)
	}
	text, err := element.Marshal(v)
	if again, wrong := element.Unmarshal(text); err != nil || wrong != nil || !again.Nil || *again.Id != 5 {
		t.Errorf("%s, %v, is read as %+v, %v", text, err, again, wrong)
	}
	if v, err := element.Unmarshal([]byte(start + ` xsi:nil="true"/>`)); err != nil || v != nil {
		t.Errorf("got %+v, %v, want nil", v, err)
	}
	element.Info.Nillable = false
	if v, err := element.Unmarshal([]byte(start + ` id="5" xsi:nil="true"/>`)); err == nil {
		t.Errorf("got %+v of an element that must have a value", v)
	}
	any := Element[*xsd.AnyType]{&ElementInfo{
		Name: ElementName{1, "nil"}, Table: table, Nillable: true,
		Value: &Value{Zero: (**xsd.AnyType)(nil), Row: Row{Kind: KindAnyType}},
	}}
	if v, err := any.Unmarshal([]byte(start + ` xsi:type="t" xsi:nil="true"/>`)); err != nil || v == nil || !v.Nil || v.Type.Local != "t" {
		t.Errorf("got %+v, %v", v, err)
	}
}

type jsonCode string

var typeOfJSONCode = Type{NS: 1, Name: "code", Zero: (*jsonCode)(nil), Simple: true, Kind: KindString}

func init() {
	Define(&Table{Namespaces: []Namespace{{}, {URI: "urn:json"}}, Types: []TypeRows{{Type: &typeOfJSONCode}}})
}

// TestElementOf describes elements that no contract declares by the Go type of the value, and writes them into a document.
func TestElementOf(t *testing.T) {
	type unknown struct{ A int32 }
	code, bytes := jsonCode("c"), []byte("abc")
	for _, c := range []struct {
		name  xsd.QName
		zero  any
		value any
		want  string // or an error
	}{
		{xsd.QName{Space: "urn:e", Local: "n"}, (*int32)(nil), int32(5), `<e1:n xmlns:e1="urn:e">5</e1:n>`},
		{xsd.QName{Local: "n"}, (*string)(nil), "a & b", `<n>a &amp; b</n>`},
		{xsd.QName{Local: "n"}, (*[]byte)(nil), bytes, `<n>YWJj</n>`},
		{xsd.QName{Local: "n"}, (*xsd.Integer)(nil), xsd.NewInteger(5), `<n>5</n>`},
		{xsd.QName{Space: "urn:json", Local: "n"}, (*jsonCode)(nil), code, `<n xmlns="urn:json">c</n>`},
		{xsd.QName{Space: "urn:v", Local: "n"}, (*valueStop)(nil), valueStop{Name: "a"}, `<v:n xmlns:v="urn:v"><v:name>a</v:name></v:n>`},
		{xsd.QName{Space: "urn:v", Local: "n"}, (**valueStop)(nil), &valueStop{Name: "a"}, `<v:n xmlns:v="urn:v"><v:name>a</v:name></v:n>`},
		{xsd.QName{Space: "urn:e", Local: "n"}, (**valueStop)(nil), &valueStop{Name: "a"}, `<e1:n xmlns:v="urn:v" xmlns:e1="urn:e"><v:name>a</v:name></e1:n>`},
		{xsd.QName{Space: "urn:v", Local: "n"}, (**valueStop)(nil), (*valueStop)(nil), ``},
		{xsd.QName{Space: rowNS, Local: "n"}, (**RowZoo)(nil), &RowZoo{}, `<n xmlns="urn:rows" xmlns:o="urn:other" xmlns:xsi="` + XSINamespace + `"><pet xsi:nil="true"/></n>`},
		{xsd.QName{Local: "n"}, (**RowZoo)(nil), nil, "the element has no namespace, and the names in it without a prefix have the namespace urn:rows"},
		{xsd.QName{Space: XMLNamespace, Local: "n"}, (*int32)(nil), nil, "no element can have the namespace " + XMLNamespace},
		{xsd.QName{Local: "n"}, (**jsonCode)(nil), nil, "*codec.jsonCode is neither a generated type nor the Go type of a simple type"},
		{xsd.QName{Local: "n"}, (*xsd.AnyType)(nil), nil, "xsd.AnyType is neither a generated type nor the Go type of a simple type"},
		{xsd.QName{Local: "n"}, (*unknown)(nil), nil, "codec.unknown is neither a generated type nor the Go type of a simple type"},
		{xsd.QName{Local: "n"}, (**unknown)(nil), nil, "*codec.unknown is neither a generated type nor the Go type of a simple type"},
	} {
		s, err := ElementOf(c.name, c.zero)
		got := message(err)
		if err == nil {
			e := encoder(t, noNamespaces, false)
			s.Put(e, c.value)
			if got = string(e.Bytes()); e.Err() != nil {
				t.Error(e.Err())
			}
		}
		if got != c.want {
			t.Errorf("{%s}%s of a %T: %s, want %s", c.name.Space, c.name.Local, c.zero, got, c.want)
		}
	}
	e := encoder(t, noNamespaces, false)
	for _, text := range []string{"\x01", "b\x02", "c"} {
		s, err := ElementOf(xsd.QName{Local: "n"}, (*string)(nil))
		must(t, err)
		s.Put(e, text)
	}
	if got := message(e.Err()); got != "n: the character U+0001 at byte 0 cannot be written in XML" {
		t.Errorf("the first error is %s", got)
	}
}

// TestKindsOfNumbers asks which types of XML Schema are numbers.
func TestKindsOfNumbers(t *testing.T) {
	numbers := ""
	for k := KindNone; k <= lastScalar; k++ {
		if k.IsNumber() {
			numbers += k.TypeName() + " "
		}
	}
	if want := "byte short int long unsignedByte unsignedShort unsignedInt unsignedLong float double " +
		"decimal integer nonNegativeInteger positiveInteger nonPositiveInteger negativeInteger "; numbers != want {
		t.Errorf("%s, want %s", numbers, want)
	}
}

// TestAllRows lists the attributes and elements of a type and of its base types.
func TestAllRows(t *testing.T) {
	attributes := &Type{Name: "attributes"}
	Define(&Table{Namespaces: rowNamespaces, Types: []TypeRows{
		{Type: attributes, Rows: []Row{{Kind: KindBaseAttributes, Of: &typeOfDog}, {Name: "last", Kind: KindInt32}}},
	}, Imports: []*Table{&testTypes}})
	for typ, want := range map[*Type]string{
		&typeOfAnimal: "id name friend ", &typeOfDog: "id name friend id bark ",
		attributes: "id id last ", &typeOfEmpty: "", &typeOfUnits: " ", &typeOfOrderItem: "line remark data shape ",
	} {
		got := ""
		for _, r := range typ.AllRows() {
			got += r.Name + " "
		}
		if got != want {
			t.Errorf("%s: %q, want %q", typ.Name, got, want)
		}
	}
}

// TestPrefixesOfValues writes names as values whose namespaces no element around declares.
func TestPrefixesOfValues(t *testing.T) {
	e := encoder(t, []Namespace{{}, {URI: "urn:a", Prefix: "a"}, {URI: "urn:b", Prefix: "b"}}, true)
	e.LimitToType(ElementName{NS: 1, Local: "r"}, nil)
	e.Open(ElementName{NS: 1, Local: "r"}, true)
	e.Raw(">")
	e.qName("<q>", xsd.QName{Space: "urn:b", Local: "x"}, "</q>")
	e.qName("<q>", xsd.QName{Space: "urn:a", Local: "y"}, "</q>")
	e.anyType("<t>", xsd.AnyType{Type: xsd.QName{Space: "urn:b", Local: "z"}}, "</t>")
	e.anyType("<t>", xsd.AnyType{Attrs: []xsd.Attr{{Name: xsd.QName{Space: "urn:b", Local: "n"}, Value: "v"}}}, "</t>")
	e.Close(ElementName{NS: 1, Local: "r"})
	want := `<a:r xmlns:a="urn:a" xmlns:xsi="` + XSINamespace + `"><q xmlns:q1="urn:b">q1:x</q><q>a:y</q><t xmlns:q="urn:b" xsi:type="q:z"></t><t xmlns:a1="urn:b" a1:n="v"></t></a:r>`
	if got := string(e.Bytes()); got != want || e.Err() != nil {
		t.Errorf("%s, %v\nwant %s", got, e.Err(), want)
	}
}

// TestLimitTo compares the namespaces that root elements declare with those that a value of
// their type may use.
func TestDeclarationsAreLimited(t *testing.T) {
	names := []Namespace{{}, {URI: "urn:a", Prefix: "a"}, {URI: "urn:b", Prefix: "b"}, {URI: "urn:c", Prefix: "c"}}
	inner, outer, open, typed := Type{}, Type{}, Type{}, Type{}
	typed.state().rows = []Row{{Name: "t", Kind: KindString, Typed: true, More: &More{Type: "X", TypeNS: 3}}}
	inner.state().rows = []Row{{Name: "x", NS: 2, Kind: KindString}}
	outer.state().rows = []Row{{Name: "in", Kind: KindStruct, Of: &inner}, {Name: "again", Kind: KindStruct, Of: &outer}}
	open.state().rows = []Row{{Name: "q", Kind: KindQName}}
	for _, test := range []struct {
		name  string
		limit func(*Encoder)
		want  string
	}{
		{"no limit", func(e *Encoder) {}, "a b c"},
		{"no value", func(e *Encoder) { e.LimitToType(ElementName{NS: 1}, nil) }, "a"},
		{"types in types", func(e *Encoder) { e.LimitToType(ElementName{NS: 1}, &outer) }, "a b"},
		{"names in content", func(e *Encoder) { e.LimitToType(ElementName{NS: 1}, &open) }, "a"},
		{"a path", func(e *Encoder) { e.LimitTo([]ElementName{{NS: 1}, {NS: 3}}, ElementValue{}) }, "a c"},
		{"a value", func(e *Encoder) {
			e.LimitTo([]ElementName{{NS: 1}}, ElementValue{Type: &Value{Row: Row{Kind: KindStruct, Of: &inner}}})
		}, "a b"},
		{"items of an array", func(e *Encoder) {
			e.LimitTo([]ElementName{{NS: 1}}, ElementValue{Type: &Value{Row: Row{NS: 3, Kind: KindString, Occurs: Many}}})
		}, "a c"},
		{"a value of any type", func(e *Encoder) {
			e.LimitTo([]ElementName{{NS: 1}}, ElementValue{Type: &Value{Row: Row{Kind: KindPoly, Of: &inner}}})
		}, "a b"},
		{"a function", func(e *Encoder) {
			e.LimitTo([]ElementName{{NS: 1}}, ElementValue{Write: func(*Encoder) {}})
		}, "a b c"},
		{"SOAP encoding", func(e *Encoder) {
			e.Encoded = true
			e.LimitToType(ElementName{NS: 1}, &outer)
		}, "a b"},
		{"a type that is written", func(e *Encoder) { e.LimitToType(ElementName{NS: 1}, &typed) }, "a c"},
		{"the type of a result", func(e *Encoder) {
			e.OutType = ` xsi:type="c:X"`
			e.LimitTo([]ElementName{{NS: 1}}, ElementValue{})
		}, "a c"},
	} {
		t.Run(test.name, func(t *testing.T) {
			e := encoder(t, names, false)
			test.limit(e)
			e.Declare()
			var got []string
			for _, attr := range strings.Fields(string(e.Bytes())) {
				got = append(got, attr[len("xmlns:"):len("xmlns:")+1])
			}
			if got := strings.Join(got, " "); got != test.want {
				t.Errorf("%s, want %s", got, test.want)
			}
		})
	}
}

// usesHolder has values of a base type.
var (
	typeOfUsesBase = Type{NS: 1, Name: "base"}
	typeOfUsesB    = Type{NS: 1, Name: "b"}
	typeOfUses     = Type{NS: 1, Name: "holder"}
	usesTypes      = Table{
		Namespaces: []Namespace{{}, {URI: "urn:a"}, {URI: "urn:b", Prefix: "b"}, {URI: "urn:c", Prefix: "c"}},
		Types: []TypeRows{
			{Type: &typeOfUsesBase, Rows: []Row{{Name: "n", NS: 1, Kind: KindInt32}}},
			{Type: &typeOfUsesB, Rows: []Row{{Kind: KindBase, Of: &typeOfUsesBase}, {Name: "m", NS: 2, Kind: KindInt32}}},
			{Type: &typeOfUses, Rows: []Row{{Name: "v", NS: 1, Kind: KindPoly, Of: &typeOfUsesBase, Occurs: Many}}},
		},
		Imports: []*Table{&testTypes},
	}
)

func init() { Define(&usesTypes) }

// TestDeclarationsOfItems: an item declares what the elements around it do not, and its end ends that.
func TestDeclarationsOfItems(t *testing.T) {
	holder := NewRecord(&typeOfUses)
	items := holder.Field(0).(*[]*Record)
	for _, typ := range []*Type{&typeOfUsesBase, &typeOfUsesB, &typeOfUsesBase, &typeOfUsesB, &typeOfUsesB} {
		*items = append(*items, NewRecord(typ))
	}
	doc, err := Append(nil, xsd.QName{Space: "urn:a", Local: "r"}, holder)
	const b = ` xmlns:b="urn:b"`
	want := `<r xmlns="urn:a" xmlns:xsi="` + XSINamespace + `">` + `<v></v><v` + b + ` xsi:type="b"></v><v></v><v` + b + ` xsi:type="b"></v><v` + b + ` xsi:type="b"></v></r>`
	if got := string(doc); err != nil || strings.Replace(got, ` xmlns:xsi="`+XSINamespace+`" xmlns="urn:a"`, ` xmlns="urn:a" xmlns:xsi="`+XSINamespace+`"`, 1) != want {
		t.Errorf("%s, %v\nwant %s", doc, err, want)
	}
}
