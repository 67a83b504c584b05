package validate

import (
	"fmt"
	"strings"

	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// Value compares a value with the schema of its contract: a value of a generated
// type, or a pointer to one, such as a *Stop, a Colour, or a *Dog where an Animal is
// asked for. What the schema does not allow is an [*Error]. A nil pointer is valid.
//
// It is also an error if the schema does not have the Go type: if that is not
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
	s := t.Schema()
	if s == nil {
		return false, nil
	}
	m, err := loadSchema(s)
	if err != nil {
		return false, err
	}
	found, name, err := m.typeFor(t)
	if found == nil {
		return false, err
	}
	p := schema.PointerTo(v)
	if p == nil {
		return true, nil
	}
	return true, validateContent(s, t, name, p)
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
func validateElement(s *schema.Schema, doc []byte) error {
	m, err := loadSchema(s)
	if err != nil {
		return err
	}
	return m.validate(schema.NewDecoder(doc, nil, schema.Limits{Depth: schema.MaxValueDepth}), func(v *validation) {
		if v.d.Root() {
			v.message(0)
		}
		v.d.End()
	})
}

// validateContent validates an element of that name with the value that v points to.
func validateContent(s *schema.Schema, t *schema.Type, name string, v any) error {
	e := schema.NewEncoder(s.Namespaces, true)
	defer e.Release()
	e.Open(schema.ElementName{Local: name}, true)
	schema.EncodeValue(e, t, v)
	e.Close(schema.ElementName{Local: name})
	if e.Err() != nil {
		return e.Err()
	}
	m, err := loadSchema(s.With(e.Met))
	if err != nil {
		return err
	}
	found, _, err := m.typeFor(t)
	if err != nil {
		return err
	}
	return m.validate(schema.NewDecoder(e.Bytes(), nil, schema.Limits{Depth: schema.MaxValueDepth}), func(v *validation) {
		if v.d.Root() {
			v.element(&xsdElement{typ: found, nillable: true}, 0)
		}
		v.d.End()
	})
}

// validate has run validate the document that d reads, and releases d.
func (m *xsdModel) validate(d *schema.Decoder, run func(*validation)) error {
	v := &validation{model: m, d: d}
	defer d.Release()
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
	all := v.model.messages[name]
	if e := v.model.elements[name]; e != nil {
		all = append([]*xsdElement{e}, all...)
	}
	if len(all) == 0 {
		v.d.Skip()
		return false
	}
	v.element(all[min(choice, len(all)-1)], 0)
	return choice+1 < len(all)
}
