package validate

import (
	"errors"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

type (
	ValueParty struct{ Name *string }
	valueFirm  struct {
		ValueParty
		Code valueCode
	}
	valueCode   string
	valueCodes  []valueCode
	valueBlob   []byte
	valueAsk    struct{ Code valueCode }
	valueHidden struct{ Code valueCode }
	valueAlone  struct{ Code valueCode }
	valueOwned  struct{ Code valueCode }
)

var (
	typeOfParty  = schema.Type{NS: 1, Name: "party", Zero: (*ValueParty)(nil)}
	typeOfFirm   = schema.Type{NS: 1, Name: "firm", Zero: (*valueFirm)(nil)}
	typeOfCode   = schema.Type{NS: 1, Name: "code", Zero: (*valueCode)(nil), Simple: true, Kind: codec.KindToken, More: &schema.TypeMore{Facets: &schema.Facets{Patterns: []string{"^[A-Z]$"}}}}
	typeOfCodes  = schema.Type{NS: 1, Name: "codes", Zero: (*valueCodes)(nil), Simple: true, More: &schema.TypeMore{Facets: &schema.Facets{MaxLength: "2"}}}
	typeOfBlob   = schema.Type{NS: 1, Name: "blob", Zero: (*valueBlob)(nil), Simple: true, Kind: codec.KindHex, More: &schema.TypeMore{Facets: &schema.Facets{Length: "1"}}}
	typeOfDay    = schema.Type{NS: 1, Name: "day", Zero: (*xsd.Date)(nil), Simple: true, Kind: codec.KindDate, More: &schema.TypeMore{Facets: &schema.Facets{MinInclusive: "2020-01-01"}}}
	typeOfAsk    = schema.Type{Zero: (*valueAsk)(nil)}
	typeOfHidden = schema.Type{Zero: (*valueHidden)(nil)}
	typeOfAlone  = schema.Type{NS: 1, Name: "alone", Zero: (*valueAlone)(nil)}
	typeOfOwned  = schema.Type{Zero: (*valueOwned)(nil)}

	valueRows       = []schema.Row{{Name: "code", NS: 1, Kind: codec.KindToken, Of: &typeOfCode, Occurs: schema.Once}}
	valueNamespaces = []schema.Namespace{{}, {URI: "urn:t", Prefix: "p"}}
	valueTypes      = schema.Table{
		Namespaces: valueNamespaces,
		Types: []schema.TypeRows{
			{Type: &typeOfParty, Rows: []schema.Row{{Name: "name", NS: 1, Kind: codec.KindString}}},
			{Type: &typeOfFirm, Rows: append([]schema.Row{{Kind: codec.KindBase, Of: &typeOfParty}}, valueRows...)},
			{Type: &typeOfCode},
			{Type: &typeOfCodes, Rows: []schema.Row{{Kind: codec.KindToken, Of: &typeOfCode, At: schema.AtListItem}}},
			{Type: &typeOfBlob},
			{Type: &typeOfDay},
			{Type: &typeOfAsk, Rows: valueRows},
			{Type: &typeOfHidden, Rows: valueRows},
		},
		Elements: schema.ElementList{{Row: schema.Row{Name: "ask", NS: 1, Kind: codec.KindStruct, Of: &typeOfAsk}}},
	}
	aloneRows  = []schema.Row{withMore(valueRows[0], schema.More{Facets: &schema.Facets{Patterns: []string{"^[A-Z]$"}}})}
	otherTypes = schema.Table{
		Namespaces: valueNamespaces,
		Types:      []schema.TypeRows{{Type: &typeOfAlone, Rows: aloneRows}, {Type: &typeOfOwned, Rows: aloneRows}},
		Elements:   schema.ElementList{{Row: schema.Row{Name: "owned", NS: 1, Kind: codec.KindStruct, Of: &typeOfOwned}}},
	}
)

func init() {
	codec.Define(&valueTypes)
	codec.Define(&otherTypes)
}

// TestValue validates values and pointers of complex and simple types, by the type that they have, not by the type of a variable.
func TestValue(t *testing.T) {
	code, bad, text := valueCode("A"), valueCode("a"), "x"
	var party any = &valueFirm{ValueParty: ValueParty{Name: &text}, Code: "a"}
	for _, c := range []struct {
		v    any
		want string // "": it is valid
	}{
		{nil, ""}, {(*valueFirm)(nil), ""}, {(*valueCode)(nil), ""}, {&ValueParty{}, ""}, {ValueParty{Name: &text}, ""},
		{&valueFirm{Code: "A"}, ""}, {valueFirm{Code: "A"}, ""}, {party, `/firm/code: "a" does not match the pattern`},
		{valueFirm{Code: "ab"}, `/firm/code: "ab" does not match`},
		{code, ""}, {&code, ""}, {bad, `/code: "a" does not match`}, {&bad, `/code: "a" does not match`},
		{valueCodes{"A", "B"}, ""}, {valueCodes(nil), ""}, {valueCodes{"A", "B", "C"}, `/codes: "A B C" has the length 3`},
		{valueBlob{255}, ""}, {valueBlob{1, 2}, `/blob: "0102" has the length 2`},
		{&valueOwned{Code: "A"}, ""}, {&valueOwned{}, `/owned/code: "" does not match`},
		{&valueAlone{Code: "A"}, ""}, {valueAlone{Code: "a"}, `/alone/code: "a" does not match`},
		{&valueAsk{Code: "A"}, ""}, {&valueAsk{}, `/ask/code: "" does not match`},
		{&valueHidden{Code: "A"}, ""}, {&valueHidden{}, `/value/code: "" does not match`},
	} {
		err := Value(c.v)
		var invalid *Error
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%+v: %v", c.v, err)
		case c.want != "" && (!errors.As(err, &invalid) || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%+v: %v, want %s", c.v, err, c.want)
		}
		if again := NewChecker(&contract.Contract{Types: &valueTypes}).Value(t.Context(), c.v); (again == nil) != (err == nil) {
			t.Errorf("%+v: the checker returns %v", c.v, again)
		}
	}
}

// TestValueOfOtherTypes returns errors that name the Go type. A checker passes over these values.
func TestValueOfOtherTypes(t *testing.T) {
	for _, c := range []struct {
		v    any
		want string
	}{
		{"A", "no contract describes the Go type string"},
		{xsd.Date{}, "no contract describes the Go type xsd.Date"},
		{new(*valueFirm), "no contract describes the Go type **validate.valueFirm"},
	} {
		err := Value(c.v)
		var invalid *Error
		if err == nil || errors.As(err, &invalid) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%T: %v, want %s", c.v, err, c.want)
		}
		if err := NewChecker(&contract.Contract{Types: &valueTypes}).Value(t.Context(), c.v); err != nil {
			t.Errorf("%T: the checker returns %v", c.v, err)
		}
	}
}

