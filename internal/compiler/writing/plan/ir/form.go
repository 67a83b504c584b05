package ir

// Form is how the Go type of a field or a result is made from T, the Go type of one
// value.
type Form int

const (
	AsValue    Form = iota // T
	AsPointer              // *T
	AsNillable             // Nillable[T], which distinguishes absent and nil
	AsItems                // the items of T, an array of SOAP encoding; nil: there is no array
	AsSlice                // []T
	AsPointers             // []*T
)

// Form returns how the field holds its value.
func (f *Field) Form() Form {
	switch {
	case f.Occurs == Many && f.Nillable && !f.Poly:
		return AsPointers
	case f.Occurs == Many:
		return AsSlice
	case f.Occurs == Optional && f.Nillable:
		return AsNillable
	case f.Struct.HasItems() && !f.Poly:
		return AsItems
	case f.Group != nil, f.Nillable && !f.Poly, f.Occurs == Optional && !f.HasNil():
		return AsPointer
	}
	return AsValue
}

// HasItems reports whether the type is an array of SOAP encoding with one dimension whose name struct tags can have.
func (s *Struct) HasItems() bool {
	return s != nil && s.Array != nil && s.Array.Rank == 1 && s.Type.Local != ""
}

// HasNil reports whether the type of the value includes nil, which then means
// absent.
func (f *Field) HasNil() bool { return f.Poly || f.Scalar != nil && f.Scalar.HasNil }

// Form returns how a method returns the result. It is not defined for arrays of SOAP
// encoding.
func (r *Result) Form() Form {
	switch {
	case r.Kind == ListResult && r.Item.Nillable:
		return AsPointers
	case r.Kind == ListResult:
		return AsSlice
	case r.Must, r.Item.Poly:
		return AsValue
	}
	return AsPointer
}
