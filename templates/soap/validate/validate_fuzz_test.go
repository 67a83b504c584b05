package validate

import (
	"bytes"
	"testing"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// rowsOfBytes returns rows that no compiler writes: two bytes are a row. types are those that rows refer to.
func rowsOfBytes(code []byte, types []*schema.Type) []schema.Row {
	kinds := []schema.Kind{
		codec.KindInt32, codec.KindString, codec.KindStruct, codec.KindRawXML, codec.KindSequence, codec.KindChoice, codec.KindAll, codec.KindEnd,
		codec.KindItems, codec.KindMember, codec.KindBase, codec.KindBaseAttributes, codec.KindAnyAttributes, codec.KindProhibited, codec.KindText, codec.KindPoly,
	}
	var rows []schema.Row
	for len(code) >= 2 {
		a, b := code[0], code[1]
		code = code[2:]
		r := schema.Row{Kind: kinds[a%16], Occurs: schema.Occurs(b % 4), Nillable: b&4 != 0}
		if a&16 != 0 {
			r.At = schema.Place(b>>3) % (schema.AtListItem + 1)
		}
		if a&32 != 0 {
			r.More = &schema.More{Min: int(b >> 4), Max: int(b>>4) + int(b&15) - 1, Fixed: "1", IsFixed: b&8 != 0}
		}
		switch r.Kind {
		case codec.KindInt32, codec.KindString, codec.KindProhibited:
			r.Name, r.NS = []string{"a", "b", "x", ""}[a>>6], int32(b>>6)&1
		case codec.KindStruct, codec.KindPoly:
			r.Name, r.NS, r.Of = []string{"a", "b", "x", "r"}[a>>6], 1, types[int(b>>5)%len(types)]
		case codec.KindItems, codec.KindMember, codec.KindBase, codec.KindBaseAttributes:
			r.Of = types[int(a>>6)%len(types)]
		case codec.KindRawXML, codec.KindAnyAttributes:
			r.More = &schema.More{Any: &xsd.Wildcard{Not: b&16 != 0, Process: xsd.Process(b>>6) % 3}}
			if b&32 != 0 {
				r.More.Any.NS = []int{int(b >> 7)}
			}
		}
		rows = append(rows, r)
	}
	return rows
}

// FuzzTypes: no rows make the validator panic or hang.
func FuzzTypes(f *testing.F) {
	f.Add([]byte{4, 1, 0, 1, 5, 2, 1, 2, 7, 0, 7, 0}, []byte{0, 1}, []byte("#"))
	f.Add([]byte{8, 1}, []byte{8 | 1<<6, 1}, []byte{8 | 2<<6, 1})                                               // types of themselves
	f.Add([]byte{10 | 1<<6, 1}, []byte{10 | 2<<6, 1}, []byte{10, 1})                                            // bases of themselves
	f.Add([]byte{8 | 1<<6, 1, 8 | 1<<6, 1}, []byte{8 | 2<<6, 1, 8 | 2<<6, 1}, []byte{36, 0x29, 32, 0x29, 7, 0}) // groups in groups
	f.Add([]byte("X0X0"), []byte("8)')"), []byte("$)')\a\x00"))                                                 // twice
	f.Add([]byte{6, 1, 0, 1, 1, 0, 7, 0, 3, 2}, []byte{5, 1, 7, 0}, []byte{9, 2, 12, 0, 16, 8})
	f.Fuzz(func(t *testing.T, first, second, third []byte) {
		if len(first)+len(second)+len(third) > 200 {
			return
		}
		types := []*schema.Type{{NS: 1, Name: "T"}, {NS: 1, Name: "S"}, {NS: 1}}
		table := &schema.Table{Namespaces: rowsNamespaces, Elements: root(types[0])}
		for i, code := range [][]byte{first, second, third} {
			table.Types = append(table.Types, schema.TypeRows{Type: types[i], Rows: rowsOfBytes(code, types)})
		}
		codec.Define(table)
		for _, doc := range []string{
			`<r xmlns="urn:t"><a/><b>x</b>text</r>`, `<r xmlns="urn:t">1</r>`, `<r xmlns="urn:t" a="1"><x>1</x><a><x/></a></r>`,
			`<r xmlns="urn:t" xmlns:xsi="` + schema.XSINamespace + `" xsi:type="S"><a>1</a><a>1</a><b/></r>`,
		} {
			_ = verdict(t, table, doc)
		}
	})
}

// FuzzValidate: no document makes the validator panic, or take long; what it reads is well-formed if it says nothing
// else.
func FuzzValidate(f *testing.F) {
	var tables []*schema.Table
	for i := range schemaCases {
		c := &schemaCases[i]
		tables = append(tables, schemaTable(f, c.schema))
		docs, _ := c.documents()
		for _, doc := range docs {
			f.Add(i, []byte(doc))
		}
	}
	f.Fuzz(func(t *testing.T, i int, doc []byte) {
		if i < 0 || i >= len(tables) {
			return
		}
		c := schemaChecker{types: tables[i]}
		first := c.Message(t.Context(), bytes.Clone(doc), &soap.Comparison{})
		second := c.Message(t.Context(), doc, &soap.Comparison{})
		if (first == nil) != (second == nil) || first != nil && first.Error() != second.Error() {
			t.Errorf("%v, and then %v", first, second)
		}
	})
}
