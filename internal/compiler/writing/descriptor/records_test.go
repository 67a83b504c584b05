package descriptor_test

import (
	"context"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"weak"

	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/testing/testfile"
	"example.com/quartet/internal/compiler/writing/descriptor"
	"example.com/quartet/internal/compiler/writing/plan"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/conformance/instance"
	"example.com/quartet/templates/soap/encoded"
	"example.com/quartet/templates/soap/sample"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/validate"
	"example.com/quartet/templates/soap/xsd"
)

// read plans a contract. It returns nil if there are errors.
func read(t *testing.T, contract string, documents fstest.MapFS, config plan.Config) (*resolve.Model, *ir.Package) {
	t.Helper()
	set, diags := load.Load(context.Background(), load.Config{Main: "fs:///" + contract, Read: load.FS(documents)})
	if set == nil || diags.HasErrors() {
		return nil, nil
	}
	model, diags := resolve.Resolve(set)
	if diags.HasErrors() {
		return nil, nil
	}
	pkg, _ := plan.Plan(model, config)
	return model, pkg
}

// define hands the descriptions of a plan to the run-time.
func define(pkg *ir.Package) *descriptor.Package {
	p := descriptor.New(encoded.Arrays{}).Package(pkg)
	for _, table := range p.Tables() {
		schema.Define(table)
	}
	for _, table := range p.Tables() {
		table.Check()
	}
	return p
}

// TestRecords describes the contracts of the generator's cases at run time, and reads
// and writes samples of their complex types as records: all that is in a document is
// in what is written.
func TestRecords(t *testing.T) {
	names := testfile.Names(t, "../../../../generator/testdata/*.txtar")
	total := 0
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive := testfile.Archive(t, name)
			documents := make(fstest.MapFS)
			main := ""
			for _, f := range archive.Files {
				documents[f.Name] = &fstest.MapFile{Data: f.Data}
				if main == "" && strings.HasSuffix(f.Name, ".wsdl") {
					main = f.Name
				}
			}
			if model, pkg := read(t, main, documents, plan.Config{}); pkg != nil {
				total += checkRecords(t, model, pkg)
			}
		})
	}

	if total < 500 && !t.Failed() {
		t.Errorf("only %d documents", total)
	}
}

// TestPackages is TestRecords for a plan with packages for namespaces.
func TestPackages(t *testing.T) {
	archive := testfile.Archive(t, "../../../../generator/testdata/packages.txtar")
	documents := make(fstest.MapFS)
	for _, f := range archive.Files {
		documents[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	model, pkg := read(t, "shop.wsdl", documents, plan.Config{Elements: true, ImportPath: "example.com/shop", Packages: []plan.NamespacePackage{
		{Namespace: plan.AllNamespaces, ImportPath: "example.com/schema"}, {Namespace: "urn:shop:orders", ImportPath: "example.com/orders"},
	}})
	if pkg == nil || len(pkg.Packages) != 3 {
		t.Fatalf("%v", pkg)
	}
	if n := checkRecords(t, model, pkg); n < 40 {
		t.Errorf("only %d documents", n)
	}
}

// checkRecords returns the number of documents that it has compared.
func checkRecords(t *testing.T, model *resolve.Model, pkg *ir.Package) int {
	p, n := define(pkg), 0
	known, err := validate.ComponentsOf(p.Table)
	if err != nil {
		t.Fatal(err)
	}
	samples := sample.New(known.Set)
	structs := slices.Clone(pkg.Structs)
	for _, other := range pkg.Packages {
		structs = append(structs, other.Structs...)
	}
	for _, s := range structs {
		typ, root := known.Set.Type(xsd.QName{Space: s.Type.Space, Local: s.Type.Local}), xsd.QName{Space: s.Type.Space, Local: "root"}
		if s.Type.Local == "" || typ == nil || s.Encoded || s.Array != nil || s.Abstract {
			continue
		}
		for _, options := range []sample.Options{{}, {Varied: true}, {Varied: true, Seed: 2}, {Varied: true, Seed: 1}, {Varied: true, Seed: 3}} {
			doc, err := samples.Type(root, typ, options)
			if err != nil {
				break // there is no finite one
			}
			if text, err := writeRecord(doc, root, p, p.Struct(s)); err != nil || instance.Compare(known.Set, doc, text) != nil {
				t.Errorf("%s: %v, %v\n%s\nis written as\n%s", s.Name, err, instance.Compare(known.Set, doc, text), doc, text)
			}
			n++
		}
	}
	return n
}

// writeRecord reads a document as a record, and writes it again.
func writeRecord(doc []byte, root xsd.QName, p *descriptor.Package, typ *schema.Type) ([]byte, error) {
	record := schema.NewRecord(typ)
	d := schema.NewDecoder(doc, p.Table.Namespaces, schema.Limits{})
	defer d.Release()
	d.Types = p.Table // the types of all packages, which xsi:type may name
	if d.Root() {
		schema.DecodeRows(d, typ, record)
	}
	d.End()
	if err := d.Err(); err != nil {
		return nil, err
	}
	return schema.Append(nil, root, record)
}

// TestTablesAreFreed checks that the run-time does not keep tables that a program makes.
func TestTablesAreFreed(t *testing.T) {
	tables := make([]weak.Pointer[schema.Table], 3)
	for i := range tables {
		imported := &ir.Package{Structs: []*ir.Struct{{Name: "A"}}}
		p := define(&ir.Package{Structs: []*ir.Struct{{Name: "B"}}, Imports: []*ir.Package{imported}})
		tables[i] = weak.Make(p.Table)
	}
	runtime.GC()
	for _, table := range tables {
		if table.Value() != nil {
			t.Error("a table is kept")
		}
	}
}
