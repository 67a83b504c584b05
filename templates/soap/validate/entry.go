package validate

import (
	"fmt"
	"strings"

	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// Value compares a value with the schema of its contract: a value of a generated
// type, or a pointer to one, such as a *Stop, a Colour, or a *Dog where an Animal is
// expected. What the schema does not allow is an [*Error]. A nil pointer is valid.
//
// It is also an error if no contract describes the Go type: if that is not
// generated, or if it is an alias of one that is not, such as xsd.Date. Values of
// these are validated as part of others, and [Element] validates those of elements.
func Value(v any) error {
	if v == nil {
		return nil
	}
	t := schema.TypeOf(v)
	if t == nil {
		return fmt.Errorf("validate: no contract describes the Go type %T", v)
	}
	known, err := validateValue(t, v)
	if !known && err == nil {
		err = fmt.Errorf("validate: the schema has no type that is the Go type %T", v)
	}
	return err
}

// validateValue validates a value of a described type, or one that a pointer points
// to. It reports whether the schema has the type.
func validateValue(t *schema.Type, v any) (known bool, err error) {
	found, name, err := findType(t, nil)
	if found == nil {
		return false, err
	}
	p := schema.PointerTo(v)
	if p == nil {
		return true, nil
	}
	return true, validateContent(t, name, p)
}

// findType returns the type of the values that t describes, nil if there is none, and the name of an element with one.
func findType(t *schema.Type, met []*schema.Table) (found *xsdType, name string, err error) {
	if s := t.Schema(); s != nil {
		m, err := loadSchema(s.With(schemasOf(met)))
		if err != nil {
			return nil, "", err
		}
		return m.typeFor(t)
	}
	found, name = modelOf(t.Table(), met).typeFor(t)
	return found, name, nil
}

// loadModel returns the model of a table, and of tables that an encoder has met.
func loadModel(t *schema.Table, s *schema.Schema, met []*schema.Table) (declarations, error) {
	if s != nil {
		return loadSchema(s.With(schemasOf(met)))
	}
	return modelOf(t, met), nil
}

func schemasOf(tables []*schema.Table) []*schema.Schema {
	var all []*schema.Schema
	for _, t := range tables {
		if t.Schema != nil {
			all = append(all, t.Schema)
		}
	}
	return all
}

// typeFor finds the type that describes the values of t, nil if the schema does not
// have it. name is that of the type, or of the element that it belongs to.
func (m *xsdModel) typeFor(t *schema.Type) (found *xsdType, name string, err error) {
	path, ok := m.entries[t]
	if !ok {
		return m.types[t.QName()], t.Name, nil
	}
	found, err = m.find(path)
	return found, path[strings.LastIndexAny(path, " /:")+1:], err
}

// validateElement validates a document whose root is a global element.
func validateElement(m declarations, doc []byte) error {
	return validateDocument(m, schema.NewDecoder(doc, nil, schema.Limits{Depth: schema.MaxValueDepth}), func(v *validation) {
		if v.d.Root() {
			v.message(0)
		}
		v.d.End()
	})
}

// validateContent validates an element of that name with the value that v points to.
func validateContent(t *schema.Type, name string, v any) error {
	e := schema.NewEncoder(t.Table().Namespaces, true)
	defer e.Release()
	e.Open(schema.ElementName{Local: name}, true)
	schema.EncodeValue(e, t, v)
	e.Close(schema.ElementName{Local: name})
	if e.Err() != nil {
		return e.Err()
	}
	found, _, err := findType(t, e.Met)
	if err != nil {
		return err
	}
	m, err := loadModel(t.Table(), t.Schema(), e.Met)
	if err != nil {
		return err
	}
	return validateDocument(m, schema.NewDecoder(e.Bytes(), nil, schema.Limits{Depth: schema.MaxValueDepth}), func(v *validation) {
		if v.d.Root() {
			v.element(&xsdElement{typ: found, nillable: true}, 0)
		}
		v.d.End()
	})
}

// validateDocument has run validate the document that d reads, and releases d.
func validateDocument(m declarations, d *schema.Decoder, run func(*validation)) error {
	v := validations.Get().(*validation)
	v.model, v.d = m, d
	defer v.release()
	run(v)
	switch {
	case len(v.found) > 0:
		return &Error{v.found}
	case v.d.Failed != nil:
		return v.d.Failed
	}
	return nil
}

// message validates the current element as the message with that number of those of its name. It reports whether there
// are more.
func (v *validation) message(choice int) (more bool) {
	space, local := v.d.Tag()
	name := xsd.QName{Space: v.xsdSpace(space), Local: local}
	all := v.model.messagesNamed(name)
	if e := v.model.elementNamed(name); e != nil {
		all = append([]*xsdElement{e}, all...)
	}
	if len(all) == 0 {
		v.d.Skip()
		return false
	}
	v.element(all[min(choice, len(all)-1)], 0)
	return choice+1 < len(all)
}