// TestElementOfBuiltInType validates an element whose type is one of XML Schema's, which no Go type is generated for.
func TestElementOfBuiltInType(t *testing.T) {
	row := withMore(schema.Row{Name: "count", NS: 1, Kind: codec.KindInt32, Occurs: schema.Once}, schema.More{Facets: &schema.Facets{MaxInclusive: "9"}})
	types := &schema.Table{Namespaces: valueNamespaces, Elements: schema.ElementList{{Row: row}}}
	codec.Define(types)
	info := func(types *schema.Table) schema.Element[int32] {
		return schema.Element[int32]{Info: &schema.ElementInfo{
			Name: schema.ElementName{NS: 1, Local: "count"}, Table: &schema.ElementTable{Namespaces: valueNamespaces, Types: types},
			Value: &schema.Value{Zero: (*int32)(nil), Row: row},
		}}
	}
	if err := Element(info(types), 9); err != nil {
		t.Error(err)
	}
	var invalid *Error
	if err := Element(info(types), 10); !errors.As(err, &invalid) || !strings.Contains(err.Error(), `/count: "10" is not at most 9`) {
		t.Errorf("a value that is too large: %v", err)
	}
	if err := Element(info(nil), 9); err == nil || !strings.Contains(err.Error(), "no contract describes the element count") {
		t.Errorf("without a table: %v", err)
	}
}

// TestContractsWithoutTypes have no checker.
func TestContractsWithoutTypes(t *testing.T) {
	if NewChecker(&contract.Contract{}) != nil {
		t.Error("a contract without types has a checker")
	}
}
