package validate

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"example.com/quartet/internal/compiler/describe"
	"example.com/quartet/internal/compiler/load"
	"example.com/quartet/internal/compiler/plan"
	"example.com/quartet/internal/compiler/resolve"
	cxsd "example.com/quartet/internal/compiler/xsd"
	"example.com/quartet/internal/conformance/sample"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

func TestRowsOfCorpus(t *testing.T) {
	dir := os.Getenv("QUARTET_CORPUS")
	if dir == "" {
		t.Skip("QUARTET_CORPUS is not set")
	}
	total, invalid, differ, messages := 0, 0, 0, 0
	filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".wsdl" {
			return err
		}
		set, diags := load.Load(context.Background(), load.Config{Main: path})
		if set == nil || diags.HasErrors() {
			return nil
		}
		model, diags := resolve.Resolve(set)
		if diags.HasErrors() {
			return nil
		}
		text, _ := plan.SchemaText(model)
		pkg, diags := plan.Types(model, plan.Config{Package: "t", Runtime: "example.com/soap"})
		if pkg == nil {
			t.Logf("%s: %v", path, diags)
			return nil
		}
		ds := describe.New(nil)
		table := ds.Package(pkg).Table
		for _, other := range ds.Tables() {
			schema.Define(other)
		}
		old, err := parseSchema(text)
		if err != nil {
			t.Fatal(err)
		}
		rows := modelOf(table, nil)
		g := sample.New(model)
		n, shown := 0, 0
		one := func(a, b *xsdElement, doc []byte) {
			if shown > 3 {
				return
			}
			run := func(m declarations, e *xsdElement) error {
				return validateDocument(m, schema.NewDecoder(doc, nil, schema.Limits{}), func(v *validation) {
					if v.d.Root() {
						v.element(e, 0)
					}
					v.d.End()
				})
			}
			want, got := run(old, a), run(rows, b)
			n++
			total++
			if want != nil {
				invalid++
			}
			switch {
			case (want == nil) != (got == nil):
				differ++
				shown++
				t.Errorf("%s:\n%.2000s\ntext: %.500v\nrows: %.500v", filepath.Base(path), doc, want, got)
			case want != nil && want.Error() != got.Error():
				messages++
				if messages < 40 {
					t.Logf("%s:\n%.500s\ntext: %.500v\nrows: %.500v", filepath.Base(path), doc, want, got)
				}
			}
		}
		check := func(a, b *xsdElement, make func(sample.Options) (*sample.Document, error)) {
			if n > 6000 {
				return
			}
			for _, o := range []sample.Options{{}, {Mode: sample.Maximal}, {Mode: sample.Random, Seed: 3}} {
				doc, err := make(o)
				if err != nil {
					continue
				}
				one(a, b, doc.Bytes())
				for _, k := range sample.DefectKinds() {
					if d, ok := g.Defect(doc, k, uint64(n)); ok {
						one(a, b, d.Document.Bytes())
					}
				}
			}
		}
		for _, e := range model.Schemas.Elements {
			name := xsd.QName{Space: e.Name.Space, Local: e.Name.Local}
			a, b := old.elementNamed(name), rows.elementNamed(name)
			if a == nil || b == nil {
				if a != b {
					t.Errorf("%s: element %v: %v %v", path, name, a != nil, b != nil)
				}
				continue
			}
			check(a, b, func(o sample.Options) (*sample.Document, error) { return g.Element(e, o) })
		}
		for _, typ := range model.Schemas.Types {
			c := typ.(cxsd.Component).Component()
			name := xsd.QName{Space: c.Name.Space, Local: c.Name.Local}
			a, b := old.typeNamed(name), rows.typeNamed(name)
			if a == nil || b == nil {
				if a != b {
					t.Errorf("%s: type %v: %v %v", path, name, a != nil, b != nil)
				}
				continue
			}
			check(&xsdElement{typ: a, nillable: true}, &xsdElement{typ: b, nillable: true}, func(o sample.Options) (*sample.Document, error) {
				return g.Type(cxsd.QName{Local: "r"}, typ, o)
			})
		}
		return nil
	})
	t.Logf("%d documents, %d invalid, %d verdicts differ, %d messages", total, invalid, differ, messages)
}
