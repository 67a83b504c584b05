package suite_test

import (
	"context"
	"fmt"
	"runtime/debug"
	"testing"
	"testing/fstest"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/xsdcheck"
	"example.com/quartet/internal/conformance/instance"
	"example.com/quartet/internal/conformance/suite"
	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/sample"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/validate"
	"example.com/quartet/templates/soap/xsd"
)

// TestDerivations reads and writes samples of random trees of types. FuzzDerivations does so for more of them.
func TestDerivations(t *testing.T) {
	valid, documents := 0, 0
	for seed := range uint64(300) {
		n := checkDerivations(t, seed)
		documents += n
		if n > 0 {
			valid++
		}
	}
	if valid < 200 && !t.Failed() {
		t.Errorf("only %d trees are valid, with %d documents", valid, documents)
	}
}

// FuzzDerivations: the run-time takes what is planned for any tree of types without errors, and what is in a valid document is in
// what is written for it.
func FuzzDerivations(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) { checkDerivations(t, seed) })
}

// checkDerivations returns the number of documents that were read and written, 0 if the tree of types is not valid.
func checkDerivations(t *testing.T, seed uint64) (documents int) {
	text := newDerivations(seed)
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("seed %d: %v\n%s\n%s", seed, r, text, debug.Stack())
		}
	}()
	model, valid := modelOfTree(text)
	if model == nil {
		return 0
	}
	if !valid {
		return 0
	}
	table := suite.Describe(model)
	known, err := validate.ComponentsOf(table)
	if err != nil {
		t.Fatal(err)
	}
	samples, root := sample.New(known.Set), known.Set.Element(xsd.QName{Space: "urn:t", Local: "r"})
	for _, options := range []sample.Options{{}, {Varied: true}, {Varied: true, Seed: 2}, {Varied: true, Seed: 2*seed + 1}, {Varied: true, Seed: 2*seed + 3}} {
		doc, err := samples.Element(root, options)
		if err != nil {
			break // there is no finite one
		}
		if err := checkSample(table, known.Set, doc); err != nil {
			t.Errorf("seed %d: %v\n%s\n%s", seed, err, doc, text)
			return documents
		}
		documents++
	}
	return documents
}

// checkSample reads a document and writes it again, as XML and as JSON.
func checkSample(table *schema.Table, set *component.Set, text []byte) error {
	v := validateBoth(table, text)
	switch {
	case v.Document != nil:
		return fmt.Errorf("not valid: %w", v.Document)
	case !v.valueValid():
		return fmt.Errorf("the value is not valid: %v, %v\n%s", v.Decode, v.Value, v.Written)
	}
	if err := instance.Compare(set, text, v.Written); err != nil {
		return fmt.Errorf("%w in\n%s", err, v.Written)
	}
	record, err := table.ReadDocument(text)
	if err != nil {
		return err
	}
	object, err := schema.MarshalJSON(record)
	if err != nil {
		return fmt.Errorf("JSON: %w", err)
	}
	back := schema.NewRecord(record.Type())
	if err := schema.UnmarshalJSON(object, back); err != nil {
		return fmt.Errorf("JSON: %w\n%s", err, object)
	}
	written, err := back.AppendDocument(nil)
	if err != nil {
		return fmt.Errorf("JSON: %w\n%s", err, object)
	}
	if err := instance.Compare(set, text, written); err != nil {
		return fmt.Errorf("JSON: %w in\n%s\n%s", err, object, written)
	}
	return nil
}

// modelOfTree returns the components of a schema, nil if it has errors, and reports whether it has no warnings either.
func modelOfTree(declarations string) (model *resolve.Model, valid bool) {
	text := `<xs:schema targetNamespace="urn:t" elementFormDefault="qualified"` + namespaces + ">\n" + declarations + "\n</xs:schema>"
	set, diags := load.Load(context.Background(), load.Config{Main: "fs:///s.xsd", Read: load.FS(fstest.MapFS{"s.xsd": {Data: []byte(text)}})})
	if diags.HasErrors() {
		return nil, false
	}
	model, diags = resolve.Resolve(set)
	if !diags.HasErrors() {
		diags = append(diags, xsdcheck.Check(model.Schemas)...)
	}
	if diags.HasErrors() {
		return nil, false
	}
	return model, len(diags.Only(diag.Warning)) == 0
}
