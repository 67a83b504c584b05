package validate

import (
	"slices"
	"sync"

	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/lexical"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// model is what the components of schema documents say. A type is made of its component when it is first used: contracts have
// thousands of types, and a message few. There is one xsdType for each component, as types are compared by their pointers. Many
// goroutines may use a model.
type model struct {
	set       *component.Set
	names     map[string]string        // namespaces of the documents, by those that messages have in place of them
	ofRecords func() *model            // see forValues
	encoded   map[*component.Type]bool // of a model of records: see [component.Set.Encoded]
	anonymous func() []anonymousType   // see find

	mu        sync.Mutex // held while types are made
	types     map[*component.Type]*xsdType
	elements  map[*component.Element]*xsdElement
	members   map[*component.Element][]*xsdParticle // see substitutes
	described map[described]*xsdElement             // see elementFor
}

// newModel returns the model of a set.
func newModel(set *component.Set, names map[string]string) *model {
	m := &model{
		set: set, names: names,
		types: make(map[*component.Type]*xsdType), elements: make(map[*component.Element]*xsdElement),
		members: make(map[*component.Element][]*xsdParticle), described: make(map[described]*xsdElement),
	}
	m.anonymous = sync.OnceValue(func() []anonymousType { return anonymousTypes(set) })
	m.ofRecords = sync.OnceValue(func() *model {
		encoded := set.Encoded()
		if encoded == nil {
			return m
		}
		values := newModel(set, names)
		values.encoded = encoded
		return values
	})
	return m
}

// forValues returns the model for the values that a type describes. Those without a Go type may leave elements out that have no value
// with SOAP encoding: they are made of text, which does not say that a value is nil.
func (m *model) forValues(t *schema.Type) *model {
	if t.Zero != nil {
		return m
	}
	return m.ofRecords()
}

// ready returns the type once it has been made of its component.
func (t *xsdType) ready() *xsdType {
	if t.component == nil || t.made.Load() {
		return t
	}
	t.from.mu.Lock()
	defer t.from.mu.Unlock()
	return t.from.link(t)
}

// typeNamed returns the type with a name in the documents, nil if there is none.
func (m *model) typeNamed(name xsd.QName) *xsdType {
	c := m.set.Type(name)
	if c == nil {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.link(m.typeOf(c))
}

// elementNamed returns the global element with a name in the documents, nil if there is none.
func (m *model) elementNamed(name xsd.QName) *xsdElement {
	c := m.set.Element(name)
	if c == nil {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.elementOf(c)
}

// attributeNamed returns the type of the global attribute with a name in the documents, nil if there is none.
func (m *model) attributeNamed(name xsd.QName) *xsdType {
	c := m.set.Attribute(name)
	if c == nil {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.link(m.typeOf(c.Type))
}

// messagesNamed returns the elements with a name that messages have and no schema declares; see [component.Set.Messages].
func (m *model) messagesNamed(name xsd.QName) []*xsdElement {
	var all []*xsdElement
	for _, c := range m.set.Messages(name) {
		m.mu.Lock()
		all = append(all, m.elementOf(c))
		m.mu.Unlock()
	}
	return all
}

// typeOf returns the type of a component, which may not be linked yet.
func (m *model) typeOf(c *component.Type) *xsdType {
	if c.Name.Space == xsd.Namespace {
		if t := builtinTypes()[c.Name]; t != nil {
			return t
		}
	}
	t := m.types[c]
	if t == nil {
		t = &xsdType{name: c.Name, complex: !c.Simple, component: c, from: m}
		m.types[c] = t
	}
	return t
}

func (m *model) linked(c *component.Type) *xsdType { return m.link(m.typeOf(c)) }

// link makes a type, and those that it is made of. Components are not made of themselves.
func (m *model) link(t *xsdType) *xsdType {
	if t.component == nil || t.linked {
		return t
	}
	d := t.component.Definition()
	t.linked = true
	if t.complex {
		m.linkComplex(t, d)
	} else {
		m.linkSimple(t, d)
	}
	t.made.Store(true)
	return t
}

func (m *model) linkSimple(t *xsdType, d *component.Definition) {
	base := m.linked(d.Base)
	if d.Variety != component.NoVariety && base.variety == anySimpleVariety {
		t.base, t.by = base, byRestriction
		if d.Variety == component.List {
			t.variety, t.item, t.space = listVariety, m.linked(d.Item), lexical.Collapse
			return
		}
		t.variety = unionVariety
		for _, c := range d.Members {
			t.members = append(t.members, m.linked(c))
		}
		return
	}
	t.restrict(base, d.Facets)
}

func (m *model) linkComplex(t *xsdType, d *component.Definition) {
	t.abstract, t.mixed, t.blocks = d.Abstract, d.Mixed, d.Block
	t.base, t.by = m.linked(d.Base), d.By
	for _, use := range d.Attributes {
		own := xsdUse{name: use.Name, typ: m.linked(use.Type), required: use.Required}
		own.fallback = ownValue(own.typ, use.Default)
		if own.fixed = ownValue(own.typ, use.Fixed); own.fixed != nil {
			own.fallback = own.fixed
		}
		t.attributes = append(t.attributes, own)
	}
	if d.AnyAttribute != nil {
		t.anyAttribute = m.wildcardOf(d.AnyAttribute)
	}
	switch {
	case d.Items != nil: // items that are not there may be nil (SOAP 1.1, section 5.4.2)
		t.items = &xsdElement{typ: m.typeOf(d.Items), nillable: true}
	case d.Text != nil:
		t.text = m.linked(d.Text)
	case d.Mixed && (d.Content == nil || d.Content.Empty): // there is only text
		t.text, t.mixed = builtin("string"), false
	}
}

// elementOf returns the declaration of a component.
func (m *model) elementOf(c *component.Element) *xsdElement {
	if e := m.elements[c]; e != nil {
		return e
	}
	d := c.Declaration()
	e := &xsdElement{
		name: c.Name, typ: m.typeOf(d.Type), nillable: d.Nillable, abstract: d.Abstract, parts: d.Message, blocks: d.Block &^ component.Substitution,
		preset: d.Default != nil || d.Fixed != nil,
	}
	if e.preset {
		value := m.link(e.typ).valueType()
		if e.fixed = ownValue(value, d.Fixed); e.fixed != nil {
			e.fallback = *e.fixed
		} else {
			e.fallback = *ownValue(value, d.Default)
		}
	}
	e.constraints = newConstraints(d.Constraints)
	if c.Global || d.Message {
		m.elements[c] = e
	}
	return e
}

// contentOf returns the content model of a type. One that is too large allows anything.
func (m *model) contentOf(c *component.Type) *xsdParticle {
	content, encoded := c.Definition().Content, m.encoded[c]
	switch {
	case content == nil:
		return nil
	case content.Size > maxNodes:
		return anyContent()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	left := maxNodes
	p := m.particle(content, &left, encoded)
	if left < 0 {
		return anyContent()
	}
	return p
}

// anyContent returns a content model that allows anything.
func anyContent() *xsdParticle {
	return sequenceOf(&xsdParticle{kind: wildcardParticle, max: -1, wildcard: &xsdWildcard{any: true, process: skipProcess}})
}

// particle returns a particle of a content model, of which only so many are made as are left. In place of the head of a
// substitution group there is a choice of its members. In values with SOAP encoding elements may be nil or absent (SOAP 1.1, section
// 5.1, rule 9), which a schema does not know.
func (m *model) particle(c *component.Particle, left *int, encoded bool) *xsdParticle {
	p := &xsdParticle{kind: particleKinds[c.Kind], min: c.Min, max: c.Max}
	if encoded && c.Max == 1 {
		p.min = 0
	}
	switch c.Kind {
	case component.ElementTerm:
		if members, ok := m.substitutes(c.Element); ok {
			p.kind, p.children = choiceParticle, members
			*left -= len(members)
		} else {
			p.element = m.elementOf(c.Element)
		}
		if encoded && p.element != nil && !p.element.nillable {
			e := *p.element
			e.nillable, p.element = true, &e
		}
	case component.WildcardTerm:
		p.wildcard = m.wildcardOf(c.Wildcard)
	}
	for i := 0; i < len(c.Particles) && *left >= 0; i++ {
		p.children = append(p.children, m.particle(c.Particles[i], left, encoded))
	}
	*left--
	return p
}

// substitutes returns the elements that may be in the place of one; false if that is only itself.
func (m *model) substitutes(c *component.Element) ([]*xsdParticle, bool) {
	if !c.Global {
		return nil, false
	}
	all, known := m.members[c]
	if !known {
		members := c.Substitutes()
		if members != nil {
			all = []*xsdParticle{}
		}
		for _, member := range members {
			all = append(all, &xsdParticle{kind: elementParticle, min: 1, max: 1, element: m.elementOf(member)})
		}
		m.members[c] = all
	}
	return all, all != nil
}

var processOf = map[xsd.Process]xsdProcess{xsd.Strict: strictProcess, xsd.Lax: laxProcess, xsd.Skip: skipProcess}

var particleKinds = [...]particleKind{
	component.ElementTerm: elementParticle, component.WildcardTerm: wildcardParticle,
	component.Sequence: sequenceParticle, component.Choice: choiceParticle, component.All: allParticle,
}

func (m *model) wildcardOf(c *component.Wildcard) *xsdWildcard {
	w := &xsdWildcard{any: c.Any, other: c.Not, namespaces: c.Namespaces, process: processOf[c.Process]}
	if !c.Any && len(c.Namespaces) == 0 {
		w.namespaces = []string{xmlnsNamespace} // it allows nothing
	}
	w.inMessages = slices.Clone(w.namespaces)
	for name, own := range m.names {
		for i, space := range w.namespaces {
			if space == own {
				w.inMessages[i] = name
			}
		}
	}
	return w
}

// xmlnsNamespace is a namespace that elements and attributes cannot have.
const xmlnsNamespace = "http://www.w3.org/2000/xmlns/"

func addOnce[K comparable, V any](all map[K]V, key K, value V) {
	if _, ok := all[key]; !ok {
		all[key] = value
	}
}
