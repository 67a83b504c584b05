package codec

import (
	"reflect"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/xsd"
)

// TestDeclareWhereUsed writes values of derived types, whose names are in a namespace that the
// root does not declare. It is declared once in the elements that have it, and not beside them.
func TestDeclareWhereUsed(t *testing.T) {
	dog := func(friend AnimalOrDerived) *RowDog {
		return &RowDog{RowAnimal: RowAnimal{Name: "d", Friend: friend}, Id: "x"}
	}
	a, b := rowNamespaces[1], rowNamespaces[2]
	tag := func(prefix, name string) string { return strings.TrimPrefix(prefix+":"+name, ":") }
	name, friend := tag(a.Prefix, "name"), tag(a.Prefix, "friend")
	root := strings.TrimSuffix(" xmlns:"+a.Prefix, ":") + `="` + a.URI + `"`
	local := " xmlns:" + b.Prefix + `="` + b.URI + `"`
	for _, c := range []struct {
		value *RowAnimal
		want  string
	}{
		{&RowAnimal{Name: "a"}, "<" + name + ">a</" + name + ">"},
		{&RowAnimal{Name: "a", Friend: &RowAnimal{Name: "b"}}, "<" + name + ">a</" + name + "><" + friend + "><" + name + ">b</" + name + "></" + friend + ">"},
		{&RowAnimal{Name: "a", Friend: dog(dog(nil))}, "<" + name + ">a</" + name + "><" + friend + local + ` xsi:type="` + tag(a.Prefix, "dog") + `" id="x"><` + name + ">d</" + name + ">" +
			"<" + friend + ` xsi:type="` + tag(a.Prefix, "dog") + `" id="x"><` + name + ">d</" + name + "></" + friend + "></" + friend + ">"},
	} {
		doc, err := Append(nil, xsd.QName{Space: a.URI, Local: "r"}, c.value)
		got := strings.Replace(string(doc), ` xmlns:xsi="`+XSINamespace+`"`, "", 1)
		want := "<" + tag(a.Prefix, "r") + root + ">" + c.want + "</" + tag(a.Prefix, "r") + ">"
		if err != nil || got != want {
			t.Errorf("%s, %v\nwant %s", got, err, want)
		}
		back := new(RowAnimal)
		if err := Unmarshal(doc, xsd.QName{Space: a.URI, Local: "r"}, back); err != nil || !reflect.DeepEqual(back, c.value) {
			t.Errorf("%s is read as %+v, %v", doc, back, err)
		}
	}
}

// TestPrefixesOfValues writes names as values whose namespaces no element around declares.
func TestPrefixesOfValues(t *testing.T) {
	e := NewEncoder([]Namespace{{}, {URI: "urn:a", Prefix: "a"}, {URI: "urn:b", Prefix: "b"}}, true)
	defer e.Release()
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
			e := NewEncoder(names, false)
			defer e.Release()
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
