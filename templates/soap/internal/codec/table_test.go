package codec

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/xsd"
)

// Two packages: the second derives a type from one of the first.
type (
	tableBase interface{ isTableBase() }
	TableBook struct {
		TableThing
		B int32
	}
	TableThing struct{ A int32 }
	tableHold  struct{ Thing tableBase }
)

func (*TableThing) isTableBase() {}

const numberOfBooks = 1<<30 + 7

var (
	typeOfTableThing = Type{NS: 1, Name: "thing", Zero: (*TableThing)(nil)}
	typeOfTableHold  = Type{NS: 1, Name: "hold", Zero: (*tableHold)(nil)}
	typeOfTableBook  = Type{NS: numberOfBooks, Name: "book", Zero: (*TableBook)(nil)}

	thingTypes = Table{
		Namespaces: []Namespace{{}, {URI: "urn:things"}},
		Types: []TypeRows{
			{Type: &typeOfTableThing, Rows: []Row{{Name: "a", NS: 1, Kind: KindInt32, Occurs: Once}}},
			{Type: &typeOfTableHold, Rows: []Row{{Name: "thing", NS: 1, Kind: KindPoly, Of: &typeOfTableThing}}},
		},
	}
	bookTypes = Table{
		Namespaces: []Namespace{{}, {URI: "urn:things"}, {URI: "urn:books", Prefix: "b", ID: numberOfBooks}},
		Types: []TypeRows{{Type: &typeOfTableBook, Rows: []Row{
			{Kind: KindBase, Of: &typeOfTableThing},
			{Name: "b", NS: numberOfBooks, Kind: KindInt32, Occurs: Once},
		}}},
		Imports: []*Table{&thingTypes},
	}
	moreTypes = Table{Imports: []*Table{&bookTypes}}
)

func init() {
	Define(&thingTypes)
	Define(&bookTypes)
	Define(&moreTypes)
}

// A value of a type that the package of the declared one does not know is
// written, with its namespaces; it is read where the types that xsi:type may name
// are those of a package that knows it.
func TestTypesOfImporters(t *testing.T) {
	e := encoder(t, thingTypes.Namespaces, true)
	e.Open(ElementName{1, "hold"}, true)
	EncodeRows(e, &typeOfTableHold, &tableHold{Thing: &TableBook{TableThing{1}, 2}})
	e.Close(ElementName{1, "hold"})
	want := `<thing xmlns:b="urn:books" xsi:type="b:book"><a>1</a><b:b>2</b:b></thing>`
	if e.Err() != nil || !strings.Contains(string(e.Bytes()), want) {
		t.Errorf("%s, %v, want %s", e.Bytes(), e.Err(), want)
	}
	if len(e.Met) != 1 || e.Met[0] != &bookTypes || len(e.ns) != 2 {
		t.Errorf("met %v, with %d namespaces", e.Met, len(e.ns))
	}
	for _, types := range []*Table{nil, &bookTypes, &moreTypes} {
		d := NewDecoder(e.Bytes(), bookTypes.Namespaces, Limits{})
		d.Types = types
		var v tableHold
		if d.Root() {
			DecodeRows(d, &typeOfTableHold, &v)
		}
		d.End()
		book, ok := v.Thing.(*TableBook)
		if d.Err() != nil || ok != (types != nil) || ok && *book != (TableBook{TableThing{1}, 2}) {
			t.Errorf("%v, %v", v.Thing, d.Err())
		}
		d.Release()
	}
}

// Names in each place of a tag, without a prefix and with one.
type (
	TaggedBase struct {
		_    struct{} `soap:"base"`
		Name string   `soap:"name"`
	}
	taggedDerived struct {
		_          struct{} `soap:"derived"`
		TaggedBase `soap:",order=name b:other"`
		Id         string       `soap:"id,attr"`
		Kind       *string      `soap:"b:kind,attr"`
		Code       *string      `soap:"code,of=colour"`
		Size       *string      `soap:"b:size,of=b:shade restricted"`
		Plain      *string      `soap:":plain,of=:none"`
		Numbers    []int32      `soap:"n,array=numbers"`
		Cells      []string     `soap:"cells,item=cell[] 2"`
		Fixed      *string      `soap:"fixed,fixed=a,default"`
		Preset     *string      `soap:"preset,default=a"`
		Escaped    *string      `soap:"esc,default=\\=\\\\"`
		Any        []xsd.RawXML `soap:",any=##targetNamespace b: ##local"`
	}
)

