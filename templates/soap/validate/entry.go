package validate

import (
	"strings"

	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// ValidateStruct validates a value of a complex type, to which v points: encoded, it has to be valid as what entry names
// in the schema. A nil value, for which there is false, is valid.
func ValidateStruct(v any, there bool, s *schema.Schema, entry string, t *schema.Type) error {
	if !there {
		return nil
	}
	return validateContent(s, entry, func(e *schema.Encoder) { schema.EncodeRows(e, t, v) })
}

// ValidateValue validates a value of a simple type, which of describes.
func ValidateValue(v any, s *schema.Schema, entry string, of *schema.Value) error {
	return validateContent(s, entry, func(e *schema.Encoder) { of.Put(e, v) })
}

// validateElement validates a document whose root is a global element.
func validateElement(s *schema.Schema, doc []byte) error {
	m, err := loadSchema(s)
	if err != nil {
		return err
	}
	return m.validate(schema.NewDecoder(doc, nil, schema.Limits{Depth: schema.ValueDepth}), func(v *validation) {
		if v.d.Root() {
			v.message(0)
		}
		v.d.End()
	})
}

// validateContent validates an element whose attributes, ">" and content are written by write.
func validateContent(s *schema.Schema, entry string, write func(*schema.Encoder)) error {
	m, err := loadSchema(s)
	if err != nil {
		return err
	}
	t, err := m.find(entry)
	if err != nil {
		return err
	}
	name := entry[strings.LastIndexAny(entry, " /:")+1:]
	e := schema.NewEncoder(s.Namespaces, true)
	defer e.Release()
	e.Open(schema.ElementName{Local: name}, true)
	write(e)
	e.Close(schema.ElementName{Local: name})
	if e.Err() != nil {
		return e.Err()
	}
	if joined := s.With(e.Met); joined != s {
		if m, err = loadSchema(joined); err != nil {
			return err
		}
		if t, err = m.find(entry); err != nil {
			return err
		}
	}
	return m.validate(schema.NewDecoder(e.Bytes(), nil, schema.Limits{Depth: schema.ValueDepth}), func(v *validation) {
		if v.d.Root() {
			v.element(&xsdElement{typ: t, nillable: true}, 0)
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
