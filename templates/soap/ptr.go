package soap

// Ptr returns a pointer to v, for optional fields.
func Ptr[T any](v T) *T { return &v }

// Or returns the value of an optional field, other if it is absent.
func Or[T any](p *T, other T) T {
	if p == nil {
		return other
	}
	return *p
}
