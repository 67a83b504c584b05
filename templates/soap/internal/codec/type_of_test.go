package codec

import (
	"sync"
	"testing"

	"example.com/quartet/templates/soap/xsd"
)

type (
	foundStop   struct{ Code foundCode }
	foundCode   string
	foundCodes  []foundCode
	foundHidden struct{ Code foundCode }

	// The types of tables that TestSimpleKinds defines; TypeOf finds them from then on.
	refusedCode  string
	refusedCodes []refusedCode
)

var (
	typeOfFoundStop  = Type{NS: 1, Name: "stop", Zero: (*foundStop)(nil)}
	typeOfFoundCode  = Type{Name: "code", Zero: (*foundCode)(nil), Simple: true, Kind: KindToken}
	typeOfFoundCodes = Type{Zero: (*foundCodes)(nil), Simple: true}
	typeOfFoundDate  = Type{NS: 1, Name: "day", Zero: (*xsd.Date)(nil), Simple: true, Kind: KindDate}
	typeOfFoundList  = Type{Zero: (*[]foundCode)(nil), Simple: true}
	typeOfFoundNone  = Type{NS: 1, Name: "none"}

	foundTypes = Table{
		Namespaces: []Namespace{{}, {URI: "urn:found", Prefix: "tns"}},
		Types: []TypeRows{
			{Type: &typeOfFoundStop, Rows: []Row{{Name: "code", Kind: KindToken, Of: &typeOfFoundCode, Occurs: Once}}},
			{Type: &typeOfFoundCode},
			{Type: &typeOfFoundCodes, Rows: []Row{{Kind: KindToken, Of: &typeOfFoundCode, At: AtListItem}}},
			{Type: &typeOfFoundDate},
			{Type: &typeOfFoundList, Rows: []Row{{Kind: KindToken, Of: &typeOfFoundCode, At: AtListItem}}},
			{Type: &typeOfFoundNone},
		},
	}
)

func init() { Define(&foundTypes) }

// TestTypeOf finds types by values and pointers, in several goroutines at once.
func TestTypeOf(t *testing.T) {
	code := foundCode("A")
	var wait sync.WaitGroup
	for range 4 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for _, c := range []struct {
				v    any
				want *Type
			}{
				{foundStop{}, &typeOfFoundStop}, {&foundStop{}, &typeOfFoundStop}, {(*foundStop)(nil), &typeOfFoundStop},
				{code, &typeOfFoundCode}, {&code, &typeOfFoundCode}, {foundCodes{"A"}, &typeOfFoundCodes},
				{nil, nil}, {"A", nil}, {7, nil}, {xsd.Date{}, nil}, {[]foundCode{"A"}, nil}, {foundHidden{}, nil}, {new(*foundStop), nil},
			} {
				if got := TypeOf(c.v); got != c.want {
					t.Errorf("%T has the type %s", c.v, got.label())
				}
			}
		}()
	}
	wait.Wait()
}

// TestTypeNames returns names with namespaces.
func TestTypeNames(t *testing.T) {
	for typ, want := range map[*Type]xsd.QName{
		&typeOfFoundStop: {Space: "urn:found", Local: "stop"}, &typeOfFoundCode: {Local: "code"}, &typeOfFoundCodes: {},
		{Name: "undefined"}: {Local: "undefined"},
	} {
		if got := typ.QName(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestEncodeValue writes values of complex and simple types after the start tag.
func TestEncodeValue(t *testing.T) {
	code := foundCode("A<")
	for _, c := range []struct {
		typ  *Type
		v    any
		want string
	}{
		{&typeOfFoundStop, &foundStop{Code: "A"}, "<v><code>A</code></v>"},
		{&typeOfFoundCode, &code, "<v>A&lt;</v>"},
		{&typeOfFoundCodes, &foundCodes{"A", "B"}, "<v>A B</v>"},
	} {
		e := NewEncoder(foundTypes.Namespaces, false)
		e.Raw("<v")
		EncodeValue(e, c.typ, c.v, "")
		e.Raw("</v>")
		if got := string(e.Bytes()); got != c.want || e.Err() != nil {
			t.Errorf("%s %v, want %s", got, e.Err(), c.want)
		}
		e.Release()
	}
}

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
