package validate

import (
	"context"
	"fmt"

	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
)

// Element compares an element with a value with the schema; what the schema
// does not allow is an [*Error]. Use it for values that [Value] does not know:
// values of types that are aliases, such as DateTime, and of Go's own types.
// A nil value is a nil element.
func Element[T any](element schema.Element[T], value T) error {
	return validateInfo(element.Info, value)
}

func validateInfo(s *schema.ElementInfo, value any) error {
	e := codec.NewEncoder(s.Table.With(s.Name.NS), true)
	e.MaxRead = -1
	defer e.Release()
	codec.EncodeDocument(e, []schema.ElementName{s.Name}, codec.ElementValue{Type: s.Value, Value: value, Absent: s.Value.Absent(value)}, true)
	if e.Err() != nil {
		return e.Err()
	}
	if s.Table.Types == nil {
		return fmt.Errorf("validate: no contract describes the element %s", s.Name.Local)
	}
	m, err := modelOf(s.Table.Types, e.Met)
	if err != nil {
		return fmt.Errorf("validate: %w", err)
	}
	d := codec.NewDecoder(e.Bytes(), nil, schema.Limits{Depth: codec.MaxValueDepth})
	return validateDocument(context.Background(), m, d, (*validation).message)
}
