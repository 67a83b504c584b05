package validate

import (
	"sync"

	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// model has the components of schema documents. A contract may have thousands of types, of which a message uses few: what
// validation needs of a component is made when it is first used, and kept with it. Many goroutines may use a model.
type model struct {
	Set       *component.Set
	Names     map[string]string        // maps namespaces in messages to namespaces in the documents
	ofRecords func() *model            // see forValues
	encoded   map[*component.Type]bool // of a model of records: see [component.Set.Encoded]
	anonymous func() []anonymousType   // see find
	described sync.Map                 // elements by the description of their values; see elementFor
}

// newModel returns the model of a set.
func newModel(set *component.Set, names map[string]string) *model {
	m := &model{Set: set, Names: names}
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

// forValues returns the model for the values that a type describes. In values without a Go type, elements with SOAP encoding
// may be absent: such values are made of text, which cannot say that a value is nil.
func (m *model) forValues(t *schema.Type) *model {
	if t.Zero != nil {
		return m
	}
	return m.ofRecords()
}

// own returns a name as the documents have it.
func (m *model) own(name xsd.QName) xsd.QName {
	if space, ok := m.Names[name.Space]; ok {
		name.Space = space
	}
	return name
}

// typeNamed returns the type with a name in the documents, nil if there is none.
func (m *model) typeNamed(name xsd.QName) *xsdType {
	if c := m.Set.Type(name); c != nil {
		return typeOf(c)
	}
	return nil
}

// elementNamed returns the global element with a name in the documents, nil if there is none.
func (m *model) elementNamed(name xsd.QName) *xsdElement {
	if c := m.Set.Element(name); c != nil {
		return elementOf(c)
	}
	return nil
}

// attributeNamed returns the type of the global attribute with a name in the documents, nil if there is none.
func (m *model) attributeNamed(name xsd.QName) *xsdType {
	if c := m.Set.Attribute(name); c != nil {
		return typeOf(c.Type)
	}
	return nil
}

// messageNamed returns the element with a number among those with a name that the documents declare, or that messages have and
// no schema declares; see [component.Set.Messages]. It is nil if there are none, and the last one if there are not so many.
// more says whether others follow.
func (m *model) messageNamed(name xsd.QName, number int) (e *xsdElement, more bool) {
	all := m.Set.Messages(name)
	if c := m.Set.Element(name); c != nil {
		all = append([]*component.Element{c}, all...)
	}
	if len(all) == 0 {
		return nil, false
	}
	return elementOf(all[min(number, len(all)-1)]), number+1 < len(all)
}
