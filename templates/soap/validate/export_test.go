package validate

import (
	"context"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// A Model says what is valid: by the rows of a table, or by the components of documents.
type Model struct {
	model
	Types *schema.Table
}

// Rows returns the model that the rows of a table are.
func Rows(t *schema.Table) Model { return Model{modelOf(t, nil), t} }

// Components returns the model that the components of documents are. The table has the types of values.
func Components(set *component.Set, t *schema.Table, names map[string]string) Model {
	return Model{newComponentModel(set, t.Closure(), names), t}
}

// Document validates a document as the function of that name does.
func (m Model) Document(doc []byte) error {
	return m.validate(doc, func(v *validation) { v.root() })
}

// Type validates an element as one of a type.
func (m Model) Type(name xsd.QName, doc []byte) error {
	return m.validate(doc, func(v *validation) {
		v.element(&xsdElement{typ: m.typeNamed(m.own(name)), nillable: true}, 0)
	})
}

func (m Model) validate(doc []byte, run func(*validation)) error {
	text, err := codec.ToUTF8(doc, "")
	if err != nil {
		return err
	}
	return validateDocument(context.Background(), m.model, codec.NewDecoder(text, m.Types.Namespaces, schema.Limits{}), func(v *validation) {
		v.place = true
		v.setRenamed(nil)
		if v.d.Root() {
			run(v)
		}
		v.d.End()
	})
}

func (m Model) checker() schemaChecker {
	c, _ := m.model.(*componentModel)
	return schemaChecker{m.Types, c}
}

// Message validates a message as a handler does.
func (m Model) Message(doc []byte, what *soap.Comparison) error {
	return m.checker().Message(context.Background(), doc, what)
}

// Value validates a value as a handler does.
func (m Model) Value(v any) error { return m.checker().Value(context.Background(), v) }

// Has reports whether there is a type of that name.
func (m Model) Has(name xsd.QName) bool { return m.typeNamed(m.own(name)) != nil }

func (m Model) own(name xsd.QName) xsd.QName {
	if own, ok := m.renamed()[name.Space]; ok {
		name.Space = own
	}
	return name
}
