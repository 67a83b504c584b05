package validate

import (
	"errors"

	"example.com/quartet/templates/soap/component"
)

// SimpleValues compares texts with simple types. Many goroutines may use it.
type SimpleValues struct{ model *model }

// NewSimpleValues returns the values of simple types of any set of components.
func NewSimpleValues() SimpleValues { return SimpleValues{newModel(nil, nil)} }

// Check returns an error that says why a text is not a value of a simple type. Qualified names in it have their namespaces in place
// of prefixes, in Clark's notation.
func (v SimpleValues) Check(t *component.Type, text string) error {
	if _, problem := v.typeOf(t).check(text, nil); problem != "" {
		return errors.New(problem)
	}
	return nil
}

// Expand returns a value that a schema has for a simple type, with the namespaces of qualified names in place of prefixes.
func (v SimpleValues) Expand(t *component.Type, value *component.Value) string {
	return *ownValue(v.typeOf(t), value)
}

func (v SimpleValues) typeOf(t *component.Type) *xsdType {
	v.model.mu.Lock()
	defer v.model.mu.Unlock()
	return v.model.linked(t)
}
