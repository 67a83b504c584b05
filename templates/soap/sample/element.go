package sample

import (
	"errors"
	"fmt"
	"slices"

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

// allowsOptional reports whether optional components, and the larger ones of several, may be written at this depth of a varied
// instance.
func (m *maker) allowsOptional() bool {
	if !m.Varied || m.recursive > 0 {
		return false
	}
	if m.depth >= m.limit || m.count > m.Budget && m.limit > 1 || m.count > 10*m.Budget {
		m.cut = true
		return false
	}
	return true
}

// element writes an element, or a member of its substitution group.
func (m *maker) element(e *component.Element) error {
	members := m.membersOf(e)
	if len(members) == 0 {
		return fmt.Errorf("the abstract element %s has no finite instance", e.Name)
	}
	return oneOf(m, members, members[0], m.elementSize, m.declared)
}

// oneOf writes one of several alternatives: the preferred one unless the instance is varied, and the smallest one where optional
// components are left out, or types are nested. If it has no instance, oneOf tries those that follow.
func oneOf[T any](m *maker, all []T, preferred T, size func(T) int, write func(T) error) error {
	if !m.Varied && m.recursive == 0 && m.try(func() error { return write(preferred) }) == nil {
		return nil
	}
	first := smallest(all, size)
	if m.allowsOptional() {
		first = m.upTo(len(all))
	}
	err := errors.New("it has no finite instance")
	for i := range all {
		one := all[(first+i)%len(all)]
		if size(one) >= impossible {
			continue
		}
		if err = m.try(func() error { return write(one) }); err == nil {
			return nil
		}
	}
	return err
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
func (m *maker) declared(e *component.Element) error {
	d := e.Declaration()
	t, err := m.typeFor(d)
	if err != nil {
		return err
	}
	m.start(e.Name)
	if t != d.Type || m.Encoded && t != anyType && t.Name.Local != "" {
		m.setType(t)
	}
	if m.useNil(d, t) && !m.isKey(nil, step(e.Name)) {
		m.count++
		m.write(" ", m.qname(xsiNil), `="true"`)
		if m.NilAttributes && !t.Simple {
			err = m.attributes(t.Definition())
		}
		m.write("/>")
		return err
	}
	return m.typed(t, d)
}

// accessor writes an element of a type, or of one that is derived from it, which nothing declares.
func (m *maker) accessor(name xsd.QName, declared *component.Type) error {
	t, err := m.typeFor(&component.Declaration{Type: declared})
	if err != nil {
		return err
	}
	return m.undeclared(name, t, t != declared || m.Encoded && t != anyType)
}

// undeclared writes an element of a type, with an xsi:type if typed is set and the type has a name.
func (m *maker) undeclared(name xsd.QName, t *component.Type, typed bool) error {
	m.start(name)
	if typed && t.Name.Local != "" {
		m.setType(t)
	}
	return m.typed(t, nil)
}

// typeFor selects the declared type or one that is derived from it: the smallest one where types are nested.
func (m *maker) typeFor(d *component.Declaration) (*component.Type, error) {
	types := []*component.Type{d.Type}
	if isAbstract := !d.Type.Simple && d.Type.Definition().Abstract; m.Varied {
		types = m.typesOf(d)
	} else if isAbstract {
		types = m.typesOf(d)[1:]
	}
	switch {
	case len(types) == 0:
		return nil, fmt.Errorf("no type is derived from the abstract type %s", d.Type.Name.Local)
	case !m.Varied && m.recursive == 0:
		return types[0], nil
	}
	small := types[smallest(types, m.typeSize)]
	possible := slices.DeleteFunc(slices.Clone(types), func(t *component.Type) bool { return m.typeSize(t) >= impossible })
	if len(possible) == 0 || !m.allowsOptional() || d.Fixed != nil || d.Default != nil {
		return small, nil
	}
	return possible[m.upTo(len(possible))], nil
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
func (m *maker) start(name xsd.QName) {
	m.named, m.name, m.subject = false, name, name.Local
	m.write("<", m.qname(name))
}

func (m *maker) setType(t *component.Type) {
	m.named = true
	m.write(" ", m.qname(xsiType), `="`, m.qname(t.Name), `"`)
}

// useNil decides whether an element is nil: some elements in a varied instance, those deep in another one, and elements that have no
// finite content.
func (m *maker) useNil(d *component.Declaration, t *component.Type) bool {
	if !d.Nillable || d.Fixed != nil || !t.Simple && (t.Definition().Abstract || slices.ContainsFunc(t.Definition().Attributes, isRequired)) {
		return false
	}
	if !m.Varied {
		return m.depth > nilDepth && !t.Simple && len(t.Definition().Attributes) == 0
	}
	return m.typeSize(t) >= impossible || m.upTo(5) == 0
}

func isRequired(a *component.Attribute) bool { return a.Required }

// typed writes the rest of an element: the attributes and the content of a type. d may be nil; its fixed value and its constraints
// are used.
func (m *maker) typed(t *component.Type, d *component.Declaration) error {
	name, leave := m.qname(m.name), m.enter(d)
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
		leave()
	}()
	if m.depth > maxVariedDepth || m.depth > maxDepth && !m.Varied {
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

// How deep elements are in others. Varied instances end with small elements.
const (
	maxDepth       = 24
	maxVariedDepth = 200
)

// inside writes attributes, the end of the start tag, and content.
func (m *maker) inside(t *component.Type, d *component.Declaration) error {
	if t == anySimpleType && !m.named && m.allowsOptional() && m.upTo(2) == 1 {
		t = builtin([]string{"int", "string", "dateTime"}[m.upTo(3)])
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
	text, err := m.fieldText(t, nil)
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
