package schema

import (
	"strings"
	"testing"
)

// TestLimitTo compares the namespaces that root elements declare with those that a value of
// their type may use.
func TestLimitTo(t *testing.T) {
	names := []Namespace{{}, {URI: "urn:a", Prefix: "a"}, {URI: "urn:b", Prefix: "b"}, {URI: "urn:c", Prefix: "c"}}
	inner, outer, open := Type{}, Type{}, Type{}
	inner.own().rows = []Row{{Name: "x", NS: 2, Kind: KindString}}
	outer.own().rows = []Row{{Name: "in", Kind: KindStruct, Of: &inner}, {Name: "again", Kind: KindStruct, Of: &outer}}
	open.own().rows = []Row{{Name: "q", Kind: KindQName}}
	for _, test := range []struct {
		name  string
		limit func(*Encoder)
		want  string
	}{
		{"no limit", func(e *Encoder) {}, "a b c"},
		{"no value", func(e *Encoder) { e.LimitToType(ElementName{NS: 1}, nil) }, "a"},
		{"types in types", func(e *Encoder) { e.LimitToType(ElementName{NS: 1}, &outer) }, "a b"},
		{"names in content", func(e *Encoder) { e.LimitToType(ElementName{NS: 1}, &open) }, "a b c"},
		{"a path", func(e *Encoder) { e.LimitTo([]ElementName{{NS: 1}, {NS: 3}}, ElementValue{}) }, "a c"},
		{"a value", func(e *Encoder) {
			e.LimitTo([]ElementName{{NS: 1}}, ElementValue{Type: &Value{Row: Row{Kind: KindStruct, Of: &inner}}})
		}, "a b"},
		{"items of an array", func(e *Encoder) {
			e.LimitTo([]ElementName{{NS: 1}}, ElementValue{Type: &Value{Row: Row{NS: 3, Kind: KindString, Occurs: Many}}})
		}, "a c"},
		{"a value of any type", func(e *Encoder) {
			e.LimitTo([]ElementName{{NS: 1}}, ElementValue{Type: &Value{Row: Row{Kind: KindPoly, Of: &inner}}})
		}, "a b c"},
		{"a function", func(e *Encoder) {
			e.LimitTo([]ElementName{{NS: 1}}, ElementValue{Write: func(*Encoder) {}})
		}, "a b c"},
		{"SOAP encoding", func(e *Encoder) {
			e.Encoded = true
			e.LimitToType(ElementName{NS: 1}, &outer)
		}, "a b c"},
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
