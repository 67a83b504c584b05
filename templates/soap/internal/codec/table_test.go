package codec

import (
	"strings"
	"testing"
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
	e := NewEncoder(thingTypes.Namespaces, true)
	defer e.Release()
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

// Check looks at what is imported, and only once.
func TestCheckImports(t *testing.T) {
	typ := &Type{Name: "t", Zero: (*TableThing)(nil)}
	inner := &Table{Types: []TypeRows{{Type: typ, Rows: []Row{{Name: "a", Kind: KindString, Occurs: Once}}}}}
	outer := &Table{Imports: []*Table{inner}}
	Define(inner)
	Define(outer)
	if got := panicOf(outer.Check); !strings.Contains(got, "the field is a int32") {
		t.Error(got)
	}
	typ.Rows()[0].Kind = KindInt32
	outer.Check()
	typ.Rows()[0].Kind = KindString
	if got := panicOf(outer.Check); got != "" {
		t.Error(got)
	}
}
