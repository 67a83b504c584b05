package support

// ValidateElement compares an element with a value with the schema; what that
// does not allow is a *ValidationError. This is how values are validated whose
// types have no method Validate: those that are aliases, such as DateTime, and
// Go's own. A nil value is a nil element.
func ValidateElement[T any](element SchemaElement[T], value T) error {
	return validateInfo(element.info, value)
}

func validateInfo(s *ElementInfo, value any) error {
	e := NewEncoder(s.Table.with(s.Name.NS), true)
	defer e.Release()
	encodeDocument(e, []ElementName{s.Name}, elementValue{codec: s.Codec, value: value, absent: s.Codec.absent(value)}, true)
	if e.Err() != nil {
		return e.Err()
	}
	sch := s.Table.Schema
	sch = sch.with(e.met) //quartet:packages
	return validateElement(sch, e.Bytes())
}
