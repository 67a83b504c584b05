package ir

import (
	"strings"

	"example.com/quartet/templates/soap/schema"
)

// constraints prints the identity constraints of an element: " key {urn:t}stops(.//{urn:t}stop: @{}id)"
func constraints(f *Field) string {
	var b strings.Builder
	for _, c := range f.Constraints {
		b.WriteString([...]string{schema.ConstraintUnique: " unique ", schema.ConstraintKey: " key ", schema.ConstraintKeyRef: " keyref "}[c.Kind] + c.Name)
		b.WriteString("(" + c.Selector + ": " + strings.Join(c.Fields, ", ") + ")" + when(c.Refer != "", " of "+c.Refer))
	}
	return b.String()
}
