package plan_test

import (
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/writing/plan/documents"
	"example.com/quartet/internal/compiler/writing/plan/ir"
)

func TestDocumentFile(t *testing.T) {
	var all []*load.Document
	var want []string
	for _, c := range []struct {
		name   string
		schema bool
		want   string
	}{
		{"realtime.wsdl", false, "realtime.wsdl"},
		{"other/Realtime.wsdl", false, "Realtime-2.wsdl"},
		{"types.xsd", true, "types.xsd"},
		{"http://rail.example/Service.asmx?WSDL", false, "Service.asmx-WSDL.wsdl"},
		{"http://rail.example/", false, "rail.example.wsdl"},
		{"", false, "document.wsdl"},
		{"..", false, "document-2.wsdl"},
		{"_x", false, "x.wsdl"},
		{".x", true, "x.xsd"},
		{"contract.go", false, "contract.go.wsdl"},
		{"\u65e5\u672c.xsd", true, "xsd.xsd"},
		{"a b;c\"`.wsdl", false, "a-b-c--.wsdl"},
		{"aux.wsdl", false, "aux-document.wsdl"},
		{"Com1.v2.xsd", true, "Com1-document.v2.xsd"},
		{"com.xsd", true, "com.xsd"},
		{"lpt1.xsd", true, "lpt1-document.xsd"},
		{"lpt9.xsd", true, "lpt9-document.xsd"},
		{"azAZ09.wsdl", false, "azAZ09.wsdl"},
		{"b/realtime.wsdl", false, "realtime-3.wsdl"},
		{strings.Repeat("x", 300) + ".wsdl", false, strings.Repeat("x", 200) + ".wsdl"},
	} {
		tree, diags := xmltree.Parse("x", []byte("<x/>"), xmltree.Limits{})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		d := &load.Document{Document: tree, Name: c.name, Kind: load.WSDL}
		if c.schema {
			d.Kind = load.Schema
		}
		all, want = append(all, d), append(want, c.want)
	}
	pkg := new(ir.Package)
	documents.Plan(&resolve.Model{Documents: &load.Set{Documents: all}, Main: all[0]}, pkg, nil)
	for i, d := range pkg.Documents {
		if d.File != want[i] {
			t.Errorf("%q: %q, want %q", all[i].Name, d.File, want[i])
		}
	}
}
