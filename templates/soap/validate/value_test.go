package validate

import (
	"errors"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/contract"
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
	valueLost   struct{ Code valueCode }
	valueAlone  struct{ Code valueCode }
	valueOwned  struct{ Code valueCode }
)

var (
	typeOfParty  = schema.Type{NS: 1, Name: "party", Zero: (*ValueParty)(nil)}
	typeOfFirm   = schema.Type{NS: 1, Name: "firm", Zero: (*valueFirm)(nil)}
	typeOfCode   = schema.Type{NS: 1, Name: "code", Zero: (*valueCode)(nil), Simple: true, Kind: schema.KindToken}
	typeOfCodes  = schema.Type{NS: 1, Name: "codes", Zero: (*valueCodes)(nil), Simple: true}
	typeOfBlob   = schema.Type{NS: 1, Name: "blob", Zero: (*valueBlob)(nil), Simple: true, Kind: schema.KindHex}
	typeOfDay    = schema.Type{NS: 1, Name: "day", Zero: (*xsd.Date)(nil), Simple: true, Kind: schema.KindDate}
	typeOfAsk    = schema.Type{Zero: (*valueAsk)(nil)}
	typeOfHidden = schema.Type{Zero: (*valueHidden)(nil)}
	typeOfLost   = schema.Type{Zero: (*valueLost)(nil)}
	typeOfAlone  = schema.Type{NS: 1, Name: "alone", Zero: (*valueAlone)(nil)}
	typeOfOwned  = schema.Type{Zero: (*valueOwned)(nil)}

	valueRows       = []schema.Row{{Name: "code", NS: 1, Kind: schema.KindToken, Of: &typeOfCode, Occurs: schema.Once}}
	valueNamespaces = []schema.Namespace{{}, {URI: "urn:t", Prefix: "p"}}
	valueSchema     = schema.Schema{
		Namespaces: valueNamespaces,
		Entries: []schema.Entry{
			{Type: &typeOfAsk, Path: "element t:ask"},
			{Type: &typeOfLost, Path: "element t:lost"},
		},
		Text: `
ns t "urn:t"
element t:ask { (t:code t:code) }
type t:party { (t:name xs:string?) }
type t:firm { extends t:party (t:code t:code) }
type t:code = xs:token pattern "^[A-Z]$"
type t:codes = list(t:code) maxLength "2"
type t:blob = xs:hexBinary length "1"
type t:day = xs:date minInclusive "2020-01-01"
`,
	}
	valueTypes = schema.Table{
		Namespaces: valueNamespaces,
		Schema:     &valueSchema,
		Types: []schema.TypeRows{
			{Type: &typeOfParty, Rows: []schema.Row{{Name: "name", NS: 1, Kind: schema.KindString}}},
			{Type: &typeOfFirm, Rows: append([]schema.Row{{Kind: schema.KindBase, Of: &typeOfParty}}, valueRows...)},
			{Type: &typeOfCode},
			{Type: &typeOfCodes, Rows: []schema.Row{{Kind: schema.KindToken, Of: &typeOfCode, At: schema.AtListItem}}},
			{Type: &typeOfBlob},
			{Type: &typeOfDay},
			{Type: &typeOfAsk, Rows: valueRows},
			{Type: &typeOfHidden, Rows: valueRows},
			{Type: &typeOfLost, Rows: valueRows},
		},
	}
	aloneRows     = []schema.Row{withMore(valueRows[0], schema.More{Facets: &schema.Facets{Patterns: []string{"^[A-Z]$"}}})}
	withoutSchema = schema.Table{
		Namespaces: valueNamespaces,
		Types:      []schema.TypeRows{{Type: &typeOfAlone, Rows: aloneRows}, {Type: &typeOfOwned, Rows: aloneRows}},
		Elements:   []schema.GlobalElement{{Row: schema.Row{Name: "owned", NS: 1, Kind: schema.KindStruct, Of: &typeOfOwned}}},
	}
)

func init() {
	schema.Define(&valueTypes)
	schema.Define(&withoutSchema)
}

// TestValue validates values and pointers of complex and simple types, by the type that they have, not that of a variable.
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
	} {
		err := Value(c.v)
		var invalid *Error
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%+v: %v", c.v, err)
		case c.want != "" && (!errors.As(err, &invalid) || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%+v: %v, want %s", c.v, err, c.want)
		}
		if again := newSchemaChecker(&contract.Contract{Schema: &valueSchema}).Value(c.v); (again == nil) != (err == nil) {
			t.Errorf("%+v: the checker returns %v", c.v, again)
		}
	}
}

// TestValueOfOtherTypes returns errors that name the Go type. A checker passes over these values, but not over a mistake
// in generated code.
func TestValueOfOtherTypes(t *testing.T) {
	for _, c := range []struct {
		v       any
		want    string
		checked bool
	}{
		{"A", "no contract describes the Go type string", false},
		{xsd.Date{}, "no contract describes the Go type xsd.Date", false},
		{new(*valueFirm), "no contract describes the Go type **validate.valueFirm", false},
		{&valueHidden{Code: "A"}, "the schema has no type that is the Go type *validate.valueHidden", false},
		{&valueLost{Code: "A"}, "the schema has no element t:lost", true},
	} {
		err := Value(c.v)
		var invalid *Error
		if err == nil || errors.As(err, &invalid) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%T: %v, want %s", c.v, err, c.want)
		}
		if err := newSchemaChecker(&contract.Contract{Schema: &valueSchema}).Value(c.v); (err != nil) != c.checked {
			t.Errorf("%T: the checker returns %v", c.v, err)
		}
	}
}
