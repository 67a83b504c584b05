package descriptor

import (
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/xsd"
)

var fixedCode, codeValue = "x", &ir.Scalar{Go: "string", Kind: "Token"}

// TestPackage describes a package: types with their names, fixed values, lists without a declaration, of which there is one for
// each type of items, and what xsi:type has to know.
func TestPackage(t *testing.T) {
	length := &ir.Scalar{Go: "int32", Kind: "Int32", Type: &ir.Simple{Name: "Length", Type: ir.Name{NS: 1, Local: "length"}, Scalar: intScalar}}
	declared := ir.Declared{Name: ir.Name{NS: 2, Local: "code"}, Restricted: true}
	pkg := ir.Package{
		Namespaces:     []ir.TableEntry{{}, {URI: "urn:a", Prefix: "a"}},
		MoreNamespaces: []ir.TableEntry{{URI: "urn:b"}},
		Structs: []*ir.Struct{{Name: "Order", Type: ir.Name{NS: 1, Local: "order"}, Mixed: true, Abstract: true, Fields: []*ir.Field{
			{Name: "Code", Wire: ir.Name{Local: "code"}, Scalar: codeValue, Fallback: "x", Fixed: &fixedCode},
			{Name: "A", Wire: ir.Name{Local: "a"}, Scalar: &ir.Scalar{Item: codeValue}},
			{Name: "B", Wire: ir.Name{Local: "b"}, Scalar: &ir.Scalar{Item: &ir.Scalar{Go: "string", Kind: "Token"}}},
			{Name: "C", Wire: ir.Name{Local: "c"}, Scalar: &ir.Scalar{Item: intScalar}},
			{Name: "D", Wire: ir.Name{Local: "d"}, Scalar: codeValue, Declared: declared},
			{Name: "E", Wire: ir.Name{Local: "e"}, Scalar: length, Declared: declared},
			{Name: "Any", Any: &ir.Wildcard{Wildcard: xsd.Wildcard{Process: xsd.Lax}}, Scalar: &ir.Scalar{Kind: "RawXML"}, Occurs: ir.Optional},
		}}},
		Simples: []*ir.Simple{length.Type, {Name: "Codes", Scalar: &ir.Scalar{Item: codeValue}}},
		Lenient: true, WellKnown: []string{"urn:w"}, Documents: []ir.Document{{File: "a.xsd", Text: []byte("<a/>"), Schema: true}},
	}
	const want = `
Order {Name: "order", NS: 1, Abstract: true, Mixed: true}
  {Name: "code", Kind: KindToken, Occurs: Once, More: {Default: "x", Fixed: "x", IsFixed: true}}
  {Name: "a", Kind: KindList, Occurs: Once, Of: []Token}
  {Name: "b", Kind: KindList, Occurs: Once, Of: []Token}
  {Name: "c", Kind: KindList, Occurs: Once, Of: []Int32}
  {Name: "d", Kind: KindToken, Occurs: Once, More: {Type: "code", TypeNS: 2, Restricted: true}}
  {Name: "e", Kind: KindInt32, Occurs: Once, Of: Length, More: {Type: "code", TypeNS: 2, Restricted: true}}
  {Kind: KindRawXML, More: {Any: {Process: Lax}}}
Length {Name: "length", NS: 1, Simple: true, Kind: KindInt32}
Codes {Simple: true}
  {Kind: KindToken, At: AtListItem}
[]Token {Simple: true}
  {Kind: KindToken, At: AtListItem}
[]Int32 {Simple: true}
  {Kind: KindInt32, At: AtListItem}
more {URI: "urn:b"}
`
	p := New(nil).Package(&pkg)
	if got := p.text(); got != strings.TrimPrefix(want, "\n") {
		t.Errorf("got\n%swant%s", got, want)
	}
	set := p.Table.Source.(*source).Documents()
	if !set.Lenient || len(set.WellKnown) != 1 || len(set.Documents) != 1 || set.Documents[0].File != "a.xsd" {
		t.Errorf("%+v", set)
	}
}

// text writes what a table has, a line for each thing.
func (p *Package) text() string {
	var b strings.Builder
	for _, t := range p.Table.Types {
		b.WriteString(p.show(t.Type) + " " + p.literal(t.Type) + "\n" + p.indented(t.Rows))
	}
	for _, ns := range p.Table.More {
		b.WriteString("more " + p.show(ns) + "\n")
	}
	return b.String()
}

// TestValueHasNoFacts describes the value of a message.
func TestValueHasNoFacts(t *testing.T) {
	p := New(nil).Package(&ir.Package{})
	item := ir.Field{Wire: ir.Name{NS: 1, Local: "code"}, Scalar: codeValue, Fixed: &fixedCode, Occurs: ir.Many, Encoded: true, Type: ir.Name{NS: 2, Local: "string", Space: xsd.Namespace}}
	for _, test := range []struct {
		result *ir.Result
		want   string
	}{
		{&ir.Result{Kind: ir.ListResult, Item: item}, `{Name: "code", NS: 1, Kind: KindToken, Occurs: Many, Typed: true, More: {Type: "string", TypeNS: 2}}`},
		{&ir.Result{Kind: ir.OneResult, Item: item, Must: true}, `{Kind: KindToken, Occurs: Once}`},
		{&ir.Result{Kind: ir.OneResult, Item: ir.Field{Struct: shapes}}, `{Kind: KindMember, Of: ShapeGroup}`},
		{&ir.Result{Kind: ir.ListResult, Array: matrix}, `{Name: "item", Kind: KindInt32, Occurs: Many, At: AtItem, Typed: true, More: {Array: {Rank: 2, NS: 2, Name: "int"}}}`},
	} {
		if got := p.show(p.Value(test.result)); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}
