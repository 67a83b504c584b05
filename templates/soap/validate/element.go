package validate

import (
	"example.com/quartet/templates/soap/schema"
)

// Element compares an element with a value with the schema; what that
// does not allow is an [*Error]. This is how values are validated that [Value]
// does not know: those of types that are aliases, such as DateTime, and of Go's
// own. A nil value is a nil element.
func Element[T any](element schema.Element[T], value T) error {
	return validateInfo(element.Info, value)
}

func validateInfo(s *schema.ElementInfo, value any) error {
	e := schema.NewEncoder(s.Table.With(s.Name.NS), true)
	defer e.Release()
	schema.EncodeDocument(e, []schema.ElementName{s.Name}, schema.ElementValue{Type: s.Value, Value: value, Absent: s.Value.Absent(value)}, true)
	if e.Err() != nil {
		return e.Err()
	}
	types := s.Table.Types
	if of := s.Value.Row.Of; types == nil && of != nil {
		types = of.Table()
	}
	if types == nil && s.Table.Schema == nil {
		return nil // nothing is known but the name
	}
	m, err := loadModel(types, s.Table.Schema, e.Met)
	if err != nil {
		return err
	}
	return validateElement(m, e.Bytes())
}
