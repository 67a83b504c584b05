package sample

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

var (
	anyType       = component.Builtin(xsd.QName{Space: xsd.Namespace, Local: "anyType"})
	anySimpleType = component.Builtin(xsd.QName{Space: xsd.Namespace, Local: "anySimpleType"})

	xsiType = xsd.QName{Space: schema.XSINamespace, Local: "type"}
	xsiNil  = xsd.QName{Space: schema.XSINamespace, Local: "nil"}
)

// membersOf returns the elements that may be in the place of one.
func (s *Sampler) membersOf(e *component.Element) []*component.Element {
	members, known := s.members[e]
	if !known {
		if members = e.Substitutes(); members == nil {
			members = []*component.Element{e}
		}
		s.members[e] = members
	}
	return members
}

// allowsOptional reports whether optional components may be written at this depth. Plain instances do not ask.
func (m *maker) allowsOptional() bool {
	if m.Mode == Minimal || m.recursive > 0 {
		return false
	}
	if m.depth >= m.limit || m.count > m.Budget && m.limit > 1 || m.count > 10*m.Budget {
		m.cut = true
		return false
	}
	return true
}

// includeOptional decides whether to write an optional component.
func (m *maker) includeOptional() bool {
	return m.allowsOptional() && (m.Mode == Maximal || m.random.IntN(3) > 0)
}

// element writes an element, or a member of its substitution group: the smallest one where optional components are left out.
func (m *maker) element(e *component.Element, occurrence int) error {
	members := m.membersOf(e)
	if len(members) == 0 {
		return fmt.Errorf("the abstract element %s has no finite instance", e.Name)
	}
	if m.Mode == Plain {
		return m.declared(members[0], occurrence)
	}
	first := 0
	if m.allowsOptional() {
		first = m.pick(len(members), occurrence)
	} else {
		first = smallest(members, m.elementSize)
	}
	failure := fmt.Errorf("element %s has no finite instance", e.Name)
	for i := range members {
		one := members[(first+i)%len(members)]
		if m.elementSize(one) >= impossible {
			continue
		}
		if failure = m.try(func() error { return m.declared(one, occurrence) }); failure == nil {
			return nil
		}
	}
	return failure
}

// smallest returns the index of the smallest one.
func smallest[T any](all []T, size func(T) int) (index int) {
	for i, one := range all {
		if size(one) < size(all[index]) {
			index = i
		}
	}
	return index
}

// declared writes an element as its declaration says.
func (m *maker) declared(e *component.Element, occurrence int) error {
	d := e.Declaration()
	t, err := m.typeFor(d, occurrence)
	if err != nil {
		return err
	}
	name := m.qname(e.Name)
	m.start(name)
	if t != d.Type || m.Encoded && t != anyType && t.Name.Local != "" {
		m.setType(t)
	}
	if m.useNil(d, t, occurrence) {
		m.count++
		m.write(" ", m.qname(xsiNil), `="true"`)
		if m.NilAttributes && !t.Simple {
			err = m.attributes(t.Definition())
		}
		m.write("/>")
		return err
	}
	return m.typed(name, t, d)
}

// accessor writes an element of a type, or of one that is derived from it, which nothing declares.
func (m *maker) accessor(name xsd.QName, declared *component.Type) error {
	t, err := m.typeFor(&component.Declaration{Type: declared}, 0)
	if err != nil {
		return err
	}
	return m.undeclared(name, t, t != declared || m.Encoded && t != anyType)
}

// undeclared writes an element of a type, with an xsi:type if typed is set and the type has a name.
func (m *maker) undeclared(name xsd.QName, t *component.Type, typed bool) error {
	m.start(m.qname(name))
	if typed && t.Name.Local != "" {
		m.setType(t)
	}
	return m.typed(m.qname(name), t, nil)
}

// typeFor selects the declared type or one that is derived from it.
func (m *maker) typeFor(d *component.Declaration, occurrence int) (*component.Type, error) {
	if m.Mode == Plain {
		types := []*component.Type{d.Type}
		if !d.Type.Simple && d.Type.Definition().Abstract {
			types = m.typesOf(d)[1:]
		}
		if len(types) == 0 {
			return nil, fmt.Errorf("no type is derived from the abstract type %s", d.Type.Name.Local)
		}
		return types[0], nil
	}
	types := m.typesOf(d)
	m.measure(d.Type)
	small := types[smallest(types, m.typeSize)]
	possible := slices.DeleteFunc(slices.Clone(types), func(t *component.Type) bool { return m.typeSize(t) >= impossible })
	if len(possible) == 0 || !m.allowsOptional() || d.Fixed != nil || d.Default != nil {
		return small, nil
	}
	return possible[m.pick(len(possible), occurrence)], nil
}

