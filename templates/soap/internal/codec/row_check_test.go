package codec

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/xsd"
)

// The types below do not fit their rows.
type (
	CheckBase  struct{ A int32 }
	CheckOther struct{ A int32 }

	checkOne struct {
		A string
		B int32
	}
	checkHidden   struct{ a string }
	checkPointer  struct{ A *string }
	checkValue    struct{ A string }
	checkSlice    struct{ A []string }
	checkNillable struct{ A xsd.Nillable[int32] }
	checkFake     struct {
		A struct {
			Value *string
			Nil   bool
		}
	}
	checkNamed   struct{ A checkString }
	checkString  string
	checkNumber  int64
	checkDerived struct{ CheckBase }
	checkField   struct{ CheckBase CheckBase }
	checkIface   struct{ A interface{ none() } }
	checkAny     struct{ A any }
	checkInner   struct{ A CheckBase }
	checkAttrs   struct{ AnyAttrs []string }
	checkItems   struct{ Items []CheckOther }
	checkMember  struct{ A CheckBase }
	checkList    []int64
	checkTwo     struct{ A, B int32 }
	CheckEndless struct{ Items []CheckEndless }
)

var _ = checkHidden{}.a

// checked defines types for a case, of which the first is checked.
func checked(rows []Row, zero any, others ...TypeRows) *Type {
	t := &Type{Name: "t", Zero: zero}
	Define(&Table{Namespaces: rowNamespaces, Types: append([]TypeRows{{Type: t, Rows: rows}}, others...)})
	return t
}

