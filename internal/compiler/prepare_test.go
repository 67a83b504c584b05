package compiler_test

import (
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/writing/descriptor"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/prepare"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
)

// TestCheck describes what the run-time refuses.
func TestCheck(t *testing.T) {
	number := &ir.Scalar{Go: "int32", Kind: "Int32"}
	field := func(local string) *ir.Field { return &ir.Field{Wire: ir.Name{Local: local}, Scalar: number} }
	at := func(line int) diag.Pos { return diag.Pos{File: "c.wsdl", Line: line, Col: 1} }
	named := func(local string, line int, s ir.Struct) *ir.Struct {
		s.Type, s.Pos = ir.Name{Local: local}, at(line)
		return &s
	}
	base := named("Base", 2, ir.Struct{Fields: []*ir.Field{field("a")}})
	text := named("Text", 3, ir.Struct{Base: base, Simple: true, Fields: []*ir.Field{{Scalar: number}}})
	twice := named("Twice", 4, ir.Struct{Base: base, Fields: []*ir.Field{field("a")}})
	user := named("User", 5, ir.Struct{Fields: []*ir.Field{{Wire: ir.Name{Local: "x"}, Struct: text}}})
	op := &ir.Operation{OverloadName: "stop", Result: &ir.Result{Item: ir.Field{Scalar: &ir.Scalar{Kind: "None"}}}}
	fine := &ir.Operation{OverloadName: "go"}
	service := &ir.Service{WSDLName: "s", Operations: []*ir.Operation{fine, op}, Ports: []contract.Port{{Binding: contract.SOAP11, Address: "http://s.example/"}}}
	const refuses = ": the run-time refuses what would be generated: "
	for _, test := range []struct {
		pkg  ir.Package
		want string
	}{
		{ir.Package{Structs: []*ir.Struct{base}}, ""},
		{ir.Package{Structs: []*ir.Struct{base, text}}, "c.wsdl:3:1" + refuses + "schema: Text: simple content beside elements"},
		{ir.Package{Structs: []*ir.Struct{user, base, text}}, "c.wsdl:3:1" + refuses + "schema: Text: simple content beside elements"},
		{ir.Package{Structs: []*ir.Struct{base, twice}}, "c.wsdl:4:1" + refuses + "schema: Twice.a: the field a has the name a, too"},
		{ir.Package{Structs: []*ir.Struct{named("Log", 7, ir.Struct{Mixed: true})}}, "c.wsdl:7:1" + refuses + "schema: Log: mixed content without a field for items that have text"},
		{ir.Package{Services: []*ir.Service{service}, Operations: []ir.PortOperation{{Service: service, Operation: fine, Name: "go", Pos: at(8)}, {Service: service, Operation: op, Name: "stop", Pos: at(9)}}},
			"c.wsdl:9:1" + refuses + "the operation stop: schema: "},
		{ir.Package{Elements: []*ir.Element{{Wire: ir.Name{Local: "e"}, Pos: at(10), Value: op.Result}}}, "c.wsdl:10:1" + refuses + "the element e: schema: "},
	} {
		p := descriptor.New(nil).Package(&test.pkg)
		for _, table := range p.Tables() {
			schema.Define(table)
		}
		got := ""
		if err := prepare.Check(&test.pkg, p); err != nil {
			got = err.Error()
		}
		if !strings.HasPrefix(got, test.want) || test.want == "" && got != "" {
			t.Errorf("got  %s\nwant %s", got, test.want)
		}
	}
}
