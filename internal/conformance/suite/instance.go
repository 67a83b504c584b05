package suite

import (
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/writing/descriptor"
	"example.com/quartet/internal/compiler/writing/plan"
	"example.com/quartet/templates/soap/encoded"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/validate"
)

// Describe returns the descriptions of all types and elements of a model, which it also defines in the run-time. It is nil
// if the model cannot be planned. The given namespaces are replaced.
func Describe(m *resolve.Model, replaced ...plan.Namespace) *schema.Table {
	pkg, _ := plan.Types(m, plan.Config{Package: "suite", Runtime: "example.com/soap", Elements: true, XSITypes: true, Namespaces: replaced})
	if pkg == nil {
		return nil
	}
	d := descriptor.New(encoded.Arrays{})
	table := d.Package(pkg).Table
	for _, t := range d.Tables() {
		schema.Define(t)
	}
	return table
}

// Validity is what the run-time says about an instance.
type Validity struct {
	Document error  // error of the instance as a document
	Decode   error  // error of reading it as a value
	Value    error  // error of the instance as a value
	Written  []byte // the value; nil if there is none
}

// ValueValid reports whether the instance has a value that is valid.
func (v *Validity) ValueValid() bool { return v.Decode == nil && v.Value == nil }

// Validate validates an instance as a document, and as a value that it is decoded to: what is written for it must be valid.
func Validate(table *schema.Table, doc []byte) (v Validity) {
	v.Document = validate.Document(table, doc)
	value, err := table.ReadDocument(doc)
	if err != nil {
		v.Decode = err
		return v
	}
	if v.Written, v.Value = schema.AppendDocument(nil, value); v.Value == nil {
		v.Value = validate.Document(table, v.Written)
	}
	return v
}