// TestRowChecks holds each rule that rows and Go types must obey. A panic has the
// names of the type and the field.
func TestRowChecks(t *testing.T) {
	base := define(&Type{Name: "base", Zero: (*CheckBase)(nil)}, Row{Name: "a", Kind: KindInt32, Occurs: Once})
	other := define(&Type{Name: "other", Zero: (*CheckOther)(nil)}, Row{Name: "a", Kind: KindInt32, Occurs: Once})
	record := define(&Type{Name: "record"}, Row{Name: "a", Kind: KindInt32, Occurs: Once})
	text := define(&Type{Zero: (*checkString)(nil), Simple: true})
	number := define(&Type{Zero: (*checkNumber)(nil), Simple: true})
	list := define(&Type{Zero: (*checkList)(nil), Simple: true}, Row{Kind: KindInt32, At: AtListItem})
	undefined := &Type{Name: "undefined", Zero: (*CheckBase)(nil)}
	a := Row{Name: "a", Kind: KindString, Occurs: Once}
	with := func(change func(*Row)) []Row {
		row := a
		change(&row)
		return []Row{row}
	}
	for _, c := range []struct {
		rows []Row
		zero any
		want string
	}{
		{nil, (*checkOne)(nil), "checkOne: the field A has no row"},
		{[]Row{a}, (*checkOne)(nil), "checkOne: the field B has no row"},
		{[]Row{a, {Name: "b", Kind: KindInt32, Occurs: Once}, {Name: "c", Kind: KindInt32}}, (*checkOne)(nil), "checkOne.c: the row has no field: there are 2"},
		{[]Row{a}, (*checkHidden)(nil), "checkHidden.a: the field a is not exported"},
		{[]Row{a}, (*checkPointer)(nil), "checkPointer.a: the field is a *string, not a value of string"},
		{with(func(r *Row) { r.Occurs = Optional }), (*checkValue)(nil), "checkValue.a: the field is a string, not a pointer of string"},
		{with(func(r *Row) { r.Occurs = Many }), (*checkValue)(nil), "the field is a string, not a slice of string"},
		{with(func(r *Row) { r.Occurs = Many; r.Nillable = true }), (*checkSlice)(nil), "the field is a []string, not a slice of pointers of string"},
		{with(func(r *Row) { r.Occurs = Optional; r.Nillable = true }), (*checkNillable)(nil), "not a Nillable of string"},
		{with(func(r *Row) { r.Occurs = Optional; r.Nillable = true }), (*checkFake)(nil), "not a Nillable of string"},
		{with(func(r *Row) { r.Kind = KindInt32 }), (*checkValue)(nil), "the field is a string, not a value of int32"},
		{[]Row{a}, (*checkNamed)(nil), "the field is a codec.checkString, not a value of string"},
		{with(func(r *Row) { r.Of = number }), (*checkNamed)(nil), "codec.checkNumber is not defined as string"},
		{with(func(r *Row) { r.Of = undefined }), (*checkValue)(nil), "the type codec.CheckBase is not defined: call Define"},
		{with(func(r *Row) { r.Kind = KindNone }), (*checkValue)(nil), "no kind"},
		{with(func(r *Row) { r.Kind = 255 }), (*checkValue)(nil), "no type"},
		{with(func(r *Row) { r.Kind = 255; r.Of = base }), (*checkValue)(nil), "unknown kind"},
		{with(func(r *Row) { r.At = 255 }), (*checkValue)(nil), "unknown place"},
		{with(func(r *Row) { r.At = AtItem }), (*checkValue)(nil), "not an array"},
		{with(func(r *Row) { r.At = AtAttribute; r.Occurs = Many }), (*checkSlice)(nil), "not a value of an attribute"},
		{with(func(r *Row) { r.More = &More{Any: &xsd.Wildcard{}} }), (*checkValue)(nil), "a wildcard whose value is not RawXML"},
		{with(func(r *Row) { r.Kind = KindStruct }), (*checkInner)(nil), "checkInner.a: no type"},
		{with(func(r *Row) { r.Kind, r.Of = KindStruct, other }), (*checkInner)(nil), "the field is a codec.CheckBase, not a value of codec.CheckOther"},
		{with(func(r *Row) { r.Kind, r.Of = KindStruct, record }), (*checkInner)(nil), "the type record has no Go type"},
		{with(func(r *Row) { r.Kind, r.Of = KindStruct, text }), (*checkNamed)(nil), "codec.checkString has no fields"},
		{with(func(r *Row) { r.Kind, r.Of = KindPoly, base }), (*checkInner)(nil), "the field is a codec.CheckBase, not a value of an interface"},
		{with(func(r *Row) { r.Kind, r.Of = KindList, base }), (*checkInner)(nil), "codec.CheckBase is not a list"},
		{with(func(r *Row) { r.Kind, r.Of = KindList, list }), (*checkInner)(nil), "codec.checkList: a list of int32 is a codec.checkList in Go"},
		{with(func(r *Row) { r.Kind, r.Of = KindMember, base }), (*checkMember)(nil), "the field is a codec.CheckBase, not a pointer of codec.CheckBase"},
		{[]Row{{Kind: KindItems, Of: base}}, (*checkItems)(nil), "checkItems.Items: the field is a []codec.CheckOther, not a slice of codec.CheckBase"},
		{[]Row{{Kind: KindAnyAttributes, More: &More{Any: &xsd.Wildcard{}}}}, (*checkAttrs)(nil), "checkAttrs.AnyAttrs: the field is a []string, not a []xsd.Attr"},
		{[]Row{{Kind: KindBase, Of: other}}, (*checkDerived)(nil), "the field CheckBase does not embed codec.CheckOther"},
		{[]Row{{Kind: KindBase, Of: base}}, (*checkField)(nil), "the field CheckBase does not embed codec.CheckBase"},
		{[]Row{{Kind: KindBase, Of: record}}, (*checkDerived)(nil), "only one of the type and its base has a Go type"},
		{[]Row{{Kind: KindBase}}, (*checkDerived)(nil), "no base"},
		{[]Row{a, {Kind: KindBase, Of: base}}, (*checkValue)(nil), "a base that is not the first row"},
		{[]Row{{Kind: KindBase, Of: base}, {Name: "x", Kind: KindInherited}}, (*checkDerived)(nil), "checkDerived.x: the element is not inherited"},
		{[]Row{{Name: "a", Kind: KindInt32, Occurs: Once, At: AtContent}, {Name: "b", Kind: KindInt32, Occurs: Once}}, (*checkTwo)(nil), "checkTwo.a: simple content beside elements"},
		{[]Row{{Name: "a", Kind: KindInt32, Occurs: Once, At: AtContent}, {Name: "b", Kind: KindInt32, Occurs: Once, At: AtContent}}, (*checkTwo)(nil), "checkTwo.b: there is one already"},
		{[]Row{{Name: "a", Kind: KindInt32, Occurs: Once}, {Name: "a", Kind: KindInt32, Occurs: Once}}, (*checkTwo)(nil), "the field A has the name a, too"},
		{[]Row{a}, checkValue{}, "Zero is not a nil pointer"},
		{[]Row{a}, (*checkString)(nil), "a string has no fields"},
		{[]Row{a}, new(checkValue), "Zero is not a nil pointer"},
	} {
		typ := checked(c.rows, c.zero)
		for _, made := range [...]func(){func() { typ.state().table.Check() }, func() { typ.planOf() }} {
			if got := panicOf(made); !strings.Contains(got, c.want) || !strings.HasPrefix(got, "schema: ") {
				t.Errorf("%T with %+v: %q, want %q", c.zero, c.rows, got, c.want)
			}
		}
	}
	checkInterfaces(t)
	endless := &Type{Name: "endless", Zero: (*CheckEndless)(nil)}
	define(endless, Row{Kind: KindItems, Of: endless})
	if got := panicOf(endless.state().table.Check); !strings.Contains(got, "CheckEndless.Items: codec.CheckEndless holds itself") {
		t.Errorf("a type that holds itself: %q", got)
	}
}

// checkInterfaces checks that all types that may stand in a place fit there.
func checkInterfaces(t *testing.T) {
	t.Helper()
	for _, c := range []struct {
		zero any
		want string
	}{
		{(*checkIface)(nil), "checkIface.a: *codec.CheckBase does not implement interface { codec.none() }"},
		{(*checkAny)(nil), ""},
	} {
		base := &Type{Name: "base", Zero: (*CheckBase)(nil)}
		typ := checked([]Row{{Name: "a", Kind: KindPoly, Of: base, Occurs: Once}}, c.zero,
			TypeRows{Type: base, Rows: []Row{{Name: "a", Kind: KindInt32, Occurs: Once}}})
		if got := panicOf(typ.state().table.Check); !strings.Contains(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%T: %q, want %q", c.zero, got, c.want)
		}
	}
}

