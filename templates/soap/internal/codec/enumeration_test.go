package codec

import (
	"slices"
	"testing"
)

type (
	listedState  string
	listedDerive string
	listedUnion  string
	listedLine   int8
	listedRate   float64
	listedText   string
	listedFree   string
)

var (
	typeOfListedState  = Type{Name: "state", Zero: (*listedState)(nil), Simple: true, Kind: KindToken, More: &TypeMore{Facets: &Facets{Enumeration: []string{"on", " off ", "stand  by", "off"}}}}
	typeOfListedDerive = Type{Name: "derive", Zero: (*listedDerive)(nil), Simple: true, Kind: KindToken, More: &TypeMore{Facets: &Facets{MaxLength: "3", Base: &Facets{Patterns: []string{"o.*"}}}, Base: &typeOfListedState}}
	typeOfListedUnion  = Type{Name: "union", Zero: (*listedUnion)(nil), Simple: true, Kind: KindString, More: &TypeMore{Members: []*Type{
		{Simple: true, Kind: KindInt32}, {Simple: true, Kind: KindToken, More: &TypeMore{Facets: &Facets{Enumeration: []string{"x"}}}}, &typeOfListedState,
		{Simple: true, Kind: KindToken, More: &TypeMore{Members: []*Type{{Simple: true, More: &TypeMore{Facets: &Facets{Enumeration: []string{"y"}}}}}}},
	}}}
	typeOfListedLine = Type{Name: "line", Zero: (*listedLine)(nil), Simple: true, Kind: KindInt8, More: &TypeMore{Facets: &Facets{Enumeration: []string{"-1", "+2", "007", "300"}}}}
	typeOfListedRate = Type{Name: "rate", Zero: (*listedRate)(nil), Simple: true, Kind: KindFloat64, More: &TypeMore{Facets: &Facets{Enumeration: []string{"1.50", "INF"}}}}
	typeOfListedText = Type{Name: "text", Zero: (*listedText)(nil), Simple: true, Kind: KindNormalizedString, More: &TypeMore{Facets: &Facets{Enumeration: []string{" a\tb "}}}}
	typeOfListedFree = Type{Name: "free", Zero: (*listedFree)(nil), Simple: true, Kind: KindString, More: &TypeMore{Facets: &Facets{MaxLength: "3"}}}
	listedTypes      = Table{Types: []TypeRows{
		{Type: &typeOfListedState}, {Type: &typeOfListedDerive}, {Type: &typeOfListedUnion}, {Type: &typeOfListedLine}, {Type: &typeOfListedRate}, {Type: &typeOfListedText}, {Type: &typeOfListedFree},
	}}
)

func init() { Define(&listedTypes) }

// TestEnumerations lists values and tests membership.
func TestEnumerations(t *testing.T) {
	listed[listedState](t, "on", "off", "stand by")
	listed[listedDerive](t, "on", "off", "stand by")
	listed[listedUnion](t, "x", "y")
	listed[listedLine](t, -1, 2, 7)
	listed(t, listedRate(1.5), Values[listedRate]()[1])
	listed[listedText](t, " a b ")
	if v := Values[listedFree](); v != nil || IsValue(listedFree("a")) {
		t.Error("a type without an enumeration lists", v)
	}
	if v := Values[string](); v != nil || IsValue("on") || Values[*listedState]() != nil || Values[foundStop]() != nil {
		t.Error("types that are not enumerations list", v)
	}
	if IsValue(listedState("no")) || IsValue(listedState("")) || IsValue(listedLine(0)) {
		t.Error("other values are listed")
	}
}

func listed[T comparable](t *testing.T, want ...T) {
	t.Helper()
	if got := Values[T](); !slices.Equal(got, want) {
		t.Errorf("%T: %v, want %v", want, got, want)
	}
	for _, v := range want {
		if !IsValue(v) {
			t.Errorf("%T: %v is not listed", v, v)
		}
	}
}
