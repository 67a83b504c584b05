package codec

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
)

// TestDefineAtRunTime makes descriptions in many goroutines, and uses them together with types of the table that all
// of them import.
func TestDefineAtRunTime(t *testing.T) {
	var wait sync.WaitGroup
	for i := range 20 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			derived := &Type{NS: 1, Name: "derived", Zero: (*RowCompany)(nil)}
			holder := &Type{NS: 1, Name: "holder"}
			table := &Table{
				Namespaces: []Namespace{{}, {URI: "urn:made", Prefix: "m"}},
				Imports:    []*Table{&partyTypes},
				Types: []TypeRows{
					{Type: derived, Rows: []Row{{Kind: KindBase, Of: &typeOfParty}, {Name: "vat", NS: 1, Kind: KindString}}},
					{Type: holder, Rows: []Row{{Name: "n", NS: 1, Kind: KindInt32, Occurs: Once}}},
				},
			}
			Define(table)
			table.Check()
			record := NewRecord(holder)
			*record.Field(0).(*int32) = int32(i)
			e := NewEncoder(table.Namespaces, true)
			defer e.Release()
			e.Raw("<m:e")
			EncodeRows(e, holder, record)
			if want := fmt.Sprintf("<m:e><m:n>%d</m:n>", i); string(e.Bytes()) != want || e.Err() != nil {
				t.Errorf("%s, want %s, error %v", e.Bytes(), want, e.Err())
			}
			deal := NewEncoder(partyTypes.Namespaces, true)
			defer deal.Release()
			deal.Open(ElementName{nsParty, "deal"}, true)
			if EncodeRows(deal, &typeOfDeal, &RowDeal{By: &RowParty{"a"}}); deal.Err() != nil {
				t.Error(deal.Err())
			}
		}()
	}
	wait.Wait()
}

// TestTablesImportEachOther checks tables of which each imports the other, and looks for a type that neither has.
func TestTablesImportEachOther(t *testing.T) {
	type one struct{ A string }
	type two struct{ B string }
	type none struct{}
	typeOne, typeTwo := Type{Name: "one", Zero: (*one)(nil)}, Type{Name: "two", Zero: (*two)(nil)}
	var first, second Table
	first.Types = []TypeRows{{Type: &typeOne, Rows: []Row{{Name: "a", Kind: KindString, Occurs: Once}}}}
	second.Types = []TypeRows{{Type: &typeTwo, Rows: []Row{{Name: "b", Kind: KindString}}}}
	first.Imports, second.Imports = []*Table{&second}, []*Table{&first}
	Define(&first)
	Define(&second)
	if found := first.typeOf(reflect.TypeFor[*none]()); found != nil {
		t.Errorf("found %s", found.label())
	}
	if first.typeOf(reflect.TypeFor[*two]()) != &typeTwo || second.typeOf(reflect.TypeFor[*one]()) != &typeOne {
		t.Error("a type is not found")
	}
	for _, table := range []*Table{&first, &second} {
		if got := panicOf(table.Check); !strings.Contains(got, "two.b: the field is a string, not a pointer of string") {
			t.Errorf("the panic is %q", got)
		}
	}
}

