package diff_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reviewing/diff"
	"example.com/quartet/internal/compiler/reviewing/diff/examples"
	"example.com/quartet/internal/conformance/suite"
	"example.com/quartet/templates/soap/sample"
	"example.com/quartet/templates/soap/validate"
)

// schemaVersions returns both versions of an example as schemas without a contract. ok is false if it is about a service.
func schemaVersions(t *testing.T, e examples.Example) (old, new string, ok bool) {
	t.Helper()
	switch e.Frame {
	case "documents":
		old, new = examples.Versions(t, e)
		return old, new, true
	case "schema":
		other := ""
		if strings.Contains(e.Old, `name="item"><`) { // documents have all types, as other schemas may use them
			other = `<xs:element name="other" type="t:item"/>`
		}
		of := func(declarations string) string {
			return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t" elementFormDefault="qualified">
<xs:element name="lent" type="t:book"/>` + other + declarations + `</xs:schema>`
		}
		return of(e.Old), of(e.New), true
	}
	return "", "", false
}

// TestDocuments checks documents of each version of the examples with the other one, as schemas without a contract, and
// compares what happens with what the findings say. TestBehaviour does the same for readers that check nothing.
func TestDocuments(t *testing.T) {
	for _, rule := range diff.Rules() {
		oldText, newText, ok := schemaVersions(t, examples.Of(t, rule.ID))
		if !ok {
			continue
		}
		t.Run(rule.ID, func(t *testing.T) {
			old, ok := examples.Read(t, fstest.MapFS{"a.xsd": {Data: []byte(oldText)}}, "a.xsd")
			new, again := examples.Read(t, fstest.MapFS{"a.xsd": {Data: []byte(newText)}}, "a.xsd")
			if !ok || !again {
				t.Fatal("a schema has errors")
			}
			found := diff.Compare(old, new)
			checkRules(t, found)
			checkMirrored(t, found, diff.Compare(new, old))
			if slices.ContainsFunc(found, func(f diff.Finding) bool { return f.JSON != f.Breaks&(diff.OldClients|diff.NewClients) }) {
				t.Errorf("documents break otherwise in JSON, which they are not written in:\n%s", diff.Text(found))
			}
			refused := slices.ContainsFunc(found, func(f diff.Finding) bool {
				return (f.Breaks|f.Strict)&(diff.OldClients|diff.NewClients) != 0
			})
			if err := exchangeDocuments(old.Model, new.Model); refused != (err != nil) {
				t.Errorf("breaks if documents are checked: %v, but: %v\n%s", refused, err, diff.Text(found))
			}
		})
	}
}

// exchangeDocuments checks documents of each model with the other one. It returns the first error.
func exchangeDocuments(a, b *resolve.Model) error {
	for _, p := range [][2]*resolve.Model{{a, b}, {b, a}} {
		known, err := validate.ComponentsOf(suite.Describe(p[0]))
		if err != nil {
			return err
		}
		table, samples := suite.Describe(p[1]), sample.New(known.Set)
		for _, e := range known.Set.Elements() {
			for seed := range uint64(12) {
				doc, err := samples.Element(e, sample.Options{Varied: true, Seed: seed})
				if e.Declaration().Abstract || err != nil {
					continue
				}
				if err := validate.Document(table, doc); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
