package codec

import (
	"reflect"
	"strings"
	"sync"
	"testing"
)

// Types of two packages: the second one imports the first, as packages for
// namespaces do.

type RowParty struct{ Name string }

type RowPartyOrDerived interface{ AsRowParty() *RowParty }

func (v *RowParty) AsRowParty() *RowParty { return v }

type RowDeal struct{ By RowPartyOrDerived }

type RowCompany struct {
	RowParty
	Vat *string
}

const (
	nsParty   = 1<<30 + 5
	nsCompany = 1<<30 + 7
)

var (
	typeOfParty   = Type{NS: nsParty, Name: "party", Zero: (*RowParty)(nil)}
	typeOfDeal    = Type{NS: nsParty, Name: "deal", Zero: (*RowDeal)(nil)}
	typeOfCompany = Type{NS: nsCompany, Name: "company", Zero: (*RowCompany)(nil)}
)

var partyTypes = Table{
	Namespaces: []Namespace{{}, {URI: "urn:party", Prefix: "p", ID: nsParty}},
	Types: []TypeRows{
		{Type: &typeOfParty, Rows: []Row{{Name: "name", NS: nsParty, Kind: KindString, Occurs: Once}}},
		{Type: &typeOfDeal, Rows: []Row{{Name: "by", NS: nsParty, Kind: KindPoly, Of: &typeOfParty, Occurs: Once}}},
	},
}

var companyTypes = Table{
	Namespaces: []Namespace{{}, {URI: "urn:party", Prefix: "p", ID: nsParty}, {URI: "urn:company", Prefix: "c", ID: nsCompany}},
	Imports:    []*Table{&partyTypes},
	Types: []TypeRows{
		{Type: &typeOfCompany, Rows: []Row{{Kind: KindBase, Of: &typeOfParty}, {Name: "vat", NS: nsCompany, Kind: KindString}}},
	},
}

func init() {
	Define(&partyTypes)
	Define(&companyTypes)
}

// TestRowPackages reads and writes a value of a type that the package of its
// field does not know: the contract's table does.
func TestRowPackages(t *testing.T) {
	companyTypes.Check()
	want := &RowDeal{By: &RowCompany{RowParty{"a"}, ptr("b")}}
	e := encoder(t, partyTypes.Namespaces, true)
	e.Open(ElementName{nsParty, "deal"}, true)
	EncodeRows(e, &typeOfDeal, want)
	e.Close(ElementName{nsParty, "deal"})
	text := `<p:deal xmlns:p="urn:party" xmlns:xsi="` + XSINamespace + `"><p:by xmlns:c="urn:company" xsi:type="c:company"><p:name>a</p:name><c:vat>b</c:vat></p:by></p:deal>`
	if string(e.Bytes()) != text || e.Err() != nil {
		t.Errorf("%s, want %s, error %v", e.Bytes(), text, e.Err())
	}
	d := NewDecoder([]byte(text), companyTypes.Namespaces, Limits{})
	defer d.Release()
	d.Types = &companyTypes
	got := new(RowDeal)
	if d.Root() {
		DecodeRows(d, &typeOfDeal, got)
	}
	if d.End(); d.Err() != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v, error %v", got, want, d.Err())
	}
}

// TestRowNamespaces reads and writes with a namespace that is replaced when the
// program runs: a plan holds no URI.
func TestRowNamespaces(t *testing.T) {
	for _, uri := range [...]string{"urn:rows", "urn:replaced"} {
		table := append([]Namespace(nil), rowNamespaces...)
		table[1].URI = uri
		doc := strings.ReplaceAll(rowDocument("<name>a</name>"), "urn:rows", uri)
		d := NewDecoder([]byte(doc), table, Limits{})
		var v RowAnimal
		if d.Root() {
			DecodeRows(d, &typeOfAnimal, &v)
		}
		if d.Err() != nil || v.Name != "a" {
			t.Errorf("%s: %+v, error %v", doc, v, d.Err())
		}
		d.Release()
		e := encoder(t, table, true)
		e.Open(ElementName{1, "r"}, true)
		EncodeRows(e, &typeOfAnimal, &v)
		e.Close(ElementName{1, "r"})
		if string(e.Bytes()) != doc {
			t.Errorf("%s, want %s", e.Bytes(), doc)
		}
	}
}

