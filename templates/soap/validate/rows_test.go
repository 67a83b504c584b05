package validate

import (
	"fmt"
	"sync"
	"testing"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// rowsCase has a schema as rows, and documents as in schemaCase.
type rowsCase struct {
	name     string
	types    []schema.TypeRows
	elements schema.ElementList
	attrs    []schema.Row
	docs     string
}

// rowsNamespaces is the table of all cases. The last is one of Table.More.
var rowsNamespaces, rowsMore = []schema.Namespace{{}, {URI: "urn:t", Prefix: "t"}}, []schema.Namespace{{URI: "urn:u", Prefix: "u"}}

func (c *rowsCase) table() *schema.Table {
	table := &schema.Table{Namespaces: rowsNamespaces, More: rowsMore, Types: c.types, Elements: c.elements, Attributes: c.attrs}
	codec.Define(table)
	return table
}

// TestRows validates with rows.
func TestRows(t *testing.T) {
	problems := readProblems(t, "rows")
	for _, c := range rowsCases() {
		t.Run(c.name, func(t *testing.T) {
			problems.validate(t, c.name, c.docs, c.table())
		})
	}
	problems.update(t)
}

// TestRowsOfImportedTables finds the types of a package that the value's own does not import, which the encoder has met.
func TestRowsOfImportedTables(t *testing.T) {
	base := &schema.Type{NS: 1, Name: "base"}
	derived := &schema.Type{NS: 7001, Name: "derived"}
	first := &schema.Table{
		Namespaces: rowsNamespaces,
		Types:      []schema.TypeRows{{Type: base, Rows: []schema.Row{element("a", codec.KindInt32, schema.Once)}}},
		Elements:   schema.ElementList{{Row: schema.Row{Name: "r", NS: 1, Kind: codec.KindPoly, Of: base}}},
	}
	second := &schema.Table{
		Namespaces: []schema.Namespace{{}, {URI: "urn:t"}, {URI: "urn:u", ID: 7001}},
		Types: []schema.TypeRows{{Type: derived, Rows: []schema.Row{
			{Kind: codec.KindBase, Of: base}, {Name: "b", NS: 7001, Kind: codec.KindInt32, Occurs: schema.Once},
		}}},
		Imports: []*schema.Table{first},
	}
	codec.Define(first)
	codec.Define(second)
	doc := []byte(`<r xmlns="urn:t" xmlns:u="urn:u" xmlns:xsi="` + schema.XSINamespace + `" xsi:type="u:derived"><a>1</a><u:b>2</u:b></r>`)
	if err := validateElement(modelOf(first, nil), doc); err == nil {
		t.Error("a type of a package that is not known is valid")
	}
	met := modelOf(first, []*schema.Table{second})
	if err := validateElement(met, doc); err != nil {
		t.Error(err)
	}
	if again := modelOf(first, []*schema.Table{second, second, first}); len(again) != 2 || again[0] != met[0] || again[1] != met[1] {
		t.Error("the models are not those that were made first")
	}
}

// TestConcurrentRows: many goroutines may be the first.
func TestConcurrentRows(t *testing.T) {
	for _, c := range rowsCases() {
		table := c.table()
		docs, valid := (&schemaCase{docs: c.docs}).documents()
		var all sync.WaitGroup
		for range 4 {
			all.Add(1)
			go func() {
				defer all.Done()
				for i, doc := range docs {
					if err := (schemaChecker{types: table}).Message(t.Context(), []byte(doc), &soap.Comparison{}); (err == nil) != valid[i] {
						t.Errorf("%s: %s\n%v", c.name, doc, err)
					}
				}
			}()
		}
		all.Wait()
	}
}

// TestTypesFromThemselves reads rows that no compiler writes.
func TestTypesFromThemselves(t *testing.T) {
	list, struc, group := &schema.Type{NS: 1, Name: "l", Simple: true}, &schema.Type{NS: 1, Name: "s"}, &schema.Type{NS: 1, Name: "g"}
	table := &schema.Table{
		Namespaces: rowsNamespaces,
		Types: []schema.TypeRows{
			{Type: list, Rows: []schema.Row{{Kind: codec.KindList, Of: list, At: schema.AtListItem}}},
			{Type: struc, Rows: []schema.Row{{Kind: codec.KindBase, Of: struc}}},
			{Type: group, Rows: []schema.Row{{Kind: codec.KindItems, Of: group}}},
		},
		Elements: schema.ElementList{
			{Row: schema.Row{Name: "l", NS: 1, Kind: codec.KindList, Of: list}},
			{Row: schema.Row{Name: "s", NS: 1, Kind: codec.KindStruct, Of: struc}},
			{Row: schema.Row{Name: "g", NS: 1, Kind: codec.KindStruct, Of: group}},
		},
	}
	codec.Define(table)
	for _, name := range []string{"l", "s", "g"} {
		_ = validateElement(modelOf(table, nil), []byte("<"+name+` xmlns="urn:t">x</`+name+">"))
	}
}

// element returns the row of an element of urn:t.
func element(name string, kind schema.Kind, occurs schema.Occurs) schema.Row {
	return schema.Row{Name: name, NS: 1, Kind: kind, Occurs: occurs}
}

// attribute returns the row of an attribute without a namespace.
func attribute(name string, kind schema.Kind, occurs schema.Occurs) schema.Row {
	return schema.Row{Name: name, Kind: kind, Occurs: occurs, At: schema.AtAttribute}
}

// begin returns the row of a bracket, and end the row of its end.
func begin(kind schema.Kind, occurs schema.Occurs) schema.Row {
	return schema.Row{Kind: kind, Occurs: occurs}
}

var end = schema.Row{Kind: codec.KindEnd}

// root returns a global element r of a described type.
func root(of *schema.Type) schema.ElementList {
	kind := codec.KindStruct
	if of.Simple {
		kind = kindOf(of.Kind)
	}
	return schema.ElementList{{Row: schema.Row{Name: "r", NS: 1, Kind: kind, Of: of}}}
}

func kindOf(kind schema.Kind) schema.Kind {
	if kind == codec.KindNone {
		return codec.KindList
	}
	return kind
}

// structCase is a case whose root has a complex type with rows.
func structCase(name string, rows []schema.Row, docs string) rowsCase {
	typ := &schema.Type{NS: 1, Name: "T"}
	return rowsCase{name: name, types: []schema.TypeRows{{Type: typ, Rows: rows}}, elements: root(typ), docs: docs}
}

// facetCase is a case whose root is a restriction of a built-in type.
func facetCase(kind schema.Kind, name string, facets schema.Facets, docs string) rowsCase {
	typ := &schema.Type{NS: 1, Name: "S", Simple: true, Kind: kind, More: &schema.TypeMore{Facets: &facets}}
	return rowsCase{name: name, docs: docs, types: []schema.TypeRows{{Type: typ}}, elements: root(typ)}
}

func withMore(r schema.Row, m schema.More) schema.Row {
	r.More = &m
	return r
}

func anyOf(occurs schema.Occurs, w xsd.Wildcard) schema.Row {
	return schema.Row{Kind: codec.KindRawXML, Occurs: occurs, More: &schema.More{Any: &w}}
}

// FuzzRows: no document makes the validator panic, and models that have seen many documents say the same as those that
// have seen none.
func FuzzRows(f *testing.F) {
	cases := rowsCases()
	var warm []*schema.Table
	for i := range cases {
		warm = append(warm, cases[i].table())
		docs, _ := (&schemaCase{docs: cases[i].docs}).documents()
		for _, doc := range docs {
			f.Add(i, doc)
		}
	}
	f.Fuzz(func(t *testing.T, i int, doc string) {
		if i < 0 || i >= len(cases) {
			return
		}
		cold := rowsCases()[i].table()
		want := verdict(t, cold, doc)
		for range 2 {
			if got := verdict(t, warm[i], doc); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s\n%v, and at first\n%v", doc, got, want)
			}
		}
	})
}

// TestLargeGroups reads content with a large substitution group in many places: no more of it than a content model may
// have.
func TestLargeGroups(t *testing.T) {
	group := &schema.Type{NS: 1, Name: "group"}
	var members, places []schema.Row
	for i := range 1000 {
		members = append(members, schema.Row{Name: fmt.Sprint("m", i), NS: 1, Kind: codec.KindString})
		places = append(places, schema.Row{Name: "m0", NS: 1, Kind: codec.KindMember, Of: group})
	}
	table := &schema.Table{
		Namespaces: []schema.Namespace{{}, {URI: "urn:large", Prefix: "l"}},
		Types:      []schema.TypeRows{{Type: group, Rows: members}},
	}
	codec.Define(table)
	c := contentReader{rows: places, table: table, count: new(int), element: elementOf}
	if read := len(c.top().children); read > maxNodes/len(members)+1 {
		t.Errorf("%d places were read", read)
	}
	c = contentReader{rows: places, table: table, count: new(int), element: elementOf}
	if !newContentModel(c.top()).tooLarge {
		t.Error("the content model is not too large")
	}
}
