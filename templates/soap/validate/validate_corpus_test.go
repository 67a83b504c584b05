package validate

import (
	"context"
	"io/fs"
	"path/filepath"
	"testing"

	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	cxsd "example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan"
	"example.com/quartet/internal/conformance/corpus"
	"example.com/quartet/internal/conformance/sample"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// TestCorpusSchemas validates samples of the elements and types of the contracts in the folder that QUARTET_CORPUS
// names: they are valid, and those with a defect are not. No content model is too large.
func TestCorpusSchemas(t *testing.T) {
	dir := corpus.Folder(t)
	contracts, documents, defects := 0, 0, 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".wsdl" {
			return err
		}
		if c := readCorpus(t, path); c != nil {
			c.validate()
			contracts++
			documents += c.documents
			defects += c.defects
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if contracts == 0 {
		t.Error("no contracts")
	}
	t.Logf("%d contracts, %d documents, %d of them with a defect", contracts, documents, defects)
}

// corpusContract is a contract with samples.
type corpusContract struct {
	t                  *testing.T
	path               string
	schemas            *resolve.Model
	table              *schema.Table
	model              rowsModel
	samples            *sample.Generator
	arrays             bool // there are arrays of SOAP encoding
	documents, defects int
	failed             int
}

// readCorpus reads a contract, nil if the compiler refuses it.
func readCorpus(t *testing.T, path string) *corpusContract {
	set, diags := load.Load(context.Background(), load.Config{Main: path})
	if set == nil || diags.HasErrors() {
		return nil
	}
	model, diags := resolve.Resolve(set)
	if diags.HasErrors() {
		return nil
	}
	pkg, diags := plan.Types(model, plan.Config{Package: "t", Runtime: "example.com/soap"})
	if pkg == nil {
		t.Logf("%s: %v", path, diags)
		return nil
	}
	table := tableOf(pkg)
	if message := panicOf(modelOfTable(table).checkFacets); message != "" {
		t.Errorf("%s: %s", path, message)
	}
	return &corpusContract{t: t, path: path, schemas: model, table: table, model: modelOf(table, nil), samples: sample.New(model)}
}

func (c *corpusContract) validate() {
	for _, table := range c.table.Closure() {
		for i := range table.Types {
			typ := describedType(table.Types[i].Type).ready()
			c.arrays = c.arrays || typ.items != nil
			if typ.complex && typ.contentModel().tooLarge {
				c.t.Errorf("%s: the content of %v is too large", c.path, typ.name)
			}
		}
	}
	for _, e := range c.schemas.Schemas.Elements {
		if predefined(e) {
			continue
		}
		if c.model.elementNamed(runtimeName(e.Name)) == nil {
			c.t.Errorf("%s: there is no element %v", c.path, e.Name)
			continue
		}
		c.check(nil, func(o sample.Options) (*sample.Document, error) { return c.samples.Element(e, o) })
	}
	for _, typ := range c.schemas.Schemas.Types {
		component := typ.(cxsd.Component)
		if predefined(component) {
			continue
		}
		name := component.Component().Name
		declared := c.model.typeNamed(runtimeName(name))
		if declared == nil {
			c.t.Errorf("%s: there is no type %v", c.path, name)
			continue
		}
		c.check(&xsdElement{typ: declared, nillable: true}, func(o sample.Options) (*sample.Document, error) {
			return c.samples.Type(cxsd.QName{Local: "r"}, typ, o)
		})
	}
}

// predefined reports whether a component is not the contract's own.
func predefined(c cxsd.Component) bool {
	return c.Component().Schema.WellKnown || c.Component().Name.Space == xsd.Namespace
}

func runtimeName(name cxsd.QName) xsd.QName { return xsd.QName{Space: name.Space, Local: name.Local} }

// maxSamples bounds the documents of a contract.
const maxSamples = 2000

// check validates samples of an element, and the same with each kind of defect. e is nil for the global element that the
// root of a sample is: one of a substitution group.
func (c *corpusContract) check(e *xsdElement, generate func(sample.Options) (*sample.Document, error)) {
	for _, o := range []sample.Options{{}, {Mode: sample.Maximal}, {Mode: sample.Random, Seed: 3}} {
		if c.documents > maxSamples {
			return
		}
		doc, err := generate(o)
		if err != nil { // it has no finite instance
			continue
		}
		root := e
		if root == nil {
			root = c.model.elementNamed(runtimeName(doc.Root.Name))
		}
		c.one(root, doc.Bytes(), "")
		for _, kind := range sample.DefectKinds() {
			if c.arrays && kind == sample.UnknownElement { // items may have any names (SOAP 1.1, section 5.4.2)
				continue
			}
			if d, ok := c.samples.Defect(doc, kind, uint64(c.documents)); ok {
				c.one(root, d.Document.Bytes(), kind.String())
			}
		}
	}
}

// one validates a document, which is valid if it has no defect.
func (c *corpusContract) one(e *xsdElement, doc []byte, defect string) {
	c.documents++
	if defect != "" {
		c.defects++
	}
	err := validateDocument(context.Background(), c.model, codec.NewDecoder(doc, nil, schema.Limits{}), func(v *validation) {
		if v.d.Root() {
			v.element(e, 0)
		}
		v.d.End()
	})
	if (err == nil) != (defect == "") && c.failed < 3 {
		c.failed++
		c.t.Errorf("%s: %s\n%.1000s\n%.500v", filepath.Base(c.path), defect, doc, err)
	}
}
