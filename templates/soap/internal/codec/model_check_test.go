package codec

import (
	"strings"
	"testing"
)

// TestCheckModels checks tables whose models cannot be a schema.
func TestCheckModels(t *testing.T) {
	other := &Type{Name: "other"}
	code := &Type{Name: "code", Simple: true, Kind: KindString}
	model := func(rows ...Row) *Table { return &Table{Types: []TypeRows{{Type: &Type{Name: "stop"}, Model: rows}}} }
	for _, test := range []struct {
		name  string
		table *Table
		want  string
	}{
		{"an element", model(Row{Name: "a", Kind: KindString}, Row{Name: "b", Kind: KindStruct, Of: other}), ""},
		{"a group", model(Row{Kind: KindChoice}, Row{Name: "a", Kind: KindToken, Of: code}, Row{Kind: KindEnd}), ""},
		{"an open group", model(Row{Kind: KindChoice}), "stop: a bracket that does not end"},
		{"an end", model(Row{Kind: KindEnd}), "stop: the end of a bracket that did not begin"},
		{"no type", model(Row{Name: "a", Kind: KindStruct}), "stop: the row a has no type"},
		{"items without a type", model(Row{Kind: KindItems}), "has no type"},
		{"a base without a type", model(Row{Kind: KindBase}), "has no type"},
		{"a late base", model(Row{Name: "a", Kind: KindString}, Row{Kind: KindBase, Of: other}), "a base that is not the first row"},
		{"an unknown kind", model(Row{Name: "a", Kind: 99}), "stop: the row a has a kind that no model has"},
		{"a type that is not defined", model(Row{Name: "a", Kind: KindStruct, Of: &Type{Name: "lost"}}), "the type lost is not defined"},
		{"a simple type", model(Row{Name: "a", Kind: KindStruct, Of: code}), "the row a is of another kind than code"},
		{"a global element", &Table{Elements: ElementList{{Row: Row{Name: "find", Kind: KindStruct}}}}, "the element find: the row find has no type"},
		{"a wrapper", &Table{Elements: ElementList{{Row: Row{Name: "find", Kind: KindStruct}, Model: []Row{}}}}, ""},
		{"a global attribute", &Table{Attributes: []Row{{Name: "id", Kind: KindList, At: AtAttribute}}}, "the attribute id: the row id has no type"},
	} {
		table := test.table
		table.Types = append(table.Types, TypeRows{Type: other, Model: []Row{}}, TypeRows{Type: code})
		Define(table)
		got := panicOf(func() {
			table.Check()
			table.CheckElements()
		})
		if test.want == "" && got != "" || !strings.Contains(got, test.want) {
			t.Errorf("%s: the panic is %q, want %q", test.name, got, test.want)
		}
	}
}

// TestDeepContent reads a content model that is as deep as a contract may nest named groups.
func TestDeepContent(t *testing.T) {
	const depth = 2000
	row := func(name string) []Row { return []Row{{Name: name, Kind: KindInt32}} }
	rows := readContent(strings.Repeat("(", depth)+"a"+strings.Repeat(")?", depth), row, func(format string, args ...any) { t.Fatalf(format, args...) })
	if checkModel("deep", rows); len(rows) != 2*depth+1 || rows[depth].Name != "a" {
		t.Errorf("%d rows", len(rows))
	}
}