// TestRowWrapper reads what a response has around a result. The wrapper has no Go
// type; its items have.
func TestRowWrapper(t *testing.T) {
	wrapper := &Type{NS: 1, Name: "result"}
	define(wrapper, Row{Name: "animal", NS: 1, Kind: KindStruct, Of: &typeOfAnimal, Occurs: Many})
	v, err := decodeRowsOf(rowDocument("<animal><name>a</name></animal><animal id='5'><name>b</name></animal>"), wrapper)
	must(t, err)
	list := v.(*Record).Field(0).(*[]RowAnimal)
	if want := []RowAnimal{{Name: "a"}, {Id: ptr(int32(5)), Name: "b"}}; !reflect.DeepEqual(*list, want) {
		t.Errorf("%+v, want %+v", *list, want)
	}
	if text, err := encodeRowsOf(v, wrapper); err != nil || text != rowDocument(`<animal><name>a</name></animal><animal id="5"><name>b</name></animal>`) {
		t.Errorf("%s, error %v", text, err)
	}
}

// TestRowEmptyRecord writes records without values. A field that must have one is
// an error; nothing is written to the record.
func TestRowEmptyRecord(t *testing.T) {
	endless := &Type{NS: 1, Name: "endless"}
	define(endless, Row{Name: "next", NS: 1, Kind: KindStruct, Of: endless, Occurs: Once})
	optional := &Type{NS: 1, Name: "optional"}
	define(optional, Row{Name: "a", NS: 1, Kind: KindInt32}, Row{Name: "b", NS: 1, Kind: KindString, Occurs: Many}, Row{Name: "next", NS: 1, Kind: KindStruct, Of: optional})
	if text, err := encodeRowsOf(NewRecord(endless), endless); err == nil || err.Error() != "next: the element must have a value, which is nil" {
		t.Errorf("%s, error %v", text, err)
	}
	r := new(Record)
	if text, err := encodeRowsOf(r, optional); err != nil || text != rowDocument("") || r.slots != nil {
		t.Errorf("%s, error %v", text, err)
	}
	r = NewRecord(optional)
	*r.Field(2).(**Record) = NewRecord(optional)
	if text, err := encodeRowsOf(r, optional); err != nil || text != rowDocument("<next></next>") || r.slots[0] != nil {
		t.Errorf("%s, error %v", text, err)
	}
}

// TestRowPlansAtOnce makes the plans of types that many goroutines need at once.
func TestRowPlansAtOnce(t *testing.T) {
	for range 20 {
		types := asRecords(&testTypes)
		var group sync.WaitGroup
		for range 8 {
			group.Add(1)
			go func() {
				defer group.Done()
				for _, c := range rowCases {
					v, err := decodeRowsOf(rowDocument(c.content), types[c.typ])
					if err != nil {
						t.Error(err)
					} else if _, err := encodeRowsOf(v, types[c.typ]); err != nil {
						t.Error(err)
					}
				}
			}()
		}
		group.Wait()
	}
}

// TestRowChecksAll makes the plans of all types.
func TestRowChecksAll(t *testing.T) {
	for _, table := range [...]*Table{&testTypes, &trainTypes, &partyTypes, &companyTypes} {
		table.Check()
		for i := range table.Types {
			typ := table.Types[i].Type
			if typ.Simple {
				continue
			}
			if first := typ.planOf(); typ.planOf() != first {
				t.Errorf("the plan of %s is made twice", typ.label())
			}
		}
	}
}

// TestRowPanicLeavesNothing asks for the plan of a type again that does not fit:
// it panics again.
func TestRowPanicLeavesNothing(t *testing.T) {
	typ := define(&Type{Zero: (*CheckBase)(nil)})
	first := panicOf(func() { typ.planOf() })
	if again := panicOf(func() { typ.planOf() }); first == "" || again != first {
		t.Errorf("%q, and then %q", first, again)
	}
}
