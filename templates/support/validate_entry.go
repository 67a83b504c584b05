package support

import (
	"strings"
)

// ValidateStruct validates a value of a complex type: encoded, it has to be valid as what entry names in the schema. If
// attrs is set, encode writes attributes and ">" first. A nil value, for which there is false, is valid.
//
//quartet:internal
func ValidateStruct(v encodable, there bool, s *Schema, entry string, attrs bool) error {
	if !there {
		return nil
	}
	return validateContent(s, entry, func(e *Encoder) {
		if !attrs {
			e.Raw(">")
		}
		v.encode(e)
	})
}

// ValidateValue validates a value of a simple type.
//
//quartet:internal
func ValidateValue[T any](v T, s *Schema, entry string, write func(*Encoder, string, T, string)) error {
	return validateContent(s, entry, func(e *Encoder) { write(e, ">", v, "") })
}

// validateElement validates a document whose root is a global element.
func validateElement(s *Schema, doc []byte) error {
	m, err := loadSchema(s)
	if err != nil {
		return err
	}
	return m.validate(NewDecoder(doc, nil, Limits{Depth: valueDepth}), func(v *validation) {
		if v.d.Root() {
			v.message(0)
		}
		v.d.End()
	})
}

// validateContent validates an element whose attributes, ">" and content are written by write.
func validateContent(s *Schema, entry string, write func(*Encoder)) error {
	m, err := loadSchema(s)
	if err != nil {
		return err
	}
	t, err := m.find(entry)
	if err != nil {
		return err
	}
	name := entry[strings.LastIndexAny(entry, " /:")+1:]
	e := NewEncoder(s.Namespaces, true)
	defer e.Release()
	e.Open(ElementName{Local: name}, true)
	write(e)
	e.Close(ElementName{Local: name})
	if e.Err() != nil {
		return e.Err()
	}
	if joined := s.with(e.met); joined != s { //quartet:packages
		if m, err = loadSchema(joined); err != nil {
			return err
		}
		if t, err = m.find(entry); err != nil {
			return err
		}
	}
	return m.validate(NewDecoder(e.Bytes(), nil, Limits{Depth: valueDepth}), func(v *validation) {
		if v.d.Root() {
			v.element(&xsdElement{typ: t, nillable: true}, 0)
		}
		v.d.End()
	})
}

// validate has run validate the document that d reads, and releases d.
func (m *xsdModel) validate(d *Decoder, run func(*validation)) error {
	v := &validation{model: m, d: d}
	defer d.Release()
	run(v)
	switch {
	case len(v.found) > 0:
		return &ValidationError{v.found}
	case v.d.err != nil:
		return v.d.err
	}
	return nil
}

// message validates the current element as the message with that number of those of its name. It reports whether there
// are more.
func (v *validation) message(choice int) (more bool) {
	space, local := v.d.Tag()
	name := QName{v.xsdSpace(space), local}
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
