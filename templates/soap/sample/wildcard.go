package sample

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/xsd"
)

type wildcardKey struct {
	content *component.Particle
	w       *component.Wildcard
}

// wildcard writes an element that a wildcard of a type allows: a global element or, unless it has to be declared, another one.
func (m *maker) wildcard(c *component.Definition, w *component.Wildcard) error {
	first := -1 // an element that no schema declares
	if m.allowsOptional() {
		first += m.upTo(len(m.known(c, w)) + 1)
	}
	if w.Process != xsd.Strict && first < 0 && m.unknownElement(c, w) {
		return nil
	}
	known := m.known(c, w)
	for i := range known {
		if m.try(func() error { return m.declared(known[(max(first, 0)+i)%len(known)]) }) == nil {
			return nil
		}
	}
	return errors.New("a wildcard allows none of the declared elements")
}

// known returns up to six global elements that a wildcard of a type allows, the smallest first. It leaves out those that the type
// itself declares, because they would be ambiguous.
func (m *maker) known(c *component.Definition, w *component.Wildcard) []*component.Element {
	key := wildcardKey{c.Content, w}
	all, ok := m.wildcards[key]
	if ok {
		return all
	}
	own := declaredNames(c.Content)
	for _, e := range m.set.Elements() {
		if w.Allows(e.Name.Space) && !own[e.Name] && !e.Declaration().Abstract && m.elementSize(e) < impossible {
			all = append(all, e)
		}
	}
	slices.SortStableFunc(all, func(a, b *component.Element) int { return m.elementSize(a) - m.elementSize(b) })
	all = slices.Clone(all[:min(len(all), 6)])
	m.wildcards[key] = all
	return all
}

func declaredNames(content *component.Particle) map[xsd.QName]bool {
	names := make(map[xsd.QName]bool)
	for p := range content.All {
		if p.Element != nil {
			names[p.Element.Name] = true
			for _, e := range p.Element.Substitutes() {
				names[e.Name] = true
			}
		}
	}
	return names
}

// unknownElement writes an element that no schema declares. It has a type, unless the instance is varied.
func (m *maker) unknownElement(c *component.Definition, w *component.Wildcard) bool {
	name := xsd.QName{Space: undeclaredSpace(w), Local: "sample"}
	own := declaredNames(c.Content)
	if name.Space == "" && !w.Allows("") || own[name] || m.set.Element(name) != nil {
		return false
	}
	m.count++
	m.serial++
	m.write("<", m.qname(name))
	if !m.Varied {
		m.setType(builtin("string"))
	}
	m.write(">", escape(m.word(0)), "</", m.qname(name), ">")
	return true
}

// anyContent writes what an element of type xs:anyType has: nothing, text, an element, or a simple value and its xsi:type.
func (m *maker) anyContent() error {
	kind := -1
	if m.allowsOptional() {
		kind = m.upTo(5)
	}
	if (kind == 1 || kind == 2) && !m.named {
		t := builtin([]string{"string", "int", "boolean", "dateTime", "decimal", "base64Binary"}[m.upTo(6)])
		m.setType(t)
		return m.value(t, nil)
	}
	m.open()
	switch kind {
	case 0:
		m.write(escape(m.word(0)))
	case 3:
		name := m.qname(xsd.QName{Space: "urn:sample", Local: "sample"})
		m.write("<", name, ">", escape(m.word(0)), "</", name, ">")
	}
	return nil
}

// itemCount returns the number of items of an array of SOAP encoding. An array of several dimensions has one item in each
// but the last. Arrays of arrays are empty.
func (m *maker) itemCount(c *component.Definition) int {
	switch {
	case strings.Count(c.Brackets, "[") > 1:
	case m.Varied:
		if m.Encoded && m.typeSize(c.Items) < impossible && m.allowsOptional() {
			return 2
		}
	case m.optional > 0 && (m.depth <= m.optional+1 || c.Items.Simple || m.b.Len() < maxText && m.stack[c.Items] == 0):
		n := 1 + m.upTo(maxItems)
		if strings.Contains(c.Brackets, ",") {
			n = 1
		}
		return n
	}
	return 0
}

// items writes the items of an array of SOAP encoding, and their type and number (SOAP 1.1, section 5.4.2).
func (m *maker) items(c *component.Definition) error {
	n := m.itemCount(c)
	before, depth := m.b.Len(), m.depth
	outer := m.item
	defer func() { m.item = outer }()
	for {
		if c.ArrayOf != nil && m.Encoded || strings.Contains(c.Brackets, ",") {
			m.write(" ", m.qname(xsd.QName{Space: codec.SOAPEncoding11, Local: "arrayType"}), `="`, m.arrayType(c, n), `"`)
		}
		m.open()
		var err error
		for i := 0; i < n && err == nil; i++ {
			m.item = outer*itemsApart + i
			err = m.accessor(xsd.QName{Local: "item"}, c.Items)
		}
		if err == nil || n == 0 {
			return err
		}
		n = 0 // an empty array is valid
		m.b.Truncate(before)
		m.depth = depth
	}
}

// arrayType returns the value of enc:arrayType for an array with n items.
func (m *maker) arrayType(c *component.Definition, n int) string {
	at := strings.LastIndexByte(c.Brackets, '[')
	return m.qname(c.ArrayOf.Name) + c.Brackets[:at] + "[" + strings.Repeat(strconv.Itoa(min(n, 1))+",", strings.Count(c.Brackets[at:], ",")) + strconv.Itoa(n) + "]"
}
