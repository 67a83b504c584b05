package suite

import (
	"errors"
	"fmt"
	"slices"

	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/writing/descriptor"
	"example.com/quartet/internal/compiler/writing/plan"
	"example.com/quartet/templates/soap/encoded"
	"example.com/quartet/templates/soap/kind"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// Values reads and writes documents of a schema as values of types that are described at run time.
type Values struct {
	holder *schema.Type // has a field for each global element
	table  *schema.Table
}

// NewValues describes the types of a model.
func NewValues(model *resolve.Model) (v *Values, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("describe: %v", r)
		}
	}()
	pkg, diags := plan.Types(model, plan.Config{Elements: true, XSITypes: true})
	if pkg == nil {
		return nil, fmt.Errorf("plan: %v", diags)
	}
	d := descriptor.New(encoded.Arrays{})
	p := d.Package(pkg)
	types := p.Table
	for _, t := range d.Tables() {
		schema.Define(t)
	}
	var rows []schema.Row
	for _, r := range elementRows(model, pkg, p) {
		if r.Occurs = schema.Optional; r.Kind == kind.Struct && r.Of.Name != "" {
			r.Kind = kind.Poly
		}
		rows = append(rows, r)
	}
	rows = append(rows, schema.Row{Kind: kind.XSITypes})
	v = &Values{holder: &schema.Type{Name: "holder"}}
	v.table = &schema.Table{Namespaces: slices.Clone(types.Namespaces), Imports: []*schema.Table{types}, Types: []schema.TypeRows{{Type: v.holder, Rows: rows}}}
	for i, ns := range types.More { // only documents of Elements have them
		ns.Prefix = fmt.Sprintf("m%d", i+1)
		v.table.Namespaces = append(v.table.Namespaces, ns)
	}
	schema.Define(v.table)
	for _, t := range append(d.Tables(), v.table) {
		t.Check()
	}
	return v, nil
}

// Read returns the value of a document.
func (v *Values) Read(doc []byte) (*schema.Record, error) {
	text, err := schema.ToUTF8(doc, "")
	if err != nil {
		return nil, err
	}
	d := schema.NewDecoder(schema.WrapContent(WithoutProlog(text)), v.table.Namespaces, schema.Limits{})
	defer d.Release()
	d.Types = v.table
	record := schema.NewRecord(v.holder)
	if d.Root() {
		schema.DecodeRows(d, v.holder, record)
	}
	d.End()
	return record, d.Err()
}

// Again reads a document and writes its value, in an element of a name that the schema does not have.
func (v *Values) Again(doc []byte) ([]byte, error) {
	record, err := v.Read(doc)
	if err != nil {
		return nil, fmt.Errorf("read: %w", err)
	}
	text, err := schema.Append(nil, xsd.QName{Space: "urn:suite", Local: "r"}, record)
	if err == nil && len(text) == 0 {
		err = errors.New("nothing")
	}
	if err != nil {
		return nil, fmt.Errorf("write: %w", err)
	}
	return text, nil
}

// WithoutProlog returns a document from its root element on.
func WithoutProlog(doc []byte) []byte {
	for i := 0; i+1 < len(doc); i++ {
		if doc[i] == '<' && doc[i+1] != '?' && doc[i+1] != '!' {
			return doc[i:]
		}
		if doc[i] == '<' && i+3 < len(doc) && string(doc[i:i+4]) == "<!--" {
			for ; i+2 < len(doc) && string(doc[i:i+3]) != "-->"; i++ {
			}
		}
	}
	return doc
}
