package validate

import (
	"bytes"
	"testing"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/schema"
)

// FuzzValidate: no document makes the validator panic, or take long; what it reads is well-formed if it says nothing
// else.
func FuzzValidate(f *testing.F) {
	var tables []*schema.Table
	for i := range schemaCases {
		c := &schemaCases[i]
		tables = append(tables, schemaTable(c.schema))
		docs, _ := c.documents()
		for _, doc := range docs {
			f.Add(i, []byte(doc))
		}
	}
	f.Fuzz(func(t *testing.T, i int, doc []byte) {
		if i < 0 || i >= len(tables) {
			return
		}
		c := checkerOf(tables[i])
		first := c.Message(t.Context(), bytes.Clone(doc), &soap.Comparison{})
		second := c.Message(t.Context(), doc, &soap.Comparison{})
		if (first == nil) != (second == nil) || first != nil && first.Error() != second.Error() {
			t.Errorf("%v, and then %v", first, second)
		}
	})
}