// TestCheckNamed checks an interface of one package against the types of another that imports it: xsi:type may name
// them where the contract has the types of both.
func TestCheckNamed(t *testing.T) {
	type bare struct{ Name string } // without the method of the interface
	type deal struct{ By RowPartyOrDerived }
	type deals struct{ By []RowPartyOrDerived }
	party := Type{NS: 1, Name: "party", Zero: (*RowParty)(nil)}
	odd := Type{NS: 1, Name: "odd", Zero: (*bare)(nil)}
	inner := Table{Types: []TypeRows{
		{Type: &party, Rows: []Row{{Name: "name", Kind: KindString, Occurs: Once}}},
		{Type: &Type{Name: "deal", Zero: (*deal)(nil)}, Rows: []Row{{Name: "by", Kind: KindPoly, Of: &party}}},
	}}
	lists := Table{Imports: []*Table{&inner}, Types: []TypeRows{
		{Type: &Type{Name: "deals", Zero: (*deals)(nil)}, Rows: []Row{{Name: "by", Kind: KindPoly, Of: &party, Occurs: Many}}},
	}}
	outer := Table{Imports: []*Table{&inner}, Types: []TypeRows{{Type: &odd, Rows: []Row{{Name: "name", Kind: KindString, Occurs: Once}}}}}
	for _, table := range []*Table{&inner, &lists, &outer} {
		Define(table)
	}
	odd.state().base = &party // as if the Go type embedded it under another name
	inner.Check()
	lists.Check()
	const want = "*codec.bare does not implement codec.RowPartyOrDerived"
	if got := panicOf(outer.Check); !strings.Contains(got, "deal.by: "+want) {
		t.Errorf("the panic is %q", got)
	}
	both := Table{Imports: []*Table{&lists, &outer}}
	if got := panicOf(both.Check); !strings.Contains(got, ".by: "+want) {
		t.Errorf("the panic is %q", got)
	}
	value := &Value{Zero: (*RowPartyOrDerived)(nil), Row: Row{Name: "v", Kind: KindPoly, Of: &party}}
	inner.CheckValue(value)
	if got := panicOf(func() { outer.CheckValue(value) }); !strings.Contains(got, want) {
		t.Errorf("the panic is %q", got)
	}
}

// TestDerivedTypesOfOneTable checks types without Go types: those with a base do not affect each other, and neither their order
// nor their number matters.
func TestDerivedTypesOfOneTable(t *testing.T) {
	number := func(name string) Row { return Row{Name: name, Kind: KindInt32, Occurs: Once} }
	attribute := Row{Name: "id", Kind: KindString, At: AtAttribute}
	derived := func(base *TypeRows, rows ...Row) TypeRows {
		return TypeRows{Type: &Type{Name: "t"}, Rows: append([]Row{{Kind: KindBase, Of: base.Type}}, rows...)}
	}
	base := TypeRows{Type: &Type{Name: "base"}, Rows: []Row{attribute, number("a"), number("b"), number("c")}}
	one := derived(&base, number("d"))
	two := derived(&base, attribute, Row{Name: "e", Kind: KindItems, Of: base.Type}, Row{Name: "d", Kind: KindString})
	last := derived(&two, number("f"))
	long := []TypeRows{base}
	for range maxBaseDepth {
		long = append(long, derived(&long[len(long)-1]))
	}
	for _, test := range []struct {
		types []TypeRows
		want  string
	}{
		{[]TypeRows{base, one, two, last, derived(&one, Row{Name: "d", Kind: KindInherited})}, ""},
		{[]TypeRows{base, two, last, one, derived(&last, number("g"), attribute), derived(&last, number("g"))}, ""},
		{[]TypeRows{base, one, two, last, derived(&last, number("a"))}, "schema: t.a: the field a has the name a, too"},
		{[]TypeRows{base, one, two, last, derived(&one, number("g"), number("d"))}, "schema: t.d: the field d has the name d, too"},
		{long, ""},
		{append(long, derived(&long[maxBaseDepth])), "schema: base is its own base"},
	} {
		for range 2 {
			var types []TypeRows
			for i := range test.types { // Define takes each type once
				types = append(types, TypeRows{Type: &Type{Name: test.types[i].Type.Name}, Rows: slices.Clone(test.types[i].Rows)})
			}
			for i := range types {
				for j := range types[i].Rows {
					if k := slices.IndexFunc(test.types, func(o TypeRows) bool { return o.Type == types[i].Rows[j].Of }); k >= 0 {
						types[i].Rows[j].Of = types[k].Type
					}
				}
			}
			slices.Reverse(test.types)
			table := &Table{Types: types}
			Define(table)
			if got := panicOf(table.Check); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		}
	}
}