func panicOf(f func()) (message string) {
	defer func() {
		if v := recover(); v != nil {
			message, _ = v.(string)
		}
	}()
	f()
	return ""
}

// TestRowValues panics for something that is not a value of the type.
func TestRowValues(t *testing.T) {
	for _, v := range []any{nil, RowAnimal{}, (*RowAnimal)(nil), new(RowDog), new(Record), (*Record)(nil)} {
		if got := panicOf(func() { typeOfAnimal.pointerTo(v) }); !strings.Contains(got, "is not a pointer to a value of the type codec.RowAnimal") {
			t.Errorf("%T: %q", v, got)
		}
	}
	if got := panicOf(func() { new(Type).planOf() }); !strings.Contains(got, "not defined") {
		t.Errorf("a type that is not defined: %q", got)
	}
	if p := typeOfAnimal.pointerTo(new(RowAnimal)); p.isNil() || reflect.TypeFor[RowAnimal]() != typeOfAnimal.goType() {
		t.Error("a pointer is refused")
	}
}

// TestRecordOfAnotherType puts a record into the field of one that has another type.
func TestRecordOfAnotherType(t *testing.T) {
	inner, other := Type{Name: "inner"}, Type{Name: "other"}
	outer := Type{Name: "outer"}
	table := Table{Types: []TypeRows{
		{Type: &inner, Rows: []Row{{Name: "a", Kind: KindString}, {Name: "b", Kind: KindString}}},
		{Type: &other, Rows: []Row{{Name: "n", Kind: KindInt32, Occurs: Once}}},
		{Type: &outer, Rows: []Row{{Name: "child", Kind: KindStruct, Of: &inner}}},
	}}
	Define(&table)
	record := NewRecord(&outer)
	*record.Field(0).(**Record) = NewRecord(&other)
	for _, written := range []func(*Encoder){
		func(e *Encoder) { EncodeRows(e, &outer, record) },
		func(e *Encoder) { EncodeRows(e, &inner, NewRecord(&other)) },
		func(e *Encoder) { EncodeValue(e, &inner, NewRecord(&other), "") },
		func(e *Encoder) {
			(&Value{Zero: (**Record)(nil), Row: Row{Kind: KindStruct, Of: &inner}}).Put(e, NewRecord(&other))
		},
	} {
		e := encoder(t, []Namespace{{}}, false)
		e.Open(ElementName{Local: "outer"}, true)
		written(e)
		var refused *EncodeError
		if !errors.As(e.Err(), &refused) || !strings.Contains(refused.Message, "type other") || !strings.Contains(refused.Message, "type inner") {
			t.Errorf("the error is %v", e.Err())
		}
	}
	p := WriteParameters()
	if VisitParameters(p, &inner, NewRecord(&other)); p.Err() == nil || !strings.Contains(p.Err().Error(), "type other") {
		t.Errorf("the error of parameters is %v", p.Err())
	}
}

// TestCheckNamed checks an interface of one package against the types of another that imports it: xsi:type may name
// them where the contract has the types of both.
func TestCheckNamed(t *testing.T) {
	type bare struct{ A int32 } // without the method of the interface
	type hold struct{ By tableBase }
	type holds struct{ By []tableBase }
	thing := Type{NS: 1, Name: "thing", Zero: (*TableThing)(nil)}
	odd := Type{NS: 1, Name: "odd", Zero: (*bare)(nil)}
	inner := Table{Types: []TypeRows{
		{Type: &thing, Rows: []Row{{Name: "a", Kind: KindInt32, Occurs: Once}}},
		{Type: &Type{Name: "hold", Zero: (*hold)(nil)}, Rows: []Row{{Name: "by", Kind: KindPoly, Of: &thing}}},
	}}
	lists := Table{Imports: []*Table{&inner}, Types: []TypeRows{
		{Type: &Type{Name: "holds", Zero: (*holds)(nil)}, Rows: []Row{{Name: "by", Kind: KindPoly, Of: &thing, Occurs: Many}}},
	}}
	outer := Table{Imports: []*Table{&inner}, Types: []TypeRows{{Type: &odd, Rows: []Row{{Name: "a", Kind: KindInt32, Occurs: Once}}}}}
	for _, table := range []*Table{&inner, &lists, &outer} {
		Define(table)
	}
	odd.state().base = &thing // as if the Go type embedded it under another name
	inner.Check()
	lists.Check()
	const want = "*codec.bare does not implement codec.tableBase"
	if got := panicOf(outer.Check); !strings.Contains(got, "hold.by: "+want) {
		t.Errorf("the panic is %q", got)
	}
	both := Table{Imports: []*Table{&lists, &outer}}
	if got := panicOf(both.Check); !strings.Contains(got, ".by: "+want) {
		t.Errorf("the panic is %q", got)
	}
	value := &Value{Zero: (*tableBase)(nil), Row: Row{Name: "v", Kind: KindPoly, Of: &thing}}
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
