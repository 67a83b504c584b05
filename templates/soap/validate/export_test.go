package validate

import (
	"context"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// A Model is what the documents of a table say.
type Model struct {
	*model
	Types *schema.Table
}

// ModelOf returns the model of a table.
func ModelOf(t *schema.Table) (Model, error) {
	m, err := modelOf(t, nil)
	return Model{m, t}, err
}

// Type validates an element as one of a type.
func (m Model) Type(name xsd.QName, doc []byte) error {
	text, err := codec.ToUTF8(doc, "")
	if err != nil {
		return err
	}
	return validateDocument(context.Background(), m.model, codec.NewDecoder(text, m.Types.Namespaces, schema.Limits{}), func(v *validation) {
		v.place = true
		v.element(valueElement("", m.typeNamed(m.own(name)).Type), 0)
	})
}

// Message validates a message as a handler does.
func (m Model) Message(doc []byte, what *soap.Comparison) error {
	return schemaChecker{types: m.Types, model: m.model}.Message(context.Background(), doc, what)
}
