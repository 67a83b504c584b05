package support

import (
	"errors"
	"strings"
)

// ValidateStruct validates a value of a complex type: encoded, it has to be valid as what entry names in the schema. If
// attrs is set, encode writes attributes and ">" first. A nil value, for which there is false, is valid.
//
//quartet:internal
func ValidateStruct(v interface{ encode(*Encoder) }, there bool, s *Schema, entry string, attrs bool) error {
	if !there {
		return nil
	}
	return s.validateContent(entry, func(e *Encoder) {
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
	return s.validateContent(entry, func(e *Encoder) { write(e, ">", v, "") })
}

// validateContent validates an element whose attributes, ">" and content are written by write.
func (s *Schema) validateContent(entry string, write func(*Encoder)) error {
	m, err := s.load()
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
	return m.validate(e.Bytes(), Limits{Depth: valueDepth}, func(v *validation) {
		if v.d.Root() {
			v.element(&xsdElement{typ: t, nillable: true}, 0)
		}
		v.d.End()
	})
}

// valueDepth is how deep values may be nested: they are ours, and need no other limit.
const valueDepth = 10000

// validate has run validate a document.
func (m *xsdModel) validate(doc []byte, limits Limits, run func(*validation)) error {
	v := &validation{model: m, d: NewDecoder(doc, nil, limits)}
	defer v.d.Release()
	run(v)
	switch {
	case len(v.found) > 0:
		return &ValidationError{v.found}
	case v.d.err != nil:
		return v.d.err
	}
	return nil
}

// checkMessage validates a message if the options want that. One that cannot be read at all is for the decoder to tell
// about, and one in SOAP encoding is not what the schema says.
func (c *contract) checkMessage(doc []byte, soap bool, way *Wire, options *config) error {
	if !options.validate || way.Encoded || c.Schema == nil || len(doc) == 0 {
		return nil
	}
	err := c.validateMessage(doc, soap, options.limits)
	var unreadable *DecodeError
	if errors.As(err, &unreadable) {
		return nil
	}
	return err
}

// validateMessage validates a message: the elements in the Body of an envelope, or a document of its own. What the
// schema does not declare is passed over, as are faults.
func (c *contract) validateMessage(doc []byte, soap bool, limits Limits) error {
	m, err := c.Schema.load()
	if err != nil {
		return err
	}
	for choice := 0; ; choice++ {
		more := false
		bad := m.validate(doc, limits, func(v *validation) {
			v.place, v.rename = true, c.renamed
			if v.d.Root() {
				if soap {
					more = v.envelope(choice)
				} else {
					more = v.message(choice)
				}
			}
			v.d.End()
		})
		if err == nil {
			err = bad
		}
		if bad == nil || !more {
			if bad == nil {
				return nil
			}
			return err
		}
	}
}

// envelope validates what is in the Body.
func (v *validation) envelope(choice int) (more bool) {
	v.d.Open()
	for v.d.Child() {
		space, local := v.d.Tag()
		if local != "Body" || space != soap11Namespace && space != soap12Namespace {
			v.d.Skip()
			continue
		}
		v.d.Open()
		for v.d.Child() {
			more = v.message(choice) || more
		}
	}
	return more
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