// typesOf returns the types that an element may have: the declared type, and those derived from it that are not blocked.
func (s *Sampler) typesOf(d *component.Declaration) []*component.Type {
	if d.Type.Simple || d.Type == anyType {
		return []*component.Type{d.Type}
	}
	if types := s.types[d]; types != nil {
		return types
	}
	types := []*component.Type{d.Type}
	for _, t := range s.set.Derived(d.Type) {
		if !t.Blocks(d.Type, d.Block|d.Type.Definition().Block) {
			types = append(types, t)
		}
	}
	s.types[d] = types
	return types
}

// start begins a start tag.
func (m *maker) start(name string) {
	m.named, m.subject = false, name[strings.IndexByte(name, ':')+1:]
	m.write("<", name)
}

func (m *maker) setType(t *component.Type) {
	m.named = true
	m.write(" ", m.qname(xsiType), `="`, m.qname(t.Name), `"`)
}

// useNil decides whether an element is nil: the second occurrence in a maximal instance, some elements in a random one, those deep
// in a plain one, and elements that have no finite content.
func (m *maker) useNil(d *component.Declaration, t *component.Type, occurrence int) bool {
	if !d.Nillable || d.Fixed != nil || !t.Simple && (t.Definition().Abstract || slices.ContainsFunc(t.Definition().Attributes, isRequired)) {
		return false
	}
	switch {
	case m.Mode == Plain:
		return m.depth > nilDepth && !t.Simple && len(t.Definition().Attributes) == 0
	case m.typeSize(t) >= impossible:
		return true
	case m.Mode == Maximal:
		return occurrence == 1
	}
	return m.Mode == Random && m.random.IntN(5) == 0
}

func isRequired(a *component.Attribute) bool { return a.Required }

// typed writes the rest of an element: the attributes and the content of a type. d may be nil; its fixed value is used.
func (m *maker) typed(name string, t *component.Type, d *component.Declaration) error {
	m.count++
	m.depth++
	if m.stack[t]++; m.stack[t] > 2 {
		m.recursive++
	}
	defer func() {
		if m.stack[t] > 2 {
			m.recursive--
		}
		m.stack[t]--
		m.depth--
	}()
	if m.depth > maxDepth[m.Mode] {
		return errors.New("the sample is too deep")
	}
	if err := m.inside(t, d); err != nil {
		return err
	}
	if m.b.Len() == m.opened { // there is no content
		m.b.Truncate(m.opened - 1)
		m.write("/>")
		return nil
	}
	m.write("</", name, ">")
	return nil
}

// open ends a start tag.
func (m *maker) open() {
	m.write(">")
	m.opened = m.b.Len()
}

var maxDepth = [...]int{Minimal: 200, Maximal: 200, Random: 200, Plain: 24}

// inside writes attributes, the end of the start tag, and content.
func (m *maker) inside(t *component.Type, d *component.Declaration) error {
	if t == anySimpleType && !m.named && m.Mode != Plain && m.allowsOptional() && m.pick(2, m.serial) == 1 {
		t = builtin([]string{"int", "string", "dateTime"}[m.pick(3, 0)])
		m.setType(t)
	}
	if t.Simple {
		return m.value(t, d)
	}
	c := t.Definition()
	switch {
	case c.Abstract:
		return fmt.Errorf("the type %s is abstract", t.Name)
	case t == anyType:
		return m.anyContent()
	}
	if err := m.attributes(c); err != nil {
		return err
	}
	switch {
	case c.Text != nil:
		return m.value(c.Text, d)
	case c.Items != nil:
		return m.items(c)
	}
	m.open()
	if d != nil && d.Fixed != nil && c.Mixed {
		m.write(escape(d.Fixed.Text))
		return nil
	}
	m.mixedText(c)
	switch {
	case c.Content == nil:
		return nil
	case c.Content.Size > maxParticles:
		return errTooLarge
	}
	return m.particle(c, c.Content, false)
}

// value writes the end of a start tag, and a simple value.
func (m *maker) value(t *component.Type, d *component.Declaration) error {
	if d != nil && d.Fixed != nil {
		text := m.prefixed(t, m.values.Expand(t, d.Fixed))
		m.open()
		m.write(escape(text))
		return nil
	}
	text, err := m.simple(t)
	if err != nil {
		return err
	}
	text = m.padded(t, m.prefixed(t, text))
	m.open()
	m.write(escape(text))
	return nil
}

func builtin(local string) *component.Type {
	return component.Builtin(xsd.QName{Space: xsd.Namespace, Local: local})
}
