package plan_test

import (
	"slices"
	"testing"
	"testing/fstest"

	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/testing/testmodel"
	"example.com/quartet/internal/compiler/writing/plan/documents"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/contract"
)

// TestPlan plans the files of a contract with two schemas in different folders, one of
// which includes the other twice.
func TestPlan(t *testing.T) {
	m := testmodel.Of(t, "main.wsdl", fstest.MapFS{
		"main.wsdl":   {Data: []byte(`<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t"><types><xs:schema targetNamespace="urn:t"><xs:include schemaLocation="types.xsd"/></xs:schema></types></definitions>`)},
		"types.xsd":   {Data: []byte(`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t"><xs:include schemaLocation="a/types.xsd"/><xs:include schemaLocation=" a/types.xsd "/></xs:schema>`)},
		"a/types.xsd": {Data: []byte(`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t"/>`)},
	})
	pkg := &ir.Package{Services: []*ir.Service{{}}}
	documents.Plan(m, pkg, func(file string) bool { return file == "types.xsd" })
	files := pkg.Documents
	want := []ir.Document{
		{Name: "", File: "main.wsdl", References: []contract.DocumentReference{{Location: "types.xsd", Document: "types.xsd"}}},
		{Name: "types.xsd", Schema: true, File: "types.xsd", InPlace: true, References: []contract.DocumentReference{{Location: "a/types.xsd", Document: "a/types.xsd"}}},
		{Name: "a/types.xsd", Schema: true, File: "types-2.xsd"},
		{Form: ir.FlatForm, File: "main.single.wsdl", Same: true},
		{Form: ir.SingleForm, File: "main.single.wsdl"},
	}
	if len(files) != len(want) {
		t.Fatalf("%+v", files)
	}
	for i, got := range files {
		w := want[i]
		if got.Name != w.Name || got.Schema != w.Schema || got.File != w.File || got.InPlace != w.InPlace || got.Form != w.Form || got.Same != w.Same || !slices.Equal(got.References, w.References) {
			t.Errorf("%+v, want %+v", got, w)
		}
		if !got.Same && (len(got.Text) == 0 || got.Text[0] != '<') {
			t.Errorf("%s begins with %q", got.File, got.Text[:min(len(got.Text), 10)])
		}
	}
	empty := new(ir.Package)
	if documents.Plan(new(resolve.Model), empty, nil); empty.Documents != nil {
		t.Error(empty.Documents)
	}
}