// TestNamesInTables: a name without a prefix has the namespace of types, the namespace of elements, or none, by its place in a tag.
// Tables differ in both namespaces.
func TestNamesInTables(t *testing.T) {
	for target := 1; target <= 2; target++ {
		for _, qualified := range []bool{false, true} {
			table := &Table{Namespaces: taggedNamespaces, Target: target, Qualified: qualified, Source: taggedSource{}, Derived: []any{(*taggedNumbers)(nil), (*taggedDerived)(nil)}}
			elements := map[bool]int{true: target}[qualified]
			typ := table.typeFor(reflect.TypeFor[taggedDerived]())
			got := []string{fmt.Sprint(typ.Name, typ.NS), fmt.Sprint(typ.Rows()[0].Of.Name, typ.Rows()[0].Of.NS)}
			for _, row := range typ.Rows()[1:] {
				text := fmt.Sprint(row.Name, row.NS)
				if m := row.More; m != nil && m.Any != nil {
					text += fmt.Sprint(m.Any.NS)
				} else if m != nil && m.Type != "" {
					text += fmt.Sprint(" of ", m.Type, m.TypeNS, m.Restricted)
				} else if m != nil && m.Array != nil {
					text += fmt.Sprint(" item ", m.Array.Name, m.Array.NS, m.Array.Rank, m.Array.Brackets)
				} else if m != nil {
					text += fmt.Sprint(" ", m.Fixed, m.IsFixed, m.Default)
				}
				if row.Kind == KindStruct {
					text += fmt.Sprint(" in ", row.Of.Name, row.Of.NS)
				}
				got = append(got, text)
			}
			v := Value{Zero: (*string)(nil), Tag: "value,default=b", Table: table}
			got = append(got, fmt.Sprint(v.Described().Name, v.Described().NS))
			want := fmt.Sprintf("derived%[1]d, base%[1]d, name%[2]d, other2, id0, kind2, code%[2]d of colour%[1]d false, size2 of shade2 true, plain0 of none0 false, n%[2]d in numbers%[1]d, "+
				`cells0 item cell%[1]d 2[], fixed%[2]d atruea, preset%[2]d falsea, esc%[2]d false=\, 0[%[1]d 2 0], value%[2]d`, target, elements)
			if text := strings.Join(got, ", "); text != want {
				t.Errorf("types in %d, elements in %d:\n got %s\nwant %s", target, elements, text, want)
			}
		}
	}
}

// TestReadValues reads values of types that are strings or numbers, each once.
func TestReadValues(t *testing.T) {
	type (
		word  string
		count uint8
		day   struct{ N int }
		blob  [2]byte
	)
	for _, c := range []struct{ got, want any }{
		{ReadValues[word]("token", []string{"a", "b", "a"}), []word{"a", "b"}},
		{ReadValues[count]("unsignedByte", []string{"7", "x", "007", "8", "256"}), []count{7, 8}},
		{ReadValues[int64]("", []string{"1"}), []int64{1}},
		{ReadValues[day]("", []string{"1"}), []day(nil)}, {ReadValues[blob]("", []string{"1"}), []blob(nil)},
	} {
		if !reflect.DeepEqual(c.got, c.want) {
			t.Errorf("got %#v, want %#v", c.got, c.want)
		}
	}
}

// TestIsForReceiver has the roles of each version of SOAP.
func TestIsForReceiver(t *testing.T) {
	for space, test := range map[string]struct {
		attribute string
		roles     map[string]bool
	}{
		SOAPEnvelope11: {"actor", map[string]bool{"": true, "http://schemas.xmlsoap.org/soap/actor/next": true, " urn:mine\n": true, "urn:other": false, SOAPEnvelope12 + "/role/next": false}},
		SOAPEnvelope12: {"role", map[string]bool{"": true, SOAPEnvelope12 + "/role/next": true, SOAPEnvelope12 + "/role/ultimateReceiver": true, "urn:mine": true, SOAPEnvelope12 + "/role/none": false}},
	} {
		for role, want := range test.roles {
			d := NewDecoder([]byte(`<h xmlns:s="`+space+`" s:`+test.attribute+`="`+role+`"/>`), rowNamespaces, Limits{})
			if d.Root(); d.IsForReceiver(space, []string{"urn:mine"}) != want {
				t.Errorf("%s %q is for the receiver: %t", space, role, !want)
			}
			d.Release()
		}
	}
}

// The types of tables that TestSimpleKinds defines; TypeOf finds them from then on.
type (
	refusedCode  string
	refusedCodes []refusedCode
)

// TestSimpleKinds refuses a kind that is not one of the Go type.
func TestSimpleKinds(t *testing.T) {
	for want, typ := range map[string]*Type{
		"schema: codec.refusedCode: codec.refusedCode is not defined as int32":     {Zero: (*refusedCode)(nil), Simple: true, Kind: KindInt32},
		"schema: codec.refusedCode: a kind that is not one of a simple type":       {Zero: (*refusedCode)(nil), Simple: true, Kind: KindStruct},
		"schema: xsd.Date: xsd.Date is not defined as xsd.Time":                    {Zero: (*xsd.Date)(nil), Simple: true, Kind: KindTime},
		"schema: codec.refusedCodes: codec.refusedCodes is not defined as []uint8": {Zero: (*refusedCodes)(nil), Simple: true, Kind: KindHex},
	} {
		table := Table{Types: []TypeRows{{Type: typ}}}
		Define(&table)
		func() {
			defer func() {
				if got := recover(); got != want {
					t.Errorf("%v, want %s", got, want)
				}
			}()
			table.Check()
		}()
	}
}
