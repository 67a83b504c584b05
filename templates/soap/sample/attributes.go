package sample

import (
	"fmt"
	"slices"

	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// attributes writes the attributes of a type at any depth. With SOAP encoding, optional ones are left out (SOAP 1.1, section 5).
func (m *maker) attributes(c *component.Definition) error {
	written := make(map[xsd.QName]bool)
	for _, a := range c.Attributes {
		if codec.IsEncodingNamespace(a.Name.Space) || !a.Required && (m.Encoded || m.Varied && m.skips(3) || m.optional < 0) && !m.isKey(&a.Name) {
			continue // items writes enc:arrayType
		}
		if err := m.try(func() error { return m.attribute(a) }); err != nil && (a.Required || !m.Varied) {
			return fmt.Errorf("attribute %s: %w", a.Name, err)
		}
		written[a.Name] = true
	}
	if c.AnyAttribute != nil && !m.Encoded && m.allowsOptional() && !m.skips(3) {
		m.anyAttribute(c.AnyAttribute, written, slices.ContainsFunc(c.Attributes, m.isID))
	}
	return nil
}

func (m *maker) isID(a *component.Attribute) bool { return m.facetsOf(a.Type).builtin == "ID" }

func (m *maker) attribute(a *component.Attribute) error {
	m.subject = a.Name.Local
	text := ""
	if a.Fixed != nil {
		text = m.values.Expand(a.Type, a.Fixed)
	} else {
		var err error
		if text, err = m.fieldText(a.Type, &a.Name); err != nil {
			return err
		}
	}
	text = m.prefixed(a.Type, text)
	m.write(" ", m.qname(a.Name), `="`, escape(text), `"`)
	return nil
}

// anyAttribute writes an attribute that a wildcard allows, if there is one. If the type of the element has an ID, the attribute is
// none (XML Schema part 1, section 3.4.4, Element Locally Valid (Complex Type), clause 5).
func (m *maker) anyAttribute(w *component.Wildcard, written map[xsd.QName]bool, hasID bool) {
	var known []*component.Attribute
	for _, a := range m.set.Attributes() {
		if w.Allows(a.Name.Space) && !written[a.Name] && a.Name.Space != schema.XSINamespace && !codec.IsEncodingNamespace(a.Name.Space) {
			known = append(known, a)
		}
	}
	known = known[:min(len(known), 8)]
	if w.Process != xsd.Strict {
		n := m.upTo(len(known) + 1)
		if n == 0 {
			name := xsd.QName{Space: undeclaredSpace(w), Local: "note"}
			if name.Space != "" && m.set.Attribute(name) == nil && !written[name] {
				m.write(" ", m.qname(name), `="extra"`)
			}
			return
		}
		known = known[n-1:]
	}
	for _, a := range known {
		if !(hasID && m.isID(a)) && m.try(func() error { return m.attribute(a) }) == nil {
			return
		}
	}
}

// undeclaredSpace returns a namespace that a wildcard allows, preferably one of which no schema declares anything; "" if there is none.
func undeclaredSpace(w *component.Wildcard) string {
	const extension = "urn:sample"
	if w.Allows(extension) {
		return extension
	}
	if !w.Any && !w.Not {
		for _, space := range w.Namespaces {
			if space != schema.XSINamespace && space != codec.XMLNamespace && space != "http://www.w3.org/2000/xmlns/" {
				return space
			}
		}
	}
	return ""
}
